"""Lines that never run, since the one above them leaves or ends the game.

Taken to leave is only what does so whatever holds: such a line, or an `if` both sides of which end with one.
Calls and loops are taken to come back.
"""

from collections.abc import Iterator
from itertools import pairwise

from tilewright.schemas.operation_table import EXITS

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts, blocks_of


def dead_lines(facts: Facts) -> Iterator[Diagnostic]:
    """The first unreachable line of each block."""
    tops = [body.block for body in facts.flow.bodies.values()] + [board.setup for board in facts.boards]
    inner = [block for _, inside in facts.bodies for op in inside for block in blocks_of(op)]
    for block in (*tops, *inner):
        for above, below in pairwise(block):
            span = facts.flow.span(below.get("at", -1))
            if _leaves([above]):
                if facts.own(span):
                    yield codes.NEVER_RUNS.at(span, above=_WORDS.get(above["op"], "what stands above"))
                break


_WORDS = {word: f"`{word}` above" for word in EXITS - {"finish"}}


def _leaves(block: list[Op]) -> bool:
    """Whether nothing behind a block can ever run."""
    if not block:
        return False
    last = block[-1]
    if last["op"] == "if":
        return _leaves(last["then"]) and _leaves(last["else"])
    return last["op"] in EXITS
