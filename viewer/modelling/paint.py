"""Textures of floors and walls, painted with numpy and Pillow from
nothing. Pure; images are RGBA, alpha is roughness."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from ..scene.looks import Rgb

FLOORS = (
    "plate",
    "split",
    "grate",
    "tread",
    "hazard",
    "panel",
    "concrete",
    "stone",
    "wood",
    "earth",
    "grass",
    "sand",
    "water",
    "growth",
    "carpet",
    "ice",
)
SEAMLESS = ("concrete", "stone", "wood", "carpet", "earth", "grass", "sand", "water", "growth", "ice")
METAL = ("plate", "split", "grate", "tread", "hazard", "panel")
INSIDE = (*METAL, "growth")  # what may have grown over a machine from within
GROUND = ("earth", "grass", "sand", "water", "growth", "ice")
SIDE = 256  # pixels of a tile
COLUMNS = 4
VERSION = 8

ScalarField = NDArray[np.floating[Any]]
_ALSO_CALLED = {
    "metal": "plate",
    "steel": "plate",
    "deck": "panel",
    "tile": "panel",
    "floor": "plate",
    "dirt": "earth",
    "mud": "earth",
    "rock": "stone",
    "cobble": "stone",
    "cobbles": "stone",
    "street": "stone",
    "road": "concrete",
    "snow": "ice",
    "nest": "growth",
    "hive": "growth",
    "resin": "growth",
    "jungle": "grass",
    "forest": "grass",
    "planks": "wood",
    "warning": "hazard",
    "stripes": "hazard",
    "mesh": "grate",
    "rug": "carpet",
}


@dataclass(frozen=True, slots=True)
class Texture:
    """A colour picture and the height of its surface, both in pixels; every `side` pixels it repeats, or
    another one begins."""

    colour: Image.Image
    height: ScalarField
    side: int

    @property
    def bright(self) -> Image.Image:
        """Brighter: baked light only ever darkens a picture, so it must start where light is full."""
        return brightened(self.colour)

    @property
    def normals(self) -> Image.Image:
        """Which way the surface faces, as a picture."""
        high, wide = self.height.shape
        tiles = self.height.reshape(high // self.side, self.side, wide // self.side, self.side)
        dx = (np.roll(tiles, -1, 3) - np.roll(tiles, 1, 3)).reshape(high, wide)
        dy = (np.roll(tiles, -1, 1) - np.roll(tiles, 1, 1)).reshape(high, wide)
        normal = np.stack([-dx, dy, np.ones_like(dx)], -1)
        normal /= np.sqrt(dx * dx + dy * dy + 1)[..., None]
        return Image.fromarray(((normal * 0.5 + 0.5) * 255).astype(np.uint8))


def brightened(colour: Image.Image) -> Image.Image:
    """A picture in RGBA as light that is only ever taken away shows it right."""
    lifted = [round(255 * (1 - (1 - v / 255) ** 2.2)) for v in range(256)]
    return colour.point(lifted * 3 + list(range(256)))


def floor_number(kind: str, otherwise: int) -> int:
    """Which picture of the atlas a kind of floor has; an unknown kind takes one of the plain plates."""
    kind = _ALSO_CALLED.get(kind, kind)
    return FLOORS.index(kind) if kind in FLOORS else (0, 0, 1, 5, 0, 3, 1, 5, 0, 2)[otherwise % 10]


def names_floor(kind: str) -> bool:
    return kind in FLOORS or kind in _ALSO_CALLED


def is_metal(kinds: Iterable[str]) -> bool:
    """Whether floors of these kinds read as the inside of a machine: most are plates, or say nothing."""
    found = [not kind or _ALSO_CALLED.get(kind, kind) in INSIDE for kind in kinds]
    return sum(found) * 2 > len(found)


def is_ground(kind: str) -> bool:
    """Whether a floor lies under the sky."""
    return _ALSO_CALLED.get(kind, kind) in GROUND


def floor_atlas(side: int = SIDE) -> Texture:
    """All kinds of floor, four in a row."""
    rows = len(FLOORS) // COLUMNS
    colour = Image.new("RGBA", (side * COLUMNS, side * rows))
    height = np.empty((side * rows, side * COLUMNS), np.float32)
    for i, kind in enumerate(FLOORS):
        cell = _floor(kind, side, seed=11 * i + 3)
        x, y = i % COLUMNS * side, i // COLUMNS * side
        colour.paste(cell.colour, (x, y))
        height[y : y + side, x : x + side] = cell.height
    return Texture(colour, height, side)


def wall(side: int = SIDE) -> Texture:
    """Wall panels over a row of vents."""
    shapes = _Shapes(side, 150)
    for left, right in ((0, 82), (86, 170), (174, 256)):
        shapes.block(left + 3, 8, right - 3, 150, 8, 185)
        shapes.block(left + 14, 22, right - 14, 136, 5, 160)
    shapes.block(-10, 160, 266, 180, 0, 90)
    for i in range(16):
        shapes.block(4 + i * 16, 190, 14 + i * 16, 246, 3, 190)
    height = shapes.height(1.2)
    return _worn(height, (0.95, 1.0, 1.08), side, seed=77, base=0.52, contrast=0.3)


def ground(side: int = 1024) -> Texture:
    """The table that the board lies on, eight tiles wide: dark plates of many sizes, some with vents."""
    shapes = _Shapes(side, 110)
    random = np.random.default_rng(21)
    _plates(shapes, random, 0, 0, 256, 4)
    return _worn(shapes.height(0.8), (0.88, 0.98, 1.14), side, seed=41, base=0.105, contrast=0.11)


def table(side: int = 1024) -> Texture:
    """The table under a board that is no machine, eight tiles wide: long dark planks."""
    shapes = _Shapes(side, 60)
    random = np.random.default_rng(5)
    level = np.zeros((side, side), np.float32)
    for row in range(16):
        y, cut = row * 16, float(random.integers(0, 256))
        for x in (cut - 256, cut, cut + 256):
            shapes.block(x - 127.7, y + 0.25, x + 127.7, y + 15.75, 0.6, 165)
        start = round((cut + 128) % 256 * side / 256)
        tones = np.roll(np.repeat(random.uniform(0.72, 1.12, 2), side // 2), start)
        level[row * side // 16 : (row + 1) * side // 16] = tones
    lines = np.repeat(np.repeat(noise(side // 8, (4, 8, 16), 31), 8, 0), 8, 1)
    down = np.arange(side, dtype=np.float32)[:, None] * (256 / side)
    fibres = 0.5 + 0.5 * np.sin(2 * np.pi * (down * 0.75 + 5.0 * _blurred(lines, 6)))
    grain = 0.65 * fibres + 0.35 * noise(side, (64, 128), 33)
    height = shapes.height(0.5)
    light = level * (0.75 + 0.35 * grain) * np.where(height < 0.4, np.float32(0.35), np.float32(1))
    colour = [light * part for part in (0.235, 0.135, 0.080)]
    return _texture(colour, 0.45 + 0.3 * grain, height + 0.03 * grain, 4.0)


def _plates(shapes: _Shapes, random: np.random.Generator, x: float, y: float, side: float, deep: int) -> None:
    """Cut a square into four, again and again by chance, down to half a tile; then lay a plate on it."""
    if deep and side > 16 and random.random() < (1.0 if side > 64 else 0.62):
        half = side / 2
        for dx, dy in ((0, 0), (half, 0), (0, half), (half, half)):
            _plates(shapes, random, x + dx, y + dy, half, deep - 1)
        return
    level = int(random.integers(130, 180))
    gap = min(0.9, side * 0.05)
    shapes.block(x + gap, y + gap, x + side - gap, y + side - gap, min(2.5, side * 0.1), level)
    kind = int(random.integers(0, 5))
    if side >= 16 and kind == 0:
        for i in range(5):
            at = y + side * (0.28 + 0.11 * i)
            shapes.line([(x + side * 0.25, at), (x + side * 0.75, at)], side * 0.045, level - 60)
    elif side >= 16 and kind == 1:
        inner = side * 0.16
        shapes.block(x + inner, y + inner, x + side - inner, y + side - inner, 2, level + 30)
    elif side >= 16 and kind == 2:
        shapes.block(x + side * 0.3, y + side * 0.12, x + side * 0.7, y + side * 0.88, 2, level - 30)


def noise(side: int, octaves: tuple[int, ...], seed: int) -> ScalarField:
    """Smooth noise 0..1 that repeats at the borders; each octave is a number of patches along a side."""
    random = np.random.default_rng(seed)
    total = np.zeros((side, side), np.float32)
    for n in octaves:
        patch = Image.fromarray(np.tile((random.random((n, n)) * 255).astype(np.uint8), (3, 3)))
        # The middle of nine, so that the borders fit each other.
        grown = np.asarray(patch.resize((side, side), Image.Resampling.BICUBIC, box=(n, n, 2 * n, 2 * n)))
        total += grown * np.float32((4 / n) ** 0.5)
    total -= total.min()
    total /= total.max()
    return total


class _Shapes:
    """A height map drawn with rounded shapes, in units of 256 to a tile; drawn double and shrunk."""

    def __init__(self, side: int, level: int) -> None:
        self.side, self.scale = side, 2 * side / 256
        self.image = Image.new("L", (2 * side, 2 * side), level)
        self.pen = ImageDraw.Draw(self.image)

    def block(self, left: float, top: float, right: float, bottom: float, radius: float, level: int) -> None:
        corners = [v * self.scale for v in (left, top, right, bottom)]
        self.pen.rounded_rectangle(corners, radius * self.scale, fill=level)

    def disc(self, x: float, y: float, radius: float, level: int) -> None:
        s = self.scale
        self.pen.ellipse([(x - radius) * s, (y - radius) * s, (x + radius) * s, (y + radius) * s], fill=level)

    def line(self, points: list[tuple[float, float]], width: float, level: int) -> None:
        self.pen.line(
            [(x * self.scale, y * self.scale) for x, y in points], fill=level, width=round(width * self.scale)
        )

    def height(self, soften: float = 1.6) -> ScalarField:
        return _field(self.image.reduce(2).filter(ImageFilter.GaussianBlur(soften * self.scale / 4)))


def _rivets(shapes: _Shapes, places: tuple[float, ...]) -> None:
    for x in places:
        for y in places:
            shapes.disc(x, y, 4, 225)


def _plate(shapes: _Shapes) -> None:
    shapes.block(5, 5, 250, 250, 12, 170)
    shapes.block(22, 22, 233, 233, 8, 150)
    shapes.block(26, 26, 229, 229, 6, 172)
    _rivets(shapes, (14, 241))


def _split(shapes: _Shapes) -> None:
    shapes.block(5, 5, 250, 124, 10, 170)
    shapes.block(5, 131, 250, 250, 10, 176)
    for i in range(7):
        shapes.block(40 + i * 26, 160, 52 + i * 26, 222, 4, 110)
    _rivets(shapes, (16, 239))


def _grate(shapes: _Shapes) -> None:
    shapes.block(5, 5, 250, 250, 12, 175)
    shapes.block(20, 20, 235, 235, 6, 40)
    for i in range(11):
        shapes.line([(20 + i * 21.5, 20), (20 + i * 21.5, 235)], 8, 165)
    for i in range(3):
        shapes.line([(20, 60 + i * 68), (235, 60 + i * 68)], 9, 185)


def _tread(shapes: _Shapes) -> None:
    shapes.block(5, 5, 250, 250, 12, 160)
    for i in range(8):
        for j in range(8):
            x, y, lean = 24 + i * 30, 24 + j * 30, 8 if (i + j) % 2 else -8
            shapes.line([(x - 8, y - lean), (x + 8, y + lean)], 6, 215)


def _panel(shapes: _Shapes) -> None:
    for x in (5, 131):
        for y in (5, 131):
            shapes.block(x, y, x + 119, y + 119, 10, 168)
            shapes.disc(x + 16, y + 16, 3, 215)
    shapes.disc(128, 128, 20, 150)
    shapes.disc(128, 128, 15, 180)


def _hazard(shapes: _Shapes) -> None:
    shapes.block(5, 5, 250, 250, 12, 170)


def _paving(shapes: _Shapes) -> None:
    random = np.random.default_rng(3)
    for row in range(5):
        y = row * 51.2
        cuts = [i * 51.2 + random.uniform(-11, 11) + 25 * (row % 2) for i in range(5)]
        for left, right in zip(cuts, [*cuts[1:], cuts[0] + 256], strict=True):
            level = int(random.integers(140, 190))
            for x in (-256, 0):  # A stone on the border goes on in the next tile.
                shapes.block(x + left + 3, y + 3, x + right - 3, y + 48, 12, level)


def _planks(shapes: _Shapes) -> None:
    for i in range(6):
        shapes.block(i * 43 + 2, -9, i * 43 + 41, 265, 3, 160 + (i * 29) % 25)
        shapes.block(i * 43 + 2, (i * 97) % 256, i * 43 + 41, (i * 97) % 256 + 4, 0, 70)


def _slab(shapes: _Shapes) -> None:
    shapes.block(3, 3, 252, 252, 6, 165)


_METAL_SHAPES: dict[str, Callable[[_Shapes], None]] = {
    "plate": _plate,
    "split": _split,
    "grate": _grate,
    "tread": _tread,
    "panel": _panel,
    "hazard": _hazard,
}
_BUILT_SHAPES: dict[str, Callable[[_Shapes], None]] = {
    "concrete": _slab,
    "stone": _paving,
    "wood": _planks,
    "carpet": _slab,
}
_TINTS = {
    "concrete": (0.98, 0.98, 0.96),
    "stone": (1.0, 0.96, 0.90),
    "wood": (1.05, 0.66, 0.38),
    "carpet": (0.95, 0.42, 0.40),
}
# Soft grounds: two colours that noise mixes, and how rough the surface is in light.
_SOFT = {
    "earth": ((0.30, 0.22, 0.15), (0.46, 0.36, 0.25), 2.0),
    "grass": ((0.14, 0.22, 0.09), (0.34, 0.42, 0.18), 3.0),
    "sand": ((0.54, 0.46, 0.32), (0.68, 0.60, 0.44), 1.0),
    "water": ((0.06, 0.16, 0.22), (0.14, 0.32, 0.38), 1.2),
    "growth": ((0.15, 0.15, 0.14), (0.54, 0.48, 0.36), 6.0),
    "ice": ((0.58, 0.68, 0.74), (0.84, 0.90, 0.94), 1.0),
}


def _floor(kind: str, side: int, seed: int) -> Texture:
    if kind in _METAL_SHAPES:
        shapes = _Shapes(side, 150)
        shapes.block(-9, -9, 265, 265, 0, 60)
        _METAL_SHAPES[kind](shapes)
        texture = _worn(shapes.height(), (0.92, 1.0, 1.10), side, seed)
        return _striped(texture, seed) if kind == "hazard" else texture
    if kind in _BUILT_SHAPES:
        shapes = _Shapes(side, 60)
        _BUILT_SHAPES[kind](shapes)
        worn = _worn(shapes.height(), _TINTS[kind], side, seed, base=0.44)
        return _jointed(worn) if kind in ("stone", "wood") else worn
    dark, light, relief = _SOFT[kind]
    grain = 0.6 * noise(side, (4, 8, 16), seed) + 0.4 * noise(side, (32, 64, 128), seed + 1)
    mixed = np.clip(grain * 1.3 - 0.15, 0, 1)
    colour: list[ScalarField] = [a + (b - a) * mixed for a, b in zip(dark, light, strict=True)]
    rough = np.full((side, side), 0.25 if kind in ("water", "ice") else 0.9, np.float32)
    return _jointed(_texture(colour, rough, grain, relief))


def _jointed(texture: Texture) -> Texture:
    """A dark joint along the border of a tile: squares must be told apart on grass, too."""
    *colour, rough = texture.colour.split()
    dark = [ImageChops.multiply(band, _joint(texture.side)) for band in colour]
    return replace(texture, colour=Image.merge("RGBA", [*dark, rough]))


@lru_cache(1)
def _joint(side: int) -> Image.Image:
    shapes = _Shapes(side, 60)
    shapes.block(6, 6, 249, 249, 12, 255)
    return _band(0.25 + 0.75 * shapes.height(3.0))


def _blurred(field: ScalarField, radius: float) -> ScalarField:
    return _field(_band(field).filter(ImageFilter.GaussianBlur(radius)))


def _worn(
    height: ScalarField, tint: Rgb, side: int, seed: int, base: float = 0.40, contrast: float = 0.20
) -> Texture:
    """A hard surface as years leave it: dirt in hollows, bright edges, stains, rust, scratches."""
    stains, grain = noise(side, (4, 8, 16, 32), seed), noise(side, (64, 128), seed + 9)
    hollow = np.clip((_blurred(height, 9 * side / 256) - height) * 2.2, 0, 1)
    edge = np.clip((height - _blurred(height, 3 * side / 256)) * 6, 0, 1)
    scratches = _scratches(side, seed)
    light = (
        (base + contrast * (height - 0.6)) * (1 - 0.55 * hollow) * (0.72 + 0.5 * stains)
        + edge * 0.2
        + (grain - 0.5) * 0.05
    )
    light[height < 0.3] *= 0.35
    rust = np.clip((noise(side, (4, 8, 32), seed + 5) - 0.66) * 4, 0, 1) * np.maximum(hollow, 0.25)
    light *= 1 - rust * 0.5
    colour = [light * a + rust * b + scratches * 0.2 for a, b in zip(tint, (0.15, 0.085, 0.04), strict=True)]
    rough = 0.42 + 0.35 * stains + 0.3 * hollow - 0.25 * edge - 0.2 * scratches
    return _texture(colour, np.maximum(rough, 0.05), height + grain * 0.03, 5.0 * side / 256)


def _scratches(side: int, seed: int) -> ScalarField:
    image = Image.new("L", (2 * side, 2 * side))
    pen, random = ImageDraw.Draw(image), np.random.default_rng(seed + 3)
    for _ in range(14):
        x, y, far = random.random(3) * np.array([2 * side, 2 * side, side * 0.45])
        a = random.random() * 2 * np.pi
        pen.line(
            [(x, y), (x + np.cos(a) * far, y + np.sin(a) * far)],
            fill=int(60 + 120 * random.random()),
            width=1,
        )
    return _field(image.reduce(2))


def _striped(texture: Texture, seed: int) -> Texture:
    """Warning stripes along two sides of a plate, half worn off."""
    side = texture.side
    x, y = (np.arange(side) * (256 / side)).reshape(1, -1), (np.arange(side) * (256 / side)).reshape(-1, 1)
    stains = noise(side, (4, 8, 16, 32), seed)
    band = ((y < 60) & (y > 6) | (y > 196) & (y < 250)) & (x > 6) & (x < 250)
    band &= stains + 0.5 * noise(side, (64, 128), seed + 9) < 1.0
    stripe = (x + y) // 32 % 2 > 0
    *colour, rough = texture.colour.split()
    for plain, bright, dark in zip(colour, (0.70, 0.47, 0.10), (0.07, 0.07, 0.08), strict=True):
        painted = np.where(stripe, np.float32(bright), np.float32(dark)) * (0.55 + 0.45 * stains)
        plain.paste(_band(painted), mask=Image.fromarray(band))
    return replace(texture, colour=Image.merge("RGBA", [*colour, rough]))


def _texture(
    colour: Iterable[ScalarField], rough: ScalarField, height: ScalarField, strength: float
) -> Texture:
    """A texture of a field for each of red, green and blue."""
    bands = [_band(part) for part in (*colour, rough)]
    return Texture(Image.merge("RGBA", bands), height * np.float32(strength), len(height))


def _band(field: ScalarField) -> Image.Image:
    """A field of 0..1 as one band of a picture."""
    return Image.fromarray((np.clip(field, 0, 1) * 255).astype(np.uint8))


def _field(band: Image.Image) -> ScalarField:
    return np.asarray(band, np.float32) / np.float32(255)
