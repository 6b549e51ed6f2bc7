"""Piles, bags and slots that rules look into and never put anything into.

What `count(won)` or `deck.top` finds is nothing, for the whole game. A move to a place by that name fills it,
whosever it is; so does, in doubt, whatever else names it: an input of a verb, a choice between two places.
What only stories declare or a library offers is filled by somebody else.
"""

from collections.abc import Iterator

from tilewright.schemas.operation_table import CONTENTS

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .facts import Facts

_LOOKS = CONTENTS | {"shuffle", "equal"}


def never_filled(facts: Facts) -> Iterator[Diagnostic]:
    """Each pile, bag or slot of the game's own that is read and stays empty."""
    model = facts.checked.model
    looks = {id(value) for name in _LOOKS for op in facts.by_op.get(name, ()) for value in op.values()}
    read, filled = set[str](), set[str]()
    for place in facts.by_op.get("place", ()):
        (read if id(place) in looks else filled).add(place["name"])
    for known in model.declared():
        empty = known.name in read - filled and known.place in ("pile", "bag", "slot")
        if empty and facts.for_play(known.span):
            yield codes.NEVER_FILLED.at(known.span, name=known.name)
