"""What is to be seen while a game is made ready: which game it is, and what is being done.

The first time that takes seconds, with a cache some tenths of one. The window is open meanwhile, and can be
closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tilewright.schemas.wording import Wording

from ..common.session import until_asked
from ..panels.layout import Placed
from ..panels.menu import Lit, opening_page, start_screen
from ..panels.vocabulary import UiAction
from ..plugin import Maker, Pixel, Sitting, TablePlugin
from .menu_plugin import ORDER
from .start_plugin import NothingYet

if TYPE_CHECKING:
    from ..app.app import App

Found = TypeVar("Found")


def opening(
    title: str, read: Callable[[], Found], lay: Callable[[Found], Sitting], speech: Wording
) -> Sitting:
    """What lies on the table first: it reads a game, lays it on a table, and goes there. What either of them
    raises, whoever runs the table gets."""

    def plugin(app: App) -> OpeningPlugin:
        def read_it() -> None:
            app.thinking.begin(read, lay_it, told=False, apart=True)

        def lay_it(found: Found) -> None:
            shown.at(1)
            app.thinking.begin(lambda: opened(lay(found)), app.close, told=False, apart=True)

        shown = OpeningPlugin(app, title, read_it)
        return shown

    makers: tuple[Maker, ...] = (plugin,)
    return Sitting(NothingYet(), makers, art={}, speech=speech)


def opened(sitting: Sitting) -> Sitting:
    """A table as it is when people sit down: what bots do first, and what is seen then, may take its time."""
    session = sitting.session
    until_asked(session)
    for seat in session.asked()[:1] or session.seats()[:1]:
        session.view(seat)
    return sitting


class OpeningPlugin(TablePlugin):
    """The page: steps that are done have a tick, and the one that takes its time is lit."""

    def __init__(self, app: App, title: str, begin: Callable[[], object]) -> None:
        self.app, self.title, self.begin = app, title, begin
        self.step, self.turns = 0, 0

    def poll(self) -> None:
        """Nothing is begun before the page has been seen: pictures and rules share one processor."""
        self.turns += 1
        if self.turns == 2:
            self.begin()

    def at(self, step: int) -> None:
        """Show that a step has been reached."""
        self.step = step
        self.app.redraw()
        self.app.draw_panels()

    def holds(self) -> bool:
        return True

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        page = opening_page(self.title, self.step)
        return [Placed("menu", start_screen(page, Lit(self.step), w, h), 0, 0, ORDER)]

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        return True

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        return True

    def wheel(self, action: UiAction | None, steps: int) -> bool:
        return True

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        return True
