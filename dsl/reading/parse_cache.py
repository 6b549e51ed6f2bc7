"""What was read before, kept: the nodes of files that did not change, and little that takes long to make.

All is found by what it was made of, so it can never be out of date. Where and how, `host/cache.py` knows; the
nodes of a file as bytes are `packed.py`, its parser's tables `tables.py`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tilewright.host import cache as disk

from ..source import Source
from . import plain

T = TypeVar("T")

if TYPE_CHECKING:
    from .parse import Piece, Reading

WORTH_KEEPING = 10_000
"""Characters of a package; less is read as quickly as it is found."""


RECENT = 200
"""Files that this process has read last are also kept in memory: a table compiles at every edit."""

_recent: dict[tuple[str, str], Reading] = {}
_remembering = Lock()


def read(
    sources: tuple[Source, ...], read_file: Callable[[Source, Mapping[str, Piece]], Reading]
) -> Iterator[Reading]:
    """Read every file: one that did not change from what is kept, another with the pieces of before."""
    if sum(len(source.text) for source in sources) < WORTH_KEEPING:
        yield from (read_file(source, {}) for source in sources)
        return
    packages = sorted({source.path.partition("/")[0] for source in sources})
    key = disk.key(reader(), *packages)
    with collecting_nothing():
        known = _files(disk.load("nodes", key))
        current: dict[str, tuple[str, bytes | memoryview]] = {}
        for source in sources:
            text = disk.key(source.path, source.text)
            then, data = known.get(source.path, ("", b""))
            one = _recent.get((source.path, then)) or _known(data, source.path)
            if one is not None and text == then:
                current[source.path] = text, data
            else:
                one = read_file(source, one.pieces if one is not None else {})
                current[source.path] = text, _packed(one)
            _remember((source.path, text), one)
            yield one
        if current != known:
            disk.store("nodes", key, _together(current))


def kept(sort: str, of: Any, parts: tuple[str, ...], make: Callable[[], T]) -> T:
    """A value of type `of` that depends on these texts and the compiler alone: from what is kept, or made."""

    def unpack(data: memoryview) -> T:
        found: T = plain.unpack(of, data)
        return found

    value: T = disk.kept(sort, disk.key(reader(), *parts), make, plain.pack, unpack)
    return value


def _remember(name: tuple[str, str], one: Reading) -> None:
    with _remembering:
        _recent[name] = one
        while len(_recent) > RECENT:
            del _recent[next(iter(_recent))]


_collecting = Lock()
_inside = 0
_was_on = False


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """No garbage collection for a while: thousands of new nodes would be looked through again and again.

    Afterwards they are set aside until the next time, or the first thing would be to look through them all.
    The collector is the process's: with several threads inside, the first turns it off, the last on.
    """
    global _inside, _was_on
    with _collecting:
        _inside += 1
        if _inside == 1:
            _was_on = gc.isenabled()
            if _was_on:
                gc.unfreeze()
                gc.disable()
    try:
        yield
    finally:
        with _collecting:
            _inside -= 1
            if _inside == 0 and _was_on:
                gc.freeze()
                gc.enable()


@cache
def reader() -> str:
    """What reads sources: a change to it must not meet what the old one read."""
    here = Path(__file__).parents[1]
    return disk.code(*(str(here / one) for one in _READERS))


_READERS = (
    "grammar.lark",
    "nodes",
    "reading",
    "problems/diagnostics.py",
    "packages/manifest.py",
    "problems/codes/syntax.py",
    "problems/codes/packages.py",
    "../host/text.py",
)


# ------------------------------------------------------------------ the files of a package in one entry


class _File(NamedTuple):
    """A file: its path, the key of its text, how many bytes of the entry are its."""

    path: str
    text: str
    size: int


def _together(files: Mapping[str, tuple[str, bytes | memoryview]]) -> bytes:
    head = plain.pack([_File(path, text, len(data)) for path, (text, data) in files.items()])
    return b"".join((len(head).to_bytes(4, "little"), head, *(data for _, data in files.values())))


def _files(entry: memoryview | None) -> dict[str, tuple[str, memoryview]]:
    """Text and bytes by path; empty if it is no such entry."""
    if entry is None:
        return {}
    begin = 4 + int.from_bytes(entry[:4], "little")
    found: dict[str, tuple[str, memoryview]] = {}
    try:
        for file in plain.unpack(list[_File], entry[4:begin]):
            found[file.path] = file.text, entry[begin : begin + file.size]
            begin += file.size
    except ValueError:
        disk.tell_damage()
        return {}
    return found


def _packed(one: Reading) -> bytes:
    from .packed import Packing, Parts, PieceParts

    gaps = [node for piece in one.pieces.values() for node in piece.gaps.values()]
    packing = Packing([*(piece.node for piece in one.pieces.values() if piece.node is not None), *gaps])
    number = packing.number
    return packing.packed(
        Parts(
            [(number(declared.node), declared.doc) for declared in one.declarations],
            one.problems,
            one.lost,
            [
                PieceParts(
                    key,
                    number(piece.node),
                    piece.problems,
                    piece.lost,
                    [(text, span, number(node)) for (text, span), node in piece.gaps.items()],
                )
                for key, piece in one.pieces.items()
            ],
        )
    )


def _known(data: bytes | memoryview, path: str) -> Reading | None:
    """What became of a file; None if that is not what the bytes say."""
    if not data:
        return None
    from .packed import unpack
    from .parse import Parsed, Piece, Reading

    try:
        parts, values = unpack(memoryview(data), path)
    except (ValueError, RecursionError):
        disk.tell_damage()
        return None
    pieces = {
        piece.key: Piece(
            values[piece.node],
            piece.problems,
            piece.lost,
            {(text, span): values[node] for text, span, node in piece.gaps},
        )
        for piece in parts.pieces
    }
    declarations = [Parsed(values[node], doc) for node, doc in parts.declarations]
    return Reading(declarations, parts.problems, parts.lost, pieces)
