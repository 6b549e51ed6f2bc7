"""What is declared to be a thing may be none all the same: whoever reads it is told, on both back ends."""

from __future__ import annotations

import pytest

from support.rules import play
from tilewright.runtime.state.primitives import NOTHING

GAME = """
kind pier is token:
  depth: number
  next: pier
kind ship is token:
  port: pier
  given home: pier
pier north:
  depth: 3
  next: north
pier south
ship gull:
  port: north
  home: north
ship crow:
  port: north
  home: first(all(piers) where it.depth > 7)
game has:
  harbour: pier
  found: pier = first(all(piers) where it.depth > 7)
  kept: pier = north
  depth: number
define nowhere: pier = first(all(piers) where it.depth > 7)
define beyond: pier = nowhere
define same(pier) = pier
modifier fog for fair when depth > 0: becomes nowhere
define fair: pier = north
to seek gives pier: give nowhere

to play:
  set depth to north.next.depth + gull.port.depth + gull.home.depth + kept.depth + same(north).depth
"""


@pytest.mark.parametrize(
    "value",
    [
        "harbour.depth",
        "found.depth",
        "south.next.depth",
        "crow.home.depth",
        "nowhere.depth",
        "beyond.depth",
        "same(nowhere).depth",
        "same(beyond).depth",
        "fair.depth",
        "(crow.home if depth > 0 else north).depth",
    ],
)
def test_reading_through_none_is_told(value: str) -> None:
    played = play(f"{GAME}  set depth to {value}\n")
    assert played.state.over is not None
    assert (played.over, played.state.over.reason) == ("stuck", NOTHING)


@pytest.mark.parametrize(
    "step",
    [
        "set gull.port to nowhere\n  set depth to gull.port.depth",
        "set kept to first(all(piers) where it.depth > 7)\n  set depth to kept.depth",
        "seek as one\n  set depth to one.depth",
    ],
)
def test_what_is_set_to_none_cannot_be_read(step: str) -> None:
    played = play(f"{GAME}  {step}\n")
    assert played.state.over is not None
    assert (played.over, played.state.over.reason) == ("stuck", NOTHING)


def test_what_is_there_is_read() -> None:
    assert play(f"{GAME}  if depth = 15: win\n  lose\n").over == "win"


@pytest.mark.parametrize(
    "action",
    [
        '"Anchor" by (ship):\n  in orders\n  set ship.port to south',
        '"Load" by (ship):\n  in orders\n  raise ship.load by 1',
        '"Land" by (ship):\n  in orders\n  needs ship.port = north, "No"\n  win',
    ],
)
def test_a_menu_may_be_offered_to_none_which_has_nothing(action: str) -> None:
    orders = f'menu orders "Orders" for ship\nship has:\n  load: number\naction act {action}\n'
    played = play(f"{GAME}  offer orders to first(all(ships) where it.port is south)\n  win\n{orders}")
    assert played.state.over is not None
    assert (played.over, played.state.over.reason) == ("stuck", NOTHING)


def test_what_reads_nothing_of_whoever_acts_is_done_by_none() -> None:
    orders = 'menu orders "Orders" for ship\naction act "Wait" by (ship):\n  in orders\n  win\n'
    assert play(f"{GAME}  offer orders to first(all(ships) where it.port is south)\n{orders}").over == "win"


def test_in_no_pile_there_is_nothing() -> None:
    piles = "game has:\n  dock: pile of ship\n"
    empty = "count(berth) = 0 and not any s in berth where s = gull"
    for test, over in (("depth > 0", "lose"), ("depth < 0", "win")):
        text = (
            f"{GAME}  move gull to dock\n  let berth = dock if {test} else none\n  if {empty}: win\n  lose\n"
        )
        assert play(f"{text}{piles}").over == over
