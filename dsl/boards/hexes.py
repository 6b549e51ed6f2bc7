r"""Boards of hexes: a drawing with signs inside hexes and on the sides between them.

.   . ~ f    Every second row stands half a hex further right, with a line left free between two rows. A hex
     \ \     is named by column and row (`a1`, `b1`) and has its signs in the middle; what stands half-way to
  .   .      a neighbour is on the side between the two: blank (open), `|`, `/` and `\` (wall), or a sign of
             the `signs:` table. A blank hex is no space.
"""

from dataclasses import dataclass, field

from ..nodes import EntryDrawing, EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from .hex_grid import PITCH, HexCell, HexFrame, find_hexes, hexagon, side_of
from .shape import WALL, BoardShape, KindLookup, ShapedLink, ShapedSpace, square_name
from .signs import Meaning, Signs, Troubles, link_between, read_signs, unknown

WALLS: Signs = {"/": Meaning(WALL, True), "\\": Meaning(WALL, True)}
"""What stands for a wall in a drawing of hexes, besides `-` and `|`."""


@dataclass(slots=True)
class _HexesReading(Troubles):
    """What is known while a drawing is read."""

    board: str
    of: str
    frame: HexFrame
    signs: Signs
    spaces: dict[HexCell, ShapedSpace] = field(default_factory=dict)


def read_hexes(
    name: str, of: str, drawing: EntryDrawing, tables: tuple[EntryTable, ...], kinds: KindLookup
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """Read a drawing of hexes; what cannot be read is reported and left out."""
    own, problems = read_signs(tables, of, kinds)
    signs = {**WALLS, **own}

    def is_space(sign: str) -> bool:
        return sign in signs and not signs[sign].is_link and not signs[sign].broken

    frame, found = find_hexes(drawing.lines, is_space)
    if frame is None:
        proposal = "a hex needs a sign in its middle: `.` is a plain one"
        return None, [*problems, *found, codes.EMPTY_BOARD.at(drawing.span, proposal=proposal)]
    for y, drawn in enumerate(frame.rows):  # and so are all below it, most likely
        if (y - frame.top) % 2 and any(is_space(sign) for sign in drawn):
            proposal = (
                "hexes are on every second line: is a line between two rows missing, or is there one too "
                "many?"
            )
            off = "on a line between two rows of hexes"
            return None, [*problems, codes.ROW_PLACE.at(drawn.span, off=off, proposal=proposal)]
    lines = {text.span.line: y for y, text in enumerate(frame.rows)}
    troubled = {lines[problem.span.line] for problem in found}
    reading = _HexesReading(name, of, frame, signs, problems=problems + found, troubled=troubled)
    for row in range(frame.lines):
        for column in range(frame.columns):
            _read_hex(reading, column, row)
    links: list[ShapedLink] = []
    rim: list[ShapedLink] = []
    for edge in frame.edges():
        link = _read_side(reading, *edge)
        if link:
            (links if len(link.sides) == 2 else rim).append(link)
    _read_others(reading)
    shape = BoardShape(name, "hex", tuple(reading.spaces.values()), tuple(links), tuple(rim))
    return shape, reading.problems


def _read_hex(reading: _HexesReading, column: int, row: int) -> None:
    frame = reading.frame
    text, y, x = frame.cell(column, row)
    kind, values = reading.of, dict[str, Word]()
    for i, sign in enumerate(text):
        if sign == " ":
            continue
        span = frame.span(y, x + i)
        meaning = reading.signs.get(sign)
        if meaning is None:
            reading.trouble(y, unknown(sign, span))
        elif meaning.is_link:
            reading.trouble(y, _side_in_hex(frame, sign, meaning, column, row, span))
            return
        else:
            kind = meaning.kind or kind
            values.update(meaning.values)
    if not text.strip():
        return
    span = frame.span(y, x + len(text) - len(text.lstrip()), len(text.strip()))
    at = frame.corner(column, row)
    reading.spaces[column, row] = ShapedSpace(
        Word(square_name(column, row), span), kind, at, hexagon(at), span, tile=reading.board, values=values
    )


def _side_in_hex(
    frame: HexFrame, sign: str, meaning: Meaning, column: int, row: int, span: Span
) -> Diagnostic:
    first = frame.span(*frame.middle(column, row)).column - 2
    return codes.EDGE_IN_CELL.at(
        span,
        found=f"`{sign}`",
        meaning=meaning.said(),
        spaces="hexes",
        square=square_name(column, row),
        columns=f"{first}, {first + PITCH}, …",
    )


def _read_side(reading: _HexesReading, column: int, row: int, side: int) -> ShapedLink | None:
    """The link on a side of a hex, if there is one."""
    frame = reading.frame
    sign, y, x = frame.edge(column, row, side)
    if sign == " ":
        return None
    span = frame.span(y, x)
    meaning = reading.signs.get(sign)
    if meaning is None:
        reading.trouble(y, unknown(sign, span))
        return None
    if meaning.broken:
        return None
    if not meaning.is_link:
        middle = frame.span(*frame.middle(column, row)).column
        reading.trouble(
            y,
            codes.SPACE_ON_EDGE.at(
                span, found=f"`{sign}`", spaces="hexes", column=f"{middle}, {middle + PITCH}, … of this line"
            ),
        )
        return None
    sides = tuple(reading.spaces.get(place) for place in (frame.beyond(column, row, side), (column, row)))
    line = side_of(frame.corner(column, row), side)
    link, problems = link_between(sides, line, meaning, sign, span, "side of a hex")
    reading.problems += problems
    return link


def _read_others(reading: _HexesReading) -> None:
    """Signs that stand neither in a hex nor on a side of one."""
    frame = reading.frame
    places = {frame.edge(*edge)[1:] for edge in frame.edges()}
    for row in range(frame.lines):
        for column in range(frame.columns):
            _, y, x = frame.cell(column, row)
            places |= {(y, x + i) for i in range(PITCH - 1)}
    for y, text in enumerate(frame.rows):
        for x, sign in enumerate(text):
            if sign != " " and (y, x) not in places:
                span = frame.span(y, x)
                known = sign in reading.signs or sign == "+"
                problem = codes.HEX_PLACE.at(span, found=f"`{sign}`") if known else unknown(sign, span)
                reading.trouble(y, problem)
