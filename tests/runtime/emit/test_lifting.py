"""What is lifted into a function of its own is given whatever it mentions."""

from __future__ import annotations

from support.rules import play

GAME = """
system tiny:
  players: 1 to 2
  begins: play
kind lamp is token:
  oil: 0 to 9
lamp hall "Hall"
lamp yard "Yard"
menu work for player
action fill "Fill" by (actor: player) with (n: number = least) of (one: lamp from all(lamps)):
  in work
  needs any x in all(lamps) where x.oil > one.oil + n
  raise one.oil by 1
game has:
  least: number = 0
to play:
  set yard.oil to 3
  offer work to player.1
  win
"""


def test_a_search_may_mention_a_part_that_has_its_value_from_the_rules() -> None:
    assert play(GAME).of("hall", "oil") == 1
