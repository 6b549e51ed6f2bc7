"""A game that begins at the position of a story: nothing that prepares a game runs over it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support.cases import package_of
from tilewright.dsl.compile import test_programs as programs_of
from tilewright.runtime.game import Game
from tilewright.runtime.history.manual_edits import given

GAME = """\
system case:
  players: 1
  begins: play
kind coin is token
coin penny
game has:
  stock: number = 2
  rounds, limit: number
  purse: pile of coin
mission day:
  setup:
    set limit to 9
{play}
to work:
  raise rounds by 1
  choose n from 1 to 3
  lower stock by n
"""

PLAYS = {
    "a verb": "to play:\n  prepare\n  repeat: work\nto prepare:\n  set stock to 20\n  move penny to purse",
    "statements": "to play:\n  set stock to 20\n  move penny to purse\n  repeat while stock > 0: work\n  win",
    "rules around it": """\
to play:
  set stock to 20
  repeat: work
instead of play when rounds < 9: proceed
after work when during play: raise limit by 1""",
}

STORIES = """
tests for case
test "Some of it is left":
  on day
  given: set stock to 7
  do: work
  expect: asked player.1
test "All of it":
  on day
  do: setup
  expect: limit = 9
"""


def game_of(play: str) -> Game:
    programs, problems = programs_of(package_of(GAME.format(play=play), ("stories.wright", STORIES.lstrip())))
    assert not any(one.is_error for one in problems), problems
    (program,) = programs
    return Game.start(program, 1)


def values(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = game.view(None)["values"]
    return found


@pytest.mark.parametrize("play", PLAYS)
def test_what_a_story_gives_stays_where_the_game_prepares_itself(play: str) -> None:
    game = game_of(PLAYS[play])
    assert values(game)["stock"] == 20
    game.adjust(given("Some of it is left"))
    assert values(game) == {"stock": 7, "rounds": 1, "limit": 0}
    assert not any(thing["place"] == "purse" for thing in game.view(None)["things"])
    game.answer(1, "player.1")
    assert values(game) == {"stock": 5, "rounds": 2, "limit": int("rules" in play)}
    assert Game.load(game.index.data, json.loads(json.dumps(game.save()))).digest() == game.digest()


@pytest.mark.parametrize(
    "play",
    [
        "to play:\n  set stock to 20\n  work",
        "to play:\n  set stock to 20\n  let most = stock\n  repeat most: work",
    ],
)
def test_a_game_without_a_loop_of_its_own_is_played_from_its_first_line(play: str) -> None:
    game = game_of(play)
    game.adjust(given("Some of it is left"))
    assert values(game) == {"stock": 20, "rounds": 1, "limit": 0}


@pytest.mark.parametrize("play", PLAYS)
def test_a_story_that_gives_nothing_begins_where_the_game_does(play: str) -> None:
    game = game_of(PLAYS[play])
    before = values(game)
    game.adjust(given("All of it"))
    assert values(game) == before
