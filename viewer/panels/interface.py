"""The state of the interface, and what the actions that change nothing else make of it: pure functions.

What the game is answered, where the camera stands and what a seat may see are no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from tilewright.schemas.view import View, ViewValues

from ..common import choices
from ..common.choices import Chosen
from ..common.deeds import Deed
from ..common.settings import Settings
from ..staging.legend import Legend
from ..staging.motion import Rolled
from ..staging.overlay import NO_FOCUS, Focus
from .vocabulary import (
    Answer,
    Hover,
    Ids,
    Inspect,
    InspectEntry,
    InspectGoal,
    InterfaceAction,
    LookInto,
    Rebind,
    Surface,
    Toggle,
    ToggleOverlay,
    UiAction,
)

# ------------------------------------------------------------------ the state

MOUSE = ("click", "pull", "hold", "right", "middle", "wheel", "rows", "arrows")
"""What can be done with the mouse, and by keys that are no commands; the help page says it first."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A small menu of what can be done with something, where that was clicked."""

    name: str
    at: tuple[float, float]  # pixels of the screen
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class UiState:
    """What the person at the screen has done beside answering: where the mouse is, what is open."""

    chosen: Chosen = field(default_factory=Chosen)
    hover: Hover = None  # what the mouse is over: of a panel, else of the board
    selected: str | None = None
    scroll: int = 0
    log_back: int = 0
    first_pile: int = 0  # of those that are listed, the first in sight
    rolled: tuple[Rolled, ...] = ()
    notice: str = ""
    curtain: str | None = None
    help: int = 0  # the open page of the help, from 1
    rebinding: str = ""  # the command that is to be given another key
    settings: bool = False
    setting: int = 0  # the line of the settings that keys change
    cursor: Ids = ()  # the options that Enter takes
    tip: bool = False  # the mouse has rested long enough for a tooltip
    odds: tuple[tuple[str, str], ...] = ()  # what chance may make of what is under the mouse
    why: tuple[tuple[str, str, str], ...] = ()  # why what is there is no choice: action, reason, rule
    deeds: tuple[Deed, ...] = ()  # what a click there would do, or offer
    beside: Beside | None = None  # what is offered since something was clicked
    ahead: frozenset[str] = frozenset()  # the cards of the hand with which something can be done
    leads: str = ""  # the last space that a click there leads to, by several steps that are an answer each
    # the values that things would have after the answer under the mouse, by handle
    after: Mapping[str, ViewValues] = field(default_factory=dict)
    large: str | None = None  # the thing that is shown as a large card
    spread: str = ""  # the place of the pile whose cards are shown
    overlay: str = ""
    overlay_note: str = ""  # what the rules say about it
    legend: Legend = ()  # and what its colours mean
    focus: Focus = NO_FOCUS  # what a log line speaks of
    whole_log: bool = False
    codes: bool = False  # whether the labels of rules are shown
    reduced_motion: bool = False
    pace: float = 1.0
    follow_events: bool = True
    sound: bool = True
    quality: str = "auto"
    full_screen: bool = False
    languages: tuple[
        tuple[str, str], ...
    ] = ()  # those there are to choose from here, and what each is called
    spoken: str = ""  # the one of them that was chosen last
    keys: tuple[tuple[str, str], ...] = ()  # of the help page: command, its keys
    mouse: tuple[tuple[str, str], ...] = ()  # of the help page: what else is done, and how; none: as usual
    commands: frozenset[str] | None = None  # of those that the help page has; None: all
    text: float = 1.0
    palette: str = "standard"
    over_hidden: bool = False
    briefing: bool = False  # what the mission says of itself


Passing = Literal["notice", "dice", "quit", "eyes"]
"""What passes: a sentence on the screen, dice, what the same key does when it is pressed once more."""


@dataclass(frozen=True, slots=True)
class Submit:
    """These options are the answer."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """That is no answer; the sentence says why."""

    reason: str


# What is to be done besides, as far as the interface cannot do it by itself.
Outcome = Submit | Refuse | None


# ------------------------------------------------------------------ how it changes


def press(ui: UiState, action: InterfaceAction, view: View) -> UiState:
    """What a click on a panel, or a key that does the same, makes of the interface."""
    match action:
        case Inspect(handle):
            return replace(ui, selected=handle)
        case InspectEntry(_, things, spaces, doers):
            known = {one.get("handle") for one in view.get("things") or ()}
            first = next((name for name in things if name in known), None)
            return replace(ui, selected=first or ui.selected, focus=Focus(things, spaces, doers))
        case InspectGoal(_, things, spaces):
            there = Focus(things, spaces)
            return replace(ui, focus=NO_FOCUS if ui.focus == there else there)
        case LookInto(place):
            return replace(ui, spread="" if ui.spread == place else place)
        case ToggleOverlay(sort):
            return replace(ui, overlay="" if ui.overlay == sort else sort)
        case Rebind(command):
            return replace(ui, rebinding="" if ui.rebinding == command else command)
        case Toggle.SETTINGS:
            return replace(ui, settings=not ui.settings, setting=0)
        case Toggle.WHOLE_LOG:
            return replace(ui, whole_log=not ui.whole_log, log_back=0)
        case Toggle.CODES:
            return replace(ui, codes=not ui.codes)
        case Toggle.OVER:
            return replace(ui, over_hidden=not ui.over_hidden)
        case Toggle.BRIEFING:
            return replace(ui, briefing=not ui.briefing)
        case _:
            assert_never(action)


def point(ui: UiState, hover: Hover) -> UiState:
    """The mouse has come over something else."""
    return replace(ui, hover=hover, tip=False, odds=(), why=(), deeds=(), leads="", after={})


def foresee(ui: UiState, after: Mapping[str, ViewValues]) -> UiState:
    """What the answer under the mouse makes of things is known."""
    return replace(ui, after=after)


def look_at(ui: UiState, name: str) -> UiState:
    """Something of the board that cannot be answered was clicked: a pile is looked into."""
    if name.startswith("pile:"):
        return replace(ui, spread=name.removeprefix("pile:"))
    return replace(ui, selected=name, focus=NO_FOCUS)


def explain(
    ui: UiState,
    odds: tuple[tuple[str, str], ...],
    why: tuple[tuple[str, str, str], ...],
    *,
    leads: str,
    deeds: tuple[Deed, ...] = (),
) -> UiState:
    """The mouse has rested: a tooltip says what a click would do there, what chance may make of it, or why it
    is no choice.
    """
    return replace(ui, tip=True, odds=odds, why=why, leads=leads, deeds=deeds)


def offer_beside(ui: UiState, offered: Beside, selected: str | None) -> UiState:
    """A small menu opens beside what was clicked, which may be looked at from now on."""
    return replace(ui, beside=offered, selected=selected or ui.selected, tip=False)


def put_away(ui: UiState) -> UiState:
    """The small menu and the tooltip close: something is done, or something else is clicked."""
    return replace(ui, beside=None, tip=False, deeds=())


def know_playable(ui: UiState, cards: frozenset[str]) -> UiState:
    """With these cards of the hand something can be done now."""
    return replace(ui, ahead=cards)


def show_large(ui: UiState, handle: str | None) -> UiState:
    """Show a thing as a large card; None puts away the one that is shown."""
    return replace(ui, large=handle)


def enlarge(ui: UiState, handle: str | None) -> UiState:
    """The same; a second time, put it away."""
    return show_large(ui, None if ui.large is not None else handle)


def focus_on(ui: UiState, focus: Focus) -> UiState:
    """Something that is told now is about these."""
    return replace(ui, focus=focus)


def note_overlay(ui: UiState, note: str, legend: Legend = ()) -> UiState:
    """The overlay is worked out: what the rules say about it, and what its colours mean."""
    return replace(ui, overlay_note=note, legend=legend)


def notify(ui: UiState, text: str) -> UiState:
    """A sentence stands on the screen."""
    return replace(ui, notice=text)


def unsay(ui: UiState, *sentences: str) -> UiState:
    """None of these sentences is true any more."""
    return notify(ui, "") if ui.notice in sentences else ui


def pass_by(ui: UiState, what: Passing) -> UiState:
    """Something has stood on the screen, or has been remembered, for long enough."""
    match what:
        case "notice":
            return notify(ui, "")
        case "dice":
            return replace(ui, rolled=())
        case "quit" | "eyes":
            return ui
        case _:
            assert_never(what)


def walk_settings(ui: UiState, by: int, lines: int) -> UiState:
    """Keys go to another line of the settings, round the ends."""
    return replace(ui, setting=(ui.setting + by) % lines)


def turn_help(ui: UiState, pages: int) -> UiState:
    """The next page of the help; after the last one none."""
    return replace(ui, help=(ui.help + 1) % (pages + 1), rebinding="")


def wheel(ui: UiState, over: UiAction, steps: int, view: View) -> UiState:
    """The wheel turns over a panel: a list scrolls."""
    match over:
        case Surface.LOG | InspectEntry():
            return replace(ui, log_back=max(0, ui.log_back - 3 * steps))
        case Surface.PILES | LookInto():
            last = len(view.get("piles") or ()) - 1
            return replace(ui, first_pile=max(0, min(ui.first_pile + steps, last)))
        case Surface.CHOICES | Answer():
            last = len(choices.rows(view, ui.chosen)) - 3
            return replace(ui, scroll=max(0, min(ui.scroll + steps, last)))
    return ui


def light(ui: UiState, ids: Ids, view: View) -> UiState:
    """Light these options as those that Enter will take; their row is scrolled into view. Whoever does so has
    read the briefing.
    """
    rows = [row.ids for row in choices.rows(view, ui.chosen) if row.ids]
    scroll = ui.scroll
    if ids in rows:
        at = rows.index(ids)
        scroll = min(max(scroll, at - 6), at)
    return replace(ui, cursor=ids, scroll=scroll, briefing=False)


def choose(ui: UiState, ids: Ids, view: View) -> tuple[UiState, Outcome]:
    """A person points at options."""
    chosen, answer = choices.pick(view, ui.chosen, ids)
    if choices.several(view) is None:
        ui = replace(ui, scroll=0, cursor=())
    return replace(ui, chosen=chosen, beside=None, briefing=False), None if answer is None else Submit(
        tuple(answer)
    )


def confirm(ui: UiState, view: View, *, picking: bool = False) -> tuple[UiState, Outcome]:
    """Close what covers the board, give what was picked, take what is lit, or the only option there is. With
    `picking` what is lit comes first."""
    span = choices.several(view)
    if ui.large is not None or ui.briefing or ui.spread:
        return replace(ui, large=None, briefing=False, spread=""), None
    if view.get("over"):
        return press(ui, Toggle.OVER, view), None
    if ui.cursor and (picking or span is None):
        return choose(ui, ui.cursor, view)
    if span is not None:
        if not choices.complete(view, ui.chosen):
            return ui, Refuse(choices.missing(view, ui.chosen))
        return ui, Submit(tuple(sorted(ui.chosen.picked)))
    only = choices.options(view)
    return ui, Submit((only[0]["id"],)) if len(only) == 1 else None


def back(ui: UiState) -> UiState | None:
    """Close what is open, the smallest first, else narrow less and unpick, else light nothing; None if there
    is nothing left.
    """
    if ui.beside is not None:
        return replace(ui, beside=None)
    if ui.large is None and ui.spread:
        return replace(ui, spread="")
    if covered(ui) or ui.large is not None:
        return replace(ui, help=0, settings=False, briefing=False, large=None)
    if ui.chosen != Chosen():
        return replace(ui, chosen=Chosen(), scroll=0, cursor=())
    if ui.cursor or ui.focus != NO_FOCUS:
        return replace(ui, cursor=(), focus=NO_FOCUS)
    return None


def covered(ui: UiState) -> bool:
    """Whether something lies over the table that is to be read or set: meanwhile the game stands still."""
    return bool(ui.help or ui.settings or ui.briefing)


def answered(ui: UiState) -> UiState:
    """An answer was given, if only to be refused: what it was made of is not chosen any more."""
    return replace(ui, chosen=Chosen())


def stepped(ui: UiState) -> UiState:
    """An answer was taken back, or given again: the dice that lie there are not of this moment."""
    return replace(ui, chosen=Chosen(), rolled=())


def shown(ui: UiState, before: View, view: View, rolled: tuple[Rolled, ...] = ()) -> UiState:
    """Another view is shown. Where another question is open, nothing of the one before is lit or chosen."""
    if view.get("number") != before.get("number"):
        ui = replace(ui, chosen=Chosen(), scroll=0, cursor=(), focus=NO_FOCUS)
        ui = replace(point(ui, ui.hover), beside=None, ahead=frozenset())
        acts, acted = ((one.get("question") or {}).get("actor") for one in (view, before))
        if acts != acted:
            ui = replace(ui, selected=None)  # Whoever has the turn is looked at, and nobody who had it.
    if view.get("over") and not before.get("over"):
        ui = replace(ui, briefing=False)  # What it was for is decided.
    hidden = ui.over_hidden and bool(view.get("over"))
    return replace(ui, over_hidden=hidden, rolled=rolled[-3:] if rolled else ui.rolled)


def other_eyes(ui: UiState) -> UiState:
    """The same moment is seen by somebody else."""
    return replace(
        ui,
        chosen=Chosen(),
        cursor=(),
        selected=None,
        focus=NO_FOCUS,
        beside=None,
        ahead=frozenset(),
        spread="",
        first_pile=0,
    )


def lift(ui: UiState) -> UiState:
    """The curtain goes up."""
    return replace(ui, curtain=None)


def fresh(ui: UiState, curtain: str | None = None) -> UiState:
    """Nothing hovered, chosen or open, but for what a person has set; a curtain before whoever sits down."""
    return UiState(
        curtain=curtain,
        text=ui.text,
        palette=ui.palette,
        reduced_motion=ui.reduced_motion,
        pace=ui.pace,
        follow_events=ui.follow_events,
        sound=ui.sound,
        quality=ui.quality,
        full_screen=ui.full_screen,
        languages=ui.languages,
        spoken=ui.spoken,
        keys=ui.keys,
        overlay=ui.overlay,
        whole_log=ui.whole_log,
        codes=ui.codes,
        notice=ui.notice,
    )


def brief(ui: UiState, view: View) -> UiState:
    """Say what is played and what for, if that says anything."""
    game = view.get("game") or {}
    texts = [one.get("text") for one in (game.get("campaign"), game.get("mission")) if one]
    return replace(ui, briefing=any(texts) or bool(view.get("goals")))


# ------------------------------------------------------------------ what a table gives it


def adopt(ui: UiState, wanted: Settings) -> UiState:
    """These settings apply from now on."""
    return replace(
        ui,
        text=wanted.text,
        palette=wanted.palette,
        quality=wanted.quality,
        full_screen=wanted.full_screen,
        sound=wanted.sound,
        reduced_motion=wanted.reduced_motion,
        pace=wanted.pace,
        follow_events=wanted.follow_events,
    )


def offer_languages(ui: UiState, languages: Sequence[tuple[str, str]], present: str) -> UiState:
    """The settings have these languages to choose from, with what each is called."""
    return replace(ui, languages=tuple(languages), spoken=present)


def speak(ui: UiState, language: str) -> UiState:
    """Another language was chosen."""
    return replace(ui, spoken=language)


def list_keys(ui: UiState, keys: tuple[tuple[str, str], ...]) -> UiState:
    """The help lists these commands with their keys."""
    return replace(ui, keys=keys)


def limit_help(ui: UiState, mouse: tuple[tuple[str, str], ...], commands: frozenset[str]) -> UiState:
    """The help is of a table at which these things are done with the mouse, and only these commands work."""
    return replace(ui, mouse=mouse, commands=commands)
