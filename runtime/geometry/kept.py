"""What was found out about lines over outlines, kept on disk: what nobody changed is not searched again.

Only relations that never change are kept. A table is found by what it was made of: the board, the relation,
whatever its conditions may read, and the code that searches. The folder may vanish, be read-only or hold
nonsense at any time: that means only that the lines are searched once more.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from tilewright.host.files import write_whole

from .blocks import Json

ENTRIES = 100
SUFFIX = ".lines.json"

Best = dict[tuple[int, int], tuple[int, ...] | None]
"""The spaces that the best line of a pair crosses; None where none is open."""


def folder() -> Path:
    """Where tables are kept: the user's cache folder, or what TILEWRIGHT_CACHE names."""
    chosen = os.environ.get("TILEWRIGHT_CACHE")
    if chosen:
        return Path(chosen) / "lines"
    from platformdirs import user_cache_path

    return user_cache_path("tilewright", appauthor=False) / "lines"


def key(program: Mapping[str, Json], relation: str) -> str:
    """The name under which the table of a relation is kept. Titles, texts and looks make no difference."""
    board = program["board"]
    fixtures = len(board["spaces"]) + len(board.get("links", ()))
    kinds = {
        name: [kind.get("parent"), kind["range"], kind.get("properties")]
        for name, kind in program.get("kinds", {}).items()
    }
    values = [
        [entity.get("kind"), entity.get("values")] for entity in program.get("entities", ())[:fixtures]
    ]
    parts_read = ("defines", "modifiers", "relations", "settings", "words", "game_properties")
    rest = [program.get(part) for part in parts_read]
    parts = [board, relation, kinds, values, rest]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(_code() + text.encode()).hexdigest()


def load(name: str, spaces: int) -> Best | None:
    """The table kept under a name; None if there is none, or what is there is no table of so many spaces."""
    path = folder() / (name + SUFFIX)
    try:
        found = json.loads(path.read_bytes())
        table: Best = {
            (a, b): None if crossed is None else tuple(crossed) for a, b, crossed in found["best"]
        }
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None
    numbers = {one for (a, b), crossed in table.items() for one in (a, b, *(crossed or ()))}
    if any(one.__class__ is not int or not 0 <= one < spaces for one in numbers):
        return None
    with suppress(OSError):
        os.utime(path)  # what is used stays longest
    return table


def store(name: str, table: Best) -> None:
    """Keep a table. It appears under its name whole or not at all."""
    text = json.dumps({"best": [[*pair, crossed] for pair, crossed in table.items()]}, separators=(",", ":"))
    with suppress(OSError):
        home = folder()
        home.mkdir(parents=True, exist_ok=True)
        write_whole(home / (name + SUFFIX), text.encode())
        newest = sorted(home.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for path_left in newest[ENTRIES:]:
            path_left.unlink(missing_ok=True)


@cache
def _code() -> bytes:
    """What searches: tables that other code made are none of its."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()
