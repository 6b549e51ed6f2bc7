"""Triangle meshes as numpy arrays, and the plain solids that boards
are built of. Pure; uploaded by rendering/upload.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """`points` and `normals` (n, 3); `colours` (n, 4): linear light and
    ambient light reaching the point (0: glows);
    `uvs` (n, 2); `faces` (m, 3), against the clock."""

    points: Floats
    normals: Floats
    colours: Floats
    uvs: Floats
    faces: Ints

    def moved(self, at: Sequence[float] = (0, 0, 0), heading: float = 0.0, scale: object = 1.0) -> Mesh:
        """Scaled, then turned about z (degrees, against the clock), then moved."""
        angle = np.radians(heading)
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], np.float32)
        points = (self.points * np.asarray(scale, np.float32)) @ turn + np.asarray(at, np.float32)
        return Mesh(points.astype(np.float32), self.normals @ turn, self.colours, self.uvs, self.faces)

    def coloured(self, colours: Floats) -> Mesh:
        return Mesh(self.points, self.normals, np.asarray(colours, np.float32), self.uvs, self.faces)


def mesh(points: object, normals: object, colours: object, uvs: object | None, faces: object) -> Mesh:
    """A mesh from anything that numpy takes; one colour or normal may stand for all points."""
    p = np.asarray(points, np.float32).reshape(-1, 3)
    n = np.empty_like(p)
    n[:] = np.asarray(normals, np.float32)
    given = np.asarray(colours, np.float32)
    c = np.ones((len(p), 4), np.float32)
    c[:, : given.shape[-1]] = given
    t = np.zeros((len(p), 2), np.float32) if uvs is None else np.asarray(uvs, np.float32).reshape(-1, 2)
    return Mesh(p, n, c, t, np.asarray(faces, np.uint32).reshape(-1, 3))


def join(meshes: Iterable[Mesh]) -> Mesh:
    parts = list(meshes)
    if not parts:
        return mesh(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 4)), np.zeros((0, 2)), np.zeros((0, 3)))
    first = np.cumsum([0] + [len(m.points) for m in parts])
    return Mesh(
        np.concatenate([m.points for m in parts]),
        np.concatenate([m.normals for m in parts]),
        np.concatenate([m.colours for m in parts]),
        np.concatenate([m.uvs for m in parts]),
        np.concatenate([m.faces + np.uint32(o) for m, o in zip(parts, first, strict=False)]),
    )


class Box(NamedTuple):
    """A box standing on its `foot` centre; `size` before turning; glows when `glow`."""

    foot: tuple[float, float, float]
    size: tuple[float, float, float]
    colour: tuple[float, float, float]
    heading: float = 0.0
    bevel: float = 0.02
    glow: bool = False


def boxes(wanted: Sequence[Box], *, bevelled: bool = True) -> Mesh:
    """Many boxes as one mesh. The foot of each is a little darker, as if it stood in its own shade.

    They have no undersides: nobody looks from below.
    """
    if not wanted:
        return join(())
    sign, inset, normal, faces = _bevelled_box() if bevelled else _plain_box()
    half = np.array([b.size for b in wanted], np.float32)[:, None, :] / 2
    bevel = np.minimum(
        np.array([b.bevel for b in wanted], np.float32)[:, None, None], half.min(-1, keepdims=True)
    )
    local = sign[None] * (half - inset[None] * bevel)
    uv = np.where(np.abs(normal[None, :, :1]) > 0.7, local[..., 1:], local[..., [0, 2]])
    angle = np.radians(np.array([b.heading for b in wanted], np.float32))
    turn = np.zeros((len(wanted), 3, 3), np.float32)
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(angle)
    turn[:, 0, 1], turn[:, 1, 0] = np.sin(angle), -np.sin(angle)
    turn[:, 2, 2] = 1
    foot = np.array([b.foot for b in wanted], np.float32)[:, None, :]
    points = (local + half * np.array([0, 0, 1], np.float32)) @ turn + foot
    normals = np.broadcast_to(normal, local.shape) @ turn
    colours = np.empty((*local.shape[:2], 4), np.float32)
    colours[..., :3] = np.array([b.colour for b in wanted], np.float32)[:, None, :]
    colours[..., 3] = np.where(local[..., 2] < 0, 0.55, 1.0)
    colours[np.array([b.glow for b in wanted]), :, 3] = 0
    count = sign.shape[0]
    all_faces = faces[None] + (np.arange(len(wanted), dtype=np.uint32) * count)[:, None, None]
    return mesh(points, normals.reshape(-1, 3), colours.reshape(-1, 4), uv.reshape(-1, 2), all_faces)


def lathe(
    profile: Sequence[tuple[float, float]], colour: Sequence[float], segments: int = 28, smooth: float = 40.0
) -> Mesh:
    """A profile of (radius, z) from bottom to top, turned about z; corners
    sharper than `smooth` degrees stay sharp."""
    line = np.array(profile, np.float32)
    step = np.diff(line, axis=0)
    step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)
    flat = np.stack([step[:, 1], -step[:, 0]], 1)
    angle = np.linspace(0, 2 * np.pi, segments + 1, dtype=np.float32)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    limit = np.cos(np.radians(smooth))
    parts = []
    for i in range(len(step)):
        ends = []
        for corner, other in ((i, i - 1), (i + 1, i + 1)):
            normal = flat[i].copy()
            if 0 <= other < len(step) and flat[i] @ flat[other] > limit:
                normal += flat[other]
            ends.append((line[corner], normal / np.linalg.norm(normal)))
        points = np.concatenate([np.column_stack([ring * r, np.full(len(ring), z)]) for (r, z), _ in ends])
        normals = np.concatenate([np.column_stack([ring * n[0], np.full(len(ring), n[1])]) for _, n in ends])
        a = np.arange(segments)
        b, c, d = a + 1, a + segments + 2, a + segments + 1
        faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
        parts.append(mesh(points, normals, colour, None, faces))
    return join(parts)


def quad(corners: Sequence[Sequence[float]], normal: Sequence[float], colour: Sequence[float]) -> Mesh:
    """Four corners against the clock, with the whole of a texture on them."""
    return mesh(corners, normal, colour, ((0, 0), (1, 0), (1, 1), (0, 1)), ((0, 1, 2), (0, 2, 3)))


@lru_cache(None)
def _plain_box() -> tuple[Floats, Floats, Floats, Ints]:
    return _box_of([(axis, side) for axis in range(3) for side in (-1, 1)], edges=False)


@lru_cache(None)
def _bevelled_box() -> tuple[Floats, Floats, Floats, Ints]:
    return _box_of([(axis, side) for axis in range(3) for side in (-1, 1)], edges=True)


def _box_of(flats: list[tuple[int, int]], *, edges: bool) -> tuple[Floats, Floats, Floats, Ints]:
    """A box as a template: for each vertex its corner's signs, which axes
    the bevel takes from, and its normal."""
    signs: list[list[float]] = []
    insets: list[list[float]] = []
    normals: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []

    def face(corners: list[tuple[Sequence[float], Sequence[float]]]) -> None:
        at = [np.array(s) * (1 - 0.2 * np.array(i)) for s, i in corners]
        normal = np.cross(at[1] - at[0], at[2] - at[0])
        normal /= np.linalg.norm(normal)
        if normal @ np.mean(at, 0) < 0:
            corners, normal = corners[::-1], -normal
        if normal[2] < -0.1:
            return
        start = len(signs)
        for s, i in corners:
            signs.append(list(s))
            insets.append(list(i) if edges else [0, 0, 0])
            normals.append(list(normal))
        faces.extend((start, start + k, start + k + 1) for k in range(1, len(corners) - 1))

    around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for axis, side in flats:
        u, v = (axis + 1) % 3, (axis + 2) % 3
        face([(_axes({axis: side, u: a, v: b}), _axes({u: 1, v: 1})) for a, b in around])
    if edges:
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for a, b in around:
                ends = [
                    ({v: 1, axis: 1}, -1),
                    ({v: 1, axis: 1}, 1),
                    ({u: 1, axis: 1}, 1),
                    ({u: 1, axis: 1}, -1),
                ]
                face([(_axes({u: a, v: b, axis: e}), _axes(inset)) for inset, e in ends])
        for corner in np.ndindex(2, 2, 2):
            sign = [2 * c - 1 for c in corner]
            face([(sign, [0 if i == k else 1 for i in range(3)]) for k in range(3)])
    as_floats = [np.array(x, np.float32) for x in (signs, insets, normals)]
    return as_floats[0], as_floats[1], as_floats[2], np.array(faces, np.uint32)


def _axes(values: Mapping[int, float]) -> list[float]:
    return [float(values.get(i, 0)) for i in range(3)]
