"""Opens the table over a fake session: `python play_table.py QUALITY
RECORD`. Used by the window tests, and by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from support import tables
from support.fake_session import FakeSession
from tilewright.viewer.app.app import App
from tilewright.viewer.app.sittings import run_sittings
from tilewright.viewer.plugin import Sitting, TablePlugin


class Ready(TablePlugin):
    """Writes down that the first picture is there."""

    def __init__(self, app: App) -> None:
        assert isinstance(app.session, FakeSession)
        self.session = app.session
        self.turns = 0

    def poll(self) -> None:
        self.turns += 1
        if self.turns == 2:
            self.session.write(shown=True)


if __name__ == "__main__":
    record = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    session = FakeSession(tables.mission(), record)
    run_sittings(Sitting(session, (Ready,)), None, quality=sys.argv[1])
