"""What happened in a story, as the log of a game tells it: for whoever wonders why a line does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..seats.handles import Handles
from ..seats.log import Log, Teller

if TYPE_CHECKING:
    from .story import Story

TOLD = 200
"""So many events are told, the last ones. Of those before them only what was said is."""


def happened(story: Story) -> list[str]:
    """The lines of the designer's log since the scene began; none where the interpreter plays."""
    game, (began, before) = story.game, story.scene
    events, log = (game.events or ())[before:], Log()
    teller = Teller(story.index, began.clone(), Handles(), log)
    teller.skip(events[:-TOLD])
    teller.tell(events[-TOLD:], None)
    return [str(line["text"]) for line in log.of(None)]
