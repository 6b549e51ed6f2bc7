"""A choice nobody makes: a question to `you` where no rule ever says who that is."""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASKS
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

YOU: Op = {"op": "local", "name": "you"}


def nobody_decides(facts: Facts) -> Iterator[Diagnostic]:
    """Questions in bodies to which `you` never comes along. Somebody who plays alone needs no name."""
    if facts.checked.model.players[1] <= 1:
        return
    known = _with_somebody(facts)
    for key, inside in facts.bodies:
        if key in known:
            continue
        for op in inside:
            if _asks_you(op, facts):
                yield codes.NOBODY_DECIDES.at(facts.flow.span(op["at"]))


def _asks_you(op: Op, facts: Facts) -> bool:
    if op["op"] in ASKS and "by" in op:
        return bool(op["by"]["by"] == YOU)
    if op["op"] != "call" or op["you"] != YOU:
        return False
    parts = facts.checked.verbs[op["verb"]]["parts"]
    return any(arg is None and part["from"] is not None for arg, part in zip(op["args"], parts, strict=True))


def _with_somebody(facts: Facts) -> set[str]:
    """The bodies to which somebody comes along as `you`, from at least one place."""
    flow = facts.flow
    known = {f"verb:{name}" for name, op in facts.checked.verbs.items() if op["menu"]}
    known |= {
        key
        for key, body in flow.bodies.items()
        if body.sort == "hook" and body.op["verb"] not in facts.checked.verbs
    }
    calls = [
        (key, op)
        for key, inside in facts.bodies
        for op in (*_costs(key, facts), *inside)
        if op["op"] in ("call", "do", "finish")
    ]
    grown = True
    while grown:
        grown = False
        for key, op in calls:
            called = f"steps:{op['steps']}" if op["op"] == "do" else f"verb:{op['verb']}"
            if called not in known and _has_somebody(op["you"], key in known):
                known |= {called, *flow.hooked.get(called.partition(":")[2], ())}
                grown = True
        for key, body in flow.bodies.items():
            if body.sort == "hook" and key not in known and f"verb:{body.op['verb']}" in known:
                known.add(key)
                grown = True
    return known


def _costs(key: str, facts: Facts) -> list[Op]:
    body = facts.flow.bodies.get(key)
    return operations(body.op["costs"]) if body is not None and body.sort == "verb" else []


def _has_somebody(you: Op, here: bool) -> bool:
    return you["op"] != "none" and (here or you != YOU)
