"""Tests and keys of the members of a set that do not ask about the member.

`guards where scout.hurt` is all guards or none, and `guards with least scout.health` all of them. That may be
meant: `spares(gear) where count(bag) < 2` are some, or none. It is hardly meant where the test asks somebody
else for a value that the members have as well, and never where members are compared.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import COMPARES, EACH
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import NOWHERE, Span
from .facts import Facts, kind_of_members, value_of_one


def same_for_all(facts: Facts) -> Iterator[Diagnostic]:
    """Each of them in the game's own files."""
    for name, (field,) in EACH.items():
        for op in facts.by_op.get(name, ()):
            part = op[field]
            if part is None or op["it"] == "this" or not _is_apart(part, op["it"]):
                continue
            meant = _meant(op["set"], operations(part), facts)
            if meant or name in COMPARES:
                span = facts.test_places.get(id(part)) or facts.value_places.get(id(part), NOWHERE)
                if facts.own(span):
                    yield _told(span, op["it"], meant)
    yield from _waiting(facts)


def _waiting(facts: Facts) -> Iterator[Diagnostic]:
    """Rules that wait for a member of a set and do not ask about it, and loops in an order that does not."""
    for body in facts.flow.bodies.values():
        element = body.op["element"] if body.sort == "trigger" else None
        if element is not None and _is_apart(body.op["test"], element["name"]):
            meant = _meant(element["set"], operations(body.op["test"]), facts)
            span = facts.flow.span(body.op["at"])
            if meant and facts.own(span):
                yield _told(span, element["name"], meant)
    for op in facts.by_op.get("for_each", ()):
        if op["key"] is not None and _is_apart(op["key"], op["name"]):
            meant, span = _meant(op["set"], operations(op["key"]), facts), facts.flow.span(op["at"])
            if meant and facts.own(span):
                yield _told(span, op["name"], meant)


def _is_apart(value: Op, it: str) -> bool:
    return not any(one["op"] == "local" and one["name"] == it for one in operations(value))


def _told(span: Span, it: str, meant: str) -> Diagnostic:
    it = it.partition(".")[0]
    return codes.SAME_FOR_ALL.at(span, it=it, way=f"`{it}.{meant}`" if meant else "a value of its own")


def _meant(members: Op, inside: list[Op], facts: Facts) -> str:
    """A value that is asked of somebody, and that the members have as well."""
    kinds = facts.checked.model.ancestors(kind_of_members(members, facts))
    return next((name for one in inside if (name := value_of_one(one, kinds))), "")
