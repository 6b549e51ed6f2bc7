"""The key of an action is the same whatever else is offered with it."""

from __future__ import annotations

from support.rules import begun
from tilewright.runtime.game import Game

YARD = """
system yard:
  players: 1
  begins: play
kind fighter is figure:
  armed: yes/no
fighter ada "Ada"
fighter ben "Ben"
fighter cid "Cid"
kind mask is figure:
  identity seen by nobody
  worth: number
mask gold "Gold":
  worth: 1
mask lead "Lead"
kind card_of_luck is card
card_of_luck luck "Luck"
board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
menu deeds "Deeds" for fighter
action strike "Strike" by (actor: fighter):
  in deeds
  needs actor.armed, "No arms"
action arm "Arm" by (actor: fighter):
  in deeds
  set actor.armed to yes
mission night "Night":
  board: yard
  setup:
    move ada to a1
    move cid to a1
    move gold to b1
    move lead to b1
to play:
  repeat 2:
    offer deeds to ada, or "Nothing": done
  choose who from all(fighters) where it.space is not none asking "Who?", or "Nobody": done
  choose mask from all(masks) asking "Which?"
  choose n from 0 to 3 asking "How many?", or "None": done
"""


def keys(game: Game) -> dict[str, str | None]:
    question = game.question("player.1")
    assert question is not None
    return {one["label"]: one["key"] for one in question["options"]}


def test_a_key_is_that_of_the_action_and_things_are_counted() -> None:
    game = begun(YARD)
    assert keys(game) == {"Arm": "2", "Nothing": "0"}, (
        "Strike has the first key, also while it cannot be taken"
    )
    game.answer(0, "player.1")
    assert keys(game) == {"Strike": "1", "Arm": "2", "Nothing": "0"}
    game.answer(0, "player.1")
    assert keys(game) == {"Ada at a1": None, "Cid at a1": None, "Nobody": "0"}, "a list runs 1, 2, 3"
    game.answer(0, "player.1")
    assert set(keys(game).values()) == {None}
    game.answer(0, "player.1")
    assert set(keys(game).values()) == {None}, "numbers are their own keys"
