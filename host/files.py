"""Files that are written whole, and never through a link."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import get_ident

from .paths import NO_NAME, NotAFile, inside, lies_in, require_file

LEFT_BEHIND = 60
"""Seconds after which the part of a process that is gone is taken away: it may be one of another machine."""

_PART = re.compile(r"\..+\.(\d{1,9})\.\d+\.part")


def write_whole(path: Path, data: bytes, within: Path | None = None, *, mode: int = 0o666) -> None:
    """Write a file that appears under its name whole or not at all; what was there stays until then.

    A path that is a link is refused: whoever wants what it leads to written names that. Within a folder, such
    as a package, a link to another file of the folder is followed, and one that leads out is refused.
    Raises OSError if it cannot be written, also where there is no such folder; no half file is left. Those
    that killed processes left in this folder are taken away.
    """
    path = _target(path, within)
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    part.unlink(missing_ok=True)  # of a process that had our number and died
    try:
        with open(os.open(part, _NEW, mode), "wb") as file:  # a link that somebody put there is not followed
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _tidy(path.parent)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, for nobody else to read, that appears under its name whole or not at all.

    The names are paths of the caller's choice, which lead nowhere else. Nothing may have that name yet.
    Raises OSError. What killed processes left beside it is taken away.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    if part.exists():
        shutil.rmtree(part)  # of a process that had our number and died
    try:
        part.mkdir(mode=0o700)
        for name, data in files.items():
            file = part / name
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(file, _NEW, 0o600), "wb") as out:
                out.write(data)
        os.rename(part, path)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    _tidy(path.parent, shutil.rmtree)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def put_aside(path: Path, name: Path) -> None:
    """Rename a file, over whatever has that name, or a folder. Raises OSError if it cannot be renamed."""
    path.replace(name)


def stays_inside(path: Path, folder: Path) -> None:
    """Raise LeadsOut if a path lies in a folder by its name, and by a link does not."""
    if lies_in(path, folder):
        inside(path, folder)


def _target(path: Path, within: Path | None) -> Path:
    if "\0" in str(path) or not _can_be_named(path):
        raise NotAFile(errno.ENOENT, NO_NAME, str(path))
    if within is not None:
        path = inside(path, within)
    if path.is_symlink():
        raise NotAFile(errno.ELOOP, "it is a link; name the file that it leads to", str(path))
    if path.exists():
        require_file(path)
    return path


def _can_be_named(path: Path) -> bool:
    try:
        os.fsencode(path)
    except UnicodeEncodeError:  # half a character
        return False
    return True


def _tidy(folder: Path, remove: Callable[[str], None] = os.unlink) -> None:
    """Take away the parts in a folder that nobody is writing any more: files, or what `remove` removes."""
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            found = _PART.fullmatch(file.name)
            if found is not None and not _lives(int(found[1])):
                with suppress(OSError):
                    if file.stat(follow_symlinks=False).st_mtime < time.time() - LEFT_BEHIND:
                        remove(file.path)


def _lives(process: int) -> bool:
    """Whether there is such a process; where it cannot be asked without doing harm, there is."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def saved_at(file: Path) -> float:
    """When a file was written, as a time of the clock; long ago where that cannot be told."""
    try:
        return file.stat().st_mtime
    except OSError:  # it is a link to nothing, or has just gone
        return 0.0
