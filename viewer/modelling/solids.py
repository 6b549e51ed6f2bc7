"""Signed distance solids: what figures are sculpted of. Each knows its
distance function and a box that holds it.

Lengths are in tiles; angles in degrees as (turn about z, tilt about x, roll about y).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Triple = Sequence[float]


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """`distance` maps points (n, 3) to signed distances (n,); negative inside."""

    distance: Callable[[Array], Array]
    low: Array
    high: Array


def egg(at: Triple, radii: Triple, tilted: Triple = (0, 0, 0)) -> Solid:
    """An ellipsoid (the distance is a good estimate near its surface)."""
    c, r, axes = _array(at), _array(radii), turn(tilted)

    def distance(p: Array) -> Array:
        q = (p - c) @ axes
        near = _length(q / r)
        return near * (near - 1) / np.maximum(_length(q / (r * r)), 1e-6)

    reach = np.abs(axes) @ r
    return Solid(distance, c - reach, c + reach)


def ball(at: Triple, radius: float) -> Solid:
    return egg(at, (radius, radius, radius))


def rod(a: Triple, b: Triple, thick: float, end: float | None = None) -> Solid:
    """A round rod between two points, `thick` at the first and `end` at the second."""
    pa, pb = _array(a), _array(b)
    last = thick if end is None else end
    along = pb - pa
    square = float(along @ along) or 1e-9

    def distance(p: Array) -> Array:
        q = p - pa
        t = np.clip((q @ along) / square, 0, 1)
        found: NDArray[Any] = _length(q - t[:, None] * along) - (thick + (last - thick) * t)
        return found

    low, high = np.minimum(pa - thick, pb - last), np.maximum(pa + thick, pb + last)
    return Solid(distance, low, high)


def block(at: Triple, half: Triple, round_by: float = 0.01, tilted: Triple = (0, 0, 0)) -> Solid:
    """A box with rounded edges; `half` are its half sizes, rounding included."""
    c, h, axes = _array(at), _array(half), turn(tilted)
    core = np.maximum(h - round_by, 0)

    def distance(p: Array) -> Array:
        q = np.abs((p - c) @ axes) - core
        deepest = np.maximum(np.maximum(q[:, 0], q[:, 1]), q[:, 2])
        return _length(np.maximum(q, 0)) + np.minimum(deepest, 0) - round_by

    reach = np.abs(axes) @ h
    return Solid(distance, c - reach, c + reach)


def chain(points: Sequence[Triple], thick: float, end: float, blend: float = 0.012) -> Solid:
    """Rods from point to point, thinning out evenly."""
    count = len(points) - 1
    widths = [thick + (end - thick) * i / count for i in range(count + 1)]
    return join(*(rod(points[i], points[i + 1], widths[i], widths[i + 1]) for i in range(count)), blend=blend)


def join(*solids: Solid, blend: float = 0.0) -> Solid:
    """All of them; where two meet the seam is rounded by `blend`."""

    def distance(p: Array) -> Array:
        d = solids[0].distance(p)
        for other in solids[1:]:
            e = other.distance(p)
            if blend > 0:
                near = np.maximum(blend - np.abs(d - e), 0) / blend
                d = np.minimum(d, e) - near * near * blend / 4
            else:
                d = np.minimum(d, e)
        return d

    return Solid(distance, np.min([s.low for s in solids], 0), np.max([s.high for s in solids], 0))


def cut(solid: Solid, away: Solid) -> Solid:
    """A solid less what another takes away."""
    return Solid(lambda p: np.maximum(solid.distance(p), -away.distance(p)), solid.low, solid.high)


def both_sides(solid: Solid) -> Solid:
    """What stands at x > 0, and its mirror image."""
    low, high = solid.low.copy(), solid.high.copy()
    low[0], high[0] = -max(abs(high[0]), abs(low[0])), max(abs(high[0]), abs(low[0]))

    def distance(p: Array) -> Array:
        q = p.copy()
        q[:, 0] = np.abs(q[:, 0])
        return solid.distance(q)

    return Solid(distance, low, high)


def mirrored(solid: Solid) -> Solid:
    """Its mirror image: what was at x > 0 is at x < 0."""
    flip = np.array((-1, 1, 1), np.float32)
    low, high = solid.low * flip, solid.high * flip
    return Solid(lambda p: solid.distance(p * flip), np.minimum(low, high), np.maximum(low, high))


def moved(solid: Solid, by: Triple) -> Solid:
    """The same elsewhere."""
    way = _array(by)
    return Solid(lambda p: solid.distance(p - way), solid.low + way, solid.high + way)


def turned(solid: Solid, about: Triple, by: Triple, then: Triple = (0, 0, 0)) -> Solid:
    """The same turned about a point, and then moved."""
    c, matrix, way = _array(about), turn(by), _array(then)
    corners = np.array([np.where(pick, solid.low, solid.high) for pick in np.ndindex(2, 2, 2)], np.float32)
    found = (corners - c) @ matrix.T + c + way

    def distance(p: Array) -> Array:
        return solid.distance(((p - c - way) @ matrix + c).astype(np.float32))

    return Solid(distance, found.min(0), found.max(0))


def _length(p: NDArray[Any]) -> NDArray[Any]:
    """The lengths (n,) of vectors (n, 3); far faster than numpy's own."""
    found: NDArray[Any] = np.sqrt(np.einsum("ij,ij->i", p, p))
    return found


def _array(values: Triple) -> Array:
    return np.array(values, np.float32)


def turn(by: Triple) -> Array:
    """The matrix of a turn."""
    z, x, y = np.radians(np.array(by, np.float64))
    about_z = np.array([[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])
    about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
    return (about_z @ about_x @ about_y).astype(np.float32)
