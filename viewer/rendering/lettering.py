"""Words and pictures that lie on the board or on pieces: each is drawn once and kept."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from panda3d.core import NodePath, Texture
from PIL import Image

from ..common import svg
from ..making import cache
from ..modelling.mesh import Mesh, quad
from ..scene.scene import Sign
from . import flat, upload
from .flat import FACE, HIGH
from .materials import Materials

OnSheet = tuple[str, str, float, tuple[int, int]]
"""A word, its document, how wide it is for a height of one, and where it begins."""

Sides = Literal[2, 4]
READABLE = "readable"
ONE_LINE = 7  # letters that never need a second line
SHEET = 1024  # pixels of a side
APART = 16  # pixels between words, so that none shows in another's smaller pictures
MOST_ON_SHEETS = 4_000  # words; then all are drawn anew as they are needed
LINE = 0.85  # from line to line, in heights of one


class Lettered(NamedTuple):
    """A word as a texture."""

    picture: Texture
    wide: float  # for a height of one
    part: tuple[float, float, float, float]  # of the texture: how wide and high it is, and where it begins


def floor_word(text: str, colour: str) -> Lettered:
    """A word to lie on the floor."""
    return _ON_SHEETS.get((text, colour)) or _alone(text, colour)


@lru_cache(1024)
def _alone(text: str, colour: str) -> Lettered:
    document, wide = flat.label(text, colour)
    image, u, v = upload.padded(_drawn(document))
    return Lettered(upload.texture(image, f"word {text}"), wide, (u, v, 0.0, 0.0))


def letter_together(texts: Iterable[str], colour: str) -> None:
    """Have words drawn on sheets that many of them share: a board of 400 names is three textures then, and as
    many files of the cache.
    """
    if len(_ON_SHEETS) > MOST_ON_SHEETS:
        _ON_SHEETS.clear()
    missing = sorted({text for text in texts if (text, colour) not in _ON_SHEETS})
    labels = [flat.label(text, colour) for text in missing]
    short = [(text, *label) for text, label in zip(missing, labels, strict=True) if label[1] * HIGH <= SHEET]
    for sheet in _sheets(short):
        drawn = [(document, at) for _, document, _, at in sheet]
        image = cache.picture((drawn, svg.fonts()), partial(_sheet, drawn))
        picture = upload.texture(image, "words")
        for text, _, wide, (x, y) in sheet:
            part = (int(wide * HIGH) / SHEET, HIGH / SHEET, x / SHEET, y / SHEET)
            _ON_SHEETS[text, colour] = Lettered(picture, wide, part)


def _sheets(words: Sequence[tuple[str, str, float]]) -> Iterator[list[OnSheet]]:
    """Words, their documents and how wide they are, each with its place in pixels; sheet after sheet."""
    sheet: list[OnSheet] = []
    x = y = 0
    for text, document, wide in words:
        if x + wide * HIGH > SHEET:
            x, y = 0, y + HIGH + APART
        if y + HIGH > SHEET:
            yield sheet
            sheet, x, y = [], 0, 0
        sheet.append((text, document, wide, (x, y)))
        x += math.ceil(wide * HIGH) + APART
    if sheet:
        yield sheet


def _sheet(drawn: Sequence[tuple[str, tuple[int, int]]]) -> Image.Image:
    image = Image.new("RGBA", (SHEET, SHEET), (0, 0, 0, 0))
    for document, at in drawn:
        image.paste(svg.raster(document), at)
    return image


_ON_SHEETS: dict[tuple[str, str], Lettered] = {}


def two_lines(text: str) -> list[str]:
    """A long text of several words cut in two where the halves are most alike."""
    cuts = [i for i, letter in enumerate(text) if letter == " "]
    if len(text) <= ONE_LINE or not cuts:
        return [text]
    at = min(cuts, key=lambda i: abs(len(text) - 1 - 2 * i))
    return [text[:at], text[at + 1 :]]


def lay_lines(
    materials: Materials,
    parent: NodePath,
    lines: Sequence[Lettered],
    at: tuple[float, float, float],
    high: float,
    opacity: float = 1.0,
) -> NodePath:
    """Words lying on the floor, line under line, that turn to the reader together; `at` is their middle."""
    node = parent.attach_new_node("words")
    node.set_pos(*at)
    for i, word in enumerate(lines):
        mesh = word_mesh((0, high * LINE * ((len(lines) - 1) / 2 - i), 0), word, high, opacity)
        materials.unlit(mesh, node, "word", picture=word.picture, order=5)
    return readable(node, 2)


def readable(node: NodePath, sides: Sides) -> NodePath:
    """Have what is lettered turn to the reader: to every side, or only round where it has no room across."""
    node.set_tag(READABLE, str(sides))
    return node


def face_reader(below: NodePath, azimuth: float) -> None:
    """Turn everything that is lettered so that it is read from where the camera is."""
    for path in below.find_all_matches(f"**/={READABLE}"):
        path.set_h(turn(azimuth, 2 if path.get_tag(READABLE) == "2" else 4))


def turn(azimuth: float, sides: Sides = 4) -> float:
    """The nearest of so many headings, in degrees, for a camera that looks along an azimuth."""
    return round(azimuth % 360 * sides / 360) % sides * 360.0 / sides


def word_mesh(at: tuple[float, float, float], word: Lettered, high: float, opacity: float) -> Mesh:
    x, y, z = at
    w, h = word.wide * high / 2, high / 2
    mesh = quad(
        ((x - w, y - h, z), (x + w, y - h, z), (x + w, y + h, z), (x - w, y + h, z)),
        (0, 0, 1),
        (1, 1, 1, opacity),
    )
    return shrunk(mesh, *word.part)


def lay_sign(materials: Materials, parent: NodePath, sign: Sign) -> NodePath | None:
    """A link's icon, lying across the border; None if there is none."""
    x, y, z = sign.at
    if not svg.has_icon(sign.icon):
        return None
    document = svg.document(FACE, FACE, svg.icon(sign.icon, 14, 14, FACE - 28, "#e8f2fb"))
    word = Lettered(picture_of(document), 1.0, (*parts_of(document), 0.0, 0.0))
    return readable(lay_lines(materials, parent, [word], (x, y, z + 0.012), 0.5, 0.8), 4)


_PICTURES: dict[str, tuple[Texture, float, float]] = {}


def _face(document: str) -> tuple[Texture, float, float]:
    """Faces repeat (twenty equal tokens), so each is drawn once for a process."""
    if document not in _PICTURES:
        image, u, v = upload.padded(_drawn(document))
        _PICTURES[document] = (upload.texture(image, "face"), u, v)
    return _PICTURES[document]


def _drawn(document: str) -> Image.Image:
    """The picture of an SVG document; kept, because a board has the same words and faces at every table."""
    return cache.picture((document, svg.fonts()), lambda: svg.raster(document))


def picture_of(document: str) -> Texture:
    return _face(document)[0]


def parts_of(document: str) -> tuple[float, float]:
    return _face(document)[1:]


def shrunk(mesh: Mesh, u: float, v: float, left: float = 0.0, top: float = 0.0) -> Mesh:
    """The mesh with its texture taken from the filled corner of a padded picture, or from part of a sheet."""
    uvs = mesh.uvs.copy()
    uvs[:, 0] = left + uvs[:, 0] * u
    uvs[:, 1] = 1 - top - (1 - uvs[:, 1]) * v
    return Mesh(mesh.points, mesh.normals, mesh.colours, uvs, mesh.faces)
