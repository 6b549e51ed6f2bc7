"""What was answered, and the game as it was before: what undo goes back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..seats.handles import Handles
from ..seats.observations import Moments
from ..seats.phases import Phases
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
