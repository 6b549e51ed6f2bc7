"""Nothing that a package says steers a terminal or ends a picture, also where no check has seen it."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from rich.table import Table

from support.packages import write_package
from support.screens import nothing_draws
from tilewright.cli.main import main
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import find_package, read_package
from tilewright.host.terminal import progress, show, wipe
from tilewright.host.text import HARMFUL
from tilewright.runtime.game import Game
from tilewright.viewer.common import svg
from tilewright.viewer.pictures.stills import NoRenderer, screenshot

GAME = "learn/2_first_board"
EVIL = "\x1b]0;owned\x07\x08\r\x0b\x7f\x9b2J\u202e\u2066\u2028\ufeff\ufffe"
TOLD = ("title", "text", "doc", "plural")


def spoilt(program: Any, evil: str = EVIL) -> Any:
    """The program with harm in everything that people read in it."""
    program = deepcopy(program)

    def go(value: Any) -> None:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(inner, dict | list):
                go(inner)
            elif (
                key in TOLD
                and isinstance(inner, str)
                and not (isinstance(value, dict) and "op" in value)
                and inner not in program["texts"]
            ):
                value[key] = f"A{evil}{inner}"

    go(program)
    program["texts"] = {key: f"A{evil}{words}" for key, words in program["texts"].items()}
    return program


def compiled(name: str) -> Any:
    found = find_package(name)
    assert found is not None
    package, _ = read_package(found[0])
    assert package is not None
    return compile_package(package).program


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Every command plays the spoilt program, as if it came from elsewhere."""
    program = spoilt(compiled(GAME))
    monkeypatch.setattr("tilewright.cli.loading.compiled", lambda *_: program)
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("DISPLAY", raising=False)
    return program


def said(*args: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, args, input=typed)
    assert not isinstance(result.exception, Exception), result.exception
    harm = HARMFUL.search(result.output)
    assert harm is None, (args, result.output[max(0, harm.start() - 40) : harm.end() + 40])
    assert "Tilewright's mistake" not in result.output
    return result


def test_the_text_table(unchecked: Any, tmp_path: Path) -> None:
    typed = "table\nlook lamp\nhand\nlog\nwhy\n1\n1\n1\n1\nundo\nlog\nquit\n"
    out = said("play", GAME, "--table", "text", "--record", str(tmp_path / "a.json"), typed=typed).output
    assert "␛]0;owned␇" in out
    assert said("replay", str(tmp_path / "a.json"), "--game", GAME, "--log").output


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", GAME, "--games", "3", "--jobs", "1", "--cards"],
        ["simulate", GAME, "--games", "3", "--jobs", "1", "--cards", "--json"],
        ["explain", GAME, "walk"],
        ["explain", GAME, "L-4"],
        ["play", GAME, "--players", "nobody"],
    ],
)
def test_what_commands_print(unchecked: Any, command: list[str]) -> None:
    assert said(*command).output


def test_a_recording(tmp_path: Path) -> None:
    game = Game.start(compiled(GAME), 1, 1)
    recording = {
        "format": "tilewright/replay/1",
        **{name: game.save()[name] for name in ("program", "seed", "players")},
    }
    for answer in (
        {"seat": f"p{EVIL}", "at": f"x{EVIL}", "chosen": [f"y{EVIL}"]},
        {"seat": "player.1", "at": f"x{EVIL}", "chosen": [f"y{EVIL}"]},
    ):
        (tmp_path / "r.json").write_text(json.dumps({**recording, "answers": [answer]}))
        assert "␛]0;owned␇" in said("replay", str(tmp_path / "r.json"), "--game", GAME).output
    odd = {**recording, "answers": [], "program": {**recording["program"], "game": EVIL, "package": EVIL}}
    (tmp_path / "r.json").write_text(json.dumps(odd))
    assert "␛]0;owned␇" in said("replay", str(tmp_path / "r.json")).output


@pytest.mark.parametrize("form", ["text", "lines", "json"])
def test_check(form: str, tmp_path: Path) -> None:
    folder = write_package(
        tmp_path / "case",
        {
            f"a{EVIL}\n.wright": f'system case\n\nto play: say "{EVIL}"\n'.encode(),
            "texts/cs.yaml": f'verb/{EVIL}/say: "{EVIL}"'.encode(),
        },
    )
    out = said("check", str(folder), "--format", form).output
    assert "E0113" in out
    if form == "json":
        assert any("\x1b" in record["file"] for record in json.loads(out[: out.rindex("]") + 1]))
    else:
        assert "␛]0;owned␇" in out and "a␛]0;owned␇␈␍␋␡" in out


def test_other_commands(tmp_path: Path) -> None:
    source = f'system case\n\nto play: say "{EVIL}"\n'
    folder = write_package(tmp_path / "case", {"a.wright": source.encode()})
    assert "E0113" in said("test", str(folder)).output
    assert "E0113" in said("texts", str(folder), "cs").output
    assert "E0113" in said("simulate", str(folder)).output
    assert "␛" in said("words", EVIL).output
    assert "␛" in said("check", str(tmp_path / EVIL)).output


def test_colours_are_ours_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_package(tmp_path / "case", {"a.wright": b'system case\n\nto play: deel "\x1b[31m"\n'})
    package, problems = read_package(folder)
    from tilewright.dsl.compile import check_package
    from tilewright.dsl.problems.render import render_text
    from tilewright.host.terminal import say_coloured

    assert package is not None
    painted = render_text(problems + check_package(package), package, colour=True)
    assert "\x1b[" in painted and '\x1b[31m"' not in painted and "␛[31m" in painted
    written: list[str] = []
    monkeypatch.setattr("click.echo", lambda text, err: written.append(text))
    say_coloured(painted + "\x9b\x1b]0;")
    assert written == [painted + "\ufffd␛]0;"]


# ------------------------------------------------------------------ pictures


def test_a_text_in_a_picture() -> None:
    body = svg.line(5, 20, f"Title\x0bsecond{EVIL}\ud800") + svg.line(5, 40, svg.fitted(EVIL, 12, 500, 50))
    assert svg.raster(svg.document(200, 60, body)).size == (200, 60)
    assert svg.clean("Title\x0bsecond") == "Titlesecond"


def test_a_picture_of_the_table(tmp_path: Path) -> None:
    program = spoilt(compiled(GAME), EVIL + "\nload-display x")
    game = Game.start(program, 1, 2)
    while game.state.q is not None and len(game.steps) < 4:
        seat = game.asked_seats()[0]
        game.give(seat, [next(iter(_options(game, seat)))])
    try:
        screenshot(game.view(game.seats[0]), tmp_path / "a.png", size=(320, 180))
    except NoRenderer as problem:
        nothing_draws(str(problem))
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (320, 180)


def _options(game: Game, seat: int) -> list[int]:
    from tilewright.runtime.history.replay import offered

    return list(offered(game, seat).values())


def test_the_screen_is_cleared_with_what_has_scrolled_off_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wipe()
    assert capsys.readouterr().out == "\n" * 100, "where no terminal is, it goes out of sight"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    wipe()
    assert capsys.readouterr().out == "\x1b[2J\x1b[3J\x1b[H"


# ------------------------------------------------------------------ tables


def test_a_pipe_has_no_edge(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("Rule", "Where")
    table.add_row("r" * 150, "system/a_file_with_a_long_name.wright:1234")
    show(table)
    told = capsys.readouterr().out.splitlines()
    assert (
        sum("system/a_file_with_a_long_name.wright:1234" in line and "r" * 150 in line for line in told) == 1
    )
    assert len(told) == 5, "nothing is wrapped"


def test_brackets_and_colons_in_a_table_are_what_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """What content calls its files and rules is no markup, which would colour or swallow it."""
    cells = "a/[red]b.wright:7", "c/[/b].wright:1", ":skull: [link=https://x.org]here[/link]"
    table = Table("Where")
    for cell in cells:
        table.add_row(cell)
    show(table)
    out = capsys.readouterr().out
    assert all(cell in out for cell in cells)
    with progress("d/[/b]\x1b[2J") as told:
        told(1, 2)
