"""Drawings of hexes, painted: only the lines that are meant change, and what is painted is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.packages import write_package
from tilewright.cli.board_sketch_view import drawing_board
from tilewright.dsl.editing.edit import CannotEdit
from tilewright.dsl.editing.sketch import Sketch, sketch
from tilewright.dsl.packages.package import read_package
from tilewright.schemas.wording import Sentence

HEATH = """system heath:
  begins: go

kind field is hex:
  wood: yes/no
kind river is link

to go: win

board land of field "The land":
  drawing:
    .   .   w
         ~
      .   .   .

    .   . | .   .
  signs:
    | sign | means     |
    | w    | wood: yes |
    | ~    | river     |
mission one "One":
  layout:
    | board | at   |
    | land  | 0, 0 |
    | land  | 0, 3 |
"""


@pytest.fixture
def land(tmp_path: Path) -> Sketch:
    package, problems = read_package(write_package(tmp_path / "heath", {"rules.wright": HEATH}))
    assert package is not None and not problems
    return sketch(package, "land")


def drawn(land: Sketch) -> str:
    (text,) = land.texts.values()
    return text.partition("drawing:\n")[2].partition("  signs:")[0]


def test_hexes_are_painted_with_the_brushes_of_squares(land: Sketch) -> None:
    assert land.form() == "hex"
    sorts = {(brush.sort, brush.sign) for brush in land.brushes()}
    assert {("cell", "."), ("cell", ""), ("edge", "-"), ("cell", "w"), ("edge", "~")} <= sorts


def test_a_hex_and_a_side(land: Sketch) -> None:
    land.paint((1, 1), "w")
    land.paint_edge((1, 1), 0, "~")
    land.paint_edge((1, 1), 1, "-")
    land.paint_edge((1, 1), 2, "-")
    land.paint_edge((2, 2), 0, " ")
    assert drawn(land) == ("    .   .   w\n         / \\\n      . ~ w   .\n\n    .   .   .   .\n")
    shape, problems = land.shape()
    assert shape is not None and not problems
    assert {(link.kind, *link.sides) for link in shape.links} == {
        ("river", "a2", "b2"),
        ("wall", "b1", "b2"),
        ("wall", "c1", "b2"),
    }


def test_a_meaning_without_a_sign_gets_one(land: Sketch) -> None:
    assert land.new_sign((0, 0), "field") == "f"
    (text,) = land.texts.values()
    assert "    | f    | field     |\n" in text


def test_beside_it_the_drawing_grows(land: Sketch) -> None:
    land.paint((3, 0), ".")
    land.paint((0, 4), "w")
    assert drawn(land) == (
        "    .   .   w   .\n         ~\n      .   .   .\n\n    .   . | .   .\n\n\n\n    w\n"
    )
    with pytest.raises(CannotEdit, match="right and down only"):
        land.paint((-1, 0), ".")
    with pytest.raises(CannotEdit, match="room for 3 signs"):
        land.paint((0, 0), "wwww")
    with pytest.raises(CannotEdit, match="no side of a hex"):
        land.paint_edge((0, 9), 0, "~")
    with pytest.raises(CannotEdit, match="no room to the left"):
        land.paint_edge((-1, 0), 0, "~")
    with pytest.raises(CannotEdit, match="no line there"):
        land.paint_edge((0, 0), 1, "~")


def test_opposite_hexes_and_sides(land: Sketch) -> None:
    land.symmetric = True
    land.paint((0, 0), "w")
    land.paint_edge((1, 1), 0, "~")
    lines = drawn(land).splitlines()
    assert lines[0].startswith("    w") and lines[4] == "    .   . | .   w"
    assert lines[2] == "      . ~ . ~ ."


def test_an_area_is_filled_up_to_what_is_drawn(land: Sketch) -> None:
    land.fill((0, 0), "w")
    assert drawn(land) == "    w   w   w\n         ~\n      w   w   w\n\n    w   w | w   w\n"
    land.fill((0, 0), "")
    assert land.form() == "square"  # nothing is left
    with pytest.raises(CannotEdit):
        land.paint((0, 0), "w")


def test_what_lies_under_a_point(land: Sketch) -> None:
    assert land.under(0.95, 0.6) == ((0, 0), ((1, 0), 0))
    assert land.under(1.5, 1.4)[0] == (1, 1)
    assert land.under(1.7, 1.1) == ((1, 1), ((1, 1), 1))
    assert land.under(1.75, 1.85)[1] == ((1, 2), 2)


def test_several_boards_of_hexes_are_painted_one_at_a_time(land: Sketch) -> None:
    land.name = "one"
    assert land.under(0.5, 0.5)[0] == (0, 0)
    with pytest.raises(CannotEdit, match="one board at a time"):
        land.paint((0, 0), "w")


def test_at_the_table_the_mouse_finds_hexes(tmp_path: Path) -> None:
    package, _ = read_package(write_package(tmp_path / "heath", {"rules.wright": HEATH}))
    assert package is not None
    board = drawing_board(package, "land")
    (cell, edge) = board.under(1.7, 1.1)
    assert board.cell(cell, "w") is None and board.edge(*edge, "-") is None
    assert board.cell((-1, 0), ".") == Sentence("engine/edit_grows")
    view = board.view()["board"]
    assert next(one for one in view["spaces"] if one["name"] == "b2")["values"] == {"wood": True}
    assert ["b1", "b2"] in [one["sides"] for one in view["links"] if one["kind"] == "wall"]
    squares = drawing_board(package, "one")
    assert squares.cell((0, 0), "w") == Sentence("engine/edit_one_board")
