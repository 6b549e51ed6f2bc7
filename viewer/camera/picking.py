"""What is under the mouse: a ray against the pieces' capsules, doors,
then the floors. Pure maths on the scene."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..common import plane
from ..common.choices import TargetSort
from ..panels.vocabulary import OnBoard
from ..scene.looks import FLAT
from ..scene.scene import ON_SPACE, Door, Floor, Piece, Scene
from .camera import Camera, Size, Vec, ray


class RayHit(NamedTuple):
    """`sort` is thing, link or space; `name` is the view's own name for it."""

    sort: TargetSort
    name: str
    distance: float

    @property
    def target(self) -> OnBoard:
        return OnBoard(self.sort, self.name)


def pick(
    scene: Scene, camera: Camera, pixel: tuple[float, float], size: Size, highest: float = math.inf
) -> RayHit | None:
    """The nearest thing, door or space under a pixel. Layers above `highest` are looked through."""
    hits = all_hits(scene, camera, pixel, size, highest)
    return hits[0] if hits else None


def all_hits(
    scene: Scene, camera: Camera, pixel: tuple[float, float], size: Size, highest: float = math.inf
) -> list[RayHit]:
    """Everything under a pixel, nearest first."""
    origin, direction = ray(camera, pixel, size)
    found: list[RayHit] = []
    for piece in scene.pieces:
        if piece.at[2] > highest + 0.1 or piece.id.startswith(ON_SPACE):
            continue
        if (t := _piece(piece, origin, direction)) is not None:
            found.append(RayHit("thing", piece.id, t))
    found += [
        RayHit("link", door.id, t)
        for door in scene.doors
        if door.z <= highest and (t := _door(door, origin, direction)) is not None
    ]
    levels: dict[float, tuple[float, tuple[float, float]]] = {}
    for floor in scene.floors if direction[2] < -1e-6 else ():
        if not floor.space or floor.z > highest:
            continue
        if floor.z not in levels:
            t = (floor.z - origin[2]) / direction[2]
            levels[floor.z] = (t, (origin[0] + direction[0] * t, origin[1] + direction[1] * t))
        t, at = levels[floor.z]
        if floor.grid and not -1.1 < floor.outline[0][0] - at[0] < 1.1:
            continue  # Squares are many: most are not even near.
        if _inside(floor, at):
            found.append(RayHit("space", floor.space, t))
    for mark in scene.marks:
        if not mark.outline and mark.sort == "link" and direction[2] < -1e-6:
            t = (mark.at[2] - origin[2]) / direction[2]
            at = (origin[0] + direction[0] * t, origin[1] + direction[1] * t)
            if math.dist(at, mark.at[:2]) <= mark.radius:
                found.append(RayHit("link", mark.name, t - 0.02))
    return sorted(found, key=lambda h: h.distance)


def _inside(floor: Floor, at: tuple[float, float]) -> bool:
    """Squares are many and simple: two of their corners tell."""
    if not floor.grid:
        return plane.contains(floor.outline, at)
    (ax, ay), (bx, by) = floor.outline[0], floor.outline[2]
    return (ax <= at[0] < bx or bx <= at[0] < ax) and (ay <= at[1] < by or by <= at[1] < ay)


def height_of(piece: Piece) -> float:
    """How high a piece reaches over its floor, in tiles."""
    if piece.look.archetype in FLAT:
        return 0.07 * piece.size
    tall = {
        "crawler": 0.51,
        "beast": 0.98,
        "pawn": 0.82,
        "turret": 0.86,
        "standee": 0.95,
        "hunter": 1.20,
        "child": 0.63,
        "giant": 1.28,
        "lamp": 1.25,
    }
    return tall.get(piece.look.archetype, 1.08) * piece.look.height * piece.size


def _piece(piece: Piece, origin: Vec, direction: Vec) -> float | None:
    radius = 0.3 * piece.size * (1.0 if piece.look.archetype in FLAT else min(piece.look.bulk, 1.2))
    if piece.look.archetype in FLAT:
        if direction[2] > -1e-6:
            return None
        t = (piece.at[2] + 0.04 - origin[2]) / direction[2]
        at = (origin[0] + direction[0] * t, origin[1] + direction[1] * t)
        if piece.track is not None:
            half = (piece.track[2] - piece.track[1] + 1) / 2 * piece.size
            hit = abs(at[0] - piece.at[0]) <= half and abs(at[1] - piece.at[1]) <= 0.6 * piece.size
            return t if hit else None
        return t if math.dist(at, piece.at[:2]) <= radius else None
    return capsule(origin, direction, piece.at, max(height_of(piece), radius), radius)


def capsule(origin: Vec, direction: Vec, foot: Vec, height: float, radius: float) -> float | None:
    """Distance along the ray to an upright cylinder with a round top, or None."""
    ox, oy = origin[0] - foot[0], origin[1] - foot[1]
    a = direction[0] ** 2 + direction[1] ** 2
    b = ox * direction[0] + oy * direction[1]
    c = ox * ox + oy * oy - radius * radius
    root = b * b - a * c
    if root < 0:
        return None  # Most rays go by at the side of what has no end: its round top is missed, too.
    if a > 1e-9:
        t = (-b - math.sqrt(root)) / a
        z = origin[2] + direction[2] * t - foot[2]
        if t > 0 and 0 <= z <= height - radius:
            return t
    top = (foot[0], foot[1], foot[2] + max(height - radius, 0.0))
    oc = tuple(o - p for o, p in zip(origin, top, strict=True))
    b = sum(o * d for o, d in zip(oc, direction, strict=True))
    root = b * b - (sum(o * o for o in oc) - radius * radius)
    return -b - math.sqrt(root) if root >= 0 and -b - math.sqrt(root) > 0 else None


def _door(door: Door, origin: Vec, direction: Vec) -> float | None:
    """An upright board along the door's line, 0.58 high."""
    (ax, ay), (bx, by) = door.line
    nx, ny = -(by - ay), bx - ax
    towards = nx * direction[0] + ny * direction[1]
    if abs(towards) < 1e-6:
        return None
    t = (nx * (ax - origin[0]) + ny * (ay - origin[1])) / towards
    x, y, z = (o + d * t for o, d in zip(origin, direction, strict=True))
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    return t if t > 0 and 0 <= along <= 1 and 0 <= z - door.z <= 0.58 else None
