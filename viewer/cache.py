"""What takes time to make, kept on disk in the user's cache: meshes of
figures, painted textures. Losing it costs seconds."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
from numpy.lib.npyio import NpzFile
from PIL import Image
from platformdirs import user_cache_dir

from . import figures, paint
from .looks import Look
from .mesh import Mesh


def folder() -> Path:
    """Where the cache is; TILEWRIGHT_CACHE moves it."""
    return Path(os.environ.get("TILEWRIGHT_CACHE") or user_cache_dir("tilewright")) / "viewer"


def figure(look: Look, step: float) -> Mesh:
    """The mesh of a figure, from the cache or sculpted now. Height and bulk are
    left to the table: they only stretch it."""
    key = (figures.VERSION, look.archetype, look.colour, look.trim, look.weapon, look.pose, step)
    file = folder() / f"figure-{_digest(repr(key))}.npz"
    found = _read(file)
    if found is not None:
        return found
    made = figures.figure(look, step)
    _write(file, made)
    return made


def picture(key: object, make: Callable[[], Image.Image]) -> Image.Image:
    """A small picture that depends on `key` alone, from the cache or made now."""
    file = folder() / f"picture-{_digest(repr((figures.VERSION, key)))}.png"
    try:
        with Image.open(file) as found:
            return found.convert("RGBA")
    except (OSError, ValueError):
        made = make()
        _put(file, lambda f: made.save(f, "PNG", compress_level=1))
        return made


def floor_atlas() -> paint.Texture:
    return _texture("floors", paint.floor_atlas)


def wall() -> paint.Texture:
    return _texture("wall", paint.wall)


def ground() -> paint.Texture:
    return _texture("ground", paint.ground)


def _texture(name: str, make: Callable[[], paint.Texture]) -> paint.Texture:
    at = folder() / f"{name}-{paint.VERSION}"
    try:
        with Image.open(f"{at}-c.png") as colour, Image.open(f"{at}-n.png") as normals:
            return paint.Texture(colour.convert("RGBA"), normals.convert("RGB"))
    except (OSError, ValueError):
        made = make()
        _put(Path(f"{at}-c.png"), lambda f: made.colour.save(f, "PNG", compress_level=1))
        _put(Path(f"{at}-n.png"), lambda f: made.normals.save(f, "PNG", compress_level=1))
        return made


def _read(file: Path) -> Mesh | None:
    """A mesh as it was kept; None when it is not there or cannot be read (half written, another numpy)."""
    try:
        with np.load(file, allow_pickle=False) as data:
            assert isinstance(data, NpzFile)
            return Mesh(*(data[name] for name in ("points", "normals", "colours", "uvs", "faces")))
    except (OSError, ValueError, KeyError, EOFError, AssertionError):
        return None


def _write(file: Path, mesh: Mesh) -> None:
    arrays = {name: getattr(mesh, name) for name in ("points", "normals", "colours", "uvs", "faces")}
    _put(file, lambda f: np.savez(f, **arrays))


def _put(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write beside and rename, so that two tables starting at once never
    read half a file. A full disk is no error."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as f:
            write(f)
        os.replace(f.name, file)
    except OSError:
        return


def _digest(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=12).hexdigest()
