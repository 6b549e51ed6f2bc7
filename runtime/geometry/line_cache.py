"""What was found out about lines over outlines, kept: what nobody changed is not searched again.

Only relations that never change are kept. A table is found by what it was made of: the board, the relation,
whatever its conditions may read, and the code that searches. Where and how, `host/cache.py` knows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tilewright.host import cache

from .blocks import Json

SORT = "lines"

Best = dict[tuple[int, int], tuple[int, ...] | None]
"""The spaces that the best line of a pair crosses; None where none is open."""


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
    data = cache.load(SORT, name)
    if data is None:
        return None
    try:
        return _table(json.loads(bytes(data)), spaces)
    except (ValueError, RecursionError, TypeError):
        cache.tell_damage()
        return None


def store(name: str, table: Best) -> None:
    """Keep a table."""
    text = json.dumps([[*pair, crossed] for pair, crossed in table.items()], separators=(",", ":"))
    cache.store(SORT, name, text.encode())


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
