"""Drawings of hexes: what is where, what is between, and what is said of drawings that are off."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.drawn import board, read
from tilewright.dsl.boards import BoardShape

FIELD = r"""
    drawing:
      .   s = .
       \   D
        .   .   1
             =
      . | .   .
         /
    signs:
      | sign | means      |
      | s    | start: yes |
      | 1    | high: yes  |
      | D    | door       |
      | =    | console    |
"""


def names(shape: BoardShape) -> str:
    return " ".join(str(space.name) for space in shape.spaces)


def links(shape: BoardShape) -> set[tuple[str, ...]]:
    return {(link.kind, *link.sides) for link in shape.links}


def touching(shape: BoardShape, name: str) -> str:
    pairs = [(touch.a, touch.b) for touch in shape.touching if touch.sort == "side"]
    return " ".join(sorted(str(b if a == name else a) for a, b in pairs if name in (a, b)))


def test_hexes_are_named_by_column_and_row() -> None:
    shape = board(FIELD, "hex")
    assert shape.form == "hex"
    assert names(shape) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert dict(shape.space("b1").values) == {"start": "yes"}
    assert dict(shape.space("c2").values) == {"high": "yes"}


def test_a_hex_touches_six_by_their_sides_and_none_at_a_corner() -> None:
    shape = board(FIELD, "hex")
    assert touching(shape, "b2") == "a2 b1 b3 c1 c2 c3"
    assert touching(shape, "a1") == "a2 b1"
    assert all(touch.sort == "side" for touch in shape.touching)


def test_what_stands_on_sides() -> None:
    shape = board(FIELD, "hex")
    assert links(shape) == {
        ("console", "b1", "c1"),
        ("wall", "a1", "a2"),
        ("door", "b1", "b2"),
        ("console", "b2", "c3"),
        ("wall", "a3", "b3"),
    }
    assert [(rim.kind, rim.sides) for rim in shape.rim] == [("wall", ("b3",))]
    line = next(link.line for link in shape.links if link.kind == "door")
    assert line == ((Fraction(3, 2), Fraction(52, 45)), (2, Fraction(39, 45)))


def test_the_first_row_may_stand_further_right() -> None:
    shape = board("  .   .\n\n.   .   .\n\n  .   .", "hex")
    assert names(shape) == "a1 b1 a2 b2 c2 a3 b3"
    assert touching(shape, "b2") == "a1 a2 a3 b1 b3 c2"
    assert shape.space("a1").at == (Fraction(1, 2), 0)


def test_what_is_missing_is_no_space() -> None:
    shape = board(".       .\n\n  .   .", "hex")
    assert names(shape) == "a1 c1 a2 b2"
    assert touching(shape, "c1") == "b2"


def test_several_signs_stand_in_one_hex() -> None:
    shape = board(FIELD.replace("s = .", "s1= ."), "hex")
    assert dict(shape.space("b1").values) == {"start": "yes", "high": "yes"}


def test_hexes_have_values_and_links_by_tables() -> None:
    more = """
    spaces:
      | hex | high |
      | a2  | yes  |
    links:
      | link   | from | to |
      | ladder | a1   | c3 |
"""
    shape = board(FIELD + more, "hex")
    assert dict(shape.space("a2").values) == {"high": "yes"}
    assert ("ladder", "a1", "c3") in links(shape)


def test_a_shape_says_that_squares_are_hexes() -> None:
    shape = board("shape: hexes\ndrawing:\n  .   .\n\n    .   .")
    assert shape.form == "hex" and {space.kind for space in shape.spaces} == {"square"}


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (". . .\n . . .\n. . .", "on a line between two rows of hexes"),
        (".   .   .\n\n   .   .\n\n.   .   .", "1 column too far to the right"),
        (".   .   .\n\n  . s .\n\n.   .   .", "nothing says what"),
        (".   .   .\n  =\n  .   .   .", "neither in a hex nor on a side"),
        (".   . D .\n\n  .D  .   .", "which lies between hexes, but here is the inside of a2"),
        (".   . d .\n\n  .   .   .", "is a sign for a space, but here is the edge between two"),
        (".   .\n\n  .   .    x", "nothing says what `x` means"),
        (".   .\n\n  .   .\n   D", None),
        (".     D     .\n\n  .   .", "this door has no space on either side"),
        ("|", "has no space"),
        (".   .\n\n  .   .\n\n\n   =", "neither in a hex nor on a side"),
        (". x .\n\n  .   .", "nothing says what `x` means"),
    ],
)
def test_drawings_that_are_off(drawing: str, said: str | None) -> None:
    _, problems = read(drawing, "hex")
    if said is None:
        assert not problems
    else:
        assert any(said in problem.message for problem in problems), [one.message for one in problems]


def test_a_sign_whose_row_is_wrong_is_told_once() -> None:
    _, problems = read(FIELD.replace("| door       |", "| dor        |"), "hex")
    assert [problem.code for problem in problems] == ["E0611"]
