"""A small menu beside something that was clicked: what can be done with it."""

from __future__ import annotations

from functools import partial

from tilewright.schemas.view import View

from ..common.choices import KEYS
from ..common.deeds import Deed
from ..common.svg import AMBER, CYAN, WHITE, document, fitted, header, icon, line, panel, rect
from .actions import icon_for
from .base import Panel
from .interface import Beside, UiState
from .stack import Stack
from .tips import title_in
from .vocabulary import TakeDeed

WIDTH, ROW, MOST = 290.0, 42.0, 9


def beside(view: View, ui: UiState, shown: Beside) -> Panel:
    """The menu that is open, with a key for each line."""
    stack = Stack(8, WIDTH - 16, 34.0)
    for i, deed in enumerate(shown.deeds[:MOST]):
        stack.row(ROW, partial(_row, deed, i, lit=ui.hover == TakeDeed(i)), TakeDeed(i), below=3)
    height = stack.y + 6
    title = fitted(_title(view, shown), 13, 700, WIDTH - 28)
    body = panel(WIDTH, height, 8, CYAN) + header(14, 22, title, WIDTH - 28)
    return Panel(WIDTH, height, document(WIDTH, height, body + stack.body), tuple(stack.hits))


def _title(view: View, shown: Beside) -> str:
    for sort in ("thing", "link", "space"):
        title = title_in(view, sort, shown.name)
        if title != shown.name:
            return title
    return shown.name


def _row(deed: Deed, number: int, y: float, *, lit: bool) -> str:
    fill, edge = ("#12506b", CYAN) if lit else ("#111b26", "#2a3d51")
    body = rect(8, y, WIDTH - 16, ROW - 3, 4, fill, edge, 1.6 if lit else 1)
    body += line(24, y + 25, KEYS[number].upper(), 14, 700, AMBER, "middle")
    name = icon_for(str(deed.steps[0].get("action") or ""), deed.title)
    body += icon(name, 38, y + 8, 22, "#eafaff" if lit else "#b9c9d8")
    room, middle = WIDTH - 86, 25.0 if not deed.said else 17.5
    body += line(68, y + middle, fitted(deed.title, 15, 600, room), 15, 600, WHITE)
    return body + line(68, y + 33, fitted(deed.said, 12.5, 500, room), 12.5, 500, CYAN)
