"""Over the board: a mistake in the sources, or a change that led back to an earlier moment. Pure."""

from __future__ import annotations

from ..common.speech import say, told
from ..common.svg import AMBER, DIM, RED, document, fitted, line, rect, width, wrapped
from ..panels.base import Hit, Panel
from ..panels.stack import lines
from ..panels.vocabulary import AuthorAction
from .sources import SourceLocation, Trouble

WIDTH = 760.0


def trouble(news: Trouble) -> Panel:
    """A mistake in the sources, with its place; the table shows the last content that was right."""
    rows = wrapped(told(news.message), 17, 600, WIDTH - 40, 3)
    ways = wrapped(news.help, 15, 500, WIDTH - 40, 2) if news.help else []
    height = 38 + 21 * len(rows) + 19 * len(ways) + 10
    body = _back(height, "#2a0f0d", RED)
    at = news.place
    place = f"{at.path.name}:{at.line}:{at.column}" if at else say("source_all").upper()
    more = f"{say('panel_more', news.more)} · " if news.more else ""
    state = f"{more}{say('source_last_right')}"
    body += line(20, 25, fitted(place, 15, 700, WIDTH - 60 - width(state, 13)), 15, 700, RED)
    body += line(WIDTH - 20, 25, state, 13, 500, DIM, "end")
    body += lines(20, 48, 21, rows, 17, 600, "#ffd9d4")
    body += lines(20, 46 + 21 * len(rows), 19, ways, 15, 500, "#e8b9b2")
    hit = Hit(0, 0, WIDTH, height, AuthorAction.OPEN)
    return Panel(WIDTH, height, document(WIDTH, height, body), (hit,))


def remark(text: str) -> Panel:
    """Something about the last change that is no mistake."""
    rows = wrapped(text, 15, 500, WIDTH - 40, 3)
    wide = min(WIDTH, max(width(row, 15, 500) for row in rows) + 40)
    height = 18 + 20 * len(rows)
    body = _back(height, "#241b08", AMBER, wide)
    body += lines(20, 24, 20, rows, 15, 500, "#ffe9c4")
    return Panel(wide, height, document(wide, height, body), (Hit(0, 0, wide, height, AuthorAction.READ),))


def found(place: SourceLocation) -> Panel:
    """Where something stands in the sources."""
    text = f"{told(place.what)}  {place.path.parent.name}/{place.path.name}:{place.line}".strip()
    shown = fitted(text, 16, 600, WIDTH - 40)
    wide = width(shown, 16, 600) + 40
    body = _back(38, "#0b1d26", "#5fd8ff", wide) + line(wide / 2, 25, shown, 16, 600, "#dff6ff", "middle")
    return Panel(wide, 38, document(wide, 38, body), (Hit(0, 0, wide, 38, AuthorAction.OPEN),))


def _back(height: float, fill: str, edge: str, wide: float = WIDTH) -> str:
    return rect(1, 1, wide - 2, height - 2, 5, fill, edge, 1.5, 0.96)
