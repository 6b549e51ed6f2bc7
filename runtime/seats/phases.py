"""The titled verbs that run, and who may know of each: the phases of a view, what dice are rolled for, and of
which deed each line of a log is a part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..evaluating.program_index import ProgramIndex
from ..state.events import BEGIN, END, OVER, PAID, Event
from ..state.state import NONE

if TYPE_CHECKING:
    from .seat_view import SeatView


class RunningPhase(NamedTuple):
    """A titled verb that runs."""

    verb: str
    only: int  # the only seat that knows of it; NONE where everybody does
    lines: Mapping[int | None, int] = {}  # the number of the line that says so, in the log of each seat
    pays: bool = False  # whether its costs are being paid


Phases = tuple[RunningPhase, ...]
"""Verbs, outermost first."""


def after(phases: Phases, event: Event, index: ProgramIndex) -> Phases:
    """What runs after an event."""
    if event[0] == BEGIN and index.data["verbs"][event[1]].get("title"):
        _, verb, _, you, secret, _ = event
        pays = bool(index.data["verbs"][verb].get("costs"))
        return (*phases, RunningPhase(verb, you if secret else NONE, pays=pays))
    running = [one.verb for one in phases]
    if event[0] in (PAID, END) and event[1] in running:
        # What was dropped on the way, by an end from within, ends with it.
        place = len(running) - 1 - running[::-1].index(event[1])
        return (*phases[:place], *((phases[place]._replace(pays=False),) if event[0] == PAID else ()))
    return () if event[0] == OVER else phases


def titles(phases: Phases, sight: SeatView) -> list[str]:
    """What the verbs are called of which a seat knows that they run."""
    verbs = sight.index.data["verbs"]
    return [sight.text(verbs[verb]["title"]) for verb in known(phases, sight.seat)]


def known(phases: Phases, seat: int | None) -> tuple[str, ...]:
    """The verbs of which a seat knows that they run; the designer's seat knows all."""
    return tuple(one.verb for one in phases if seat is None or one.only in (NONE, seat))


def told(phases: Phases, lines: Mapping[int | None, int]) -> Phases:
    """The same when these lines have said that the innermost has begun."""
    return (*phases[:-1], phases[-1]._replace(lines=lines))


def line_around(phases: Phases, seat: int | None) -> int | None:
    """The number of the line that told a seat of the innermost verb that it was told of."""
    return next((one.lines[seat] for one in reversed(phases) if seat in one.lines), None)


def is_price(phases: Phases, seat: int | None) -> bool:
    """Whether what happens now pays for a deed that the seat knows about."""
    return any(one.pays and (seat is None or one.only in (NONE, seat)) for one in phases)


def renumbered(phases: Phases, numbers: Mapping[int | None, int | None]) -> Phases:
    """The same where players have other numbers: in another program."""

    def of(one: RunningPhase) -> RunningPhase:
        only = None if one.only == NONE else numbers[one.only]
        lines = {numbers[seat]: line for seat, line in one.lines.items()}
        return RunningPhase(one.verb, NONE if only is None else only, lines, one.pays)

    return tuple(map(of, phases))
