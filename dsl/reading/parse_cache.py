"""What was read before, kept: the nodes of files that did not change, and little that takes long to make.

All is found by what it was made of, so it can never be out of date. Where and how, `host/cache.py` knows; the
nodes of a file as bytes are `packed.py`, its parser's tables `tables.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from tilewright.host import cache as disk
from tilewright.host.garbage import collecting_nothing

from ..source import Source, package_of
from . import plain

T = TypeVar("T")

if TYPE_CHECKING:
    from .parse import ParsedDeclaration, Reading

WORTH_KEEPING = 10_000
"""Characters of a package; less is read as quickly as it is found."""


RECENT = 200
"""Files that this process has read last are also kept in memory: a table compiles at every edit."""

_recent: dict[tuple[str, str], Reading] = {}
_remembering = Lock()


def read(
    sources: tuple[Source, ...], read_file: Callable[[Source, Mapping[str, ParsedDeclaration]], Reading]
) -> Iterator[Reading]:
    """Read every file: one that did not change from what is kept, another with the pieces of before."""
    if sum(len(source.text) for source in sources) < WORTH_KEEPING:
        yield from (read_file(source, {}) for source in sources)
        return
    packages = sorted({package_of(source.path) for source in sources})
    key = disk.key(reader(), *packages)
    with collecting_nothing():
        kept = _segments(disk.load("nodes", key))
        current: dict[str, tuple[str, Reading]] = {}
        changed = False
        for source in sources:
            text = disk.key(source.path, source.text)
            then, one = _before(source.path, text, kept)
            if one is None or text != then:
                one = read_file(source, one.pieces if one is not None else {})
                changed = True
            current[source.path] = text, one
            _remember((source.path, text), one)
            yield one
        if changed:
            disk.store("nodes", key, _together(current, kept))


def kept(sort: str, of: object, parts: tuple[str, ...], make: Callable[[], T]) -> T:
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


@cache
def reader() -> str:
    """What reads sources: a change to it must not meet what the old one read."""
    here = Path(__file__).parents[1]
    return disk.code(*(str(here / one) for one in _READERS))


_READERS = (
    "grammar.lark",
    "nodes",
    "reading",
    "source.py",
    "problems/diagnostics.py",
    "packages/manifest.py",
    "problems/codes/syntax.py",
    "problems/codes/packages.py",
    "../host/text.py",
)


# ------------------------------------------------------------------ the files of a package in one entry


class _Segment:
    """Files that were kept together: their texts' keys by their paths, and what became of them, as bytes."""

    def __init__(self, texts: dict[str, str], data: bytes | memoryview) -> None:
        self.texts, self.data = texts, data

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """What became of the files. If that is not what the bytes say, there are none."""
        from .packed import unpack

        try:
            return unpack(memoryview(self.data))
        except (ValueError, RecursionError):
            disk.tell_damage()
            self.texts = {}
            return {}


def _before(path: str, text: str, kept: list[_Segment]) -> tuple[str, Reading | None]:
    """The key of a text that a file had, and what became of it: this text if there is one, or the last."""
    segments = [one for one in reversed(kept) if path in one.texts]
    for segment in sorted(segments, key=lambda one: one.texts[path] != text):
        then = segment.texts[path]
        found = _recent.get((path, then)) or segment.readings.get(path)
        if found is not None:
            return then, found
    return "", None


def _together(files: Mapping[str, tuple[str, Reading]], kept: list[_Segment]) -> bytes:
    """All files in one segment, and in another those that were edited since, while they are few.

    To write thousands of nodes takes longer than to read them, and nearly all are as they were.
    """
    from .packed import pack

    stays = kept[:1]
    rest = {path: text for path, (text, _) in files.items() if not stays or stays[0].texts.get(path) != text}
    if len(rest) > max(1, len(files) // 4):
        stays, rest = [], {path: text for path, (text, _) in files.items()}
    segments = [*stays, _Segment(rest, pack({path: files[path][1] for path in rest}))]
    head = plain.pack([(len(one.data), list(one.texts.items())) for one in segments])
    return b"".join((len(head).to_bytes(4, "little"), head, *(one.data for one in segments)))


def _segments(entry: memoryview | None) -> list[_Segment]:
    """What is in an entry; nothing if it is no such entry."""
    if entry is None:
        return []
    begin = 4 + int.from_bytes(entry[:4], "little")
    found = []
    try:
        for size, texts in plain.unpack(list[tuple[int, list[tuple[str, str]]]], entry[4:begin]):
            found.append(_Segment(dict(texts), entry[begin : begin + size]))
            begin += size
    except ValueError:
        disk.tell_damage()
        return []
    return found
