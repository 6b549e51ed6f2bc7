"""What lights up on the board: outlined spaces and rings, as unlit meshes with see-through colours. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from ..common import palette, plane
from ..common.plane import Polygon
from ..scene.looks import Rgb
from .mesh import Mesh, join, mesh, quad

GLOW = 0.5  # how strong the light about a lamp is
ABOVE = 0.016  # over the floor, so that it never flickers with it


def rgb(colour: str) -> tuple[float, float, float]:
    return palette.rgb(colour)


def space(outline: Polygon, z: float, colour: str, *, picked: bool = False, hovered: bool = False) -> Mesh:
    """A space that can be chosen: a faint field, a bright border, and a glow that fades inwards."""
    tint = rgb("white" if picked or hovered else colour)
    strong = picked or hovered
    left, bottom, right, top = plane.box([outline])
    unit = min(1.0, right - left, top - bottom)
    edge = plane.inset(outline, 0.055 * unit)
    border = plane.inset(outline, (0.055 + (0.045 if strong else 0.028)) * unit)
    fade = plane.inset(outline, 0.24 * unit)
    at = z + ABOVE + (0.004 if hovered else 0.0)
    parts = [
        _fill(edge, at, (*tint, 0.30 if picked else 0.05 if hovered else 0.15)),
        _band(border, fade, at + 0.001, (*tint, 0.34), (*tint, 0.0)),
        _band(edge, border, at + 0.002, (*tint, 1.0 if strong else 0.85), (*tint, 1.0 if strong else 0.85)),
    ]
    return join(parts)


def ring(
    at: tuple[float, float, float], radius: float, colour: str, *, picked: bool = False, hovered: bool = False
) -> Mesh:
    """A ring round a piece."""
    tint = rgb("white" if picked or hovered else colour)
    x, y, z = at[0], at[1], at[2] + ABOVE + (0.006 if hovered else 0.003)
    wide = 0.07 if picked or hovered else 0.05
    circle = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 40, endpoint=False)]

    def round_at(r: float) -> Polygon:
        return tuple((x + r * c, y + r * s) for c, s in circle)

    return join(
        [
            _band(round_at(radius), round_at(radius - wide), z, (*tint, 0.95), (*tint, 0.95)),
            _band(round_at(radius - wide), round_at(radius * 0.55), z - 0.001, (*tint, 0.30), (*tint, 0.0)),
            _band(round_at(radius + 0.10), round_at(radius), z - 0.001, (*tint, 0.0), (*tint, 0.28)),
        ]
    )


def arrows(at: tuple[float, float, float], radius: float) -> Mesh:
    """Four white arrows that point at a piece with a ring: they tell it from bases of any colour."""
    x, y, z = at[0], at[1], at[2] + ABOVE + 0.003
    parts = []
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        c, s = math.cos(a), math.sin(a)
        tip, back, half = radius + 0.02, radius + 0.22, 0.12
        arrow = tuple(
            (x + r * c - h * s, y + r * s + h * c) for r, h in ((tip, 0.0), (back, -half), (back, half))
        )
        parts.append(_fill(arrow, z, (*rgb("white"), 0.95)))
    return join(parts)


def halo(
    at: tuple[float, float, float], along: tuple[float, float], half: float, high: float, colour: Rgb
) -> Mesh:
    """An upright quad of light about a lamp: `half` tiles both ways along a direction, `high` up and down."""
    x, y, z = at
    dx, dy = along[0] * half, along[1] * half
    corners = ((x - dx, y - dy, z - high), (x + dx, y + dy, z - high), (x + dx, y + dy, z + high))
    made = quad((*corners, (x - dx, y - dy, z + high)), (0, 0, 1), colour)
    return made.coloured(np.tile((*colour, GLOW), (4, 1)))


def tint(outline: Polygon, z: float, colour: str, strength: float) -> Mesh:
    """A space of an overlay: a field with a thin border."""
    left, bottom, right, top = plane.box([outline])
    unit = min(1.0, right - left, top - bottom)
    edge, border = plane.inset(outline, 0.03 * unit), plane.inset(outline, 0.05 * unit)
    at, shade = z + ABOVE - 0.003, rgb(colour)
    return join(
        [
            _fill(edge, at, (*shade, strength)),
            _band(edge, border, at + 0.001, (*shade, strength + 0.3), (*shade, strength + 0.3)),
        ]
    )


def tints(shades: Iterable[tuple[Polygon, float, str, float]]) -> Mesh:
    """Many tints as one mesh; those of equal squares are moved copies of the first of them."""
    parts: list[Mesh] = []
    alike: dict[tuple[str, float], list[tuple[float, float, float]]] = {}
    for outline, z, colour, strength in shades:
        left, bottom, right, top = plane.box([outline])
        if len(outline) == 4 and abs(right - left - 1) < 1e-6 and abs(top - bottom - 1) < 1e-6:
            alike.setdefault((colour, strength), []).append((left, bottom, z))
        else:
            parts.append(tint(outline, z, colour, strength))
    for (colour, strength), corners in alike.items():
        one = tint(((0, 0), (1, 0), (1, 1), (0, 1)), 0.0, colour, strength)
        parts.append(copies(one, corners))
    return join(parts)


def copies(one: Mesh, offsets: list[tuple[float, float, float]]) -> Mesh:
    """The same mesh at many places."""
    moved = np.asarray(offsets, np.float32)
    count, size = len(moved), len(one.points)
    points = (one.points[None] + moved[:, None]).reshape(-1, 3)
    faces = (one.faces[None] + (np.arange(count, dtype=np.uint32) * size)[:, None, None]).reshape(-1, 3)
    tiled = (np.tile(one.normals, (count, 1)), np.tile(one.colours, (count, 1)), np.tile(one.uvs, (count, 1)))
    return Mesh(points, *tiled, faces.astype(np.uint32))


def thread(
    points: tuple[tuple[float, float, float], ...], colour: str, *, arrow: bool = False, dashed: bool = False
) -> Mesh:
    """A flat ribbon through points, with a head at its end, or in dashes."""
    shade, half, parts = rgb(colour), 0.035, []
    for number, (a, b) in enumerate(itertools.pairwise(points)):
        far = math.dist(a[:2], b[:2])
        if far < 1e-6:
            continue
        ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
        last = arrow and number == len(points) - 2
        stop = far - 0.2 if last else far
        starts = np.arange(0, stop, 0.28) if dashed else [0.0]
        z = max(a[2], b[2]) + ABOVE + 0.004
        for start in starts:
            end = min(start + 0.18, stop) if dashed else stop
            corners = ((start, -half), (end, -half), (end, half), (start, half))
            parts.append(_fill(_along(a, ux, uy, corners), z, (*shade, 0.9)))
        if last:
            head = ((stop, -0.11), (far, 0.0), (stop, 0.11))
            parts.append(_fill(_along(a, ux, uy, head), z, (*shade, 0.9)))
    return join(parts)


def _along(
    a: tuple[float, float, float], ux: float, uy: float, corners: tuple[tuple[float, float], ...]
) -> Polygon:
    """Points given as (along, aside) of a direction."""
    return tuple((a[0] + ux * s - uy * t, a[1] + uy * s + ux * t) for s, t in corners)


@lru_cache(64)
def blob(radius: float, strength: float = 0.75) -> Mesh:
    """The soft shadow under a piece, about the origin."""
    circle = [(math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 20, endpoint=False)]

    def round_at(r: float) -> Polygon:
        return tuple((r * c, r * s) for c, s in circle)

    dark = (0.0, 0.0, 0.01)
    return join(
        [
            _fill(round_at(radius * 0.8), 0.008, (*dark, strength)),
            _band(round_at(radius * 1.35), round_at(radius * 0.8), 0.008, (*dark, 0.0), (*dark, strength)),
        ]
    )


def _fill(polygon: Polygon, z: float, colour: tuple[float, float, float, float]) -> Mesh:
    return mesh(
        [(*p, z) for p in polygon], (0, 0, 1), colour, None, plane.triangles(polygon) or np.zeros((0, 3))
    )


def _band(
    outer: Polygon, inner: Polygon, z: float, outside: tuple[float, ...], inside: tuple[float, ...]
) -> Mesh:
    """What lies between two outlines with as many corners."""
    count = len(outer)
    points = [(*p, z) for p in outer + inner]
    colours = [outside] * count + [inside] * count
    faces = []
    for i in range(count):
        j = (i + 1) % count
        faces += [(i, j, count + j), (i, count + j, count + i)]
    return mesh(points, (0, 0, 1), colours, None, faces)
