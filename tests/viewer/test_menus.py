"""Menus without a window: what pages show, what lines do, and which of them mouse and keys light."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from support import tables
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.schemas.wording import ENGLISH, Wording
from tilewright.viewer.app.sittings import OF_TABLES
from tilewright.viewer.menus import menu_plugin, pausing, shelf, start, start_plugin
from tilewright.viewer.menus.shelf import GameChoice, GameMods, GameParts, KeptFile, ShelfMod, ShelfSetting
from tilewright.viewer.menus.start import Page, Start
from tilewright.viewer.menus.start_plugin import StartPlugin, start_screen
from tilewright.viewer.panels import ending, menu
from tilewright.viewer.panels.menu import Lit, MenuLine, MenuPage
from tilewright.viewer.panels.vocabulary import ChangeSetting, MenuButton, Rebind, TakeLine, Toggle
from tilewright.viewer.plugin import Sitting

NIGHT = ShelfSetting("night", "Night", ("no", "yes"), ("no", "yes"), "no")
STORM = ShelfMod("mods/storm", "storm", "The storm")
FROST = ShelfMod("frost", "frost", "The frost")
SAVED = KeptFile(
    Path("a.save.json"), "Lamps", "Night, round 2", "1 May 10:00", 3, ("storm",), unfinished=True
)
DELETE_ONE = "Delete one of these …"
CZECH = Wording("cs", {"engine/start_new": "Nová hra", "engine/language": "Čeština"})


class Shelf(shelf.Shelf):
    """Two games, one of which has mistakes."""

    def __init__(self) -> None:
        self.languages: Sequence[str] = ("en", "cs")
        self.sorts: Sequence[str] = ("human", "random", "greedy")
        self.asked: list[object] = []
        self.sets: dict[str, tuple[str, ...]] = {}
        self.saves = [KeptFile(Path("b.json"), "b.json", "", "", damaged=True), SAVED]
        self.recorded = [KeptFile(Path("c.json"), "Duel", "Day", "2 May 11:00", 9)]

    def speech(self, language: str) -> Wording:
        return CZECH if language == "cs" else ENGLISH

    def credits(self, language: str) -> Sequence[str]:
        return ("Somebody made it.",)

    def games(self, language: str) -> Sequence[shelf.ShelfGame]:
        lamps = shelf.ShelfGame(
            "lamps", "Lamps", "Lit at dusk.", "here", (1, 3), ("Night", "Day"), ("The week",)
        )
        return [lamps, shelf.ShelfGame("duel", "Duel", players=(2, 2)), shelf.ShelfGame("bad", "Bad")]

    def missions(self, choice: GameChoice, language: str) -> Sequence[shelf.ShelfMission] | str:
        if choice.game == "bad":
            return "There is no verb `nowhere`."
        week = shelf.ShelfMission("week", "The week", campaign=True)
        return [shelf.ShelfMission("night", "Night", "It is dark."), shelf.ShelfMission("day", "Day"), week]

    def parts(self, choice: GameChoice, language: str) -> GameParts | str:
        if set(choice.mods) == {"frost", "mods/storm"}:
            return "These mods do not go together."
        return GameParts((1, 3), ("Ann", "Bob", "Cid"), (NIGHT,))

    def mods(self, game: str) -> GameMods | str:
        return GameMods((STORM, FROST), dict(self.sets))

    def keep_set(self, name: str, choice: GameChoice) -> str | None:
        if not name:
            return "A set needs a name."
        self.sets[name] = choice.mods
        return None

    def forget_set(self, name: str) -> str | None:
        del self.sets[name]
        return None

    def kept(self, language: str) -> Sequence[KeptFile]:
        return list(self.saves)

    def recordings(self, language: str) -> Sequence[KeptFile]:
        return list(self.recorded)

    def delete(self, file: Path) -> str | None:
        if file.name == "b.json":
            return "b.json: permission denied."
        self.saves = [one for one in self.saves if one.file != file]
        self.recorded = [one for one in self.recorded if one.file != file]
        return None

    def boards(self, game: str) -> Sequence[str] | str:
        return ["yard"]

    def begin(self, choice: GameChoice, language: str) -> Sitting | str:
        self.asked.append((choice, language))
        return Sitting(FakeSession(tables.menu()))

    def load(self, file: Path, language: str) -> Sitting | str:
        return f"{file} does not fit."

    def replay(self, file: Path, language: str) -> Sitting | str:
        return Sitting(FakeSession(tables.menu()))

    def edit(self, game: str, board: str, language: str) -> Sitting | str:
        self.asked.append((game, board))
        return Sitting(FakeSession(tables.menu()))


@pytest.fixture
def own() -> Shelf:
    return Shelf()


@pytest.fixture
def screen(own: Shelf, opened_table: Callable[..., Unseen]) -> Unseen:
    sitting = start_screen(own)
    return opened_table(sitting.session, *sitting.plugins)


def plugin(table: Unseen) -> StartPlugin:
    return table.plugin(StartPlugin)


def lines(table: Unseen) -> list[str]:
    return [line.title for line in plugin(table).menu().lines]


def take(table: Unseen, title: str) -> None:
    """Click a line, and wait for what comes of it."""
    number = lines(table).index(title)
    table.click(TakeLine(number))
    table.until(lambda: not table.app.thinking.busy)
    table.turn()


def value(table: Unseen, title: str) -> str:
    return next(line.value for line in plugin(table).menu().lines if line.title == title)


# ------------------------------------------------------------------ pages


def test_a_game_is_chosen_and_begun(screen: Unseen, own: Shelf) -> None:
    assert lines(screen)[0] == "Continue" and value(screen, "Continue") == "Lamps"
    take(screen, "New game")
    shown = screen.panel("menu")
    assert all(one in shown for one in ("Lit at dusk.", "Missions: Night · Day", "Campaigns: The week"))
    assert value(screen, "Lamps") == "1 to 3 players" and value(screen, "Duel") == "2 players"
    assert value(screen, "Bad") == "", "nobody can tell"
    take(screen, "Lamps")
    assert lines(screen) == ["Night", "Day", "Campaigns", "The week"]
    take(screen, "Night")
    assert plugin(screen).lit.line == len(lines(screen)) - 1, "a second Enter begins"
    take(screen, "Players")
    assert lines(screen)[2:4] == ["Ann", "Bob"]
    take(screen, "Bob")
    assert value(screen, "Bob") == "bot, random"
    screen.keys("arrow_left")
    assert value(screen, "Bob") == "person"
    screen.keys("arrow_left", "arrow_right", "arrow_left")
    assert value(screen, "Bob") == "bot, thinking ahead"
    take(screen, "Settings of the game")
    take(screen, "Night")
    assert "Usually: no" in screen.panel("menu")
    screen.keys("escape")
    assert value(screen, "Settings of the game") == "1 changed"
    take(screen, "Seed")
    screen.keys("backspace", "b", "f10")
    screen.type("4x21\n")
    screen.keys("backspace", "enter")
    assert value(screen, "Seed") == "42"
    take(screen, "Mission")
    take(screen, "Day")
    assert value(screen, "Mission") == "Day" and len(plugin(screen).lits) == 3
    take(screen, "Begin")
    seats, settings = ("human", "greedy"), (("night", "yes"),)
    wanted = GameChoice("lamps", "day", 2, seats, (), settings, "42")
    assert own.asked == [(wanted, "en")] and screen.app.then is not None


def test_mods_and_sets_are_chosen_kept_and_forgotten(screen: Unseen, own: Shelf) -> None:
    take(screen, "New game")
    take(screen, "Lamps")
    take(screen, "The week")
    assert value(screen, "Mods") == "nothing"
    take(screen, "Mods")
    take(screen, "The storm")
    take(screen, "Keep as a set")
    screen.keys("enter")
    screen.until(lambda: plugin(screen).start.wrong == "A set needs a name.")
    screen.type("My set!")
    screen.keys("enter")
    screen.until(lambda: "Forget the set myset" in lines(screen))
    screen.keys("escape")
    screen.until(lambda: plugin(screen).start.page is Page.SETUP)
    assert value(screen, "Mods") == "myset"
    take(screen, "Mods")
    take(screen, "The frost")
    screen.keys("escape")
    screen.until(lambda: plugin(screen).start.wrong != "")
    assert "do not go together" in screen.panel("menu") and plugin(screen).start.page is Page.MODS
    take(screen, "myset")
    assert plugin(screen).start.choice.mods == ("mods/storm",)
    take(screen, "Forget the set myset")
    screen.until(lambda: "Sets" not in lines(screen))
    screen.keys("escape")
    assert value(screen, "Mods") == "storm"
    own.sets["all"] = ("frost", "mods/storm")
    take(screen, "Mods")
    screen.keys("escape")
    assert plugin(screen).start.page is Page.SETUP


def test_what_cannot_be_begun_is_told_and_there_is_a_way_back(screen: Unseen, own: Shelf) -> None:
    take(screen, "New game")
    take(screen, "Bad")
    assert "There is no verb" in screen.panel("menu")
    screen.click(MenuButton.BACK)
    take(screen, "Continue")
    assert "a.save.json does not fit." in screen.panel("menu") and screen.app.running
    own.recorded = []
    take(screen, "Recordings")
    assert "Nothing has been recorded yet." in screen.panel("menu")
    screen.keys("escape")
    take(screen, "Load")
    assert lines(screen) == ["b.json", "Lamps · Night, round 2", DELETE_ONE]
    assert "damaged" in screen.panel("menu")
    screen.keys("escape", "escape")
    assert plugin(screen).start.page is Page.MAIN and screen.app.running
    take(screen, "Board editor")
    take(screen, "Lamps")
    take(screen, "yard")
    assert own.asked == [("lamps", "yard")]


def test_a_saved_game_is_deleted_once_that_is_meant(screen: Unseen, own: Shelf) -> None:
    saved = "Lamps · Night, round 2"
    take(screen, "Load")
    take(screen, DELETE_ONE)
    assert lines(screen) == ["b.json", saved], "and nothing else can be taken there"
    take(screen, saved)
    assert f"{saved} will be gone for good" in screen.panel("menu")
    screen.keys("enter")
    assert plugin(screen).start.page is Page.DELETE and SAVED in own.saves, "who is too fast keeps it"
    take(screen, "b.json")
    take(screen, "Delete it")
    assert "permission denied" in screen.panel("menu") and plugin(screen).start.page is Page.SURE
    screen.keys("escape")
    take(screen, saved)
    take(screen, "Delete it")
    assert plugin(screen).start.page is Page.KEPT and lines(screen) == ["b.json", DELETE_ONE]
    screen.keys("escape")
    assert "Continue" not in lines(screen), "it was the game that was left last"


def test_the_delete_key_asks_for_the_line_that_is_lit(screen: Unseen, own: Shelf) -> None:
    screen.keys("delete")
    assert plugin(screen).start.page is Page.MAIN, (
        "what is gone on with stands there, too, and is not in a list"
    )
    take(screen, "Recordings")
    screen.keys("arrow_down", "delete")
    assert plugin(screen).start.page is Page.RECORDINGS, "nothing is kept in that line"
    screen.keys("arrow_up", "delete")
    assert plugin(screen).start.page is Page.SURE
    take(screen, "Delete it")
    assert "Nothing has been recorded yet." in screen.panel("menu") and own.recorded == []
    assert SAVED in own.saves
    screen.keys("delete", "escape")
    assert plugin(screen).start.page is Page.MAIN


def test_what_is_made_ready_is_told_until_it_is_there_or_cannot_be(
    screen: Unseen, own: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = threading.Event()

    def begin(choice: GameChoice, language: str) -> Sitting | str:
        waits.wait(20)
        return "It is dark."

    monkeypatch.setattr(own, "begin", begin)
    for title in ("New game", "Lamps", "Night"):
        take(screen, title)
    screen.click(TakeLine(lines(screen).index("Begin")))
    screen.turn(2)
    page = screen.panel("menu")
    assert all(said in page for said in ("Lamps", "Reading the rules")) and "Begin" not in page
    screen.keys("escape")
    waits.set()
    screen.until(lambda: not screen.app.thinking.busy)
    screen.turn()
    assert "It is dark." in screen.panel("menu") and "Begin" in lines(screen), "as it was chosen"


def test_language_settings_credits_and_leaving(screen: Unseen) -> None:
    take(screen, "Language")
    assert "Nová hra" in lines(screen) and value(screen, "Language") == "Čeština"
    take(screen, "Settings")
    screen.keys("arrow_down")
    screen.click(ChangeSetting("language"))
    screen.click(ChangeSetting("quality"))
    assert screen.app.settings.quality == "baked" and screen.app.settings.language == "en"
    screen.click(ChangeSetting("full_screen"))
    assert screen.app.settings.full_screen
    screen.keys("escape")
    take(screen, "Credits")
    assert ">Somebody made it.<" in screen.panel("menu"), "in letters that are read, not in small capitals"
    screen.keys("enter", "escape")
    assert screen.app.session.answer("player.1", [0]) and not screen.app.session.tick()
    assert screen.app.session.undo() and screen.app.session.redo()
    take(screen, "Quit")
    assert not screen.app.running


def test_the_language_of_a_game_changes_once_the_settings_are_closed(
    sitting_table: Callable[[Sitting], Unseen],
) -> None:
    wanted: list[str] = []
    other = Sitting(FakeSession(tables.menu()))

    def in_language(language: str) -> Sitting | str:
        wanted.append(language)
        return other if language == "cs" else "It is not there."

    languages = [("cs", "Čeština"), ("en", "English"), ("fr", "Français")]
    table = sitting_table(
        Sitting(FakeSession(tables.mission()), languages=languages, in_language=in_language)
    )
    table.keys("f10")
    assert ">English<" in table.panel("settings")
    table.click(ChangeSetting("language"))
    assert ">Français<" in table.panel("settings") and not wanted, "somebody is still choosing"
    table.keys("escape")
    table.until(lambda: table.said == "It is not there.")
    table.keys("f10")
    table.click(ChangeSetting("language"))
    table.keys("escape")
    table.until(lambda: not table.app.running)
    assert wanted == ["fr", "cs"] and table.app.then is other and table.app.settings.language == "cs"


def test_something_that_went_wrong_on_the_way_is_told_first(
    own: Shelf, opened_table: Callable[..., Unseen]
) -> None:
    sitting = start_screen(own, "The screen of the table was lost.")
    table = opened_table(sitting.session, *sitting.plugins)
    assert "was lost" in table.panel("menu")


def test_the_mouse_lights_what_it_comes_to_and_the_wheel_goes_on(screen: Unseen) -> None:
    there = screen.on(TakeLine(4))
    screen.point((there[0] - 3, there[1]))
    assert plugin(screen).lit.line == 0, "the screen has opened under the mouse"
    screen.point(there)
    assert plugin(screen).lit.line == 4
    screen.keys("arrow_down")
    screen.turn(3)
    assert plugin(screen).lit.line == 5, "a mouse that rests lights nothing"
    screen.wheel(there, up=False)
    screen.wheel(there, up=True)
    screen.keys("page_up", "arrow_up")
    assert plugin(screen).lit.line == len(lines(screen)) - 1
    screen.wheel(there, up=False)
    screen.keys("tab", "page_down", "x", "1")
    assert plugin(screen).lit.line == 8
    screen.drag(there, (there[0] + 90, there[1]))
    assert plugin(screen).start.page is Page.MAIN
    screen.keys("f10")
    assert screen.app.ui.settings, "keys of every table work here, too"


def test_keys_are_given_at_the_start_screen_too(screen: Unseen) -> None:
    take(screen, "Mouse and keys")
    assert screen.panel("help")
    screen.click(Rebind("fit"))
    screen.keys("f5")
    assert screen.app.settings.keys["fit"] == ("f5",)
    screen.keys("escape")
    assert not screen.panel("help") and plugin(screen).start.page is Page.MAIN


def test_long_lists_are_paged_by_the_mouse(screen: Unseen, own: Shelf) -> None:
    many = [shelf.ShelfGame(f"g{n}", f"Game {n}") for n in range(60)]
    own.games = lambda language: many  # type: ignore[method-assign]
    take(screen, "New game")
    screen.click(MenuButton.BELOW)
    assert plugin(screen).lit.line == 8
    screen.keys("end", "page_down", "page_down", "page_down")
    screen.click(MenuButton.ABOVE)
    assert plugin(screen).lit.line == 24
    assert plugin(screen).letter("x")


def test_what_is_written_can_be_left_and_a_game_may_vanish(screen: Unseen, own: Shelf) -> None:
    take(screen, "New game")
    take(screen, "Lamps")
    take(screen, "Night")
    take(screen, "Seed")
    screen.type("7")
    screen.keys("escape")
    assert value(screen, "Seed") == "by chance" and plugin(screen).start.page is Page.SETUP
    take(screen, "Mission")
    own.missions = lambda choice, language: "It is gone."  # type: ignore[method-assign]
    take(screen, "Day")
    assert "It is gone." in screen.panel("menu")
    take_settings = screen.on(TakeLine(0))
    screen.app.press(Toggle.SETTINGS)
    screen.turn()
    screen.wheel(take_settings, up=False)
    assert plugin(screen).lit.line == 0, "what is covered does not scroll"


def test_long_lists_scroll_and_narrow_windows_tell_below() -> None:
    every = tuple(MenuLine(f"Line {n}", told=f"Told {n}", on=bool(n % 2)) for n in range(40))
    page = MenuPage("Much", every, back="Back", wrong="")
    shown = menu.start_screen(page, Lit(39), 1600, 900)
    assert "Line 39" in shown.svg and "Line 3<" not in shown.svg
    assert MenuButton.ABOVE in [hit.action for hit in shown.hits]
    first = menu.start_screen(page, Lit(0), 800, 700)
    assert "Told 0" in first.svg and MenuButton.BELOW in [hit.action for hit in first.hits]
    wrong = menu.start_screen(replace(page, wrong="No!"), Lit(0), 800, 700)
    assert "No!" in wrong.svg and "Told 0" not in wrong.svg
    assert "No!" in menu.middle(replace(page, wrong="No!"), Lit(0), 700).svg
    picture = MenuLine("A", told="B", about="C", picture="data:image/png;base64,AAAA")
    assert "<image" in menu.start_screen(MenuPage("", (picture,)), Lit(0), 1600, 900).svg
    nothing = MenuPage("", (MenuLine("a", sort="heading"),))
    assert menu.moved(nothing, Lit(0), 1) == Lit(0) and menu.takeable(nothing) == []


def test_choices_are_pure() -> None:
    assert menu_plugin.chosen((1, 2, 3), 3, 1) == 1 and menu_plugin.chosen((1, 2), 7, 1) == 2
    empty = Start()
    assert start.written(empty, "1") == empty == start.rubbed_out(empty)
    assert start.closed(empty) == empty
    chosen = replace(empty, choice=GameChoice("lamps", settings=(("gone", "1"),)))
    other = start.parts_found(chosen, chosen.choice, (), GameParts((1, 2), ()), chosen.mods)
    assert other.choice == replace(chosen.choice, settings=())
    assert start.game_chosen(chosen, "lamps", ()).choice == chosen.choice
    assert start.game_chosen(chosen, "other", ()).choice == GameChoice("other")


# ------------------------------------------------------------------ the menu of a table, and the end


class Ended(FakeSession):
    """A game that is over."""

    def __init__(self) -> None:
        over = {"outcome": "win", "winners": ["player.1"], "reason": "All lamps burn.", "rule": "L-9"}
        super().__init__(tables.mission() | {"over": over})


@pytest.fixture
def sitting_table(
    opened_table: Callable[..., Unseen], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Sitting], Unseen]:
    def open_(sitting: Sitting) -> Unseen:
        table = opened_table(sitting.session, *OF_TABLES, sitting=sitting)
        table.app.home = lambda: Sitting(FakeSession(tables.menu()))
        table.app.redraw()
        table.turn()
        return table

    return open_


def menu_lines(table: Unseen, sort: type[pausing.TableMenu]) -> list[str]:
    return [line.title for line, _ in table.plugin(sort).choices()]


def click_line(table: Unseen, sort: type[pausing.TableMenu], title: str) -> None:
    table.click(TakeLine(menu_lines(table, sort).index(title)))
    table.until(lambda: not table.app.thinking.busy)


def test_escape_opens_the_menu_of_a_table(sitting_table: Callable[[Sitting], Unseen]) -> None:
    again = Sitting(FakeSession(tables.menu()))
    table = sitting_table(Sitting(FakeSession(tables.mission()), again=lambda: again))
    table.keys("escape")
    assert table.plugin(pausing.PausePlugin).holds() and "GO ON PLAYING" not in table.panel("prompt")
    assert menu_lines(table, pausing.PausePlugin) == [
        "Back to the table",
        "Settings",
        "Mouse and keys",
        "Begin again",
        "Start screen",
        "Quit",
    ]
    click_line(table, pausing.PausePlugin, "Settings")
    assert table.app.ui.settings
    table.keys("escape")
    click_line(table, pausing.PausePlugin, "Mouse and keys")
    assert table.app.ui.help
    table.keys("escape", "escape")
    assert not table.plugin(pausing.PausePlugin).open
    table.keys("escape")
    click_line(table, pausing.PausePlugin, "Begin again")
    assert table.app.then is again and not table.app.running


def test_a_table_is_left_for_the_start_screen(sitting_table: Callable[[Sitting], Unseen]) -> None:
    table = sitting_table(Sitting(FakeSession(tables.mission())))
    table.keys("escape")
    click_line(table, pausing.PausePlugin, "Start screen")
    assert table.app.then is not None and not table.app.running


def test_the_end_says_who_has_won_and_what_can_be_done(sitting_table: Callable[[Sitting], Unseen]) -> None:
    following = ("The next night", lambda: "It does not compile.")
    sitting = Sitting(Ended(), again=lambda: "No.", following=following)
    table = sitting_table(sitting)
    shown = table.panel("menu")
    assert "VICTORY" in shown and "All lamps burn." in shown and "TIME AT THIS TABLE" in shown
    assert "The next night" in shown
    table.keys("escape")
    assert table.panel("menu") == ""
    table.keys("escape")
    assert "VICTORY" in table.panel("menu")
    click_line(table, pausing.EndPlugin, "Next mission")
    assert table.said == "It does not compile." and table.app.running
    click_line(table, pausing.EndPlugin, "Look at the table")
    table.keys("escape", "backspace")
    table.until(lambda: table.said == "There is nothing to take back.")
    click_line(table, pausing.EndPlugin, "Quit")
    assert not table.app.running


def test_a_recording_has_no_end_of_its_own(sitting_table: Callable[[Sitting], Unseen]) -> None:
    class Recorded(Ended):
        recording = True

    table = sitting_table(Sitting(Recorded()))
    assert table.panel("menu") == ""


def test_a_greeting_stands_there_first(opened_table: Callable[..., Unseen]) -> None:
    table = opened_table(FakeSession(tables.mission()))
    greeted = Sitting(table.app.session, greeting="It fits up to answer 3.")
    table.app.sitting = greeted
    table.app.greet()
    assert table.said == "It fits up to answer 3."


def test_what_can_be_counted() -> None:
    log = [
        {"sort": "move", "data": {"more": [{"thing": "b"}]}},
        {"sort": "roll", "data": {"die": "d", "faces": ["1"]}},
        {"sort": "say", "data": {"look": "death"}},
        {"sort": "say", "data": {"look": "death"}},
        {"sort": "say", "data": {}},
    ]
    view = {"log": log, "values": {"round": 4, "alarm": True}, "titles": {}}
    assert ending.facts_of(view, 7, 3725, ENGLISH) == (
        ("Round", "4"),
        ("Answers", "7"),
        ("Moves", "2"),
        ("Rolls", "1"),
        ("Deaths", "2"),
        ("Time at this table", "1:02:05"),
    )
    assert ending.lasted(247) == "4:07"


def test_no_plugin_of_menus_leaves_its_hooks_empty() -> None:
    for base, hooks in (
        (menu_plugin.MenuPlugin, {"menu", "take", "back"}),
        (pausing.TableMenu, {"menu", "back", "choices"}),
    ):
        assert base.__abstractmethods__ == hooks
        with pytest.raises(TypeError):
            base(None)  # type: ignore[abstract, arg-type]
    assert start_plugin.NothingYet().seats() == []
