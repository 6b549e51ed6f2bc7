"""What takes time to make, kept on disk in the user's cache: meshes of
figures, painted textures. Losing it costs seconds."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import IO

import numpy as np
from PIL import Image
from platformdirs import user_cache_dir

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
    file = folder() / f"figure-{_digest(repr((figures.VERSION, look, step)))}.npz"
    found = _read(file)
    if found is None:
        found = figures.figure(look, step)
        _write(file, found)
    return found


def has_picture(key: object) -> bool:
    """Whether the cache has a picture, so that `picture` takes no time."""
    return _picture_file(key).exists()


def picture(key: object, make: Callable[[], Image.Image]) -> Image.Image:
    """A small picture that depends on `key` alone, from the cache or made now."""
    file = _picture_file(key)
    found = _read_picture(file)
    if found is None:
        found = made = make()
        _put(file, lambda f: made.save(f, "PNG", compress_level=1))
    return found


def _picture_file(key: object) -> Path:
    return folder() / f"picture-{_digest(repr((figures.VERSION, key)))}.png"


def painted(name: str, *parts: str) -> list[Pixels]:
    """Parts of a painted texture, floor, wall, ground or table: its "colour", its "bright" colour for baked
    light, the "normals" of its surface."""
    files = [folder() / f"{name}-{paint.VERSION}-{part}.npy" for part in parts]
    found = [kept for kept in map(_read_pixels, files) if kept is not None]
    if len(found) < len(files):
        made = _TEXTURES[name]()
        found = [pixels(getattr(made, part)) for part in parts]
        for file, part in zip(files, found, strict=True):
            _put(file, partial(np.save, arr=part))
    return found


_TEXTURES = {"floor": paint.floor_atlas, "wall": paint.wall, "ground": paint.ground, "table": paint.table}


def _read_pixels(file: Path) -> Pixels | None:
    """Pixels as they were kept; None when they are not there or cannot be read."""
    try:
        found: Pixels = np.load(file, allow_pickle=False)
        if found.dtype == np.uint8 and found.shape == (len(found), len(found), 4):
            return found
    except FileNotFoundError:
        return None
    except Exception:  # A damaged file makes numpy raise almost anything.
        pass
    _tell_damage(file.parent)
    return None


def _read(file: Path) -> Mesh | None:
    """A mesh as it was kept; None when it is not there or cannot be read."""
    try:
        with np.load(file, allow_pickle=False) as data:
            found = Mesh(*(data[name] for name in ("points", "normals", "colours", "uvs", "faces")))
        if _fits(found):
            return found
    except FileNotFoundError:
        return None
    except Exception:  # A damaged file makes numpy and zipfile raise almost anything.
        pass
    _tell_damage(file.parent)
    return None


def _read_picture(file: Path) -> Image.Image | None:
    """A picture as it was kept; None when it is not there or cannot be read."""
    try:
        with Image.open(file) as found:
            return found.convert("RGBA")
    except FileNotFoundError:
        return None
    except Exception:  # A damaged file makes Pillow raise almost anything.
        _tell_damage(file.parent)
        return None


@lru_cache(1)
def _tell_damage(home: Path) -> None:
    _LOG.warning(f"What was damaged in the cache {home} is made anew.")


@lru_cache(1)
def _tell_full(home: Path, problem: str) -> None:
    _LOG.warning(f"The cache {home} cannot be written ({problem}); the table opens later than it could.")


def _fits(mesh: Mesh) -> bool:
    """Whether a mesh is one: what is drawn with numbers out of range takes the process with it."""
    count = len(mesh.points)
    parts = ((mesh.points, 3), (mesh.normals, 3), (mesh.colours, 4), (mesh.uvs, 2))
    if any(part.shape != (count, wide) or part.dtype != np.float32 for part, wide in parts):
        return False
    faces = mesh.faces
    return faces.shape[1:] == (3,) and faces.dtype == np.uint32 and bool((faces < count).all())


def _write(file: Path, mesh: Mesh) -> None:
    arrays = {name: getattr(mesh, name) for name in ("points", "normals", "colours", "uvs", "faces")}
    _put(file, lambda f: np.savez(f, **arrays))


def _put(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write beside and rename, so that two tables starting at once never
    read half a file. A full disk is no error."""
    part: Path | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as f:
            part = Path(f.name)
            write(f)
        part.replace(file)
    except OSError as problem:
        _tell_full(file.parent, (problem.strerror or str(problem)).lower())
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=12).hexdigest()
