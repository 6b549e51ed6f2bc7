"""Commands that open a window, without one: what they hand to it, and what they say where it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.packages import write_package
from support.unseen import Unseen
from tilewright.cli.commands import play
from tilewright.cli.loading import load
from tilewright.cli.main import main
from tilewright.cli.source_watcher import Recipe, SourceWatcher
from tilewright.host import children
from tilewright.host.streams import OutputLost
from tilewright.runtime.game import Game
from tilewright.schemas.wording import Sentence
from tilewright.viewer.app import sittings
from tilewright.viewer.pictures import filming
from tilewright.viewer.plugin import Sitting
from tilewright.viewer.rendering.window import NoRenderer, WindowLost

GAME = """\
system lamps:
  players: 1
  begins: rounds

kind lamp is token
lamp red "Red lamp"

to rounds:
  repeat 30:
    choose n from 1 to 2
  win "It is light."

board yard of square "The yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+

mission night "Night":
  board: yard
  setup:
    move red to a1
"""


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("CACHE", "STATE", "CONFIG"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    write_package(tmp_path / "lamps", {"rules.wright": GAME})
    return tmp_path


class Window:
    """Stands where a window would be opened: notes what it was given, and ends as it is told to."""

    def __init__(self, ends: BaseException | None = None) -> None:
        self.ends = ends
        self.given: list[Any] = []

    def __call__(self, *given: Any, **_: Any) -> int:
        self.given += given
        if self.ends is not None:
            raise self.ends
        return 12


def opens(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, ends: BaseException | None = None
) -> Window:
    window = Window(ends)
    monkeypatch.setattr(module, name, window)
    return window


def after(first: Sitting) -> Sitting:
    """What lies on the table after the first page, on which it is made ready."""
    table = Unseen(first.session, first.plugins)
    try:
        table.until(lambda: not table.app.running)
    except BaseException:
        table.close()
        raise
    assert table.app.then is not None
    return table.app.then


# ------------------------------------------------------------------ play


def test_a_lost_window_and_an_interruption_end_a_game_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for ends, said in ((WindowLost("It is gone."), "It is gone."), (KeyboardInterrupt(), "")):
        opens(monkeypatch, sittings, "run_sittings", ends)
        result = run("play", "lamps", "--table", "3d", "--seed", "1")
        assert result.exit_code == 0 and said in result.output and "Traceback" not in result.output


def test_what_a_game_gets_stuck_at_is_told_before_a_window_opens(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = GAME.replace("is token\n", "is token:\n  lit: yes/no\n").replace(
        "repeat 30:\n    choose n from 1 to 2", "repeat:\n    set red.lit to not red.lit"
    )
    (here / "lamps" / "rules.wright").write_text(endless)
    monkeypatch.setattr(sittings, "run_sittings", lambda *_, **__: print("A window opens."))
    result = run("play", "lamps", "--table", "3d")
    told, _, _ = result.output.partition("A window opens.")
    assert "A rule goes on without end." in told and "rules.wright:10." in told, result.output


def test_where_no_window_opens_bots_play_unless_one_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import tilewright.viewer.pictures.stills as stills

    monkeypatch.setattr(stills, "screenshot", lambda *_, **__: "nothing")
    monkeypatch.setenv("DISPLAY", ":987")
    opens(monkeypatch, sittings, "run_sittings", NoRenderer("Install libx11-6."))
    asked = run("play", "lamps", "--table", "3d")
    assert asked.exit_code == 1 and "Install libx11-6." in asked.output
    assert f"tilewright play {Path.cwd() / 'lamps'} --table text" in asked.output
    alone = run("play", "lamps", "--seed", "1")
    assert alone.exit_code == 0 and "It is light." in alone.output


def test_bots_are_watched_while_they_play() -> None:
    turns = iter(range(60))
    session: Any = SimpleNamespace(
        seats=lambda: ["player.1"],
        tick=lambda: next(turns, None) is not None,
        view=lambda seat: {"seat": seat},
        game=SimpleNamespace(over=None),
    )
    assert play._watched(session) == {"seat": "player.1"}


def test_a_terminal_that_goes_ends_the_input_and_lost_output_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for problem, becomes in (
        (OSError(5, "Input/output error"), EOFError),
        (BrokenPipeError(), BrokenPipeError),
    ):
        monkeypatch.setattr("builtins.input", Window(problem))
        with pytest.raises(becomes):
            play._read("> ")
    monkeypatch.setattr("builtins.input", Window(OutputLost()))
    with pytest.raises(OutputLost):
        play._read("> ")


# ------------------------------------------------------------------ replay


@pytest.fixture
def recording(here: Path) -> str:
    result = run("play", "lamps", "--table", "text", "--record", "r.json", typed="1\n" * 3)
    assert Path("r.json").exists(), result.output
    return "r.json"


def test_a_recording_is_shown_at_the_table(recording: str, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[Sitting] = []
    monkeypatch.setattr(sittings, "run_sittings", lambda first, *_, **__: laid.append(after(first)))
    result = run("replay", recording, "--table")
    assert result.exit_code == 0 and "3 answers played." in result.output
    session: Any = laid[0].session
    assert session.recording and session.moment() == 3
    opens(monkeypatch, sittings, "run_sittings", NoRenderer("Install libx11-6."))
    result = run("replay", recording, "--table")
    assert result.exit_code == 1 and "Install libx11-6." in result.output and "3 answers" in result.output


def test_a_recording_of_a_game_with_mistakes_is_told_where_a_window_was_open(
    recording: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "lamps" / "rules.wright").write_text(GAME.replace("win ", "vin "))
    monkeypatch.setattr(sittings, "run_sittings", lambda first, *_, **__: after(first))
    result = run("replay", recording, "--table")
    assert "vin" in result.output and "Traceback" not in result.output, result.output


def test_a_film_is_made_of_a_recording_or_it_is_said_why_not(
    recording: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opens(monkeypatch, filming, "film")
    assert "out.gif: 12 frames." in run("replay", recording, "--film", "out.gif").output
    assert len(list(window.given[0])) == 4 and window.given[1] == Path("out.gif")
    for ends, code, said in (
        (NoRenderer("Install libx11-6."), 1, "Install libx11-6."),
        (OSError(28, "No space left on device"), 2, "out.gif cannot be written: no space left on device"),
    ):
        opens(monkeypatch, filming, "film", ends)
        result = run("replay", recording, "--film", "out.gif")
        assert result.exit_code == code and said in result.output


# ------------------------------------------------------------------ edit-board


def test_the_editor_of_a_board_is_opened_and_says_what_is_not_saved(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paints(first: Sitting, *_: Any, **__: Any) -> None:
        laid: Any = after(first).session
        assert laid.board.title == "yard" and laid.board.cell((1, 0), "") is None

    monkeypatch.setattr(sittings, "run_sittings", paints)
    result = run("edit-board", "lamps")
    assert result.exit_code == 0 and result.output.startswith("Not saved:")
    assert run("edit-board", "lamps", "garden").exit_code == 1, "there is no such board"
    opens(monkeypatch, sittings, "run_sittings", NoRenderer("Install libx11-6."))
    result = run("edit-board", "lamps", "yard")
    assert result.exit_code == 1 and "Install libx11-6." in result.output
    assert "there is no game `lmps`" in run("edit-board", "lmps").output
    (here / "lamps" / "rules.wright").write_text("sistem lamps:\n")
    assert run("edit-board", "lamps").exit_code == 1
    (here / "lamps" / "package.yaml").write_text("id: lamps\n")
    result = run("edit-board", "lamps")
    assert result.exit_code == 1 and "error[E09" in result.output


def test_the_editor_beside_a_table_is_a_process_for_the_board_that_is_played(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Sequence[str]] = []
    monkeypatch.setattr(children, "start", lambda *words: started.append(words))
    recipe = Recipe(here / "lamps", language="cs")
    package, program, _ = recipe.compile()
    assert package is not None and program is not None
    game = Game.start(program, 1)
    workshop = SourceWatcher(recipe, package, program, lambda: game)
    assert workshop.edit_board() == Sentence("engine/source_editor_opens")
    monkeypatch.setattr(workshop, "_thread", object())
    assert workshop.edit_board() == Sentence("engine/source_editor_opens_here")
    assert started[0] == (
        "tilewright.cli.main",
        "edit-board",
        "--language",
        "cs",
        str(here / "lamps"),
        "night",
    )
    monkeypatch.setattr(SourceWatcher, "played", {"mission": None, "board": {"spaces": []}})
    assert workshop.edit_board() == Sentence("engine/start_no_boards")


def test_a_place_that_no_source_says_is_none() -> None:
    loaded = load("lamps")
    assert loaded.place(None) == "" == loaded.place(10**6)


def test_a_game_that_begins_in_a_test_tells_its_mistakes_first(here: Path) -> None:
    test = ["tests for lamps", "", 'test "Dusk":', "  on night", "  given:", "    move red to nowhere"]
    (here / "lamps" / "tests.wright").write_text("\n".join([*test, "  expect:", "    red is red", ""]))
    result = run("play", "lamps", "--test", "Dusk", "--table", "3d")
    assert result.exit_code == 1 and "nowhere" in result.output
    # Also if it is played on another mission than the one that was named, which has no mistakes.
    with (here / "lamps" / "rules.wright").open("a") as rules:
        rules.write('\nmission day "Day":\n  board: yard\n  setup:\n    move red to b1\n')
    (here / "lamps" / "tests.wright").write_text("\n".join([*test, ""]).replace("on night", "on day"))
    result = run("play", "lamps/night", "--test", "Dusk", "--table", "text")
    assert result.exit_code == 1 and "nowhere" in result.output, result.output
