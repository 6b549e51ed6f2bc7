"""What was found out about lines of sight, kept: what nobody changed is not searched again.

Of relations over outlines that never change the best line of every pair is kept. Of lines over squares it is
what each pair needs to be clear, as far as anybody asked. A table is found by what it was made of: the board,
the relation, whatever its conditions may read, and the code that searches. Where and how, `host/cache.py`
knows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from tilewright.host import cache

from .blocks import Json

T = TypeVar("T")

SORT = "lines"
MASKS = "masks"

Best = dict[tuple[int, int], tuple[int, ...] | None]
"""The spaces that the best line of a pair crosses; None where none is open."""

MaskTable = dict[tuple[int, int], tuple[int, ...]]
"""The alternatives of a pair, each the bits of what must be clear."""


def key(program: Mapping[str, Json], relation: str) -> str:
    """The name under which the table of a relation is kept. Titles, texts and looks make no difference."""
    board = program["board"]
    fixtures = len(board["spaces"]) + len(board.get("links", ()))
    kinds = {
        name: [kind.get("parent"), kind["range"], kind.get("properties")]
        for name, kind in program.get("kinds", {}).items()
    }
    values = [[entity.get("kind"), entity.get("values")] for entity in program.get("entities", ())[:fixtures]]
    parts_read = ("defines", "modifiers", "relations", "settings", "words", "game_properties")
    rest = [program.get(part) for part in parts_read]
    parts = [board, relation, kinds, values, rest]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), default=str)
    return cache.key(cache.code(str(Path(__file__).parent)), text)


def load(name: str, spaces: int) -> Best | None:
    """The table kept under a name; None if there is none, or what is there is no table of so many spaces."""
    return _loaded(SORT, name, lambda found: _table(found, spaces))


def store(name: str, table: Best) -> None:
    """Keep a table."""
    text = json.dumps([[*pair, crossed] for pair, crossed in table.items()], separators=(",", ":"))
    cache.store(SORT, name, text.encode())


def load_masks(name: str, spaces: int, bits: int) -> MaskTable | None:
    """The masks kept under a name; None if there are none, or what is there is none of so many bits."""
    return _loaded(MASKS, name, lambda found: _masks(found, spaces, bits))


def store_masks(name: str, masks: MaskTable) -> None:
    """Keep masks. Their bits are written as hexadecimal digits: the limit that Python sets to decimal ones
    is soon reached on a large board.
    """
    table = [[*pair, [f"{mask:x}" for mask in alternatives]] for pair, alternatives in masks.items()]
    cache.store(MASKS, name, json.dumps(table, separators=(",", ":")).encode())


def _loaded(sort: str, name: str, read: Callable[[Json], T]) -> T | None:
    data = cache.load(sort, name)
    if data is None:
        return None
    try:
        return read(json.loads(bytes(data)))
    except (ValueError, RecursionError, TypeError):
        cache.tell_damage()
        return None


def _masks(found: Json, spaces: int, bits: int) -> MaskTable:
    """Raises ValueError or TypeError unless these are masks of so many bits for pairs of so many spaces."""
    if found.__class__ is not list:
        raise ValueError("no table")
    table: MaskTable = {}
    for a, b, alternatives in found:
        if a.__class__ is not int or b.__class__ is not int or not (0 <= a < spaces and 0 <= b < spaces):
            raise ValueError("no space")
        if alternatives.__class__ is not list:
            raise ValueError("no alternatives")
        masks = tuple(int(mask, 16) for mask in alternatives)
        if masks and (min(masks) < 0 or max(masks) >> bits):
            raise ValueError("no mask")
        table[a, b] = masks
    return table


def _table(found: Json, spaces: int) -> Best:
    """Raises ValueError or TypeError unless it is a table of so many spaces."""
    if found.__class__ is not list:
        raise ValueError("no table")
    table: Best = {}
    for a, b, crossed in found:
        line = () if crossed is None else crossed
        if line.__class__ not in (list, tuple):
            raise ValueError("no line")
        for one in (a, b, *line):
            if one.__class__ is not int or not 0 <= one < spaces:
                raise ValueError("no space")
        table[a, b] = None if crossed is None else tuple(crossed)
    return table
