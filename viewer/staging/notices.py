"""What went wrong without stopping anything (a damaged cache, an unknown look hint, a full disk): each is
told once, at the table while one is open; else by whoever draws a picture."""

from __future__ import annotations

import logging

from tilewright.schemas.view import View

from ..common.speech import say
from ..scene.scene import Scene
from . import hints
from .stage import MOST_PIECES

_LOG = logging.getLogger("tilewright")


class Notices(logging.Handler):
    """Keeps the warnings of Tilewright for the table. To be closed with it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._told: set[str] = set()
        self._waiting: list[str] = []
        _LOG.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if text not in self._told:
            self._told.add(text)
            self._waiting.append(text)

    def texts(self) -> list[str]:
        """What has come since the last time."""
        found, self._waiting = self._waiting, []
        return found

    def news(self) -> str:
        """The same as one text: the first, and how many more; empty if nothing."""
        found = self.texts()
        return say("told_more", found[0], len(found) - 1) if len(found) > 1 else "".join(found)

    def close(self) -> None:
        _LOG.removeHandler(self)
        super().close()


def count(scene: Scene) -> None:
    """Warn of pieces that are not shown."""
    if scene.left_out:
        _LOG.warning(say("told_left_out", MOST_PIECES, MOST_PIECES + scene.left_out))


def check(view: View) -> None:
    """Warn of look hints that name what the table does not have."""
    for sentence in hints.unknown(view):
        _LOG.warning(sentence)
