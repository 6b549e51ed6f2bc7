"""The folder `art/` of a package: which files are there, what is wrong with one, and whose work each is.

Of a file its beginning is looked at, as `schemas/art.py` knows it; what a link leads to outside of the folder
is not. Licences stand in `art/REUSE.toml`, or in a file `axe.png.license` beside `axe.png`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tilewright.host.paths import opened, read_whole
from tilewright.schemas.art import (
    BESIDE,
    FOLDER,
    LICENCES,
    MOST_DECODED,
    MOST_FILES,
    MOST_TEXT,
    BadArt,
    TooMuch,
    is_note,
    look_at,
    text_in,
)

from .library import walk

_MOST_LICENCES = 100_000
_MOST_BESIDE = 20_000  # of a file beside another one, of which there may be many
_MOST_STARS = 200  # of all paths together
_MOST_PARTS = 40  # of a name, which tomllib reads in a time that grows with their square
_COPYRIGHT, _LICENCE = "SPDX-FileCopyrightText", "SPDX-License-Identifier"
_EXPRESSION = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*")


_Pattern = tuple[str, ...]
"""Texts, and stars between them."""


class Licences(NamedTuple):
    """Patterns of files, and whether they have a licence: the last that fits counts. What is wrong."""

    entries: tuple[tuple[_Pattern, bool], ...] = ()
    wrong: str = ""

    def cover(self, name: str) -> bool:
        return next((sound for pattern, sound in reversed(self.entries) if _fits(pattern, name)), False)


def art_in(root: Path) -> list[Path]:
    """The files in the folder `art` of a package that are meant to be shown, one more than may be at most."""
    return list(islice(_files(root), MOST_FILES + 1))


def packed_art(root: Path) -> list[Path]:
    """Those, and what says whose they are."""
    art = root / FOLDER
    if not os.path.isdir(art) or os.path.islink(art):
        return []
    return [*art_in(root), *(path for path in _all(art) if is_note(path.name)), *art.glob("LICENSES/*.txt")]


class ArtCheck:
    """Looks at the files of art that a game names, until what it has read of them is too much."""

    def __init__(self) -> None:
        self.left = MOST_TEXT
        self.pixels_left = MOST_DECODED

    def wrong_with(self, path: Path, name: str, root: Path) -> BadArt | None:
        """Why a file of art cannot be used; None if nothing speaks against it."""
        try:
            with opened(path, root / FOLDER) as file:
                size = os.fstat(file.fileno()).st_size
                self.left -= text_in(name, file, size)
                if self.left < 0:
                    return TooMuch(f"with those before it, it has more than {MOST_TEXT:,} bytes to be read")
                self.pixels_left -= look_at(name, file, size)
                if self.pixels_left < 0:
                    return TooMuch(f"with those before it, it has more than {MOST_DECODED:,} pixels")
        except BadArt as error:
            return error
        except OSError as error:
            why = error.strerror or str(error)
            return BadArt(why[:1].lower() + why[1:])
        return None


def licences(root: Path) -> Licences:
    """What is said of the licences of a package's art."""
    art = root / FOLDER
    beside = tuple(
        ((path.relative_to(art).as_posix().removesuffix(BESIDE),), _says(path, art))
        for path in islice(_all(art), 4 * MOST_FILES)
        if path.name.endswith(BESIDE)
    )
    if not os.path.lexists(art / LICENCES):
        return Licences(beside)
    try:
        entries = tuple(found for one in _annotations(art) for found in _annotation(one))
        if sum("*" in part for pattern, _ in entries for part in pattern) > _MOST_STARS:
            raise ValueError(f"its paths have more than {_MOST_STARS} stars")
    except (OSError, ValueError, RecursionError) as error:
        return Licences(beside, getattr(error, "strerror", None) or str(error))
    return Licences((*entries, *beside))


def holders(root: Path) -> list[str]:
    """Who made the art of a package, and under which licence, each once: `2026 Ada, CC0-1.0`."""
    art = root / FOLDER
    found: list[str] = []
    with suppress(OSError, ValueError, RecursionError):
        for one in _annotations(art):
            tagged = one if isinstance(one, dict) else {}
            found.append(", ".join((*_texts(tagged.get(_COPYRIGHT)), *_texts(tagged.get(_LICENCE)))))
    for path in islice(_all(art), 4 * MOST_FILES):
        if path.name.endswith(BESIDE) and _says(path, art):
            text = read_whole(path, _MOST_BESIDE, art).decode("utf-8", "replace")
            found.append(", ".join(one for tag in (_COPYRIGHT, _LICENCE) for one in _tagged(text, tag)))
    return list(dict.fromkeys(filter(None, found)))


def _files(root: Path) -> Iterator[Path]:
    art = root / FOLDER
    if os.path.isdir(art) and not os.path.islink(art):
        yield from (path for path in _all(art) if not is_note(path.name))


def _all(art: Path) -> Iterator[Path]:
    for folder, below, names in walk(art):
        if os.path.basename(folder) == "LICENSES":  # the texts of licences, as REUSE keeps them
            below.clear()
            continue
        yield from (Path(folder, name) for name in names if not name.startswith("."))


def _annotations(art: Path) -> list[object]:
    """The entries of REUSE.toml. Raises OSError, and ValueError or RecursionError if it cannot be read."""
    text = read_whole(art / LICENCES, _MOST_LICENCES, art).decode("utf-8-sig")
    if any(part.count(".") > _MOST_PARTS for part in re.split(r"[=,\n]", text)):
        raise ValueError(f"a name in it has more than {_MOST_PARTS} parts")
    listed = tomllib.loads(text).get("annotations", [])
    if not isinstance(listed, list):
        raise ValueError("`annotations` is no list")
    return listed


def _annotation(one: object) -> Iterator[tuple[_Pattern, bool]]:
    """The patterns of an entry, and whether it says who made these files and under which licence."""
    if not isinstance(one, dict) or "path" not in one:
        raise ValueError("an entry under [[annotations]] has no path")
    sound = bool(_texts(one.get(_COPYRIGHT))) and any(map(_EXPRESSION.fullmatch, _texts(one.get(_LICENCE))))
    yield from ((tuple(re.split(r"(\*+)", path)), sound) for path in _texts(one["path"]))


def _texts(value: object) -> list[str]:
    found = value if isinstance(value, list) else [value]
    return [text for text in found if isinstance(text, str) and text.strip()]


def _fits(pattern: _Pattern, name: str) -> bool:
    """Whether a name is as a pattern says: `*` is anything within a folder, `**` anything.

    All places are carried along up to which the name fits so far: no pattern takes long.
    """
    ends = {0}
    for part in pattern:
        if part == "*":
            first = {_end_of_part(name, begin): begin for begin in sorted(ends, reverse=True)}
            ends = {at for end, begin in first.items() for at in range(begin, end + 1)}
        elif part.startswith("*"):
            ends = set(range(min(ends, default=len(name) + 1), len(name) + 1))
        else:
            ends = {begin + len(part) for begin in ends if name.startswith(part, begin)}
    return len(name) in ends


def _end_of_part(name: str, begin: int) -> int:
    end = name.find("/", begin)
    return len(name) if end < 0 else end


def _says(path: Path, art: Path) -> bool:
    """Whether a file beside another one says who made it, and under which licence."""
    try:
        text = read_whole(path, _MOST_BESIDE, art).decode("utf-8", "replace")
    except OSError:
        return False
    return all(_tagged(text, tag) for tag in (_COPYRIGHT, _LICENCE))


def _tagged(text: str, tag: str) -> list[str]:
    """What stands behind a tag at the beginnings of lines, or behind the signs of a remark there."""
    found = re.findall(rf"^[^\w\n]*{tag}: *(\S.*)", text, re.MULTILINE)
    return [one.strip() for one in found]
