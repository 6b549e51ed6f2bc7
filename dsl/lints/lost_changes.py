"""Changes that are lost: a value that is set again, or raised by as much as it was lowered, before anything
could read it; a price that is paid back; and in a set-up a thing that is moved on at once.

Looked at are statements of one block between which there are but plain changes that do not ask for the
value. A change for which some rule waits counts as read, but in a set-up, where rules sleep. Nothing is said
of moves where rules go with them.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import ASSIGNS, STORED

from ..analysis.bounds import Key, place
from ..analysis.callgraph import Body
from ..analysis.keys import FlowKey, flow_key
from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from .dead_numbers import called
from .facts import Facts, blocks_of

_PRICE = "price"
_PLAIN = ASSIGNS | {"let", "move"}
"""What may stand between two changes: anything else may be what the first one is for."""


def lost_changes(facts: Facts) -> Iterator[Diagnostic]:
    """The first of each two changes in a row."""
    waited = _waited_for(facts)
    blocks = [([*_prices(body), *body.block], False) for body in facts.flow.bodies.values()]
    blocks += [(board.setup, True) for board in facts.boards]
    while blocks:
        block, asleep = blocks.pop()
        last: dict[Key, int] = {}
        for number, op in enumerate(block):
            target = _target(op, asleep, facts)
            if target is not None:
                key = facts.estimates.keys.of(target)
                first = last.pop(key, None)
                if (
                    first is not None
                    and not _same(block[first], op, facts)
                    and _is_lost(block[first : number + 1], target, set() if asleep else waited, facts)
                ):
                    yield from _told(block[first], op, target, facts)
                    if op["op"] in ("raise", "lower"):
                        continue  # of these two nothing is left
                last[key] = number
            elif op["op"] not in _PLAIN:
                last.clear()
                blocks += [(inner, asleep) for inner in blocks_of(op)]


def _prices(body: Body) -> list[Op]:
    """What an action takes, as the first thing that it does."""
    return (
        [{"op": "lower", _PRICE: True, **price} for price in body.op["takes"]] if body.sort == "verb" else []
    )


def _target(op: Op, asleep: bool, facts: Facts) -> Op | None:
    """The value that a statement changes, or the thing that it moves in a set-up."""
    if op["op"] in ASSIGNS and op["target"]["op"] in STORED:
        target: Op = op["target"]
        return target
    if op["op"] == "move" and asleep and op["what"]["op"] in ("entity", "local"):
        what: Op = op["what"]
        return what
    return None


def _same(first: Op, again: Op, facts: Facts) -> bool:
    """Whether two lines say the same, of which another lint tells."""
    parts = ("what", "to") if first["op"] == "move" else ("target", "value")
    alike = first["op"] == again["op"] and all(part in first for part in parts)
    return alike and all(facts.estimates.keys.same(first[part], again[part]) for part in parts)


def _waited_for(facts: Facts) -> set[FlowKey]:
    """What rules that wait ask for."""
    found: set[FlowKey] = set()
    for body in facts.flow.bodies.values():
        if body.sort == "trigger":
            found |= facts.flow.value([body.op["test"], (body.op["element"] or {}).get("set", [])]).reads
    return found


def _is_lost(between: list[Op], target: Op, waited: set[FlowKey], facts: Facts) -> bool:
    """Whether what the first of these statements changes is changed by the last, and not read in between."""
    flow, last = facts.flow, between[-1]
    moved = last["op"] == "move"
    if any(op["op"] == "move" for op in between) and facts.flow.hooked.get("move"):
        return False
    if not (moved or _is_undone(between[0], last, facts)):
        return False
    name = flow_key("where", last["kind"]) if moved else flow_key("stored", ".".join(place(target)))
    whose = flow.value(target.get("of") or [])
    for op in between:
        asked = [value for field, value in op.items() if field != "target"]
        if op is not between[0] and flow.touches((name,), flow.value([*asked, _whose(op)]).reads):
            return False
        written = flow.summary([op]).writes
        if op is not last and (flow.touches(written, waited) or not whose.reads.isdisjoint(written)):
            return False
    return True


def _is_undone(first: Op, last: Op, facts: Facts) -> bool:
    """Whether a change leaves nothing of an earlier one: what a price has to be paid of may well be set."""
    if last["op"] == "set":
        return _PRICE not in first
    opposite = {first["op"], last["op"]} == {"raise", "lower"}
    return opposite and facts.estimates.keys.same(first["amount"], last["amount"])


def _whose(op: Op) -> Op | list[Op]:
    """Whose value a statement changes."""
    return (op.get("target") or {}).get("of") or []


def _told(first: Op, again: Op, target: Op, facts: Facts) -> Iterator[Diagnostic]:
    span = facts.flow.span(first["at"])
    if facts.own(span):
        what = called(target) if target["op"] != "entity" else f"`{target['name']}`"
        how = {"move": "moved on", "set": "set again"}.get(again["op"], "changed back")
        related = (Related(facts.flow.span(again["at"]), f"it is {how} here"),)
        yield codes.LOST_CHANGE.at(span, what=what, how=how, related=related)
