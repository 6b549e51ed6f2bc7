"""Sources that change under a game: the same moment with the new content, or the nearest earlier one."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.packages import write
from support.tables import GAMES
from tilewright.cli.board_sketch_view import drawing_board
from tilewright.cli.source_watcher import Recipe, SourceWatcher
from tilewright.dsl.editing.brushes import Brush
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.game import Game
from tilewright.runtime.history import manual_edits
from tilewright.runtime.history.manual_edits import Settable
from tilewright.runtime.tables.reloading import reloaded, same_rules
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.wording import ENGLISH, Sentence
from tilewright.viewer.app.fleeting import Fleeting
from tilewright.viewer.authoring import banner, manual_edit_panel, palette_panel
from tilewright.viewer.authoring.editor import BoardEditorPlugin
from tilewright.viewer.authoring.sources import Changed, SourceLocation, Trouble, editor_command, open_editor
from tilewright.viewer.authoring.watching import meant
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.panels.vocabulary import (
    Answer,
    ChangeValue,
    InspectEntry,
    ManualEditButton,
    OnBoard,
    OnPile,
    TakeBrush,
)

MANIFEST = 'id: lamps\ntitle: Lamps\nversion: 1.0.0\nengine: ">=0.1"\n'
RULES = """\
system lamps:
  players: 1
  begins: rounds

kind lamp is token:
  look: archetype pawn
lamp red "Red lamp"
game has:
  oil: number 0 to 9 = 3

to rounds [L-1]:
  repeat:
    if oil is 0: lose "Dark."
    offer chores to red

menu chores "Chores" for lamp

action burn "Burn" by (actor: lamp) [L-2]:
  in chores
  lower oil by 1
  say "It burns."

action go "Go" by (actor: lamp) to (goal: square from squares) [L-3]:
  in chores
  move actor to goal

board yard of square "The yard":
  drawing:
    +---+---+
    | .   . |
    +   +---+
    | .   . |
    +---+---+

mission night "Night":
  board: yard
  setup:
    move red to a1
"""


TESTS = """\
tests for lamps

test "A dark corner" [L-1]:
  on night
  given:
    move red to b2
    set oil to 1
  do:
    burn by red
  expect:
    oil is 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "lamps", {"package.yaml": MANIFEST, "rules.wright": RULES, "tests.wright": TESTS})


def opened(folder: Path, answers: int = 0) -> tuple[TableSession, SourceWatcher]:
    recipe = Recipe(folder)
    package, program, problems = recipe.compile()
    assert package is not None and program is not None, problems
    session = TableSession(Game.start(program, 1), ["player.1"])
    assert len(session.timeline) == 0
    for number in range(answers):
        question = session.view("player.1")["question"]
        wanted = "burn" if number % 2 == 0 else "go"
        option = next((o for o in question["options"] if o["action"] == wanted), question["options"][-1])
        assert session.answer("player.1", [option["id"]]) is None
    return session, SourceWatcher(recipe, package, program, lambda: session.game)


def edit(folder: Path, old: str, new: str) -> None:
    file = folder / "rules.wright"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def news(workshop: SourceWatcher) -> Any:
    workshop.compile()
    return workshop.news()


def test_another_word_needs_nothing_played_again(folder: Path) -> None:
    session, workshop = opened(folder, 3)
    digest, moment = session.game.digest(), session.moment()
    edit(folder, '"Red lamp"', '"Scarlet lamp"')
    edit(folder, "archetype pawn", "archetype drone")
    told = news(workshop)
    assert isinstance(told, Changed) and told.found.retold
    assert session.reload(told.found) is None
    assert session.game.digest() == digest and session.moment() == moment
    thing = next(one for one in session.view(None)["things"] if one["handle"] == "red")
    assert thing["title"] == "Scarlet lamp" and thing["look"]["archetype"] == "drone"
    earlier = next(one for one in session.view_at(1, None)["things"] if one["handle"] == "red")
    assert earlier["title"] == "Scarlet lamp"
    assert session.answer("player.1", [session.view("player.1")["question"]["options"][0]["id"]]) is None


def test_a_game_that_was_given_other_words_is_saved_as_one_of_the_new_program(folder: Path) -> None:
    """Its id was that of the new program as the old one was linked: nothing could load its save."""
    session, workshop = opened(folder, 3)
    edit(folder, '"Red lamp"', '"Scarlet lamp"')
    told = news(workshop)
    assert isinstance(told, Changed) and told.found.retold
    assert session.reload(told.found) is None
    again = Game.load(workshop.program, session.game.save())
    assert again.digest() == session.game.digest()


def test_another_rule_is_played_from_the_beginning(folder: Path) -> None:
    session, workshop = opened(folder, 3)
    oil, moment = session.view(None)["values"]["oil"], session.moment()
    edit(folder, "oil: number 0 to 9 = 3", "oil: number 0 to 9 = 8")
    told = news(workshop)
    assert not told.found.retold and session.reload(told.found) is None
    assert session.moment() == moment and session.view(None)["values"]["oil"] == oil + 5
    assert len(session.timeline) == moment


def test_what_does_not_fit_leads_to_the_nearest_earlier_moment(folder: Path) -> None:
    session, workshop = opened(folder, 6)
    edit(folder, 'lower oil by 1\n  say "It burns."', 'lower oil by 3\n  say "It burns."')
    said = session.reload(news(workshop).found)
    assert said is not None and "not fit any more" in said
    assert 0 < session.moment() < 6 and session.view(None)["number"] >= 1


def test_what_is_answered_while_it_compiles_is_kept(folder: Path) -> None:
    session, workshop = opened(folder, 2)
    edit(folder, "oil: number 0 to 9 = 3", "oil: number 0 to 9 = 8")
    told = news(workshop)
    question = session.view("player.1")["question"]
    assert session.answer("player.1", [question["options"][0]["id"]]) is None
    moment = session.moment()
    assert session.reload(told.found) is None and session.moment() == moment


def test_a_mistake_has_its_place_and_the_game_stays(folder: Path) -> None:
    session, workshop = opened(folder, 2)
    digest = session.game.digest()
    edit(folder, "lower oil by 1", "lower oill by 1")
    told = news(workshop)
    assert isinstance(told, Trouble) and told.place is not None
    assert told.place.path == folder / "rules.wright"
    assert told.place.line == RULES[: RULES.index("lower oil by 1")].count("\n") + 1
    assert "rules.wright" in banner.trouble(told).svg
    edit(folder, "oill", "oil")
    assert news(workshop).found is None and session.game.digest() == digest
    (folder / "package.yaml").unlink()
    assert isinstance(news(workshop), Trouble)


def test_only_what_is_read_or_seen_counts_as_shown(folder: Path) -> None:
    program = Recipe(folder).compile()[1]
    for old, new, same in [
        ('"Night"', '"Nights"', True),
        ("archetype pawn", "archetype drone", True),
        ('"It burns."', '"It glows."', True),
        ('"It burns."', '"{actor} burns."', False),
        ("by 1", "by 2", False),
        ("| .   . |\n    +   +---+", "| . | . |\n    +   +---+", False),
        ("[L-2]", "[L-7]", False),
    ]:
        text = (folder / "rules.wright").read_text()
        edit(folder, old, new)
        changed = Recipe(folder).compile()[1]
        assert program is not None and changed is not None
        assert same_rules(program, changed) == same, (old, new)
        (folder / "rules.wright").write_text(text)


def test_saves_of_the_old_game_do_not_stand_in_the_way(folder: Path) -> None:
    session, workshop = opened(folder, 3)
    session.note("Dark here.", 2)
    edit(folder, "= 3", "= 8")
    session.reload(news(workshop).found)
    assert session.notes() == [{"after": 2, "text": "Dark here."}]
    assert reloaded(session.game, workshop.program, workshop.program).retold


def test_a_game_at_a_test_is_reloaded_there(folder: Path) -> None:
    recipe = Recipe(folder, test="A dark corner")
    package, program, _ = recipe.compile()
    assert package is not None and program is not None
    session = TableSession(Game.start(program, 1), ["player.1"])
    assert session.adjust(manual_edits.given("A dark corner")) is None
    assert session.view(None)["values"]["oil"] == 1
    workshop = SourceWatcher(recipe, package, program, lambda: session.game)
    file = folder / "tests.wright"
    file.write_text(file.read_text().replace("set oil to 1", "set oil to 2"))
    told = news(workshop)
    assert session.reload(told.found) is None and session.view(None)["values"]["oil"] == 2


def test_a_thread_sees_an_edit(folder: Path) -> None:
    _, workshop = opened(folder, 2)
    workshop.watch()
    try:
        time.sleep(1.0)  # until the folder is watched
        edit(folder, '"Red lamp"', '"Scarlet lamp"')
        end, told = time.monotonic() + 20, None
        while told is None and time.monotonic() < end:
            told = workshop.news()
            time.sleep(0.01)
        assert isinstance(told, Changed) and told.found.retold
    finally:
        workshop.close()


def test_places_in_the_sources(folder: Path) -> None:
    _, workshop = opened(folder)
    lines = RULES.splitlines()

    def line(what: str, name: str) -> str:
        place = workshop.place_of(what, name)
        return lines[place.line - 1].strip() if place else ""

    assert line("thing", "red").startswith("lamp red")
    assert line("action", "burn").startswith("action burn")
    assert line("rule", "L-1").startswith("to rounds")
    assert line("space", "b2") == "| .   . |"
    assert workshop.place_of("space", "b2").line == RULES[: RULES.index("+   +---+")].count("\n") + 2  # type: ignore[union-attr]
    assert line("link", "wall.1") == "| .   . |"
    assert workshop.place_of("rule", "no such rule") is None


SIDES = """\
board   yard of square:
  side: day
  drawing:
    +---+---+
    | .   . |
    +---+---+
  side: night
  drawing:
    +---+
    | . |
    +   +
    | . |
    +---+

mission night "Night":
  layout:
    | board | side | turned |
    | yard  | SIDE |
"""


@pytest.mark.parametrize(
    ("side", "space", "line"),
    [
        ("day   | ", "b1", 5),
        ("night | ", "a1", 10),
        ("night | ", "a2", 12),
        ("night | around", "a1", 12),
        ("night | around", "a2", 10),
        ("night | right", "a1", 12),
        ("night | right", "b1", 10),
    ],
)
def test_a_space_is_found_however_its_board_lies(folder: Path, side: str, space: str, line: int) -> None:
    (folder / "tests.wright").unlink()
    (folder / "rules.wright").write_text(RULES[: RULES.index("board")])
    (folder / "yard.wright").write_text(f"content for lamps\n{SIDES.replace('SIDE', side)}")
    _, workshop = opened(folder)
    place = workshop.place_of("space", space)
    called = Sentence("engine/of", (space, "yard"))
    assert place == SourceLocation(folder / "yard.wright", line + 1, 1, called)


def test_what_is_meant_by_what_is_under_the_mouse() -> None:
    view = {
        "things": [{"handle": "red", "kind": "lamp"}],
        "board": {"spaces": [{"name": "a1", "kind": "square"}], "links": []},
        "question": {"rule": "L-1", "options": [{"id": 4, "action": "burn"}]},
        "log": [{"n": 7, "rule": "L-2"}],
    }
    assert meant(view, OnBoard("thing", "red")) == [("thing", "lamp")]
    assert meant(view, OnBoard("space", "a1")) == [("space", "a1"), ("thing", "square")]
    assert meant(view, Answer((4,))) == [("action", "burn"), ("rule", "L-1")]
    assert meant(view, InspectEntry(7)) == [("rule", "L-2")]
    assert meant(view, OnBoard("thing", "nobody")) == [] and meant(view, None) == []


def test_editors_open_at_a_line(tmp_path: Path) -> None:
    place = SourceLocation(Path("/p/a file.wright"), 12, 3)
    for editor, command in [
        ("code -r", ["code", "-r", "--goto", "/p/a file.wright:12:3"]),
        ("/usr/bin/vim", ["/usr/bin/vim", "+12", "/p/a file.wright"]),
        ("emacsclient -n", ["emacsclient", "-n", "+12", "/p/a file.wright"]),
        ("subl", ["subl", "/p/a file.wright:12:3"]),
        ("kate", ["kate", "--line", "12", "/p/a file.wright"]),
        ("pycharm", ["pycharm", "--line", "12", "/p/a file.wright"]),
        ("notepad++.exe", ["notepad++.exe", "-n12", "/p/a file.wright"]),
    ]:
        assert editor_command(editor, place) == command
    assert "set VISUAL" in open_editor(place, {})
    assert "there is no" in open_editor(place, {"EDITOR": "no-such-editor-here"})
    assert "is not a command" in open_editor(place, {"EDITOR": "vim 'half"})
    seen = tmp_path / "seen"
    script = tmp_path / "ed"
    script.write_text(f'#!/bin/sh\necho "$@" > {seen}\n')
    script.chmod(0o755)
    assert open_editor(place, {"VISUAL": str(script), "EDITOR": "no"}) == str(place)
    end = time.monotonic() + 10
    while not seen.exists() and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.1)
    assert seen.read_text().split() == ["+12", "/p/a", "file.wright"]


def test_no_file_is_called_like_an_option_of_the_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "vim"
    script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/part; mv {tmp_path}/part {tmp_path}/seen\n')
    script.chmod(0o755)
    open_editor(SourceLocation(Path("-c!touch owned.wright"), 1), {"VISUAL": str(script)})
    end = time.monotonic() + 60
    while not (tmp_path / "seen").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert (tmp_path / "seen").read_text() == f"+1 {tmp_path}/-c!touch owned.wright\n"


def test_an_editor_in_the_folder_of_a_package_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".::{tmp_path / 'nowhere'}")
    (tmp_path / "vim").write_text("#!/bin/sh\n")
    (tmp_path / "vim").chmod(0o755)
    assert "there is no vim" in open_editor(SourceLocation(Path("rules.wright"), 1), {"VISUAL": "vim"})


def test_values_go_up_and_down_or_round() -> None:
    def changed(way: str, value: str, *words: str, several: bool = False) -> str:
        return manual_edit_panel.changed_value(Settable("x", value, list(words), several), way)

    assert changed("more", "3") == "4" and changed("less", "3") == "2" and changed("next", "3") == "4"
    assert changed("more", "yes", "no", "yes") == "no"
    assert changed("less", "red", "red", "green", "blue") == "blue"
    assert changed("more", "", "a", "b", "c", several=True) == "a"
    assert changed("more", "b", "a", "b", "c", several=True) == "b, a"
    assert changed("next", "b, a", "a", "b", "c", several=True) == "b, c"
    assert changed("next", "c, b", "a", "b", "c", several=True) == "c, a", "round and round, nothing twice"
    assert changed("less", "c, b", "a", "b", "c", several=True) == "c"
    assert changed("less", "", "a", several=True) == "" and changed("more", "a", "a", several=True) == "a"


def test_the_panel_of_table_mode_lists_what_can_be_set(folder: Path) -> None:
    session, _ = opened(folder)
    assert session.settable("", "player.1") == [Settable("oil", "3", [])]
    shown = manual_edit_panel.values_and_piles(
        session.view("player.1"), "The game", session.settable("", "player.1")
    )
    offered = {hit.action for hit in shown.hits}
    assert {ChangeValue("oil", "more"), ChangeValue("oil", "less"), ManualEditButton.GAME} <= offered
    assert all(hit.x >= 0 and hit.x + hit.w <= shown.w and hit.y + hit.h <= shown.h for hit in shown.hits)


def test_many_values_and_piles_of_table_mode_have_pages(mission: dict[str, Any]) -> None:
    values = [Settable(f"v{n}", "1", [], False) for n in range(12)]
    mission["piles"] += [
        {"place": f"{owner}.{n}", "name": f"p{n}", "owner": owner, "count": n, "sort": sort, "things": None}
        for owner, sort in (("varga", "slot"), ("player.2", "pile"))
        for n in range(6)
    ]
    every = len(values) + len(mission["piles"])
    shown: list[Any] = []
    for first in range(0, every, 9):
        page = manual_edit_panel.values_and_piles(
            mission, "Varga", values, owner="varga", first=first, most=9
        )
        shown += [hit.action for hit in page.hits]
        assert f"of {every}" in page.svg
    places = [one.place for one in shown if isinstance(one, OnPile)]
    names = [one.name for one in shown if isinstance(one, ChangeValue) and one.way == "next"]
    assert names == [one.name for one in values]
    assert sorted(places) == sorted(one["place"] for one in mission["piles"])
    assert all(place.startswith("varga.") for place in places[:6]), "those of what is selected come first"


def test_a_long_palette_has_pages() -> None:
    brushes = [Brush("thing", f"thing.{n}", f"thing {n}") for n in range(45)]
    for first, wanted in ((0, range(20)), (20, range(20, 40)), (40, range(40, 45))):
        shown = palette_panel.palette(
            brushes, 0, "things", symmetric=False, filling=False, dirty=False, first=first
        )
        numbers = [hit.action.number for hit in shown.hits if isinstance(hit.action, TakeBrush)]
        assert numbers == list(wanted)
        assert f"{first + 1}–{wanted[-1] + 1} of 45" in shown.svg


def test_a_window_with_unsaved_edits_is_left_at_the_second_time(folder: Path) -> None:
    package, _ = read_package(folder)
    assert package is not None
    said: list[str] = []
    app: Any = SimpleNamespace(tell=said.append, ui=UiState(), become=lambda ui: None)
    app.fleeting = Fleeting(app)
    app.showing = SimpleNamespace(show_moment=lambda **_: None)
    plugin = BoardEditorPlugin(app, drawing_board(package, "yard"))
    assert not plugin.leaving()
    assert plugin.board.thing("walker", "a1") is None
    assert plugin.leaving()
    assert "not saved" in said[0]
    assert not plugin.leaving()


def test_a_board_is_saved_into_its_package_and_through_no_link_out_of_it(folder: Path) -> None:
    package, _ = read_package(folder)
    assert package is not None
    board = drawing_board(package, "yard")
    assert board.thing("walker", "a1") is None
    ((shown, text),) = board.sketch.changed().items()
    file = package.places[shown]
    elsewhere = folder.parent / "elsewhere"
    elsewhere.write_bytes(file.read_bytes())
    before = elsewhere.read_text()
    file.unlink()
    file.symlink_to(elsewhere)
    assert "a link leads out" in ENGLISH.tell(board.save()) and board.dirty()
    assert elsewhere.read_text() == before and file.is_symlink()
    file.unlink()
    other = file.with_name("other.txt")
    other.write_text(before)
    file.symlink_to(other.name)
    assert board.save().key == "engine/edit_written" and other.read_text() == text and file.is_symlink()


def test_what_goes_wrong_with_a_change_is_told_and_the_thread_lives_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, workshop = opened(folder)
    assert workshop._trouble([], workshop.package).message == Sentence("engine/source_no_program")

    def breaks() -> Any:
        raise RuntimeError("ours")

    monkeypatch.setattr(workshop, "recipe", SimpleNamespace(compile=breaks))
    told = news(workshop)
    assert told == Trouble(None, Sentence("engine/source_not_applied", ("RuntimeError: ours",)))


def test_rooms_are_found_in_their_table_whatever_file_comes_first(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "ship", tmp_path / "ship")
    (tmp_path / "ship" / "aaa.wright").write_text('content for ship\n\ncrew cook "Cook"\n')
    recipe = Recipe(tmp_path / "ship")
    package, program, problems = recipe.compile()
    assert package is not None and program is not None, problems
    game = Game.start(program, 1)
    workshop = SourceWatcher(recipe, package, program, lambda: game)
    lines = (tmp_path / "ship" / "game.wright").read_text().splitlines()
    place = workshop.place_of("space", "lab")
    assert place is not None and lines[place.line - 1].startswith("    | lab ")
    assert workshop.place_of("space", "nowhere") is None
