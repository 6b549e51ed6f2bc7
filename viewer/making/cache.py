"""What takes time to make, kept: meshes of figures, portraits, painted textures. Losing it costs seconds.

Where and how, `host/cache.py` knows; here is what the bytes of each sort mean.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from tilewright.host import cache
from tilewright.schemas.art import BadArt

from .. import figures
from ..common import art
from ..common.pixels import Pixels, pixels
from ..modelling import paint
from ..modelling.mesh import Mesh
from ..scene.looks import PieceLook
from . import models


def figure(look: PieceLook, step: float) -> Mesh:
    """The mesh of a figure, from the cache or sculpted now. Height and bulk are
    left to the table: they only stretch it."""
    plain = look._replace(height=1.0, bulk=1.0, scale=1.0, icon="", picture="", framed="", base=True)
    if look.figure:
        try:
            return _model(look.figure, look.pose).moved(heading=look.turn)
        except BadArt as error:
            art.tell(look.figure, error)
    return _figure(plain._replace(face_up=True, frame=None, figure="", turn=0.0), step)


@lru_cache(64)
def _model(ref: str, pose: str) -> Mesh:
    key = _key((models.VERSION, ref, pose))
    return cache.kept("figure", key, lambda: models.decoded(ref, pose), _packed, _unpacked)


@lru_cache(64)
def _figure(look: PieceLook, step: float) -> Mesh:
    key = _key((figures.VERSION, look, step))
    return cache.kept("figure", key, lambda: figures.figure(look, step), _packed, _unpacked)


def has_picture(key: object) -> bool:
    """Whether the cache has a picture, so that `picture` takes no time."""
    return cache.has("picture", _key((figures.VERSION, key)))


def picture(key: object, make: Callable[[], Image.Image]) -> Image.Image:
    """A small picture in RGBA; it depends on `key` alone, and comes from the cache or is made now."""
    return cache.kept("picture", _key((figures.VERSION, key)), make, _as_png, _image)


def png(key: object, make: Callable[[], Image.Image]) -> bytes | memoryview:
    """The same as a PNG file."""
    made: Callable[[], bytes | memoryview] = lambda: _as_png(make())  # noqa: E731
    return cache.kept("picture", _key((figures.VERSION, key)), made, bytes, _png)


def painted(name: str, *parts: str) -> list[Pixels]:
    """Parts of a painted texture, floor, wall, ground or table: its "colour", its "bright" colour for baked
    light, the "normals" of its surface."""
    paint_it = lru_cache(1)(_TEXTURES[name])  # once for all parts, if at all

    def part(part: str) -> Pixels:
        key = f"{name}-{paint.VERSION}-{part}"
        made: Callable[[], Pixels] = lambda: pixels(getattr(paint_it(), part))  # noqa: E731
        return cache.kept("texture", key, made, np.ndarray.tobytes, _square)

    return [part(each) for each in parts]


_TEXTURES = {"floor": paint.floor_atlas, "wall": paint.wall, "ground": paint.ground, "table": paint.table}


_CORNER = 12
"""Numbers of a corner: its point, normal, colour, and place in a texture."""


_FAR = 10_000.0


def _packed(mesh: Mesh) -> bytes:
    corners = np.hstack([mesh.points, mesh.normals, mesh.colours, mesh.uvs])
    return len(corners).to_bytes(4, "little") + corners.tobytes() + mesh.faces.tobytes()


def _unpacked(data: memoryview) -> Mesh:
    """Raises ValueError unless it is a mesh: corners that are near, and faces between corners."""
    count = int.from_bytes(data[:4], "little")
    corners = np.frombuffer(data, np.float32, count * _CORNER, 4).reshape(count, _CORNER)
    points, normals, colours, uvs = np.split(corners, (3, 6, 10), 1)
    faces = np.frombuffer(data, np.uint32, -1, 4 + corners.nbytes).reshape(-1, 3)
    fits = count and faces.size and faces.max() < count and np.abs(corners).max() < _FAR
    if not fits:
        raise ValueError("no mesh")
    return Mesh(points, normals, colours, uvs, faces)


def _square(data: memoryview) -> Pixels:
    """Raises ValueError unless it is a square of pixels."""
    side = math.isqrt(len(data) // 4)
    if not side:
        raise ValueError("no pixels")
    return np.frombuffer(data, np.uint8).reshape(side, side, 4)


def _as_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _png(data: memoryview) -> memoryview:
    """Raises ValueError unless it is a picture."""
    _image(data)
    return data


def _image(data: memoryview) -> Image.Image:
    """Raises ValueError unless it is a picture, and small."""
    try:
        with PngImageFile(io.BytesIO(data)) as found:
            if max(found.size) <= _MAX_SIDE:
                return found.convert("RGBA")
    except Exception as problem:  # decoders raise what they like
        raise ValueError("no picture") from problem
    raise ValueError("no small picture")


_MAX_SIDE = 8192


def _key(key: object) -> str:
    return cache.key(repr(key))
