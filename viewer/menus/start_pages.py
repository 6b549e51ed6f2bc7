"""How the pages of the start screen read: of each the menu, and what its lines do. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilewright.schemas.wording import Wording

from ..panels.menu import MenuLine, MenuPage
from . import start as st
from .shelf import KeptFile
from .start import OpenPage, Page, Plain, Start, StartAction

StartLine = tuple[MenuLine, StartAction]


def page(start: Start, speech: Wording, sorts: Sequence[str], credits: Sequence[str]) -> list[StartLine]:
    """The lines of the open page."""
    of: dict[Page, Callable[[], Iterable[StartLine]]] = {
        Page.MAIN: lambda: _main(start, speech),
        Page.GAMES: lambda: _games(start, speech),
        Page.BOARD_GAMES: lambda: _games(start, speech),
        Page.MISSIONS: lambda: _missions(start, speech),
        Page.SETUP: lambda: _setup(start, speech, sorts),
        Page.MODS: lambda: _mods(start, speech),
        Page.RULES: lambda: _rules(start, speech),
        Page.KEPT: lambda: _kept(start, speech),
        Page.RECORDINGS: lambda: _kept(start, speech),
        Page.DELETE: lambda: _to_delete(start, speech),
        Page.SURE: lambda: _sure(start, speech),
        Page.BOARDS: lambda: ((MenuLine(name), st.EditBoard(name)) for name in start.boards),
        Page.CREDITS: lambda: ((MenuLine(one, sort="read"), Plain.NOTHING) for one in credits),
    }
    return list(of[start.page]())


def menu_of(start: Start, lines: Sequence[StartLine], speech: Wording) -> MenuPage:
    """The open page as it is seen."""
    titles = {
        Page.GAMES: "start_new",
        Page.MISSIONS: "start_mission",
        Page.SETUP: "start_new",
        Page.MODS: "start_mods",
        Page.RULES: "start_rules",
        Page.KEPT: "start_load",
        Page.RECORDINGS: "start_recordings",
        Page.DELETE: "start_delete",
        Page.SURE: "start_delete",
        Page.BOARD_GAMES: "start_editor",
        Page.BOARDS: "start_editor",
        Page.CREDITS: "start_credits",
    }
    key = titles.get(start.page)
    text = () if lines else (speech.sentence(_EMPTY.get(start.page, "engine/start_no_games")),)
    if start.doomed is not None and start.page is Page.SURE:
        text = (speech.say("engine/start_sure", _named(start.doomed)),)
    title = "" if key is None else speech.sentence(f"engine/{key}")
    return MenuPage(
        title if start.page in _GENERAL or not title_of(start) else f"{title_of(start)} · {title}",
        tuple(line for line, _ in lines),
        text,
        wrong=start.wrong,
        foot=speech.sentence("engine/start_writing" if start.writing else "engine/start_keys"),
        back="" if start.page is Page.MAIN else speech.sentence("engine/menu_back"),
    )


_GENERAL = frozenset(Page) - {Page.MISSIONS, Page.SETUP, Page.MODS, Page.RULES, Page.BOARDS}
_EMPTY = {
    Page.KEPT: "engine/start_no_saves",
    Page.RECORDINGS: "engine/start_no_recordings",
    Page.BOARDS: "engine/start_no_boards",
    Page.RULES: "engine/start_no_rules",
}


def title_of(start: Start) -> str:
    """What the game that has been chosen is called; empty if it is not there."""
    return next((one.title for one in start.games if one.name == start.choice.game), "")


def _main(start: Start, speech: Wording) -> Iterable[StartLine]:
    def say(key: str) -> str:
        return speech.sentence(f"engine/{key}")

    left = next((one for one in start.kept if one.unfinished), None)
    if left is not None:
        yield _file(left, say("start_continue"), left.title, speech, recorded=False)
    yield MenuLine(say("start_new"), sort="main", told=say("start_new_told")), OpenPage(Page.GAMES)
    yield MenuLine(say("start_load"), told=say("start_load_told")), OpenPage(Page.KEPT)
    yield MenuLine(say("start_recordings"), told=say("start_recordings_told")), OpenPage(Page.RECORDINGS)
    yield MenuLine(say("start_editor"), told=say("start_editor_told")), OpenPage(Page.BOARD_GAMES)
    yield MenuLine(say("menu_settings"), told=say("start_settings_told")), Plain.SETTINGS
    yield MenuLine(say("menu_help"), told=say("start_help_told")), Plain.HELP
    yield MenuLine(say("start_language"), say("language")), Plain.LANGUAGE
    yield MenuLine(say("start_credits"), told=say("start_credits_told")), OpenPage(Page.CREDITS)
    yield MenuLine(say("menu_quit")), Plain.QUIT


def _games(start: Start, speech: Wording) -> Iterable[StartLine]:
    for one in start.games:
        players = "" if one.players is None else _players(*one.players, speech)
        named = (("start_missions_named", one.missions), ("start_campaigns_named", one.campaigns))
        lists = (speech.say(f"engine/{key}", " · ".join(titles)) for key, titles in named if titles)
        about = "\n\n".join(filter(None, (one.about, *lists, one.where)))
        yield MenuLine(one.title, players, told=one.title, about=about), st.ChooseGame(one.name)


def _players(low: int, high: int, speech: Wording) -> str:
    if low == high:
        return speech.say("engine/start_for_players", low)
    return speech.say("engine/start_for_several", low, high)


def _missions(start: Start, speech: Wording) -> Iterable[StartLine]:
    for campaign in (False, True):
        found = [one for one in start.missions if one.campaign is campaign]
        if found and campaign:
            heading = speech.sentence("engine/start_campaigns")
            yield MenuLine(heading, sort="heading"), Plain.NOTHING
        for one in found:
            line = MenuLine(one.title, told=one.title, about=one.text)
            yield line, st.ChooseMission(one.name)


def _setup(start: Start, speech: Wording, sorts: Sequence[str]) -> Iterable[StartLine]:
    choice, parts = start.choice, start.parts

    def say(key: str, *fill: str | int) -> str:
        return speech.say(f"engine/{key}", *fill)

    mission = next((one for one in start.missions if one.name == choice.mission), None)
    if mission is not None and mission.name:
        told = MenuLine(say("start_mission"), mission.title, told=mission.title, about=mission.text)
        yield told, OpenPage(Page.MISSIONS)
    low, high = parts.players
    if low < high:
        asked = say("start_players_told", low, high)
        yield MenuLine(say("start_players"), str(start.players), told=asked), st.ChangePlayers()
    for number, sort in enumerate(st.seats_of(start, sorts[0])):
        told_of = say(f"seat_{sort}_told")
        yield MenuLine(parts.titles[number], say(f"seat_{sort}"), told=told_of), st.ChangeSeat(number)
    if start.mods.mods or start.mods.sets:
        yield (
            MenuLine(say("start_mods"), _mods_in_short(start, speech), told=say("start_mods_told")),
            OpenPage(Page.MODS),
        )
    if parts.settings:
        changed = len(choice.settings)
        short = say("start_changed", changed) if changed else say("start_usual")
        yield MenuLine(say("start_rules"), short, told=say("start_rules_told")), OpenPage(Page.RULES)
    seed = choice.seed or say("start_by_chance")
    if start.writing is not None:
        seed = f"{start.writing[1]}|"
    yield MenuLine(say("start_seed"), seed, told=say("start_seed_told")), st.WriteField("seed")
    yield MenuLine(say("start_begin"), sort="main"), Plain.BEGIN


def _mods_in_short(start: Start, speech: Wording) -> str:
    named = st.set_of(start.choice.mods, start.mods.sets)
    if named or not start.choice.mods:
        return named or speech.sentence("engine/nothing")
    ids = [one.id for one in start.mods.mods if one.word in start.choice.mods or one.id in start.choice.mods]
    return ", ".join(ids) or speech.say("engine/start_chosen", len(start.choice.mods))


def _mods(start: Start, speech: Wording) -> Iterable[StartLine]:
    mods, present = start.mods, start.choice.mods

    def say(key: str, *fill: str | int) -> str:
        return speech.say(f"engine/{key}", *fill)

    if mods.sets:
        yield MenuLine(say("start_sets"), sort="heading"), Plain.NOTHING
    for name, of in mods.sets.items():
        titles = [one.title for one in mods.mods if one.word in of or one.id in of] or list(of)
        on = st.same_mods(present, of)
        yield MenuLine(name, told=name, about=", ".join(titles), on=on), st.TakeSet(name)
    yield MenuLine(say("start_single_mods"), sort="heading"), Plain.NOTHING
    for one in mods.mods:
        on = one.word in present or one.id in present
        yield MenuLine(one.title, one.id, told=one.title, about=one.about or one.word, on=on), st.TurnMod(one)
    named = st.set_of(present, mods.sets)
    if present and (not named or start.writing is not None):
        text = "" if start.writing is None else f"{start.writing[1]}|"
        yield MenuLine(say("start_keep_set"), text, told=say("start_keep_set_told")), st.WriteField("set")
    if named:
        yield MenuLine(say("start_forget_set", named)), st.ForgetSet(named)


def _rules(start: Start, speech: Wording) -> Iterable[StartLine]:
    for one in start.parts.settings:
        value = st.value_of(start, one)
        shown = one.shown[one.values.index(value)] if value in one.values else value
        usual = one.shown[one.values.index(one.usual)] if one.usual in one.values else one.usual
        about = "" if value == one.usual else speech.say("engine/start_usually", usual)
        yield MenuLine(one.title, shown, told=one.title, about=about), st.ChangeRule(one)


def _files(start: Start, speech: Wording) -> list[tuple[MenuLine, st.OpenKept]]:
    recorded = start.listing is Page.RECORDINGS
    files = start.recordings if recorded else start.kept
    return [_file(one, _named(one), one.when, speech, recorded=recorded) for one in files]


def _kept(start: Start, speech: Wording) -> Iterable[StartLine]:
    files = _files(start, speech)
    yield from files
    if files:
        told = speech.sentence("engine/start_delete_told")
        yield MenuLine(speech.sentence("engine/start_delete_one"), told=told), OpenPage(Page.DELETE)


def _to_delete(start: Start, speech: Wording) -> Iterable[StartLine]:
    """The same list, of which one is taken to be deleted."""
    return ((line, st.AskToDelete(deed.kept)) for line, deed in _files(start, speech))


def _sure(start: Start, speech: Wording) -> Iterable[StartLine]:
    """Whoever is too fast keeps it."""
    if start.doomed is not None:
        yield MenuLine(speech.sentence("engine/start_keep_it"), sort="main"), Plain.BACK
        yield MenuLine(speech.sentence("engine/start_delete_it")), st.DeleteKept(start.doomed)


def _named(one: KeptFile) -> str:
    return f"{one.title} · {one.told}" if one.told else one.title


def _file(
    one: KeptFile, title: str, value: str, speech: Wording, *, recorded: bool
) -> tuple[MenuLine, st.OpenKept]:
    about = [one.when, speech.say("engine/start_answers", one.answers)]
    if one.damaged:
        about[1:] = [speech.sentence("engine/start_damaged")]
    about += [speech.say("engine/start_with_mods", ", ".join(one.mods))] if one.mods else []
    line = MenuLine(title, value, told=_named(one), about=" · ".join(about), picture=one.picture)
    return line, st.OpenKept(one, recorded)
