"""Opens the table over a real game and writes down what can be clicked: `python play_mission.py FOLDER GAME
SEED [SEAT...]`.

`drawn.json` in the folder is what is on the screen now (support/showing.py); `answers.jsonl` gets a line for
every answer that reached the session.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from support.showing import Shown
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.plugin import Maker
from tilewright.viewer.rendering import window
from tilewright.viewer.replaying.telling import TellingPlugin
from tilewright.viewer.replaying.timeline import TimelinePlugin


class Watched(TableSession):
    """Writes down the answers that people give."""

    folder = Path()

    def answer(self, seat: str, ids: list[int]) -> str | None:
        refused = super().answer(seat, ids)
        with (self.folder / "answers.jsonl").open("a") as file:
            file.write(json.dumps({"seat": seat, "ids": ids, "refused": refused}) + "\n")
        return refused

    def answer_by_chance(self) -> None:
        """What is not looked at: set-up."""
        self._answer_by_bot(self.asked()[0])


if __name__ == "__main__":
    Watched.folder = Shown.folder = Path(sys.argv[1])
    game = Game.start(load(sys.argv[2]).program, int(sys.argv[3]), len(sys.argv[4:]) or None)
    people = sys.argv[4:] or game.seats
    session = Watched(game, people, seed=1, autosave=Path(sys.argv[1]) / "kept.json")
    while game.state.number < int(os.environ.get("BEGIN_AT", "0")) and session.asked():
        session.answer_by_chance()
    opened = window.open_window("pandagl", "auto", (1280, 720), offscreen=False)
    plugins: list[Maker] = [TimelinePlugin] if "WITH_TIME" in os.environ else []
    plugins += [TellingPlugin] if "WITH_EVENTS" in os.environ else []
    Shown(session, opened, plugins=plugins).run()
