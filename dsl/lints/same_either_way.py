"""Decisions after which the same is done either way: both sides of an `if`, of a `you may` or of a value with
`else`, all that can be chosen, all cases of a value; and tests that stand twice in one `and` or `or`.

Where only some of several options do the same, their labels may be what matters.
"""

from collections.abc import Iterator
from typing import Any

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import NOWHERE
from .facts import Facts

_APART = ("at", "label")


def same_either_way(facts: Facts) -> Iterator[Diagnostic]:
    """Each of them in the game's own files."""
    for op, message, where in _found(facts):
        span = facts.flow.span(op["at"]) if "at" in op else facts.test_places.get(id(where), NOWHERE)
        if facts.own(span):
            yield codes.SAME_EITHER_WAY.at(span, message=message)


def _found(facts: Facts) -> Iterator[tuple[Op, str, Op]]:
    """Each decision, what is wrong with it, and an operation that stands where it is."""
    for op in facts.by_op.get("if", ()):
        if _alike(op["then"], op["else"]):
            yield op, "the same happens whether this holds or not", op["test"]
    for op in facts.by_op.get("may", ()):
        if _alike(op["then"], op["else"]):
            yield op, "the same happens whatever is answered here", op
    for op in facts.by_op.get("choose_one", ()):
        first, *others = op["options"]
        if others and all(_alike(first["body"], one["body"]) for one in others):
            yield op, "the same happens whatever is chosen here", op
    yield from _twice(facts)


def _twice(facts: Facts) -> Iterator[tuple[Op, str, Op]]:
    """A test that stands twice among those that are joined by `and`, or by `or`."""
    keys, met = facts.estimates.keys, set[int]()
    for name in ("and", "or"):
        for op in facts.by_op.get(name, ()):  # outer ones come first
            if id(op) not in met:
                inner, sides = _sides(op, name)
                met.update(inner)
                seen = {keys.of(sides[0])}
                for side in sides[1:]:
                    if keys.of(side) in seen:
                        yield side, f"this stands twice among what is joined by `{name}`", side
                    seen.add(keys.of(side))


def _sides(op: Op, name: str) -> tuple[list[int], list[Op]]:
    """All tests that are joined by a word, and the operations that join them."""
    if op["op"] != name:
        return [], [op]
    left, right = _sides(op["a"], name), _sides(op["b"], name)
    return [id(op), *left[0], *right[0]], left[1] + right[1]


def _alike(a: Any, b: Any) -> bool:
    """Whether two blocks or values do the same, wherever they stand."""
    if isinstance(a, dict):
        return (
            isinstance(b, dict)
            and a.keys() == b.keys()
            and all(field in _APART or _alike(value, b[field]) for field, value in a.items())
        )
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(_alike, a, b))
    return bool(a == b)
