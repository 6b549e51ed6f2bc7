"""Boards of squares: a drawing with signs inside squares and on the edges between them.

+---+---+    Every square is named by column and row (`a1`, `b1`), has its signs in the middle, and
| s   . |    shares edges with its neighbours: blank (open), `-` and `|` (wall), or a sign of the
+   +===+    `signs:` table. A blank square is no space.
"""

from dataclasses import dataclass, field

from ..nodes import EntryDrawing, EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from .grid import GridFrame, find_frame
from .shape import BoardShape, ExactSegment, KindLookup, Outline, ShapedLink, ShapedSpace, square_name
from .signs import Meaning, Signs, Troubles, link_between, read_signs, unknown


@dataclass(slots=True)
class _SquaresReading(Troubles):
    """What is known while a drawing is read."""

    board: str
    of: str
    frame: GridFrame
    signs: Signs
    spaces: dict[tuple[int, int], ShapedSpace] = field(default_factory=dict)


def read_squares(
    name: str, of: str, drawing: EntryDrawing, tables: tuple[EntryTable, ...], kinds: KindLookup
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """Read a drawing of squares; what cannot be read is reported and left out."""
    signs, problems = read_signs(tables, of, kinds)
    frame, found = find_frame(drawing.lines, drawing.span)
    problems += found
    if frame is None:
        return None, problems
    lines = {word.span.line: y for y, word in enumerate(frame.rows)}
    troubled = {lines[problem.span.line] for problem in found}
    reading = _SquaresReading(name, of, frame, signs, problems=problems, troubled=troubled)
    for row in range(frame.lines):
        for column in range(frame.columns):
            _read_square(reading, column, row)
    if not reading.spaces:
        proposal = "a square needs a sign inside it: `.` is a plain one"
        problems.append(codes.EMPTY_BOARD.at(drawing.span, proposal=proposal))
        return None, problems
    links: list[ShapedLink] = []
    rim: list[ShapedLink] = []
    for row in range(frame.lines + 1):
        for column in range(frame.columns + 1):
            for upright in (True, False):
                link = _read_edge(reading, column, row, upright)
                if link:
                    (links if len(link.sides) == 2 else rim).append(link)
    problems += _stray_corners(reading)
    return BoardShape(name, "square", tuple(reading.spaces.values()), tuple(links), tuple(rim)), problems


def _read_square(reading: _SquaresReading, column: int, row: int) -> None:
    text, y, x = reading.frame.cell(column, row)
    kind, values = reading.of, dict[str, Word]()
    if not text.strip():
        return
    for i, sign in enumerate(text):
        meaning = reading.signs.get(sign)
        if sign == " ":
            continue
        span = reading.frame.span(y, x + i)
        if meaning is None:
            if sign != "+":  # a corner in an odd place is reported already
                reading.trouble(y, unknown(sign, span))
        elif meaning.is_link:
            reading.trouble(y, _edge_in_cell(reading.frame, sign, meaning, column, row, span))
            return
        else:
            kind = meaning.kind or kind
            values.update(meaning.values)
    span = reading.frame.span(y, x + len(text) - len(text.lstrip()), len(text.strip()))
    reading.spaces[column, row] = ShapedSpace(
        Word(square_name(column, row), span),
        kind,
        (column, row),
        square(column, row),
        span,
        tile=reading.board,
        values=values,
    )


def square(column: int, row: int) -> Outline:
    """The outline of a square, clockwise as drawn."""
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)


def _edge_in_cell(
    frame: GridFrame, sign: str, meaning: Meaning, column: int, row: int, span: Span
) -> Diagnostic:
    first = frame.span(frame.top + 2 * row + 1, frame.left).column
    columns = ", ".join(str(first + frame.pitch * i) for i in range(column, column + 2)) + ", …"
    return codes.EDGE_IN_CELL.at(
        span,
        found=f"`{sign}`",
        meaning=meaning.said(),
        spaces="squares",
        square=square_name(column, row),
        columns=columns,
    )


def _read_edge(reading: _SquaresReading, column: int, row: int, upright: bool) -> ShapedLink | None:
    """The link on the left (upright) or upper edge of a place, if there is one."""
    frame = reading.frame
    text, y, x = frame.edge_left(column, row) if upright else frame.edge_above(column, row)
    sign = _edge_sign(text)
    if sign == " ":
        return None
    lead = len(text) - len(text.lstrip())
    span = frame.span(y, x + lead, len(text.strip()))
    if sign is None:
        reading.trouble(y, codes.MIXED_EDGE.at(span, found=f"`{text.strip()}`"))
        return None
    meaning = reading.signs.get(sign)
    if meaning is None:
        if sign != "+":
            reading.trouble(y, unknown(sign, span))
        return None
    if meaning.broken:
        return None
    if not meaning.is_link:
        middle = frame.span(frame.top + 1, frame.left + frame.pitch // 2).column
        reading.trouble(
            y,
            codes.SPACE_ON_EDGE.at(
                span, found=f"`{sign}`", spaces="squares", column=f"{middle}, {middle + frame.pitch}, …"
            ),
        )
        return None
    before = (column - 1, row) if upright else (column, row - 1)
    sides = tuple(reading.spaces.get(place) for place in (before, (column, row)))
    line: ExactSegment = ((column, row), (column, row + 1)) if upright else ((column, row), (column + 1, row))
    link, problems = link_between(sides, line, meaning, sign, span, "edge of a square")
    reading.problems += problems
    return link


def _edge_sign(text: str) -> str | None:
    """The one sign of an edge; `-D-` is a D; None if there are several."""
    signs = set(text) - {" "}
    if len(signs) == 2 and "-" in signs and text[len(text) // 2] != "-":
        signs.discard("-")
    if len(signs) > 1:
        return None
    return signs.pop() if signs else " "


def _stray_corners(reading: _SquaresReading) -> list[Diagnostic]:
    """Signs where only corners may stand; walls and other links may run through."""
    problems = []
    for sign, y, x in reading.frame.corners():
        meaning = reading.signs.get(sign)
        if (
            sign not in " +"
            and not (meaning and (meaning.is_link or meaning.broken))
            and y not in reading.troubled
        ):
            reading.troubled.add(y)
            problems.append(
                codes.SPACE_ON_EDGE.at(
                    reading.frame.span(y, x),
                    found=f"`{sign}`",
                    spaces="squares",
                    column=(reading.frame.span(y, reading.frame.left + reading.frame.pitch // 2).column),
                )
            )
    return problems
