"""`whenever` rules that can never come to rest."""

from collections.abc import Iterator

from .. import codes
from ..diagnostics import Diagnostic
from .facts import Facts


def stuck_rules(facts: Facts) -> Iterator[Diagnostic]:
    """Rules whose bodies write nothing that their tests read, and do not end the game either."""
    flow = facts.flow
    for body in flow.bodies.values():
        if body.sort != "trigger" or body.op["sort"] != "whenever":
            continue
        element = body.op["element"]
        tested = flow.value([body.op["test"], element["set"] if element is not None else None])
        done = flow.everything(body.block)
        if "during" in tested.reads or done.ends or flow.touches(done.writes, tested.reads):
            continue
        yield codes.STUCK_RULE.at(flow.span(body.op["at"]))
