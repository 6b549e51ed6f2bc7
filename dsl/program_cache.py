"""Compiled programs kept on disk, so that a game nobody changed starts without being compiled.

A program is found by what it was made of: the text of every source, the build (mission, board, settings) and
the compiler. It is held against its schema when it is put in; what comes out was checked then. A cache may
vanish, be read-only, or hold nonsense at any time: that means only that the game is compiled once more.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.host.files import write_whole

from .reading.source import Source
from .version import ENGINE

MAX_ENTRIES = 200
MAX_BYTES = 200_000_000
_SUFFIX = ".program.gz"

Program = dict[str, Any]


def folder() -> Path:
    """Where programs are kept: the user's cache folder, or what TILEWRIGHT_CACHE names."""
    chosen = os.environ.get("TILEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("tilewright", appauthor=False) / "programs"


def key(sources: Iterable[Source], **build: Any) -> str:
    """The name under which the program of these sources, built like this by this compiler, is kept."""
    digest = hashlib.sha256()
    for part in (ENGINE, _compiler(), json.dumps(build, sort_keys=True, default=str)):
        digest.update(part.encode() + b"\0")
    for source in sources:
        digest.update(source.path.encode() + b"\0" + source.text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


def load(name: str) -> Program | None:
    """The program kept under a name; None if there is none, or what is there cannot be read."""
    path = folder() / (name + _SUFFIX)
    try:
        program = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, ValueError, RecursionError, zlib.error):
        return None
    with suppress(OSError):
        os.utime(path)  # what is used stays longest
    return program if isinstance(program, dict) and "format" in program else None


def store(name: str, program: Program) -> None:
    """Keep a program that fits its schema. It appears under its name whole or not at all."""
    from tilewright.schemas.load import problems  # a check keeps none

    if problems("program", program):
        return
    text = json.dumps(program, ensure_ascii=False, separators=(",", ":"))
    data = gzip.compress(text.encode(), compresslevel=1)
    with suppress(OSError):
        folder().mkdir(parents=True, exist_ok=True)
        write_whole(folder() / (name + _SUFFIX), data)
        _tidy(folder())


def _tidy(home: Path) -> None:
    """Forget what was not used for longest, beyond the limits; and what an interrupted run left behind."""
    entries = []
    for path in home.iterdir():
        with suppress(OSError):
            entries.append((path.stat().st_mtime, path.stat().st_size, path))
    size = 0
    for number, (_, bytes_taken, path) in enumerate(sorted(entries, reverse=True)):
        size += bytes_taken
        if number >= MAX_ENTRIES or size > MAX_BYTES:
            with suppress(OSError):
                path.unlink()


@cache
def _compiler() -> str:
    """What the compiler is made of: a change to it must not meet programs that the old one made."""
    here = Path(__file__).parent
    parts = []
    for path in sorted((*here.rglob("*.py"), *here.rglob("*.lark"))):
        found = path.stat()
        parts.append(f"{path.relative_to(here)} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
