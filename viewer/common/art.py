"""The art of the game at this table: files that its looks name, → pictures and bytes.

The files are a stranger's. A look gets a reference to one that holds a hash of its bytes, so that whatever is
made of it may be kept under that; it gets none where the file cannot be used, and a sentence says so. One
process has one table, so that what is at hand is known to the module.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tilewright.host.paths import read_whole
from tilewright.host.text import printable
from tilewright.schemas import art as known
from tilewright.schemas.art import BadArt, TooMuch

if TYPE_CHECKING:
    from PIL import Image

Fit = Literal["cover", "whole", "stretch"]
LARGEST = 1024  # pixels of a side of what is kept of a picture
_DRAWN = 256  # of a drawing
_MARK = "art:"
_LOG = logging.getLogger(__name__)

_files: dict[str, Path] = {}
_refs: dict[str, str] = {}
_bytes: dict[str, bytes] = {}
_pixels: dict[str, int] = {}  # of the pictures that were decoded


def use(files: Mapping[str, Path | str]) -> None:
    """The files of the game that is shown from now on, by the names that its looks have for them. Those that
    were at hand are read again.
    """
    _files.clear()
    _files.update({name: Path(path) for name, path in files.items()})
    _refs.clear()
    _bytes.clear()
    _pixels.clear()


def files() -> dict[str, str]:
    """What is at hand, for a process that draws for this one."""
    return {name: str(path.absolute()) for name, path in _files.items()}


def changed() -> bool:
    """Whether a file that was read has other bytes by now, or is gone."""
    return any(ref != _mark(name, _read(name)) for name, ref in _refs.items())


def ref(value: object) -> str:
    """A reference to the file that a hint names; empty if it names none, or one that cannot be used."""
    if not known.is_file(value):
        return ""
    name = str(value)
    if name not in _refs:
        data = _read(name)
        _refs[name] = _mark(name, data)
        if data is not None:
            _bytes[_refs[name]] = data
            if _sound(name, data):
                return _refs[name]
            del _bytes[_refs[name]]
    found = _refs[name]
    return found if found in _bytes else ""


def is_file(value: object) -> bool:
    """Whether the value of a hint names a file rather than one of the table's words."""
    return known.is_file(value)


def is_ref(word: str) -> bool:
    return word.startswith(_MARK)


def data(ref: str) -> bytes:
    """The bytes of a file. Raises BadArt if it is not at hand any more."""
    if ref not in _bytes:
        raise BadArt("it is not there any more")
    return _bytes[ref]


def path(ref: str) -> str:
    """Where a file lies, for what can read nothing but files. Raises BadArt if it has other bytes by now."""
    name = ref.removeprefix(_MARK).rpartition("@")[0]
    if name not in _files or _mark(name, _read(name)) != ref:
        raise BadArt("it is not there any more")
    return str(_files[name].absolute())


def tell(ref: str, error: BadArt) -> None:
    """Say what is wrong with a file; the table shows something else."""
    _warn(ref.removeprefix(_MARK).rpartition("@")[0], error.why)


@lru_cache(48)
def picture(ref: str, colour: str = "#ffffff") -> Image.Image:
    """A picture, made small; the colour is that of a drawing that names none. Raises BadArt."""
    from PIL import Image

    if known.sort_of(ref.rpartition("@")[0]) is known.DRAWING:
        return _drawn(data(ref), colour)
    file = io.BytesIO(data(ref))
    try:
        with Image.open(file, formats=("PNG", "JPEG", "WEBP")) as image:
            image.draft("RGB", (LARGEST, LARGEST))
            whole = image.convert("RGBA")
    except Exception as problem:  # decoders raise what they like
        raise BadArt("it is damaged") from problem
    whole.thumbnail((LARGEST, LARGEST))
    return whole


def fitted(ref: str, size: tuple[int, int], fit: Fit = "cover", colour: str = "#ffffff") -> Image.Image:
    """A picture of that size: its middle, all of it with nothing round about, or pulled to fit."""
    from PIL import Image, ImageOps

    wide, high = max(1, size[0]), max(1, size[1])
    whole = picture(ref, colour)
    match fit:
        case "cover":
            return ImageOps.fit(whole, (wide, high), Image.Resampling.LANCZOS)
        case "whole":
            return ImageOps.pad(whole, (wide, high), Image.Resampling.LANCZOS, color=(0, 0, 0, 0))
    return whole.resize((wide, high), Image.Resampling.LANCZOS)


@lru_cache(256)
def uri(ref: str, size: tuple[int, int], fit: Fit = "cover", colour: str = "#ffffff") -> str:
    """The same, ready to be put into an SVG document."""
    made = io.BytesIO()
    fitted(ref, size, fit, colour).save(made, "PNG", compress_level=1)
    return "data:image/png;base64," + b64encode(made.getvalue()).decode()


def _mark(name: str, data: bytes | None) -> str:
    digest = "" if data is None else hashlib.blake2s(data, digest_size=10).hexdigest()
    return f"{_MARK}{name}@{digest}"


def _read(name: str) -> bytes | None:
    """The bytes of a file inside of the folder of art that it belongs to; None if they cannot be read."""
    _, _, inner = name.partition("/")
    path, sort = _files.get(name), known.sort_of(name)
    if path is None or sort is None or not known.is_name(inner):
        return None
    folder = path.parents[inner.count("/")]
    try:
        return None if os.path.islink(folder) else read_whole(path, sort.most, folder)
    except OSError:
        return None


def _sound(name: str, data: bytes) -> bool:
    """Whether a file can be shown; a picture is decoded to find out."""
    try:
        _hold_pixels(name, known.checked(name, data))
        if known.sort_of(name) in (known.PICTURE, known.DRAWING):
            picture(_refs[name])
    except BadArt as error:
        _warn(name, error.why)
        return False
    return True


def _hold_pixels(name: str, pixels: int) -> None:
    """Raises TooMuch for a file with which all that were decoded would have too many."""
    if sum(_pixels.values()) + pixels > known.MOST_DECODED:
        raise TooMuch(f"with those before it, it has more than {known.MOST_DECODED:,} pixels")
    _pixels[name] = pixels


def _warn(name: str, why: str) -> None:
    package, _, inner = name.partition("/")
    _LOG.warning(printable(f"{known.FOLDER}/{inner} of {package} cannot be used: {why}."))


def _drawn(data: bytes, colour: str) -> Image.Image:
    """A drawing as pixels; what draws it is not asked for more than lines and colours."""
    from PIL import Image

    from tilewright.schemas.drawings import cleaned

    from . import drawing

    box, body = cleaned(data)
    part = _DRAWN / max(box[2:])
    wide, high = max(1, round(box[2] * part)), max(1, round(box[3] * part))
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}" '
        f'height="{high}" viewBox="{" ".join(map(str, box))}" color="{colour}">{body}</svg>'
    )
    try:
        made = drawing.png(document, skip_system_fonts=True)
        with Image.open(io.BytesIO(made), formats=("PNG",)) as image:
            return image.convert("RGBA")
    except (drawing.Undrawable, OSError, ValueError) as problem:
        raise BadArt("it cannot be drawn") from problem
