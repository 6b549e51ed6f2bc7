"""What can stand beside the table and take part in everything: time (replaying/), authoring (authoring/).

A plugin sees gestures before the table does and may keep them to itself; it adds panels, and may show
another view than the present one. The app asks `TablePlugins`, which asks each in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tilewright.schemas.view import NO_HINTS, View, ViewLook
from tilewright.schemas.wording import Wording

from .common.session import Session
from .panels.layout import Placed
from .panels.vocabulary import UiAction

if TYPE_CHECKING:
    from .app.app import App

Pixel = tuple[float, float]
P = TypeVar("P", bound="TablePlugin")


class TablePlugin:
    """One that does nothing: what is not overridden is left to the table."""

    def poll(self) -> None:
        """Once in every turn of the loop."""

    def holds(self) -> bool:
        """Whether the game stands still: no bot answers, and no person can."""
        return False

    def view(self, seat: str | None) -> View | None:
        """What is to be shown to a seat instead of the present."""
        return None

    def past(self) -> int | None:
        """The number of the moment that is shown instead of the present, if one is."""
        return None

    def foresee(self) -> bool:
        """The game has gone on: work out in the thread that did it what `went_on` will show, if anything."""
        return False

    def went_on(self) -> bool:
        """The game has gone on; whether this plugin shows that, and calls for the present when it has."""
        return False

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        """The panels of the table with one's own; w and h in pixels of the plan."""
        return placed

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        """The left button went down over an action of a panel, or over the board."""
        return False

    def pull(self, pixel: Pixel) -> bool:
        """The mouse moves with the left button down."""
        return False

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        """The left button came up; `clicked` if the mouse had not moved away."""
        return False

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        """A key went down, before it is looked for among the commands."""
        return False

    def letter(self, name: str) -> bool:
        """A letter or digit that is no choice of the open question."""
        return False

    def typed(self, character: str) -> bool:
        """A character was written."""
        return False

    def wheel(self, action: UiAction | None, steps: int) -> bool:
        """The wheel turns over an action of a panel, or over the board."""
        return False

    def escape(self) -> bool:
        """Somebody wants to go back, and nothing is open any more."""
        return False

    def leaving(self) -> bool:
        """Somebody closes the window; true keeps it open, for what would be lost."""
        return False

    def close(self) -> None:
        """The table closes."""


Maker = Callable[["App"], TablePlugin]


class Sitting(NamedTuple):
    """What lies on the table from when people sit down to when they get up."""

    session: Session
    plugins: Sequence[Maker] = ()
    farewell: Callable[[], object] = lambda: None
    again: Begin | None = None  # the same once more from the start
    following: tuple[str, Begin] | None = None  # what is played next, and what it is called
    greeting: str = ""  # a sentence that stands there first
    art: Mapping[str, Path | str] | None = None  # the files of its looks; None: those that are in use
    look: ViewLook = NO_HINTS  # with these files: how the game dresses the table
    speech: Wording | None = None  # how the table speaks; None: as its session does
    languages: Sequence[tuple[str, str]] = ()  # in which the game can be played, and what each is called
    in_language: Callable[[str], Sitting | str] | None = None  # the same game, gone on with in another one
    goes_on: bool = False  # with the game of the table before it, whose farewell is left to this one


Begin = Callable[[], "Sitting | str"]
"""Makes ready what is played next; or says why it cannot be."""


class TablePlugins(TablePlugin):
    """All that stand beside one table. The first that takes a gesture keeps it."""

    def __init__(self, app: App, makers: Sequence[Maker]) -> None:
        self.every = [make(app) for make in makers]

    def of(self, sort: type[P]) -> P | None:
        """The plugin of this class, if there is one at this table."""
        return next((one for one in self.every if isinstance(one, sort)), None)

    def poll(self) -> None:
        for one in self.every:
            one.poll()

    def holds(self) -> bool:
        return any(one.holds() for one in self.every)

    def view(self, seat: str | None) -> View | None:
        return next((view for one in self.every if (view := one.view(seat)) is not None), None)

    def past(self) -> int | None:
        return next((past for one in self.every if (past := one.past()) is not None), None)

    def foresee(self) -> bool:
        return any(one.foresee() for one in self.every)

    def went_on(self) -> bool:
        return any(one.went_on() for one in self.every)

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        for one in self.every:
            placed = one.panels(placed, w, h)
        return sorted(placed, key=lambda p: p.order)

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        return any(one.press(pixel, action) for one in self.every)

    def pull(self, pixel: Pixel) -> bool:
        return any(one.pull(pixel) for one in self.every)

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        return any(one.release(pixel, action, clicked=clicked) for one in self.every)

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        return any(one.key(name, held) for one in self.every)

    def letter(self, name: str) -> bool:
        return any(one.letter(name) for one in self.every)

    def typed(self, character: str) -> bool:
        return any(one.typed(character) for one in self.every)

    def wheel(self, action: UiAction | None, steps: int) -> bool:
        return any(one.wheel(action, steps) for one in self.every)

    def escape(self) -> bool:
        return any(one.escape() for one in self.every)

    def leaving(self) -> bool:
        return any(one.leaving() for one in self.every)

    def close(self) -> None:
        for one in self.every:
            one.close()
