"""A game's moments, every one of them at hand: a copy of the game for each.

A copy takes a tenth of a millisecond and some 25 kB, three times that in a long game of six with its logs; to
play an answer again can take longer than a picture.

Moment n is the game after n answers (what chance decided goes with the answer that led to it; what was
changed by hand counts as one). The timeline follows a game as it is played, taken back and branched.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.schemas.documents import Document

if TYPE_CHECKING:
    from ..game import Game
    from .undo import Step

_WEIGHTS = ("end", "roll", "show", "say", "shuffle", "move", "set")


@dataclass(slots=True)
class _Moment:
    """A moment: the game as it was then, and what is known about it without a look there."""

    game: Game
    step: Step | None  # the answer that led here
    lines: dict[str | None, int]  # how long each seat's log is
    numbers: dict[str | None, int]  # which moment it is for each seat, of those that it could tell apart
    sorts: dict[str | None, str] = field(default_factory=dict)  # the weightiest thing each seat was told


@dataclass
class Timeline:
    """All moments of one line of a game, from its first question to its last."""

    moments: list[_Moment] = field(default_factory=list)
    notes: list[Document] = field(default_factory=list)  # of the game, while it goes on on another line

    def __len__(self) -> int:
        """How many answers were given: the number of the last moment."""
        return len(self.moments) - 1

    def follow(self, game: Game) -> None:
        """Be the line that led to where this game is now. To be called after every answer, undo and redo."""
        if not self.moments:
            if game.steps:
                raise ValueError("a timeline follows a game from its beginning")
            self.moments.append(_Moment(game.clone(), None, game.log_lengths(), game.numbers()))
        same = min(len(self), len(game.steps))
        while same and self.moments[same].step != game.steps[same - 1]:
            same -= 1
        del self.moments[same + 1 :]
        if len(game.steps) > same + 1:
            raise ValueError("a timeline sees every answer")
        if len(game.steps) > same:
            self._add(game)

    def _add(self, game: Game) -> None:
        before = self.moments[-1].lines
        moment = _Moment(game.clone(), game.steps[-1], game.log_lengths(), game.numbers())
        for seat, length in moment.lines.items():
            if length > before.get(seat, 0):
                sorts = {str(line["sort"]) for line in game.lines(seat, before.get(seat, 0))}
                moment.sorts[seat] = next((sort for sort in _WEIGHTS if sort in sorts), "verb")
        self.moments.append(moment)

    # ------------------------------------------------------------------ going there

    def at(self, number: int) -> Game:
        """A game of its own at that moment. What was answered after it is not its future."""
        return self.moments[max(0, min(number, len(self)))].game.clone()

    def until(self, number: int) -> Timeline:
        """The line up to a moment, for a game that goes on from there; the moments are shared."""
        return Timeline(self.moments[: number + 1])

    def told(self, seat: str | None, since: int) -> Iterator[Document]:
        """What a seat was told after so many lines of its log: a view for each line, as in `Game.told`."""
        for moment in self.moments[1:]:
            if moment.lines.get(seat, 0) > since:
                for view in moment.game.told(seat):
                    if view["log"][-1]["n"] > since:
                        yield view

    def of_line(self, seat: str | None, line: int) -> int:
        """The moment at which a line of a seat's log was there for the first time."""
        lengths = [moment.lines.get(seat, 0) for moment in self.moments]
        return min(bisect_left(lengths, line), len(self))

    def distinguishable(self, seat: str | None) -> list[int]:
        """The moments that this seat could tell from those before: others may be secret answers."""
        numbers = [moment.numbers.get(seat, 0) for moment in self.moments]
        return [n for n, number in enumerate(numbers) if n == 0 or number != numbers[n - 1]]

    def ticks(self, seat: str | None) -> list[str]:
        """For each moment the weightiest sort of line that the seat was told on the way to it, or nothing."""
        return [moment.sorts.get(seat, "") for moment in self.moments]
