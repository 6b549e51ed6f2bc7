"""Outlines of any shape, cut into convex pieces whose sides match. All that is said of them is exact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from .lines import LatticePoint

CellSide = tuple[LatticePoint, LatticePoint]


def split(outlines: Sequence[Sequence[LatticePoint]]) -> list[list[LatticePoint]]:
    """The outlines with a corner wherever another outline has one, so that neighbours share whole sides."""
    points = sorted({point for outline in outlines for point in outline})
    by_x, by_y = defaultdict(list), defaultdict(list)
    for x, y in points:
        by_x[x].append((x, y))
        by_y[y].append((x, y))
    rings = []
    for outline in outlines:
        ring: list[LatticePoint] = []
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], *outline[:1]], strict=True):
            near = by_x[ax] if ax == bx else by_y[ay] if ay == by else points
            inner = [
                (x, y)
                for x, y in near
                if min(ax, bx) <= x <= max(ax, bx)
                and min(ay, by) <= y <= max(ay, by)
                and (bx - ax) * (y - ay) == (by - ay) * (x - ax)
                and (x, y) not in ((ax, ay), (bx, by))
            ]
            ring += [(ax, ay), *sorted(inner, reverse=(bx, by) < (ax, ay))]
        rings.append(ring)
    return rings


def triangles(ring: Sequence[LatticePoint]) -> list[tuple[LatticePoint, LatticePoint, LatticePoint]]:
    """A ring that runs clockwise on the page, cut into triangles that use all its corners: ear by ear."""
    left = list(ring)
    found: list[tuple[LatticePoint, LatticePoint, LatticePoint]] = []
    while len(left) > 2:
        for i, corner in enumerate(left):
            ear = (left[i - 1], corner, left[(i + 1) % len(left)])
            if _turns(*ear) > 0 and not any(p not in ear and _covers(ear, p) for p in left):
                found.append(ear)
                del left[i]
                break
        else:
            break  # what is left encloses nothing
    return found


def cells(ring: Sequence[LatticePoint]) -> list[list[LatticePoint]]:
    """A ring cut into convex pieces that use all its corners: its triangles, joined where that can be."""
    if bulges(ring):
        return [list(ring)]
    found: list[list[LatticePoint]] = []
    for triangle in triangles(ring):
        piece = list(triangle)
        joined = True
        while joined:
            joined = False
            for other in found:
                whole = _together(piece, other)
                if whole is not None:
                    found.remove(other)
                    piece, joined = whole, True
                    break
        found.append(piece)
    return found


def _together(one: list[LatticePoint], other: list[LatticePoint]) -> list[LatticePoint] | None:
    """Two convex pieces as one, if they share a side and are convex together."""
    for i, corner in enumerate(one):
        if one[i - 1] in other and corner in other:
            start = other.index(corner)
            if other[start + 1 - len(other)] == one[i - 1]:
                rest = [*other[start + 1 :], *other[:start]][1:]
                whole = [*one[:i], *rest, *one[i:]]
                return whole if bulges(whole) else None
    return None


def sides_of(ring: Sequence[LatticePoint]) -> tuple[CellSide, ...]:
    return tuple(zip(ring, [*ring[1:], *ring[:1]], strict=True))


def hull(points: Sequence[LatticePoint]) -> list[LatticePoint]:
    """The corners of the smallest convex outline around points, clockwise on the page."""
    ordered, chains = sorted(set(points)), []
    for towards in (ordered, ordered[::-1]):
        chain: list[LatticePoint] = []
        for point in towards:
            while len(chain) > 1 and _turns(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return chains


def bulges(ring: Sequence[LatticePoint]) -> bool:
    """Whether an outline is convex: a line crosses it once."""
    return all(_turns(ring[i - 2], ring[i - 1], corner) >= 0 for i, corner in enumerate(ring))


def _turns(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _covers(triangle: tuple[LatticePoint, LatticePoint, LatticePoint], point: LatticePoint) -> bool:
    a, b, c = triangle
    return _turns(a, b, point) >= 0 and _turns(b, c, point) >= 0 and _turns(c, a, point) >= 0
