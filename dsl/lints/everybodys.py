"""Modifiers of a thing that were meant for itself and change the value of everybody.

A modifier in a thing or kind holds while the thing's rules are in force, for all whose value it is: `this` is
whose rule it is, `it` (or the input of a define) whose value is asked for. One that changes a value that
`this` has as well, and has no test, or one that asks about `this` and never about `it`, is hardly meant so.
What gives something to everybody says so by a test of `it`, or stands in something that has no such value: a
mission, an event, or outside of all things. In an
`until`, an input or another name of the verb around it, of which the test asks something, is like `this`.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import PROPERTIES, SEARCHES
from tilewright.schemas.walking import locals_in, operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span
from .facts import Facts

_OF_ONE = PROPERTIES - SEARCHES
"""What reads a property of a single thing."""


def everybodys(facts: Facts) -> Iterator[Diagnostic]:
    """Modifiers whose tests forget whose value it is."""
    for op in facts.checked.modifiers:
        span = facts.flow.span(op["at"])
        if op["this"] is None or not facts.own(span):
            continue
        whose = _whose(op, facts)
        used = locals_in([op["when"], op["amount"]])
        if whose and used.isdisjoint(whose) and (op["when"] is None or "this" in used):
            yield _told(op, span, whose[0], "this")
    for group, op in facts.checked.context.until_rules:
        span = facts.flow.span(op["at"])
        if group == "modifiers" and op["when"] is not None and facts.own(span):
            yield from _of_whom_it_happened(op, span, facts)


def _of_whom_it_happened(op: Op, span: Span, facts: Facts) -> Iterator[Diagnostic]:
    """A modifier that lasts for a while and asks about somebody of the verb, not about whose value it is."""
    nodes = operations([op["when"], op["amount"]])
    used = {one["name"] for one in nodes if one["op"] == "local"}
    for one in nodes:
        about = one.get("of") if one["op"] in _OF_ONE else None
        if isinstance(about, dict) and about.get("name") in op["captures"]:
            whose = _whose({**op, "this": one["kind"]}, facts)
            if whose and used.isdisjoint(whose):
                yield _told(op, span, whose[0], about["name"].partition(".")[0])
                return


def _told(op: Op, span: Span, it: str, this: str) -> Diagnostic:
    value, tested = op["of"].rpartition(".")[2], op["when"] is not None
    why = f"the test does not ask about `{it}`, whose value it is" if tested else "no test says whose"
    way = f"`when {it} is {this}{' and …' if tested else ''}`"
    return codes.EVERYBODYS.at(span, value=value, why=why, way=way)


def _whose(op: Op, facts: Facts) -> list[str]:
    """The names of those whose value a modifier changes, if its own thing has that value, too."""
    model = facts.checked.model
    define = model.defines.get(op["of"])
    if define is None:
        return ["it"] if model.is_a(op["this"], op["of"].partition(".")[0]) else []
    pairs = list(zip(define.parameters, define.types, strict=True))
    if any(type_.base == "thing" and model.is_a(op["this"], type_.name) for _, type_ in pairs):
        return [str(parameter.name) for parameter, _ in pairs]
    return []
