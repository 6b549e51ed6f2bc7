"""Sources: cases and games with slips in them, sentences of the grammar; checked, compiled, played.

What must be equal: the program compiled twice, and with what was kept from another version of the text;
engine and oracle; what is loaded, replayed and played. A package without problems compiles, and its program
fits the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from time import process_time
from typing import Any

from support.cases import in_memory
from tilewright.dsl.compile import Compiled, check_package, compile_package
from tilewright.dsl.packages.package import Package
from tilewright.schemas.load import problems

from .. import bases, sentences
from ..playing import plays
from ..target import Different, Input, Target, fewer, same, weighted
from ..telling import told
from ..texts import ODD, mutated, words

# So much text is worth keeping what was read of it on disk.
_PADDING = "".join(f"# {'to be kept on disk ' * 5}{number}\n" for number in range(110))
_ECHO = "E0225"  # "nothing says how the game begins" is only said of what is to be played


class Sources(Target):
    name = "sources"
    share = 16.0
    memory = 1_000

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        base, files = weighted(
            chance,
            [
                (50, lambda: (None, dict(chance.choice(bases.cases())))),
                (4, lambda: (None, _any_text(chance))),
                (20, lambda: (None, _sentences(chance))),
                (14, lambda: _shipped(chance, bases.SMALL)),
                (12, lambda: _known(chance, known)),
                (0.4, lambda: _shipped(chance, bases.LARGE)),
            ],
        )
        path = chance.choice(list(files))
        times = chance.choice((1, 1, 1, 1, 2, 5))
        files = {**files, path: mutated(chance, files[path], bases.donor(chance), times)}
        ways = chance.random()
        return {
            "base": base,
            "files": files,
            "seed": chance.randrange(4),
            "kept": ways < 0.03,
            "oracle": ways > 0.6 and base not in bases.LARGE,
            "schema": ways > 0.9 and base not in bases.LARGE,
        }

    def judge(self, data: Input) -> None:
        package = packed(data)
        found = check_package(package)
        told(found, package)
        if data.get("kept"):
            _keeping(package)
        if any(one.is_error for one in found) and data["seed"]:
            return  # it compiles as little; to see that once in a while is enough
        compiled = compile_package(package)
        told(compiled.problems, package)
        errors = [one for one in compiled.problems if one.is_error]
        if errors and not any(one.is_error for one in found) and {one.code for one in errors} != {_ECHO}:
            raise Different(f"check finds no error, compile does: {errors[0].code} {errors[0].message}")
        if compiled.program is None:
            return
        if data.get("schema"):
            same(problems("program", compiled.program), [], "the program does not fit its schema")
        if data["seed"] == 1:
            _equal(compile_package(package), compiled, "compiled twice")
        answers = 8 if data["base"] in bases.LARGE else 25
        keeping, oracle = data["seed"] == 2, bool(data.get("oracle"))
        plays(compiled.program, data["seed"], answers, keeping=keeping, oracle=oracle)

    def usual(self, data: Input) -> float:
        checks = 1 + KEEPING if data.get("kept") else 1
        return checks * _usual(data["base"]) if data["base"] in bases.LARGE else 0.0

    def smaller(self, data: Input) -> Iterator[Input]:
        files: dict[str, str] = data["files"]
        if data["base"] is None:
            for kept in fewer(list(files)):
                yield {**data, "files": {path: files[path] for path in kept}}
        for path, text in files.items():
            for lines in fewer(text.split("\n")):
                yield {**data, "files": {**files, path: "\n".join(lines)}}


@cache
def _usual(base: str) -> float:
    """What a game takes that nobody has changed: every line of sight of a large board, for one."""
    began = process_time()
    Sources().judge({"base": base, "files": {}, "seed": 2})
    return process_time() - began


def packed(data: Input) -> Package:
    """The package of an input: its own files, or those of a package that ships, with some changed."""
    if data["base"] is None:
        return in_memory(bases.sources(data["files"]))
    base = bases.package(data["base"])
    changed = [one._replace(text=data["files"].get(one.path, one.text)) for one in base.sources]
    return base._replace(sources=tuple(changed), catalogues=())


KEEPING = 4  # checks that it takes to see that what was kept changes nothing


def _keeping(package: Package) -> None:
    """What was kept of another version of the same files changes nothing."""
    source = package.sources[-1]
    large = package._replace(
        sources=(*package.sources[:-1], source._replace(text=source.text + "\n" + _PADDING))
    )
    first, second = check_package(large), check_package(large)
    same(second, first, "checked with what was kept")
    half = source.text[: len(source.text) // 2] + "\n" + _PADDING
    check_package(package._replace(sources=(*package.sources[:-1], source._replace(text=half))))
    same(check_package(large), first, "checked after another version was kept")


def _equal(one: Compiled, other: Compiled, what: str) -> None:
    same(one.problems, other.problems, f"{what}, problems")
    texts = [json.dumps(compiled.program) for compiled in (one, other)]
    same(texts[0], texts[1], f"{what}, program")


def _shipped(chance: Random, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    name = chance.choice(names)
    source = chance.choice(bases.package(name).sources)
    return name, {source.path: source.text}


def _known(chance: Random, known: Sequence[Input]) -> tuple[Any, dict[str, str]]:
    data = chance.choice(
        [one for one in known if one["files"]] or [{"base": None, "files": bases.cases()[0]}]
    )
    return data["base"], dict(data["files"])


def _any_text(chance: Random) -> dict[str, str]:
    pieces = [chance.choice(words() if chance.random() < 0.9 else ODD) for _ in range(chance.randint(0, 120))]
    head = "system case:\n  players: 1 to 4\n\n" if chance.random() < 0.7 else ""
    return {"case/case.wright": head + " ".join(pieces) + "\n"}


def _sentences(chance: Random) -> dict[str, str]:
    """A small game that compiles, and declarations as the grammar allows them."""
    files = dict(chance.choice(bases.cases()))
    path = list(files)[-1]
    return {**files, path: files[path].rstrip("\n") + "\n\n" + sentences.declarations(chance)}
