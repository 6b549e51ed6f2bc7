"""What a path of a stranger's may lead to: regular files, inside of the folder that it belongs to.

Whoever reads a file that came from elsewhere reads it here: no pipe is waited for, no device opened, no file
read beyond what was expected, and no link followed out of the folder. Writing is in files.py.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

# Systems that lack one of them have nothing that it would keep from us.
_SAFELY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NOCTTY", 0)

NO_NAME = "no file can have this name"

_SORTS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISLNK, "a link"),
)


class NotAFile(OSError):
    """What a path leads to is no regular file: a folder, a pipe, a socket, a device."""


class LeadsOut(OSError):
    """A path that lies in a folder by its name leads out of it by a link."""


class TooLarge(OSError):
    """A file has more bytes than its reader takes."""


def read_whole(path: Path, most: int, within: Path | None = None) -> bytes:
    """The bytes of a regular file, `most` of them; within a folder only if no link leads out of it.

    Raises OSError, whose `strerror` is a sentence without its capital: NotAFile, LeadsOut, TooLarge, or what
    the system says.
    """
    with opened(path, within) as file:
        size = min(os.fstat(file.fileno()).st_size, most)
        data = file.read(size + 1) or b""
        if len(data) > size:  # what a file says of its size may be wrong: those of /proc have none
            data += file.read(most + 1 - len(data)) or b""
    if len(data) > most:
        raise TooLarge(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return data


def opened(path: Path, within: Path | None = None) -> BinaryIO:
    """A regular file, opened for reading, under the same conditions and with the same errors. Raises NotAFile
    for anything but a file, and for what cannot be a name.
    """
    real = _real(path) if within is None else inside(path, within)
    require_file(path)
    # Whoever asked closes it.
    file = open(real, "rb", opener=lambda name, flags: os.open(name, flags | _SAFELY))  # noqa: SIM115
    # Looked at once more: it may be another file by now.
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotAFile(errno.EINVAL, "it is not a file", str(path))
    return file


def require_file(path: Path) -> None:
    """Raise NotAFile if what a path leads to is something else; OSError if there is nothing."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        if os.path.islink(path):
            raise NotAFile(errno.ENOENT, "it is a link to nothing", str(path)) from None
        raise
    if not stat.S_ISREG(mode):
        what = next((name for holds, name in _SORTS if holds(mode)), "a device")
        raise NotAFile(errno.EINVAL, f"it is {what}, not a file", str(path))


def inside(path: Path, folder: Path) -> Path:
    """The path without its links, which stays in the folder; LeadsOut if it does not.

    The last parts of the path need not exist.
    """
    if _has_no_link(path, folder):
        return path
    real = _real(path)
    if not real.is_relative_to(_real(folder)):
        raise LeadsOut(errno.ELOOP, f"a link leads out of {_real(folder).name}", str(path))
    return real


def lies_in(path: Path, folder: Path) -> bool:
    """Whether a path lies in a folder by its name, wherever links lead; however the folder is written."""
    full = Path(os.path.abspath(path))
    return any(_same(above, folder) for above in (full, *full.parents))


def _has_no_link(path: Path, folder: Path) -> bool:
    """Whether it is plain to see that a path stays in a folder, as it nearly always is."""
    step, name = os.fspath(folder), os.fspath(path)
    if not name.startswith(step + os.sep):
        return False
    for part in name[len(step) + 1 :].split(os.sep):
        step += os.sep + part
        try:
            if part == ".." or stat.S_ISLNK(os.lstat(step).st_mode):
                return False
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False
    return True


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        raise NotAFile(errno.ENOENT, NO_NAME, str(path)) from None


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
