"""Set-ups that take more of a kind than the box holds: what is too much would silently not happen.

Counted is each `move spare KIND` that certainly happens, in the verbs that a set-up calls too. Behind a test
and in a loop over things or players nothing is certain. Nothing is said where something may go back into the
box.
"""

from collections import Counter
from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..analysis.setups import certain
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import BoardSetup, Facts

_BOX: Op = {"op": "place", "name": "box", "of": None}


def running_out(facts: Facts) -> Iterator[Diagnostic]:
    """What a set-up certainly takes out of the box by `move spare`, against the copies declared."""
    for board in facts.boards:
        if _may_give_back(board, facts):
            continue
        taken: Counter[str] = Counter()
        beyond: dict[str, Op] = {}  # the moves with which there are too many of a kind
        for op, times in certain(board.setup, facts.flow, board.mission):
            if op["op"] == "move" and op["what"]["op"] == "spare":
                kind = op["what"]["kind"]
                taken[kind] += times
                if _of(kind, taken, facts) > _copies(kind, facts):
                    beyond.setdefault(kind, op)
        for kind, op in list(beyond.items())[:1]:
            needed, there = _of(kind, taken, facts), _copies(kind, facts)
            yield codes.RUNS_OUT.at(facts.flow.span(op["at"]), name=kind, needed=needed, found=str(there))


def _may_give_back(board: BoardSetup, facts: Facts) -> bool:
    """Whether a set-up, or what it calls, names the box."""
    called = facts.flow.called(facts.flow.summary(board.setup).calls)
    return any(
        _BOX in inside for inside in (operations(board.setup), *(facts.flow.inside[key] for key in called))
    )


def _of(kind: str, taken: Counter[str], facts: Facts) -> int:
    return sum(number for one, number in taken.items() if facts.checked.model.is_a(one, kind))


def _copies(kind: str, facts: Facts) -> int:
    model = facts.checked.model
    return sum(
        thing.copies for thing in model.things.values() if thing.name == kind or model.is_a(thing.kind, kind)
    )
