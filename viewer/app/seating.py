"""Who sits before the screen that people share, and through whose eyes it is seen. Needs no window."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.runtime.tables.handover import exposes, hides

from ..common.session import Session


class Seating:
    """The people at one table."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seat: str | None = None
        self.borrowed: tuple[str | None] | None = None  # other eyes than the seat's own
        self.alone = False  # whether the seat has lifted a curtain, so that nobody else looks
        self.peeked = False  # whether a person who plays with bots has looked through other eyes

    @property
    def eyes(self) -> str | None:
        """The seat whose view is shown: one's own, or one that is looked through."""
        return self.borrowed[0] if self.borrowed is not None else self.seat

    def look_through(self, seat: str | None) -> None:
        """See as another seat, None being the designer's, until somebody is asked again."""
        self.borrowed, self.peeked = (seat,), True

    def use_own_eyes(self) -> None:
        self.borrowed = None

    def sit(self, seat: str | None, *, alone: bool = False) -> None:
        self.seat, self.alone = seat, alone

    def exposed(self, heard: int) -> bool:
        """Whether what somebody did before the eyes of all has led to what nobody else may see; so much of
        the log has been told.
        """
        if self.alone or self.seat not in self._people or self.session.recording:
            return False
        view, others = self.session.view, self._people - {self.seat}
        return bool(others) and exposes(view(self.seat), map(view, others), view(None), heard)

    def follow(self, *, curtain: bool) -> str | None:
        """Whoever is asked now sits down. If their view holds anything that the one before must not see, or
        the `curtain` is still down, they do not yet: it is to be lifted by the seat that is given. Before the
        first one nobody looks away."""
        asked = self.session.asked()
        if self.seat not in self.session.seats():
            self.seat = None  # of a game that lay here before
        # A game that was played before is shown as a whole.
        self.borrowed = (None,) if self.session.recording else None
        if asked and curtain:
            return asked[0]
        if asked and self.seat not in asked:
            if self._keeps_from({self.seat} & self._people or self._people, asked[0]):
                return asked[0]
            self.sit(asked[0])
        elif self.seat is None:
            self.seat = next(iter(self.session.seats()), None)
        return None

    def warned_of(self, seat: str | None) -> str:
        """The sentence that stands before a look through other eyes while a game is played: they see what
        somebody else at this table may not see, or for the first time what one may not see oneself. Else an
        empty one.
        """
        if seat == self.seat or self.session.recording:
            return ""
        if self.keeps_secrets(seat):
            return "told_secret"
        return "told_peek" if not self.peeked and self._knows_more(seat, self.seat) else ""

    def keeps_secrets(self, seat: str | None) -> bool:
        """Whether these eyes see what somebody else at this table may not see, while it is played."""
        return self._keeps_from(self._people, seat)

    @property
    def _people(self) -> set[str | None]:
        return set(self.session.people())

    def _keeps_from(self, others: Iterable[str | None], seat: str | None) -> bool:
        if len(self._people) < 2 or self.session.recording:
            return False
        return any(self._knows_more(seat, one) for one in others if one != seat)

    def _knows_more(self, seat: str | None, other: str | None) -> bool:
        view = self.session.view
        return hides(view(seat), view(other), view(None))
