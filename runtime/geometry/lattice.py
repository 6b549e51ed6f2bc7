"""Straight lines between unit squares: which squares and edges they cross, as bits.

What a line crosses depends on where its ends lie to each other, not on where on the board they are. So the
lines between two squares are found once for every displacement, as patterns of bits, and shifted to their
place.

*any point to any point*: every line between two squares can be moved a little, so lines through no corner
stand for all, but for those that pass exactly through a corner of one of their own squares, between what
stands on either side of it. Touching counts as crossing everywhere else, but where lines pass borders
(`borders.py`). *edge to edge*: lines through no corner only. *centre to centre*: the one line; at a corner it
passes if one of the two ways round it is free of links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from .lines import all_lines, crossing

Point = tuple[int, int]
Path = tuple[Point, ...]

# The fields of a mask: squares, left edges, upper edges; then the same once more for what blocks at corners
# only; then the corners that are pinched (`borders.py`), by how a line goes through them.
SQUARE, LEFT, UPPER = 0, 1, 2
AT_CORNERS = 3
PINCHED = 6
FIELDS = 10


class Pinch(IntEnum):
    """How a line goes through a corner: to the lower right, to the upper right, upright, level."""

    FALLING, RISING, UPRIGHT, LEVEL = range(4)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a line crosses or touches: squares, and edges as (field, place of the square they belong to)."""

    squares: frozenset[Point] = frozenset()
    edges: frozenset[tuple[int, Point]] = frozenset()
    corners: frozenset[Point] = frozenset()  # corners it passes through, where corner blocks count
    pinches: frozenset[tuple[Pinch, Point]] = frozenset()  # those among them that may not be pinched


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


class Ends(NamedTuple):
    """Which ends of a line let it pass exactly through a corner of their own square, whoever stands there."""

    start: bool
    end: bool


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
        self._patterns: dict[tuple[str, bool, int, int], tuple[Pattern, ...]] = {}

    def square_bit(self, number: int, at_corners: bool = False) -> int:
        """The bit of a square; with `at_corners` the one for what blocks only at corners."""
        return self.bit((SQUARE + AT_CORNERS * at_corners, self.places[number]))

    def edge_bit(self, a: int, b: int, at_corners: bool = False) -> int | None:
        """The bit of the edge between two squares, if they share one."""
        edge = edge_between(self.places[a], self.places[b])
        return self.bit((edge[0] + AT_CORNERS * at_corners, edge[1])) if edge else None

    def rim_bit(self, line: tuple[Point, Point]) -> int:
        """The bit of an edge towards nothing, as what blocks at corners."""
        (ax, ay), (bx, by) = line
        return self.bit(((LEFT if ax == bx else UPPER) + AT_CORNERS, (min(ax, bx), min(ay, by))))

    def nothing(self) -> int:
        """Where there is no square, and the edges of squares towards it: a line cannot leave the board."""
        mask = 0
        for x in range(self.left - 1, self.left + self.columns):
            for y in range(self.top - 1, self.top + self.rows):
                for there in ((x, y), (x + 1, y), (x, y + 1)):
                    edge = edge_between((x, y), there)
                    if edge and ((x, y) in self.squares) != (there in self.squares):
                        mask |= self.bit(edge)
                inside = self.left <= x and self.top <= y
                if inside and (x, y) not in self.squares:
                    mask |= self.bit((SQUARE, (x, y)))
        return mask

    def at_corner(self, corner: Point, but: tuple[Point, Point]) -> int:
        """The bits of what may block at a corner only; squares that are ends of the line do not."""
        x, y = corner
        edges = ((LEFT, (x, y - 1)), (LEFT, (x, y)), (UPPER, (x - 1, y)), (UPPER, (x, y)))
        squares = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
        mask = 0
        for field, place in (*edges, *((SQUARE, place) for place in squares if place not in but)):
            mask |= self.bit((field + AT_CORNERS, place))
        return mask

    def lines(self, ends: str, borders: bool, a: int, b: int) -> tuple[int, tuple[Pattern, ...]]:
        """The lines from a to b: how far to shift their bits, and the patterns.

        With `borders` also those that only touch what blocks, but for lines along a border.
        """
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        corner = (min(ax, bx), min(ay, by))
        key = (ends, borders, bx - ax, by - ay)
        if key not in self._patterns:
            self._patterns[key] = tuple(self._pattern(trace, *key[2:]) for trace in traces(*key))
        return self._index(corner), self._patterns[key]

    def crossed(self, pattern: Pattern, a: int, b: int) -> tuple[int, ...]:
        """The squares that a line of a pattern crosses between a and b, in order."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        across, down = 1 if bx < ax else -1, -1 if by < ay else 1
        found: list[int] = []
        for dx, dy in pattern.crossed:
            x, y = min(ax, bx) + dx, min(ay, by) + dy
            # Where there is no square a corner is passed on its other side.
            found.append(self.squares[(x, y) if (x, y) in self.squares else (x + across, y + down)])
        return tuple(found)

    def _pattern(self, trace: Trace, dx: int, dy: int) -> Pattern:
        def bits(edges: Iterable[tuple[int, Point]]) -> int:
            mask = 0
            for field, (x, y) in edges:
                mask |= 1 << (field * self.size + y * self.columns + x)
            return mask

        mask = bits((SQUARE, square) for square in trace.marks.squares) | bits(trace.marks.edges)
        mask |= bits((PINCHED + sort, corner) for sort, corner in trace.marks.pinches)
        for x, y in trace.marks.corners:
            edges = ((LEFT, (x, y - 1)), (LEFT, (x, y)), (UPPER, (x - 1, y)), (UPPER, (x, y)))
            around = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
            ends = {(0, 0), (abs(dx), abs(dy))} if dx * dy >= 0 else {(0, abs(dy)), (abs(dx), 0)}
            mask |= bits((field + AT_CORNERS, place) for field, place in edges)
            mask |= bits((SQUARE + AT_CORNERS, place) for place in around if place not in ends)
        choices = tuple((bits(one), bits(other)) for one, other in trace.rounds)
        return Pattern(trace.crossed, mask, choices)

    def _index(self, place: Point) -> int:
        return (place[1] - self.top) * self.columns + place[0] - self.left

    def bit(self, mark: tuple[int, Point]) -> int:
        """The bit of a field of the mask at a place."""
        return 1 << (mark[0] * self.size + self._index(mark[1]))


def edge_between(a: Point, b: Point) -> tuple[int, Point] | None:
    """The edge that two neighbouring squares share, as it is counted."""
    (ax, ay), (bx, by) = a, b
    if abs(ax - bx) + abs(ay - by) != 1:
        return None
    return (LEFT, (max(ax, bx), ay)) if ay == by else (UPPER, (ax, max(ay, by)))


@cache
def traces(ends: str, borders: bool, dx: int, dy: int) -> tuple[Trace, ...]:
    """The classes of lines between two squares so far apart; places count from the upper left of both."""
    if dx < 0 or dy < 0:
        # Mirrored: the way back is as good, but `crossed` must begin at the start.
        return tuple(_mirrored(trace, dx, dy) for trace in traces(ends, borders, abs(dx), abs(dy)))
    if dx == 0 or dy == 0:
        return (_straight(tuple((x, y) for x in range(dx + 1) for y in range(dy + 1))),)
    if ends == "centre":
        return (_centre_line(dx, dy),)
    paths = set(_paths(dx, dy))
    found = [_straight(path) for path in sorted(paths)]
    sort, _, own = ends.partition(" ")
    if sort == "any_point":
        found += _through_own_corners(paths, dx, dy, own)
    if borders:
        found += _touching(dx, dy, own_corners(ends))
    return tuple(sorted(found, key=lambda trace: len(trace.crossed)))


def own_corners(ends: str) -> Ends:
    """Through which corners of their own squares lines go, by how the relation names their ends."""
    sort, _, own = ends.partition(" ")
    return Ends(sort == "any_point" and own != "to", sort == "any_point" and own != "from")


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
    return Trace(crossed, marks, tuple(round_corner(corner) for corner in sorted(corners)))


def round_corner(corner: Point) -> tuple[frozenset[tuple[int, Point]], frozenset[tuple[int, Point]]]:
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
        edges |= round_corner((x, y))[0] | round_corner((x, y))[1]
    corners = {(1, 1), (dx, dy)}
    marks = Marks(frozenset(squares), frozenset(edges), frozenset(corners))
    return Trace(crossed, marks, tuple(round_corner(corner) for corner in sorted(corners)))


def _centre_line(dx: int, dy: int) -> Trace:
    """The line from centre to centre, in units of half a square."""
    path, corners = _exact((1, 1), (2 * dx + 1, 2 * dy + 1), unit=2)
    edges = (edge_between(a, b) for a, b in pairwise(path))
    marks = Marks(frozenset(path[1:-1]), frozenset(edge for edge in edges if edge), frozenset(corners))
    return Trace(path[1:-1], marks, tuple(round_corner(corner) for corner in corners))


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


def _touching(dx: int, dy: int, own: Ends) -> Iterator[Trace]:
    """The lines through two corners or more, which only touch what blocks there: others can be moved a
    little.
    """
    for right in range(1, dx + 2):
        for down in range(1, dy + 2):
            if gcd(right, down) > 1:
                continue
            # All points (x, y) of a line have the same down * x - right * y; here both squares are touched.
            first = max(-right, down * dx - right * (dy + 1))
            last = min(down, down * (dx + 1) - right * dy)
            for level in range(first, last + 1):
                found = _touching_line(dx, dy, (right, down, level), own)
                if found is not None:
                    yield found


def _touching_line(dx: int, dy: int, line: tuple[int, int, int], own: Ends) -> Trace | None:
    right, down, level = line
    path: list[Point] = [(0, 0)]
    corners: list[Point] = []
    touched = int(level in (down, -right))  # the first square in a corner only
    while path[-1] != (dx, dy):
        x, y = path[-1]
        corner = (x + 1, y + 1)
        ahead = down * corner[0] - right * corner[1] - level
        if ahead == 0 and corner in ((dx + 1, dy), (dx, dy + 1)):
            touched += 1  # the last square in a corner only
            path.append((dx, dy))
            continue
        if ahead == 0:
            corners.append(corner)
        path.append((x + (ahead <= 0), y + (ahead >= 0)))
    if len(corners) + touched < 2:
        return None
    free = {(1, 1)} & {*corners} if own.start else set()
    free |= {(dx, dy)} & {*corners} if own.end else set()
    edges = (edge_between(a, b) for a, b in pairwise(path))
    pinches = [corner for corner in corners if corner not in free]
    marks = Marks(
        frozenset(path[1:-1]),
        frozenset(edge for edge in edges if edge),
        frozenset(corners),
        frozenset((Pinch.FALLING, corner) for corner in pinches),
    )
    # Round a corner the line crosses one of the two squares beside it, as those do that are moved a little.
    crossed = sorted({*path[1:-1], *((x, y - 1) for x, y in pinches)})
    return Trace(tuple(crossed), marks, tuple(round_corner(corner) for corner in sorted(free)))


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

    def pinch(mark: tuple[Pinch, Point]) -> tuple[Pinch, Point]:
        turned = {Pinch.FALLING: Pinch.RISING, Pinch.RISING: Pinch.FALLING}
        return turned[mark[0]] if dx * dy < 0 else mark[0], corner(mark[1])

    marks = trace.marks
    return Trace(
        tuple(square(place) for place in trace.crossed),
        Marks(
            frozenset(map(square, marks.squares)),
            frozenset(map(edge, marks.edges)),
            frozenset(map(corner, marks.corners)),
            frozenset(map(pinch, marks.pinches)),
        ),
        tuple((frozenset(map(edge, one)), frozenset(map(edge, other))) for one, other in trace.rounds),
    )
