"""Where the time of a game goes: by the rules and defines of its author. Says nothing to people.

While bots play, another thread looks again and again at what is being run. Generated code is named after the
rule that it plays, so what is found on the stack says which rule time goes to, and which rules call it.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import process_time
from types import FrameType
from typing import Final

from tilewright.schemas.documents import Document

from .bots import BOTS
from .engine.campaign import engine
from .playouts import play_out
from .state.program import load

EVERY: Final = 0.001
"""Seconds from one look to the next."""

SWITCHING: Final = 0.0002
"""Seconds after which the thread that looks may interrupt the one that plays."""

NO_RULE: Final = "no rule"
"""What generated code is called that serves a rule without playing one of its own."""

_GENERATED = re.compile(r"<tilewright \d+: (.*)>$")
_PLACE = re.compile(r"(?:(.*), )?([^,]+:\d+)$")


@dataclass
class Profile:
    """How often a rule was found, by its place `ridge/game.wright:59`: at work itself, and at work or waiting
    for what it calls.
    """

    looks: int = 0
    games: int = 0
    choices: int = 0
    seconds: float = 0.0
    own: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    titles: dict[str, str] = field(default_factory=dict)

    def look(self, frame: FrameType | None) -> None:
        """Count the rules on a stack."""
        self.looks += 1
        found = list(_rules(frame))
        self.titles.update((place, title) for title, place in found if title)
        places = [place for _, place in found]
        self.own.update(places[:1])
        self.all.update(set(places))


def profile(program: Document, seconds: float, seed: int, players: int, bot: str) -> Profile:
    """Play whole games for so many seconds of processor time. The first is not counted: much is made in it
    that stays.
    """
    machine = engine(load(program))
    play_out(machine, seed, players, BOTS[bot](seed))
    found = Profile()
    with _looking(found.look):
        began = process_time()
        while found.seconds < seconds:
            found.games += 1
            state = play_out(machine, seed + found.games, players, BOTS[bot](seed + found.games))
            found.choices += state.number
            found.seconds = process_time() - began
    return found


def _rules(frame: FrameType | None) -> Iterator[tuple[str, str]]:
    """The rules on a stack, the innermost first."""
    while frame is not None:
        generated = _GENERATED.match(frame.f_code.co_filename)
        placed = generated and _PLACE.match(generated[1])
        if placed:
            yield "" if placed[1] in (None, NO_RULE) else placed[1], placed[2]
        frame = frame.f_back


@contextmanager
def _looking(look: Callable[[FrameType | None], None]) -> Iterator[None]:
    """Look at the stack of this thread again and again, until the block ends."""
    watched, over, before = threading.get_ident(), threading.Event(), sys.getswitchinterval()

    def watch() -> None:
        while not over.wait(EVERY):
            look(sys._current_frames().get(watched))  # noqa: SLF001  # the one way to another thread's stack

    thread = threading.Thread(target=watch, name="profile")
    sys.setswitchinterval(SWITCHING)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        sys.setswitchinterval(before)
