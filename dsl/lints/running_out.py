"""Set-ups that take more of a kind than the box holds: what is too much would silently not happen."""

from collections import Counter
from collections.abc import Iterator

from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def running_out(facts: Facts) -> Iterator[Diagnostic]:
    """What a set-up certainly takes out of the box by `move spare`, against the copies declared."""
    for board in facts.boards:
        if any(op == {"op": "place", "name": "box", "of": None} for op in operations(board.setup)):
            continue  # something may go back
        taken: Counter[str] = Counter()
        for op, times in _moves(board.setup, 1):
            kind = op["what"]["kind"]
            taken[kind] += times
            needed, there = _of(kind, taken, facts), _copies(kind, facts)
            if needed > there:
                yield codes.RUNS_OUT.at(facts.flow.span(op["at"]), name=kind, needed=needed, found=str(there))
                break


def _moves(block: list[Op], times: int) -> Iterator[tuple[Op, int]]:
    """Each `move spare KIND` that happens in any case, and how often."""
    for op in block:
        match op["op"]:
            case "move" if op["what"]["op"] == "spare":
                yield op, times
            case "repeat" if op["times"] is not None and op["times"]["op"] == "number":
                yield from _moves(op["body"], times * op["times"]["value"])
            case "at_once":
                yield from _moves(op["body"], times)


def _of(kind: str, taken: Counter[str], facts: Facts) -> int:
    return sum(number for one, number in taken.items() if facts.checked.model.is_a(one, kind))


def _copies(kind: str, facts: Facts) -> int:
    model = facts.checked.model
    return sum(
        thing.copies for thing in model.things.values() if thing.name == kind or model.is_a(thing.kind, kind)
    )
