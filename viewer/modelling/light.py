"""The light over a board: one key light, dim ambient light, strong
coloured pools; and the shade that walls lay on floors.

Pure. The same numbers feed the shaders (lite, full) and, for `baked`, are worked out here for each vertex.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from ..common import plane
from ..scene.looks import Rgb, stable_number
from ..scene.scene import Scene
from .mesh import Floats, Mesh
from .paint import is_metal

KEY_FROM = np.array([-7.0, -6.5, 13.0]) / math.sqrt(7.0**2 + 6.5**2 + 13.0**2)
KEY: Rgb = (0.80, 0.72, 0.61)
SKY: Rgb = (0.125, 0.175, 0.265)
GROUND: Rgb = (0.030, 0.026, 0.026)
EXPOSURE = 1.25
VIVID = 0.35  # The curve takes colour away; this gives it back, but least to what has much.
MOST_LAMPS = 10
LAMP_STEP = 4.5  # tiles from lamp to lamp; further where the board would need too many
PIXELS = 14  # of the shade map, for each tile; it is blurred anyway

_KEY, _KEY_FROM = np.array(KEY, np.float32), KEY_FROM.astype(np.float32)
_BELOW, _ABOVE = (1.6 * np.array(c, np.float32) for c in (GROUND, np.subtract(SKY, GROUND)))
_BLOCK = 4096  # So many points are worked on together: what fits the processor's cache is far faster.

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


class Lamp(NamedTuple):
    """A point light that reaches `reach` tiles."""

    at: tuple[float, float, float]
    colour: Rgb
    reach: float


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """`shade` (rows, columns) is the ambient light that reaches the floor, 0 to 255; row 0 is the top
    (highest y) of `area` (left, bottom, right, top)."""

    lamps: tuple[Lamp, ...]
    shade: NDArray[np.uint8]
    area: tuple[float, float, float, float]


def lighting(scene: Scene) -> Lighting:
    left, bottom, right, top = scene.bounds
    area = (left - 1.0, bottom - 1.0, right + 1.0, top + 1.0)
    return Lighting(_lamps(scene), _shade(scene, area), area)


def _lamps(scene: Scene) -> tuple[Lamp, ...]:
    """Lamps evenly over the board, in colours that alternate; each over a space amid its share. Mats beside
    the board come and go, and get none: those of the board would change colours."""
    left, bottom, right, top = scene.bounds
    step = max(LAMP_STEP, math.sqrt((right - left) * (top - bottom) / MOST_LAMPS))
    parts: dict[tuple[int, int], list[tuple[float, float, float, float]]] = defaultdict(list)
    for floor in scene.floors:
        x, y = plane.inner_point(floor.outline)
        if floor.space and left <= x <= right and bottom <= y <= top:
            wide = 1.0 if floor.grid else abs(plane.area(floor.outline))
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


def _shade(scene: Scene, area: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """Walls and everything beyond the floors, drawn black and blurred."""
    left, bottom, right, top = area
    image = Image.new("L", (round((right - left) * PIXELS), round((top - bottom) * PIXELS)), 120)
    pen = ImageDraw.Draw(image)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return ((point[0] - left) * PIXELS, (top - point[1]) * PIXELS)

    for floor in scene.floors:
        pen.polygon([at(p) for p in floor.outline], fill=255)
    for wall in scene.walls:
        pen.line([at(p) for p in wall.line], fill=0, width=round(PIXELS * 0.22))
    soft = image.filter(ImageFilter.GaussianBlur(PIXELS * 0.17))
    return np.asarray(soft.point([min(255, round(1.15 * value)) for value in range(256)]))


def shade_at(light: Lighting, points: Floats) -> Floats:
    """The shade map at points (n, 3), between its pixels; 0 to 1."""
    left, bottom, right, top = light.area
    rows, columns = light.shade.shape
    x = np.clip((points[:, 0] - left) / (right - left) * columns - 0.5, 0, columns - 1.001)
    y = np.clip((top - points[:, 1]) / (top - bottom) * rows - 0.5, 0, rows - 1.001)
    i, j = x.astype(int), y.astype(int)
    fx, fy = x - i, y - j
    s = light.shade
    upper = s[j, i] * (1 - fx) + s[j, i + 1] * fx
    lower = s[j + 1, i] * (1 - fx) + s[j + 1, i + 1] * fx
    return ((upper * (1 - fy) + lower * fy) / 255).astype(np.float32)


def baked(mesh: Mesh, light: Lighting, *, on_floor: bool = False, textured: bool = False) -> Mesh:
    """The mesh with finished colours: light, shade and tone curve worked out for each vertex."""
    colours = np.ones_like(mesh.colours)
    strength = np.float32(EXPOSURE * (0.20 if textured else 1.0))
    for start in range(0, len(colours), _BLOCK):
        part = slice(start, start + _BLOCK)
        points, normals = mesh.points[part], mesh.normals[part]
        paint, ambient = mesh.colours[part, :3], mesh.colours[part, 3:]
        lit = _light_on(points, normals, ambient, light.lamps)
        if on_floor:
            shade = shade_at(light, points)[:, None]
            lit *= np.where(normals[:, 2:] > 0.3, shade * (shade * np.float32(0.75) + np.float32(0.25)), 1)
        lit *= paint * strength
        colours[part, :3] = np.where(ambient < 0.004, paint, tone(lit))
    return mesh.coloured(np.minimum(colours, 1, out=colours))


def _light_on(points: Floats, normals: Floats, ambient: Floats, lamps: Iterable[Lamp]) -> Floats:
    """The light (n, 3) that reaches points, less what lies in their shade."""
    up = normals[:, 2:] * np.float32(0.5) + np.float32(0.5)
    key = np.maximum(normals @ _KEY_FROM, 0)[:, None] * (ambient * np.float32(0.4) + np.float32(0.6))
    lit: Floats = key * _KEY + (_BELOW + _ABOVE * up) * ambient
    low, high = points.min(0), points.max(0)
    near = [x for x in lamps if math.dist(x.at, np.clip(x.at, low, high)) < x.reach]
    if near:
        # Each of these is (lamps, n): long rows are what numpy is fast with.
        x, y, z = (np.array([[lamp.at[i]] for lamp in near], np.float32) - points[:, i] for i in range(3))
        square = x * x + y * y + z * z
        fade = np.maximum(1 - square / np.array([[lamp.reach**2] for lamp in near], np.float32), 0)
        fade *= fade * np.maximum(x * normals[:, 0] + y * normals[:, 1] + z * normals[:, 2], 0)
        fade /= (square + np.float32(0.25)) * np.sqrt(square + np.float32(1e-6))
        given = fade.T @ np.array([lamp.colour for lamp in near], np.float32)
        lit += given * (ambient * np.float32(0.55) + np.float32(0.45))
    return lit


def tone(colour: Floats) -> Floats:
    """Linear light (n, 3) to what a screen shows: a shoulder that keeps bright colours from burning out."""
    curved = np.power(colour / (colour + np.float32(0.55)) * np.float32(1.25), np.float32(0.56))
    red, green, blue = curved.T
    grey = ((red + green + blue) / 3)[:, None]
    most, least = np.maximum(np.maximum(red, green), blue), np.minimum(np.minimum(red, green), blue)
    vivid = 1 + np.float32(VIVID) * np.maximum(1 - (most - least), 0)[:, None]
    result: Floats = np.maximum(grey + (curved - grey) * vivid, 0)
    return result
