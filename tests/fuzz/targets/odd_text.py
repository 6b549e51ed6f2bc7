"""Odd names and characters wherever an author may write text: told by check, or shown clean everywhere.

In names stand words of the language, of Python and of what is generated; in titles and texts what commands a
terminal or is no XML. Whatever is taken can be played, drawn, saved, and printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from support.packages import write
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.viewer.common import svg

from ..commands import run
from ..playing import plays
from ..target import Input, Target, weighted
from ..telling import told
from ..texts import ODD, words

_TEMPLATE = """\
system {id}:
  title: "{t0}"
  players: 1 to 2

words {n0}: {n1}, blue
die {n2}: {n1} x2, blue x4
kind {n3} "{t1}" plural {n4} is figure:
  {n5}: number = 3
  {n6}: {n0}
kind {n7} is card:
  {n8}: yes/no
game has:
  {n9}: pile of {n7}
  {n10}: number
player has:
  hand: pile of card, seen by owner
menu {n11} "{t2}" for player
relation near between squares, "{t3}":
  joins sides

{n3} {n12} "{t4}"
{n7} {n13} "{t5}":
  copies: 2
square yard "{t6}"

define {n14}(x: number): number = x + {n10}

action {n15} "{t7}" (actor: player):
  in {n11}
  needs {n10} < 3, "{t8}"
  raise {n10} by 1
  say "{t9} {{{n10}}}"

## {t10}
to play:
  move {n12} to yard
  roll {n2} as rolled for "{t1}"
  set {n12}.{n6} to rolled
  repeat 2:
    offer {n11} to first(players) by first(players)
  choose one by first(players) asking "{t11}":
    "{t12}":
      win first(players), "{t13}"
    "Other":
      lose "{t14}"
"""
_NAMES = 16
_TITLES = 15
_HARD = (
    "telling",
    "entity",
    "text",
    "op",
    "value",
    "class",
    "def",
    "None",
    "True",
    "import",
    "__init__",
    "__class__",
    "__builtins__",
    "self",
    "state",
    "lambda",
    "exec",
    "s",
    "v",
    "f",
    "it",
    "this",
    "you",
    "play",
    "start",
    "answer",
    "list",
    "range",
    "len",
    "_",
    "__",
    "x1",
    "number",
    "token",
    "card",
    "player",
    "space",
    "n" * 500,
    "n" * 41,
    "State",
    "run",
    "q",
    "z",
    "k",
    "game",
    "o0",
)


class OddText(Target):
    name = "text"
    share = 1.0
    memory = 700

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        data: Input = {
            "names": {},
            "titles": {},
            "commands": chance.random() < 0.25,
            "draw": chance.random() < 0.3,
        }
        for _ in range(chance.choice((1, 1, 2, 4))):
            if chance.random() < 0.4:
                name = chance.choice(_HARD) if chance.random() < 0.6 else chance.choice(words())
                data["names"][str(chance.randrange(_NAMES))] = name
            else:
                text: str = weighted(
                    chance,
                    [
                        (3, lambda: f"Title{chance.choice(ODD)}second"),
                        (1, lambda: "".join(chance.choices(ODD, k=6))),
                        (1, lambda: chr(chance.randrange(0xD800))),
                        (1, lambda: chr(chance.randrange(0xE000, 0x110000))),
                        (1, lambda: "w" * chance.choice((100, 1_900))),
                        (1, lambda: "]]>&lt;<b a='1'/>"),
                    ],
                )
                data["titles"][str(chance.randrange(_TITLES))] = text
        return data

    def judge(self, data: Input) -> None:
        text = source(data)
        with TemporaryDirectory(prefix="tilewright-fuzz-") as folder:
            home = write(
                Path(folder, "case"),
                {
                    "package.yaml": 'id: case\ntitle: Case\nversion: 1.0.0\nengine: ">=0.1"\n',
                    "case.wright": text,
                },
            )
            package, problems = read_package(home)
            told(problems, package)
            if package is not None:
                compiled = compile_package(package)
                told(compiled.problems, package)
                if compiled.program is not None:
                    game = plays(compiled.program, 1, 12, keeping=True, oracle=True)
                    if data.get("draw"):
                        _drawn(game.view(None))
            if data.get("commands"):
                run("check", str(home))
                run(
                    "play",
                    str(home),
                    "--table",
                    "text",
                    "--seed",
                    "1",
                    typed="table\n1\nlog\n1\nwhy\n2\n1\n\nquit\n",
                )

    def smaller(self, data: Input) -> Iterator[Input]:
        for part in ("names", "titles"):
            for key in data[part]:
                yield {**data, part: {one: text for one, text in data[part].items() if one != key}}
        for part in ("commands", "draw"):
            if data[part]:
                yield {**data, part: False}
        for key, text in data["titles"].items():
            for at in range(len(text) if len(text) < 40 else 0):
                yield {**data, "titles": {**data["titles"], key: text[:at] + text[at + 1 :]}}


def source(data: Input) -> str:
    """The source with what stands in its slots."""
    names = {f"n{i}": data["names"].get(str(i), f"name{i}") for i in range(_NAMES)}
    titles = {f"t{i}": data["titles"].get(str(i), f"Title {i}") for i in range(_TITLES)}
    return _TEMPLATE.format(id="case", **names, **titles)


def _drawn(view: dict[str, Any]) -> None:
    """Every text of a view can be drawn."""
    texts = sorted({one for one in _texts(view) if len(one) < 300})
    body = "".join(svg.line(0, 10 * row, text, 10) for row, text in enumerate(texts))
    svg.raster(svg.document(200, 10 * len(texts) + 10, body))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
