"""The light over a board: one key light, dim ambient light, strong
coloured pools; and the shade that walls lay on floors.

Pure. The same numbers feed the shaders (lite, full) and, for `baked`, are worked out here for each vertex.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from ..staging.looks import Rgb, stable_number
from ..staging.scene import Scene
from . import geometry
from .mesh import Mesh
from .paint import is_metal

KEY_FROM = np.array([-7.0, -6.5, 13.0]) / math.sqrt(7.0**2 + 6.5**2 + 13.0**2)
KEY: Rgb = (0.80, 0.72, 0.61)
SKY: Rgb = (0.125, 0.175, 0.265)
GROUND: Rgb = (0.030, 0.026, 0.026)
EXPOSURE = 1.25
VIVID = 0.35  # The curve takes colour away; this gives it back, but least to what has much.
MOST_LAMPS = 10
LAMP_STEP = 4.5  # tiles from lamp to lamp; further where the board would need too many
PIXELS = 32  # of the shade map, for each tile

# Inside a machine lamps are coloured; anywhere else they give warm and cool white.
_MACHINE: tuple[Rgb, ...] = (
    (0.8, 2.1, 4.4),
    (4.6, 2.5, 0.9),
    (0.7, 1.8, 4.0),
    (4.4, 0.8, 0.45),
    (3.0, 2.6, 2.1),
    (0.6, 2.5, 2.2),
)
_ELSEWHERE: tuple[Rgb, ...] = (
    (3.6, 2.7, 1.7),
    (1.6, 2.2, 3.0),
    (3.1, 2.6, 2.0),
    (1.4, 2.1, 3.0),
    (3.8, 2.5, 1.3),
)
LAMP_COLOURS: dict[str, Rgb] = {
    "open": (0.25, 1.0, 0.45),
    "closed": (1.0, 0.62, 0.12),
    "locked": (1.0, 0.14, 0.10),
}


@dataclass(frozen=True, slots=True)
class Lamp:
    """A point light that reaches `reach` tiles."""

    at: tuple[float, float, float]
    colour: Rgb
    reach: float


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """`shade` (rows, columns) is the ambient light that reaches the floor,
    0..1; row 0 is the top (highest y) of `area`
    (left, bottom, right, top)."""

    lamps: tuple[Lamp, ...]
    shade: NDArray[np.float32]
    area: tuple[float, float, float, float]


def lighting(scene: Scene) -> Lighting:
    left, bottom, right, top = scene.bounds
    area = (left - 1.0, bottom - 1.0, right + 1.0, top + 1.0)
    return Lighting(_lamps(scene), _shade(scene, area), area)


def _lamps(scene: Scene) -> tuple[Lamp, ...]:
    """Lamps evenly over the board, in colours that alternate; each over a space amid its share."""
    left, bottom, right, top = scene.bounds
    step = max(LAMP_STEP, math.sqrt((right - left) * (top - bottom) / MOST_LAMPS))
    parts: dict[tuple[int, int], list[tuple[float, float, float, float]]] = defaultdict(list)
    for floor in scene.floors:
        if floor.space:
            x, y = geometry.inner_point(floor.outline)
            wide = 1.0 if floor.grid else abs(geometry.area(floor.outline))
            parts[int((x - left) // step), int((y - bottom) // step)].append((x, y, floor.z, wide))
    largest = sorted(parts.items(), key=lambda item: (-sum(s[3] for s in item[1]), item[0]))[:MOST_LAMPS]
    colours = _MACHINE if is_metal(f.kind for f in scene.floors if f.space) else _ELSEWHERE
    shift = stable_number("".join(sorted(f.tile for f in scene.floors)))
    lamps = []
    for number, (_, spots) in enumerate(sorted(largest)):
        whole = sum(s[3] for s in spots)
        x, y = (sum(s[i] * s[3] for s in spots) / whole for i in range(2))
        near = min(spots, key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)
        colour = colours[(number * 7 + shift) % len(colours)]
        lamps.append(Lamp((near[0], near[1], near[2] + 1.15), colour, step * 1.02))
    return tuple(lamps)


def _shade(scene: Scene, area: tuple[float, float, float, float]) -> NDArray[np.float32]:
    """Walls and everything beyond the floors, drawn black and blurred."""
    left, bottom, right, top = area
    pixels = PIXELS if max(right - left, top - bottom) < 50 else PIXELS // 2
    image = Image.new("L", (round((right - left) * pixels), round((top - bottom) * pixels)), 120)
    pen = ImageDraw.Draw(image)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return ((point[0] - left) * pixels, (top - point[1]) * pixels)

    for floor in scene.floors:
        pen.polygon([at(p) for p in floor.outline], fill=255)
    for wall in scene.walls:
        pen.line([at(p) for p in wall.line], fill=0, width=round(pixels * 0.22))
    soft = image.filter(ImageFilter.GaussianBlur(pixels * 0.17))
    return np.minimum(1.0, np.asarray(soft, np.float32) / 255 * 1.15).astype(np.float32)


def shade_at(light: Lighting, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """The shade map at points (n, 3), between its pixels."""
    left, bottom, right, top = light.area
    rows, columns = light.shade.shape
    x = np.clip((points[:, 0] - left) / (right - left) * columns - 0.5, 0, columns - 1.001)
    y = np.clip((top - points[:, 1]) / (top - bottom) * rows - 0.5, 0, rows - 1.001)
    i, j = x.astype(int), y.astype(int)
    fx, fy = x - i, y - j
    s = light.shade
    upper = s[j, i] * (1 - fx) + s[j, i + 1] * fx
    lower = s[j + 1, i] * (1 - fx) + s[j + 1, i + 1] * fx
    return (upper * (1 - fy) + lower * fy).astype(np.float32)


def baked(mesh: Mesh, light: Lighting, *, on_floor: bool = False, textured: bool = False) -> Mesh:
    """The mesh with finished colours: light, shade and tone curve worked out for each vertex."""
    ambient = mesh.colours[:, 3:4]
    lit = KEY * np.maximum(mesh.normals @ KEY_FROM, 0)[:, None] * (0.6 + 0.4 * ambient)
    up = mesh.normals[:, 2:3] * 0.5 + 0.5
    lit = lit + (np.array(GROUND) + (np.array(SKY) - np.array(GROUND)) * up) * 1.6 * ambient
    for lamp in _within_reach(mesh, light.lamps):
        lit = lit + lamp_light(mesh, lamp) * (0.45 + 0.55 * ambient)
    if on_floor:
        shade = shade_at(light, mesh.points)[:, None]
        lit = lit * np.where(mesh.normals[:, 2:3] > 0.3, shade * (0.25 + 0.75 * shade), 1)
    own = mesh.colours[:, :3] * (0.20 if textured else 1.0)
    colour = own * lit * EXPOSURE
    glows = ambient < 0.004
    colour = np.where(glows, mesh.colours[:, :3], tone(colour))
    return mesh.coloured(np.concatenate([np.clip(colour, 0, 1), np.ones_like(ambient)], 1))


def lamp_light(mesh: Mesh, lamp: Lamp) -> NDArray[np.float32]:
    """(n, 3): what one lamp gives each vertex, shade left aside."""
    given = np.zeros_like(mesh.points)
    at = np.array(lamp.at, np.float32)
    square = np.square(at - mesh.points) @ np.ones(3, np.float32)
    near = np.flatnonzero(square < lamp.reach**2)
    if near.size:
        square, to = square[near], at - mesh.points[near]
        fade = np.square(1 - square / lamp.reach**2) / (square + 0.25)
        facing = np.maximum(np.einsum("ij,ij->i", to, mesh.normals[near]), 0) / np.sqrt(square + 1e-6)
        given[near] = (fade * facing)[:, None] * np.array(lamp.colour, np.float32)
    return given


def _within_reach(mesh: Mesh, lamps: Iterable[Lamp]) -> list[Lamp]:
    """The lamps that may light a mesh, by the box around it; most reach none but a few."""
    if not len(mesh.points):
        return []
    low, high = mesh.points.min(0), mesh.points.max(0)
    return [x for x in lamps if math.dist(x.at, np.clip(x.at, low, high)) < x.reach]


def tone(colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """Linear light to what a screen shows: a shoulder that keeps bright colours from burning out."""
    curved = np.sqrt(colour / (colour + 0.55) * 1.25) ** 1.12
    grey = curved.mean(-1, keepdims=True)
    colourful = curved.max(-1, keepdims=True) - curved.min(-1, keepdims=True)
    vivid = 1 + VIVID * np.maximum(1 - colourful, 0)
    result: NDArray[np.float32] = np.maximum(grey + (curved - grey) * vivid, 0)
    return result
