"""Loops that nothing leaves and whose test nothing changes."""

from collections.abc import Iterator

from tilewright.schemas.operation_table import LEAVES, LOOPS

from ..analysis.keys import DURING
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, blocks_of


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
