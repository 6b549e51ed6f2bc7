"""Zips as hostile as one likes: each record of the format is written by hand, and may lie."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.dsl.packages.archive import FORMAT, RECORD
from tilewright.dsl.packages.signatures import digest

MANIFEST = 'id: storm\ntitle: Storm\nversion: 1.0.0\nengine: ">=0.1"\nlicence: MIT\n'
GAME = 'system storm:\n  players: 1\n\nto play:\n  say "Hello"\n  lose\n'
FILES: Mapping[str, bytes] = {
    "package.yaml": MANIFEST.encode(),
    "storm.wright": GAME.encode(),
    "texts/cs.yaml": b'game/title: ""\n',
    "README.md": b"# Storm\n",
}
REGULAR = 0o100644 << 16
LINK = 0o120777 << 16


@dataclass(frozen=True)
class Entry:
    """A file in a zip, and what is said of it. What is None is as it should be."""

    name: str
    data: bytes = b""
    local_name: str | None = None
    mode: int = REGULAR
    flags: int = 0
    method: int = 0
    size: int | None = None
    offset: int | None = None
    crc: int | None = None
    extra: bytes = b""
    time: int = 0x210000


def record(files: Mapping[str, bytes], /, **other: object) -> bytes:
    """PACKED.json for these files, with other entries than right ones."""
    hashes = {name: digest(data) for name, data in sorted(files.items())}
    document = {"format": FORMAT, "engine": "0.1.0", "stories": 0, "files": hashes, **other}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def entries(files: Mapping[str, bytes], /, **other: object) -> list[Entry]:
    """What a packed file has in it for these files."""
    return [Entry(RECORD, record(files, **other)), *(Entry(name, files[name]) for name in sorted(files))]


def zipped(
    found: Sequence[Entry],
    *,
    before: bytes = b"",
    between: bytes = b"",
    comment: bytes = b"",
    after: bytes = b"",
    count: int | None = None,
) -> bytes:
    """The bytes of a zip."""
    out, table = bytearray(before), bytearray()
    for one in found:
        at = len(out) if one.offset is None else one.offset
        name = one.name.encode("utf-8", "surrogatepass")
        local = name if one.local_name is None else one.local_name.encode("utf-8", "surrogatepass")
        data = one.data
        if one.method == 8:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            data = packer.compress(one.data) + packer.flush()
        size = len(one.data) if one.size is None else one.size
        crc = zlib.crc32(one.data) if one.crc is None else one.crc
        flags = one.flags | (0 if name.isascii() else 0x800)
        head = (20, flags, one.method, one.time, crc, len(data), size)
        out += struct.pack("<4sHHHLLLLHH", b"PK\3\4", *head, len(local), len(one.extra)) + local
        out += one.extra + data + between
        table += struct.pack(
            "<4sBBHHHLLLLHHHHHLL", b"PK\1\2", 20, 3, *head, len(name), 0, 0, 0, 0, one.mode, at
        )
        table += name
    number = len(found) if count is None else count
    end = struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, number, number, len(table), len(out), len(comment))
    return bytes(out + table + end + comment + after)
