"""What the table needs from a game in progress. The runtime offers it; tests have their own."""

from __future__ import annotations

from typing import Any, Protocol

View = dict[str, Any]


class Session(Protocol):
    """One game being played. The table calls nothing else, so it cannot know more than a seat may see."""

    def view(self, seat: str | None) -> View:
        """What this seat may see now, as docs/internals/view.md describes it."""

    def seats(self) -> list[str]:
        """All seats of the game, in order."""

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
