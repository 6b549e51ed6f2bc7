"""The bar along the top: game and mission, the phases one is in, values of the game and of the seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilewright.schemas.view import View

from ..common.speech import say
from ..common.svg import AMBER, COVER, CYAN, DIM, LINE, WHITE, document, fitted, line, shaded, width
from .base import Hit, Panel, called
from .vocabulary import ReadValue, TableButton, Toggle

HEIGHT = 54


def topbar(view: View, w: float) -> Panel:
    wanted = max(_named(view), sum(one.wide for one in _entries(view)) + _who(view, w * 0.16)[1] + 24)
    edge = min(max(w * 0.22, min(w * 0.40, wanted + 60)), w * 0.44)
    rows = [(0.0, 0.0, w), (34.0, 0.0, w), (34.0, edge, w - edge), (52.0, edge + 28, w - edge - 28)]
    shape = f"M0,0 H{w} V34 H{w - edge} L{w - edge - 28},52 H{edge + 28} L{edge},34 H0 Z"
    if not view.get("phases"):
        edge, rows, shape = w * 0.5, rows[:2], f"M0,0 H{w} V34 H0 Z"
    body = shaded(rows, COVER) + f'<path d="{shape}" fill="none" stroke="{LINE}" stroke-width="1.2"/>'
    body += _titles(view, edge - 36) + _phases(view, edge + 40, w - edge - 40)
    values, read = _values(view, w - 18, edge - 60)
    body += values
    hits = (Hit(0, 0, edge - 36, 34, Toggle.BRIEFING), Hit(w - 30, 0, 30, 34, TableButton.HELP), *read)
    return Panel(w, HEIGHT, document(w, HEIGHT, body), hits)


def _titles(view: View, room: float) -> str:
    game = view.get("game") or {}
    whole, told = _title_of(game), _told(game)
    most = room - min(width(told, 15, 500) + 18, room * 0.4)  # The mission has its room first.
    title = fitted(whole, 17, 700, most, 1.5)
    x = 18 + width(title, 17, 700, 1.5) + 18
    mission = fitted(told, 15, 500, max(0, 18 + room - x))
    return line(18, 23, title, 17, 700, "#e8f2fb", spacing=1.5) + line(x, 23, mission, 15, 500, DIM)


def _title_of(game: Mapping[str, Any]) -> str:
    return str(game.get("title") or game.get("name") or "").upper()


def _told(game: Mapping[str, Any]) -> str:
    """Campaign and mission, as far as there are any."""
    return ", ".join(str(one["title"]) for name in ("campaign", "mission") if (one := game.get(name)))


def _named(view: View) -> float:
    """The room that the titles of game and mission would like."""
    game = view.get("game") or {}
    return width(_title_of(game), 17, 700, 1.5) + width(_told(game), 15, 500) + 40


def _phases(view: View, left: float, right: float) -> str:
    """The phases from the outermost to the one at hand, which is lit."""
    names = [str(p).upper() for p in view.get("phases") or ()]
    # The innermost say most: outer ones go until the others can be read in full.
    while len(names) > 1 and sum(map(_wide, names)) + 6 * (len(names) - 1) > right - left:
        names.pop(0)
    if not names:
        return ""
    shown = [fitted(n, 15, 700, right - left - 30, 1) for n in names]
    widths = [_wide(n) for n in shown]
    x = (left + right) / 2 - (sum(widths) + 6 * (len(widths) - 1)) / 2
    body = ""
    for i, (name, wide) in enumerate(zip(shown, widths, strict=True)):
        here = i == len(names) - 1
        fill, stroke = ("#12506b", CYAN) if here else ("#131c27", "#2b3d50")
        shape = f"M{x + 8:.1f},11 H{x + wide:.1f} L{x + wide - 8:.1f},41 H{x:.1f} Z"
        body += f'<path d="{shape}" fill="{fill}" stroke="{stroke}" stroke-width="1.2"/>'
        body += line(x + wide / 2, 32, name, 15, 700, "#eafaff" if here else DIM, "middle", 1)
        x += wide + 6
    return body


def _wide(name: str) -> float:
    return max(84.0, width(name, 15, 700, 1) + 30)


class _Entry(NamedTuple):
    label: str
    value: str
    colour: str
    action: ReadValue
    wide: float


def _entries(view: View) -> list[_Entry]:
    """The numbers of the game, then those of the seat's player."""
    player = _player(view) or {}
    found = []
    for owner, whose, colour in ((view, "", WHITE), (player, str(player.get("name")), AMBER)):
        for name, value in (owner.get("values") or {}).items():
            if type(value) is int:
                label = fitted(called(view, "values", name).upper(), 12.5, 600, 128, 1)
                wide = width(label, 12.5, 600, 1) + width(str(value), 18, 700) + 28
                action = ReadValue(whose, name, label.endswith("…"))
                found.append(_Entry(label, str(value), colour, action, wide))
    return found


def _player(view: View) -> Mapping[str, Any] | None:
    return next((p for p in view.get("players") or () if p["name"] == view.get("seat")), None)


def _who(view: View, room: float) -> tuple[str, float]:
    """Whose view this is, and how wide that is."""
    seat = view.get("seat")
    who = str((_player(view) or {}).get("title") or (say("panel_designer") if seat is None else seat))
    name = fitted(who, 15, 700, room)
    return name, width(name, 15, 700) + 20


def _values(view: View, right: float, room: float) -> tuple[str, list[Hit]]:
    """Whose view this is and the numbers, from the right, with their places; what has no room is left out."""
    hits: list[Hit] = []
    body, x = line(right, 24, "?", 17, 700, DIM, "end"), right - 24
    name, wide = _who(view, room * 0.4)
    body += line(x, 23, name, 15, 700, CYAN, "end")
    x -= wide
    for label, value, colour, action, wide in _entries(view):
        if right - (x - wide) > room + 20:
            break
        body += line(x, 24, value, 18, 700, colour, "end")
        body += line(x - width(value, 18, 700) - 7, 23, label, 12.5, 600, DIM, "end", 1)
        hits.append(Hit(x - wide + 14, 0, wide, 34, action))
        x -= wide
    return body, hits
