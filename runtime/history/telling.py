"""What happened between two questions, once more and line by line, as one seat saw it.

An answer leads to one new position, and on the way to dozens of events. Tables show them one after another.
So the events are told again on a copy of the position before, as seats/log.py has told them, and for each
line of the seat's log there is a view of the game as it was when that line was true.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.schemas.documents import Document
from tilewright.schemas.view import View

from ..evaluating.program_index import ProgramIndex
from ..seats import phases
from ..seats.handles import Handles
from ..seats.log import Log, Teller
from ..seats.looking import GLANCE, LOOK
from ..seats.seat_view import SeatView
from ..state import events as ev
from ..state.state import State
from .undo import Past


def views(
    index: ProgramIndex, past: Past, seat: int | None, lines: list[Document], number: int
) -> Iterator[View]:
    """The views of a seat while an answer took effect, one for each line of its log that tells of it.

    `lines` is the whole log as it is now, `number` that of the present moment. What is told in one line
    happens at once. Nobody is asked anything in these views. There are none where the answer has begun or
    ended a mission, and of what was changed by hand.
    """
    before = past.lengths.get(seat, 0)
    shadow, handles, told = past.state.clone(), past.handles.clone(), Log()
    teller = Teller(index, shadow, handles, told, past.phases)

    budget = LOOK  # all that was told leads to one moment

    def view(state: State, eyes: Handles, running: phases.Phases, count: int) -> View:
        nonlocal budget
        state.fuel = min(budget, state.budget)
        sight = SeatView(index, state, seat, eyes)
        shown = sight.document(None, [], phases.titles(running, sight), lines[: before + count], number)
        if state.fuel < 0:
            budget = GLANCE
        return shown

    count = 0
    for event in past.events:
        if event[0] == ev.READ:
            continue  # who may take the answer back: nothing happens
        # Whether the event begins another line is known when it was told. Then the last line is complete,
        # and true of the position before this event.
        complete = shadow.clone(), handles.clone(), teller.running
        teller.tell_one(event, None)
        longer = len(told.entries.get(seat, ()))
        if longer > count and count:
            yield view(*complete, count)
        count = longer
    if count:
        yield view(shadow, handles.clone(), teller.running, count)
