"""OGG Vorbis sounds of strangers: what the first and the last page of one say of it."""

from __future__ import annotations

import struct
from typing import BinaryIO

from .art import BadArt, TooMuch

MOST_SECONDS = 30

_PAGE = struct.Struct("<4sBBqIIIB")
_VORBIS = struct.Struct("<IBI")
_FIRST = 2  # the flag of a page with which a sound begins
_LONGEST_PAGE = 65_307


def seconds(file: BinaryIO, size: int) -> float:
    """How long a sound is, as it says. Raises BadArt for one that is none, or too long."""
    head = file.read(_PAGE.size + 1 + 7 + _VORBIS.size)
    if len(head) < _PAGE.size + 8 + _VORBIS.size:
        raise BadArt("it is no OGG Vorbis sound: it is too short")
    magic, version, flags, *_, segments = _PAGE.unpack_from(head)
    packet = head[_PAGE.size + 1 :]
    if (magic, version, segments) != (b"OggS", 0, 1) or not flags & _FIRST or packet[:7] != b"\x01vorbis":
        raise BadArt("it is no OGG Vorbis sound")
    told, channels, rate = _VORBIS.unpack_from(packet, 7)
    if told or not 1 <= channels <= 2 or not 8_000 <= rate <= 48_000:
        raise BadArt("it has more than two channels, or not 8,000 to 48,000 values a second")
    file.seek(max(0, size - _LONGEST_PAGE))
    end = file.read(_LONGEST_PAGE)
    last = end.rfind(b"OggS")
    if last < 0 or len(end) - last < _PAGE.size:
        raise BadArt("it is cut short")
    length = float(_PAGE.unpack_from(end, last)[3] / rate)
    if length > MOST_SECONDS:
        raise TooMuch(f"it is {length:,.0f} seconds long, and may be {MOST_SECONDS}")
    if length <= 0:
        raise BadArt("it is silent")
    return length
