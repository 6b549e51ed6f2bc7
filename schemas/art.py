"""Files of art that a look may name: which sorts there are, how large each may be, what one says of itself.

They are a stranger's, so that only the first bytes are looked at here and no picture is unpacked: a picture
says its size, a model what it is made of. Whoever shows them decodes them later, within the same limits.
"""

from __future__ import annotations

import io
import re
from typing import BinaryIO, NamedTuple

FOLDER = "art"
MOST_FILES = 400
"""Files in the folder of one package."""
MOST_BYTES = 20_000_000
"""Bytes of all of them."""
MOST_TEXT = 4_000_000
"""Bytes of its drawings, and of the lists of its models' parts, that `check` looks at."""
MOST_SIDE = 4096
"""Pixels of a picture's longer side."""
MOST_PIXELS = 12_000_000
MOST_DECODED = 200_000_000
"""Pixels of all pictures, and of the textures of all models, that a game shows: its table decodes each."""
MOST_SCANS = 100
"""Scans of a JPEG: each is decoded over the whole picture, however few bytes it has. Most have ten."""
LICENCES = "REUSE.toml"
"""Who made what, and under which licence: as the REUSE specification has it, https://reuse.software."""
BESIDE = ".license"
"""The end of the name of a file that says so for the one beside it."""


class BadArt(Exception):
    """A file that cannot be used: `why` is a sentence without its capital."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class TooMuch(BadArt):
    """A file that is sound, and larger than is shown."""


class ArtSort(NamedTuple):
    """A sort of files: what it is called, how its names end, and how many bytes it may have."""

    called: str
    endings: tuple[str, ...]
    most: int


PICTURE = ArtSort("a picture", (".png", ".jpg", ".jpeg", ".webp"), 4_000_000)
DRAWING = ArtSort("a drawing", (".svg",), 200_000)
MODEL = ArtSort("a model", (".glb",), 4_000_000)
SOUND = ArtSort("a sound", (".ogg",), 1_000_000)
FONT = ArtSort("a font", (".ttf", ".otf"), 2_000_000)
SORTS = (PICTURE, DRAWING, MODEL, SOUND, FONT)

HINTS: dict[str, tuple[ArtSort, ...]] = {
    "figure": (MODEL,),
    "picture": (PICTURE,),
    "icon": (DRAWING, PICTURE),
    "frame": (PICTURE,),
    "floor": (PICTURE,),
    "map": (PICTURE,),
    "sound": (SOUND,),
    "table": (PICTURE,),
    "font": (FONT,),
}
"""The hints of a look that may name a file, and which sorts of file."""
FILES_ONLY = frozenset({"figure", "picture", "map", "table", "font"})
"""Those that name nothing else."""

_PART = r"[A-Za-z0-9_][A-Za-z0-9_.-]*"
_NAME = re.compile(rf"(?:{_PART}/){{0,4}}{_PART}")
_FILE = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{1,4}")
_PAGES = re.compile(r"(README|CREDITS|LICEN[CS]E|COPYING)(\.md|\.txt)?", re.IGNORECASE)
_FORMATS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WEBP": (".webp",)}
MOST_LETTERS = 100


def is_file(value: object) -> bool:
    """Whether the value of a hint names a file rather than one of the table's words."""
    return isinstance(value, str) and _FILE.fullmatch(value) is not None


def is_name(name: str) -> bool:
    """Whether a file of art may be called so, every system having one meaning for it: no path leads out."""
    return len(name) <= MOST_LETTERS and _NAME.fullmatch(name) is not None and ".." not in name


def sort_of(name: str) -> ArtSort | None:
    """The sort of a file, which its ending says; None if nothing shows such files."""
    return next((sort for sort in SORTS if name.lower().endswith(sort.endings)), None)


def is_note(name: str) -> bool:
    """Whether a file beside art tells people of it: whose it is, or what may be done with it."""
    told = name == LICENCES or name.endswith((BESIDE, ".txt"))
    return told or _PAGES.fullmatch(name) is not None


def look_at(name: str, file: BinaryIO, size: int) -> int:
    """How many pixels are decoded to show a file: those of a picture, or of the textures of a model. Raises
    BadArt unless it begins like one that can be shown.
    """
    sort = sort_of(name)
    if sort is None:
        known = ", ".join(ending for one in SORTS for ending in one.endings)
        raise BadArt(f"nothing shows a file of this sort; known are {known}")
    if size > sort.most:
        raise TooMuch(f"it has {size:,} bytes, and {sort.called} may have {sort.most:,}")
    if sort is PICTURE:
        form, wide, high = _picture(file, size)
        if not name.lower().endswith(_FORMATS[form]):
            raise BadArt(f"it is {form}, and its name says otherwise")
        return wide * high
    if sort is MODEL:
        from .models import texels

        return texels(file, size)
    if sort is DRAWING:
        from .drawings import cleaned

        cleaned(file.read(sort.most))
    elif sort is SOUND:
        from .sounds import seconds

        seconds(file, size)
    else:
        from .fonts import hold

        hold(file, size)
    return 0


def pixels(data: bytes) -> int:
    """How many pixels a picture says that it has. Raises BadArt for one that is none, or too large."""
    _, wide, high = _picture(io.BytesIO(data), len(data))
    return wide * high


def text_in(name: str, file: BinaryIO, size: int) -> int:
    """How many bytes of text are read to find out whether a file can be shown: of a picture none."""
    sort = sort_of(name)
    if sort is MODEL:
        length = int.from_bytes(file.read(16)[12:], "little")
        file.seek(0)
        return min(length, size)
    return min(size, DRAWING.most) if sort is DRAWING else 0


def _picture(file: BinaryIO, size: int) -> tuple[str, int, int]:
    """Whether a picture says it is PNG, JPEG or WebP, and its size; the same is raised."""
    from PIL import Image

    start = file.read(16)
    file.seek(0)
    if start[:4] == b"RIFF" and int.from_bytes(start[4:8], "little") + 8 > size:
        raise BadArt("it is cut short")
    if start[:4] == b"\x89PNG" and not _ends_with(file, size, b"IEND\xaeB`\x82"):
        raise BadArt("it is cut short")
    try:
        with Image.open(file, formats=tuple(_FORMATS)) as image:
            wide, high = image.size
            # Cameras put small pictures for their screens behind a JPEG, and call the whole MPO.
            form = "JPEG" if image.format == "MPO" else str(image.format)
            frames = 1 if form == "JPEG" else getattr(image, "n_frames", 1)
    except Image.DecompressionBombError:
        raise TooMuch(f"it has far more than {MOST_PIXELS:,} pixels") from None
    except Exception as problem:  # decoders raise what they like
        raise BadArt("it is no PNG, JPEG or WebP that can be read") from problem
    if frames > 1:
        raise BadArt("it moves, and only still pictures are shown")
    if form == "JPEG" and _scans(file, size) > MOST_SCANS:
        raise TooMuch(f"it is drawn in more than {MOST_SCANS} scans, one over the other")
    if max(wide, high) > MOST_SIDE or wide * high > MOST_PIXELS:
        raise TooMuch(
            f"it has {wide:,} x {high:,} pixels; at most {MOST_SIDE:,} a side and {MOST_PIXELS:,} in all "
            "are shown"
        )
    return form, wide, high


def _scans(file: BinaryIO, size: int) -> int:
    file.seek(0)
    return file.read(size).count(b"\xff\xda")


def _ends_with(file: BinaryIO, size: int, end: bytes) -> bool:
    file.seek(max(0, size - len(end)))
    found = file.read(len(end))
    file.seek(0)
    return found == end


def checked(name: str, data: bytes) -> int:
    """`look_at` for the bytes of a whole file."""
    return look_at(name, io.BytesIO(data), len(data))
