"""Files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path
from threading import get_ident


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that appears under its name whole or not at all; what was there stays until then.

    Raises OSError if it cannot be written, also where there is no such folder; no half file is left.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
