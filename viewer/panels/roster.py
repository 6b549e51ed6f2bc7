"""The list of figures of the players on the left: portrait, name, first values, state."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..common.palette import STANDARD
from ..common.session import View
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    document,
    fitted,
    header,
    icon,
    icons,
    image_at,
    line,
    panel,
    rect,
    sized,
    width,
)
from ..making.portrait import portrait_uri
from ..scene.looks import FLAT, look_of
from ..staging.stage import owner_of, rim_of
from .base import Panel, called
from .interface import Inspect, UiState
from .stack import Stack
from .vocabulary import OnBoard

WIDTH, ROW = 226, 58


def roster(view: View, ui: UiState, most: int) -> Panel | None:
    """At most so many figures; one's own come first. None when nobody owns a figure."""
    rows = people(view)
    if not rows or most < 1:
        return None
    acting = (view.get("question") or {}).get("actor")
    left_out = len(rows) - most if len(rows) > most else 0
    rows = rows[:most]
    height = 34 + ROW * len(rows) + (18 if left_out else 6)
    body = panel(WIDTH, height) + header(14, 22, "Figures", WIDTH - 28)
    stack = Stack(8, WIDTH - 16, 34)
    for thing in rows:
        action = Inspect(thing["handle"])
        under = ui.hover in (action, OnBoard("thing", thing["handle"]))
        lit = under or thing["handle"] in (ui.selected, acting)
        stack.row(ROW, partial(_row, view, thing, lit=lit), action, below=4)
    body += stack.body
    if left_out:
        body += line(WIDTH / 2, height - 7, f"and {left_out} more", 12.5, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(stack.hits))


def people(view: View) -> list[dict[str, Any]]:
    """Figures that belong to a player, the seat's own first; each thing once."""
    owned = [(owner_of(view, t), t) for t in view.get("things") or () if "figure" in (t.get("kinds") or ())]
    found = [(owner != view.get("seat"), t) for owner, t in owned if owner is not None]
    return [t for _, t in sorted(found, key=lambda pair: pair[0])]


def _row(view: View, thing: dict[str, Any], y: float, *, lit: bool) -> str:
    colour = STANDARD[rim_of(view, thing)]
    look = look_of(thing.get("look") or {}, thing.get("kinds") or (), face_up=thing.get("face") != "down")
    body = rect(
        8,
        y,
        WIDTH - 16,
        ROW - 5,
        4,
        "#133a4d" if lit else "#0f1822",
        CYAN if lit else "#22303f",
        1.6 if lit else 1,
    )
    body += rect(8, y + 6, 3, ROW - 17, 1, colour)
    if look.archetype in FLAT:
        body += icon(look.icon if look.icon in icons() else "card-random", 22, y + 11, 32, "#b9c9d8")
    else:
        body += image_at(13, y + 2, 49, 49, portrait_uri(look, 98))
    title, size = sized(thing.get("title") or thing["name"], 16, 700, WIDTH - 84)
    body += line(68, y + 19, title, size, 700, "#f1f6fb")
    values = thing.get("values") or {}
    numbers = [(called(view, "values", k), v) for k, v in values.items() if type(v) is int]
    x = 68.0
    for name, value in numbers[:3]:
        label = fitted(name.upper(), 11, 600, 46, 0.5)
        wide = width(label, 11, 600, 0.5) + width(str(value), 14, 700) + 5
        if x + wide > WIDTH - 14:
            break
        body += line(x, y + 36, label, 11, 600, DIM, spacing=0.5)
        body += line(x + width(label, 11, 600, 0.5) + 4, y + 36, value, 14, 700, "#e8f0f8")
        x += wide + 10
    states = ", ".join(called(view, "values", k).lower() for k, v in values.items() if v is True)
    if states:
        body += line(68, y + 49, fitted(states, 12, 600, WIDTH - 84), 12, 600, AMBER)
    return body
