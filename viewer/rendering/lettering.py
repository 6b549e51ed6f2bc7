"""Words and pictures that lie on the board or on pieces: each is drawn once and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from panda3d.core import NodePath, Texture
from PIL import Image

from ..common import svg
from ..making import cache
from ..modelling.mesh import Mesh, quad
from ..scene.scene import Sign
from . import flat, upload
from .flat import FACE
from .materials import Materials

Sides = Literal[2, 4]
READABLE = "readable"


@lru_cache(1024)
def floor_word(text: str, colour: str) -> tuple[Texture, float]:
    """A word as a texture, and its width for a height of one (margins of the texture included)."""
    document, _ = flat.label(text, colour)
    image, _, _ = upload.padded(_drawn(document))
    return upload.texture(image, f"word {text}"), image.width / image.height


def lay_word(
    materials: Materials,
    parent: NodePath,
    picture: Texture,
    at: tuple[float, float, float],
    wide: float,
    high: float,
    opacity: float = 1.0,
) -> NodePath:
    """A word lying on the floor; `at` is the middle of its left part (padding is to the right)."""
    mesh = word_mesh((0, 0, 0), wide, high, opacity)
    word = materials.unlit(mesh, parent, "word", picture=picture, order=5)
    word.set_pos(*at)
    return readable(word, 2)


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


def word_mesh(at: tuple[float, float, float], wide: float, high: float, opacity: float) -> Mesh:
    x, y, z = at
    w, h = wide * high / 2, high / 2
    return quad(
        ((x - w, y - h, z), (x + w, y - h, z), (x + w, y + h, z), (x - w, y + h, z)),
        (0, 0, 1),
        (1, 1, 1, opacity),
    )


def lay_sign(materials: Materials, parent: NodePath, sign: Sign) -> NodePath | None:
    """A link's icon, lying across the border; None if there is none."""
    x, y, z = sign.at
    if not svg.has_icon(sign.icon):
        return None
    document = svg.document(FACE, FACE, svg.icon(sign.icon, 14, 14, FACE - 28, "#e8f2fb"))
    return readable(lay_word(materials, parent, picture_of(document), (x, y, z + 0.012), 1.0, 0.5, 0.8), 4)


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


def shrunk(mesh: Mesh, u: float, v: float) -> Mesh:
    """The mesh with its texture taken from the filled corner of a padded picture."""
    uvs = mesh.uvs.copy()
    uvs[:, 0] *= u
    uvs[:, 1] = 1 - (1 - uvs[:, 1]) * v
    return Mesh(mesh.points, mesh.normals, mesh.colours, uvs, mesh.faces)
