"""How many moments of a game a seat could tell apart: the number of its view, and of its question.

The number of all answers would tell how often somebody else was asked in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Observed = tuple[Any, ...]
"""What a seat could tell a moment by; only whether two in a row are equal matters."""


class Moments:
    """For each seat the number of its present moment; None is the designer's, who sees every answer."""

    def __init__(self) -> None:
        self._numbers: dict[int | None, int] = {}
        self._shown: dict[int | None, Observed] = {}

    def number(self, seat: int | None) -> int:
        """The number of the present moment, from 1."""
        return self._numbers.get(seat, 1)

    def pass_on(
        self, seats: Iterable[int | None], shown: Callable[[int | None], Observed], by: int | None = None
    ) -> None:
        """An answer was given: it makes a new moment for whoever gave it, and for all who can see something.

        Without `by` it is one for all: something was changed by hand.
        """
        for seat in seats:
            before, now = self._shown.get(seat), shown(seat)
            if by is None or seat is None or seat == by or now != before:
                self._numbers[seat] = self._numbers.get(seat, 0) + 1
            self._shown[seat] = now

    def renumbered(self, numbers: Mapping[int | None, int | None]) -> Moments:
        """The same where players have other numbers: in another program."""
        other = Moments()
        other._numbers = {numbers[seat]: number for seat, number in self._numbers.items()}
        return other

    def clone(self) -> Moments:
        copy = Moments()
        copy._numbers, copy._shown = dict(self._numbers), dict(self._shown)
        return copy
