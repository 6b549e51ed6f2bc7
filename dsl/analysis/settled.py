"""Tests whose outcome follows from declarations alone, whatever rules do. The tests of stories are judged
this way.
"""

from collections.abc import Iterator

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
            for line in part["steps"] if part["sort"] == "expect" else ():
                if line["op"] == "true":
                    yield from _within(line["test"], declared, {})


def _within(value: object, declared: Estimates, known: Known) -> Iterator[tuple[Op, Truth]]:
    if isinstance(value, list):
        for one in value:
            yield from _within(one, declared, known)
    if not isinstance(value, dict):
        return
    name = value.get("op")
    if name in ATOMS:
        truth = declared.truth(value, known)
        if single(truth) and not compares_constants(value, declared):
            yield value, truth
    elif name in _JOINED and not any(single(declared.truth(value[side], known)) for side in "ab"):
        truth = declared.truth(value, known)
        if single(truth):
            yield value, truth
            return
    inside = EACH.get(str(name), ())
    for field, part in value.items():
        if isinstance(part, dict | list):
            with_member = (
                declared.with_element(value["set"], value["it"], known) if field in inside else known
            )
            yield from _within(part, declared, with_member)


def compares_constants(test: Op, estimates: Estimates) -> bool:
    """Whether both sides have one value only, which the author may change."""
    return test["op"] in OPPOSITE and all(single(estimates.value(test[side], {})) for side in "ab")
