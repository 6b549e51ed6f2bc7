"""What a change of the interface asks to be drawn again: pure functions."""

from __future__ import annotations

from ..staging.overlay import Focus
from .interface import UiState
from .vocabulary import Hover, InspectGoal, OnBoard


def same_layer(before: UiState, after: UiState) -> bool:
    """Whether the overlay and the rings over the board can stay as they are."""
    old, new = ((ui.overlay, ui.selected, in_focus(ui)) for ui in (before, after))
    if old != new:
        return False
    under = after.hover if isinstance(after.hover, OnBoard) and after.hover.sort != "link" else None
    return not after.overlay or under is None or after.hover == before.hover


def in_focus(ui: UiState) -> Focus:
    """What is marked on the board: what the goal under the mouse is about, else what is spoken of."""
    match ui.hover:
        case InspectGoal(_, things, spaces):
            return Focus(things, spaces)
    return ui.focus


def is_bare(hover: Hover) -> bool:
    """Whether no panel says what is under the mouse before its tooltip comes: a space, a link, nothing."""
    return hover is None or (isinstance(hover, OnBoard) and hover.sort != "thing")
