"""Documents that anybody might send: a sound one, changed at every place in every way; what may come of it.

for document in mutants(sound, random.Random(1)):
    try:
        read(document)
    except REFUSALS:
        pass
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import click

from tilewright.runtime.game import NotOffered
from tilewright.runtime.history.save import checksum
from tilewright.schemas.reading import BadDocument

REFUSALS = (BadDocument, NotOffered)
"""What reading such a document may raise; a command may also end with one of `SAID`."""

SAID = (click.ClickException, click.exceptions.Exit)

Way = tuple[Any, ...]

SCALARS = (None, True, False, 0, 1, -1, 2, 3.0, -0.0)
"""Plain values that may stand where another one belongs: some are equal in Python and not in a document."""

ODD: tuple[Any, ...] = (
    *SCALARS,
    1.0,
    1e3,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    2**31,
    2**63,
    -(2**63),
    2**64 - 1,
    2**64,
    10**30,
    10**4000,
    "",
    "x",
    "none",
    "box",
    "rest",
    "given",
    "move",
    "set",
    "draw",
    "flip",
    "shuffle",
    "table",
    "chance",
    "player.1",
    "player.9",
    "3.0",
    "\ud800",
    "a\0b",
    "\x1b[2J",
    "../../x",
    "/dev/zero",
    "/proc/self/mem",
    "y" * 5_000,
    "٣",
    [],
    [[]],
    [1, 2],
    [True],
    ["x"],
    ["x"] * 300,
    {},
    {"x": 1},
    {"op": "x"},
    {"": None},
)


def mutants(document: Any, chance: random.Random, share: float = 1.0) -> Iterator[Any]:
    """The document with one change: at every place (or that share of them) one in each of the ways below.

    Where a save is changed its checksum is made right again, so that the change is read. The document itself
    stays as it is.
    """
    for way in list(ways(document)):
        for change in CHANGES:
            if chance.random() < share:
                found = change(copy.deepcopy(document), way, chance)
                yield forged(found)


def ways(tree: Any, way: Way = ()) -> Iterator[Way]:
    """The way to every value in a document, the inner ones too."""
    for key in tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield (*way, key)
        yield from ways(tree[key], (*way, key))


def forged(document: Any) -> Any:
    """The same, with a checksum that is right, where there can be one."""
    snapshot = document.get("snapshot") if isinstance(document, dict) else None
    if isinstance(snapshot, dict):
        with suppress(ValueError, TypeError, RecursionError):  # that it cannot be counted, its reader says
            snapshot["checksum"] = checksum(document)
    return document


# ------------------------------------------------------------------ ways to change one value


def another(document: Any, way: Way, chance: random.Random) -> Any:
    """Something odd in the place of a value."""
    within, key = _within(document, way)
    within[key] = copy.deepcopy(chance.choice(ODD))
    return document


def nudged(document: Any, way: Way, chance: random.Random) -> Any:
    """The same, but for a little: the next number, a letter more, a list turned round."""
    within, key = _within(document, way)
    match within[key]:
        case bool() as value:
            within[key] = int(value)
        case int() as value:
            others = (float(value), value + 1, value - 1, -value, str(value), value * 2**40)
            within[key] = chance.choice(others)
        case str() as value:
            within[key] = chance.choice((value + "x", value[:-1], value.upper(), value * 400, [value]))
        case list() as value:
            within[key] = value[::-1]
        case dict() as value:
            within[key] = list(value.items())
        case _:
            within[key] = 0
    return document


def dropped(document: Any, way: Way, chance: random.Random) -> Any:
    """Without a value."""
    within, key = _within(document, way)
    del within[key]
    return document


def doubled(document: Any, way: Way, chance: random.Random) -> Any:
    """A value twice, in a list; in a table under another name as well."""
    within, key = _within(document, way)
    if isinstance(within, list):
        within.insert(key, copy.deepcopy(within[key]))
    else:
        within[chance.choice((key + "_", "below", "x"))] = copy.deepcopy(within[key])
    return document


def swapped(document: Any, way: Way, chance: random.Random) -> Any:
    """A value and another one of the document, each in the other's place."""
    other = chance.choice(list(ways(document)))
    if other[: len(way)] == way or way[: len(other)] == other:
        return document
    (one, here), (two, there) = _within(document, way), _within(document, other)
    one[here], two[there] = two[there], one[here]
    return document


def nested(document: Any, way: Way, chance: random.Random) -> Any:
    """A value within lists or tables, one or very many."""
    within, key = _within(document, way)
    for _ in range(chance.choice((1, 1, 2, 30, 400, 5_000))):
        name = key if isinstance(key, str) else "below"
        within[key] = {name: within[key]} if chance.random() < 0.5 else [within[key]]
    return document


CHANGES = (another, another, nudged, dropped, doubled, swapped, nested)


def _within(document: Any, way: Way) -> tuple[Any, Any]:
    for key in way[:-1]:
        document = document[key]
    return document, way[-1]


def written(document: Any) -> bytes:
    """A document as bytes: half characters, endless numbers and deep nesting too."""
    try:
        return json.dumps(document).encode()
    except (RecursionError, ValueError):
        return b"[" * 2_000
