"""Drawings of squares: what is where, and what is between."""

from __future__ import annotations

import pytest

from support.drawn import board
from tilewright.dsl.boards import BoardShape

CORRIDOR = """
    drawing:
      +---+---+---+---+---+
      | s   s   . D .   1 |
      +   +   +===+   +   +
      | s   s   . | .   . |
      +---+---+---+---+---+
    signs:
      | sign | means       |
      | s    | start: yes  |
      | 1    | high: yes   |
      | D    | door        |
      | =    | console     |
      | - \\| | wall       |
"""


def names(shape: BoardShape) -> str:
    return " ".join(str(space.name) for space in shape.spaces)


def links(shape: BoardShape) -> set[tuple[str, ...]]:
    return {(link.kind, *link.sides) for link in shape.links}


def touches(shape: BoardShape, sort: str) -> set[str]:
    return {f"{touch.a}{touch.b}" for touch in shape.touching if touch.sort == sort}


def test_squares_are_named_by_column_and_row() -> None:
    assert names(board(CORRIDOR)) == "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"


def test_signs_give_values_and_links() -> None:
    shape = board(CORRIDOR)
    assert dict(shape.space("b2").values) == {"start": "yes"}
    assert dict(shape.space("e1").values) == {"high": "yes"}
    assert dict(shape.space("c1").values) == {}
    assert links(shape) == {("door", "c1", "d1"), ("console", "c1", "c2"), ("wall", "c2", "d2")}


def test_outlines_lines_and_places_are_in_tiles() -> None:
    shape = board(CORRIDOR)
    assert shape.space("b1").at == (1, 0)
    assert shape.space("b1").outline == ((1, 0), (2, 0), (2, 1), (1, 1))
    assert {link.kind: link.line for link in shape.links} == {
        "door": ((3, 0), (3, 1)),
        "console": ((2, 1), (3, 1)),
        "wall": ((3, 1), (3, 2)),
    }
    assert len(shape.rim) == 14


def test_a_square_knows_where_it_was_drawn() -> None:
    span = board(CORRIDOR).space("e1").span
    assert (span.line, span.column, span.end_column) == (6, 23, 24)


def test_sides_and_corners_with_what_stands_there() -> None:
    shape = board(CORRIDOR)
    rows, columns = "a1b1 b1c1 c1d1 d1e1 a2b2 b2c2 c2d2 d2e2", "a1a2 b1b2 c1c2 d1d2 e1e2"
    assert touches(shape, "side") == {*rows.split(" "), *columns.split(" ")}
    corners = "a1b2 b1a2 b1c2 c1b2 c1d2 d1c2 d1e2 e1d2"
    assert touches(shape, "corner") == {*corners.split(" ")}
    via = {(t.a, t.b): {shape.links[i].kind for i in t.via} for t in shape.touching}
    assert via["c1", "d1"] == {"door"}
    assert via["c1", "d2"] == {"door", "console", "wall"}
    assert via["b1", "c2"] == {"console"}


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("+-+-+\n|. .|\n+ +-+\n|.|.|\n+-+-+", {("wall", "a2", "b2"), ("wall", "b1", "b2")}),
        ("+-+-+-+\n|.D.w.|\n+-+-+-+", {("door", "a1", "b1"), ("wall", "b1", "c1")}),
        ("+---+\n| . |\n+-D-+\n| . |\n+---+", {("door", "a1", "a2")}),
        ("+   +   +\n  .   .\n+   +   +", set()),
    ],
    ids=["small", "small with signs", "a door in a wall", "no walls around"],
)
def test_drawings_may_be_small(drawing: str, expected: set[tuple[str, ...]]) -> None:
    assert links(board(drawing)) == expected


def test_a_square_may_have_several_signs() -> None:
    shape = board("""
        drawing:
          +---+
          |sh.|
          +---+
        signs:
          | sign | means      |
          | s    | start: yes |
          | h    | dark, high: yes |
    """)
    assert shape.spaces[0].kind == "dark"
    assert dict(shape.spaces[0].values) == {"start": "yes", "high": "yes"}


def test_a_hole_leaves_corners_open_unless_something_is_drawn_there() -> None:
    closed = board("+---+---+\n| .   .\n+   +---+\n| . |\n+---+")
    opened = board("+---+---+\n| .   .\n+   +   +\n| .\n+---+")
    assert touches(closed, "corner") == set()
    assert touches(opened, "corner") == {"b1a2"}


def test_a_drawing_may_begin_with_squares_that_have_no_wall_beside_them() -> None:
    shape = board(
        """
        . | .
          +---+
        . D .
          +---+
        """
    )
    assert names(shape) == "a1 b1 a2 b2"
    assert links(shape) == {("wall", "a1", "b1"), ("wall", "b1", "b2"), ("door", "a2", "b2")}


def test_after_z_comes_aa() -> None:
    shape = board("+" + "-+" * 28 + "\n|" + ". " * 27 + ".|\n+" + "-+" * 28)
    assert names(shape).endswith("y1 z1 aa1 ab1")


def test_tables_add_values_and_far_links() -> None:
    shape = board("""
        drawing:
          +-+-+-+
          |. . .|
          +-+-+-+
        spaces:
          | space | start |
          | c1    | yes   |
        links:
          | link   | from | to | one_way |
          | ladder | a1   | c1 | yes     |
    """)
    assert dict(shape.space("c1").values) == {"start": "yes"}
    assert [(link.sides, link.line, link.one_way) for link in shape.links] == [(("a1", "c1"), None, True)]
