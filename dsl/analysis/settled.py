"""Tests whose outcome follows from declarations alone, whatever rules do. The tests of stories are judged
this way.
"""

from collections.abc import Iterator
from typing import Any

from tilewright.schemas.operation_table import EACH, OPPOSITE

from ..check.scope import Op
from .bounds import Known
from .estimates import Estimates
from .ranges import Truth, single

ATOMS = frozenset((*OPPOSITE, "in"))
"""The tests that compare, of which all others are made."""
_JOINED = ("and", "or")


def settled(told: list[Op], declared: Estimates) -> Iterator[tuple[Op, Truth]]:
    """Each comparison in what stories expect that always or never holds, and which of the two; and what is
    joined by `and` or `or` if only all of it together is settled.

    Two constants may be compared: `cost_of(axe) = 3` says what a value is.
    """
    for story in told:
        for part in story["parts"]:
            for line in _expected(part):
                if line["op"] == "true":
                    yield from _within(line["test"], declared)


def _expected(part: Op) -> list[Op]:
    """What a part of a story expects: its lines, or what answers are given until."""
    if part["sort"] == "expect":
        return list(part["steps"])
    return [step["until"] for step in part["steps"] if step.get("until") is not None]


def _within(test: Op, declared: Estimates) -> Iterator[tuple[Op, Truth]]:
    waiting: list[tuple[Any, Known]] = [(test, {})]
    while waiting:
        value, known = waiting.pop()
        if isinstance(value, list):
            waiting += [(one, known) for one in reversed(value) if isinstance(one, dict)]
            continue
        name = value.get("op")
        if name in ATOMS:
            truth = declared.truth(value, known)
            if single(truth) and not compares_constants(value, declared):
                yield value, truth
        elif name in _JOINED and not any(single(declared.truth(value[side], known)) for side in "ab"):
            truth = declared.truth(value, known)
            if single(truth):
                yield value, truth
                continue
        inside = EACH.get(str(name), ())
        for field, part in value.items():
            if part.__class__ is dict or part.__class__ is list:
                within = declared.with_element(value["set"], value["it"], known) if field in inside else known
                waiting.append((part, within))


def compares_constants(test: Op, estimates: Estimates) -> bool:
    """Whether both sides have one value only, which the author may change."""
    return test["op"] in OPPOSITE and all(single(estimates.value(test[side], {})) for side in "ab")
