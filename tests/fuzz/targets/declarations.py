"""Declarations: one of a package that ships or of the grammar, with slips in it, read and told.

What must be equal: what lark reads and what we read; the same text further down in its file; and what is
found again of an earlier reading. Of all inputs these are the cheapest, and the parser is the first to meet
whatever a stranger sends: three of four are of this sort.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

from support.two_readers import both
from tilewright.dsl.nodes.node import same as same_nodes
from tilewright.dsl.problems.cascades import EVERYTHING
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.reading.layout import layout
from tilewright.dsl.reading.parse import Reading, read_file
from tilewright.dsl.source import Source

from .. import bases, sentences
from ..target import Different, Input, Target, fewer_lines, same, weighted
from ..telling import told
from ..texts import ODD, mutated, words

PATH = "case.wright"
BELOW = 30
"""Lines further down in its file."""
LONG = 60
"""Lines of a declaration: a longer one is cut off there."""


class Declarations(Target):
    name = "declarations"
    share = 300.0
    memory = 300

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        text = weighted(
            chance,
            [
                (60, lambda: chance.choice(_shipped())),
                (30, lambda: sentences.sentence(chance, chance.choice(sentences.DECLARED))),
                (5, lambda: " ".join(chance.choice(words()) for _ in range(chance.randint(1, 40)))),
                (3, lambda: "".join(chance.choice(ODD) for _ in range(chance.randint(1, 40)))),
                (2, lambda: chance.choice(known)["text"] if known else ""),
            ],
        )
        text = mutated(chance, text, chance.choice(_shipped()), chance.choice((0, 1, 1, 1, 2, 5)))
        return {"text": text, "against": chance.choice(("known", "below", "below", "lark"))}

    def judge(self, data: Input) -> None:
        source = Source(PATH, data["text"])
        reading = read_file(source, {})
        told(reading.problems, None, [source])
        if EVERYTHING in reading.lost:
            return  # it is refused as a whole
        match data["against"]:
            case "known":
                _equal(read_file(source, reading.pieces), reading, 0, "read with what was known")
            case "below" if not data["text"].startswith("\ufeff") and "\r" not in data["text"]:
                # Otherwise blank lines before it make another file of it.
                further = Source(PATH, "\n" * BELOW + data["text"])
                _equal(read_file(further, {}), reading, BELOW, "read further down")
            case "lark":
                for chunk in layout(source)[0]:
                    lark, ours = both(chunk, chunk.text)
                    same(ours, lark, "read by lark")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_lines(data, "text")


@cache
def _shipped() -> list[str]:
    """The declarations of all packages that ship, and of the cases."""
    sources = [source for name in (*bases.SMALL, *bases.LARGE) for source in bases.package(name).sources]
    texts = [source.text for source in sources] + [text for files in bases.cases() for text in files.values()]
    return sorted({one for text in texts for one in _declared(text)})


def _declared(text: str) -> Iterator[str]:
    lines = text.split("\n")
    starts = [chunk.first_line - 1 for chunk in layout(Source(PATH, text))[0]]
    for start, end in pairwise([*starts, len(lines)]):
        yield "\n".join(lines[start : min(end, start + LONG)]).rstrip() + "\n"


def _equal(one: Reading, other: Reading, below: int, what: str) -> None:
    """Both readings found the same, `below` lines further down."""
    same(_said(one.problems, below), _said(other.problems, 0), f"{what}, problems")
    same(one.lost, other.lost, f"{what}, lost")
    nodes, others = (tuple(one.node for one in reading.declarations) for reading in (one, other))
    if not same_nodes(nodes, others):
        raise Different(f"{what}, nodes: {nodes} against {others}")


def _said(problems: list[Diagnostic], below: int) -> list[tuple[str, str, int, int]]:
    return [(one.code, one.message, one.span.line - below, one.span.column) for one in problems]
