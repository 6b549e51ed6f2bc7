"""What happens by itself at a table: bots answer, at a pace that can be watched."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from ..common import choices
from ..panels import interface
from . import answering

if TYPE_CHECKING:
    from .app import App

BOT_PACE = 0.35  # seconds from one answer to the next


class Pacing:
    """When the next answer of a bot is due; with `autoplay` people's questions are answered at random too."""

    def __init__(self, app: App, *, autoplay: bool) -> None:
        self.app, self.autoplay = app, autoplay
        self.chance = random.Random(0)
        self.due = 0.0

    def wait(self) -> None:
        """Something has happened that is to be seen before the next answer."""
        self.due = time.monotonic() + BOT_PACE

    def poll(self) -> None:
        """Let a bot answer if it is time."""
        app = self.app
        if time.monotonic() < self.due or app.table.moving or app.view.get("over") or self._stands():
            return
        self.wait()
        asked = app.session.asked()
        if not asked:
            app.thinking.begin(
                lambda: app.showing.foresee(app.session.tick()),
                lambda played: app.showing.refresh() if played else None,
            )
        elif self.autoplay:
            app.hold(interface.lift(app.ui))
            app.seating.sit(asked[0], alone=True)
            app.showing.refresh()
            self._answer_by_chance()

    def _stands(self) -> bool:
        """Whether the game stands still; where nobody plays, nobody closes what lies over the table."""
        return self.app.plugins.holds() or (interface.covered(self.app.ui) and not self.autoplay)

    def _answer_by_chance(self) -> None:
        ids = [option["id"] for option in choices.options(self.app.view)]
        span = choices.several(self.app.view)
        if ids:
            count = 1 if span is None else self.chance.randint(span[0], min(span[1], len(ids)))
            answering.give(self.app, self.chance.sample(ids, count))
