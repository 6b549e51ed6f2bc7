"""Opens the table over a fake session: `python play_table.py QUALITY
RECORD`. Used by the window tests, and by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import tableviews  # type: ignore[import-not-found]  # lies beside this script
from tablesession import FakeSession  # type: ignore[import-not-found]

from tilewright.viewer.playing.app import App, run_table
from tilewright.viewer.playing.companion import Companion


class Ready(Companion):
    """Writes down that the first picture is there."""

    def __init__(self, app: App) -> None:
        self.session: FakeSession = app.session
        self.turns = 0

    def poll(self) -> None:
        self.turns += 1
        if self.turns == 2:
            self.session.write(shown=True)


if __name__ == "__main__":
    record = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    board = getattr(tableviews, sys.argv[3]) if len(sys.argv) > 3 else tableviews.mission
    session = FakeSession(board(), record)
    run_table(session, quality=sys.argv[1], size=(1280, 720), companions=(Ready,))
