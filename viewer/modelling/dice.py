"""Dice as meshes: a rounded cube or another regular solid by how many sides there are; what was rolled lies
on top, to be read, and others on the faces about it. Pure; put up by rendering/pieces.py."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..common.svg import WHITE, document, icon, icons, line, rect, width
from ..scene.looks import PieceLook
from .light import KEY_FROM
from .mesh import Floats, Mesh, mesh

INNER = 0.165  # from the middle to each face
BEVEL = {6: 0.20, 8: 0.14, 10: 0.13, 12: 0.13, 20: 0.12}  # how much of a face its rounded edges take
CELL = 96  # pixels of a face's picture
_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    """Unit `normals` from the top down, each opposite the one as far from the other end; the `faces` as
    points against the clock. Every face lies 1 from the middle."""

    normals: Floats
    faces: tuple[Floats, ...]


def body(look: PieceLook, sides: int) -> Mesh:
    """The die as it lies, without what stands on its faces."""
    solid = _solid(_shape(sides))
    bevel = BEVEL[_shape(sides)]
    points: list[Floats] = []
    normals: list[Floats] = []
    faces: list[tuple[int, int, int]] = []
    at: dict[tuple[int, tuple[float, ...]], int] = {}  # (face, corner) → its point

    def fan(corners: Sequence[int]) -> None:
        a, b, c = (points[corners[i]] for i in (0, 1, 2))
        turned = np.cross(b - a, c - a) @ a > 0
        order = corners if turned else corners[::-1]
        faces.extend((order[0], order[i], order[i + 1]) for i in range(1, len(order) - 1))

    for number, (normal, face) in enumerate(zip(solid.normals, solid.faces, strict=True)):
        middle = face.mean(0)
        for corner in face:
            at[number, _key(corner)] = len(points)
            points.append(corner + (middle - corner) * bevel)
            normals.append(normal)
        fan([at[number, _key(c)] for c in face])
    by_corner: dict[tuple[float, ...], list[int]] = {}
    by_edge: dict[frozenset[tuple[float, ...]], list[int]] = {}
    for number, face in enumerate(solid.faces):
        for a, b in zip(face, np.roll(face, -1, 0), strict=True):
            by_corner.setdefault(_key(a), []).append(number)
            by_edge.setdefault(frozenset((_key(a), _key(b))), []).append(number)
    for edge, (one, other) in by_edge.items():
        a, b = edge
        fan([at[one, a], at[one, b], at[other, b], at[other, a]])
    for corner_key, around in by_corner.items():
        fan([at[n, corner_key] for n in _round(np.array(corner_key), solid.normals, around)])
    p = np.array(points, np.float32)
    colours = np.concatenate(
        [np.tile(np.array(look.colour, np.float32), (len(p), 1)), 0.72 + 0.28 * p[:, 2:3]], axis=1
    )
    lying = np.add(p, (0, 0, 1)) * INNER
    return mesh(lying, np.array(normals), colours, None, faces)


def faces(sides: Sequence[str], shown: str) -> Mesh:
    """Where the pictures lie: the one that was rolled on top, others on the faces that can be seen. Their
    textures are cells of `pictures`."""
    solid = _solid(_shape(len(sides)))
    count = len(solid.normals)
    labels = _laid(sides, shown, count)
    points: list[Floats] = []
    colours: list[tuple[float, ...]] = []
    uvs: list[tuple[float, float]] = []
    quads: list[tuple[int, int, int]] = []
    columns = _columns(len(sides))
    for normal, face, label in zip(solid.normals, solid.faces, labels, strict=True):
        if normal[2] < -0.1 or label is None:
            continue
        middle = face.mean(0)
        inside = min(
            float(np.linalg.norm((a + b) / 2 - middle)) for a, b in itertools.pairwise([*face, face[0]])
        )
        half = inside * (0.68 if count == 6 else 0.95)
        up = np.array((0, 1, 0) if normal[2] > 0.99 else (0, 0, 1), np.float32)
        up = up - normal * (up @ normal)
        up /= np.linalg.norm(up)
        right = np.cross(up, normal)
        start = len(points)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            points.append((middle * 1.006 + right * x * half + up * y * half + (0, 0, 1)) * INNER)
        if normal[2] > 0.99:
            colours += [(1.0, 1.0, 1.0, 1.0)] * 4
        else:
            light = 0.4 + 0.5 * max(0.0, float(normal @ KEY_FROM))
            colours += [
                (light, light, light, 0.85 if count == 6 else 0.35)
            ] * 4  # What was rolled stands out.
        left, top = label % columns / columns, 1 - label // columns / columns
        uvs += [
            (left, top - 1 / columns),
            (left + 1 / columns, top - 1 / columns),
            (left + 1 / columns, top),
            (left, top),
        ]
        quads += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    return mesh(points, (0, 0, 1), colours, uvs, quads)


def pictures(look: PieceLook, sides: Sequence[str]) -> str:
    """All faces of a die side by side as SVG: pips up to six, else numbers, icons or words."""
    columns = _columns(len(sides))
    ink = "#15120d" if sum(look.colour) > 0.9 else WHITE
    pips = len(sides) == 6 and all(side in "123456" for side in sides)
    body = "".join(
        _picture(side, CELL * (i % columns), CELL * (i // columns), ink, pips) for i, side in enumerate(sides)
    )
    return document(CELL * columns, CELL * columns, body)


def _picture(side: str, x: float, y: float, ink: str, pips: bool) -> str:
    half = CELL / 2
    if pips:
        radius = 13 if side == "1" else 10.5
        spots = ((x + half + 29 * px, y + half + 29 * py) for px, py in _PIPS[int(side)])
        return "".join(f'<circle cx="{cx}" cy="{cy}" r="{radius}" fill="{ink}"/>' for cx, cy in spots)
    if side.replace("_", "-") in icons():
        return icon(side.replace("_", "-"), x + 10, y + 10, CELL - 20, ink)
    words = side.replace("_", " ").upper().split() or ["-"]
    made = ""
    for i, word in enumerate(words[:3]):
        size = {1: 74.0, 2: 40.0}.get(len(words), 30.0)
        size *= min(1.0, (CELL - 4) / width(word, size, 700))
        middle = y + half + (i - (min(len(words), 3) - 1) / 2) * CELL * 0.4
        made += line(x + half, middle + size * 0.34, word, size, 700, ink, "middle")
    if words[0] in ("6", "9"):
        made += rect(x + half - 16, y + CELL - 14, 32, 5, 2, ink)
    return made


def _columns(count: int) -> int:
    return math.ceil(math.sqrt(count))


def _laid(sides: Sequence[str], shown: str, count: int) -> list[int | None]:
    """Which side lies on which face: what was rolled first; where every face has one, what is as far from
    the other end of the list lies opposite, as on real dice. None on faces that are left over."""
    top = sides.index(shown) if shown in sides else 0
    others = [i for i in range(len(sides)) if i != top]
    if len(sides) == count:
        others.sort(key=lambda i: i == count - 1 - top)
    return [top, *others, *itertools.repeat(None, count - len(sides))]


def _shape(sides: int) -> int:
    """How many faces a die has on which so many sides stand."""
    return next((count for count in BEVEL if sides <= count), 20)


@lru_cache(8)
def _solid(count: int) -> _Solid:
    above = _UPPER[count]()
    normals = np.array([n / np.linalg.norm(n) for n in above], np.float64)
    normals = normals @ _upright(normals[0])
    normals *= np.where(normals[:, 2:] < -1e-6, -1, 1)
    corners = _corners(np.concatenate([normals, -normals]))
    first = [c for c in corners if abs(c @ normals[0] - 1) < 1e-6]
    furthest = max(first, key=lambda c: (round(float(np.hypot(c[0], c[1])), 6), round(float(c[0]), 6)))
    # One corner of the face on top points away from the reader; a square lies straight.
    turn = math.radians(45 if count == 6 else 90) - math.atan2(furthest[1], furthest[0])
    spin = np.array([[math.cos(turn), math.sin(turn), 0], [-math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    normals, corners = normals @ spin, [c @ spin for c in corners]
    normals = normals[np.argsort(-normals[:, 2], kind="stable")]
    normals = np.concatenate([normals, -normals[::-1]])
    faces = tuple(
        np.array(_around(normal, [c for c in corners if abs(c @ normal - 1) < 1e-6]), np.float32)
        for normal in normals
    )
    return _Solid(normals.astype(np.float32), faces)


def _cube() -> list[Floats]:
    return [np.array(n, float) for n in ((0, 0, 1), (0, -1, 0), (1, 0, 0))]


def _octahedron() -> list[Floats]:
    return [np.array(n, float) for n in ((1, 1, 1), (1, -1, 1), (-1, 1, 1), (-1, -1, 1))]


def _trapezohedron() -> list[Floats]:
    turns = (math.radians(72 * i) for i in range(5))
    return [np.array((math.cos(a), math.sin(a), 0.95), float) for a in turns]


def _dodecahedron() -> list[Floats]:
    far = (1 + math.sqrt(5)) / 2
    return [np.array(n, float) for s in (1, -1) for n in ((0, s, far), (s, far, 0), (far, 0, s))]


def _icosahedron() -> list[Floats]:
    far = (1 + math.sqrt(5)) / 2
    cube = [(1, s, t) for s in (1, -1) for t in (1, -1)]
    others = [n for s in (1, -1) for n in ((0, s / far, far), (s / far, far, 0), (far, 0, s / far))]
    return [np.array(n, float) for n in (*cube, *others)]


# Half of the faces of each; the others are opposite.
_UPPER = {6: _cube, 8: _octahedron, 10: _trapezohedron, 12: _dodecahedron, 20: _icosahedron}


def _upright(normal: Floats) -> Floats:
    """The turn that brings a normal to the top, for points as rows."""
    side = np.array((1.0, 0, 0)) if abs(normal[0]) < 0.9 else np.array((0, 1.0, 0))
    x = np.cross(side, normal)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(normal, x), normal], 1)


def _corners(normals: Floats) -> list[Floats]:
    """Where planes 1 from the middle meet and no other cuts off."""
    found: dict[tuple[float, ...], Floats] = {}
    for three in itertools.combinations(normals, 3):
        planes = np.array(three)
        if abs(np.linalg.det(planes)) > 1e-6:
            corner = np.linalg.solve(planes, np.ones(3))
            if (normals @ corner).max() < 1 + 1e-6:
                found.setdefault(_key(corner), corner)
    return list(found.values())


def _around(normal: Floats, corners: Sequence[Floats]) -> list[Floats]:
    """The corners of a face against the clock as seen from outside."""
    middle = np.mean(corners, 0)
    x = (corners[0] - middle) / np.linalg.norm(corners[0] - middle)
    y = np.cross(normal, x)
    return sorted(corners, key=lambda c: math.atan2((c - middle) @ y, (c - middle) @ x))


def _round(corner: Floats, normals: Floats, around: Sequence[int]) -> list[int]:
    """The faces about a corner, one after the other."""
    out = corner / np.linalg.norm(corner)
    ordered = _around(out, [normals[n] for n in around])
    return [next(n for n in around if normals[n] is v or np.array_equal(normals[n], v)) for v in ordered]


def _key(corner: Floats) -> tuple[float, ...]:
    return tuple(round(float(v), 4) + 0.0 for v in corner)
