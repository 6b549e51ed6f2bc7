"""What can be done with a thing, space or link before an action is chosen, as far as its seat can tell."""

from __future__ import annotations

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.hints import ahead
from tilewright.runtime.hints.odds import odds

YARD = """
system yard:
  players: 2
  begins: play
die luck: 1 to 6
kind fighter is figure:
  arms: pile of arm
fighter ada "Ada"
kind foe is figure:
  wounds: number = 3
foe imp "Imp"
foe ogre "Ogre"
kind arm is card:
  range: number
arm bow "Bow":
  range: 3
arm axe "Axe":
  range: 1
kind mask is token:
  identity seen by nobody
  worth: number
mask gold "Gold":
  worth: 1
mask lead "Lead"
relation step between squares:
  joins sides
board yard of square:
  drawing:
    +-+-+-+-+-+
    |. . . . .|
    +-+-+-+-+-+
menu deeds "Deeds" for fighter
action strike "Strike" by (actor: fighter) with (arm from actor.arms) at (
    foe from foes where steps(actor, it, step) <= arm.range, noting "wounds it"):
  in deeds
  roll luck as rolled
  if rolled < 3:
    lower foe.wounds by 1
action walk "Walk" by (actor: fighter):
  in deeds
  choose next from neighbours(actor, step), or "Stay": done
  move actor to next
action stumble "Stumble" by (actor: fighter):
  in deeds
  roll luck as rolled
  choose next from neighbours(actor, step)
  move actor to next
action take "Take" by (actor: fighter) of (mask from masks where it.worth = 1):
  in deeds
action pass "Pass" by (actor: fighter):
  in deeds
  set resting to yes
game has:
  resting: yes/no
mission night "Night":
  board: yard
  setup:
    move ada to a1
    move imp to b1
    move ogre to d1
    move bow to ada.arms
    move axe to ada.arms
    move gold to c1
    move lead to e1
to play:
  repeat:
    offer deeds to ada by player.1
    if resting:
      choose foe from foes by player.1 asking "Who is next?"
      set resting to no
"""


def ways(game: Game, name: str, seat: str | None = "player.1") -> list[str]:
    """Each way as the labels of its answers."""
    found = ahead.looked(game, seat)
    every = [] if found is None else ahead.leading(game, seat, found, name)
    return [" > ".join(str(step["label"]) for step in way) for way in every]


def within(game: Game, label: str) -> set[str]:
    found, question = ahead.looked(game, "player.1"), game.question("player.1")
    assert found is not None and question is not None
    return set(ahead.within(found, next(one["id"] for one in question["options"] if one["label"] == label)))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SECONDS", 60)


def test_one_option_can_be_looked_at_alone() -> None:
    game = begun(YARD, 2)
    question = game.question("player.1")
    assert question is not None
    found = {one["label"]: ahead.looked(game, "player.1", one["id"]) for one in question["options"]}
    strike, rest = found["Strike"], found["Pass"]
    assert strike is not None and rest is not None
    assert ahead.leading(game, "player.1", strike, "ogre")
    assert not ahead.leading(game, "player.1", rest, "ogre")


def test_a_target_is_found_through_every_part_of_an_action() -> None:
    game = begun(YARD, 2)
    before = game.view(None)
    assert ways(game, "ogre") == ["Strike > Bow > Ogre at d1"]
    assert ways(game, "imp") == ["Strike > Bow > Imp at b1", "Strike > Axe"], "the axe reaches nobody else"
    assert ways(game, "axe") == ["Strike > Axe"], "what it is done with can be pointed at, too"
    assert ways(game, "nobody") == [], "nothing goes by that name"
    assert game.view(None) == before, "nothing has happened"


def test_the_answers_of_a_way_can_be_given() -> None:
    game = begun(YARD, 2)
    found = ahead.looked(game, "player.1")
    assert found is not None
    for step in ahead.leading(game, "player.1", found, "imp")[0]:
        question = game.question("player.1")
        assert question is not None
        option = question["options"][step["id"]]
        assert (option["label"], option["note"]) == (step["label"], step["note"])
        game.answer(step["id"], "player.1")
    assert any("Strike" in line["text"] for line in game.log("player.1"))


def test_the_odds_of_all_its_answers_are_told() -> None:
    game = begun(YARD, 2)
    found = ahead.looked(game, "player.1")
    assert found is not None
    first, *rest = (step["id"] for step in ahead.leading(game, "player.1", found, "imp")[0])
    assert [share for _, share in odds(game, "player.1", first, *rest)] == ["67 %", "33 %"]
    assert odds(game, "player.1", first) == [], "chance has nothing to say about the first alone"
    assert odds(game, "player.1", first, *rest, 99) == [], "nor about what is no answer"


def test_what_an_action_asks_as_it_runs_counts_and_what_comes_after_it_does_not() -> None:
    game = begun(YARD, 2)
    assert ways(game, "b1") == ["Walk > b1"], "nor what comes after a die"
    assert within(game, "Walk") == {"b1"} and within(game, "Stumble") == set()
    assert within(game, "Pass") == set(), "who is next is no part of it"
    assert within(game, "Strike") == {"bow", "axe", "imp", "ogre"}


def test_the_rest_of_an_action_is_found_from_a_part_of_it() -> None:
    game = begun(YARD, 2)
    question = game.question("player.1")
    assert question is not None
    game.answer(next(one["id"] for one in question["options"] if one["label"] == "Strike"), "player.1")
    assert ways(game, "imp") == ["Bow > Imp at b1", "Axe"]


def test_what_is_hidden_is_not_told() -> None:
    game = begun(YARD, 2)
    masks = [one["handle"] for one in game.view("player.1")["things"] if "mask" in one["kinds"]]
    assert len(masks) == 2 and not any(ways(game, one) for one in masks), "which of them it is nobody knows"
    assert ways(game, "gold", None) == ["Take > Gold at c1"], "the designer does"


def test_only_who_is_asked_for_an_action_is_told() -> None:
    game = begun(YARD, 2)
    assert ahead.looked(game, "player.2") is None
    question = game.question("player.1")
    assert question is not None
    game.answer(next(one["id"] for one in question["options"] if one["label"] == "Pass"), "player.1")
    assert game.question("player.1")["prompt"] == "Who is next?"  # type: ignore[index]
    assert ahead.looked(game, "player.1") is None


def test_nothing_is_told_where_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "SECONDS", -1)
    assert ways(begun(YARD, 2), "imp") == []
