"""Where a drawing of hexes has its hexes: rows that stand half a hex to the right of those beside them.

Hexes stand 4 columns and 2 lines apart, every second row 2 columns further right. The places around one hex:

      1 2       1 upper left side, 2 upper right side, 0 left side; the other three sides are sides of its
     0abc       neighbours. Its own signs stand at a, b and c, a single one at b.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from .rows import moved_left, offset, told
from .shape import Exact, ExactPoint, ExactSegment, Outline, whole
from .tables import part

PITCH = 4
LEFT, UPPER_LEFT, UPPER_RIGHT = 0, 1, 2
SIDES = (LEFT, UPPER_LEFT, UPPER_RIGHT)
SIDE_SIGNS = frozenset("|/\\-")

ROW_HEIGHT = Fraction(13, 15)
"""How far rows are apart, if hexes are 1 wide: √3 / 2, as nearly as a small fraction can say it. What lines
cross is exact all the same, since hexes that are pressed a little keep all straight lines.
"""

HexCell = tuple[int, int]


class HexFrame(NamedTuple):
    """Rows of a drawing, the middle of its leftmost hex, the line of its first row, and whether that row is
    one of those further right.
    """

    rows: tuple[Word, ...]
    left: int
    top: int
    first: int
    columns: int
    lines: int

    @property
    def room(self) -> int:
        """How many signs a hex has room for."""
        return PITCH - 1

    def shifted(self, row: int) -> int:
        """1 for a row that stands half a hex further right, else 0."""
        return (row + self.first) % 2

    def middle(self, column: int, row: int) -> tuple[int, int]:
        """Line and character of the middle of a hex."""
        return self.top + 2 * row, self.left + PITCH * column + 2 * self.shifted(row)

    def cell(self, column: int, row: int) -> tuple[str, int, int]:
        """What stands inside a hex, and where: text, row of the drawing, first character."""
        y, x = self.middle(column, row)
        return self.text(y, x - 1, PITCH - 1), y, x - 1

    def edge(self, column: int, row: int, side: int) -> tuple[str, int, int]:
        """What stands on one of the three sides that are counted to a hex."""
        y, x = self.middle(column, row)
        y, x = (y, x - 2) if side == LEFT else (y - 1, x - 1 if side == UPPER_LEFT else x + 1)
        return self.text(y, x, 1), y, x

    def beyond(self, column: int, row: int, side: int) -> HexCell:
        """The hex on the other side of such a side."""
        if side == LEFT:
            return column - 1, row
        return column + self.shifted(row) - (side == UPPER_LEFT), row - 1

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Every side of every hex there may be, once."""
        for row in range(self.lines + 1):
            for column in range(-1, self.columns + 2):
                for side in SIDES:
                    yield column, row, side

    def opposite(self, column: int, row: int) -> HexCell:
        """The hex that lies opposite, when the drawing is turned by half."""
        aside = self.shifted(row) if self.lines % 2 else 0
        return self.columns - 1 - aside - column, self.lines - 1 - row

    def corner(self, column: int, row: int) -> ExactPoint:
        """The upper left corner of the box around a hex, in tiles."""
        return whole(column + Fraction(self.shifted(row), 2)), whole(row * ROW_HEIGHT)

    def text(self, y: int, x: int, length: int) -> str:
        """Characters of a row; beyond its end, and left of its beginning, there are blanks."""
        row = self.rows[y] if 0 <= y < len(self.rows) else ""
        return "".join(row[i] if 0 <= i < len(row) else " " for i in range(x, x + length))

    def span(self, y: int, x: int, length: int = 1) -> Span:
        """Where those characters stand in the file."""
        return part(self.rows[y], x, x + length)


def hexagon(corner: ExactPoint) -> Outline:
    """The outline of a hex from the upper left corner of its box, clockwise from its uppermost point."""
    (x, y), half, third = corner, Fraction(1, 2), ROW_HEIGHT / 3
    points = (
        (x + half, y),
        (x + 1, y + third),
        (x + 1, y + ROW_HEIGHT),
        (x + half, y + ROW_HEIGHT + third),
        (x, y + ROW_HEIGHT),
        (x, y + third),
    )
    return tuple((whole(a), whole(b)) for a, b in points)


def side_of(corner: ExactPoint, side: int) -> ExactSegment:
    """Where a side of a hex lies: left, upper left or upper right."""
    outline = hexagon(corner)
    return ((outline[5], outline[4]), (outline[5], outline[0]), (outline[0], outline[1]))[side]


def hex_at(corner: ExactPoint) -> tuple[Exact, Exact]:
    """Column (in halves) and row of a hex by the upper left corner of its box."""
    return corner[0], whole(corner[1] / ROW_HEIGHT)


def find_hexes(
    rows: tuple[Word, ...], is_space: Callable[[str], bool] = lambda sign: sign not in SIDE_SIGNS
) -> tuple[HexFrame | None, list[Diagnostic]]:
    """The frame that most signs of spaces agree on; None for a drawing without hexes. A row that is off as a
    whole is a problem, and put right.
    """
    signs = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if _drawn(sign, is_space)]
    if not signs:
        return None, []
    start = _most(y % 2 for y, _ in signs)
    residue = _most(x - (y - start) for y, x in signs if y % 2 == start)
    rows, problems = _in_line(rows, is_space, start, residue)
    middles = [
        (y, x)
        for y in range(start, len(rows), 2)
        for x, sign in enumerate(rows[y])
        if _drawn(sign, is_space) and not (x - (y - start) - residue) % PITCH
    ]
    left, top = min(x for _, x in middles), min(y for y, _ in middles)
    first = (residue + (top - start) - left) % PITCH // 2
    columns = max((x - left) // PITCH for _, x in middles) + 1
    lines = (max(y for y, _ in middles) - top) // 2 + 1
    return HexFrame(rows, left, top, first, columns, lines), problems


def _in_line(
    rows: tuple[Word, ...], is_space: Callable[[str], bool], start: int, residue: int
) -> tuple[tuple[Word, ...], list[Diagnostic]]:
    """The rows with those put right whose hexes are all off by as much."""
    problems, found = [], list(rows)
    for y in range(start, len(rows), 2):
        columns = [x for x, sign in enumerate(rows[y]) if _drawn(sign, is_space)]
        by = offset(columns, (residue + y - start) % PITCH, PITCH)
        if by:
            problems.append(told(rows[y], by))
            found[y] = moved_left(rows[y], by)
    return tuple(found), problems


def _drawn(sign: str, is_space: Callable[[str], bool]) -> bool:
    return sign not in " +" and is_space(sign)


def _most(numbers: Iterator[int]) -> int:
    """What most of these numbers leave when divided by the pitch."""
    return Counter(number % PITCH for number in numbers).most_common(1)[0][0]
