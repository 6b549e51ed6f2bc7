"""Plane geometry of the board: polygons as tuples of points. Pure;
points are (x, y) in tiles, world sense (y up)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

Point = tuple[float, float]
Polygon = tuple[Point, ...]
LineSegment = tuple[Point, Point]

_EPSILON = 1e-6


def world(x: float, y: float) -> Point:
    """A point of a drawing (y goes down) as a point of the table (y goes up)."""
    return (float(x), -float(y))


def area(polygon: Polygon) -> float:
    """Signed area; positive when the points go round against the clock."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(polygon)) / 2


def against_clock(polygon: Polygon) -> Polygon:
    return polygon if area(polygon) >= 0 else polygon[::-1]


def sides(polygon: Polygon) -> Iterator[LineSegment]:
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


def centre(polygon: Polygon) -> Point:
    """Centre of mass, or the mean of the points where the polygon has no area."""
    doubled = 2 * area(polygon)
    if abs(doubled) < _EPSILON:
        count = max(len(polygon), 1)
        return (sum(p[0] for p in polygon) / count, sum(p[1] for p in polygon) / count)
    x = sum((a[0] + b[0]) * (a[0] * b[1] - b[0] * a[1]) for a, b in sides(polygon)) / (3 * doubled)
    y = sum((a[1] + b[1]) * (a[0] * b[1] - b[0] * a[1]) for a, b in sides(polygon)) / (3 * doubled)
    return (x, y)


def contains(polygon: Polygon, point: Point) -> bool:
    x, y = point
    inside = False
    ax, ay = polygon[-1] if polygon else point
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax, ay = bx, by
    return inside


def distance_to_segment(point: Point, segment: LineSegment) -> float:
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / length))
    return math.hypot(point[0] - ax - t * dx, point[1] - ay - t * dy)


def distance_to_border(polygon: Polygon, point: Point) -> float:
    return min((distance_to_segment(point, side) for side in sides(polygon)), default=math.inf)


def middle(segment: LineSegment) -> Point:
    (ax, ay), (bx, by) = segment
    return ((ax + bx) / 2, (ay + by) / 2)


def length(segment: LineSegment) -> float:
    (ax, ay), (bx, by) = segment
    return math.hypot(bx - ax, by - ay)


NEAR = 0.12  # borders so near to each other are one


def shared_border(a: Polygon, b: Polygon) -> LineSegment | None:
    """The longest straight stretch of border that two outlines share."""
    found: list[LineSegment] = []
    for start, end in sides(a):
        far = math.dist(start, end)
        ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
        for other in sides(b):
            off = [(x - start[0], y - start[1]) for x, y in other]
            if any(abs(x * uy - y * ux) > NEAR for x, y in off):
                continue
            along = sorted(x * ux + y * uy for x, y in off)
            low, high = max(0.0, along[0]), min(far, along[1])
            if high - low > NEAR:
                ends = [(start[0] + ux * at, start[1] + uy * at) for at in (low, high)]
                found.append((ends[0], ends[1]))
    return max(found, key=length, default=None)


def box(polygons: Iterable[Polygon]) -> tuple[float, float, float, float]:
    """(left, bottom, right, top) of all points; a unit box when there is none."""
    points = [p for polygon in polygons for p in polygon]
    if not points:
        return (0.0, 0.0, 1.0, 1.0)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull, against the clock (Andrew's monotone chain)."""
    order = sorted(set(points))
    if len(order) < 3:
        return tuple(order)
    halves: list[list[Point]] = []
    for run in (order, order[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and _cross(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])


def clip(polygon: Polygon, left: float, bottom: float, right: float, top: float) -> Polygon:
    """The part of a polygon inside a rectangle (Sutherland and Hodgman)."""
    points = list(polygon)
    for axis, limit, keep_greater in ((0, left, True), (0, right, False), (1, bottom, True), (1, top, False)):
        points = _clip_half(points, axis, limit, keep_greater)
        if not points:
            return ()
    return tuple(points)


def triangles(polygon: Polygon) -> list[tuple[int, int, int]]:
    """Ear clipping: indices into the polygon, each triangle against the clock."""
    order = list(range(len(polygon)))
    if area(polygon) < 0:
        order.reverse()
    corners = [polygon[i] for i in order]
    if len(order) > 2 and all(
        _cross(corners[i - 2], corners[i - 1], corners[i]) > _EPSILON for i in range(len(corners))
    ):
        return [(order[0], b, c) for b, c in itertools.pairwise(order[1:])]  # convex: a fan
    found: list[tuple[int, int, int]] = []
    while len(order) > 3:
        for i in range(len(order)):
            a, b, c = order[i - 1], order[i], order[(i + 1) % len(order)]
            if _is_ear(polygon, a, b, c, order):
                found.append((a, b, c))
                del order[i]
                break
        else:  # A polygon that crosses itself has no ear left; what was found must do.
            return found
    if len(order) == 3:
        found.append((order[0], order[1], order[2]))
    return found


def inset(polygon: Polygon, by: float) -> Polygon:
    """The polygon with every side moved inwards; corners keep their order and number."""
    points = against_clock(polygon)
    moved: list[Point] = []
    for before, here, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True):
        u, v = _unit(before, here), _unit(here, after)
        normal = (-(u[1] + v[1]), u[0] + v[0])
        scale = normal[0] * normal[0] + normal[1] * normal[1]
        if scale < _EPSILON:
            moved.append(here)
            continue
        factor = min(2 * by / scale, 3 * by)
        moved.append((here[0] + normal[0] * factor, here[1] + normal[1] * factor))
    return tuple(moved)


def without_straight(polygon: Polygon) -> Polygon:
    """The polygon less the points that lie between two others on one line."""
    kept: list[Point] = []
    for before, here, after in zip(
        polygon[-1:] + polygon[:-1], polygon, polygon[1:] + polygon[:1], strict=True
    ):
        cross = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if abs(cross) > _EPSILON:
            kept.append(here)
    return tuple(kept) if len(kept) >= 3 else polygon


def unit_steps(segment: LineSegment) -> list[LineSegment]:
    """A side that follows the grid, cut at the grid's points; any other side stays whole.

    Two neighbours rarely name a common border with the same points; cut like this the pieces agree.
    """
    (ax, ay), (bx, by) = segment
    count = round(abs(bx - ax) + abs(by - ay))
    if count <= 1:
        return [segment]
    on_grid = all(abs(v - round(v)) < _EPSILON for v in (ax, ay, bx, by))
    straight = abs(bx - ax) < _EPSILON or abs(by - ay) < _EPSILON
    if not on_grid or not straight:
        return [segment]
    points = [(ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count + 1)]
    return list(itertools.pairwise(points))


def widest_at(polygon: Polygon, y: float) -> tuple[float, float]:
    """The longest stretch (left, right) of the line at height y that lies inside; (0, 0) when none does."""
    crossings = sorted(
        ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in sides(polygon) if (ay > y) != (by > y)
    )
    stretches = list(zip(crossings[::2], crossings[1::2], strict=False))
    return max(stretches, key=lambda s: s[1] - s[0], default=(0.0, 0.0))


CLEAR = 0.3  # so far from the border a point stands well inside


def standing_points(polygon: Polygon, count: int) -> list[Point]:
    """Where `count` pieces stand in one space: inside, apart from each other, always in the same order."""
    left, bottom, right, top = box([polygon])
    if right - left <= 1.3 and top - bottom <= 1.3:
        return _on_a_square(inner_point(polygon), count, min(right - left, top - bottom))
    best = inner_point(polygon)
    if count <= 1:
        return [best][:count]
    candidates = [
        (x, y) for x in _steps(left, right) for y in _steps(bottom, top) if contains(polygon, (x, y))
    ]
    candidates.sort(key=lambda p: (round(math.dist(p, best), 3), p[1], p[0]))
    for margin, apart in ((0.5, 0.95), (0.42, 0.85), (0.33, 0.75), (0.25, 0.55), (0.1, 0.3), (0.0, 0.0)):
        chosen: list[Point] = []
        for p in candidates:
            clear = margin == 0 or distance_to_border(polygon, p) >= margin
            if clear and all(math.dist(p, q) >= apart for q in chosen):
                chosen.append(p)
            if len(chosen) == count:
                return chosen
    return [(best[0] + 0.05 * i, best[1]) for i in range(count)]


def inner_point(polygon: Polygon) -> Point:
    """The centre where that lies well inside; else the point of a fine grid that is furthest from the border,
    of several the nearest to the centre.
    """
    heart = centre(polygon)
    if contains(polygon, heart) and distance_to_border(polygon, heart) >= CLEAR:
        return heart
    left, bottom, right, top = box([polygon])
    every = [heart, *((x, y) for x in _steps(left, right) for y in _steps(bottom, top))]
    inside = [point for point in every if contains(polygon, point)]
    return max(
        inside,
        key=lambda p: (round(distance_to_border(polygon, p), 3), -math.dist(p, heart)),
        default=heart,
    )


_PATTERNS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-0.22, 0.1), (0.22, -0.1)),
    3: ((-0.23, 0.17), (0.23, 0.17), (0, -0.22)),
    4: ((-0.23, 0.23), (0.23, 0.23), (-0.23, -0.23), (0.23, -0.23)),
}


def _on_a_square(at: Point, count: int, size: float) -> list[Point]:
    pattern = _PATTERNS.get(count)
    if pattern is None:
        side = math.ceil(math.sqrt(count))
        gap = 0.72 / max(side - 1, 1)
        pattern = tuple((-0.36 + gap * (i % side), 0.36 - gap * (i // side)) for i in range(count))
    return [(at[0] + dx * size, at[1] + dy * size) for dx, dy in pattern]


def _steps(low: float, high: float) -> list[float]:
    count = max(1, round((high - low) / 0.25))
    return [low + (high - low) * (i + 0.5) / count for i in range(count)]


def _clip_half(points: list[Point], axis: int, limit: float, keep_greater: bool) -> list[Point]:
    kept: list[Point] = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        a_in = a[axis] >= limit - _EPSILON if keep_greater else a[axis] <= limit + _EPSILON
        b_in = b[axis] >= limit - _EPSILON if keep_greater else b[axis] <= limit + _EPSILON
        if a_in:
            kept.append(a)
        if a_in != b_in:
            t = (limit - a[axis]) / (b[axis] - a[axis])
            kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return kept


def _is_ear(polygon: Polygon, a: int, b: int, c: int, order: list[int]) -> bool:
    pa, pb, pc = polygon[a], polygon[b], polygon[c]
    if _cross(pa, pb, pc) <= _EPSILON * _EPSILON:
        return False
    for i in order:
        p = polygon[i]
        if i in (a, b, c) or p in (pa, pb, pc):
            continue
        if _cross(pa, pb, p) >= 0 and _cross(pb, pc, p) >= 0 and _cross(pc, pa, p) >= 0:
            return False
    return True


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _unit(a: Point, b: Point) -> Point:
    far = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far)
