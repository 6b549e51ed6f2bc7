"""`whenever` rules that can never stop reacting.

Every change of something that the test reads is taken to make it false some time, but for one that leads a
number further away from that.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import STORED

from ..analysis.callgraph import Body
from ..analysis.keys import DURING
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_AWAY = {"more": "raise", "at_least": "raise", "less": "lower", "at_most": "lower"}
"""What leads a number further away from making such a test false."""


def stuck_rules(facts: Facts) -> Iterator[Diagnostic]:
    """Rules whose bodies cannot make their tests false, and do not end the game either."""
    flow = facts.flow
    for body in flow.bodies.values():
        if body.sort != "trigger" or body.op["sort"] != "whenever":
            continue
        element = body.op["element"]
        tested = flow.value([body.op["test"], element["set"] if element is not None else None])
        if DURING in tested.reads or flow.everything(body.block).ends:
            continue
        away = _leading_away(body)
        done = flow.everything([op for op in body.block if all(op is not one for one in away)])
        woken = [flow.whole[key] for key in flow.reached(away) if key != body.key]
        if not any(flow.touches(one.writes, tested.reads) for one in (done, *woken)):
            yield codes.STUCK_RULE.at(flow.span(body.op["at"]))


def _leading_away(body: Body) -> list[Op]:
    """The `raise X by 1` of a rule that runs while X is more than something, and the like."""
    test = body.op["test"]
    sort = _AWAY.get(test["op"]) if test is not None else None
    if sort is None or test["a"]["op"] not in STORED or test["b"]["op"] != "number":
        return []
    return [
        op
        for op in body.block
        if op["op"] == sort
        and op["target"] == test["a"]
        and op["amount"]["op"] == "number"
        and op["amount"]["value"] >= 0
    ]
