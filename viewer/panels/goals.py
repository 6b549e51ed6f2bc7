"""What wins, what loses and how long there is: always in sight, and in the briefing."""

from __future__ import annotations

from functools import lru_cache

from tilewright.schemas.view import View

from ..common.speech import say, used
from ..common.svg import AMBER, GREEN, RED, document, fitted, header, icon, line, panel, wrapped
from ..staging import winning
from ..staging.winning import GoalLine
from .base import Hit, Panel
from .interface import UiState
from .vocabulary import Hover, InspectGoal, Toggle

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


def action_of(one: GoalLine) -> InspectGoal | Toggle:
    """What a click on a line asks for: to see what it is about or, where that is nothing, the briefing."""
    about = InspectGoal(one.text, one.things, one.spaces)
    return about if one.things or one.spaces else Toggle.BRIEFING


def goals(view: View, ui: UiState, room: float) -> Panel | None:
    """Goals of several lines take less than half of the `room` in their column, goals of one line as much as
    they need; None where there are none, or not even that fits."""
    return _drawn(tuple(winning.told(view, used())), room, say("panel_mission"), ui.hover)


@lru_cache(16)
def _drawn(told: tuple[GoalLine, ...], room: float, title: str, hover: Hover) -> Panel | None:
    """The same lines are drawn once."""
    longest = next((n for n in range(LONGEST, 1, -1) if _height(told, n) <= PART * room), 1)
    if not told or _height(told, longest) > room:
        return None
    height = _height(told, longest)
    body = panel(WIDTH, height) + header(14, 22, title, WIDTH - 28)
    y, hits = HEAD, []
    for one in told:
        top, action = y, action_of(one)
        body += mark(one.sort, 14, y)
        for part in _lines(one.text, longest):
            body += line(_LEFT, y + 12, part, _SIZE, 500, "#ffffff" if hover == action else "#dfe8f2")
            y += STEP
        y += 4
        hits.append(Hit(0, top - 2, WIDTH, y - top, action))
    hits.append(Hit(0, 0, WIDTH, height, Toggle.BRIEFING))
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(hits))


def mark(sort: str, x: float, y: float) -> str:
    """The sign of a sort, as high as a line."""
    return icon(_ICONS[sort], x, y, 14, COLOURS[sort])


def _lines(text: str, longest: int) -> list[str]:
    room = WIDTH - _LEFT - 12
    return wrapped(text, _SIZE, 500, room, longest) if longest > 1 else [fitted(text, _SIZE, 500, room)]


def _height(told: tuple[GoalLine, ...], longest: int) -> float:
    return HEAD + sum(STEP * len(_lines(one.text, longest)) + 4 for one in told) + FOOT
