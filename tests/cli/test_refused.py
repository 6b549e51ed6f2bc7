"""What commands say of values that fit nothing, of files that are damaged, and of places that take none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.packages import write_package
from tilewright.cli.main import main

GAME = """system race:
  players: 1 to 2
kind pawn is figure:
  steps: number = 0
pawn red
to play:
  repeat 3:
    choose n from 1 to 2
    raise red.steps by n
  win
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("CACHE", "STATE"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    write_package(tmp_path / "race", {"race.wright": GAME})
    return tmp_path


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


@pytest.fixture
def recorded(here: Path) -> str:
    play = ("play", "race", "--table", "text", "--seed", "1", "--record", "r.json")
    assert run(*play, typed="1\n2\nquit\n").exit_code == 0
    return "r.json"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "800"), "`800` is not a size; write 1600x900"),
        (("--size", "0x600"), "`0x600` is not a size"),
        (("--seat", "player.7"), "there is no seat `player.7`; there are player.1"),
    ],
)
def test_a_picture_of_nothing(words: tuple[str, ...], said: str) -> None:
    result = run("view", "race", "--screenshot", "race.png", *words)
    assert result.exit_code == 2 and said in result.output


def test_a_picture_after_answers_that_can_go_nowhere(here: Path) -> None:
    result = run("view", "race", "--screenshot", "/proc/race.png", "--after", "9", "--size", "200x100")
    assert result.exit_code == 2 and "cannot be written" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--film", "out", "--size", "big"), "`big` is not a size; write 960x540"),
        (("--seat", "player.7"), "there is no seat `player.7`; there are player.1"),
    ],
)
def test_a_recording_that_is_shown_to_nobody(recorded: str, words: tuple[str, ...], said: str) -> None:
    result = run("replay", recorded, *words)
    assert result.exit_code == 2 and said in result.output


def test_a_recording_of_more_players_than_can_play(recorded: str, here: Path) -> None:
    document = json.loads((here / recorded).read_text())
    (here / recorded).write_text(json.dumps(document | {"players": 5}))
    result = run("replay", recorded)
    assert result.exit_code == 1 and "is damaged" in result.output


def test_a_ledger_that_cannot_be_written(here: Path) -> None:
    (here / "race" / "stories.wright").write_text('tests for race\ntest "Red":\n  expect: red.steps = 0\n')
    result = run("test", "race", "--ledger", "nowhere/rules.md")
    assert result.exit_code == 2 and "cannot be written" in result.output


def test_a_terminal_that_is_interrupted_closes_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["1"])

    def one_line_and_no_more(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", one_line_and_no_more)
    result = run("play", "race", "--table", "text")
    assert result.exit_code == 0 and "To continue: tilewright play" in result.output


def test_the_oldest_games_make_room(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.cli import playing

    monkeypatch.setattr(playing, "KEPT", 2)
    games = here / "state" / "games"
    games.mkdir(parents=True)
    for number in range(4):
        (games / f"{number}.save.json").write_text("")
        (games / f"{number}.save.json").touch()
    assert run("play", "race", "--table", "text", typed="1\nquit\n").exit_code == 0
    assert not (games / "0.save.json").exists() and not (games / "1.save.json").exists()


@pytest.mark.parametrize("broken", ["race/race.wright", "race/texts/cs.yaml"])
def test_texts_of_a_package_with_mistakes(here: Path, broken: str) -> None:
    assert run("texts", "race", "cs").exit_code == 0
    path = here / broken
    path.write_bytes(b"\xff\xfe" if broken.endswith("yaml") else path.read_bytes() + b"kind\n")
    result = run("texts", "race", "cs")
    assert result.exit_code == 1 and "error[" in result.output
