"""How far somebody would get on a way whose steps are asked for one by one, before the first is taken. As
with odds, what the seat does not know is dealt again, and what comes out otherwise is not told.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ..engine.engine import NotOffered
from ..game import Game
from ..questions import document
from ..questions.prompts import site_now
from ..seats.determinize import unknown
from ..state.state import State
from .ahead import BUDGET, DEALS
from .why_excluded import deals

SECONDS = 0.5


class _AskedStep(NamedTuple):
    """A question for a step: what makes the next one the same, and by which option each space is chosen."""

    same: tuple[object, ...]
    options: dict[int, int]


def walked(game: Game, seat: str | None, first: Sequence[int], spaces: Sequence[str]) -> int:
    """How many of these spaces are walked through, if each step is taken as long as the same question offers
    it. The answers of `first` begin the walk; if there are any, the last of them is the first step.
    """
    number = game.number_of(seat)
    if game.state.q is None or (number is not None and number not in game.asked_seats()):
        return 0
    names = game.index.program.number
    way = [names[name] for name in spaces]
    hidden = unknown(game.index, game.state, number)
    copies = deals(game, seat, hidden, DEALS)
    return min(_TriedWalk(game, number, copy).along(first, way) for copy in copies)


class _TriedWalk:
    """One walk, on a copy of the position."""

    def __init__(self, game: Game, seat: int | None, state: State) -> None:
        self.game, self.seat, self.state = game, seat, state
        self.chance, self.end = state.r, time.monotonic() + SECONDS

    def along(self, first: Sequence[int], way: Sequence[int]) -> int:
        if not all(self._answer(option) for option in first):
            return 0
        taken, step = (1 if first else 0), self._asked()
        same = step.same if step is not None else ()
        while taken < len(way) and step is not None and step.same == same and way[taken] in step.options:
            self._answer(step.options[way[taken]])
            taken, step = taken + 1, self._asked()
        return taken

    def _answer(self, option: int) -> bool:
        """Give an answer; false if it is none. What chance has decided is not looked beyond."""
        state = self.state
        if state.q is None or state.over is not None or state.r != self.chance:
            return False
        state.budget = min(state.budget, BUDGET)
        try:
            self.game.machine.answer(state, option, state.q[2][0] if self.seat is None else self.seat)
        except NotOffered:
            return False
        return True

    def _asked(self) -> _AskedStep | None:
        """The open question, if it asks for one space, and nothing has been left to chance."""
        game, state = self.game, self.state
        if state.q is None or state.over is not None or state.r != self.chance or time.monotonic() > self.end:
            return None
        mine = document.asked(state.q, self.seat, site_now(game.machine, game.index, state))
        if mine is None or mine.sort != "choose":
            return None
        size, kind = game.index.size, mine.site.kind
        options = {one: i for i, one in enumerate(mine.options) if document.is_thing(kind, one, size)}
        return _AskedStep((state.k[-1][0], mine.site.actor), options)
