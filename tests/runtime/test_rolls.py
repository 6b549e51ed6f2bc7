"""What the log says of a roll: what it is for, by itself or by the verb around it; on both back ends."""

from __future__ import annotations

import pytest

from support.rules import begun, play
from tilewright.runtime.game import Game

SHOTS = """
die d1: 1
kind shield is token:
  held_for: text
  owner: player or none
shield tower "Tower":
  held_for: "Wall"

to test of (least: number) for (purpose: text = "") gives number:
  roll d1 as face for purpose
  give face
to shoot "Shooting":
  roll d1 as shot
  roll d1 as save for "Armour"
  roll 2 d1 as drops for "Acid" by player.1
  roll d1 as blow for "" by player.1
  roll d1 as block for tower.held_for
  test of shot + save + blow for ("Stamina" if block = 1 else "Luck") as one
  test of first(drops) as other
  if one = other: win
to play: shoot
"""
SAID = [
    "Shooting: rolled 1.",
    "Armour: rolled 1.",
    "Acid: Player 1 rolls 1 and 1.",
    "Shooting: Player 1 rolls 1.",
    "Wall: rolled 1.",
    "Stamina: rolled 1.",
    "Shooting: rolled 1.",
]
HOOKS = """
game has:
  rolls: number
before roll: raise rolls by 1
instead of roll: proceed with by: player.1
after roll when result = 1: raise rolls by 10
"""


def rolled(game: Game) -> list[str]:
    return [line["text"] for line in game.log() if line["sort"] == "roll"]


def test_a_roll_says_what_it_is_for_or_else_its_verb_does() -> None:
    assert rolled(begun(SHOTS)) == SAID
    assert play(SHOTS).over == "win"


def test_a_roll_that_rules_stand_around_says_the_same() -> None:
    told = rolled(begun(SHOTS + HOOKS))
    assert told[1] == "Armour: Player 1 rolls 1."
    assert [line.split(":")[0] for line in told] == [
        *("Shooting", "Armour", "Acid", "Acid", "Shooting", "Wall", "Stamina", "Shooting")
    ]
    done = play(SHOTS + HOOKS)
    assert (done.over, done.game("rolls")) == ("win", 88)


def test_what_is_rolled_for_is_translated() -> None:
    data = begun(SHOTS).index.data
    texts = {key: {"Armour": "Panzer"}.get(words, words) for key, words in data["texts"].items()}
    assert rolled(Game.start({**data, "texts": texts}, 1, 1))[1] == "Panzer: rolled 1."


@pytest.mark.parametrize("more", ["for shields_here.top.held_for", "by shields_here.top.owner"])
def test_what_cannot_be_said_of_a_roll_ends_the_game_whether_it_is_told_or_not(more: str) -> None:
    text = SHOTS.replace("for tower.held_for", more)
    text = text.replace("die d1: 1", "die d1: 1\ngame has:\n  shields_here: pile of shield")
    end = begun(text).state.over
    assert play(text).over == "stuck" and end is not None and end.outcome == "stuck"
