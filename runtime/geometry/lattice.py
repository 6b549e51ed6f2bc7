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

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache, partial
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from .lines import Cone, all_lines, crossing, passing

LatticePoint = tuple[int, int]
LatticePath = tuple[LatticePoint, ...]

# The fields of a mask: squares, left edges, upper edges; then the same once more for what blocks at corners
# only; then the corners that are pinched (`borders.py`), by how a line goes through them.
SQUARE, LEFT, UPPER = 0, 1, 2
AT_CORNERS = 3
PINCHED = 6
FIELDS = 10

KEPT = 50_000_000
"""Bytes of patterns that a board keeps, those asked for last: of 20 by 20 squares that is all."""


class Pinch(IntEnum):
    """How a line goes through a corner: to the lower right, to the upper right, upright, level."""

    FALLING, RISING, UPRIGHT, LEVEL = range(4)


class Trace(NamedTuple):
    """A class of lines, to the lower right: squares crossed in order (without the ends), and what blocks it.

    `squares` may not block it. Of each two squares of `way` that share an edge it crosses that edge; `edges`
    are what it touches besides. `corners` are those it passes through, where what blocks at corners counts;
    of `rounds`, some of them, one of the two ways round must be free, and `pinches` may not be pinched.
    """

    crossed: LatticePath
    squares: LatticePath
    way: LatticePath
    edges: tuple[tuple[LatticePoint, LatticePoint], ...] = ()
    corners: LatticePath = ()
    rounds: LatticePath = ()
    pinches: LatticePath = ()


class Pattern(NamedTuple):
    """A trace as bits, to be shifted to its place; `choices` are pairs of which one must be free, too.

    `number` says which of the traces it is, `length` how many squares it crosses between its ends.
    """

    number: int
    length: int
    bits: int
    choices: tuple[tuple[int, int], ...]


class Patterns:
    """The patterns of one displacement, each made when somebody comes to it: most lines are open, so that
    few look further than the first.
    """

    __slots__ = ("_made", "_make", "_whole")

    def __init__(self, number: int, make: Callable[[int], Pattern]) -> None:
        self._make = make
        self._made: list[Pattern | None] = [None] * number
        self._whole: list[Pattern] | None = None

    def __iter__(self) -> Iterator[Pattern]:
        return self._one_after_another() if self._whole is None else iter(self._whole)

    def _one_after_another(self) -> Iterator[Pattern]:
        for number, known in enumerate(self._made):
            if known is None:
                known = self._made[number] = self._make(number)
            yield known
        self._whole = [one for one in self._made if one is not None]


class Ends(NamedTuple):
    """Which ends of a line let it pass exactly through a corner of their own square, whoever stands there."""

    start: bool
    end: bool


class Lattice:
    """The squares of one board as bit positions, and the lines between them."""

    def __init__(self, squares: Mapping[LatticePoint, int]) -> None:
        self.squares = squares
        self.places = {number: place for place, number in squares.items()}
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        self.left, self.top = min(xs, default=0), min(ys, default=0)
        # One column and one row more, for the edges on the far sides.
        self.columns = max(xs, default=0) - self.left + 2
        self.rows = max(ys, default=0) - self.top + 2
        self.size = self.columns * self.rows
        self.bits = FIELDS * self.size
        self._fan = Fan(self.columns - 1, self.rows - 1)
        each = 2 * (self.columns + self.rows) * (3 * self.size // 8 + 200)  # bytes of the patterns of one
        self._traces = lru_cache(max(1, KEPT // each // 4))(partial(traces, self._fan))
        self._patterns = lru_cache(max(1, KEPT // each))(self._make_patterns)

    def square_bit(self, number: int, at_corners: bool = False) -> int:
        """The bit of a square; with `at_corners` the one for what blocks only at corners."""
        return self.bit((SQUARE + AT_CORNERS * at_corners, self.places[number]))

    def edge_bit(self, a: int, b: int, at_corners: bool = False) -> int | None:
        """The bit of the edge between two squares, if they share one."""
        edge = edge_between(self.places[a], self.places[b])
        return self.bit((edge[0] + AT_CORNERS * at_corners, edge[1])) if edge else None

    def rim_bit(self, line: tuple[LatticePoint, LatticePoint]) -> int:
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

    def at_corner(self, corner: LatticePoint, but: tuple[LatticePoint, LatticePoint]) -> int:
        """The bits of what may block at a corner only; squares that are ends of the line do not."""
        mask = self._around(self._index(corner))
        for place in but:
            mask &= ~self.bit((SQUARE + AT_CORNERS, place))
        return mask

    def lines(self, ends: str, borders: bool, a: int, b: int) -> tuple[int, Patterns]:
        """The lines from a to b: how far to shift their bits, and the patterns.

        With `borders` also those that only touch what blocks, but for lines along a border.
        """
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        return self._index((min(ax, bx), min(ay, by))), self._patterns(ends, borders, bx - ax, by - ay)

    def crossed(self, ends: str, borders: bool, pattern: Pattern, a: int, b: int) -> tuple[int, ...]:
        """The squares that a line of a pattern crosses between a and b, in order."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        trace = self._traces(ends, borders, abs(bx - ax), abs(by - ay))[pattern.number]
        right, down = -1 if bx < ax else 1, -1 if by < ay else 1
        found: list[int] = []
        for dx, dy in trace.crossed:
            x, y = ax + right * dx, ay + down * dy
            # Where there is no square a corner is passed on its other side.
            found.append(self.squares[(x, y) if (x, y) in self.squares else (x - right, y + down)])
        return tuple(found)

    def _make_patterns(self, ends: str, borders: bool, dx: int, dy: int) -> Patterns:
        which = ends, borders, abs(dx), abs(dy)

        def make(number: int) -> Pattern:
            return self._pattern(number, self._traces(*which)[number], dx, dy)

        return Patterns(len(self._traces(*which)), make)

    def _pattern(self, number: int, trace: Trace, dx: int, dy: int) -> Pattern:
        """A trace as bits. Its places count from the start, those of bits from the upper left."""
        width, height, row, size = abs(dx), abs(dy), self.columns, self.size
        left, up = dx < 0, dy < 0
        across, down = -1 if left else 1, -row if up else row
        # Of a trace that is mirrored left edges become right ones: the left edges of the squares beside.
        squares = width * left + height * row * up
        corners = squares + left + row * up
        lefts, uppers = size + squares + left, 2 * size + squares + row * up

        def crossing(way: Iterable[tuple[LatticePoint, LatticePoint]]) -> int:
            bits = 0
            for (ax, ay), (x, y) in way:
                if ay == y:
                    bits |= 1 << (lefts + across * x + down * y)
                elif ax == x:
                    bits |= 1 << (uppers + across * x + down * y)
            return bits

        mask = crossing(pairwise(trace.way)) | crossing(trace.edges)
        for x, y in trace.squares:
            mask |= 1 << (squares + across * x + down * y)
        pinch = Pinch.FALLING if left is up else Pinch.RISING
        for x, y in trace.pinches:
            mask |= 1 << ((PINCHED + pinch) * size + corners + across * x + down * y)
        for x, y in trace.corners:
            mask |= self._around(corners + across * x + down * y)
        # What stands at an end of the line does not block.
        for x, y in ((0, 0), (width, height)) if trace.corners else ():
            mask &= ~(1 << (AT_CORNERS * size + squares + across * x + down * y))
        choices = tuple(
            (crossing(pairwise(one)), crossing(pairwise(other)))
            for one, other in map(round_corner, trace.rounds)
        )
        return Pattern(number, len(trace.crossed), mask, choices)

    def _around(self, place: int) -> int:
        """The bits of what may block at a corner only: four edges and four squares."""
        size, row = self.size, self.columns
        marks = (
            *((LEFT, place - row), (LEFT, place), (UPPER, place - 1), (UPPER, place)),
            *((SQUARE, place - row - 1), (SQUARE, place - row), (SQUARE, place - 1), (SQUARE, place)),
        )
        return sum(1 << ((field + AT_CORNERS) * size + at) for field, at in marks)

    def _index(self, place: LatticePoint) -> int:
        return (place[1] - self.top) * self.columns + place[0] - self.left

    def bit(self, mark: tuple[int, LatticePoint]) -> int:
        """The bit of a field of the mask at a place."""
        return 1 << (mark[0] * self.size + self._index(mark[1]))


def edge_between(a: LatticePoint, b: LatticePoint) -> tuple[int, LatticePoint] | None:
    """The edge that two neighbouring squares share, as it is counted."""
    (ax, ay), (bx, by) = a, b
    if abs(ax - bx) + abs(ay - by) != 1:
        return None
    return (LEFT, (max(ax, bx), ay)) if ay == by else (UPPER, (ax, max(ay, by)))


class Fan:
    """Every path of squares that some line through no corner takes from the first square to the lower right,
    found as far as it is asked for. A path to a square goes on from one to a square before it.
    """

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        # Lines to the lower right; what is left of them lies below on the page, where values are positive.
        cone = crossing(all_lines(0, 0, width, height)[2], (1, 0), (0, 1))
        self._level = 0
        self._ends: dict[LatticePoint, list[_Step]] = defaultdict(list)
        self._ahead: list[tuple[_Step, Cone]] = [(_Step(None, (0, 0)), cone)]

    def paths(self, dx: int, dy: int) -> list[LatticePath]:
        """The paths to a square, both ends among them, in order."""
        while self._level < dx + dy:
            self._go_on()
        return sorted(step.path() for step in self._ends[dx, dy])

    def _go_on(self) -> None:
        ahead: list[tuple[_Step, Cone]] = []
        for step, cone in self._ahead:
            x, y = step.square
            for square, over in (((x + 1, y), True), ((x, y + 1), False)):
                # Lines that leave a square over its right side have its lower right corner below them.
                there = passing(cone, (x + 1, y + 1), over)
                if there and square[0] < self._width and square[1] < self._height:
                    ahead.append((_Step(step, square), there))
        self._ahead = ahead
        self._level += 1
        for step, _ in ahead:
            self._ends[step.square].append(step)


class _Step(NamedTuple):
    before: _Step | None
    square: LatticePoint

    def path(self) -> LatticePath:
        """The squares from the first one to this."""
        found: list[LatticePoint] = []
        step: _Step | None = self
        while step is not None:
            found.append(step.square)
            step = step.before
        return tuple(reversed(found))


def traces(fan: Fan, ends: str, borders: bool, dx: int, dy: int) -> list[Trace]:
    """The classes of lines to the lower right between two squares so far apart; places count from the
    first.
    """
    if dx == 0 or dy == 0:
        return [_straight(tuple((x, y) for x in range(dx + 1) for y in range(dy + 1)))]
    if ends == "centre":
        return [_centre_line(dx, dy)]
    paths = fan.paths(dx, dy)
    found = [_straight(path) for path in paths]
    sort, _, own = ends.partition(" ")
    if sort == "any_point":
        found += _through_own_corners(paths, dx, dy, own)
    if borders:
        found += _touching(dx, dy, own_corners(ends))
    return sorted(found, key=lambda trace: len(trace.crossed))


def own_corners(ends: str) -> Ends:
    """Through which corners of their own squares lines go, by how the relation names their ends."""
    sort, _, own = ends.partition(" ")
    return Ends(sort == "any_point" and own != "to", sort == "any_point" and own != "from")


def _straight(path: LatticePath) -> Trace:
    """A line through no corner crosses every square of its path, and every edge between two of them."""
    return Trace(path[1:-1], path[1:-1], path)


def _through_own_corners(paths: list[LatticePath], dx: int, dy: int, own: str) -> Iterator[Trace]:
    """Lines exactly through a corner of their first square, of their last, or of both, as `own` allows.

    Where the same rest can be reached on either side of the corner, it can be reached through it: the lines
    with that rest are a convex set.
    """
    known = set(paths)
    first, last = ((1, 0), (0, 1)), ((dx, dy - 1), (dx - 1, dy))
    for path in paths:
        start = own != "to" or (dx, dy) == (1, 1)  # next to each other, they share that corner
        if start and path[1] == first[0] and path[2] == (1, 1) and (path[0], first[1], *path[2:]) in known:
            yield _cornered(path[2:-1], (1, 1), dx, dy)
        other_side = (*path[:-2], last[1], path[-1])
        into_corner = path[-2] == last[0] and path[-3] == (dx - 1, dy - 1)
        if own != "from" and (dx, dy) != (1, 1) and into_corner and other_side in known:
            yield _cornered(path[1:-2], (dx, dy), dx, dy)
    if dx > 1 and dy > 1 and not own:
        yield _corner_to_corner(dx, dy)


def _cornered(crossed: LatticePath, corner: LatticePoint, dx: int, dy: int) -> Trace:
    way = crossed
    if corner != (1, 1):
        way = ((0, 0), *way)
    if corner != (dx, dy):
        way = (*way, (dx, dy))
    return Trace(crossed, crossed, way, corners=(corner,), rounds=(corner,))


def round_corner(corner: LatticePoint) -> tuple[LatticePath, LatticePath]:
    """The two ways round a corner, from the upper left square to the lower right one."""
    x, y = corner
    first, last = (x - 1, y - 1), (x, y)
    return (first, (x, y - 1), last), (first, (x - 1, y), last)


def _corner_to_corner(dx: int, dy: int) -> Trace:
    """The line from the lower right corner of the first square to the upper left one of the last."""
    crossed, between = _exact((1, 1), (dx, dy))
    # In the corners between it touches all that meets.
    rounds = [way for corner in between for way in round_corner(corner)]
    squares = (*crossed, *(square for way in rounds for square in way))
    edges = tuple(edge for way in rounds for edge in pairwise(way))
    corners = ((1, 1), (dx, dy))
    return Trace(crossed, squares, crossed, edges, corners, rounds=corners)


def _centre_line(dx: int, dy: int) -> Trace:
    """The line from centre to centre, in units of half a square."""
    path, corners = _exact((1, 1), (2 * dx + 1, 2 * dy + 1), unit=2)
    return Trace(path[1:-1], path[1:-1], path, corners=tuple(corners), rounds=tuple(corners))


def _exact(start: LatticePoint, end: LatticePoint, unit: int = 1) -> tuple[LatticePath, list[LatticePoint]]:
    """The squares that the segment runs through inside, and the corners that it passes between its ends.

    It runs to the lower right; its ends count in parts of a square.
    """
    (px, py), (qx, qy) = start, end
    width, height = qx - px, qy - py
    path: list[LatticePoint] = [(px // unit, py // unit)]
    corners: list[LatticePoint] = []
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
    path: list[LatticePoint] = [(0, 0)]
    corners: list[LatticePoint] = []
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
    pinches = tuple(corner for corner in corners if corner not in free)
    # Round a corner the line crosses one of the two squares beside it, as those do that are moved a little.
    crossed = tuple(sorted({*path[1:-1], *((x, y - 1) for x, y in pinches)}))
    return Trace(crossed, tuple(path[1:-1]), tuple(path), (), tuple(corners), tuple(sorted(free)), pinches)
