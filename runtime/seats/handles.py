"""What a seat calls the things that it sees but does not know: a number each, new whenever it lost sight of
them.

Handles belong to no position, since two seats may know different things about the same one; they are kept
beside the game, and are worked out again when its answers are replayed.
"""

from __future__ import annotations


class Handles:
    """For each seat, the numbers of things that it cannot distinguish."""

    def __init__(self) -> None:
        self._numbers: dict[int | None, dict[int, int]] = {}
        self._next: dict[int | None, int] = {}

    def number(self, seat: int | None, thing: int) -> int:
        """The number under which this seat follows a thing; a new one if it does not follow it yet."""
        numbers = self._numbers.setdefault(seat, {})
        if thing not in numbers:
            self._next[seat] = self._next.get(seat, 0) + 1
            numbers[thing] = self._next[seat]
        return numbers[thing]

    def forget(self, seat: int | None, thing: int) -> None:
        """The seat has lost sight of a thing: when it sees it again, it cannot know that it is the same."""
        self._numbers.get(seat, {}).pop(thing, None)

    def clone(self) -> Handles:
        copy = Handles()
        copy._numbers = {seat: dict(numbers) for seat, numbers in self._numbers.items()}
        copy._next = dict(self._next)
        return copy
