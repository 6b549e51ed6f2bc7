"""What wins, what loses and how long there is: always in sight, and in the briefing."""

from __future__ import annotations

from functools import lru_cache

from tilewright.schemas.view import View

from ..common.speech import say, used
from ..common.svg import AMBER, GREEN, RED, document, fitted, header, icon, line, panel, wrapped
from ..staging import winning
from .base import Hit, Panel
from .interface import Toggle, UiState

WIDTH, STEP, HEAD, FOOT = 226, 16.0, 36.0, 6.0
_LEFT, _SIZE = 34.0, 13.5
LONGEST = 3  # lines of one goal
PART = 0.45  # of a column, for goals of more than a line
COLOURS = {"goal": GREEN, "rival": RED, "threat": RED, "deadline": AMBER}
_ICONS = {
    "goal": "target-arrows",
    "rival": "crossed-swords",
    "threat": "death-skull",
    "deadline": "hourglass",
}


def goals_of(view: View) -> list[tuple[str, str]]:
    """Of each the sort and the text, in the language of the table."""
    return winning.told(view, used())


def goals(view: View, ui: UiState, room: float) -> Panel | None:
    """Goals of several lines take less than half of the `room` in their column, goals of one line as much as
    they need; None where there are none, or not even that fits. A click opens the briefing."""
    return _drawn(tuple(goals_of(view)), room, say("panel_mission"), lit=ui.hover is Toggle.BRIEFING)


@lru_cache(16)
def _drawn(told: tuple[tuple[str, str], ...], room: float, title: str, *, lit: bool) -> Panel | None:
    """The same lines are drawn once."""
    longest = next((n for n in range(LONGEST, 1, -1) if _height(told, n) <= PART * room), 1)
    if not told or _height(told, longest) > room:
        return None
    height = _height(told, longest)
    body = panel(WIDTH, height) + header(14, 22, title, WIDTH - 28)
    y = HEAD
    for sort, text in told:
        body += mark(sort, 14, y)
        for part in _lines(text, longest):
            body += line(_LEFT, y + 12, part, _SIZE, 500, "#ffffff" if lit else "#dfe8f2")
            y += STEP
        y += 4
    hits = (Hit(0, 0, WIDTH, height, Toggle.BRIEFING),)
    return Panel(WIDTH, height, document(WIDTH, height, body), hits)


def mark(sort: str, x: float, y: float) -> str:
    """The sign of a sort, as high as a line."""
    return icon(_ICONS[sort], x, y, 14, COLOURS[sort])


def _lines(text: str, longest: int) -> list[str]:
    room = WIDTH - _LEFT - 12
    return wrapped(text, _SIZE, 500, room, longest) if longest > 1 else [fitted(text, _SIZE, 500, room)]


def _height(told: tuple[tuple[str, str], ...], longest: int) -> float:
    return HEAD + sum(STEP * len(_lines(text, longest)) + 4 for _, text in told) + FOOT
