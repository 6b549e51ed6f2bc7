"""Files that are written whole, and never through a link."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from threading import get_ident

from .paths import NO_NAME, NotAFile, inside, lies_in, require_file


def write_whole(path: Path, data: bytes, within: Path | None = None) -> None:
    """Write a file that appears under its name whole or not at all; what was there stays until then.

    A path that is a link is refused: whoever wants what it leads to written names that. Within a folder, such
    as a package, a link to another file of the folder is followed, and one that leads out is refused.
    Raises OSError if it cannot be written, also where there is no such folder; no half file is left.
    """
    path = _target(path, within)
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    part.unlink(missing_ok=True)  # of a process that had our number and died
    try:
        with part.open("xb") as file:  # a link that somebody put there is not followed
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def stays_inside(path: Path, folder: Path) -> None:
    """Raise LeadsOut if a path lies in a folder by its name, and by a link does not."""
    if lies_in(path, folder):
        inside(path, folder)


def _target(path: Path, within: Path | None) -> Path:
    if "\0" in str(path):
        raise NotAFile(errno.ENOENT, NO_NAME, str(path))
    if within is not None:
        path = inside(path, within)
    if path.is_symlink():
        raise NotAFile(errno.ELOOP, "it is a link; name the file that it leads to", str(path))
    if path.exists():
        require_file(path)
    return path
