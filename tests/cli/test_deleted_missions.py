"""A mission that a mod deletes is gone wherever it was offered, and whoever asks is told by whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write_package

GAME = """\
system dice:
  players: 1

die d6: 1 to 6
game has:
  score: number = 0
to play:
  choose n from 1 to 2
  count_one
  if score = n: win "Done."
  win "More."
to count_one: raise score by 1

board table of square:
  drawing:
    +---+
    | . |
    +---+
board chair of square:
  drawing:
    +---+---+
    | . | . |
    +---+---+
mission one "One":
  board: table
mission two "Two":
  board: chair
campaign tour "Tour":
  begins: travel
to travel:
  play_mission one
  win
"""
STORIES = """\
tests for dice

test "The second is played":
  on two
  do: count_one
  expect: score = 1
test "The first is played":
  on one
  do: count_one
  expect: score = 1
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "dice", {"dice.wright": GAME, "tests.wright": STORIES})
    mod(tmp_path, "short", "delete mission two\ndelete board chair\n")
    return tmp_path


def mod(here: Path, name: str, text: str) -> None:
    write_package(here / name, {f"{name}.wright": f"mod {name} for dice\n\n{text}"}, ("dice",))


def test_the_game_is_fine_without_it() -> None:
    result = run("check", "dice", "--mod", "short", "--format", "lines")
    assert result.exit_code == 0
    assert "error" not in result.output


@pytest.mark.parametrize("command", ["play", "simulate", "view", "explain"])
def test_who_asks_for_it_is_told_who_deletes_it(command: str) -> None:
    more = {"play": ["--table", "text"], "explain": ["play"], "view": ["--screenshot", "x.png"]}.get(
        command, []
    )
    result = run(command, "dice/two", *more, "--mod", "short")
    assert result.exit_code == 2
    assert "`dice` has no mission `two` with the mod `short`, which deletes it" in result.output


def test_it_is_offered_nowhere() -> None:
    assert "two" in run("explain", "dice").output
    assert "two" not in run("explain", "dice", "--mod", "short").output
    result = run(
        "simulate", "dice", "--every-mission", "--games", "9", "--jobs", "1", "--json", "--mod", "short"
    )
    found = {one["mission"]: one["findings"] for one in json.loads(result.stdout)["missions"]}
    assert found == {"one": [], "two": ["gone: the mods take it out"]}
    assert "there are one, tour" in run("play", "dice/xyz", "--mod", "short").output


def test_stories_that_are_played_on_it_are_left_out() -> None:
    result = run("test", "dice", "--mod", "short")
    assert result.exit_code == 0
    assert "about what is gone" in result.output
    assert "broken" not in result.output


def test_a_campaign_that_plays_it_is_told(here: Path) -> None:
    mod(here, "short", "delete mission one\n")
    result = run("check", "dice", "--mod", "short")
    assert result.exit_code == 1
    assert "E0215" in result.output
    assert "delete mission one" in result.output and "play_mission one" in result.output


def test_a_campaign_that_is_deleted_is_gone(here: Path) -> None:
    mod(here, "short", "delete campaign tour\n")
    result = run("play", "dice/tour", "--table", "text", "--mod", "short")
    assert "`dice` has no mission `tour` with the mod `short`, which deletes it" in result.output


def test_a_game_of_which_no_mission_is_left(here: Path) -> None:
    mod(here, "short", "delete campaign tour\ndelete mission one\ndelete mission two\n")
    result = run("play", "dice", "--table", "text", "--mod", "short")
    assert result.exit_code == 2
    assert "no mission of `dice` is left: the mod `short` deletes " in result.output
