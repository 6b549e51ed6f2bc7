"""What it may cost to look at a position: seats are shown much that is worked out only for them."""

from __future__ import annotations

from typing import Final

from ..state.state import FUEL, State

LOOK: Final = FUEL // 4  # half a second, where texts, looks and questions are as dear as can be
GLANCE: Final = LOOK // 100


class Looking:
    """The budget of one look after the other. One that went beyond it is followed by glances until something
    happens: a table looks often, and would find the same.
    """

    def __init__(self) -> None:
        self._moment = -1
        self._budget = LOOK

    def begin(self, state: State, moment: int) -> None:
        """Somebody looks at a position; the number of answers that led to it tells one from another."""
        if moment != self._moment:
            self._moment, self._budget = moment, LOOK
        elif state.fuel < 0:
            self._budget = GLANCE
        state.fuel = min(self._budget, state.budget)
