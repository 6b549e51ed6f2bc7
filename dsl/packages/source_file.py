"""One file of a package → its text, or why it cannot be read. Every file of a package is read here.

A package may be a stranger's: what is no regular file is not opened, what a link leads to outside of the
package is not read, and what is too large is not read to its end (host/paths.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tilewright.host.paths import LeadsOut, TooLarge, opened, read_whole

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Source, Span

MAX_SIZE = 20_000_000
MAX_TEXTS = 1_000_000
"""Characters of all catalogues together."""


def read_text(path: Path, shown: str, root: Path) -> tuple[str | None, list[Diagnostic]]:
    """The text of a file in the package at `root`, which is the file itself if it stands alone.

    Diagnostics call it `shown`.
    """
    try:
        data = read_whole(path, MAX_SIZE, None if path == root else root)
    except LeadsOut:
        return None, [codes.LINK_OUT.at(top(shown), name=path.name)]
    except TooLarge:
        limit = f"{MAX_SIZE:,}"
        size = f"more than {limit} bytes"
        return None, [codes.TOO_LARGE.at(top(shown), what="this file", limit=limit, size=size)]
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return None, [codes.UNREADABLE.at(top(shown), why=why)]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        return None, [_not_text(data, error, shown)]


def few_enough(catalogues: Iterable[Source]) -> tuple[tuple[Source, ...], list[Diagnostic]]:
    """The catalogues up to the one with which they are too large together, and what is said of that one."""
    kept: list[Source] = []
    size = 0
    for source in catalogues:
        size += len(source.text)
        if size > MAX_TEXTS:
            said = f"{size:,} characters of texts up to this file"
            large = codes.PACKAGE_TOO_LARGE.at(top(source.path), size=said, limit=f"{MAX_TEXTS:,}")
            return tuple(kept), [large]
        kept.append(source)
    return tuple(kept), []


def beginning(path: Path, root: Path, most: int) -> str:
    """So much of a file, read in haste; empty if it cannot be read."""
    try:
        with opened(path, None if path == root else root) as file:
            return (file.read(most) or b"").decode("utf-8", "replace")
    except OSError:
        return ""


def top(path: str) -> Span:
    """The place for what is wrong with a file as a whole."""
    return Span(path, 1, 1, 1, 1)


def _not_text(data: bytes, error: UnicodeDecodeError, shown: str) -> Diagnostic:
    if b"\0" in data:
        return codes.NOT_TEXT.at(top(shown), why="it contains a zero byte")
    line = data.count(b"\n", 0, error.start) + 1
    begin = data.rfind(b"\n", 0, error.start) + 1
    column = len(data[begin : error.start].decode("utf-8", "replace")) + 1
    return codes.NOT_TEXT.at(
        Span(shown, line, column, line, column + 1),
        why=f"the byte {data[error.start]:#04x} on line {line} is not UTF-8",
    )
