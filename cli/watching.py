"""Waiting for edits: which folders hold the sources of packages, and which of the files in them count."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.schemas.art import SORTS

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package

ENDINGS = (".wright", ".yaml", *(ending for sort in SORTS for ending in sort.endings))
DEBOUNCE = 60  # milliseconds in which several changes are one


def folders(packages: Iterable[Package], beside: Iterable[Path] = ()) -> list[Path]:
    """The folders that hold a source, and some more; a folder within another one is seen with it."""
    found = {path.parent.resolve() for package in packages for path in package.places.values()}
    found.update(path.resolve() for path in beside)
    return sorted(one for one in found if not any(other in one.parents for other in found))


def edits(of: Iterable[Path], stop: threading.Event | None = None) -> Iterator[list[Path]]:
    """The files that were changed, each time some were, until somebody says stop or presses Ctrl+C.

    Raises OSError where the system lets nobody watch so many folders.
    """
    from watchfiles import watch

    watched = watch(
        *of,
        watch_filter=lambda _, path: path.endswith(ENDINGS),
        debounce=DEBOUNCE,
        step=20,
        rust_timeout=500,
        stop_event=stop,
    )
    with suppress(KeyboardInterrupt):  # watchfiles would say itself that it caught it
        for changes in watched:
            if changes:
                yield sorted({Path(path) for _, path in changes})
