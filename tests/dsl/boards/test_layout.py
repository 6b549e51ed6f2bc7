"""Boards side by side, and turned."""

from __future__ import annotations

from support.drawn import Words, board
from tilewright.dsl import nodes
from tilewright.dsl.boards import BoardShape, Placement, compose, read_layout, read_sides
from tilewright.dsl.reading.parse import parse
from tilewright.dsl.source import Source, Word

BOARDS = """
content for tests

board lab of square:
  side: clean
  drawing:
    +-+-+
    |. .
    + +-+
    |. .|
    +-+-+
  side: ruined
  drawing:
    +-+
    |.
    +-+

board hall of square:
  drawing:
    +-+-+-+
     . sD.|
    + +-+-+
    |.|
    +-+
  signs:
    | sign | means      |
    | s    | start: yes |
    | D    | door       |

mission one:
  layout:
"""


def laid(*rows: str) -> tuple[BoardShape, list[str]]:
    """The board of a layout, and what is wrong with it."""
    table = ["| board | side | at | turned |", *rows]
    parsed, problems = parse((Source("m", BOARDS + "".join(f"    {row}\n" for row in table)),))
    assert not problems
    *boards, mission = (one.node for one in parsed[1:] if isinstance(one.node, nodes.Thing))
    shapes = {}
    for thing in boards:
        shapes[str(thing.name)], problems = read_sides(thing, Words())
        assert not problems
    entry = (mission.entries or ())[0]
    assert isinstance(entry, nodes.EntryTable)
    placements, found = read_layout(entry, shapes)
    shape, more = compose(shapes, placements)
    assert shape is not None
    return shape, [f"{problem.code} {problem.message}" for problem in found + more]


def links(shape: BoardShape) -> set[tuple[str, ...]]:
    return {(link.kind, *sorted(link.sides)) for link in shape.links}


def test_names_run_over_the_whole_and_tiles_remain() -> None:
    shape, problems = laid("| lab | clean | 0, 0 | |", "| hall | | 2, 0 | |")
    assert not problems
    assert {str(space.name): space.tile for space in shape.spaces} == {
        **dict.fromkeys(["a1", "b1", "a2", "b2"], "lab"),
        **dict.fromkeys(["c1", "d1", "e1", "c2"], "hall"),
    }
    assert dict(shape.space("d1").values) == {"start": "yes"}


def test_a_wall_against_an_open_side_is_a_wall() -> None:
    shape, _ = laid("| lab | clean | 0, 0 | |", "| hall | | 2, 0 | |")
    assert ("wall", "b2", "c2") in links(shape)
    assert not any({"b1", "c1"} <= {*link} for link in links(shape)), "open against open is open"
    walls = [link for link in shape.links if {*link.sides} == {"b2", "c2"}]
    assert len(walls) == 1, "two walls on one seam are one"


def test_turning() -> None:
    shape, _ = laid("| hall | | 3, -1 | right |")
    # The hall lies on its left end now; its foot points to the left.
    assert [(str(space.name), space.at) for space in shape.spaces] == [
        ("a1", (3, -1)),
        ("b1", (4, -1)),
        ("b2", (4, 0)),
        ("b3", (4, 1)),
    ]
    assert shape.space("b2").values == {"start": "yes"}
    assert ("door", "b2", "b3") in links(shape)


def test_four_turns_are_none() -> None:
    hall = board("+-+-+-+\n . .D.|\n+ +-+-+\n|.|\n+-+")
    shapes = {"hall": {"": hall}}
    around, _ = compose(shapes, [Placement(Word("hall"), turns=2)])
    assert around is not None
    again, _ = compose({"hall": {"": around}}, [Placement(Word("hall"), turns=2)])
    assert again is not None
    assert {(str(s.name), s.outline) for s in again.spaces} == {(str(s.name), s.outline) for s in hall.spaces}
    assert {(t.a, t.b, t.sort) for t in again.touching} == {(t.a, t.b, t.sort) for t in hall.touching}


def test_a_board_alone_keeps_its_names() -> None:
    shape, _ = laid("| lab | ruined | 4, 4 | |")
    assert [(str(space.name), space.at) for space in shape.spaces] == [("a1", (4, 4))]


def test_mistakes_are_named() -> None:
    _, problems = laid(
        "| lab  | clean | 0, 0   |       |",
        "| lab  | clean | 1, 1   | left  |",
        "| lap  |       | 1, 1   |       |",
        "| lab  | clan  | 1, 1   |       |",
        "| hall |       | 1      |       |",
        "| hall |       | 1/2, 0 |       |",
        "| hall |       | 9, 0   | twice |",
        "| hall |       | 9, 0   |       |",
        "| lab  | clean | 11, 0  | right |",
    )
    assert problems == [
        "E0621 there is no board `lap`",
        "E0622 the board `lab` has no side `clan`",
        "E0620 `1` is not a pair of numbers",
        "E0620 `1/2, 0` is not a pair of whole numbers",
        "E0623 `twice` is not a turn",
        "E0624 `lab` covers squares of `lab`: b2",
        "E0624 `lab` covers squares of `hall`: c1",
        "E0625 a wall of `lab` lies against a door",
    ]


def test_a_door_against_a_wall_is_pointed_out() -> None:
    hall = board("+-+\n|.D\n+-+")
    shapes = {"hall": {"": hall}}
    both, found = compose(shapes, [Placement(Word("hall")), Placement(Word("hall"), at=(1, 0))])
    assert both is not None and [problem.code for problem in found] == ["E0625"]
    assert links(both) == {("door", "a1", "b1"), ("wall", "a1", "b1")}
    assert [touch.via for touch in both.touching] == [(0, 1)], "whoever passes must pass both"


HEXES = """
content for tests

board heath of hex:
  drawing:
    . | .

      .   .

mission one:
  layout:
"""


def hexes(*rows: str) -> tuple[BoardShape, list[str]]:
    """The board of a layout of hexes."""
    table = ["| board | at | turned |", *rows]
    parsed, problems = parse((Source("m", HEXES + "".join(f"    {row}\n" for row in table)),))
    assert not problems
    heath, mission = (one.node for one in parsed[1:] if isinstance(one.node, nodes.Thing))
    shapes = {"heath": read_sides(heath, Words())[0]}
    entry = (mission.entries or ())[0]
    assert isinstance(entry, nodes.EntryTable)
    placements, found = read_layout(entry, shapes)
    shape, more = compose(shapes, placements)
    assert shape is not None
    return shape, [f"{problem.code} {problem.message}" for problem in found + more]


def test_hexes_side_by_side_are_named_over_the_whole() -> None:
    shape, problems = hexes("| heath | 0, 0 | |", "| heath | 2, 0 | |", "| heath | 0, 2 | |")
    assert not problems
    assert " ".join(str(space.name) for space in shape.spaces) == "a1 b1 a2 b2 c1 d1 c2 d2 a3 b3 a4 b4"
    pairs = {(str(touch.a), str(touch.b)) for touch in shape.touching}
    assert {("b2", "c1"), ("b2", "c2"), ("a2", "b3"), ("b2", "b3")} <= pairs
    assert {link.sides for link in shape.links} == {("a1", "b1"), ("c1", "d1"), ("a3", "b3")}


def test_hexes_can_be_turned_around() -> None:
    shape, problems = hexes("| heath | 0, 0 | around |")
    assert not problems
    assert [str(space.name) for space in shape.spaces] == ["a1", "b1", "a2", "b2"]
    assert [link.sides for link in shape.links] == [("a2", "b2")]


def test_hexes_that_do_not_lie_between_hexes() -> None:
    assert hexes("| heath | 0, 0 | |", "| heath | 5/2, 0 | |")[1] == [
        "E0633 the hexes of `heath` would lie across those of `heath`"
    ]
    assert hexes("| heath | 0, 0 | |", "| heath | 5/2, 3 | |")[1] == []
