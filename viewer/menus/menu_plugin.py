"""What all menus share: which line is lit, and how mouse and keys light and take one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from ..panels import interface
from ..panels import menu as menus
from ..panels.layout import Placed, fitting
from ..panels.menu import Lit, MenuPage
from ..panels.vocabulary import MenuAction, MenuButton, TakeLine, UiAction
from ..plugin import Begin, Pixel, Sitting, TablePlugin

if TYPE_CHECKING:
    from ..app.app import App

ORDER = 73  # over the table and the bar of time, under settings and help
LEFT = ("arrow_left", "-")
RIGHT = ("arrow_right", "=", "+")


class MenuPlugin(TablePlugin, ABC):
    """A menu over a table. Where `menu` gives one it has all keys, and the game stands still."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.lit = Lit()
        self.mouse: Pixel | None = None  # where it was in the turn before
        self.opening = ""  # the title of what is made ready to be played

    # ---- what each menu is

    @abstractmethod
    def menu(self) -> MenuPage | None:
        """What is to be seen; None while it is not open."""

    @abstractmethod
    def take(self, number: int, by: int) -> None:
        """Do what a line says; by -1 it takes the value before instead of the next."""

    @abstractmethod
    def back(self) -> None:
        """To the page before, or to the table."""

    def drawn(self, menu: MenuPage, w: float, h: float) -> Placed:
        """The menu at its place."""
        most = h - 48
        shown = menus.middle(menu, self.lit, most)
        size = fitting(shown, w - 24, h - 24)
        x, y = (w - shown.w * size) / 2, max(12.0, (h - shown.h * size) / 2 - 10)
        return Placed("menu", shown, x, y, ORDER, size=size)

    # ---- what the table asks

    def holds(self) -> bool:
        return self.menu() is not None

    def poll(self) -> None:
        """The line that the mouse comes to is lit, but not one that a menu has opened over it."""
        before, self.mouse = self.mouse, self.app.pointer.at
        hover = self.app.ui.hover
        if isinstance(hover, TakeLine) and before not in (None, self.mouse) and hover.number != self.lit.line:
            self.lit = Lit(hover.number, self.lit.first)
            self.app.redraw()

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        if self.opening:
            page = menus.start_screen(menus.opening_page(self.opening), Lit(), w, h)
            return [Placed("menu", page, 0, 0, ORDER)]
        menu = self.menu()
        if menu is None:
            return placed
        self._light(menu)
        return [*(one for one in placed if one.key not in ("tip", "over")), self.drawn(menu, w, h)]

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        return self.menu() is not None and not self._covered()

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        if self.menu() is None or self._covered():
            return False
        if clicked and isinstance(action, MenuAction):
            self._do(action)
        return True

    def wheel(self, action: UiAction | None, steps: int) -> bool:
        menu = self.menu()
        if menu is None or self._covered():
            return False
        self.lit = menus.moved(menu, self.lit, steps) if self._next(menu, steps) >= 0 else self.lit
        return True

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        menu = self.menu()
        if menu is None or self._covered():
            return False
        by_name: dict[str, Callable[[], object]] = {
            "arrow_down": lambda: self._move(menu, 1),
            "arrow_up": lambda: self._move(menu, -1),
            "tab": lambda: self._move(menu, -1 if "shift" in held else 1),
            "page_down": lambda: self._move(menu, 8),
            "page_up": lambda: self._move(menu, -8),
            "enter": lambda: self.take(self.lit.line, 1),
            "space": lambda: self.take(self.lit.line, 1),
            "escape": self.back,
            **dict.fromkeys(RIGHT, lambda: self._change(menu, 1)),
            **dict.fromkeys(LEFT, lambda: self._change(menu, -1)),
        }
        if name in ("f10", "f12"):
            return False  # settings and pictures are there as everywhere
        by_name.get(name, lambda: None)()
        self.app.redraw()
        return True

    def letter(self, name: str) -> bool:
        return self.menu() is not None

    # ---- what they can do besides

    def work(
        self, work: Callable[[], Any], then: Callable[[Any], object], title: str = "", *, apart: bool = False
    ) -> None:
        """Have something made ready while the window goes on; `apart` if it asks this table nothing.

        With a title, its page is seen meanwhile.
        """
        if not self.app.thinking.busy:
            self.opening = title
            self.app.redraw()
            self.app.draw_panels()  # what was lit last; meanwhile nothing is
            self.app.thinking.begin(work, then, told=not title, apart=apart)

    def begin(self, begin: Begin, title: str = "") -> None:
        """Make another table ready, and go there; else it is told why not."""

        def ready(found: Sitting | str) -> None:
            self.opening = ""
            if isinstance(found, str):
                self.refuse(found)
            else:
                self.app.close(found)

        self.work(begin, ready, title, apart=True)

    def refuse(self, why: str) -> None:
        """Say why something cannot be done."""
        self.app.tell(why)

    # ---- within

    def _covered(self) -> bool:
        """Whether settings or help lie over it."""
        return interface.covered(self.app.ui)

    def _do(self, action: MenuAction) -> None:
        match action:
            case TakeLine(number):
                self.lit = Lit(number, self.lit.first)
                self.take(number, 1)
            case MenuButton.BACK:
                self.back()
            case MenuButton.ABOVE | MenuButton.BELOW:
                menu = self.menu()
                assert menu is not None, "it was clicked"
                self._move(menu, -8 if action is MenuButton.ABOVE else 8)
            case _:
                assert_never(action)
        self.app.redraw()

    def _change(self, menu: MenuPage, by: int) -> None:
        if self.lit.line < len(menu.lines) and menu.lines[self.lit.line].value:
            self.take(self.lit.line, by)

    def _move(self, menu: MenuPage, by: int) -> None:
        """Light another line. A single step goes from one end to the other, a large one stops there."""
        if abs(by) == 1:
            self.lit = menus.moved(menu, self.lit, by)
            return
        can = menus.takeable(menu)
        if can:
            at = min(range(len(can)), key=lambda i: abs(can[i] - self.lit.line - by))
            self.lit = Lit(can[at], self.lit.first)

    def _next(self, menu: MenuPage, steps: int) -> int:
        """The place of the line that the wheel goes to; -1 beyond the ends."""
        can = menus.takeable(menu)
        at = (can.index(self.lit.line) if self.lit.line in can else 0) + steps
        return at if 0 <= at < len(can) else -1

    def _light(self, menu: MenuPage) -> None:
        """A line that is gone is not lit."""
        can = menus.takeable(menu)
        if can and self.lit.line not in can:
            self.lit = Lit(min(can, key=lambda one: abs(one - self.lit.line)), self.lit.first)


def chosen(values: Sequence[Any], present: object, by: int) -> Any:
    """The next of some values, or the one before; round the ends."""
    at = list(values).index(present) if present in values else 0
    return values[(at + by) % len(values)]
