"""`undo` in a story: what a player can take back, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluating.program_index import Node
from ..seats.titles import title_of
from .failing import Failed

if TYPE_CHECKING:
    from .story import Story


def undo(story: Story, step: Node) -> None:
    """Take the last answer back: as a player can or, where nobody is named, whatever it was.

    Raises Failed where the player cannot.
    """
    if not story.marks:
        raise Failed("The test is wrong: nothing was answered that could be taken back.")
    if step.get("by") is not None and story.game.events is not None:
        wrong = no_undo(story, int(story.value(step["by"])))
        if wrong is not None:
            raise Failed(f"{wrong} (`undo` alone takes it back all the same.)")
    story.game.back(story.marks.pop()[0])


def no_undo(story: Story, seat: int | None) -> str | None:
    """Why a player cannot take the last answer back, as a sentence; None if he can.

    Without a player it is whoever gave that answer.
    """
    if not story.marks:
        return "There is nothing to take back."
    mark, by = story.marks[-1]
    if seat not in (None, by):
        return f"The last answer was given by {title_of(story.index, by)}."
    question = story.game.state.q
    if question is not None and by not in question[2] and story.game.site().secret:
        return "Somebody else is being asked in secret."
    stands = story.game.stands(mark, by)
    return None if stands is None else f"The last answer cannot be taken back: {stands}."


def is_about_undo(step: Node) -> bool:
    """Whether a line of `expect` says what can be taken back."""
    return any("undo" in one for one in (step.get("value") or {}, *(step.get("values") or ())))
