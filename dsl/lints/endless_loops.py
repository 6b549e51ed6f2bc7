"""Loops that nothing leaves and whose test nothing changes; and loops that only take things from a pile and
whose test may still hold when that is empty.

Whatever may end the game or asks somebody is taken to leave the loop some time, and so is every change of
something that the test reads, whether it makes it false or not.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import CONTENTS, LEAVES, LOOPS
from tilewright.schemas.walking import operations

from ..analysis.bounds import Known
from ..analysis.estimates import NONE
from ..analysis.keys import DURING
from ..analysis.ranges import NO, numbers
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, blocks_of

_ENDS_OF_PILES = CONTENTS - {"contents"}


def endless_loops(facts: Facts) -> Iterator[Diagnostic]:
    """`repeat:` and `repeat while` that go on for ever."""
    flow = facts.flow
    for _, inside in facts.bodies:
        for op in inside:
            if op["op"] != "repeat" or op["times"] is not None or _left(op["body"]):
                continue
            done = flow.everything(op["body"])
            if done.ends or done.asks:
                continue
            if op["while"] is None:
                yield codes.ENDLESS_LOOP.at(
                    flow.span(op["at"]),
                    message="nothing ever leaves this loop",
                    proposal="let something in it `stop`, or be `done`",
                )
                continue
            tested = flow.value(op["while"])
            if DURING not in tested.reads and not flow.touches(done.writes, tested.reads):
                yield codes.ENDLESS_LOOP.at(
                    flow.span(op["at"]),
                    message="nothing in this loop changes what it tests, or leaves it",
                    proposal="change what is tested, or let something in it `stop`",
                )
            elif facts.own(span := flow.span(op["at"])):
                pile = _taken_from(op["body"])
                if (
                    pile is not None
                    and facts.estimates.truth(op["while"], _empty(pile, op["while"], facts)) != NO
                ):
                    yield codes.RUNS_DRY.at(span, name=pile["name"])


def _taken_from(block: list[Op]) -> Op | None:
    """The one pile from which things are taken, if nothing else is done."""
    piles = [
        op["what"].get("of") for op in block if op["op"] == "move" and op["what"]["op"] in _ENDS_OF_PILES
    ]
    others = [op for op in block if op["op"] not in ("move", "say")]
    moves = [op for op in block if op["op"] == "move"]
    if others or not piles or len(piles) != len(moves) or any(one["op"] != "place" for one in piles):
        return None
    first: Op = piles[0]
    return first if all(one == first for one in piles) else None


def _empty(pile: Op, test: Op, facts: Facts) -> Known:
    """What is known in a test of a pile in which nothing lies."""
    keys, lies = facts.estimates.keys, {"op": "contents", "of": pile}
    among = [one for one in operations(test) if one["op"] == "any" and one["set"] == lies]
    return {
        **{keys.of(one): NO for one in among},
        keys.of({"op": "count", "of": lies}): numbers((0,)),
        keys.of({"op": "top", "of": pile}): NONE,
        keys.of({"op": "bottom", "of": pile}): NONE,
    }


def _left(block: list[Op], inner: bool = False) -> bool:
    """Whether some statement leaves the loop: `stop` only leaves the nearest one."""
    for op in block:
        leaves = LEAVES.get(op["op"])
        if leaves == "body" or op["op"] == "proceed" or (leaves == "loop" and not inner):
            return True
        nested = inner or op["op"] in LOOPS
        if any(_left(part, nested) for part in blocks_of(op)):
            return True
    return False
