"""Lines of sight the slow way, to check the exact ones: many rational points, every segment tried.

A segment is blocked by whatever it touches. So what is seen here must be seen exactly, too; and what is
seen is seen through a gap of some width, so enough points find it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

Point = tuple[int, int]
Square = tuple[int, int]
Edge = tuple[Point, Point]
Place = tuple[Fraction, Fraction]
Own = tuple[bool, bool]  # of the first square, of the last

PARTS = 24  # points lie on a grid this fine; all numbers below count in these parts


def sees(a: Square, b: Square, squares: Iterable[Square], edges: Iterable[Edge], fineness: int = 4) -> bool:
    """Whether some segment from inside a to inside b touches none of these squares and edges."""
    offsets = [PARTS * (2 * i + 1) // (2 * fineness) for i in range(fineness)] + [1, PARTS - 1]
    starts = [(a[0] * PARTS + x, a[1] * PARTS + y) for x in offsets for y in offsets]
    ends = [(b[0] * PARTS + x, b[1] * PARTS + y) for x in offsets for y in offsets]
    walls = [_grown(edge) for edge in edges]
    for x, y in squares:
        if (x, y) not in (a, b):
            corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            walls += [_grown((corners[i - 1], corner)) for i, corner in enumerate(corners)]
    return any(not any(touch(p, q, *wall) for wall in walls) for p in starts for q in ends)


def least(a: Square, b: Square, free: Iterable[Square], fineness: int = 3) -> int | None:
    """The fewest squares between the ends that some segment between their borders crosses, also through
    corners and along sides; None if each must cross some that is not free.
    """
    passable = {*free, a, b}
    found = [_between(p, q, a, b, passable) for p in _border(a, fineness) for q in _border(b, fineness)]
    return min((count for count in found if count is not None), default=None)


def _border(square: Square, fineness: int) -> list[tuple[Fraction, Fraction]]:
    x, y = square
    steps = [Fraction(i, fineness) for i in range(fineness + 1)]
    return [(x + u, y + v) for u in steps for v in steps if not (0 < u < 1 and 0 < v < 1)]


def _between(
    p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], a: Square, b: Square, passable: set[Square]
) -> int | None:
    """Cut where it meets the lines of the grid: between two cuts it lies in a square, or along two."""
    crossed: set[Square] = set()
    for one, other in pairwise(_cuts(p, q) if p != q else ()):
        middle = (one + other) / 2
        x, y = (start + middle * (end - start) for start, end in zip(p, q, strict=True))
        columns = {math.floor(x), math.ceil(x) - 1}
        rows = {math.floor(y), math.ceil(y) - 1}
        beside = {(column, row) for column in columns for row in rows} & passable
        if not beside:
            return None
        if beside.isdisjoint({a, b} | crossed):
            crossed.add(min(beside))
    return len(crossed)


def grazes(
    p: Place, q: Place, a: Square, b: Square, free: set[Square], walls: set[frozenset[Square]], own: Own
) -> bool:
    """Whether a way leads close beside a segment from a to b, past squares that are not free and past walls
    (the two squares that each parts). `own` says through whose corners of their own it goes in any case.
    """
    cuts = _cuts(p, q)
    here = {a}
    for i, t in enumerate(cuts):
        place = _on(p, q, t)
        around = _around(place)
        through = (own[0] and a in around) or (own[1] and b in around)
        here |= {a} & around
        if b in around and any(_round(place, s, b, free, walls, through) for s in here):
            return True
        if i + 1 < len(cuts):
            beside = _around(_on(p, q, (t + cuts[i + 1]) / 2))
            here = {
                to for to in beside & free if any(_round(place, s, to, free, walls, through) for s in here)
            }
            if here and beside <= free and frozenset(beside) not in walls:
                here = beside
    return False


def _round(
    place: Place, s: Square, to: Square, free: set[Square], walls: set[frozenset[Square]], through: bool
) -> bool:
    """Whether one comes from a square into the next close beside a point of both."""
    if s == to or abs(s[0] - to[0]) + abs(s[1] - to[1]) == 1:
        return frozenset((s, to)) not in walls
    return any(
        (through or by in free) and frozenset((s, by)) not in walls and frozenset((by, to)) not in walls
        for by in _around(place) - {s, to}
    )


def _around(place: Place) -> set[Square]:
    """The squares that have a point, inside or on their border."""
    columns, rows = ({math.floor(n), math.ceil(n) - 1} for n in place)
    return {(column, row) for column in columns for row in rows}


def _on(p: Place, q: Place, t: Fraction) -> Place:
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _cuts(p: Place, q: Place) -> list[Fraction]:
    """Where a segment meets the lines of the grid, as parts of it; its ends included."""
    cuts = {Fraction(0), Fraction(1)}
    for start, end in zip(p, q, strict=True):
        if start != end:
            low, high = sorted((start, end))
            cuts |= {(k - start) / (end - start) for k in range(math.ceil(low), math.floor(high) + 1)}
    return sorted(cuts)


def through_corners(a: Square, b: Square, width: int, height: int) -> Iterable[tuple[Place, Place]]:
    """Every line through two corners of a board that meets both squares, as a segment with all it has of
    both.
    """
    corners = [(x, y) for x in range(width + 1) for y in range(height + 1)]
    for i, p in enumerate(corners):
        for q in corners[i + 1 :]:
            one, other = _inside(p, q, a), _inside(p, q, b)
            if one and other:
                ahead = sum(one) <= sum(other)
                ends = (one[0], other[1]) if ahead else (one[1], other[0])
                yield _on(_exact(p), _exact(q), ends[0]), _on(_exact(p), _exact(q), ends[1])


def _exact(point: Point) -> Place:
    return Fraction(point[0]), Fraction(point[1])


def _inside(p: Point, q: Point, square: Square) -> tuple[Fraction, Fraction] | None:
    """Where a line through two points comes into a square and leaves it, as parts of the way between both."""
    low, high = Fraction(-1000), Fraction(1000)
    for start, end, near in zip(p, q, square, strict=True):
        if start == end:
            if not near <= start <= near + 1:
                return None
            continue
        one, other = sorted((Fraction(near - start, end - start), Fraction(near + 1 - start, end - start)))
        low, high = max(low, one), min(high, other)
    return (low, high) if low <= high else None


def _grown(edge: Edge) -> Edge:
    (ax, ay), (bx, by) = edge
    return (ax * PARTS, ay * PARTS), (bx * PARTS, by * PARTS)


def touch(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether two segments have a point in common."""
    one, two = _turn(p, q, r), _turn(p, q, s)
    three, four = _turn(r, s, p), _turn(r, s, q)
    if one and two and three and four:
        return (one > 0) != (two > 0) and (three > 0) != (four > 0)
    return (
        (one == 0 and _within(r, p, q))
        or (two == 0 and _within(s, p, q))
        or (three == 0 and _within(p, r, s))
        or (four == 0 and _within(q, r, s))
    )


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(p: Point, a: Point, b: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
