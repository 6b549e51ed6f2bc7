"""Loops whose first pass is the last: they end with a line that always leaves.

An end of the game, which was meant to stand below the loop, is told in every loop over all things of a kind
and in every `repeat`; any other way out only where a loop says how often or how long it goes on. What is
found by `where`, or comes in an order, may be there for its first member alone: `for each player where
it.points >= 10: win player`. So may a loop in which something says `skip`.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import EXITS, LEAVES
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .facts import Facts


def one_pass(facts: Facts) -> Iterator[Diagnostic]:
    """Each such loop in the game's own files, at the line that leaves it."""
    for loop in (*facts.by_op.get("repeat", ()), *facts.by_op.get("for_each", ())):
        last = loop["body"][-1] if loop["body"] else None
        if last is None or last["op"] not in _ways_out(loop):
            continue
        span = facts.flow.span(last["at"])
        if facts.own(span) and not any(op["op"] == "skip" for op in operations(loop["body"])):
            above = (Related(facts.flow.span(loop["at"]), "this is the loop"),)
            yield codes.ONE_PASS.at(span, word=last["op"], related=above)


def _ways_out(loop: Op) -> frozenset[str]:
    """The statements that must not end a loop."""
    if loop["op"] == "for_each":
        return _ENDS if loop["set"]["op"] in ("kind", "all") and loop["key"] is None else frozenset()
    return _ENDS if loop["while"] is None and loop["times"] is None else EXITS - {"skip"}


_ENDS = EXITS - LEAVES.keys()
