"""Outlines cut along the grid of tiles, and ribbons along them. Pure."""

from __future__ import annotations

import itertools

import numpy as np

from ..common import plane
from ..common.plane import Point, Polygon
from .mesh import Floats, Ints

CELLS = 4  # Floors are cut this fine, so that light pools show on them without a texture of their own.


def clipped(outline: Polygon, x: int, y: int) -> tuple[Floats, Ints]:
    """The part of a tile that an outline covers, in small pieces."""
    points: list[Point] = []
    faces: list[tuple[int, int, int]] = []
    for i, j in itertools.product(range(CELLS), repeat=2):
        part = plane.clip(outline, x + i / CELLS, y + j / CELLS, x + (i + 1) / CELLS, y + (j + 1) / CELLS)
        faces += [(a + len(points), b + len(points), c + len(points)) for a, b, c in plane.triangles(part)]
        points += part
    return np.array(points, np.float32).reshape(-1, 2), np.array(faces, np.uint32).reshape(-1, 3)


def ribbon(
    outer: Polygon, inner: Polygon, z: float
) -> tuple[list[tuple[float, float, float]], list[tuple[int, int, int]]]:
    points: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int]] = []
    for (a, b), (c, d) in zip(plane.sides(outer), plane.sides(inner), strict=True):
        start = len(points)
        points += [(*a, z), (*b, z), (*d, z), (*c, z)]
        faces += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    return points, faces
