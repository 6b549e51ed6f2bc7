"""What takes time to make, kept on disk in the user's cache: meshes of
figures, portraits, painted textures. Losing it costs seconds."""

from __future__ import annotations

import hashlib
import io
import logging
import math
import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image
from platformdirs import user_cache_dir

from tilewright.host.files import write_whole

from .. import figures
from ..modelling import paint
from ..modelling.mesh import Mesh
from ..staging.looks import Look
from .pixels import Pixels, pixels

_LOG = logging.getLogger(__name__)


def folder() -> Path:
    """Where the cache is; TILEWRIGHT_CACHE moves it."""
    return Path(os.environ.get("TILEWRIGHT_CACHE") or user_cache_dir("tilewright")) / "viewer"


def figure(look: Look, step: float) -> Mesh:
    """The mesh of a figure, from the cache or sculpted now. Height and bulk are
    left to the table: they only stretch it."""
    return _figure(replace(look, height=1.0, bulk=1.0, icon="", face_up=True), step)


@lru_cache(64)
def _figure(look: Look, step: float) -> Mesh:
    name = f"figure-{_digest((figures.VERSION, look, step))}"
    return _unpacked(_kept(name, lambda: _packed(figures.figure(look, step))))


def has_picture(key: object) -> bool:
    """Whether the cache has a picture, so that `picture` takes no time."""
    return (folder() / _picture(key)).exists()


def picture(key: object, make: Callable[[], Image.Image]) -> memoryview:
    """A small picture as PNG; it depends on `key` alone, and comes from the cache or is made now."""

    def png() -> bytes:
        buffer = io.BytesIO()
        make().save(buffer, "PNG", compress_level=1)
        return buffer.getvalue()

    return _kept(_picture(key), png)


def painted(name: str, *parts: str) -> list[Pixels]:
    """Parts of a painted texture, floor, wall, ground or table: its "colour", its "bright" colour for baked
    light, the "normals" of its surface."""
    paint_it = lru_cache(1)(_TEXTURES[name])  # once for all parts, if at all

    def part(part: str) -> Pixels:
        data = _kept(f"{name}-{paint.VERSION}-{part}", lambda: pixels(getattr(paint_it(), part)).tobytes())
        side = math.isqrt(len(data) // 4)
        return np.frombuffer(data, np.uint8).reshape(side, side, 4)

    return [part(each) for each in parts]


_TEXTURES = {"floor": paint.floor_atlas, "wall": paint.wall, "ground": paint.ground, "table": paint.table}


def _packed(mesh: Mesh) -> bytes:
    corners = np.hstack([mesh.points, mesh.normals, mesh.colours, mesh.uvs])
    return len(corners).to_bytes(4, "little") + corners.tobytes() + mesh.faces.tobytes()


def _unpacked(data: memoryview) -> Mesh:
    count = int.from_bytes(data[:4], "little")
    corners = np.frombuffer(data, np.float32, count * 12, 4).reshape(count, 12)
    points, normals, colours, uvs = np.split(corners, (3, 6, 10), 1)
    return Mesh(
        points, normals, colours, uvs, np.frombuffer(data, np.uint32, -1, 4 + corners.nbytes).reshape(-1, 3)
    )


def _picture(key: object) -> str:
    return f"picture-{_digest((figures.VERSION, key))}"


def _digest(key: object) -> str:
    return hashlib.blake2s(repr(key).encode(), digest_size=12).hexdigest()


# ---- files


def _kept(name: str, make: Callable[[], bytes]) -> memoryview:
    """What is kept under a name; where that is missing or damaged, it is made and kept."""
    file = folder() / name
    found = _read(file)
    if found is None:
        made = make()
        _write(file, made)
        return memoryview(made)
    return found


def _read(file: Path) -> memoryview | None:
    """What was kept in a file, its checksum first; None when it is not there or is not what was kept."""
    try:
        whole = memoryview(file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError:
        whole = memoryview(b"")
    checksum, data = whole[:4], whole[4:]
    if data and checksum == _checksum(data):
        return data
    _tell_damage(file.parent)
    return None


def _write(file: Path, data: bytes) -> None:
    """Keep it, its checksum first. A full disk is no error."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, _checksum(data) + data)
    except OSError as problem:
        _tell_full(file.parent, (problem.strerror or str(problem)).lower())


def _checksum(data: bytes | memoryview) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")


@lru_cache(1)
def _tell_damage(home: Path) -> None:
    _LOG.warning(f"What was damaged in the cache {home} is made anew.")


@lru_cache(1)
def _tell_full(home: Path, problem: str) -> None:
    _LOG.warning(f"The cache {home} cannot be written ({problem}); the table opens later than it could.")
