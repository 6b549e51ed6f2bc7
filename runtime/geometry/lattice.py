"""Straight lines between unit squares: which squares and edges they cross, as bits.

What a line crosses depends on where its ends lie to each other, not on where on the board they are. So the
lines between two squares are found once for every displacement, as patterns of bits, and shifted to their
place.

*any point to any point*: every line between two squares can be moved a little, so lines through no corner
stand for all, but for those that pass exactly through a corner of one of their own squares, between what
stands on either side of it. Touching counts as crossing everywhere else. *edge to edge*: lines through no
corner only. *centre to centre*: the one line; at a corner it passes if one of the two ways round it is free
of links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from .lines import all_lines, crossing

Point = tuple[int, int]
Path = tuple[Point, ...]

# The fields of a mask: squares, left edges, upper edges; then the same once more for what blocks at corners
# only.
SQUARE, LEFT, UPPER = 0, 1, 2
AT_CORNERS = 3
FIELDS = 6


@dataclass(frozen=True, slots=True)
class Marks:
    """What a line crosses or touches: squares, and edges as (field, place of the square they belong to)."""

    squares: frozenset[Point] = frozenset()
    edges: frozenset[tuple[int, Point]] = frozenset()
    corners: frozenset[Point] = frozenset()  # corners it passes through, where corner blocks count


@dataclass(frozen=True, slots=True)
class Trace:
    """A class of lines: squares crossed in order (without the ends), what blocks it, and where two ways will
    do.
    """

    crossed: Path
    marks: Marks
    rounds: tuple[tuple[frozenset[tuple[int, Point]], frozenset[tuple[int, Point]]], ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """A trace as bits, to be shifted to its place; `choices` are pairs of which one must be free, too."""

    crossed: Path
    bits: int
    choices: tuple[tuple[int, int], ...]


class Lattice:
    """The squares of one board as bit positions, and the lines between them."""

    def __init__(self, squares: Mapping[Point, int]) -> None:
        self.squares = squares
        self.places = {number: place for place, number in squares.items()}
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        self.left, self.top = min(xs, default=0), min(ys, default=0)
        # One column and one row more, for the edges on the far sides.
        self.columns = max(xs, default=0) - self.left + 2
        self.rows = max(ys, default=0) - self.top + 2
        self.size = self.columns * self.rows
        self.bits = FIELDS * self.size
        self._patterns: dict[tuple[str, int, int], tuple[Pattern, ...]] = {}

    def square_bit(self, number: int, at_corners: bool = False) -> int:
        """The bit of a square; with `at_corners` the one for what blocks only at corners."""
        return self._bit((SQUARE + AT_CORNERS * at_corners, self.places[number]))

    def edge_bit(self, a: int, b: int, at_corners: bool = False) -> int | None:
        """The bit of the edge between two squares, if they share one."""
        edge = edge_between(self.places[a], self.places[b])
        return self._bit((edge[0] + AT_CORNERS * at_corners, edge[1])) if edge else None

    def rim_bit(self, line: tuple[Point, Point]) -> int:
        """The bit of an edge towards nothing, as what blocks at corners."""
        (ax, ay), (bx, by) = line
        return self._bit(((LEFT if ax == bx else UPPER) + AT_CORNERS, (min(ax, bx), min(ay, by))))

    def nothing(self) -> int:
        """Where there is no square, and the edges of squares towards it: a line cannot leave the board."""
        mask = 0
        for x in range(self.left - 1, self.left + self.columns):
            for y in range(self.top - 1, self.top + self.rows):
                for there in ((x, y), (x + 1, y), (x, y + 1)):
                    edge = edge_between((x, y), there)
                    if edge and ((x, y) in self.squares) != (there in self.squares):
                        mask |= self._bit(edge)
                inside = self.left <= x and self.top <= y
                if inside and (x, y) not in self.squares:
                    mask |= self._bit((SQUARE, (x, y)))
        return mask

    def lines(self, ends: str, a: int, b: int) -> tuple[int, Point, tuple[Pattern, ...]]:
        """The lines from a to b: how far to shift their bits, the square that `crossed` counts from, the
        patterns.
        """
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        corner = (min(ax, bx), min(ay, by))
        key = (ends, bx - ax, by - ay)
        if key not in self._patterns:
            self._patterns[key] = tuple(self._pattern(trace, key) for trace in traces(*key))
        return self._index(corner), corner, self._patterns[key]

    def _pattern(self, trace: Trace, key: tuple[str, int, int]) -> Pattern:
        def bits(edges: Iterable[tuple[int, Point]]) -> int:
            mask = 0
            for field, (x, y) in edges:
                mask |= 1 << (field * self.size + y * self.columns + x)
            return mask

        mask = bits((SQUARE, square) for square in trace.marks.squares) | bits(trace.marks.edges)
        for x, y in trace.marks.corners:
            edges = ((LEFT, (x, y - 1)), (LEFT, (x, y)), (UPPER, (x - 1, y)), (UPPER, (x, y)))
            around = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
            ends = (
                {(0, 0), (abs(key[1]), abs(key[2]))}
                if key[1] * key[2] >= 0
                else {(0, abs(key[2])), (abs(key[1]), 0)}
            )
            mask |= bits((field + AT_CORNERS, place) for field, place in edges)
            mask |= bits((SQUARE + AT_CORNERS, place) for place in around if place not in ends)
        choices = tuple((bits(one), bits(other)) for one, other in trace.rounds)
        return Pattern(trace.crossed, mask, choices)

    def _index(self, place: Point) -> int:
        return (place[1] - self.top) * self.columns + place[0] - self.left

    def _bit(self, mark: tuple[int, Point]) -> int:
        return 1 << (mark[0] * self.size + self._index(mark[1]))


def edge_between(a: Point, b: Point) -> tuple[int, Point] | None:
    """The edge that two neighbouring squares share, as it is counted."""
    (ax, ay), (bx, by) = a, b
    if abs(ax - bx) + abs(ay - by) != 1:
        return None
    return (LEFT, (max(ax, bx), ay)) if ay == by else (UPPER, (ax, max(ay, by)))


@cache
def traces(ends: str, dx: int, dy: int) -> tuple[Trace, ...]:
    """The classes of lines between two squares so far apart; places count from the upper left of both."""
    if dx < 0 or dy < 0:
        # Mirrored: the way back is as good, but `crossed` must begin at the start.
        return tuple(_mirrored(trace, dx, dy) for trace in traces(ends, abs(dx), abs(dy)))
    if dx == 0 or dy == 0:
        return (_straight(tuple((x, y) for x in range(dx + 1) for y in range(dy + 1))),)
    if ends == "centre":
        return (_centre_line(dx, dy),)
    paths = set(_paths(dx, dy))
    found = [_straight(path) for path in sorted(paths)]
    sort, _, own = ends.partition(" ")
    if sort == "any_point":
        found += _through_own_corners(paths, dx, dy, own)
    return tuple(sorted(found, key=lambda trace: len(trace.crossed)))


def _straight(path: Path) -> Trace:
    """A line through no corner crosses every square of its path, and every edge between two of them."""
    edges = (edge_between(a, b) for a, b in pairwise(path))
    return Trace(path[1:-1], Marks(frozenset(path[1:-1]), frozenset(edge for edge in edges if edge)))


def _paths(dx: int, dy: int) -> Iterator[Path]:
    """Every path of squares that some line through no corner takes, to the lower right."""
    if dx < dy:
        yield from (tuple((x, y) for y, x in path) for path in _paths(dy, dx))
        return
    # Lines to the lower right; what is left of them lies below on the page, where values are positive.
    cone = all_lines(0, 0, dx + 1, dy + 1)[2]
    cone = crossing(crossing(cone, (1, 0), (0, 1)), (dx + 1, dy), (dx, dy + 1))
    waiting: list[tuple[Path, tuple[tuple[int, int, int], ...]]] = [(((0, 0),), cone)]
    while waiting:
        path, cone = waiting.pop()
        x, y = path[-1]
        if x == dx:
            yield path + tuple((x, below) for below in range(y + 1, dy + 1))
            continue
        for below in range(y, dy + 1):
            there = crossing(cone, (x + 1, below), (x + 1, below + 1))
            if there:
                down = tuple((x, between) for between in range(y + 1, below + 1))
                waiting.append((path + down + ((x + 1, below),), there))


def _through_own_corners(paths: set[Path], dx: int, dy: int, own: str) -> Iterator[Trace]:
    """Lines exactly through a corner of their first square, of their last, or of both, as `own` allows.

    Where the same rest can be reached on either side of the corner, it can be reached through it: the lines
    with that rest are a convex set.
    """
    first, last = ((1, 0), (0, 1)), ((dx, dy - 1), (dx - 1, dy))
    for path in paths:
        start = own != "to" or (dx, dy) == (1, 1)  # next to each other, they share that corner
        if start and path[1] == first[0] and path[2] == (1, 1) and (path[0], first[1], *path[2:]) in paths:
            yield _cornered(path[2:-1], {(1, 1)}, dx, dy)
        other_side = (*path[:-2], last[1], path[-1])
        into_corner = path[-2] == last[0] and path[-3] == (dx - 1, dy - 1)
        if own != "from" and (dx, dy) != (1, 1) and into_corner and other_side in paths:
            yield _cornered(path[1:-2], {(dx, dy)}, dx, dy)
    if dx > 1 and dy > 1 and not own:
        yield _corner_to_corner(dx, dy)


def _cornered(crossed: Path, corners: set[Point], dx: int, dy: int) -> Trace:
    whole = crossed
    if (1, 1) not in corners:
        whole = ((0, 0), *whole)
    if (dx, dy) not in corners:
        whole = (*whole, (dx, dy))
    edges = (edge_between(a, b) for a, b in pairwise(whole))
    marks = Marks(frozenset(crossed), frozenset(edge for edge in edges if edge), frozenset(corners))
    return Trace(crossed, marks, tuple(_round(corner) for corner in sorted(corners)))


def _round(corner: Point) -> tuple[frozenset[tuple[int, Point]], frozenset[tuple[int, Point]]]:
    """The edges on the two ways round a corner, from the upper left square to the lower right one."""
    x, y = corner
    return frozenset({(LEFT, (x, y - 1)), (UPPER, (x, y))}), frozenset({(UPPER, (x - 1, y)), (LEFT, (x, y))})


def _corner_to_corner(dx: int, dy: int) -> Trace:
    """The line from the lower right corner of the first square to the upper left one of the last."""
    crossed, between = _exact((1, 1), (dx, dy))
    squares, edges = set(crossed), set[tuple[int, Point]]()
    for a, b in pairwise(crossed):
        edge = edge_between(a, b)
        edges |= {edge} if edge else set()
    for x, y in between:  # here it touches all that meets
        squares |= {(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)}
        edges |= _round((x, y))[0] | _round((x, y))[1]
    corners = {(1, 1), (dx, dy)}
    marks = Marks(frozenset(squares), frozenset(edges), frozenset(corners))
    return Trace(crossed, marks, tuple(_round(corner) for corner in sorted(corners)))


def _centre_line(dx: int, dy: int) -> Trace:
    """The line from centre to centre, in units of half a square."""
    path, corners = _exact((1, 1), (2 * dx + 1, 2 * dy + 1), unit=2)
    edges = (edge_between(a, b) for a, b in pairwise(path))
    marks = Marks(frozenset(path[1:-1]), frozenset(edge for edge in edges if edge), frozenset(corners))
    return Trace(path[1:-1], marks, tuple(_round(corner) for corner in corners))


def _exact(start: Point, end: Point, unit: int = 1) -> tuple[Path, list[Point]]:
    """The squares that the segment runs through inside, and the corners that it passes between its ends.

    It runs to the lower right; its ends count in parts of a square.
    """
    (px, py), (qx, qy) = start, end
    width, height = qx - px, qy - py
    path: list[Point] = [(px // unit, py // unit)]
    corners: list[Point] = []
    while True:
        x, y = path[-1]
        # Where the line leaves this square: right if that comes first, down if that does, through the corner
        # if both.
        right, down = ((x + 1) * unit - px) * height, ((y + 1) * unit - py) * width
        ahead = (x + (right <= down), y + (down <= right))
        if ((x + 1) * unit >= qx and right <= down) or ((y + 1) * unit >= qy and down <= right):
            return tuple(path), corners
        if right == down:
            corners.append((x + 1, y + 1))
        path.append(ahead)


def _mirrored(trace: Trace, dx: int, dy: int) -> Trace:
    """The trace for ends that lie to the left of each other, or above."""
    width, height = abs(dx), abs(dy)

    def square(place: Point) -> Point:
        return (width - place[0] if dx < 0 else place[0], height - place[1] if dy < 0 else place[1])

    def corner(place: Point) -> Point:
        return (width + 1 - place[0] if dx < 0 else place[0], height + 1 - place[1] if dy < 0 else place[1])

    def edge(mark: tuple[int, Point]) -> tuple[int, Point]:
        field, (x, y) = mark
        if field == LEFT:
            return LEFT, (corner((x, y))[0], square((x, y))[1])
        return UPPER, (square((x, y))[0], corner((x, y))[1])

    marks = trace.marks
    return Trace(
        tuple(square(place) for place in trace.crossed),
        Marks(
            frozenset(map(square, marks.squares)),
            frozenset(map(edge, marks.edges)),
            frozenset(map(corner, marks.corners)),
        ),
        tuple((frozenset(map(edge, one)), frozenset(map(edge, other))) for one, other in trace.rounds),
    )
