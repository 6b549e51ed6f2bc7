"""What wins, what loses and how long there is, as each seat may know it."""

from __future__ import annotations

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.schemas.load import problems

GAME = """
kind errand is card:
  holder: player or none
  goal "{this} is done." for this.holder when this.holder is not none
errand letter "The letter"
errand parcel "The parcel"
game has:
  day: number
  secret: number, seen by player.1
  plans: pile of errand, in play, seen by player.1
  open_plans: pile of errand, in play
goal "Three days have passed: {day} so far." [G-1]
goal "Player 2 finds the number." for player.2
goal "The number is {secret}." for player.1
threat "It gets late." for player.2 when day > 1
deadline "Day {day} of {3}." [G-2]
to play:
  move parcel to plans
  set parcel.holder to player.1
  move letter to open_plans
  repeat:
    choose n from 1 to 3 by player.1
    raise day by n
    set letter.holder to player.2
"""


def told(game: Game, seat: str | None) -> list[str]:
    view = game.view(seat)
    assert not problems("view", view)
    return [f"{one['sort']}{'!' if one['theirs'] else ''} {one['text']}" for one in view["goals"]]


@pytest.fixture
def game() -> Game:
    return begun(GAME, 2)


def test_everybody_is_told_with_the_values_of_now(game: Game) -> None:
    assert "goal Three days have passed: 0 so far." in told(game, "player.2")
    game.answer(1)
    assert "goal Three days have passed: 2 so far." in told(game, "player.2")
    assert "deadline Day 2 of 3." in told(game, None)
    rules = {one["text"]: one["rule"] for one in game.view("player.1")["goals"]}
    assert rules["Day 2 of 3."] == "G-2" and rules["Player 2 finds the number."] is None


MARKED = """
kind lamp is figure:
  lit: yes/no
lamp a "Lamp A"
lamp b "Lamp B"
lamp c "Lamp C"
kind mask is token:
  identity seen by player.2
mask king "King"
mask fool "Fool"
board yard of square:
  drawing:
    +-+-+-+
    |. . .|
    +-+-+-+
mission day "A day":
  board: yard
  setup:
    move a to a1
    move b to b1
    set a.lit to yes
    move king to a1
    move fool to b1
  goal "Light the lamps." about lamps where not it.lit
  goal "Reach the end." about c1
  goal "Catch the king." about king
game has:
  day: number
to play:
  choose n from 1 to 3 by player.1
"""


def test_things_and_spaces_that_a_goal_is_about_are_told_to_those_who_know_them() -> None:
    game = begun(MARKED, 2)
    first, second = game.view("player.1"), game.view("player.2")
    assert not problems("view", first)
    found = {one["text"]: (one["things"], one["spaces"]) for one in second["goals"]}
    assert found["Light the lamps."] == (["b"], []), "one is lit, one in the box"
    assert found["Reach the end."] == ([], ["c1"])
    assert found["Catch the king."] == (["king"], [])
    hidden = {one["text"]: (one["things"], one["spaces"]) for one in first["goals"]}
    assert hidden["Catch the king."] == ([], []), "the back would say which one it is"


def test_goals_of_others_threaten_and_the_rest_of_theirs_is_not_told(game: Game) -> None:
    assert "goal! Player 2 finds the number." in told(game, "player.1")
    assert "goal Player 2 finds the number." in told(game, "player.2")
    game.answer(1)
    assert "threat It gets late." in told(game, "player.2")
    assert not any("late" in one for one in told(game, "player.1"))


def test_what_reads_a_secret_is_not_told(game: Game) -> None:
    assert "goal The number is 0." in told(game, "player.1")
    assert not any("number is" in one for one in told(game, "player.2"))


def test_things_in_force_bring_their_own(game: Game) -> None:
    assert "goal The parcel is done." in told(game, "player.1")
    assert not any("parcel" in one for one in told(game, "player.2"))
    game.answer(0)
    assert "goal The letter is done." in told(game, "player.2")
    assert "goal! The letter is done." in told(game, "player.1")


def test_things_that_may_be_anywhere_bring_theirs_only_to_who_sees_them() -> None:
    game = begun(
        """
kind spy is figure:
  place seen by player.1
  goal "{this} is still free."
spy ann "Ann"
board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
mission night:
  board: yard
  setup: move ann to a1
to play:
  choose n from 1 to 2 by player.1
""",
        2,
    )
    assert told(game, "player.1") == ["goal Ann is still free."] and told(game, "player.2") == []


def test_what_cannot_be_worked_out_is_left_out() -> None:
    game = begun(
        """
game has:
  left, right: player or none
  day: number
  loot: pile of card
goal "Day {day / day}."
goal "Never." when 1 / day = 1
deadline "Now."
to play:
  choose n from 1 to 2 by player.1
"""
    )
    assert told(game, "player.1") == ["deadline Now."]
