"""What the table needs from a game in progress. The runtime offers all of it; tests have their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tilewright.schemas.view import View, ViewValues
from tilewright.schemas.wording import ENGLISH, Wording

from .speech import say

if TYPE_CHECKING:
    from tilewright.runtime.history.manual_edits import ManualEdit, Settable


MOST_OPENING = 200  # answers of bots before a table is shown


class Session(Protocol):
    """One game being played. The table calls nothing else, so it cannot know more than a seat may see. What
    some sessions can do besides is in the protocols below; a table does without it.

    Who knows no rules derives from it and says nothing about them.
    """

    @property
    def recording(self) -> bool:
        """Whether this is a game that was played before, to be looked at."""
        return False

    @property
    def speech(self) -> Wording:
        """How the table speaks."""
        return ENGLISH

    def view(self, seat: str | None) -> View:
        """What this seat may see now, as docs/internals/view.md describes it."""

    def seats(self) -> list[str]:
        """All seats of the game, in order."""

    def people(self) -> list[str]:
        """The seats that people play; those of a table without any are watched."""
        return self.seats()

    def asked(self) -> list[str]:
        """The seats, played by people, whose answer is awaited now."""

    def answer(self, seat: str, ids: list[int]) -> str | None:
        """Answer the open question; None means accepted, else the reason why not."""

    def undo(self, seat: str | None = None) -> str | None:
        """Take the last answer back, as far as this seat may; None means done, else the reason why not."""

    def redo(self, seat: str | None = None) -> str | None:
        """Give again what was taken back, as far as this seat may; None means done, else the reason why."""

    def tick(self) -> bool:
        """Let a bot answer one question; True if something changed."""

    def told(self, seat: str | None, since: int) -> Iterator[View]:
        """What this seat was told after so many lines of its log: a view for each line, in order."""
        return iter(())

    def overlay(
        self, seat: str | None, sort: str, about: str | None, target: str | None, moment: int | None
    ) -> Mapping[str, Any]:
        """What the rules say of reach, sight or neighbours, as far as this seat can know, now or then."""
        return {}

    def odds(self, seat: str | None, option: int, *then: int) -> Sequence[tuple[str, str]]:
        """What an option, and others after it, may lead to where chance decides: what, and how likely."""
        return ()

    def foreseen(self, seat: str | None, option: int) -> Mapping[str, ViewValues]:
        """The values that things will have after an option, by handle, of those that stay where they are."""
        return {}

    def leading(self, seat: str | None, name: str) -> Sequence[Sequence[Mapping[str, Any]]]:
        """The ways from the open question to the choice of something, by its name or handle: of each the
        options to answer with, one after the other."""
        return ()

    def within(self, seat: str | None, option: int) -> Sequence[str]:
        """What can be chosen after an option of the open question, by names and handles."""
        return ()

    def walked(self, seat: str | None, first: Sequence[int], spaces: Sequence[str]) -> int:
        """How many spaces of a way are walked through after the answers that begin it, as far as this seat
        can know."""
        return len(spaces)

    def why_not(self, seat: str | None, name: str) -> Sequence[tuple[str, str, str]]:
        """Why something, by its name or handle, is not among the choices: action or nothing, reason, rule."""
        return ()


def until_asked(session: Session) -> None:
    """Let bots open a game that people play, until the first of them is asked."""
    for _ in range(MOST_OPENING if session.people() else 0):
        if session.asked() or not session.tick():
            break


class Unasked(Session):
    """A session without seats, in which nothing is ever asked."""

    def seats(self) -> list[str]:
        return []

    def asked(self) -> list[str]:
        return []

    def answer(self, seat: str, ids: list[int]) -> str | None:
        return say("told_nothing_asked")

    def tick(self) -> bool:
        return False


class Remembering(Protocol):
    """What a session tells about its moments, or a line that was left about its own."""

    def distinguishable(self, seat: str | None) -> list[int]:
        """The moments that this seat could tell from those before."""

    def ticks(self, seat: str | None) -> list[str]:
        """For every moment which sort of thing the seat was told on the way to it."""


@runtime_checkable
class Timed(Session, Protocol):
    """A session that remembers all its moments. Others are played without a bar."""

    kept: Path | None  # the file in which the game is kept
    lines: Sequence[Remembering]  # those that were left for a branch, each with its own moments

    def moment(self) -> int:
        """The number of the present moment."""

    def view_at(self, moment: int, seat: str | None) -> View:
        """What this seat saw at that moment."""

    def moment_of_line(self, seat: str | None, line: int) -> int:
        """The moment at which a line of the seat's log was told."""

    def distinguishable(self, seat: str | None) -> list[int]:
        """The moments that this seat could tell from those before."""

    def ticks(self, seat: str | None) -> list[str]:
        """For every moment which sort of thing the seat was told on the way to it."""

    def branch(self, moment: int) -> None:
        """Go on playing from an earlier moment."""

    def return_to(self, line: int) -> None:
        """Go on at the end of a line that was left; the present one takes its place."""

    def notes(self) -> list[dict[str, Any]]:
        """What was pinned to moments: `after` so many answers, `text`."""

    def note(self, text: str, moment: int | None = None) -> None:
        """Pin a note to a moment, or take it away if the text is empty."""

    def save(self, path: Path) -> None:
        """Write the game to a file. OSError if that cannot be."""

    def load(self, path: Path, wanted: Callable[[], bool] = ...) -> str | None:
        """Go on with the game in a file, unless it is not `wanted` any more; else say why not."""


@runtime_checkable
class Adjustable(Session, Protocol):
    """A session whose game can be changed by hand, outside of the rules."""

    def adjust(self, change: ManualEdit, seat: str | None = None) -> str | None:
        """Change something; None means done, else the reason why not."""

    def settable(self, owner: str, seat: str | None) -> list[Settable]:
        """What can be set of a thing as the seat calls it, or of the game ("")."""


@runtime_checkable
class Reloading(Session, Protocol):
    """A session that can go on with a changed program."""

    def reload(self, found: object) -> str | None:
        """Go on with what was found; a sentence if not all answers could be given again."""
