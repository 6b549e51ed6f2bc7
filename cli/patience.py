"""What people at a terminal are told while answers are played again: how far it is, and how to stop it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.host.terminal import say
from tilewright.schemas.documents import Document

if TYPE_CHECKING:
    from tilewright.runtime.game import Game

SECONDS = 3.0
"""Until something is told, and between two times."""


def counted_off(
    answers: Sequence[Document], after: Callable[[Game], None] | None = None
) -> Callable[[Game], None]:
    """What is called with a game at its first question and after each of the answers; so is `after`."""
    from tilewright.runtime.history.save import CHANCE

    every = sum(one["seat"] != CHANCE for one in answers)
    played, told = -1, time.monotonic()

    def one_more(game: Game) -> None:
        nonlocal played, told
        played += 1
        if after is not None:
            after(game)
        if time.monotonic() - told > SECONDS and sys.stderr.isatty():
            told = time.monotonic()
            say(f"{played:,} of {every:,} answers have been played again. Ctrl+C stops that.", err=True)

    return one_more
