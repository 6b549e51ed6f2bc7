"""Places in the rules that may read what is hidden from somebody, and what they decide by.

The compiler marks them with a number, `reads_hidden`. The generated code tells when one is
passed, with the locals that it mentions; whether a seat may see what was read there, seats/hidden_reads.py
finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tilewright.schemas.operation_table import BINDS, DECIDES
from tilewright.schemas.walking import operations

from ..state.program import Node
from .local_reads import free_locals

_OF_EACH = frozenset(op for op, (_, (_, part, *_)) in BINDS.items() if part == "item")
"""Statements that are run for each member of a set."""

MARK = "reads_hidden"


def marked(data: Node) -> dict[int, Node]:
    """Everything with a mark in a program, by its number."""
    rules = chain(data.get("verbs", {}).values(), data.get("hooks") or (), data.get("triggers") or ())
    statements = operations([data.get(part) for part in ("verbs", "steps", "hooks", "triggers", "setup")])
    return {one[MARK]: one for one in chain(rules, statements) if MARK in one}


def names_read(node: Node) -> tuple[str, ...]:
    """The locals that must be known to see what a marked place reads."""
    bound = {node["name"]} if node.get("op") in _OF_EACH else set()
    found = {"you"} if node.get("op") == "offer" else set[str]()
    return tuple(sorted((found | free_locals(list(tested(node)))) - bound))


def tested(node: Node) -> Iterator[Any]:
    """The expressions by which a statement or rule decides."""
    match node.get("op"):
        case None:
            yield from (need["test"] for need in node.get("needs") or ())
            yield node.get("when")
        case "choose_one":
            yield from (one.get("when") for one in node["options"])
        case op:
            for name in DECIDES.get(op, ()):
                value = node.get(name)
                yield from value if isinstance(value, list) else (value,)
            if op == "together":
                yield from tested(node["choose"])
            otherwise = node.get("else")
            yield otherwise.get("when") if isinstance(otherwise, dict) else None
