"""Piles, bags and slots that rules look into and never put anything into.

What `count(won)` or `deck.top` finds is nothing, for the whole game. A move to a place by that name fills it,
whosever it is; so does, in doubt, whatever else names it: an input of a verb, a choice between two places.
What only stories declare or a library offers is filled by somebody else.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import CONTENTS
from tilewright.schemas.walking import operations

from ..check.scope import Op
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_LOOKS = CONTENTS | {"shuffle", "equal"}


def never_filled(facts: Facts) -> Iterator[Diagnostic]:
    """Each pile, bag or slot of the game's own that is read and stays empty."""
    model = facts.checked.model
    read: set[str] = set()
    filled: set[str] = set()
    checked = facts.checked
    values = [one["value"] for one in checked.defines.values()]
    setups = [board.setup for board in facts.boards]
    rest = operations([*values, *checked.modifiers, *checked.goals, *setups])
    for inside in (*facts.flow.inside.values(), rest):
        for op in inside:
            for name in _places_in(op):
                (read if op["op"] in _LOOKS else filled).add(name)
    for properties in (model.game, *(kind.properties for kind in model.kinds.values())):
        for name, known in properties.items():
            if (
                name in read - filled
                and known.place in ("pile", "bag", "slot")
                and facts.for_play(known.span)
            ):
                yield codes.NEVER_FILLED.at(known.span, name=name)


def _places_in(op: Op) -> Iterator[str]:
    """The places that an operation names itself."""
    for value in op.values():
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, dict) and one.get("op") == "place":
                yield one["name"]
