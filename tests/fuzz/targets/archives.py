"""Packed packages as a stranger may make them: zips of every sort of lie, right ones with some bytes changed.

One is refused with a sentence, or is what `pack` writes. Whatever it is, nothing is written but, of a right
one, its files below its hash in the store.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from support.archives import FILES, LINK, MANIFEST, Entry, entries, record, zipped
from tilewright.dsl.packages import store
from tilewright.dsl.packages.archive import BadArchive, Packed, pack, signed, unpack
from tilewright.host.text import printable

from ..commands import run
from ..target import Different, Input, Target, fewer_in, same, weighted

_NAMES = tuple(
    (
        "../storm.wright|../../outside/file|/outside/file|//outside/file|\\outside\\file|C:\\file.wright|"
        "texts/../../outside/file|./storm.wright|storm.wright/|cards//a.wright|Storm.wright|STORM.WRIGHT|"
        "storm.wright/a.wright|con.wright|aux/a.wright|nul|COM1.wright|a.wright.|a .wright |a:b.wright|"
        "caf\u00e9.wright|cafe\u0301.wright|\ufb01.wright|fi.wright|stra\u00dfe.wright|STRASSE.wright|"
        "\u202ethgirw.wright|a\x1b[31m.wright|a\n.wright|a\0.wright|.hidden.wright|__init__.wright|"
        "run.py|a.so|more.zip|more.tilewright|PACKED.json|SIGNATURE.json|package.yaml|texts/de.yaml|"
        "texts/a/de.yaml|LICENSE|README.md||/|.|..|\ud800.wright|cards/a.wright|Cards/a.wright|"
        + "a" * 300
        + ".wright|"
        + "a/" * 120
        + "a.wright"
    ).split("|")
)
_DATA = ("", "content for storm\n", "\0" * 2_000, MANIFEST, MANIFEST.replace("storm", "rain"), "id: [", "{}")
_FIELDS: dict[str, tuple[Any, ...]] = {
    "mode": (LINK, 0o040755 << 16, 0o010644 << 16, 0o104755 << 16, 0, 0xFFFFFFFF),
    "flags": (1, 8, 0x41, 0x800, 0xFFFF),
    "method": (8, 12, 14, 99),
    "size": (0, 1, 2**31, 2**32 - 1),
    "offset": (0, 1, 30, 10**6, 2**32 - 1),
    "crc": (0, 1),
    "time": (0, 0xFFFFFFFF),
    "local_name": _NAMES,
    "extra": ("UT\5\0\1\0\0\0\0", "\1\0\x10\0" + "\0" * 16, "\0" * 40),
}
_AROUND: dict[str, tuple[Any, ...]] = {
    "before": ("#!/bin/sh\n", "PK\3\4", "\0"),
    "between": ("\0", "storm"),
    "comment": ("hello", "PK\5\6" + "\0" * 18, "x" * 300),
    "after": ("\0", "PK\5\6" + "\0" * 18),
    "count": (0, 1, 3, 600, 5_000, 65_535),
}
_RECORDS = ("right", "right", "right", "stale", "none", "odd", "empty")
_ODD: tuple[dict[str, Any], ...] = (
    {"stories": -1},
    {"stories": "many"},
    {"format": "tilewright/packed/2"},
    {"engine": 3},
    {"more": {}},
    {"files": []},
    {"files": {"../x": "0"}},
    {"files": {"a": "0" * 64}},
    {"stories": 10**30},
)


class Archives(Target):
    name = "archives"
    share = 1.5
    memory = 300

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        return weighted(chance, [(6, lambda: _lie(chance)), (4, lambda: _damage(chance))])

    def judge(self, data: Input) -> None:
        archive = _bytes(data)
        with TemporaryDirectory(prefix="tilewright-fuzz-") as folder:
            home = Path(folder)
            file = home / "here" / "x.tilewright"
            for path in (file, home / "outside" / "file"):
                path.parent.mkdir()
                path.write_bytes(b"")
            file.write_bytes(archive)
            with _at(home / "here", home / "data"):
                packed = _installed(file, data["command"])
            wanted = {"here/x.tilewright", "outside/file"}
            if packed is not None:
                below = f"data/packages/unpacked/{packed.digest}"
                wanted |= {f"{below}/{name}" for name in ("PACKED.json", *packed.files)}
                wanted |= _documents(packed) if data["command"] != "check" else set()
            same(_listed(home), wanted, "what is on the disk")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "entries", "bytes", "lies")


def _installed(file: Path, command: str) -> Packed | None:
    """Install a file, or have it checked; what was in it, or None if it was refused."""
    try:
        packed = unpack(file.read_bytes())
    except BadArchive as error:
        packed = None
        if not error.why or (printable(error.why) != error.why and "\n" not in error.why):
            raise Different(f"a sentence that is none: {error.why!r}") from None
    if command == "api":
        try:
            store.install(store.read_packed(file), "here")
        except BadArchive:
            if packed is not None:
                raise
        return packed
    said = run(*(["install", file.name] if command == "install" else ["check", file.name]))
    if packed is None and "refused" not in said:
        raise Different(f"is not refused: {said[:300]!r}")
    return packed


def _documents(packed: Packed) -> set[str]:
    one = packed.manifest
    found = {f"data/packages/installed/{one.id}@{one.version}.json"}
    return found | ({f"data/packages/keys/{one.id}"} if packed.key else set())


class _at:
    """In another folder, with another store."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.data = folder, data

    def __enter__(self) -> None:
        self.before = os.getcwd(), os.environ.get("TILEWRIGHT_DATA")
        os.chdir(self.folder)
        os.environ["TILEWRIGHT_DATA"] = str(self.data)

    def __exit__(self, *_: object) -> None:
        os.chdir(self.before[0])
        os.environ.pop("TILEWRIGHT_DATA")
        if self.before[1] is not None:
            os.environ["TILEWRIGHT_DATA"] = self.before[1]


def _listed(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


# ------------------------------------------------------------------ what is made


def _lie(chance: Random) -> Input:
    """A zip written by hand, whose records lie."""
    added = [
        {"name": chance.choice(_NAMES), "data": chance.choice(_DATA)}
        for _ in range(chance.choice((0, 1, 1, 2, 5)))
    ]
    lies = []
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        field = chance.choice(list(_FIELDS))
        lies.append([chance.randrange(8), field, chance.choice(_FIELDS[field])])
    around = {}
    if chance.random() < 0.2:
        field = chance.choice(list(_AROUND))
        around[field] = chance.choice(_AROUND[field])
    return {
        "entries": added,
        "many": chance.choice((0,) * 20 + (598, 3_000)),
        "lies": lies,
        "around": around,
        "record": chance.choice(_RECORDS),
        "odd": chance.choice(_ODD),
        "bytes": [],
        "command": _command(chance),
    }


def _damage(chance: Random) -> Input:
    """A right one, some of whose bytes are changed."""
    changes = []
    for _ in range(chance.choice((1, 1, 2, 5))):
        sort = chance.choice(("bit", "byte", "cut", "drop", "double", "put"))
        changes.append([sort, chance.random(), chance.randrange(256), chance.choice((1, 4, 30, 300))])
    return {"signed": chance.random() < 0.5, "bytes": changes, "command": _command(chance)}


def _command(chance: Random) -> str:
    return chance.choices(("api", "install", "check"), (8, 1, 1))[0]


def _bytes(data: Input) -> bytes:
    """The archive that an input describes."""
    if "entries" not in data:
        right = pack(FILES, 3, "0.1.0")
        return _damaged((signed(right, bytes(32)) if data["signed"] else right).data, data["bytes"])
    files = dict(FILES)
    found = entries(files)[1:]
    more = [Entry(one["name"], one["data"].encode("utf-8", "replace")) for one in data["entries"]]
    more += [Entry(f"many/{number}.wright") for number in range(data["many"])]
    found += more
    files |= {one.name: one.data for one in more if one.name != "PACKED.json"}
    match data["record"]:
        case "right":
            head = [Entry("PACKED.json", record(_encodable(files)))]
            found.sort(key=lambda one: one.name)
        case "stale":
            head = [Entry("PACKED.json", record(FILES))]
        case "odd":
            head = [Entry("PACKED.json", record(FILES, **data["odd"]))]
        case "empty":
            head = [Entry("PACKED.json", b"")]
        case _:
            head = []
    found = head + found
    for number, field, value in data["lies"]:
        at = number % len(found)
        given = value.encode("latin-1", "replace") if field == "extra" else value
        found[at] = Entry(**{**vars(found[at]), field: given})
    around: dict[str, Any] = {
        key: value if isinstance(value, int) else value.encode("latin-1")
        for key, value in data["around"].items()
    }
    return _damaged(zipped(found, **around), data["bytes"])


def _encodable(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name.encode("utf-8", "replace").decode(): data for name, data in files.items()}


def _damaged(archive: bytes, changes: Sequence[Sequence[Any]]) -> bytes:
    data = bytearray(archive)
    for sort, where, value, size in changes:
        at = int(where * len(data))
        match sort:
            case "bit" if data:
                data[at] ^= 1 << value % 8
            case "byte" if data:
                data[at] = value
            case "cut":
                del data[at:]
            case "drop":
                del data[at : at + size]
            case "double":
                data[at:at] = data[at : at + size]
            case "put":
                data[at:at] = bytes([value]) * size
    return bytes(data)
