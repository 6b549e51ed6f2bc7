"""Steps from space to space: sides, corners, links, costs, ways around."""

from __future__ import annotations

import pytest

from support.drawn import Table, high, is_open, negated

ADJACENT = {"joins": ["sides", "corners"], "blocks": [{"kind": "wall"}]}
STEP = {
    "joins": ["sides", "corners"],
    "blocks": [
        {"kind": "wall"},
        {"kind": "console"},
        {"kind": "door", "where": negated(is_open())},
        {"kind": "wall", "corner": True},
        {"kind": "door", "corner": True},
        {"kind": "console", "corner": True},
    ],
}
WALK = {"joins": ["sides"], "blocks": [{"kind": "wall"}, {"kind": "figure"}]}
FAR = 1_000_000

HALL = """
    +---+---+---+
    | .   . D . |
    +   +---+   +
    | .   . | . |
    +   +   +===+
    | .   .   . |
    +---+---+---+
"""


def test_sides_and_corners() -> None:
    t = Table(HALL, step=STEP, adjacent=ADJACENT, walk=WALK)
    assert t.neighbours("walk", "b2") == "a2 b3"
    assert t.neighbours("adjacent", "b2") == "a1 a2 a3 b3 c3"
    assert t.neighbours("step", "b2") == "a2 a3 b3"
    assert t.neighbours("step", "b3") == "a2 a3 b2 c3"


def test_an_open_door_is_passed_straight_only() -> None:
    t = Table(HALL, step=STEP)
    assert t.neighbours("step", "b1") == "a1"
    t.open.update(range(*t.program["kinds"]["door"]["range"]))
    assert t.neighbours("step", "b1") == "a1 c1"
    assert t.neighbours("step", "c1") == "b1 c2"


@pytest.mark.parametrize(
    ("drawing", "adjacent"),
    [
        ("+-+-+\n|. .|\n+ + +\n|. .|\n+-+-+", True),
        ("+-+-+\n|.|.|\n+ + +\n|. .|\n+-+-+", True),  # the end of one wall leaves the way round free
        ("+-+-+\n|.|.|\n+ +-+\n|. .|\n+-+-+", True),  # both walls lie on one way round
        ("+-+-+\n|.|.|\n+-+ +\n|. .|\n+-+-+", False),  # one wall on either way round
        ("+-+-+\n|.|.|\n+ + +\n|.|.|\n+-+-+", False),
        ("+-+-+\n|. .|\n+-+-+\n|. .|\n+-+-+", False),
        ("+-+-+\n|. .|\n+ +-+\n|.|\n+-+", True),
    ],
)
def test_round_a_corner_one_way_must_be_free(drawing: str, adjacent: bool) -> None:
    t = Table(drawing, adjacent=ADJACENT)
    if "b2" in t.names:
        assert t.related("adjacent", "a1", "b2") == t.related("adjacent", "b2", "a1") == adjacent
    else:
        assert not t.related("adjacent", "b1", "a2"), "nothing slips past the end of an outer wall"


def test_who_stands_there_cannot_be_entered() -> None:
    t = Table(HALL, walk=WALK).put("a2", "b3")
    assert t.neighbours("walk", "b2") == ""
    assert t.neighbours("walk", "a2") == "a1 a3 b2", "but may leave"


def test_steps_and_ways_around() -> None:
    t = Table(HALL, step=STEP, walk=WALK)
    assert t.steps("walk", "a1", "b2") == 2
    assert t.steps("walk", "b2", "b1") == 3
    assert t.steps("walk", "b2", "b1 b3") == 1, "to the nearest"
    assert t.steps("walk", "b2", "b2") == 0
    assert t.steps("walk", "b2", "b1", around="a2") == 5
    assert t.steps("walk", "b2", "b1", around="a2 b3") == FAR
    assert t.steps("walk", "b2", "a2", around="a2") == 1, "what is to be gone around may be reached"
    assert t.steps("step", "a1", "c1") == FAR
    t.put("a2")
    assert t.steps("walk", "b2", "b1") == 5


def test_costs() -> None:
    t = Table(HALL, walk=WALK)
    assert t.steps("walk", "b2", "b1", costs=[3] * len(t.names)) == 9
    costs = [1] * len(t.names)
    costs[t.number("a2")] = 4
    assert t.steps("walk", "b2", "b1", costs=costs) == 5, "the longer way is cheaper"
    costs[t.number("c3")] = 3
    assert t.steps("walk", "b2", "b1", costs=costs) == 6
    assert t.steps("walk", "b2", "b1", around="c3", costs=costs) == 6, "there was no other way before"
    assert t.steps("walk", "b2", "b1", around="a2", costs=costs) == 7
    assert t.steps("walk", "b2", "b1", around="a2 b3", costs=costs) == FAR


def test_rooms_are_joined_by_links() -> None:
    rooms = """
        spaces:
          | room | high |
          | a    |      |
          | b    |      |
          | c    | yes  |
        links:
          | link   | from | to | one_way |
          | door   | a    | b  |         |
          | ladder | b    | c  | yes     |
          | wall   | a    | c  |         |
          | door   | a    | c  |         |
    """
    shut = [{"kind": "wall"}, {"kind": "door", "where": negated(is_open())}]
    way = {"joins": ["links"], "blocks": shut}
    falling = {"joins": ["links"], "blocks": [], "one_way": [high("from")]}
    t = Table(rooms, of="room", way=way, falling=falling)
    assert t.neighbours("way", "a") == ""
    t.open.add(t.geometry.board.links[1].entity)
    t.open.update(range(*t.program["kinds"]["door"]["range"]))
    assert t.neighbours("way", "a") == "b c", "one of two links is enough"
    assert t.neighbours("way", "b") == "a c"
    assert t.neighbours("way", "c") == "a"
    assert t.neighbours("falling", "a") == "b c"
    assert t.neighbours("falling", "c") == "", (
        "no link leads down from a high room, if it was drawn the other way"
    )


def test_a_door_in_a_wall_between_two_regions() -> None:
    walk = {"joins": ["sides"], "blocks": [{"kind": "wall"}, {"kind": "door", "where": negated(is_open())}]}
    text = """
        drawing:
          AAB
        links:
          | link | from | to |
          | wall | A    | B  |
          | door | A    | B  |
    """
    t = Table(text, of="region", walk=walk)
    assert not t.related("walk", "A", "B")
    t.open.update(range(*t.program["kinds"]["door"]["range"]))
    assert t.related("walk", "A", "B") and t.related("walk", "B", "A")


def test_also_and_never() -> None:
    cellar = """
        drawing:
          +-+-+-+-+
          |h .|. h|
          +-+-+-+-+
        signs:
          | sign | means     |
          | h    | high: yes |
    """
    both = {"op": "and", "a": high("from"), "b": high("to")}
    jump = {**WALK, "also": [both]}
    shy = {**WALK, "also": [both], "never": [high("to")]}
    t = Table(cellar, walk=WALK, jump=jump, shy=shy)
    assert t.neighbours("walk", "a1") == "b1"
    assert t.neighbours("jump", "a1") == "b1 d1"
    assert t.neighbours("shy", "a1") == "b1", "never beats also"
    assert t.neighbours("shy", "b1") == ""


def test_tests_that_change_and_read_their_ends_have_features() -> None:
    secret = {**WALK, "never": [is_open("to")]}
    t = Table(HALL, secret=secret)
    assert t.neighbours("secret", "a2") == "a1 a3 b2"
    t.open.add(t.number("a1"))
    assert t.neighbours("secret", "a2") == "a3 b2"
    ends = {feature.end for feature in t.geometry.features("secret") if feature.sort == "never"}
    assert ends == {*range(len(t.names))}, "one for each end, not one for each pair"
    changing = {**WALK, "also": [is_open("from")]}
    t = Table(HALL, changing=changing)
    assert not t.related("changing", "a1", "c3")
    t.open.add(t.number("a1"))
    assert t.related("changing", "a1", "c3") and not t.related("changing", "c3", "a1")


def test_a_bit_stands_for_all_that_blocks_in_one_place() -> None:
    both = {"joins": ["sides"], "blocks": [{"kind": "figure"}, {"kind": "square", "where": is_open()}]}
    t = Table(HALL, both=both)
    features = t.geometry.features("both")
    assert len(features) == 2 * len(t.names)
    assert len({feature.bit for feature in features}) == len(t.names)
    assert {feature.clause for feature in features} == {0, 1}
    t.open.add(t.number("b3"))
    assert t.neighbours("both", "b2") == "a2 b1 c2"
    t.put("a2")
    assert t.neighbours("both", "b2") == "b1 c2"


@pytest.mark.parametrize(
    ("to", "direction"),
    [
        ("c1", 0),
        ("d1", 1),
        ("e1", 1),
        ("e2", 1),
        ("e3", 2),
        ("e5", 3),
        ("c5", 4),
        ("a5", 5),
        ("a3", 6),
        ("a1", 7),
    ],
)
def test_directions(to: str, direction: int) -> None:
    t = Table("\n".join(["+-+-+-+-+-+", "|. . . . .|"] * 5 + ["+-+-+-+-+-+"]))
    assert t.geometry.direction(t.number("c3"), t.number(to)) == direction
    assert t.geometry.direction(t.number("c3"), t.number("c3")) == -1


HEXES = "\n\n".join([".   .   .   .   .", "  .   .   .   .   ."] * 2 + [".   .   .   .   ."])


@pytest.mark.parametrize(
    ("to", "direction"),
    [
        ("c2", 0),
        ("c1", 0),
        ("d2", 1),
        ("d3", 1),
        ("c4", 2),
        ("c5", 3),
        ("b4", 3),
        ("a4", 4),
        ("b3", 4),
        ("b2", 5),
        ("b1", 5),
        ("e1", 0),
        ("e5", 2),
        ("a5", 3),
        ("a1", 5),
    ],
)
def test_directions_of_hexes_are_their_sides(to: str, direction: int) -> None:
    t = Table(HEXES, "hex")
    assert t.geometry.direction(t.number("c3"), t.number(to)) == direction
    assert t.geometry.direction(t.number("c3"), t.number("c3")) == -1


def test_none_is_related_to_nothing() -> None:
    t = Table(HALL, walk=WALK)
    assert not t.geometry.related("walk", -1, 0) and t.geometry.neighbours("walk", -1) == ()
    assert t.geometry.direction(-1, 0) == -1
