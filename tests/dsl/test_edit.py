"""Edits of a source change the lines they are about and leave every other byte as it was."""

from __future__ import annotations

import difflib
import random
import re
from pathlib import Path
from string import ascii_letters

import pytest

from tilewright.dsl.boards.read import read_sides
from tilewright.dsl.editing import edit, edit_spaces
from tilewright.dsl.nodes import Thing
from tilewright.dsl.reading.parse import read
from tilewright.dsl.source import Source

ROOT = Path(__file__).parents[2]
TEXT = """\
content for lamps   # a comment

board yard of square "The yard":   # another
  drawing:
    +---+---+---+
    | .   s | .
    +   +-D-+   +
      .   .   . |
    +---+---+---+
  signs:
    | sign | means       |   # what they are
    | s    | start: yes  |
    | D    | door        |

## The last one.
mission late "Late":
  layout:
    | board | at   | turned |
    | yard  | 0, 0 |        |
    | yard  | 3, 0 | right  |
  setup:
    prepare
    move lamp.1 to a1   # here
  after x: done
"""


def changed(before: str, after: str) -> list[str]:
    """The lines that are different, `-` before and `+` after."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_what_stands_in_a_drawing() -> None:
    assert [edit.cell(TEXT, "yard", x, 0) for x in range(3)] == [".", "s", "."]
    assert edit.edge(TEXT, "yard", 1, 1, False) == "D" and edit.edge(TEXT, "yard", 2, 0, True) == "|"
    assert edit.edge(TEXT, "yard", 1, 0, True) == " " and edit.edge(TEXT, "yard", 3, 0, True) == " "


def test_a_square_is_painted() -> None:
    after = edit.paint_cell(TEXT, "yard", 2, 1, "s")
    assert changed(TEXT, after) == ["-      .   .   . |", "+      .   .   s |"]
    assert edit.paint_cell(after, "yard", 2, 1, ".") == TEXT
    gone = edit.paint_cell(TEXT, "yard", 2, 0, "")
    assert changed(TEXT, gone) == ["-    | .   s | .", "+    | .   s |"]


def test_an_edge_is_painted_as_the_drawing_does_it_elsewhere() -> None:
    after = edit.paint_edge(TEXT, "yard", 2, 1, False, "D")
    assert changed(TEXT, after) == ["-    +   +-D-+   +", "+    +   +-D-+-D-+"]
    after = edit.paint_edge(TEXT, "yard", 3, 0, True, "-")
    assert changed(TEXT, after) == ["-    | .   s | .", "+    | .   s | . |"]
    assert edit.paint_edge(TEXT, "yard", 1, 1, False, " ") != TEXT
    assert edit.paint_edge(edit.paint_edge(TEXT, "yard", 1, 1, False, " "), "yard", 1, 1, False, "D") == TEXT


def test_a_drawing_grows() -> None:
    after = edit.paint_cell(TEXT, "yard", 3, 2, "s")
    assert edit.cell(after, "yard", 3, 2) == "s" and edit.cell(after, "yard", 0, 0) == "."
    assert edit.find(after, "yard").frame.columns == 4  # type: ignore[union-attr]
    with pytest.raises(edit.CannotEdit):
        edit.paint_cell(TEXT, "yard", -1, 0, "s")


def test_windows_lines_and_a_missing_last_line_end_stay() -> None:
    windows = TEXT.replace("\n", "\r\n").removesuffix("\r\n")
    after = edit.paint_cell(windows, "yard", 0, 1, "s")
    assert after.count("\r\n") == windows.count("\r\n") and not after.endswith("\n")
    assert after.replace("\r\n", "\n") + "\n" == edit.paint_cell(TEXT, "yard", 0, 1, "s")


def test_rows_of_a_table() -> None:
    table = edit.find(TEXT, "late").tables["layout"]
    assert [edit.values(TEXT, table, row) for row in table.rows] == [
        {"board": "yard", "at": "0, 0", "turned": ""},
        {"board": "yard", "at": "3, 0", "turned": "right"},
    ]
    after = edit.set_value(TEXT, table, table.rows[0], "turned", "left")
    assert changed(TEXT, after) == ["-    | yard  | 0, 0 |        |", "+    | yard  | 0, 0 | left   |"]
    after = edit.add_row(TEXT, table, {"board": "yard", "at": "0, 2"})
    assert changed(TEXT, after) == ["+    | yard  | 0, 2 |        |"]
    after = edit.remove_line(TEXT, table.rows[1])
    assert changed(TEXT, after) == ["-    | yard  | 3, 0 | right  |"]
    signs = edit.find(TEXT, "yard").tables["signs"]
    after = edit.set_value(TEXT, signs, signs.rows[0], "means", "start: yes, lit: yes")
    assert changed(TEXT, after)[1] == "+    | s    | start: yes, lit: yes |"


def test_a_new_table_stands_at_the_end_of_its_declaration() -> None:
    after = edit.add_table(
        TEXT,
        edit.find(TEXT, "yard"),
        "links",
        ["link", "from", "to"],
        [{"link": "stairs", "from": "a1", "to": "c2"}],
    )
    assert changed(TEXT, after) == ["+  links:", "+    | link   | from | to |", "+    | stairs | a1   | c2 |"]


def test_things_are_placed_by_lines_of_the_set_up() -> None:
    assert edit.placed(TEXT, "late") == {"lamp.1": ("a1", 23)}
    after = edit.place_thing(TEXT, "late", "lamp.1", "c2")
    assert changed(TEXT, after) == ["-    move lamp.1 to a1   # here", "+    move lamp.1 to c2   # here"]
    after = edit.place_thing(TEXT, "late", "lamp.2", "b1")
    assert changed(TEXT, after) == ["+    move lamp.2 to b1"]
    assert edit.take_thing(after, "late", "lamp.2") == TEXT
    with pytest.raises(edit.CannotEdit):
        edit.take_thing(TEXT, "late", "nobody")


@pytest.mark.parametrize(
    ("said", "board", "column", "row"),
    [
        ("no moon in this file", "moon", 0, 0),
        ("no edge", "yard", 9, 0),
        ("no line there", "yard", 0, 2),
        ("no room to the left", "cut", 0, 0),
    ],
)
def test_an_edge_that_is_not_there_is_not_painted(said: str, board: str, column: int, row: int) -> None:
    text = f"{TEXT}board cut of square:\n drawing:\n  -+---+\n  .| . |\n  -+---+\n"
    with pytest.raises(edit.CannotEdit, match=said):
        edit.paint_edge(text, board, column, row, True, "D")


def test_a_column_that_a_table_lacks_is_not_written() -> None:
    table = edit.find(TEXT, "late").tables["layout"]
    with pytest.raises(edit.CannotEdit, match="layout has no column colour"):
        edit.set_value(TEXT, table, table.rows[0], "colour", "red")


def test_a_row_below_a_last_line_without_an_end_is_a_line_of_its_own() -> None:
    text = TEXT[: TEXT.index("  setup:")].removesuffix("\n")
    after = edit.add_row(text, edit.find(text, "late").tables["layout"], {"board": "yard", "at": "0, 2"})
    assert after == f"{text}\n    | yard  | 0, 2 |        |\n"


def test_no_code_and_no_sign_is_left() -> None:
    """Of a region's name as much is kept as there is room for, with a number."""
    cells = " ".join(f"a{number}" for number in range(1, 10))
    text = f"content for lamps\nboard heath of field:\n  drawing:\n    {cells}\n"
    with pytest.raises(edit.CannotEdit, match="No code is left"):
        edit_spaces.free_code(text, edit.find(text, "heath"), "a1")
    assert edit_spaces.free_code(text, edit.find(text, "heath"), "b1") == "b1"
    with pytest.raises(edit.CannotEdit, match="No letter is left"):
        edit_spaces.free_sign(edit.find(TEXT, "yard"), "start: yes", ascii_letters)


def test_opposite_squares_and_areas() -> None:
    part = edit.find(TEXT, "yard")
    assert edit.opposite(part, 0, 0) == (2, 1)
    assert edit.opposite_edge(part, 1, 0, True) == (2, 1)
    assert edit.opposite_edge(part, 0, 0, False) == (2, 2)
    for column, row, upright in [(1, 0, True), (0, 1, False), (3, 1, True)]:
        there = edit.opposite_edge(part, column, row, upright)
        assert edit.opposite_edge(part, *there, upright) == (column, row)
    assert edit.area(part, 0, 0) == [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert edit.area(part, 1, 0) == [(1, 0)]


def drawn() -> list[tuple[Path, str, str]]:
    """Every side of a board with a drawing of squares in the scenarios here."""
    found = []
    for path in sorted((ROOT / "scenarios").rglob("*.wright")):
        text = path.read_text("utf-8")
        found += [
            (path, part.name, part.side)
            for part in edit.parts(text)
            if part.sort == "board" and part.rows and any("+" in row for row in part.rows)
        ]
    return found


def test_every_drawing_here_can_be_painted_back_and_forth() -> None:
    chance, boards = random.Random(4), drawn()
    assert len(boards) > 5
    for path, name, side in boards:
        text = path.read_bytes().decode("utf-8")
        frame = edit.find(text, name, side).frame
        assert frame is not None
        for _ in range(12):
            x, y = chance.randrange(frame.columns), chance.randrange(frame.lines)
            was = edit.cell(text, name, x, y, side)
            once = edit.paint_cell(text, name, x, y, "Z", side)
            assert edit.cell(once, name, x, y, side) == "Z"
            assert len(changed(text, once)) == 2
            again = edit.paint_cell(once, name, x, y, was, side)
            assert re.sub(" +", " ", again) == re.sub(" +", " ", text)
            upright = chance.random() < 0.5
            sign = edit.edge(text, name, x, y, upright, side)
            once = edit.paint_edge(text, name, x, y, upright, "Q", side)
            assert edit.edge(once, name, x, y, upright, side) == "Q" and len(changed(text, once)) <= 2
            again = edit.paint_edge(once, name, x, y, upright, sign, side)
            assert edit.edge(again, name, x, y, upright, side) == sign


def test_what_is_painted_is_what_the_compiler_reads() -> None:
    class Kinds:
        def is_link(self, name: str) -> bool:
            return name in ("wall", "door")

        def is_space(self, name: str) -> bool:
            return name == "square"

        def is_hex(self, name: str) -> bool:
            return False

        def has_property(self, kind: str, name: str) -> bool:
            return True

        def names(self) -> list[str]:
            return ["wall", "door", "square"]

    after = edit.paint_edge(edit.paint_cell(TEXT, "yard", 0, 1, "s"), "yard", 1, 0, True, "D")
    declared = [one.node for one in read((Source("x/y.wright", after),)).declarations]
    node = next(one for one in declared if isinstance(one, Thing) and one.name == "yard")
    shape = read_sides(node, Kinds())[0][""]
    assert shape.space("a2").values == {"start": "yes"}
    assert [link.sides for link in shape.links if link.kind == "door"] == [("a1", "b1"), ("b1", "b2")]
