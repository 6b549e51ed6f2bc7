"""What lasts a few seconds at a table: a sentence on the screen, dice, and that a key was pressed which does
something only when it is pressed once more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..panels import interface
from ..panels.interface import Passing

if TYPE_CHECKING:
    from .app import App

SECONDS = 3.5


class Fleeting:
    """What is there of it at one table, and until when."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.until: dict[Passing, float] = {}

    def __contains__(self, what: Passing) -> bool:
        return what in self.until

    def keep(self, what: Passing, seconds: float = SECONDS) -> None:
        """From now on something is there for so many seconds."""
        self.until[what] = time.monotonic() + seconds

    def poll(self) -> None:
        """Let go of what has been there for long enough."""
        now = time.monotonic()
        for what in [one for one, end in self.until.items() if now >= end]:
            del self.until[what]
            self.app.become(interface.pass_by(self.app.ui, what))
