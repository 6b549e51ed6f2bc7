"""Makes the art of `scenarios/learn/7_own_art` by code: `python tests/own_art.py` writes it anew."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from support.art import encoded, glb
from tilewright.viewer.modelling.mesh import Box, boxes, join, lathe

FOLDER = Path(__file__).parents[1] / "scenarios/learn/7_own_art/art"
ROBES = {
    "ada": (0.42, 0.05, 0.07),
    "ben": (0.06, 0.14, 0.40),
    "cleo": (0.03, 0.26, 0.24),
    "dan": (0.34, 0.17, 0.05),
}
WHITE = (1.0, 1.0, 1.0)
TIMES = 4  # Pictures are drawn so much larger, and shrunk.


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
        print(f"{name}: {len(data):,} bytes")


def files() -> dict[str, bytes]:
    """Every file, by its name."""
    made = {f"{name}.png": encoded(_face(robe), optimize=True) for name, robe in ROBES.items()}
    made |= {
        "keeper.glb": keeper(),
        "oil.png": encoded(_few(_drawn((160, 100), _oil)), optimize=True),
        "soup.png": encoded(_few(_drawn((160, 100), _soup)), optimize=True),
        "frame.png": encoded(_frame(), optimize=True),
        "town.webp": encoded(_town(), "WEBP", quality=62, method=6),
        "hat.svg": HAT.encode(),
    }
    return made


HAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <path d="M30 66 L34 18 Q50 12 66 18 L70 66 Z" fill="#1d2b4a" stroke="#c9b27a" stroke-width="3"/>
  <path d="M31 58 L69 58 L70 67 L30 67 Z" fill="#b8442f"/>
  <ellipse cx="50" cy="70" rx="42" ry="9" fill="#1d2b4a" stroke="#c9b27a" stroke-width="3"/>
</svg>
"""


def keeper() -> bytes:
    """Somebody in a robe and a wide hat, with a lantern; a pose for each colour of robe."""
    skin, felt, light, iron = (0.60, 0.36, 0.24), (0.045, 0.035, 0.045), (1.0, 0.70, 0.22), (0.07, 0.07, 0.08)
    robe = join(
        [
            lathe([(0.30, 0.0), (0.25, 0.24), (0.16, 0.62), (0.12, 0.80)], WHITE, 12),
            boxes([Box((0.19, 0.10, 0.55), (0.09, 0.26, 0.10), WHITE, bevel=0.03)]),
            boxes([Box((-0.19, 0.03, 0.42), (0.09, 0.13, 0.30), WHITE, bevel=0.03)]),
        ]
    )
    rest = join(
        [
            lathe([(0.187, 0.50), (0.183, 0.55)], (0.02, 0.015, 0.012), 12),
            lathe([(0.0, 0.74), (0.115, 0.80), (0.13, 0.90), (0.0, 1.0)], skin, 10, smooth=80),
            lathe([(0.30, 0.94), (0.30, 0.96), (0.12, 0.99), (0.10, 1.16), (0.0, 1.18)], felt, 12),
            boxes([Box((0.0, 0.13, 0.85), (0.045, 0.05, 0.07), skin, bevel=0.02)]),
            boxes([Box((0.19, 0.25, 0.55), (0.08, 0.07, 0.09), skin, bevel=0.03)]),
            lathe([(0.065, 0.22), (0.065, 0.25), (0.0, 0.25)], iron, 8).moved((0.19, 0.29, 0.05)),
            lathe([(0.052, 0.25), (0.052, 0.39)], light, 8).moved((0.19, 0.29, 0.05)),
            lathe([(0.068, 0.39), (0.015, 0.47), (0.015, 0.52)], iron, 8).moved((0.19, 0.29, 0.05)),
        ]
    )
    return glb({name: [(robe, colour), (rest, WHITE)] for name, colour in ROBES.items()})


# ------------------------------------------------------------------ pictures


def _drawn(size: tuple[int, int], paint: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    image = Image.new("RGB", (size[0] * TIMES, size[1] * TIMES), "#20283a")
    paint(ImageDraw.Draw(image))
    return image.resize(size, Image.Resampling.LANCZOS)


def _few(image: Image.Image) -> Image.Image:
    return image.quantize(96, dither=Image.Dither.NONE)


def _box(*corners: float) -> list[float]:
    return [TIMES * one for one in corners]


def _glow(pen: ImageDraw.ImageDraw, x: float, y: float, reach: float) -> None:
    """Light that fades outwards."""
    for step in range(24, 0, -1):
        part = step / 24
        colour = tuple(round(a + (b - a) * (1 - part) ** 1.6) for a, b in ((32, 250), (40, 205), (58, 110)))
        r = reach * part
        pen.ellipse(_box(x - r, y - r, x + r, y + r), fill=colour)


def _face(robe: tuple[float, float, float]) -> Image.Image:
    cloth = "#" + "".join(f"{round(255 * one ** (1 / 2.2)):02x}" for one in robe)

    def paint(pen: ImageDraw.ImageDraw) -> None:
        _glow(pen, 74, 66, 62)
        pen.polygon(_box(8, 100, 22, 66, 48, 56, 74, 66, 90, 100), fill=cloth)
        pen.ellipse(_box(29, 26, 67, 72), fill="#c58f6c")
        pen.pieslice(_box(29, 26, 67, 72), 90, 270, fill="#a86f52")
        pen.polygon(_box(48, 44, 54, 57, 47, 58), fill="#8f5a42")
        for x in (40, 57):
            pen.ellipse(_box(x - 2.6, 43, x + 2.6, 48), fill="#1a1210")
        pen.arc(_box(41, 55, 56, 66), 20, 160, fill="#5f2f2a", width=TIMES * 2)
        pen.ellipse(_box(6, 22, 90, 37), fill="#151119")
        pen.polygon(_box(28, 30, 31, 2, 65, 2, 68, 30), fill="#1d1822")
        pen.rectangle(_box(29, 22, 67, 28), fill=cloth)

    return _few(_drawn((96, 96), paint))


def _oil(pen: ImageDraw.ImageDraw) -> None:
    _glow(pen, 84, 52, 74)
    pen.polygon(_box(46, 88, 40, 52, 52, 42, 96, 42, 108, 52, 102, 88), fill="#8a5a22")
    pen.polygon(_box(46, 88, 40, 52, 52, 42, 62, 42, 58, 88), fill="#6d4318")
    pen.polygon(_box(104, 58, 140, 26, 144, 30, 106, 74), fill="#8a5a22")
    pen.arc(_box(22, 40, 58, 82), 80, 280, fill="#6d4318", width=TIMES * 5)
    pen.rectangle(_box(62, 32, 86, 43), fill="#b07a34")
    pen.ellipse(_box(58, 27, 90, 36), fill="#c8924a")
    pen.ellipse(_box(139, 32, 146, 44), fill="#ffd98a")


def _soup(pen: ImageDraw.ImageDraw) -> None:
    _glow(pen, 80, 44, 78)
    for x in (62, 80, 98):
        for step in range(30):
            y, sway = 40 - step, 4 * math.sin(step / 4 + x)
            pen.ellipse(_box(x + sway - 2, y - 2, x + sway + 2, y + 2), fill="#e9dcc0")
    pen.pieslice(_box(34, 16, 126, 96), 0, 180, fill="#7c2f26")
    pen.pieslice(_box(34, 16, 80, 96), 90, 180, fill="#5e221c")
    pen.ellipse(_box(34, 46, 126, 66), fill="#9c4033")
    pen.ellipse(_box(40, 48, 120, 63), fill="#d98a3a")
    pen.polygon(_box(100, 56, 136, 18, 141, 22, 106, 58), fill="#c9b27a")


def _frame() -> Image.Image:
    """A gilded border with corners, and a plate for the title; what is within is seen through it."""
    image = Image.new("RGBA", (164 * TIMES, 232 * TIMES), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    for inset, colour in ((0, "#2b1c0c"), (2, "#c79a45"), (5, "#7d5620"), (7, "#e3c27a")):
        outline = _box(inset, inset, 164 - inset, 232 - inset)
        pen.rounded_rectangle(outline, TIMES * 10, outline=colour, width=TIMES * 3)
    pen.rectangle(_box(11, 36, 153, 124), outline="#c79a45", width=TIMES * 2)
    for x in (9, 155):
        for y in (9, 223):
            pen.ellipse(_box(x - 7, y - 7, x + 7, y + 7), fill="#c79a45", outline="#2b1c0c", width=TIMES)
            pen.ellipse(_box(x - 3, y - 3, x + 3, y + 3), fill="#8c1c26")
    return image.resize((164, 232), Image.Resampling.LANCZOS).quantize(64, dither=Image.Dither.NONE)


def _town() -> Image.Image:
    """A town at night from above: cobbles, roofs along the border, pools of light."""
    side, random = 512, np.random.default_rng(7)
    image = Image.new("RGB", (side, side), "#2c3140")
    pen = ImageDraw.Draw(image)
    for row in range(43):
        for column in range(33):
            x, y = column * 16 + 8 * (row % 2) - 8, row * 12
            shade = int(random.integers(52, 84))
            stone = (shade, shade + 2, shade + 12)
            pen.rounded_rectangle([x + 1, y + 1, x + 14, y + 10], 4, fill=stone)
    light = Image.new("RGB", (side, side), (96, 98, 120))
    glow = ImageDraw.Draw(light)
    for x, y in random.integers(60, side - 60, (9, 2)).tolist():
        glow.ellipse([x - 70, y - 70, x + 70, y + 70], fill=(255, 214, 150))
    light = light.filter(ImageFilter.GaussianBlur(38))
    lit = np.asarray(image, np.float32) * np.asarray(light, np.float32) / 150
    return Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(0.6))


if __name__ == "__main__":
    main()
