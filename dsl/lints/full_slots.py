"""Set-ups that move more into a slot than it holds: a game that is set up so is stuck before it begins.

Counted is what certainly comes into slots of the game, and of things that are named. What lies there stays
while the set-up goes on, unless that takes something out of a place, or a rule goes with moves.
"""

from collections import Counter
from collections.abc import Iterator

from tilewright.schemas.operation_table import CONTENTS
from tilewright.schemas.walking import operations

from ..analysis.setups import SetupWalk, assigned
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts


def full_slots(facts: Facts) -> Iterator[Diagnostic]:
    """The move of each set-up for which a slot has no more room."""
    if facts.flow.hooked.get("move"):
        return
    given = assigned(facts.bodies)
    for board in facts.boards:
        if any(op["op"] in CONTENTS for op in operations(board.setup)):
            continue  # something may be taken out again
        held: Counter[tuple[str, str]] = Counter()
        for one in SetupWalk(facts.flow, facts.estimates, given, board.mission).placings(board.setup):
            if one.spaces["op"] != "place" or not _is_named(one.spaces["of"]):
                continue
            room = facts.estimates.capacity(one.spaces)
            owner = one.spaces["of"]["name"] if one.spaces["of"] is not None else ""
            slot = one.spaces["name"]
            held[owner, slot] += one.times
            if _is_slot(slot, facts) and held[owner, slot] > room:
                whose = f"`{owner}.{slot}`" if owner else f"`{slot}`"
                span = facts.flow.span(one.at)
                yield codes.FULL_SLOT.at(span, name=whose, room=f"{room:g}", needed=held[owner, slot])
                break


def _is_named(owner: dict[str, object] | None) -> bool:
    return owner is None or owner["op"] == "entity"


def _is_slot(name: str, facts: Facts) -> bool:
    """Whether only slots have that name."""
    model = facts.checked.model
    owners = [model.game, *(kind.properties for kind in model.kinds.values())]
    named = [one[name] for one in owners if name in one]
    return bool(named) and all(known.place == "slot" for known in named)
