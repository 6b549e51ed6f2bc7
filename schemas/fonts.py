"""TrueType and OpenType fonts of strangers: what the table of their parts says."""

from __future__ import annotations

import struct
from typing import BinaryIO

from .art import BadArt

_MAGIC = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_NEEDED = frozenset((b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name"))
_OUTLINES = frozenset((b"glyf", b"CFF "))
_ENTRY = struct.Struct(">4sIII")
_MOST_PARTS = 64


def hold(file: BinaryIO, size: int) -> None:
    """Raise BadArt unless a file has the parts of a font, each where it says."""
    head = file.read(12)
    if len(head) < 12 or head[:4] not in _MAGIC:
        raise BadArt("it is no TrueType or OpenType font")
    (count,) = struct.unpack_from(">H", head, 4)
    table = file.read(_ENTRY.size * count) if count <= _MOST_PARTS else b""
    if not table or len(table) < _ENTRY.size * count:
        raise BadArt("the list of its parts is damaged")
    parts = list(_ENTRY.iter_unpack(table))
    if any(start + length > size for _, _, start, length in parts):
        raise BadArt("it is cut short: some of its parts lie behind its end")
    names = {name for name, *_ in parts}
    if not names >= _NEEDED or not names & _OUTLINES:
        raise BadArt("it lacks parts that every font has")
