"""The tables by which texts are read: what lark makes of the grammar, as data, in tables.json.

To make them takes thirty times as long as to read them. Where the grammar has changed since they were
written, every process makes them anew, until `make tables` writes them.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from . import plain

GOES_ON = frozenset(("COMMA", "AND", "OR", "WHERE", "EXCEPT", "PLUS", "MINUS", "STAR", "SLASH", "EQUAL"))
"""A line that ends in one of these goes on below."""
TAB = 8
"""Columns that a tab at the beginning of a line counts for."""

GRAMMAR = Path(__file__).parents[1] / "grammar.lark"
FILE = Path(__file__).with_suffix(".json")


class TerminalRow(NamedTuple):
    """A word of the language; a pattern has widths, the shortest and the longest match."""

    name: str
    pattern: str
    flags: list[str]
    priority: int
    widths: list[int] | None

    @property
    def regexp(self) -> str:
        """What matches it."""
        return re.escape(self.pattern) if self.widths is None else self.pattern


class WordsRow(NamedTuple):
    """The words that some states accept: terminals by their numbers, in the order in which they are tried.

    `finer`: for one that is a pattern, those that are a word of their own where it matches.
    """

    tried: list[int]
    finer: list[tuple[int, list[int]]]


class SymbolRow(NamedTuple):
    """What a rule consists of; whether it is a terminal, and then whether the tree does without it."""

    name: str
    terminal: bool
    left_out: bool


class RuleRow(NamedTuple):
    """One way to write something; symbols by their numbers. The rest are lark's options of the same name."""

    origin: str
    expansion: list[int]
    order: int
    alias: str | None
    keep_all_tokens: bool
    expand1: bool
    empty_indices: list[bool]


class Tables(NamedTuple):
    """What a parser consists of.

    A state is the number of the tokens that it accepts and then, in their order, what each of them leads to:
    the number of a rule that ends there, or how many rules there are plus the number of the next state.
    """

    terminals: list[TerminalRow]
    ignored: list[str]
    symbols: list[SymbolRow]
    rules: list[RuleRow]
    tokens: list[str]
    accepted: list[list[int]]
    words: list[WordsRow]  # for each of these lists
    states: list[list[int]]
    starts: list[tuple[str, int, int]]  # a rule to begin with, the state to begin in and to end in


@cache
def tables() -> Tables:
    """The tables of the grammar."""
    grammar = GRAMMAR.read_text("utf-8")
    first, _, body = FILE.read_text("utf-8").partition("\n")
    if first == head(grammar):
        found: Tables = plain.unpack(Tables, body.encode())
        return found
    from .by_lark import make

    return make(grammar)


def written(grammar: str, made: Tables) -> str:
    """The tables of a grammar as a file: a line that says of which, and JSON with a line for each row."""
    parts = json.loads(plain.pack(made))
    rows = (",\n".join(json.dumps(row, separators=(",", ":")) for row in part) for part in parts)
    return head(grammar) + "\n[[" + "\n],[\n".join(rows) + "]]\n"


def head(grammar: str) -> str:
    """The line that says of which grammar tables are."""
    return "grammar " + hashlib.blake2b(grammar.encode(), digest_size=16).hexdigest()


@cache
def keywords() -> frozenset[str]:
    """Every small word of the grammar; a few patterns such as `any number of` begin with one of them, too."""
    rules = (line.partition("//")[0] for line in GRAMMAR.read_text("utf-8").splitlines())
    return frozenset(word for rule in rules for word in _QUOTED.findall(rule))


_QUOTED = re.compile(r'"([A-Za-z_]+)"')


def is_helper(rule: str) -> bool:
    """Whether lark made a rule for a repetition: its children become those of another."""
    return rule.startswith("_")
