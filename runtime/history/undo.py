"""What was answered, and the game as it was before: what undo goes back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..evaluating.program_index import ProgramIndex
from ..seats.handles import Handles
from ..seats.observations import Moments
from ..seats.phases import Phases
from ..seats.titles import title_of
from ..seats.wording import wording
from ..state.events import Event
from ..state.state import State
from .manual_edits import ManualEdit


class CannotUndo(Exception):
    """Why the last answer stands, as a sentence."""


@dataclass(slots=True)
class Past:
    """The game before an answer, and why that answer cannot be taken back, if it cannot."""

    state: State
    lengths: dict[int | None, int]
    handles: Handles
    phases: Phases
    moments: Moments
    recorded: int
    step: Step
    sealed: str | None
    events: Sequence[Event] = ()  # what the answer has led to, unless another program was played then


@dataclass(frozen=True, slots=True)
class Step:
    """One answer as it was given: who, which options, whether in secret; or what was changed by hand."""

    seat: str
    ids: tuple[int, ...] = ()
    change: ManualEdit | None = None
    secret: bool = False


def refused(index: ProgramIndex, key: str, *parts: str) -> CannotUndo:
    """Why something is neither taken back nor given again, as the engine says it."""
    return CannotUndo(wording(index).say(f"engine/{key}", *parts))


def of_another(index: ProgramIndex, turn: str, step: Step) -> CannotUndo:
    """The same of an answer that somebody else gave, or that was given by hand."""
    if step.change is not None:
        return refused(index, f"{turn}_by_hand")
    return refused(index, f"{turn}_by", title_of(index, index.number(step.seat)))
