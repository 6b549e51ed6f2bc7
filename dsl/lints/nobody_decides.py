"""A choice nobody makes: a question to `you` where it is not said, or not always, who that is.

`you` comes with calls. It is nobody in the first verb, in set-ups and in `whenever` rules, and in what these
call without saying who does it: if the game may get to a question on such a way, the first player is asked,
whoever it is about. Of rules that go with `move` and `roll` nothing is known, so nothing is said; nor of
what only stories call, which say there who does it.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASKS, CALLS
from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, callee, flow_key
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

YOU: Op = {"op": "local", "name": "you"}


def nobody_decides(facts: Facts) -> Iterator[Diagnostic]:
    """Questions in bodies to which `you` does not always come along. Who plays alone needs no name."""
    if facts.checked.model.players[1] <= 1:
        return
    known, lacking = _with_somebody(facts), _with_nobody(facts)
    for key, inside in facts.bodies:
        if key in known and key not in lacking:
            continue
        for op in inside:
            if _asks_you(op, facts) and (span := facts.flow.span(op["at"])).file not in facts.of_stories:
                yield codes.NOBODY_DECIDES.at(span)


def _asks_you(op: Op, facts: Facts) -> bool:
    if op["op"] in ASKS and "by" in op:
        return bool(op["by"]["by"] == YOU)
    if op["op"] != "call" or op["you"] != YOU:
        return False
    parts = facts.checked.verbs[op["verb"]]["parts"]
    return any(arg is None and part["from"] is not None for arg, part in zip(op["args"], parts, strict=True))


def _with_somebody(facts: Facts) -> set[FlowKey]:
    """The bodies to which somebody comes along as `you`, from at least one place."""
    flow = facts.flow
    known = {flow_key("verb", name) for name, op in facts.checked.verbs.items() if op["menu"]}
    known |= {
        key
        for key, body in flow.bodies.items()
        if body.sort == "hook" and body.op["verb"] not in facts.checked.verbs
    }
    calls = _calls(facts)
    grown = True
    while grown:
        grown = False
        for key, op, called in calls:
            if called not in known and _has_somebody(op["you"], key in known):
                known |= {called, *flow.hooks_on(called)}
                grown = True
        for key, body in flow.bodies.items():
            if body.sort == "hook" and key not in known and flow_key("verb", body.op["verb"]) in known:
                known.add(key)
                grown = True
    return known


def _with_nobody(facts: Facts) -> set[FlowKey]:
    """The bodies that the game may get to without anybody as `you`."""
    flow = facts.flow
    lacking = {
        flow.begins,
        *(flow_key("setup", str(board.mission)) for board in facts.boards),
    }
    lacking |= {key for key, body in flow.bodies.items() if body.sort == "trigger"}
    calls = [
        (key, called) for key, op, called in _calls(facts) if op["you"] == YOU or op["you"]["op"] == "none"
    ]
    before = 0
    while before != len(lacking):
        before = len(lacking)
        lacking |= {called for key, called in calls if key in lacking}
        lacking |= {
            key
            for key, body in flow.bodies.items()
            if body.sort == "hook" and flow_key("verb", body.op["verb"]) in lacking
        }
    return lacking


def _calls(facts: Facts) -> list[tuple[FlowKey, Op, FlowKey]]:
    """Every call: where it stands, what it says, and the body that it calls."""
    return [
        (key, op, callee(op))
        for key, inside in facts.bodies
        for op in (*_costs(key, facts), *inside)
        if op["op"] in CALLS
    ]


def _costs(key: FlowKey, facts: Facts) -> list[Op]:
    body = facts.flow.bodies.get(key)
    return operations(body.op["costs"]) if body is not None and body.sort == "verb" else []


def _has_somebody(you: Op, here: bool) -> bool:
    return you["op"] != "none" and (here or you != YOU)
