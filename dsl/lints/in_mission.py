"""What may happen in one mission: what its board and its pieces rule out is left out."""

from collections.abc import Iterable
from typing import NamedTuple

from tilewright.schemas.operation_table import CHOICES, LEAVES
from tilewright.schemas.walking import operations

from ..analysis.keys import FlowKey, flow_key
from ..analysis.on_board import BoardEstimates
from ..analysis.ranges import NO, YES
from ..check.scope import Op
from .facts import BoardSetup, Facts, blocks_of, without_blocks
from .never_in_play import comes_into_play, placed_kinds

_CHOICES = CHOICES - {"offer"} | {"together"}
"""What asks people something by itself: of an offer, the actions say whether there is anything to choose."""


class Happening(NamedTuple):
    """What can happen in a mission."""

    operations: list[Op]
    absent: frozenset[str]
    """The kinds of pieces of which none ever comes into play in it."""
    asked: bool
    """Whether anybody may be asked anything once it has been set up, or take an action."""


def may_happen(board: BoardSetup, undone: Iterable[FlowKey], facts: Facts) -> Happening:
    """What may be come to in a mission, from its set-up on or from the verbs `undone`.

    No piece is in play at first. What that leaves may bring some into play, and more can happen with them.
    """
    assert board.shape is not None
    undone = [*undone]
    here = BoardEstimates(facts.estimates, board.shape)
    here.absent = frozenset(placed_kinds(facts))
    while True:
        rules = _left(board, undone, here, facts)
        found = [*operations(board.setup), *(op for inside in rules.values() for op in inside)]
        brought = {op["kind"] for op in found if op["op"] == "move" and comes_into_play(op["to"], facts)}
        absent = frozenset(
            one for one in here.absent if not any(facts.checked.model.related(one, kind) for kind in brought)
        )
        if absent == here.absent:
            return Happening(found, absent, any(_asks(key, rules[key], here, facts) for key in rules))
        here = BoardEstimates(facts.estimates, board.shape)
        here.absent = absent


def would_ask(board: BoardSetup, undone: Iterable[FlowKey], facts: Facts) -> bool:
    """Whether anybody might be asked something in a mission if every sort of piece came into play."""
    assert board.shape is not None
    here = BoardEstimates(facts.estimates, board.shape)
    rules = _left(board, [*undone], here, facts)
    return any(_asks(key, rules[key], here, facts) for key in rules)


def goes_on(facts: Facts) -> bool:
    """Whether the game goes round in its first verb until some rule ends it."""
    begins = facts.flow.bodies[facts.flow.begins].block
    return any(
        op["op"] == "repeat" and op["while"] is op["times"] is None and not _may_leave(op["body"])
        for op in begins
    )


def _may_leave(block: list[Op]) -> bool:
    return any(LEAVES.get(op["op"], "pass") != "pass" for op in operations(block))


def stands_still_without(
    kind: str, board: BoardSetup, absent: frozenset[str], undone: Iterable[FlowKey], facts: Facts
) -> bool:
    """Whether once every piece of a kind has left a mission, where others are absent anyway, nobody is asked
    anything there, nothing ends it, and none comes back.
    """
    assert board.shape is not None
    flow, model = facts.flow, facts.checked.model
    here = BoardEstimates(facts.estimates, board.shape)
    here.absent = absent | {one for one in placed_kinds(facts) if model.is_a(one, kind)}
    later = board._replace(setup=[])
    rules = _left(later, [*undone], here, facts)
    written = {
        flow_key("where", kind),
        *(name for inside in rules.values() for name in flow.summary(inside).writes),
    }
    asleep = [
        key
        for key in rules
        if flow.bodies[key].sort == "trigger"
        and not flow.touches(written, flow.value(_watched(flow.bodies[key].op)).reads)
    ]
    rules = _left(later, [*undone], here, facts, asleep)
    if any(_asks(key, inside, here, facts) or flow.summary(inside).ends for key, inside in rules.items()):
        return False
    found = [op for inside in rules.values() for op in inside if op["op"] == "move"]
    return not any(model.related(op["kind"], kind) and comes_into_play(op["to"], facts) for op in found)


def _watched(trigger: Op) -> list[Op]:
    return [trigger["test"], *([trigger["element"]["set"]] if trigger["element"] is not None else ())]


def _left(
    board: BoardSetup,
    undone: list[FlowKey],
    here: BoardEstimates,
    facts: Facts,
    asleep: Iterable[FlowKey] = (),
) -> dict[FlowKey, list[Op]]:
    """The bodies that may run in a mission, and what may be come to of each: of those `asleep`, nothing."""
    flow = facts.flow
    left = {
        key: _body(body.sort, body.op, body.block, here)
        for key, body in flow.bodies.items()
        if here.settles(flow.own[key].reads, flow.own[key].uses)
    }
    left |= {key: [] for key in asleep}
    runs = flow.reached_in(board.mission, board.setup, undone, left)
    return {key: left.get(key, flow.inside[key]) for key in runs}


def _asks(key: FlowKey, inside: list[Op], here: BoardEstimates, facts: Facts) -> bool:
    """Whether what is left of a body can be taken from a menu, or asks people something of its own."""
    verb = facts.checked.verbs.get(key.name) if key.sort == "verb" else None
    if verb is not None and verb["menu"] is not None and inside:
        return True
    return any(
        op["op"] in _CHOICES
        and not op.get("by", {}).get("chance")
        and not (op["op"] == "choose" and _is_empty(op["from"], here))
        for op in inside
    )


def _body(sort: str, op: Op, block: list[Op], here: BoardEstimates) -> list[Op]:
    """What a body can do; nothing if its own tests never hold here."""
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
        if not nested:
            found += operations(op)
            continue
        found.append(op)
        rest = [value for value in op.values() if not any(value is one for one in nested)]
        found += operations([without_blocks(value, nested) for value in rest])
        for one in nested:
            if not _never(op, one, here):
                found += _block(one, here)
    return found


def _never(op: Op, block: list[Op], here: BoardEstimates) -> bool:
    """Whether a block of a statement is unreachable."""
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
