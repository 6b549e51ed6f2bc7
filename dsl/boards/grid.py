"""Where a drawing of squares has its squares: the frame that its `+` corners span.

Squares stand 4 columns and 2 lines apart (`+---+---+`) or, in small drawings, 2 and 2 (`+-+-+`).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span, Word
from .rows import moved_left, offset, told
from .tables import part


class GridFrame(NamedTuple):
    """Rows of a drawing, the distance between its corners, and the place of the upper left one."""

    rows: tuple[Word, ...]
    pitch: int
    left: int
    top: int
    columns: int
    lines: int

    def cell(self, column: int, row: int) -> tuple[str, int, int]:
        """What stands inside a square, and where: text, row of the drawing, first character."""
        y, x = self.top + 2 * row + 1, self.left + self.pitch * column + 1
        return self.text(y, x, self.pitch - 1), y, x

    def edge_above(self, column: int, row: int) -> tuple[str, int, int]:
        """What stands on the upper edge of a square."""
        y, x = self.top + 2 * row, self.left + self.pitch * column + 1
        return self.text(y, x, self.pitch - 1), y, x

    def edge_left(self, column: int, row: int) -> tuple[str, int, int]:
        """What stands on the left edge of a square."""
        y, x = self.top + 2 * row + 1, self.left + self.pitch * column
        return self.text(y, x, 1), y, x

    def corners(self) -> Iterator[tuple[str, int, int]]:
        """What stands where corners are, with row and character."""
        for y in range(self.top, len(self.rows), 2):
            for x in range(self.left, len(self.rows[y]), self.pitch):
                yield self.text(y, x, 1), y, x

    def text(self, y: int, x: int, length: int) -> str:
        """Characters of a row; beyond its end, and left of its beginning, there are blanks."""
        if not 0 <= y < len(self.rows):
            return " " * length
        row = self.rows[y]
        if 0 <= x <= len(row) - length:
            return row[x : x + length]
        return "".join(row[i] if 0 <= i < len(row) else " " for i in range(x, x + length))

    def span(self, y: int, x: int, length: int = 1) -> Span:
        """Where those characters stand in the file."""
        return part(self.rows[y], x, x + length)


def find_frame(rows: tuple[Word, ...], span: Span) -> tuple[GridFrame | None, list[Diagnostic]]:
    """The frame that most corners agree on; a corner elsewhere is a problem of its own."""
    corners = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "+"]
    if not corners:
        return None, [codes.NO_CORNERS.at(span)]
    pitch = _pitch(corners)
    left = _most_common(x % pitch for _, x in corners)
    top = _most_common(y % 2 for y, _ in corners)
    drawn = [y for y, row in enumerate(rows) if row.count("+") > 1]
    between = next((y for y in drawn if (y - drawn[0]) % 2), None)
    if between is not None:  # and so are all below it, most likely
        proposal = "corners are on every second line: is a line above it missing, or is there one too many?"
        off = "on a line between two rows of corners"
        return None, [codes.ROW_PLACE.at(rows[between].span, off=off, proposal=proposal)]
    rows, problems = _in_line(rows, pitch, left, top)
    corners = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "+"]
    odd = {y: x for y, x in reversed(corners) if x % pitch != left or y % 2 != top}
    problems += [
        codes.CORNER_PLACE.at(
            part(rows[y], x, x + 1),
            found="`+`",
            pitch=pitch,
            column=rows[y].span.column + left + pitch * round((x - left) / pitch),
        )
        for y, x in odd.items()  # the first of each row: those beside it are most likely off alike
    ]
    # A drawing may begin with squares without a wall around them: the frame begins before its first sign.
    first_row = next(y for y, row in enumerate(rows) if row.strip())
    while left > min(len(row) - len(row.lstrip()) for row in rows if row.strip()):
        left -= pitch
    while top > first_row:
        top -= 2
    width = max(len(row) for row in rows)
    columns = max(-(-(width - 1 - left) // pitch), 0)
    lines = max(-(-(len(rows) - 1 - top) // 2), 0)
    return GridFrame(rows, pitch, left, top, columns, lines), problems


def _in_line(
    rows: tuple[Word, ...], pitch: int, left: int, top: int
) -> tuple[tuple[Word, ...], list[Diagnostic]]:
    """The rows with those put right whose corners, or whose walls, are all off by as much."""
    problems = []
    found = list(rows)
    for y, row in enumerate(rows):
        mark = "+" if y % 2 == top else "|"
        by = offset([x for x, sign in enumerate(row) if sign == mark], left, pitch)
        if by:
            problems.append(told(row, by))
            found[y] = moved_left(row, by)
    return tuple(found), problems


def _pitch(corners: list[tuple[int, int]]) -> int:
    """2 if that is how far most neighbouring corners are apart, else 4."""
    gaps = Counter(b[1] - a[1] for a, b in pairwise(corners) if a[0] == b[0])
    return 2 if gaps and gaps.most_common(1)[0][0] == 2 else 4


def _most_common(residues: Iterator[int]) -> int:
    return Counter(residues).most_common(1)[0][0]
