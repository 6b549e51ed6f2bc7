"""Edits of boards of regions and rooms, as in edit.py: text in, text out; no line changes but those meant.

A region is patches of its code in a drawing; its values, and everything about a room, stand in `spaces:`.
"""

import re
from collections.abc import Collection, Iterator
from itertools import count
from string import ascii_letters

from ..boards.regions import pitch_of
from ..source import Word
from . import edit
from .edit import CannotEdit, DrawnPart, SourceTable

GridCell = tuple[int, int]
NOWHERE = "."


# ------------------------------------------------------------------ drawings of regions


def codes(part: DrawnPart) -> dict[GridCell, str]:
    """Which code stands in which cell of the first drawing; where nothing is, nothing stands."""
    rows = _rows(part)
    pitch = pitch_of(rows)
    found = {}
    for y, row in enumerate(rows):
        for token in re.finditer(r"\S+" if pitch > 1 else r"\S", row):
            if token.group() != NOWHERE:
                found[token.start() // pitch, y] = token.group()
    return found


def paint_code(text: str, board: str, at: GridCell, code: str, side: str = "") -> str:
    """Write a code into a cell of a drawing of regions; `.` makes it nowhere. It grows right and down. Raises
    CannotEdit without a drawing, where it cannot grow, or where a cell has no room for the code.
    """
    part = edit.find(text, board, side)
    rows, wanted = _rows(part), codes(part) | {at: code}
    if not rows:
        raise CannotEdit("edit_no_drawing", board)
    if code == NOWHERE:
        del wanted[at]
    if min(at) < 0:
        raise CannotEdit("edit_grows")
    pitch = pitch_of(rows)
    room = max(1, pitch - 1)
    if len(code) > room:
        raise CannotEdit("edit_room_cell", room)
    span = rows[0].span
    line = rows[-1].span.line
    for _ in range(at[1] - len(rows) + 1):
        text = edit.insert_line(text, line, " " * (span.column - 1) + NOWHERE)
        line += 1
    line = rows[at[1]].span.line if at[1] < len(rows) else line
    text = edit.write_at(text, line, span.column + at[0] * pitch, code.ljust(room))
    if codes(edit.find(text, board, side)) != wanted:
        raise CannotEdit("edit_unread")
    return text


def free_code(text: str, part: DrawnPart, like: str) -> str:
    """A code that no cell and no row of the table has yet, as long as those of the drawing may be. Raises
    CannotEdit if none is left.
    """
    room = max(1, pitch_of(_rows(part)) - 1)
    taken = {*codes(part).values(), *_names(text, part)}
    if room == 1:
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        found = next((letter for letter in letters if letter not in taken), None)
    else:
        stem = re.sub(r"\d+$", "", like)[: room - 1] or "r"
        found = next(name for number in count(1) if (name := f"{stem}{number}") not in taken)
    if found is None or len(found) > room:
        raise CannotEdit("edit_no_code")
    return found


def _rows(part: DrawnPart) -> list[Word]:
    return [row for row in part.rows if row.strip()]


# ------------------------------------------------------------------ tables of spaces


def row_of(text: str, part: DrawnPart, space: str) -> tuple[SourceTable, int] | None:
    """The table and the line that speak of a space, if one does."""
    table = part.tables.get("spaces")
    for line in table.rows if table is not None else ():
        assert table is not None
        if edit.values(text, table, line).get(table.columns[0]) == space:
            return table, line
    return None


def set_space(
    text: str, board: str, space: str, column: str, value: str, *, head: str = "space", side: str = ""
) -> str:
    """Give a space a value in `spaces:`; a table, column or row that is not there yet is written.

    `head` heads the first column of a new table.
    """
    part = edit.find(text, board, side)
    if "spaces" not in part.tables:
        return edit.add_table(text, part, "spaces", [head, column], [{head: space, column: value}])
    if column not in part.tables["spaces"].columns:
        text = edit.add_column(text, part.tables["spaces"], column)
        part = edit.find(text, board, side)
    found = row_of(text, part, space)
    if found is None:
        table = part.tables["spaces"]
        return edit.add_row(text, table, {table.columns[0]: space, column: value})
    return edit.set_value(text, found[0], found[1], column, value)


def move_points(written: str, by: tuple[float, float]) -> str:
    """The points of a cell, `2, 0` or `0,0 4,0 4,3`, moved."""

    def moved(found: re.Match[str]) -> str:
        x, y = (_number(found[1]) + by[0], _number(found[3]) + by[1])
        return f"{x:g}{found[2]}{y:g}"

    return _POINT.sub(moved, written)


_POINT = re.compile(r"(-?\d+(?:\.\d+|/\d+)?)(\s*,\s*|(?<=\d)\s+(?=-?\d))(-?\d+(?:\.\d+|/\d+)?)")


def _number(written: str) -> float:
    above, _, below = written.partition("/")
    return float(above) / float(below or 1)


def remove_space(text: str, board: str, space: str, side: str = "") -> str:
    """Take a space out: its cells in a drawing of regions, its row, and the links that end there."""
    part = edit.find(text, board, side)
    sign = sign_of(text, part, space)
    for at, code in codes(part).items() if part.rows else ():
        if code == sign:
            text = paint_code(text, board, at, NOWHERE, side)
    for name, columns in (("spaces", None), ("links", ("from", "between", "to", "and"))):
        table = edit.find(text, board, side).tables.get(name)
        for line in reversed(table.rows if table is not None else ()):
            assert table is not None
            cells = edit.values(text, table, line)
            if space in [cells.get(column) for column in columns or table.columns[:1]]:
                text = edit.remove_line(text, line)
    return text


def sign_of(text: str, part: DrawnPart, space: str) -> str:
    """The code under which a space is drawn: its name, unless the table gives it a sign."""
    found = row_of(text, part, space)
    cells: dict[str, str] = edit.values(text, *found) if found is not None else {}
    return cells.get("sign") or space


def free_name(text: str, part: DrawnPart, like: str) -> str:
    """A name for one more space of a table."""
    taken = set(_names(text, part))
    return next(name for number in count(1) if (name := f"{like}_{number}") not in taken)


def _names(text: str, part: DrawnPart) -> Iterator[str]:
    table = part.tables.get("spaces")
    for line in table.rows if table is not None else ():
        assert table is not None
        yield edit.values(text, table, line).get(table.columns[0], "")


# ------------------------------------------------------------------ signs


def add_sign(text: str, board: str, sign: str, means: str, side: str = "") -> str:
    """One more row in the table of signs of a drawing of squares; without a table it is written."""
    part = edit.find(text, board, side)
    row = {"sign": sign, "means": means}
    table = part.tables.get("signs")
    if table is None:
        return edit.add_table(text, part, "signs", ["sign", "means"], [row])
    return edit.add_row(text, table, row)


def free_sign(part: DrawnPart, means: str, taken: Collection[str]) -> str:
    """A letter for a meaning, of its own word if one is free: neither explained nor drawn yet. Raises
    CannotEdit if none is left.
    """
    drawn = "".join(part.rows)
    letters = "".join(letter for letter in means.partition(":")[0] if letter.isalpha())
    every = letters + letters.upper() + ascii_letters
    found = next((letter for letter in every if letter not in taken and letter not in drawn), None)
    if found is None:
        raise CannotEdit("edit_no_letter")
    return found
