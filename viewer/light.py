"""The light over a board: one key light, dim ambient light, strong
coloured pools; and the shade that walls lay on floors.

Pure. The same numbers feed the shaders (lite, full) and, for `baked`, are worked out here for each vertex.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from . import geometry
from .looks import Rgb, stable_number
from .mesh import Mesh
from .scene import Scene

KEY_FROM = np.array([-7.0, -6.5, 13.0]) / math.sqrt(7.0**2 + 6.5**2 + 13.0**2)
KEY: Rgb = (0.50, 0.47, 0.43)
SKY: Rgb = (0.10, 0.145, 0.23)
GROUND: Rgb = (0.030, 0.026, 0.026)
EXPOSURE = 1.25
VIVID = 1.35  # The curve takes colour away; this gives it back.
MOST_LAMPS = 10
PIXELS = 32  # of the shade map, for each tile

_POOLS: tuple[Rgb, ...] = (
    (0.65, 1.9, 4.2),
    (4.4, 2.2, 0.65),
    (0.5, 1.5, 3.6),
    (4.4, 0.55, 0.30),
    (0.40, 2.5, 1.9),
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
    """One pool of light for each part of the board, in colours that
    alternate; the largest parts come first."""
    parts: dict[tuple[str, int, int], list[tuple[float, float, float]]] = defaultdict(list)
    for floor in scene.floors:
        if not floor.space:
            continue
        x, y = geometry.inner_point(floor.outline)
        share = (floor.tile, int(x // 4.5), int(y // 4.5)) if floor.grid else (floor.space, 0, 0)
        parts[share].append((x, y, floor.z))
    ranked = sorted(parts.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_LAMPS]
    shift = stable_number("".join(sorted({share[0] for share, _ in ranked})))
    lamps = []
    for number, (_, spots) in enumerate(sorted(ranked)):
        x, y, z = (sum(s[i] for s in spots) / len(spots) for i in range(3))
        near = min(spots, key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)
        colour = _POOLS[(number * 2 + shift) % len(_POOLS)]
        lamps.append(Lamp((near[0], near[1], z + 1.15), colour, 4.6))
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
    for lamp in light.lamps:
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
    to = np.array(lamp.at, np.float32) - mesh.points
    square = (to * to).sum(1, keepdims=True)
    fade = np.clip(1 - square / lamp.reach**2, 0, 1) ** 2 / (square + 0.25)
    facing = np.maximum((to * mesh.normals).sum(1, keepdims=True) / np.sqrt(square + 1e-6), 0)
    return (fade * facing * np.array(lamp.colour, np.float32)).astype(np.float32)


def tone(colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """Linear light to what a screen shows: a shoulder that keeps bright colours from burning out."""
    curved = np.sqrt(colour / (colour + 0.55) * 1.25) ** 1.12
    grey = curved.mean(-1, keepdims=True)
    result: NDArray[np.float32] = np.maximum(grey + (curved - grey) * VIVID, 0)
    return result
