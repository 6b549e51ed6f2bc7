"""The track of the bar: the moments of a game that one seat can tell apart, each at a place of its own. Pure.

A game counts its moments by answers, also those that somebody gave in secret. Places count what the seat saw:
whoever looks at the bar, steps along it or films it learns nothing from their numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..common.session import Remembering


@dataclass(frozen=True, slots=True)
class Track:
    """The moments at the places 0, 1, 2 …, in order; the first moment of a game is one of them."""

    moments: tuple[int, ...] = (0,)

    @staticmethod
    def of(session: Remembering, seat: str | None) -> Track:
        """The track of a seat; the designer's has every moment."""
        return Track(tuple(session.distinguishable(seat)))

    @property
    def last(self) -> int:
        """The number of the last place."""
        return len(self.moments) - 1

    def place(self, moment: int) -> int:
        """Where a moment is; one that looks like those before it, where the first of them is."""
        return bisect_right(self.moments, moment) - 1

    def ticks(self, sorts: Sequence[str]) -> list[str]:
        """For each place what the seat was told on the way to it, from what it was told at each moment."""
        return [sorts[moment] for moment in self.moments]

    def notes(self, pinned: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        """The notes that are to be read at each place."""
        found: dict[int, str] = {}
        for one in pinned:
            place, text = self.place(int(one["after"])), str(one["text"])
            found[place] = f"{found[place]} {text}" if place in found else text
        return found
