"""Mutations of documents: something is left out, doubled, of another type, nested, huge, at any path.

An edit is plain data: the way to a value (keys, or numbers that are taken modulo the length), what happens
there, and a value. So an input names a document by how it is made and lists its edits; it stays small, and
goes on to mean something when what is kept in documents changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from support.mutating import SCALARS

Edit = list[Any]  # [path, how, value]

HUGE = 2**63
_VALUES: tuple[Any, ...] = (
    *SCALARS,
    1.5,
    1e308,
    HUGE - 1,
    HUGE,
    -HUGE,
    -HUGE - 1,
    10**40,
    "",
    "x",
    "0",
    "none",
    "table",
    "given",
    "player.1",
    "\0",
    "\x1b[2J",
    "\ud800",
    "../../etc/passwd",
    "/proc/self/mem",
    "n" * 5_000,
    [],
    {},
    [[]],
    [0],
    ["x"],
    {"x": 0},
    {"op": "number"},
    [None],
    "tilewright/save/2",
)
_HOWS = ("drop", "double", "type", "type", "type", "swap", "nest", "add", "reverse", "near", "near")
DEEP = (1, 2, 13, 40, 400)


def edits(chance: Random, document: Any, times: int) -> list[Edit]:
    """So many edits to a document, anywhere in it."""
    return [_edit(chance, document) for _ in range(times)]


def _edit(chance: Random, document: Any) -> Edit:
    path: list[Any] = []
    value = document
    while isinstance(value, dict | list) and value and (not path or chance.random() < 0.85):
        if isinstance(value, dict):
            key = chance.choice(list(value))
        else:
            key = chance.randrange(len(value))
        path.append(key)
        value = value[key]
    how = chance.choice(_HOWS)
    if how == "nest":
        return [path, how, chance.choice(DEEP)]
    if how == "near":
        if isinstance(value, int) and not isinstance(value, bool):
            return [path, "type", value + chance.choice((-2, -1, 1, 2, 10, 0.0))]
        return [path, "type", chance.choice(list(_strings(document)) or ["x"])]
    return [path, how, deepcopy(chance.choice(_VALUES))]


def edited(document: Any, made: list[Edit]) -> Any:
    """A copy of a document with these edits; one that fits nowhere does nothing."""
    whole = [deepcopy(document)]
    for path, how, value in made:
        within: Any = whole
        way = [0, *path]
        for key in way[:-1]:
            within = _step(within, key)
        _change(within, way[-1], how, deepcopy(value))
    return whole[0] if whole else None


def _step(within: Any, key: Any) -> Any:
    if isinstance(within, dict):
        return within.get(key)
    if isinstance(within, list) and within and isinstance(key, int):
        return within[key % len(within)]
    return None


def _change(within: Any, key: Any, how: str, value: Any) -> None:
    if isinstance(within, list) and isinstance(key, int) and within:
        key %= len(within)
    elif not (isinstance(within, dict) and key in within):
        return
    old = within[key]
    match how:
        case "drop":
            del within[key]
        case "double":  # the same object: a copy of what is nested deeply has no room on the stack
            if isinstance(within, list):
                within.insert(key, old)
            else:
                within[f"{key}_"] = old
        case "swap":
            other = next(iter(within)) if isinstance(within, dict) else 0
            within[key], within[other] = within[other], old
        case "nest":
            for _ in range(value):
                old = [old] if not isinstance(old, dict) else {**old, "below": old}
            within[key] = old
        case "add" if isinstance(old, list):
            old.append(value)
        case "add" if isinstance(old, dict):
            old["more"] = value
        case "reverse" if isinstance(old, list):
            old.reverse()
        case _:
            within[key] = value


def _strings(document: Any) -> Iterator[str]:
    """Some of the texts of a document, so that one may stand where another belongs."""
    todo = [document]
    found = 0
    while todo and found < 60:
        value = todo.pop()
        if isinstance(value, str):
            found += 1
            yield value
        elif isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list):
            todo += value[:40]


def damaged(data: bytes, made: list[Edit]) -> bytes:
    """Bytes with damage: `[share of the length, how, value]`."""
    for share, how, value in made:
        at = int(share * len(data))
        match how:
            case "flip":
                data = data[:at] + bytes(one ^ 1 << value % 8 for one in data[at : at + 1]) + data[at + 1 :]
            case "cut":
                data = data[:at]
            case "behead":
                data = data[at:]
            case "zero":
                data = data[:at] + bytes(value) + data[at + value :]
            case "insert":
                data = data[:at] + bytes([value % 256]) + data[at:]
            case "double":
                data = data + data[at:]
            case "drop":
                data = data[:at] + data[at + value :]
            case "deep":
                data = data[:at] + b"[" * (2_000 * value) + data[at:]
    return data


def damage(chance: Random, times: int = 1) -> list[Edit]:
    """Damage to bytes."""
    hows = ("flip", "flip", "flip", "flip", "cut", "behead", "zero", "insert", "double", "drop", "deep")
    return [[round(chance.random(), 6), chance.choice(hows), chance.randint(1, 64)] for _ in range(times)]
