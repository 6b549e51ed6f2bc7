"""SVG text: measuring, wrapping, panels, icons, and turning it into pixels
with resvg. Pure but for the vendored files."""

from __future__ import annotations

import base64
import contextlib
import html
import io
import json
import logging
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageFont

from tilewright.host.text import for_xml
from tilewright.schemas.art import BadArt

from . import art, drawing, theme
from .palette import STANDARD

ASSETS = Path(__file__).parents[1] / "assets"
_FILES = {500: "Rajdhani_500Medium.ttf", 600: "Rajdhani_600SemiBold.ttf", 700: "Rajdhani_700Bold.ttf"}
FONTS = {weight: str(ASSETS / "fonts" / name) for weight, name in _FILES.items()}
ICONS = ASSETS / "icons" / "icons.json"
_LOG = logging.getLogger(__name__)

# Panels are drawn in the standard palette and changed to the one in use when they become pixels.
CYAN, AMBER, RED, GREEN = (STANDARD[name] for name in ("cyan", "amber", "red", "green"))
WHITE, TEXT, DIM, FAINT, LINE = "#f3f8fd", "#dfe8f2", "#8fa3b8", "#5d7288", "#35506a"
_BREAKS = re.compile(r"[^\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")  # where a line may end
# What the font lacks, in its nearest words, and what would end a line.
_INSTEAD = str.maketrans(
    {
        "→": ">",
        "⇒": ">",
        "●": "•",
        "◆": "•",
        "✓": "+",
        "▸": ">",
        "½": "1/2",
        "\t": " ",
        "\u00a0": " ",
        "\u202f": " ",
        "−": "–",
        "≠": "=/=",
        "\n": " ",
    }
)


def clean(text: object) -> str:
    """Text as the font can show it, on one line."""
    return for_xml(text).translate(_INSTEAD).strip()


def fonts() -> dict[int, str]:
    """The files of the weights: that of the game, if it brings one, or ours."""
    found = _own_lettering()
    return _fonts() if found is None else dict.fromkeys(FONTS, found[0])


def _own_lettering() -> tuple[str, str] | None:
    """The font that the game brings, if it can be drawn with."""
    own = theme.font()
    return None if not own or own in _UNDRAWABLE else _lettering(own)


_UNDRAWABLE: set[str] = set()  # references to fonts that broke what draws


@lru_cache(4)
def _lettering(ref: str) -> tuple[str, str] | None:
    """The file of a font that a game brings, and what it calls itself; None if it cannot be used."""
    try:
        path = art.path(ref)
        name = ImageFont.truetype(path, 12).getname()[0]
    except (BadArt, OSError, ValueError) as error:
        art.tell(ref, error if isinstance(error, BadArt) else BadArt("it is damaged"))
        return None
    return (path, name) if name else None


@lru_cache(1)
def _fonts() -> dict[int, str]:
    """Ours, those that can be read; where one is missing the nearest stands in."""
    found = {}
    for weight, path in FONTS.items():
        with contextlib.suppress(OSError):
            ImageFont.truetype(path, 12)
            found[weight] = path
    if len(found) < len(FONTS):
        _LOG.warning(
            "A font of Tilewright cannot be read; another is shown. Installing Tilewright again helps."
        )
    return {weight: found[min(found, key=lambda w: abs(w - weight))] for weight in FONTS} if found else {}


@lru_cache(256)
def _font(size: float, path: str | None) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(path, size)


def width(text: str, size: float, weight: int = 500, spacing: float = 0) -> float:
    """How wide a line of text is, in pixels."""
    return _length(clean(text), size, fonts().get(weight)) + spacing * len(text)


@lru_cache(4096)
def _length(text: str, size: float, path: str | None) -> float:
    """A text is measured again whenever its panel is laid out again, with every move of the mouse perhaps."""
    return _font(size, path).getlength(text)


def fitted(text: object, size: float, weight: int, most: float, spacing: float = 0) -> str:
    """The text, shortened with an ellipsis until it is no wider than `most`."""
    line = clean(text)
    if width(line, size, weight, spacing) <= most:
        return line
    fits = bisect_right(range(1, len(line)), most, key=lambda n: width(line[:n] + "…", size, weight, spacing))
    return line[:fits].rstrip() + "…" if fits else ""


def sized(text: object, size: float, weight: int, most: float) -> tuple[str, float]:
    """The text and the size at which it fits, down to seven tenths; only then is it shortened."""
    for part in (1.0, 0.9, 0.8, 0.7):
        if width(clean(text), size * part, weight) <= most:
            break
    return fitted(text, size * part, weight, most), size * part


def wrapped(text: object, size: float, weight: int, most: float, lines: int = 99) -> list[str]:
    """The text in lines no wider than `most`; the last of too many ends in an ellipsis."""
    found: list[str] = []
    for paragraph in str(text).split("\n"):
        line = ""
        for word in filter(None, map(clean, _BREAKS.split(paragraph))):
            longer = f"{line} {word}".strip()
            if line and width(longer, size, weight) > most:
                found.append(line)
                line = word
            else:
                line = longer
        found.append(line)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [fitted(line, size, weight, most) for line in found]


def line(  # noqa: PLR0913 (attributes of SVG)
    x: float,
    y: float,
    text: object,
    size: float = 15,
    weight: int = 500,
    fill: str = TEXT,
    anchor: str = "start",
    spacing: float = 0,
    opacity: float = 1,
) -> str:
    """One line of text; y is its base line."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Rajdhani" font-weight="{weight}" font-size="{size}" '
        f'fill="{fill}" text-anchor="{anchor}" letter-spacing="{spacing}" opacity="{opacity}">'
        f"{html.escape(clean(text))}</text>"
    )


def rect(  # noqa: PLR0913 (attributes of SVG)
    x: float,
    y: float,
    w: float,
    h: float,
    radius: float = 3,
    fill: str = "none",
    stroke: str = "none",
    thick: float = 1,
    opacity: float = 1,
) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{radius}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{thick}" opacity="{opacity}"/>'
    )


COVER = 0.94  # how much of the board a panel hides


def panel(w: float, h: float, cut: float = 14, stroke: str = LINE, *, above: bool = False) -> str:
    """The back of a panel, darker downwards; its edge is the theme's. What lies `above` other panels lets
    nothing of them through.
    """
    return _panel(w, h, cut, stroke, 1.0 if above else COVER, theme.used().edge, theme.back())


@lru_cache(256)
def _panel(w: float, h: float, cut: float, stroke: str, cover: float, shape: str, _: tuple[str, str]) -> str:
    if shape == "round":
        r, part = 12.0, 12.0 * (1 - 2**-0.5)
        above = [(1.0, r, w - r), (part, part, w - part), (r, 1.0, w - 1)]
        rows = [*above, *((h - y, left, right) for y, left, right in reversed(above))]
        return shaded(rows, cover) + rect(1.5, 1.5, w - 3, h - 3, r, "none", stroke, 2)
    if shape == "double":
        lines = rect(1, 1, w - 2, h - 2, 2, "none", stroke, 1.6) + rect(
            4.5, 4.5, w - 9, h - 9, 1, "none", stroke, 0.8
        )
        return shaded([(1.0, 1.0, w - 1), (h - 1, 1.0, w - 1)], cover) + lines
    edge = f"M{cut},1 H{w - 1} V{h - cut} L{w - cut},{h - 1} H1 V{cut} Z"
    rows = [(1, cut, w - 1), (cut, 1, w - 1), (h - cut, 1, w - 1), (h - 1, 1, w - cut)]
    return shaded(rows, cover) + f'<path d="{edge}" fill="none" stroke="{stroke}" stroke-width="1.3"/>'


def shaded(rows: Sequence[tuple[float, float, float]], cover: float) -> str:
    """A surface that grows darker downwards; each row says how far it reaches there: y, left, right.

    In bands, because a gradient of that size takes resvg longer than everything else in a panel.
    """
    first, last = rows[0][0], rows[-1][0]
    backs = [[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in theme.back()]
    bands = ""
    for upper, lower in pairwise(rows):
        count = max(1, round(_BANDS * (lower[0] - upper[0]) / (last - first)))
        cuts = [_between(upper, lower, i / count) for i in range(count + 1)]
        for (top, left, right), (low, left_below, right_below) in pairwise(cuts):
            part = ((top + low) / 2 - first) / (last - first)
            colour = "".join(f"{round(value):02x}" for value in _between(backs[0], backs[1], part))
            bands += (
                f'<path d="M{left:.1f},{top:.1f} H{right:.1f} L{right_below:.1f},{low:.1f} '
                f'H{left_below:.1f} Z" fill="#{colour}"/>'
            )
    return f'<g shape-rendering="crispEdges" fill-opacity="{cover:g}">{bands}</g>'


def _between(a: Sequence[float], b: Sequence[float], part: float) -> list[float]:
    return [x + (y - x) * part for x, y in zip(a, b, strict=True)]


_BANDS = 12


def header(x: float, y: float, text: str, w: float) -> str:
    title = fitted(text.upper(), 13, 700, w, 2)
    return (
        line(x, y, title, 13, 700, CYAN, spacing=2) + f'<path d="M{x},{y + 6.5} H{x + w}" stroke="{LINE}"/>'
    )


def document(w: float, h: float, body: str, definitions: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{w:.0f}" '
        f'height="{h:.0f}" viewBox="0 0 {w:.0f} {h:.0f}"><defs>{definitions}</defs>{body}</svg>'
    )


@lru_cache(1)
def icons() -> dict[str, str]:
    """The vendored icons by name, each an SVG body of 512 x 512; none, if they cannot be read."""
    try:
        found = json.loads(ICONS.read_text("utf-8"))
    except (OSError, ValueError):
        found = None
    match found:
        case {"icons": dict(bodies)}:
            return {str(name): str(body) for name, body in bodies.items()}
    _LOG.warning("The icons of Tilewright cannot be read; none are shown. Installing Tilewright again helps.")
    return {}


def has_icon(name: str) -> bool:
    """Whether `icon` shows something: one of ours, or art of the game."""
    return art.is_ref(name) or name in icons()


def icon(name: str, x: float, y: float, size: float, fill: str, opacity: float = 1) -> str:
    """An icon, or nothing where there is none of that name."""
    if art.is_ref(name):
        return art_at(name, x, y, size, size, fit="whole", colour=fill, opacity=opacity)
    body = icons().get(name)
    if body is None:
        return ""
    at = f"translate({x:.1f},{y:.1f}) scale({size / 512:.4f})"
    return f'<g transform="{at}" color="{fill}" fill="{fill}" opacity="{opacity}">{body}</g>'


def art_at(  # noqa: PLR0913 (attributes of SVG)
    ref: str,
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    fit: art.Fit = "cover",
    colour: str = "#ffffff",
    opacity: float = 1,
    clip: str = "",
) -> str:
    """Art of the game, among what is drawn there; nothing if it is not at hand any more."""
    try:
        uri = art.uri(ref, (round(2 * w), round(2 * h)), fit, colour)
    except BadArt as error:
        art.tell(ref, error)
        return ""
    within = f' clip-path="url(#{clip})"' if clip else ""
    return (
        f'<image opacity="{opacity}" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"{within} '
        f'xlink:href="{uri}"/>'
    )


def raster(svg: str, zoom: float = 1.0) -> Image.Image:
    """The picture of an SVG document. Only the weights that it uses are
    loaded: fonts are most of the cost. Images lie on top and upright: Pillow puts them in, in a tenth of the
    time that resvg would take."""
    files = [path for weight, path in fonts().items() if f'font-weight="{weight}"' in svg]
    found = _own_lettering() if files else None
    text = _IMAGE.sub("", svg)
    if found is not None:
        text = text.replace('font-family="Rajdhani"', f'font-family="{html.escape(found[1])}"')
        files = [found[0], *_fonts().values()]  # ours have what it lacks
    try:
        png = drawing.png(
            text,
            font_files=files,
            skip_system_fonts=bool(fonts()),
            zoom=zoom,
            font_family="Rajdhani",
        )
    except drawing.Undrawable:
        if found is None:
            raise
        _UNDRAWABLE.add(theme.font())
        art.tell(theme.font(), BadArt("it cannot be drawn"))
        return raster(svg, zoom)
    whole = decoded(png)
    for *box, data in _IMAGE.findall(svg):
        x, y, w, h = (round(float(number) * zoom) for number in box)
        whole.alpha_composite(_embedded(data, max(1, w), max(1, h)), (x, y))
    return whole


# As `image_at` writes it.
_IMAGE = re.compile(
    r'<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" '
    r'xlink:href="data:image/png;base64,([^"]*)"/>'
)


@lru_cache(128)
def _embedded(data: str, w: int, h: int) -> Image.Image:
    return decoded(base64.b64decode(data)).resize((w, h), Image.Resampling.LANCZOS)


def decoded(png: bytes | memoryview) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGBA")


def image_at(x: float, y: float, w: float, h: float, uri: str) -> str:
    """An image (see `data_uri`) over what is drawn there, not to be turned or clipped; none without a URI."""
    if not uri:
        return ""
    return f'<image x="{x}" y="{y}" width="{w}" height="{h}" xlink:href="{uri}"/>'


def data_uri(png: bytes | memoryview) -> str:
    """A picture to be put into an SVG document."""
    return "data:image/png;base64," + base64.b64encode(png).decode()
