"""Edits of a source that change only the lines they are about: text in, text out.

Comments, blank lines, line ends and the layout of everything else stay byte for byte. What is edited is found
in the text itself each time, so an edit never works with a place that an earlier one has moved.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tilewright.schemas.wording import ENGLISH, Sentence

from ..boards.grid import GridFrame, find_frame
from ..reading.layout import Chunk, layout
from ..source import Source, Word

WALL_SIGNS = ("-", "|")

_HEAD = re.compile(r"^(board|mission) +([A-Za-z_][A-Za-z0-9_]*)")
_ENTRY = re.compile(r"^( +)([a-z_]+): *(.*?) *(#.*)?$")


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table in a text: where its `name:` stands, its columns, and the lines of its rows, counted from 1."""

    name: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A mission, or one side of a board: where it begins and ends, its tables, its drawing if it has one."""

    sort: str
    name: str
    side: str
    line: int
    end: int
    rows: tuple[Word, ...] = ()
    tables: dict[str, SourceTable] = field(default_factory=dict)

    @property
    def frame(self) -> GridFrame | None:
        """The squares of the drawing; None if there is none, or it is not one of squares."""
        return find_frame(self.rows, self.rows[0].span)[0] if self.rows else None


class CannotEdit(Exception):
    """Why a text cannot be changed like that: a sentence of the engine by its key, and what fills its gaps.
    As a string it is English; whoever shows it to a person says `sentence` in the language of the screen.
    """

    def __init__(self, key: str, *parts: str | int) -> None:
        self.sentence = Sentence(f"engine/{key}", parts)
        super().__init__(ENGLISH.tell(self.sentence))


# ------------------------------------------------------------------ finding


def parts(text: str, path: str = "") -> list[DrawnPart]:
    """Every mission and every side of a board in a text, in order."""
    chunks, _ = layout(Source(path, text))
    return [part for chunk in chunks for part in _parts(chunk)]


def find(text: str, name: str, side: str = "") -> DrawnPart:
    """The mission or board of that name; of a board with sides the one that is meant, or the first. Raises
    CannotEdit if there is none.
    """
    named = [part for part in parts(text) if part.name == name]
    chosen = next((part for part in named if part.side == side), next(iter(named), None))
    if chosen is None:
        raise CannotEdit("edit_no_part_here", name)
    return chosen


def _parts(chunk: Chunk) -> Iterator[DrawnPart]:
    head = _HEAD.match(chunk.lines[0])
    if head is None:
        return
    sort, name = head.groups()
    sides = [i for i, line in enumerate(chunk.lines) if re.match(r"^ +side: *\w+", line)]
    begins = [0, *sides, len(chunk.lines)]
    common = _within(chunk, begins[0], begins[1])
    if len(begins) == 2:
        yield DrawnPart(sort, name, "", chunk.first_line, chunk.first_line + len(chunk.lines) - 1, *common)
        return
    for start, end in pairwise(begins[1:]):
        side = chunk.lines[start].partition(":")[2].split("#")[0].strip()
        rows, tables = _within(chunk, start, end)
        yield DrawnPart(
            sort,
            name,
            side,
            chunk.first_line + start,
            chunk.first_line + end - 1,
            rows or common[0],
            common[1] | tables,
        )


def _within(chunk: Chunk, start: int, end: int) -> tuple[tuple[Word, ...], dict[str, SourceTable]]:
    """The first drawing and the tables between two lines of a declaration."""
    drawn: tuple[Word, ...] = ()
    tables: dict[str, SourceTable] = {}
    for i in range(start, end):
        if not drawn and chunk.lines[i].lstrip().startswith("drawing:"):
            drawn = chunk.drawing(chunk.lines[i])
        entry = _ENTRY.match(chunk.lines[i])
        if entry is None or entry[3]:
            continue
        rows = []
        for j in range(i + 1, end):
            if chunk.lines[j].lstrip().startswith("|"):
                rows.append(j)
            elif chunk.lines[j].strip() and not chunk.lines[j].lstrip().startswith("#"):
                break
        if rows:
            columns = tuple(cell.strip() for cell in _cells(chunk.lines[rows[0]]))
            lines = tuple(chunk.first_line + j for j in rows[1:])
            tables[entry[2]] = SourceTable(entry[2], chunk.first_line + i, columns, lines)
    return drawn, tables


# ------------------------------------------------------------------ lines


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def write_at(text: str, line: int, column: int, written: str) -> str:
    """Write over characters of one line (counted from 1). A line that is too short is filled with blanks."""
    lines = _lines(text)
    ending = _ending(lines[line - 1])
    body = lines[line - 1][: len(lines[line - 1]) - len(ending)]
    new = body.ljust(column - 1)[: column - 1] + written + body[column - 1 + len(written) :]
    lines[line - 1] = (new if body != body.rstrip() else new.rstrip()) + ending
    return "".join(lines)


def insert_line(text: str, after: int, written: str) -> str:
    """A new line after another one; 0 is before the first. It ends as the others do."""
    lines = _lines(text)
    ending = next((_ending(line) for line in lines if _ending(line)), "\n")
    if after and after <= len(lines) and not _ending(lines[after - 1]):
        lines[after - 1] += ending
    lines.insert(after, written + ending)
    return "".join(lines)


def remove_line(text: str, line: int) -> str:
    """The text without one line."""
    lines = _lines(text)
    del lines[line - 1]
    return "".join(lines)


# ------------------------------------------------------------------ drawings


def cell(text: str, board: str, column: int, row: int, side: str = "") -> str:
    """What stands inside a square of a drawing, without the blanks around it."""
    return _frame(find(text, board, side)).cell(column, row)[0].strip()


def edge(text: str, board: str, column: int, row: int, upright: bool, side: str = "") -> str:
    """The sign on the left (upright) or upper edge of a square; a blank if it is open."""
    return _edge_sign(_edge(_frame(find(text, board, side)), column, row, upright)[0])


def paint_cell(text: str, board: str, column: int, row: int, signs: str, side: str = "") -> str:
    """Write signs into a square; none make it no space. Beside the drawing it grows, right or down. Raises
    CannotEdit where the drawing cannot grow, or a square has no room for the signs.
    """
    part = find(text, board, side)
    frame = _frame(part)
    if column < 0 or row < 0:
        raise CannotEdit("edit_grows")
    if column >= frame.columns or row >= frame.lines:
        text = _grown(text, part, frame, max(column + 1, frame.columns), max(row + 1, frame.lines))
        part = find(text, board, side)
        frame = _frame(part)
    _, y, x = frame.cell(column, row)
    room = frame.pitch - 1
    if len(signs) > room:
        raise CannotEdit("edit_room_square", room)
    left = (room - len(signs)) // 2
    return _write(text, frame, y, x, " " * left + signs + " " * (room - len(signs) - left))


def paint_edge(text: str, board: str, column: int, row: int, upright: bool, sign: str, side: str = "") -> str:
    """Write a sign on the left or upper edge of a square; a blank opens it, `-` and `|` are walls. Raises
    CannotEdit where there is no edge.
    """
    frame = _frame(find(text, board, side))
    if not (0 <= column <= frame.columns and 0 <= row <= frame.lines):
        raise CannotEdit("edit_no_edge")
    _, y, x = _edge(frame, column, row, upright)
    if upright:
        return _write(text, frame, y, x, "|" if sign in WALL_SIGNS else sign)
    return _write(text, frame, y, x, _flat(frame, "-" if sign in WALL_SIGNS else sign))


def _frame(part: DrawnPart) -> GridFrame:
    frame = part.frame
    if frame is None:
        raise CannotEdit("edit_no_squares", part.name)
    return frame


def _edge(frame: GridFrame, column: int, row: int, upright: bool) -> tuple[str, int, int]:
    return frame.edge_left(column, row) if upright else frame.edge_above(column, row)


def _edge_sign(text: str) -> str:
    signs = set(text) - {" "}
    if len(signs) > 1:
        signs.discard("-")
    return signs.pop() if signs else " "


def _flat(frame: GridFrame, sign: str) -> str:
    """A sign on an upper edge, as this drawing writes it elsewhere; else as is usual."""
    for row in range(frame.lines + 1):
        for column in range(frame.columns):
            text = frame.edge_above(column, row)[0]
            if sign != " " and _edge_sign(text) == sign and len(text) == frame.pitch - 1:
                return text
    if frame.pitch == 2 or not sign.isalnum():
        return sign * (frame.pitch - 1)
    return f"-{sign}-"


def _write(text: str, frame: GridFrame, y: int, x: int, written: str) -> str:
    if not 0 <= y < len(frame.rows):
        raise CannotEdit("edit_no_line")
    span = frame.rows[y].span
    if span.column - 1 + x < 0:
        raise CannotEdit("edit_no_room_left")
    return write_at(text, span.line, span.column + x, written)


def _grown(text: str, part: DrawnPart, frame: GridFrame, columns: int, lines: int) -> str:
    """The drawing with corners for more squares; nothing is in them and around them yet."""
    corners = [y for y in range(frame.top, len(frame.rows), 2) if y >= 0]
    for y in corners:
        for column in range(frame.columns, columns):
            text = _write(text, frame, y, frame.left + frame.pitch * (column + 1), "+")
            frame = _frame(find(text, part.name, part.side))
    margin = frame.rows[0].span.column - 1
    corner_row = " " * (margin + frame.left) + (" " * (frame.pitch - 1)).join("+" * (columns + 1))
    last = frame.rows[-1].span.line
    have = len(frame.rows)
    for y in range(have, frame.top + 2 * lines + 1):
        text = insert_line(text, last, corner_row if (y - frame.top) % 2 == 0 else "")
        last += 1
    return text


# ------------------------------------------------------------------ tables


def values(text: str, table: SourceTable, row: int) -> dict[str, str]:
    """The cells of a row by column."""
    cells = [cell.strip() for cell in _cells(_lines(text)[row - 1])]
    return dict(zip(table.columns, cells, strict=False))


def set_value(text: str, table: SourceTable, row: int, column: str, value: str) -> str:
    """Write into one cell. The columns below and above stay where they are, as long as there is room. Raises
    CannotEdit if the table has no such column.
    """
    if column not in table.columns:
        raise CannotEdit("edit_no_column", table.name, column)
    number = table.columns.index(column)
    line = _lines(text)[row - 1]
    bars = _bars(line)
    start, end = bars[number] + 1, bars[number + 1] if number + 1 < len(bars) else len(line.rstrip("\r\n"))
    width = end - start
    new = f" {value} ".ljust(width)
    return "".join(
        one if i != row - 1 else line[:start] + new + line[end:] for i, one in enumerate(_lines(text))
    )


def add_column(text: str, table: SourceTable, column: str) -> str:
    """One more column at the right of a table, empty in every row."""
    lines = _lines(text)
    for row in (table.line + 1, *table.rows):
        end = _bars(lines[row - 1])[-1] + 1
        word = column if row == table.line + 1 else ""
        lines[row - 1] = lines[row - 1][:end] + f" {word.ljust(len(column))} |" + lines[row - 1][end:]
    return "".join(lines)


def add_row(text: str, table: SourceTable, row: dict[str, str]) -> str:
    """A row at the end of a table, its cells as wide as those of the row above."""
    last = table.rows[-1] if table.rows else table.line + 1
    above = _lines(text)[last - 1]
    bars = _bars(above)
    indent = above[: len(above) - len(above.lstrip())]
    cells = []
    for i, column in enumerate(table.columns):
        width = bars[i + 1] - bars[i] - 1 if i + 1 < len(bars) else 0
        cells.append(f" {row.get(column, '')} ".ljust(width))
    return insert_line(text, last, f"{indent}|{'|'.join(cells)}|")


def add_table(
    text: str, part: DrawnPart, name: str, columns: Sequence[str], rows: Sequence[dict[str, str]]
) -> str:
    """A new table at the end of a declaration."""
    written = [[row.get(column, "") for column in columns] for row in rows]
    widths = [max(len(one) for one in column) for column in zip(columns, *written, strict=True)]
    last = part.end
    for line in (
        f"  {name}:",
        *(
            "    | " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
            for row in ([*columns], *written)
        ),
    ):
        text = insert_line(text, last, line)
        last += 1
    return text


def _bars(line: str) -> list[int]:
    return [found.start() for found in re.finditer(r"(?<!\\)\|", line.rstrip("\r\n"))]


def _cells(line: str) -> list[str]:
    bars = _bars(line)
    return [line[a + 1 : b] for a, b in pairwise(bars)]


# ------------------------------------------------------------------ what a mission lays out


def placed(text: str, mission: str) -> dict[str, tuple[str, int]]:
    """Things that a mission's `setup:` moves to a named place by a line of its own: thing → (place, line)."""
    return {found[1]: (found[2], line) for line, found in _setup_moves(text, find(text, mission))}


def place_thing(text: str, mission: str, thing: str, place: str) -> str:
    """Let a mission's `setup:` put a thing on a space: its line is changed, or one more is written."""
    part = find(text, mission)
    for line, found in _setup_moves(text, part):
        if found[1] == thing:
            return "".join(
                one if i != line - 1 else one[: found.start(2)] + place + one[found.end(2) :]
                for i, one in enumerate(_lines(text))
            )
    setup, last, indent = _setup(text, part)
    if setup is None:
        text = insert_line(text, part.end, "  setup:")
        return insert_line(text, part.end + 1, f"    move {thing} to {place}")
    return insert_line(text, last, f"{indent}move {thing} to {place}")


def take_thing(text: str, mission: str, thing: str) -> str:
    """Take the line out that puts a thing on a space; a set-up that is empty then goes with it. Raises
    CannotEdit if there is no such line.
    """
    part = find(text, mission)
    line = next((line for line, found in _setup_moves(text, part) if found[1] == thing), None)
    if line is None:
        raise CannotEdit("edit_no_move", mission, thing)
    text = remove_line(text, line)
    setup, last, _ = _setup(text, find(text, mission))
    return remove_line(text, setup) if setup is not None and last == setup else text


_MOVE = re.compile(r"^ +move +([a-z_][\w.]*) +to +([A-Za-z_][\w.]*) *(?:#.*)?[\r\n]*$")


def _setup_moves(text: str, part: DrawnPart) -> Iterator[tuple[int, re.Match[str]]]:
    setup, last, indent = _setup(text, part)
    for line in range((setup or last) + 1, last + 1):
        found = _MOVE.match(_lines(text)[line - 1])
        if found and _lines(text)[line - 1].startswith(indent) and found.start(1) == len(indent) + 5:
            yield line, found


def _setup(text: str, part: DrawnPart) -> tuple[int | None, int, str]:
    """The line of `setup:`, the last line of its block, and the indentation inside."""
    lines = _lines(text)
    head = re.compile(r"^( +)setup: *(#.*)?[\r\n]*$")
    for number in range(part.line, part.end + 1):
        found = head.match(lines[number - 1])
        if found:
            last, indent = number, found[1] + "  "
            for below in range(number + 1, part.end + 1):
                line = lines[below - 1]
                if line.strip() and not line.startswith(found[1] + " "):
                    break
                if line.strip():
                    if last == number:
                        indent = line[: len(line) - len(line.lstrip())]
                    last = below
            return number, last, indent
    return None, part.end, "    "


# ------------------------------------------------------------------ under a point, in tiles


def square_at(x: float, y: float) -> tuple[int, int]:
    """The square under a point, as drawings count: y goes down."""
    return math.floor(x), math.floor(y)


def edge_at(x: float, y: float) -> tuple[tuple[int, int], bool]:
    """The edge nearest to a point: the square whose left (upright) or upper edge it is."""
    column, row = square_at(x, y)
    across, down = x - column, y - row
    distances = {
        (column, row, True): across,
        (column + 1, row, True): 1 - across,
        (column, row, False): down,
        (column, row + 1, False): 1 - down,
    }
    a, b, upright = min(distances, key=lambda key: distances[key])
    return (a, b), upright


# ------------------------------------------------------------------ in several squares at once


def opposite(part: DrawnPart, column: int, row: int) -> tuple[int, int]:
    """The square that lies opposite, when the drawing is turned by half."""
    frame = _frame(part)
    return frame.columns - 1 - column, frame.lines - 1 - row


def opposite_edge(part: DrawnPart, column: int, row: int, upright: bool) -> tuple[int, int]:
    """The edge that lies opposite, of the same direction."""
    frame = _frame(part)
    if upright:
        return frame.columns - column, frame.lines - 1 - row
    return frame.columns - 1 - column, frame.lines - row


def area(part: DrawnPart, column: int, row: int) -> list[tuple[int, int]]:
    """The square and all with the same signs that are reached from it through open edges."""
    frame = _frame(part)
    wanted = frame.cell(column, row)[0].strip()
    found, waiting = {(column, row)}, [(column, row)]
    while waiting:
        x, y = waiting.pop()
        ways: tuple[tuple[int, int, tuple[int, int, bool]], ...] = (
            (x - 1, y, (x, y, True)),
            (x + 1, y, (x + 1, y, True)),
            (x, y - 1, (x, y, False)),
            (x, y + 1, (x, y + 1, False)),
        )
        for a, b, way in ways:
            inside = 0 <= a < frame.columns and 0 <= b < frame.lines
            if not inside or (a, b) in found or _edge_sign(_edge(frame, *way)[0]) != " ":
                continue
            if frame.cell(a, b)[0].strip() == wanted:
                found.add((a, b))
                waiting.append((a, b))
    return sorted(found, key=lambda at: (at[1], at[0]))
