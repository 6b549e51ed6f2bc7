"""Solids → a painted mesh: naive surface nets, shade from the solids
themselves, lighter edges and darker creases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..scene.looks import Rgb
from .mesh import Mesh, join, mesh
from .solids import Solid, Triple, turned
from .solids import join as join_solids

CRUDE, COARSE, MIDDLE, FINE = 0.06, 0.047, 0.026, 0.016
COVERED = 0.3
"""How deep inside another part, in steps, a point can certainly not be seen."""
_CORNERS = [np.array(c) for c in np.ndindex(2, 2, 2)]


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """One solid in one paint; `detail` below 1 makes its net finer.
    Glowing parts neither take nor give shade."""

    solid: Solid
    paint: Rgb
    detail: float = 1.0
    glows: bool = False

    def turned(self, about: Triple, by: Triple, then: Triple = (0, 0, 0)) -> Painted:
        """The same turned about a point, and then moved."""
        if not any((*by, *then)):
            return self
        return replace(self, solid=turned(self.solid, about, by, then))


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """The shape of one part, before paint: where it is, how it bends, how much light reaches it."""

    points: NDArray[np.float32]
    faces: NDArray[np.int64]
    normals: NDArray[np.float32]
    bend: NDArray[np.float32]
    shade: NDArray[np.float32]


def nets(parts: Sequence[Painted], step: float) -> list[Net]:
    """The shapes of all parts; figures of one shape in many colours need them only once."""
    whole = join_solids(*(p.solid for p in parts if not p.glows))
    return [_net(p, whole, [o.solid for o in parts if o is not p and not o.glows], step) for p in parts]


def painted(parts: Sequence[Painted], shapes: Sequence[Net]) -> Mesh:
    """Shapes in the paints of these parts."""
    return join(_part(part, net) for part, net in zip(parts, shapes, strict=True))


def _net(part: Painted, whole: Solid, others: Sequence[Solid], step: float) -> Net:
    points, faces = surface(part.solid, step * part.detail)
    if not len(points):
        nothing = np.zeros((0, 3), np.float32)
        return Net(nothing, faces, nothing, nothing[:, 0], nothing[:, 0])
    normals, bend = _normals_and_bend(part.solid, points, step * part.detail)
    points = points - normals * (part.solid.distance(points) * 0.8)[:, None]
    covered = np.zeros(len(points), bool)
    for other in others:
        covered |= other.distance(points) < -COVERED * step
    used, faces = np.unique(faces[~covered[faces].all(1)], return_inverse=True)
    faces, points, normals, bend = faces.reshape(-1, 3), points[used], normals[used], bend[used]
    corners = points[faces]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    wrong = (facing * normals[faces[:, 0]]).sum(1) < 0
    faces[wrong] = faces[wrong][:, ::-1]
    shade = np.zeros(len(points), np.float32) if part.glows else _shade(whole, points, normals)
    return Net(points, faces, normals, bend, shade)


def _part(part: Painted, net: Net) -> Mesh:
    if not len(net.points):
        return join(())
    if part.glows:
        return mesh(net.points, net.normals, (*part.paint, 0.0), None, net.faces)
    colours = np.column_stack([_painted(part.paint, net.normals, net.bend, net.shade), net.shade])
    return mesh(net.points, net.normals, colours, None, net.faces)


def surface(solid: Solid, step: float) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Naive surface nets: one vertex in each grid cell that the surface
    crosses. Returns points and triangles."""
    low = solid.low - 1.5 * step
    count = np.ceil((solid.high - low) / step).astype(int) + 3
    axes = [low[i] + np.arange(count[i], dtype=np.float32) * np.float32(step) for i in range(3)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    field = solid.distance(grid.reshape(-1, 3).astype(np.float32)).reshape(count).astype(np.float32)
    inside = field < 0
    full = np.zeros(count - 1, np.int8)
    for corner in _CORNERS:
        full += inside[tuple(slice(o, count[i] - 1 + o) for i, o in enumerate(corner))]
    crossed = (full > 0) & (full < 8)
    cells = np.argwhere(crossed)
    number = np.full(crossed.shape, -1)
    number[crossed] = np.arange(len(cells))
    points = low + (cells + _crossing(field, cells)) * step
    return points.astype(np.float32), _faces(inside, number, count)


def _crossing(field: NDArray[np.float32], cells: NDArray[np.int64]) -> NDArray[np.floating]:
    """Mean of the points where the surface crosses a cell's twelve edges, in parts of the cell."""
    total = np.zeros((len(cells), 3), np.float32)
    hits = np.zeros((len(cells), 1), np.float32)
    for corner in _CORNERS:
        for axis in range(3):
            if corner[axis]:
                continue
            end = corner.copy()
            end[axis] = 1
            a, b = field[tuple((cells + corner).T)], field[tuple((cells + end).T)]
            crosses = (a < 0) != (b < 0)
            at = np.tile(corner.astype(np.float32), (len(cells), 1))
            at[:, axis] = np.where(crosses, a / np.where(crosses, a - b, 1), 0)
            total += at * crosses[:, None]
            hits += crosses[:, None]
    return total / np.maximum(hits, 1)


def _faces(
    inside: NDArray[np.bool_], number: NDArray[np.int64], count: NDArray[np.int64]
) -> NDArray[np.int64]:
    found = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        here, there = [slice(None)] * 3, [slice(None)] * 3
        here[axis], there[axis] = slice(0, count[axis] - 1), slice(1, count[axis])
        at = np.argwhere(inside[tuple(here)] != inside[tuple(there)])
        within = (at[:, u] > 0) & (at[:, v] > 0) & (at[:, u] < count[u] - 1) & (at[:, v] < count[v] - 1)
        at = at[within]
        du, dv = np.eye(3, dtype=int)[u], np.eye(3, dtype=int)[v]
        a, b, c, d = (number[tuple((at - o).T)] for o in (0 * du, du, du + dv, dv))
        found += [np.stack([a, b, c], 1), np.stack([a, c, d], 1)]
    return np.concatenate(found)


def _normals_and_bend(
    solid: Solid, points: NDArray[np.float32], step: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Unit normals, and how the surface bends: positive on edges, negative in creases."""
    reach = np.float32(step)
    axes = np.eye(3, dtype=np.float32) * reach
    here, *around = _distances(solid, [points, *(points + a for a in axes), *(points - a for a in axes)])
    slope = np.stack([around[i] - around[i + 3] for i in range(3)], -1)
    normals = slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
    return normals, (np.sum(around, 0) - 6 * here) / reach


def _distances(solid: Solid, places: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The distances of all points of arrays of one length; asked at once, because asking is dear."""
    return solid.distance(np.concatenate(places)).reshape(len(places), -1)


def _shade(whole: Solid, points: NDArray[np.float32], normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """Ambient light that reaches each point: less where the figure itself is near, and near the ground."""
    steps = (0.02, 0.05, 0.10, 0.18)
    gaps = _distances(whole, [points + normals * np.float32(far) for far in steps])
    covered = np.zeros(len(points), np.float32)
    for i, (far, gap) in enumerate(zip(steps, gaps, strict=True)):
        covered += np.maximum(far - gap, 0) / far * 0.75**i
    ground = np.clip(0.45 + 0.55 * points[:, 2] / 0.18, 0.45, 1)
    return np.clip(1 - 0.42 * covered, 0.12, 1) * ground


def _painted(
    paint: Rgb, normals: NDArray[np.float32], bend: NDArray[np.float32], shade: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The paint as a hobbyist lays it on: a dark wash in creases, a light brush over edges and tops."""
    k = np.clip(bend * 0.9, -1, 1)
    edge, crease = np.clip(k, 0, 1), np.clip(-k, 0, 1)
    light = (1 + 0.8 * edge - 0.55 * crease) * (0.66 + 0.6 * shade * (0.5 + 0.5 * normals[:, 2]))
    return np.clip(np.array(paint, np.float32) * light[:, None] + 0.02 * edge[:, None], 0, 1)
