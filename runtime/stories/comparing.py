"""What a seat is shown at the end of a story, and what of it first differs from the end of another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..engine.engine import option_count
from ..evaluating.program_index import Node
from ..questions import document as questions
from ..seats.handles import Handles
from ..seats.log import Log, Teller
from ..seats.phases import titles
from ..seats.seat_view import SeatView

if TYPE_CHECKING:
    from .story import Story

MOST_SHOWN = 60
"""Letters of a value in a message."""


def shown(story: Story, seat: int) -> Node:
    """All that a seat is shown now, with its log since the scene began."""
    game, index, (began, before) = story.game, story.index, story.scene
    handles, log, question = Handles(), Log(), game.state.q
    teller = Teller(index, began.clone(), handles, log)
    teller.tell((game.events or ())[before:], None)
    sight = SeatView(index, game.state, seat, handles)
    waiting, extras = list[str](), list[questions.Extra]()
    if question is not None:
        waiting = [index.name(one) for one in questions.awaited(question)]
        first = option_count(question)
        extras = [questions.Extra(first + i, *one) for i, one in enumerate(game.any_time())]
    asked = questions.document(sight, game.site(), 1, waiting, extras)
    return sight.document(asked, waiting, titles(teller.running, sight), log.of(seat))


def first_difference(here: object, there: object, path: str = "") -> str | None:
    """Where two documents first differ, and how: `values.clock is 3 here, 4 there`; None if nowhere."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in (*here, *(key for key in there if key not in here)):
            found = first_difference(here.get(key), there.get(key), f"{path}.{key}" if path else key)
            if found is not None:
                return found
        return None
    if isinstance(here, list) and isinstance(there, list):
        for number, (one, other) in enumerate(zip(here, there, strict=False)):
            found = first_difference(one, other, f"{path}[{_called(one, other, number)}]")
            if found is not None:
                return found
        if len(here) == len(there):
            return None
        shown = (here if len(here) > len(there) else there)[min(len(here), len(there))]
        return f"{path} has {_written(shown)} only {'here' if len(here) > len(there) else 'there'}"
    return None if here == there else f"{path} is {_written(here)} here, {_written(there)} there"


def _called(one: object, other: object, number: int) -> str:
    """An entry by its name where both have the same, else by its number."""
    names = [entry.get("name") if isinstance(entry, dict) else None for entry in (one, other)]
    return str(number if names[0] is None or names[0] != names[1] else names[0])


def _written(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("text") or value.get("name") or value.get("prompt") or value
    if value is None:
        return "none"
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= MOST_SHOWN else f"{written[: MOST_SHOWN - 1]}…"
