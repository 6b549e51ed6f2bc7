"""What may happen in one mission: what its board and its pieces rule out is left out."""

from collections.abc import Iterable

from tilewright.schemas.walking import operations

from ..analysis.on_board import BoardEstimates
from ..analysis.ranges import NO, YES
from ..check.scope import Op
from .facts import BoardSetup, Facts, blocks_of, without_blocks
from .never_in_play import comes_into_play, placed_kinds

PASSES = 3
"""Times that it is looked through what can no longer happen since something else cannot."""


def may_happen(board: BoardSetup, undone: Iterable[str], facts: Facts) -> list[Op]:
    """Every operation that may be come to in a mission, from its set-up on or from the verbs `undone`."""
    assert board.shape is not None
    flow, undone = facts.flow, [*undone]
    here = BoardEstimates(facts.estimates, board.shape)
    found: list[Op] = []
    for _ in range(PASSES):
        left = {
            key: _body(body.sort, body.op, body.block, here)
            for key, body in flow.bodies.items()
            if here.settles(flow.own[key].reads, flow.own[key].uses)
        }
        runs = flow.reached_in(board.mission, board.setup, undone, left)
        found = operations(board.setup)
        for key in runs:
            found += left[key] if key in left else flow.inside[key]
        brought = {op["kind"] for op in found if op["op"] == "move" and comes_into_play(op["to"], facts)}
        absent = frozenset(
            kind
            for kind in placed_kinds(facts)
            if not any(facts.checked.model.related(kind, one) for one in brought)
        )
        if absent == here.absent:
            break
        here = BoardEstimates(facts.estimates, board.shape)
        here.absent = absent
    return found


def _body(sort: str, op: Op, block: list[Op], here: BoardEstimates) -> list[Op]:
    """What may be come to of a body; nothing if its own tests never hold here."""
    tests: list[Op | None] = []
    match sort:
        case "verb":
            tests += [need["test"] for need in op["needs"]]
            if any(_is_empty(part["from"], here) for part in op["parts"] if part["from"] is not None):
                return []
        case "hook":
            tests.append(op["when"])
        case "trigger":
            tests.append(op["test"])
            if op["element"] is not None and _is_empty(op["element"]["set"], here):
                return []
    if any(here.truth(test, {}) == NO for test in tests if test is not None):
        return []
    rest = {name: value for name, value in op.items() if name != "body"}
    return operations(list(rest.values())) + _block(block, here)


def _block(block: list[Op], here: BoardEstimates) -> list[Op]:
    found: list[Op] = []
    for op in block:
        nested = [*blocks_of(op)]
        found.append(op)
        rest = [value for value in op.values() if not any(value is one for one in nested)]
        found += operations([without_blocks(value, nested) for value in rest])
        for one in nested:
            if not _never(op, one, here):
                found += _block(one, here)
    return found


def _never(op: Op, block: list[Op], here: BoardEstimates) -> bool:
    """Whether a block of a statement is never come to."""
    match op["op"]:
        case "if":
            return here.truth(op["test"], {}) == (NO if block is op["then"] else YES)
        case "for_each":
            return _is_empty(op["set"], here)
    return False


def _is_empty(members: Op, here: BoardEstimates) -> bool:
    if members["op"] == "filter" and here.truth(members["where"], {}) == NO:
        return True
    return here.size(members, {})[1] == 0
