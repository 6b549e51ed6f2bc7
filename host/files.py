"""Files that are written whole."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from threading import get_ident

LEFT_BEHIND = 60
"""Seconds after which the part of a process that is gone is taken away: it may be one of another machine."""

_PART = re.compile(r"\..+\.(\d{1,9})\.\d+\.part")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that appears under its name whole or not at all; what was there stays until then.

    Raises OSError if it cannot be written, also where there is no such folder; no half file is left. Those
    that killed processes left in this folder are taken away.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _tidy(path.parent)


def _tidy(folder: Path) -> None:
    """Take away the parts in a folder that nobody is writing any more."""
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            found = _PART.fullmatch(file.name)
            if found is not None and not _lives(int(found[1])):
                with suppress(OSError):
                    if file.stat(follow_symlinks=False).st_mtime < time.time() - LEFT_BEHIND:
                        os.unlink(file.path)


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
