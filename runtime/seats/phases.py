"""The titled verbs that run, and who may know of each: the phases of a view, and what dice are rolled for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluating.program_index import ProgramIndex
from ..state.events import BEGIN, END, OVER, Event
from ..state.state import NONE

if TYPE_CHECKING:
    from .seat_view import SeatView

Phases = tuple[tuple[str, int], ...]
"""Verbs, outermost first, each with the only seat that knows of it; NONE where everybody does."""


def after(phases: Phases, event: Event, index: ProgramIndex) -> Phases:
    """What runs after an event."""
    if event[0] == BEGIN and index.data["verbs"][event[1]].get("title"):
        _, verb, _, you, secret, _ = event
        return (*phases, (verb, you if secret else NONE))
    running = [verb for verb, _ in phases]
    if event[0] == END and event[1] in running:
        # What was dropped on the way, by an end from within, ends with it.
        return phases[: len(running) - 1 - running[::-1].index(event[1])]
    return () if event[0] == OVER else phases


def titles(phases: Phases, sight: SeatView) -> list[str]:
    """What the verbs are called of which a seat knows that they run."""
    verbs = sight.index.data["verbs"]
    return [sight.text(verbs[verb]["title"]) for verb in known(phases, sight.seat)]


def known(phases: Phases, seat: int | None) -> tuple[str, ...]:
    """The verbs of which a seat knows that they run; the designer's seat knows all."""
    return tuple(verb for verb, only in phases if seat is None or only in (NONE, seat))
