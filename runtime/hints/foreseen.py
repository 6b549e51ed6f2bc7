"""What an answer makes of things that stay where they are, before it is given: where they will look, what
they will threaten. As with odds, what the seat does not know is dealt again, and only what comes out alike is
told.
"""

from __future__ import annotations

import time
from typing import Any

from ..engine.engine import NotOffered
from ..evaluating.program_index import Node
from ..game import Game
from ..seats.determinize import dealt, unknown
from ..seats.seat_view import SeatView
from ..state.state import State
from .odds import tried

SECONDS = 0.3  # an answer that takes longer goes on to much else, and nobody waits for it

ForeseenValues = dict[str, Any]


def foreseen(game: Game, seat: str | None, option: int) -> dict[str, ForeseenValues]:
    """The values that things will have, by their handles; of those only that have others now."""
    number = game.number_of(seat)
    if game.state.q is None or (number is not None and number not in game.asked_seats()):
        return {}
    try:
        by, ids = game.resolved([option], seat)
    except NotOffered:
        return {}
    hidden = unknown(game.index, game.state, number)
    # What is chosen from the box is not on the table yet, but the table shows it to whoever chooses.
    question = game.question(seat)
    now = _seen(game, game.state, number, question)
    found: list[dict[str, tuple[str, ForeseenValues]]] = []
    first = game.moment(seat) * 7919 + option
    for attempt in range(2):  # what is hidden would make two of them differ
        state = dealt(game.state, hidden, first + attempt)
        chance, since = state.r, time.monotonic()
        if tried(game, state, ids, by) is None or state.r != chance or time.monotonic() - since > SECONDS:
            return {}
        found.append(_seen(game, state, number, question))
    return {
        handle: values
        for handle, (place, values) in found[0].items()
        if handle in now and now[handle][0] == place and now[handle][1] != values
        if found[1].get(handle) == (place, values)
    }


def _seen(
    game: Game, state: State, number: int | None, question: Node | None
) -> dict[str, tuple[str, ForeseenValues]]:
    """Place and values of everything that a seat sees in a state, or chooses from the box, by its handle."""
    sight = SeatView(game.index, state, number, game.handles.clone())
    things = (sight.thing(one) for one in (*sight.visible(), *sight.offered(question)))
    return {one["handle"]: (str(one.get("place")), one.get("values") or {}) for one in things}
