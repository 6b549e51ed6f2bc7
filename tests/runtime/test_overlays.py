"""What the rules say about the board before anybody asks: the old town, where walls lengthen ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.rules import begun
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.hints.overlays import overlay

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def town() -> Game:
    return Game.start(load(str(SCENARIOS / "learn" / "2_first_board" / "first_evening")).program, 1, 1)


def test_reach_counts_the_steps_round_the_walls(town: Game) -> None:
    spaces = overlay(town, "player.1", "reach", "a1")["spaces"]
    assert (spaces["b1"], spaces["c1"], spaces["c2"], spaces["d1"]) == ("1", "2", "3", "5")
    assert "a1" not in spaces


def test_next_to_a_space_is_what_no_wall_parts_from_it(town: Game) -> None:
    assert set(overlay(town, "player.1", "adjacent", "a1")["spaces"]) == {"b1", "a2"}


def test_the_ruler_names_every_relation_that_leads_there(town: Game) -> None:
    found = overlay(town, "player.1", "ruler", "a1", "d1")
    assert found["note"] == "a1 to d1: way 5." and found["spaces"] == {"d1": "5"}
    assert found["lines"] == [{"points": [[0.5, 0.5], [3.5, 0.5]], "clear": True}]
    assert "another space" in overlay(town, "player.1", "ruler", "a1", "a1")["note"]


def test_in_another_language_distances_stand_without_names_of_relations(town: Game) -> None:
    spoken = {**town.index.data, "language": {"code": "xx", "of": "0", "sentences": {}}}
    assert overlay(Game.start(spoken, 1, 1), "player.1", "ruler", "a1", "d1")["note"] == "a1 to d1: 5."


def test_a_figure_stands_for_its_space_and_nothing_for_the_one_who_is_asked(town: Game) -> None:
    ada = overlay(town, "player.1", "ruler", "ada", "b1")
    assert ada["about"] == "a1" and ada["note"] == "a1 to b1: way 1."
    assert overlay(town, "player.1", "sight", "ada")["note"] == "This game has no rule about that."


def test_the_ruler_says_whether_a_line_is_clear() -> None:
    game = Game.start(load(str(SCENARIOS / "words")).program, 1, 1)
    found = overlay(game, None, "ruler", "a1", "b1")
    assert "look" in found["note"] and found["lines"][0]["clear"]


FIELD = """
kind wolf is figure:
  hungry: yes/no, seen by nobody
wolf grey "Grey"
relation walk between squares:
  joins sides
  blocked by wolf where it.hungry
  costs 1 + to.deep
relation view between squares:
  line centre to centre
  blocked by wolf where it.hungry
square has:
  deep: number, seen by player.1
board field of square:
  drawing:
    +-+-+-+
    |. . .|
    +-+-+-+
mission hunt:
  board: field
  setup:
    move grey to b1
    set grey.hungry to yes
    set b1.deep to 4
to play:
  choose n from 1 to 2 by player.1
  set grey.hungry to no
  set c1.deep to n
"""


@pytest.mark.parametrize(
    ("seat", "reach", "sight"),
    [
        ("player.1", {"b1": "5", "c1": "6"}, "a1 to c1: clear, 2 away."),
        ("player.2", {"b1": "1", "c1": "2"}, "a1 to c1: clear, 2 away."),
        (None, {}, "a1 to c1: blocked by b1."),
    ],
)
def test_an_overlay_tells_a_seat_nothing_that_it_may_not_know(
    seat: str | None, reach: dict[str, str], sight: str
) -> None:
    game = begun(FIELD, 2)
    assert overlay(game, seat, "reach", "a1")["spaces"] == reach
    assert overlay(game, seat, "sight", "a1", "c1")["note"] == sight
    assert set(overlay(game, seat, "adjacent", "a1")["spaces"]) == ({"b1"} if seat else set())


def test_a_distance_that_several_relations_have_is_said_once(town: Game) -> None:
    data = town.index.data
    twice = {**data, "relations": {**data["relations"], "stroll": data["relations"]["way"]}}
    assert overlay(Game.start(twice, 1, 1), "player.1", "ruler", "a1", "d1")["note"] == "a1 to d1: way 5."


WASTE = """
kind field is region:
  height: number
  lord: guard or none
kind guard is figure:
  boss: guard or none
  angry: yes/no
kind spy is figure:
  identity seen by nobody
guard ann
spy bob
relation climb between fields:
  joins sides
  costs 1 + (to.height - from.height) * (to.height - from.height)
relation view between fields:
  line edge to edge
  blocked by guard
board waste of field:
  drawing:
    A A B B . X
    C D D E . X
mission watch:
  board: waste
  setup:
    move ann to D
    move bob to D
    set C.height to 1
    set D.height to 2
    set E.height to 9
to play:
  choose n from 1 to 2 by player.1
"""


def test_the_cheapest_way_need_not_be_the_first_that_is_found() -> None:
    game = begun(WASTE)
    assert overlay(game, None, "way", "A", "D")["spaces"] == {"C": "2", "D": "4"}, "not straight, for 5"
    assert overlay(game, None, "reach", "A")["spaces"] == {"B": "1", "C": "2", "D": "4", "E": "54"}


@pytest.mark.parametrize(
    ("blocking", "seat", "note"),
    [
        ("guard", "player.1", "C to E: blocked by D."),
        ("guard where it.boss.angry", "player.1", "C to E: clear, 2 away."),
        ("spy", "player.1", "C to E: clear, 2 away."),
        ("spy", None, "C to E: blocked by D."),
    ],
)
def test_what_cannot_be_worked_out_or_known_is_not_in_the_way(
    blocking: str, seat: str | None, note: str
) -> None:
    game = begun(WASTE.replace("blocked by guard", f"blocked by {blocking}"))
    assert overlay(game, seat, "sight", "C", "E")["note"] == note


def test_what_is_in_the_way_is_told_though_other_tests_cannot_be_worked_out() -> None:
    either = "blocked by guard where it.boss.angry\n  blocked by guard"
    found = overlay(begun(WASTE.replace("blocked by guard", either)), "player.1", "sight", "C", "E")
    assert found["blockers"] == ["D"]


def test_a_step_costs_one_if_its_price_cannot_be_worked_out() -> None:
    cost = "costs 9 if to.lord.angry else 9"
    game = begun(WASTE.replace("costs 1 + (to.height - from.height) * (to.height - from.height)", cost))
    assert overlay(game, "player.1", "reach", "A")["spaces"] == {"B": "1", "C": "1", "D": "1", "E": "2"}


def test_where_no_line_leads_nothing_is_in_the_way() -> None:
    found = overlay(begun(WASTE), "player.1", "sight", "A", "X")
    assert (found["note"], found["blockers"]) == ("A to X: blocked.", [])


def test_before_anything_is_pointed_at_or_has_happened_nothing_is_shown() -> None:
    found = overlay(begun(WASTE), "player.1", "reach")
    assert found["about"] is None and "Point at a figure" in found["note"] and not found["spaces"]


HIKE = """
kind hiker is figure
kind bird is figure
hiker ann
bird owl
relation flight between squares:
  joins sides
relation walk between squares:
  joins sides
  blocked by wall
relation reach between squares, "is within reach of":
  joins sides, corners
define paths(hiker): list of square = neighbours(hiker, walk) where it is not c3
action hike "Hike" by (hiker):
  in deeds
  let onward = paths(hiker) where it is not c1
  choose next from onward with least steps(it, c1, flight)
  move hiker to next
menu deeds
board hill of square:
  drawing:
    +---+---+---+
    | . | .   . |
    +   +   +   +
    | .   .   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
mission climb:
  board: hill
  setup:
    move ann to a1
    move owl to a1
to play:
  if steps(owl, c1, flight) > 9: win
  offer deeds to ann by player.1, or "Rest": win
"""


@pytest.mark.parametrize(
    ("about", "note", "way"),
    [
        ("ann", "a1 to b1: walk 3, reach 1.", ["a2", "b2", "b1"]),
        ("a1", "a1 to b1: walk 3, reach 1.", ["a2", "b2", "b1"]),  # it is Ann who acts
        ("owl", "a1 to b1: flight 1, walk 3.", ["b1"]),  # no action of its own: what is used most
    ],
)
def test_a_way_is_that_of_whoever_goes_it(about: str, note: str, way: list[str]) -> None:
    game = begun(HIKE)
    assert overlay(game, "player.1", "ruler", about, "b1")["note"] == note
    assert list(overlay(game, "player.1", "way", about, "b1")["spaces"]) == way


def test_where_nobody_acts_a_way_is_one_that_somebody_could_go() -> None:
    game = begun(
        HIKE.replace('offer deeds to ann by player.1, or "Rest": win', "choose n from 1 to 2 by player.1")
    )
    assert overlay(game, "player.1", "ruler", "a1", "b1")["note"] == "a1 to b1: walk 3, reach 1."
