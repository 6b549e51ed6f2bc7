"""Manifests: `package.yaml` with slips in its characters, its lines and its tree.

What must be equal: a manifest read twice; and one without problems, written plainly and read again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from tilewright.dsl.packages.manifest import Manifest, Requirement, StoryExpected, read_manifest
from tilewright.dsl.source import Source

from .. import bases
from ..target import Input, Target, fewer_lines, same
from ..telling import told
from ..texts import mutated
from ..trees import edited, edits

_PATH = "case/package.yaml"
_ANY: dict[str, Any] = {
    "id": "case",
    "title": "A case",
    "version": "1.2.3",
    "engine": ">=0.1,<9",
    "licence": "MIT",
    "authors": ["Ada", "Bert"],
    "languages": ["en", "cs", "pt-BR"],
    "uses": [{"id": "std", "version": ">=0.1"}, {"id": "other", "version": "<2,>=1.0"}],
}
_SIGNS = (
    "&a ",
    "*a",
    "!!python/object:x ",
    "!!binary ",
    "? ",
    "- ",
    "<<: *a",
    "---\n",
    "...\n",
    "%YAML 9.9\n",
    "|\n",
    ">-\n",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "@",
    "`",
    "~",
    "0x1F",
    "1e9",
    "2001-01-01",
    ": ",
    "\t",
    "# ",
)


@cache
def _texts() -> list[str]:
    return sorted((path.read_text("utf-8") for path in bases.SCENARIOS.rglob("package.yaml")), key=len)


class Manifests(Target):
    name = "manifests"
    share = 26.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        way = chance.randrange(10)
        if way < 4:
            made = edits(chance, _ANY, chance.choice((1, 1, 2, 3)))
            made = [one for one in made if one[1] != "nest" or one[2] < 1000]
            return {"text": json.dumps(edited(_ANY, made), indent=chance.choice((None, 1)))[:70_000]}
        if way == 4 and known:
            text = chance.choice(known)["text"]
        else:
            text = chance.choice(_texts())
        text = mutated(chance, text, chance.choice(_texts()), chance.choice((0, 1, 1, 2, 3)))
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            at = chance.randint(0, len(text))
            text = text[:at] + chance.choice(_SIGNS) + text[at:]
        return {"text": text}

    def judge(self, data: Input) -> None:
        text = data["text"]
        manifest, problems = read_manifest(text, _PATH, "case")
        told(problems, None, [Source(_PATH, text)])
        same(read_manifest(text, _PATH, "case"), (manifest, problems), "read twice")
        if not problems:
            plain = _written(manifest)
            again, wrong = read_manifest(json.dumps(plain, ensure_ascii=False), _PATH, "case")
            same(wrong, [], "written plainly, problems")
            same(_written(again), plain, "written plainly")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_lines(data, "text")


def _written(manifest: Manifest) -> dict[str, Any]:
    """What a manifest says, without the places where it says so."""
    found: dict[str, Any] = {}
    for name, value in manifest._asdict().items():
        if name.endswith("_span"):
            continue
        if isinstance(value, tuple):
            value = [_plainly(one) for one in value]
        if isinstance(value, str | list) and value:
            found[name] = value
    return found


def _plainly(one: Requirement | StoryExpected | str) -> Any:
    """An entry of a list: what is needed of a package, a story that is expected not to hold, or a name."""
    if isinstance(one, str):
        return one
    if isinstance(one, Requirement):
        return {"id": one.id, "version": one.range} if one.range else one.id
    return {"story": one.story, "because": one.because}
