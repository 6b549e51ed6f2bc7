"""Sets of straight lines, exactly: all lines that pass given points on given sides.

An oriented line is `(a, b, c)`: it runs in direction `(b, -a)`, and a point lies on its positive side where
`a*x + b*y + c > 0`. To pass a point on one side is a linear condition on `(a, b, c)`, so the lines that
satisfy several of them form an open cone, here a polygon of extreme lines in cyclic order. A cone with lines
in it has some that go through no corner of anything and along no edge; only such lines are meant, but for
those that are made to go through a point (`meeting`): they are a cone of two lines, or one line alone.
"""

from __future__ import annotations

from math import gcd

LatticePoint = tuple[int, int]
ExtremeLine = tuple[int, int, int]
Cone = tuple[ExtremeLine, ...]


def passing(cone: Cone, point: LatticePoint, positive: bool) -> Cone:
    """The lines that have the point on that side; empty if there are none."""
    x, y = point
    values = [a * x + b * y + c for a, b, c in cone] if positive else [-a * x - b * y - c for a, b, c in cone]
    if min(values, default=0) >= 0:
        return cone if max(values, default=0) > 0 else ()
    if max(values) <= 0:
        return ()
    kept: list[ExtremeLine] = []
    last, before = cone[-1], values[-1]
    for line, value in zip(cone, values, strict=True):
        if (value > 0 > before) or (value < 0 < before):
            kept.append(_between(last, abs(value), line, abs(before)))
        if value >= 0:
            kept.append(line)
        last, before = line, value
    return tuple(kept)


def crossing(cone: Cone, start: LatticePoint, end: LatticePoint) -> Cone:
    """The lines that pass between two points, the start on their negative side.

    For an outline that runs clockwise on the page these are the lines that leave it between the two.
    """
    cone = passing(cone, start, False)
    return passing(cone, end, True) if cone else cone


def meeting(cone: Cone, point: LatticePoint) -> Cone:
    """The lines that go exactly through a point; empty if there are none."""
    x, y = point
    values = [a * x + b * y + c for a, b, c in cone]
    if not any(values):
        return cone
    if min(values) >= 0 or max(values) <= 0:
        return ()
    # What bounds both those that have the point on their one side and those that have it on the other.
    return tuple(sorted(set(passing(cone, point, True)).intersection(passing(cone, point, False))))


def leads(line: ExtremeLine, start: LatticePoint, end: LatticePoint) -> bool:
    """Whether a line through both points goes from the start to the end, not back."""
    return line[1] * (end[0] - start[0]) > line[0] * (end[1] - start[1])


def upright_lines(left: int, top: int, right: int, bottom: int) -> tuple[Cone, Cone, Cone, Cone]:
    """All lines through a box that run along its sides: with `all_lines` every line through it."""
    return (
        ((1, 0, -left), (1, 0, -right)),
        ((-1, 0, left), (-1, 0, right)),
        ((0, 1, -top), (0, 1, -bottom)),
        ((0, -1, top), (0, -1, bottom)),
    )


def all_lines(left: int, top: int, right: int, bottom: int) -> tuple[Cone, Cone, Cone, Cone]:
    """All slanting lines through a box, by the quarter they run to."""
    return (
        _quarter(1, 1, left, top, right, bottom),
        _quarter(1, -1, left, top, right, bottom),
        _quarter(-1, 1, left, top, right, bottom),
        _quarter(-1, -1, left, top, right, bottom),
    )


def _quarter(a: int, b: int, left: int, top: int, right: int, bottom: int) -> Cone:
    near_x, far_x = (left, right) if a > 0 else (right, left)
    near_y, far_y = (top, bottom) if b > 0 else (bottom, top)
    return (a, 0, -a * far_x), (a, 0, -a * near_x), (0, b, -b * near_y), (0, b, -b * far_y)


def _between(p: ExtremeLine, weight_p: int, q: ExtremeLine, weight_q: int) -> ExtremeLine:
    a = p[0] * weight_p + q[0] * weight_q
    b = p[1] * weight_p + q[1] * weight_q
    c = p[2] * weight_p + q[2] * weight_q
    divisor = gcd(a, b, c)
    return a // divisor, b // divisor, c // divisor
