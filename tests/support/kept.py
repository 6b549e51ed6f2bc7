"""Entries of the cache to be spoilt: one user for every sort of them, and what may happen to their files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from PIL import Image

from support import kept_lines
from tilewright.dsl import program_cache, still_right
from tilewright.dsl.model import Model
from tilewright.dsl.packages.manifest import Manifest, read_manifest
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.reading import parse, parse_cache
from tilewright.dsl.source import Source
from tilewright.host import cache
from tilewright.viewer import figures
from tilewright.viewer.making import cache as pictures
from tilewright.viewer.modelling.sculpt import COARSE
from tilewright.viewer.scene.looks import PieceLook

from .cases import in_memory
from .scenarios import program as compiled


class Kept(NamedTuple):
    """A sort of entries: `find` gives what is kept, or what is made anew where that is of no use.

    `make_anew` has been called as often as something was made. `same` tells whether two of its values are
    equal.
    """

    sort: str
    find: Callable[[], Any]
    same: Callable[[Any, Any], bool] = lambda a, b: a == b


def damaged(entry: bytes, chance: random.Random) -> bytes:
    """The file of an entry with a mishap: bits turned, its end missing, or something else in its place."""
    match chance.randrange(8):
        case 0:
            return entry[: chance.randrange(len(entry))]
        case 1:
            return entry + chance.randbytes(chance.randrange(1, 20))
        case 2:
            return chance.randbytes(chance.randrange(200))
        case 3:
            at, length = chance.randrange(len(entry)), chance.randrange(1, 64)
            hole = bytes(len(entry[at : at + length]))
            changed = entry[:at] + hole + entry[at + length :]
        case _:
            spoilt = bytearray(entry)
            for _ in range(chance.choice((1, 1, 1, 2, 8))):
                reach = min(len(spoilt), chance.choice((100, 10**9)))  # the head is hit more often
                spoilt[chance.randrange(reach)] ^= 1 << chance.randrange(8)
            changed = bytes(spoilt)
    return changed if changed != entry else entry[:-1]


def forged(name: str, entry: bytes, chance: random.Random) -> bytes:
    """An entry with a right checksum and wrong contents: what only somebody who means it can make."""
    data = bytes(cache._opened(name, entry) or b"")
    begin = data.find(b"[") if data[:1] not in (b"{", b"[") else 0
    changed = _retold(data, begin, chance) if 0 <= begin < 12 and chance.random() < 0.7 else None
    return cache.entry(name, changed if changed is not None else damaged(data or b"\0", chance))


def _retold(data: bytes, begin: int, chance: random.Random) -> bytes | None:
    """The JSON in an entry with something else in one place; what follows it stays."""
    try:
        document, end = json.JSONDecoder().raw_decode(data[begin:].decode("latin-1"))
    except ValueError:
        return None
    inner: Any = document
    places: list[tuple[Any, Any]] = []
    while isinstance(inner, (dict, list)) and inner and (not places or chance.random() < 0.8):
        at = chance.choice(list(inner)) if isinstance(inner, dict) else chance.randrange(len(inner))
        places.append((inner, at))
        inner = inner[at]
    if not places:
        return None
    where, at = places[-1]
    where[at] = chance.choice(WRONG)
    text = json.dumps(document, separators=(",", ":")).encode()
    head = len(text).to_bytes(4, "little") if begin == 4 else data[:begin]
    return head + text + data[begin + end :]


WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**9,
    10**40,
    3.5,
    "",
    "__import__('os').abort()",
    "x" * 300,
    "\ud800",
    [],
    [[]],
    {},
    {"op": "number", "value": "__import__('os').abort()"},
    [0] * 5,
)


def sorts(stack: ExitStack) -> list[Kept]:
    """One user for every sort of entry, each with something kept. What is made anew is the same again."""
    stack.enter_context(patch.object(parse_cache, "RECENT", 0))
    stack.enter_context(patch.object(parse_cache, "_recent", {}))
    lines = [Kept("lines", kept_lines.best), Kept("masks", kept_lines.masks)]
    found = [*_of_sources(stack), _right(stack), _program(), *lines, *_of_the_table(stack)]
    for file in cache.folder().glob("*.kept"):  # what was kept on the way
        file.unlink()
    return found


def _of_sources(stack: ExitStack) -> Iterator[Kept]:
    text = "id: a\ntitle: [b]\nuses: [{id: std, version: '>=0.1'}]\n"
    manifest = read_manifest(text, "a/package.yaml", "a")
    sort = tuple[Manifest, list[Diagnostic]]
    yield Kept("manifest", partial(parse_cache.kept, "manifest", sort, ("",), lambda: manifest))

    card = 'card c{0} "Card {0}":\n  cost: {0}\n  text: "Gain {{cost + 1}}."\n\n'
    cards = "".join(map(card.format, range(200)))
    wrong = 'card c1 card:\n  cost: 3\n\nto play:\n  if count(cards where cost > 3) > 1:\n    win "Done."\n'
    sources = (Source("case/a.wright", f"content for case\n\n{cards}"), Source("case/b.wright", wrong))
    read = {source.path: parse.read_file(source, {}) for source in sources}
    yield Kept("nodes", lambda: list(parse_cache.read(sources, lambda source, _: read[source.path])))


def _right(stack: ExitStack) -> Kept:
    stack.enter_context(patch.object(still_right, "WORTH_KEEPING", 0))
    package = in_memory((Source("case/a.wright", "system case\n\nto play:\n  win\n"),))

    def find() -> Any:
        found = still_right.StillRight((), Model(), package)
        looked_at = found.rules(("A-1",))
        if looked_at not in found:
            found.add(looked_at)
        found.keep()
        return looked_at

    return Kept("right", find)


def _program() -> Kept:
    program = json.loads(json.dumps(compiled("learn/1_first_card")))

    def find() -> Any:
        found = program_cache.load("0")
        if found is None:
            program_cache.store("0", program)
        return found or program

    return Kept("program", find)


def _of_the_table(stack: ExitStack) -> Iterator[Kept]:
    look = PieceLook("pawn", (0.2, 0.3, 0.4), (0.5, 0.5, 0.5))
    mesh = figures.figure(look, COARSE)
    stack.enter_context(patch.object(figures, "figure", lambda *_: mesh))
    parts = ("points", "normals", "colours", "uvs", "faces")
    yield Kept(
        "figure",
        lambda: pictures._figure.__wrapped__(look, COARSE),
        lambda a, b: all(np.array_equal(getattr(a, part), getattr(b, part)) for part in parts),
    )

    picture = Image.fromarray(np.arange(40 * 30 * 4, dtype=np.uint8).reshape(30, 40, 4))
    yield Kept(
        "picture",
        lambda: pictures.picture("a picture", lambda: picture),
        lambda a, b: bool(np.array_equal(np.asarray(a), np.asarray(b))),
    )

    painted = type("Painted", (), {"colour": picture.resize((32, 32))})()
    stack.enter_context(patch.dict(pictures._TEXTURES, {"wall": lambda: painted}))
    yield Kept(
        "texture", lambda: pictures.painted("wall", "colour")[0], lambda a, b: bool(np.array_equal(a, b))
    )


def file_of(sort: str) -> Path:
    """The file of the only entry of a sort."""
    (found,) = cache.folder().glob(f"{sort}-*")
    return found
