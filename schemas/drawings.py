"""SVG drawings of strangers → the part of them that draws: shapes and colours, and nothing else.

What a drawing may hold is listed; everything else in it is refused with a word on what to do, or left out
where it does not show. No entity is replaced, no file or address is followed, and what is drawn is counted,
clip paths once for each of their uses: so what is left is drawn within seconds.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Mapping
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from .art import BadArt, TooMuch

MOST_SHAPES = 1_000
LAYER = 4  # what is drawn apart first, for its opacity, gradient or clip path, takes so many times as long
MOST_ELEMENTS = 2_500
"""Elements of a drawing, with those that draw nothing."""
MOST_DEPTH = 24
MOST_NUMBERS = 25_000
"""Numbers in the paths and points of a drawing."""

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_GROUPS = frozenset({"svg", "g", "defs", "linearGradient", "radialGradient", "stop", "clipPath"})
_UNSEEN = frozenset({"title", "desc", "metadata"})
_INSTEAD = {
    "text": "turn its letters into paths",
    "tspan": "turn its letters into paths",
    "image": "trace the picture, or name it as a picture of its own",
    "use": "export it as plain SVG, with each shape where it stands",
    "style": "export it as plain SVG, with the colours at the shapes",
    "symbol": "export it as plain SVG, with each shape where it stands",
}
_ATTRIBUTES = frozenset(
    """
    id d x y x1 y1 x2 y2 r rx ry cx cy fx fy width height points transform offset fill fill-opacity fill-rule
    stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit opacity color
    stop-color stop-opacity clip-path clip-rule clipPathUnits gradientUnits gradientTransform spreadMethod
    display visibility
    """.split()  # noqa: SIM905 (a list of forty would be forty lines)
)
_TOO_MANY = (
    f"it has more than {MOST_SHAPES:,} shapes, or {MOST_DEPTH} groups in one another; a gradient, an opacity "
    f"and a clip path count as {LAYER} shapes each, and what a clip path is made of once for each use"
)
_REFERENCE = re.compile(r"url\( *['\"]?#([\w.-]+)['\"]? *\)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


class Drawing(NamedTuple):
    """What is left of a drawing: the box that it fills, and its shapes as SVG."""

    box: tuple[float, float, float, float]
    body: str


def cleaned(data: bytes) -> Drawing:
    """The shapes of a drawing. Raises BadArt for one that is none, or holds what a drawing may not."""
    return _DrawingReader().read(data)


class _DrawingReader:
    def __init__(self) -> None:
        self.found: list[str] = []
        self.open: list[str] = []  # the elements that are not closed yet; "" for one that is left out
        self.box: tuple[float, float, float, float] | None = None
        self.work = _Work()
        self.elements = 0

    def read(self, data: bytes) -> Drawing:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._doctype
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise BadArt(f"it is no SVG that can be read ({error})") from None
        except (ValueError, LookupError):
            raise BadArt("it is no SVG that can be read: its letters are in no known code") from None
        if self.box is None or not self.work.shapes:
            raise BadArt("it draws nothing")
        self.work.whole()
        return Drawing(self.box, "".join(self.found))

    def _doctype(self, *_: object) -> NoReturn:
        raise BadArt("it declares a DOCTYPE, with which drawings can do harm: delete that line")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise TooMuch(f"it has more than {MOST_ELEMENTS:,} elements: simplify it")
        space, _, word = name.rpartition(" ")
        if self.box is None:
            if (space, word) != (_SVG, "svg"):
                raise BadArt("it does not begin with <svg> as SVG files do")
            self.box = _box(attributes)
            self.open.append("g")
            self.found.append(f"<g{_written(_kept(word, attributes))}>")
            return
        hidden = self.open[-1] == ""
        if hidden or space != _SVG or word in _UNSEEN:
            self.open.append("")
            return
        if word not in _SHAPES | _GROUPS or word == "svg":
            advice = _INSTEAD.get(word, "export it as plain SVG")
            raise BadArt(f"it uses <{word[:20]}>, which is not drawn here: {advice}")
        if len(self.open) > MOST_DEPTH:
            raise TooMuch(_TOO_MANY)
        kept = _kept(word, attributes)
        self.work.add(word, kept)
        self.open.append(word)
        self.found.append(f"<{word}{_written(kept)}>")

    def _end(self, _: str) -> None:
        word = self.open.pop()
        if word:
            self.found.append(f"</{word}>")
        if word == "clipPath":
            self.work.clip = ""


class _Work:
    """How much work a drawing is: shapes, the numbers of their paths, and what clip paths come to."""

    def __init__(self) -> None:
        self.shapes = 0
        self.numbers = 0
        self.clip = ""  # the clip path that is being read
        # What cuts the parts of each clip path, and ("") of what is seen.
        self.clips: dict[str, list[str]] = {"": []}
        self.clipped: dict[str, int] = {}  # the shapes of each clip path

    def add(self, word: str, kept: Mapping[str, str]) -> None:
        """Count an element. Raises TooMuch."""
        if word in _SHAPES:
            self.shapes += 1
            self.numbers += sum(len(_NUMBER.findall(kept.get(name, ""))) for name in ("d", "points"))
        apart = not kept.keys().isdisjoint(("opacity", "clip-path")) or any(
            "url" in one for one in kept.values()
        )
        if apart and word in _SHAPES | {"g", "clipPath"}:
            self.shapes += LAYER
        if self.shapes > MOST_SHAPES:
            raise TooMuch(_TOO_MANY)
        if self.numbers > MOST_NUMBERS:
            raise TooMuch(f"its paths have more than {MOST_NUMBERS:,} numbers: simplify them")
        if word == "clipPath":
            self.clip = kept.get("id", "")
            self.clips.setdefault(self.clip, [])
        elif word in _SHAPES and self.clip:
            self.clipped[self.clip] = self.clipped.get(self.clip, 0) + 1
        by = _REFERENCE.fullmatch(kept.get("clip-path", ""))
        if by is not None:
            self.clips[self.clip].append(by[1])

    def whole(self) -> None:
        """Count what clip paths come to. Raises TooMuch."""
        if self.shapes + self._cutting("", {}) > MOST_SHAPES:
            raise TooMuch(_TOO_MANY)

    def _cutting(self, clip: str, known: dict[str, int], depth: int = 0) -> int:
        """How many shapes are drawn to cut what stands in a clip path, or all that is seen: those of a clip
        path once for each of its uses.
        """
        if depth > MOST_DEPTH:  # or it cuts itself
            raise TooMuch(_TOO_MANY)
        if clip not in known:
            used = self.clips.get(clip, ())
            known[clip] = sum(self.clipped.get(one, 0) + self._cutting(one, known, depth + 1) for one in used)
        return known[clip]


def _written(kept: Mapping[str, str]) -> str:
    return "".join(f' {name}="{html.escape(value)}"' for name, value in kept.items())


def _kept(word: str, attributes: dict[str, str]) -> dict[str, str]:
    """The attributes that draw, those of `style` among them."""
    kept: dict[str, str] = {}
    for name, value in attributes.items():
        if name == "style":
            parts = (one.partition(":") for one in value.split(";"))
            kept |= {key.strip(): found.strip() for key, _, found in parts if key.strip() in _ATTRIBUTES}
        elif name in (f"{_XLINK} href", "href") and word.endswith("Gradient"):
            if not value.startswith("#"):
                raise BadArt("it takes a colour from another file")
            kept["xlink:href"] = value
        elif name in _ATTRIBUTES:
            kept[name] = value
    if word == "svg":
        kept = {name: value for name, value in kept.items() if name not in ("x", "y", "width", "height")}
    if any("url" in value.lower() and not _REFERENCE.fullmatch(value) for value in kept.values()):
        raise BadArt("it takes a colour from another file")
    return kept


def _box(attributes: dict[str, str]) -> tuple[float, float, float, float]:
    """The box that a drawing fills: its `viewBox`, else its width and height."""
    written = attributes.get("viewBox", "").replace(",", " ").split()
    if not written:
        size = (
            re.sub(r"(px|pt|mm|cm|in)$", "", attributes.get(one, "").strip()) for one in ("width", "height")
        )
        written = ["0", "0", *size]
    try:
        x, y, wide, high = (float(one) for one in written)
    except ValueError:
        raise BadArt("it does not say how large it is: give it a viewBox") from None
    if not all(map(math.isfinite, (x, y, wide, high))) or not 0 < wide < 1e6 or not 0 < high < 1e6:
        raise BadArt("it does not say how large it is: give it a viewBox")
    return x, y, wide, high
