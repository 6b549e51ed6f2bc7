"""What can be made again, kept on disk: one cache for all, in a folder of the user's own.

An entry has a sort (`nodes`, `program`, `figure`), a key that names everything it was made of, and bytes.
Those who keep something say how its bytes are read; here it is only seen to that they are the bytes that were
kept under that name. The file format, the sorts and the policy are in docs/internals/cache.md.

A cache may vanish, be full, read-only, damaged or somebody else's at any time: that never changes a result
and is never an error. It means that things are made once more, and is said once by `logging`.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock, get_ident
from typing import TypeVar

from .folders import of_user, private, require_private
from .text import printable

MAX_ENTRIES = 4_000
MAX_BYTES = 500_000_000
MAX_ENTRY = 100_000_000
"""Bytes of one entry: a larger one is neither kept nor read."""
TIDIED_AFTER = 40
"""Entries that a process keeps until it looks through the folder once more."""
LEFT_BEHIND = 3600
"""Seconds after which a file that is being written is what an interrupted process left."""

MAGIC = b"TWkept"
VERSION = 1
_HEAD = struct.Struct("<6sHHQ32s")
"""Magic, version of the format, length of the name, length of the data, checksum. Name and data follow."""
_SUFFIX = ".kept"
_NAME = re.compile(r"[a-z]+-[a-z0-9-]{1,100}")

T = TypeVar("T")


def folder() -> Path:
    """Where entries are: in the user's cache folder, or in what TILEWRIGHT_CACHE names. Raises OSError if the
    user has no folder.
    """
    home = of_user("cache")
    if home is None:
        raise FileNotFoundError(0, "this user has no home")
    return home / "kept"


def key(*parts: str | bytes) -> str:
    """The key of what is made of these parts and of nothing else."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()[:40]


@cache
def code(*places: str) -> str:
    """A key for code, by its files or folders: after a change, what it made before is not found any more."""
    found = sorted(file for place in places for file in _files(place))
    return key(*(f"{path} {size} {changed}" for path, size, changed in found))


def load(sort: str, key: str) -> memoryview | None:
    """What is kept under that name; None if nothing is, or what is there is not what was kept."""
    name = f"{sort}-{key}"
    try:
        data = _read(_path(name))
    except OSError as problem:
        if not isinstance(problem, FileNotFoundError):
            _tell_unreadable(_shown(), _why(problem))
        return None
    found = _opened(name, data)
    if found is None:
        tell_damage()
    return found


def has(sort: str, key: str) -> bool:
    """Whether there is such an entry, as far as can be seen without reading it."""
    try:
        return _path(f"{sort}-{key}").is_file()
    except OSError:
        return False


def store(sort: str, key: str, data: bytes) -> None:
    """Keep bytes. They appear under their name whole or not at all; what cannot be kept is made again."""
    name = f"{sort}-{key}"
    if len(data) > MAX_ENTRY:
        return
    try:
        home = private(folder())
        _write(home / (name + _SUFFIX), entry(name, data))
        _tidy_now_and_then(home, len(data))
    except OSError as problem:
        _tell_full(_shown(), _why(problem))


def kept(
    sort: str, key: str, make: Callable[[], T], pack: Callable[[T], bytes], unpack: Callable[[memoryview], T]
) -> T:
    """A value that depends on its key alone: from what is kept, or made and kept.

    `unpack` holds the bytes against what `pack` writes, and raises ValueError if they are something else.
    """
    found = load(sort, key)
    if found is not None:
        try:
            return unpack(found)
        except (ValueError, RecursionError):
            tell_damage()
    made = make()
    store(sort, key, pack(made))
    return made


def tell_damage() -> None:
    """Say, once, that something that was kept could not be used."""
    _tell_damage(_shown())


# ------------------------------------------------------------------ the format


def entry(name: str, data: bytes | memoryview) -> bytes:
    """The file of an entry."""
    label = name.encode("ascii")
    return _HEAD.pack(MAGIC, VERSION, len(label), len(data), _checksum(label, data)) + label + data


def _opened(name: str, file: bytes) -> memoryview | None:
    """The data in the file of an entry; None if it is not whole, or of another name or version."""
    label = name.encode("ascii")
    begin = _HEAD.size + len(label)
    if len(file) < begin:
        return None
    magic, version, length, size, checksum = _HEAD.unpack_from(file)
    data = memoryview(file)[begin:]
    if (magic, version, length, size) != (MAGIC, VERSION, len(label), len(data)):
        return None
    if file[_HEAD.size : begin] != label or checksum != _checksum(label, data):
        return None
    return data


def _checksum(label: bytes, data: bytes | memoryview) -> bytes:
    """Over everything else in the file. SHA-256 is what processors have instructions for."""
    digest = hashlib.sha256(_HEAD.pack(MAGIC, VERSION, len(label), len(data), bytes(32)) + label)
    digest.update(data)
    return digest.digest()


# ------------------------------------------------------------------ files


def _path(name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name} is not a name for an entry")
    home = folder()
    require_private(home)
    return home / (name + _SUFFIX)


def _read(path: Path) -> bytes:
    """A file; nothing of a link, a pipe, a folder or a giant, which never were entries."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_ENTRY + 1000:
        return b""
    with open(os.open(path, os.O_RDONLY | _CAREFUL), "rb") as file:
        data = file.read(MAX_ENTRY + 1000)
    with suppress(OSError):
        os.utime(path)  # what is used stays longest
    return data


_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _write(path: Path, data: bytes) -> None:
    """Like `files.write_whole`, for nobody else to read, and never through a link."""
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    part.unlink(missing_ok=True)
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFUL, 0o600), "wb") as file:
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


_since_tidied = [TIDIED_AFTER, 0]
_tidying = Lock()


def _tidy_now_and_then(home: Path, size: int) -> None:
    """To look through the folder for every entry would take longer than to write them."""
    with _tidying:
        _since_tidied[0] += 1
        _since_tidied[1] += size
        if _since_tidied[0] < TIDIED_AFTER and _since_tidied[1] < MAX_BYTES // 10:
            return
        _since_tidied[:] = 0, 0
    tidy(home)


def tidy(home: Path) -> None:
    """Forget what was not used for longest, beyond the limits; and what interrupted processes left behind.

    Only files that look like entries are touched.
    """
    entries = []
    with os.scandir(home) as files:
        for file in files:
            with suppress(OSError):
                found = file.stat(follow_symlinks=False)
                if file.name.endswith(_SUFFIX):
                    entries.append((found.st_mtime, found.st_size, file.path))
                elif _PART.fullmatch(file.name) and abs(time.time() - found.st_mtime) > LEFT_BEHIND:
                    os.unlink(file.path)
    size = 0
    for number, (_, bytes_taken, path) in enumerate(sorted(entries, reverse=True)):
        size += bytes_taken
        if number >= MAX_ENTRIES or size > MAX_BYTES:
            with suppress(OSError):
                os.unlink(path)


_PART = re.compile(r"\..+\.kept\.\d+\.\d+\.part")


def _files(place: str) -> Iterator[tuple[str, int, int]]:
    """Every source at a place, with size and time."""
    if os.path.isfile(place):
        found = os.stat(place)
        yield place, found.st_size, found.st_mtime_ns
        return
    with os.scandir(place) as files:
        for file in files:
            with suppress(FileNotFoundError):  # another version of the code is being put there at this moment
                if file.is_dir():
                    if file.name != "__pycache__":
                        yield from _files(file.path)
                elif file.name.endswith((".py", ".lark", ".json")):
                    found = file.stat()
                    yield file.path, found.st_size, found.st_mtime_ns


# ------------------------------------------------------------------ what is said, once


def _shown() -> str:
    with suppress(OSError):
        return str(folder())
    return "of this user"


def _why(problem: OSError) -> str:
    return (problem.strerror or str(problem)).lower()


@lru_cache(1)
def _tell_damage(home: str) -> None:
    _warn(f"What was damaged in the cache {home} is made again.")


@lru_cache(1)
def _tell_full(home: str, problem: str) -> None:
    _warn(f"The cache {home} cannot be written ({problem}); everything opens more slowly.")


@lru_cache(1)
def _tell_unreadable(home: str, problem: str) -> None:
    _warn(f"The cache {home} is not used ({problem}).")


def _warn(text: str) -> None:
    import logging  # a start has nothing to say

    logging.getLogger(__name__).warning(printable(text))
