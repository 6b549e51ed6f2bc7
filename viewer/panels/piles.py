"""The piles, bags and slots of the table: a list of what they hold, and what lies in one of them, large.

What the seat holds in its hand is not among them: that lies along the lower border.
"""

from __future__ import annotations

from functools import partial

from tilewright.schemas.view import SeenPile, SeenThing, View

from ..common.speech import say
from ..common.svg import CYAN, DIM, TEXT, WHITE, document, fitted, header, line, panel, rect, width
from ..staging.mats import held
from ..staging.tabletop import things_of
from .base import Hit, Panel, each_once
from .interface import UiState
from .stack import Stack
from .vocabulary import LookInto, Surface

WIDTH = 300
_ROW = 24.0
_TOP, _FOOT = 34.0, 6.0  # of the list


def listed(view: View) -> list[SeenPile]:
    """Those of the table and of players that hold something: the seat's own first, then shared ones."""
    owners = {None, *(player["name"] for player in view.get("players") or ())}
    hand = [pile["place"] for pile in held(view, view.get("seat"))]
    found = [
        pile
        for pile in view.get("piles") or ()
        if pile.get("count") and pile["place"] not in hand and pile.get("owner") in owners
    ]
    return sorted(found, key=lambda pile: _nearness(view, pile))


def _nearness(view: View, pile: SeenPile) -> int:
    """Own piles into which the seat sees come first, those of others last."""
    if pile.get("owner") is None:
        return 1
    return 0 if pile["owner"] == view.get("seat") and pile.get("things") is not None else 2


def found(view: View, place: str) -> SeenPile | None:
    """The pile of a place."""
    return next((pile for pile in view.get("piles") or () if pile.get("place") == place), None)


def called_pile(view: View, pile: SeenPile) -> str:
    """What a pile is called, with whose it is if that is not the seat."""
    title = str(pile.get("title") or pile.get("name") or "")
    owners = (p for p in view.get("players") or () if p["name"] == pile.get("owner") != view.get("seat"))
    owner = next((str(one.get("title") or one["name"]) for one in owners), "")
    return say("about", owner, title) if owner else title


def seen_in(view: View, pile: SeenPile) -> list[SeenThing]:
    """The things in a pile that the seat sees, in their order."""
    things = things_of(view)
    return [things[handle] for handle in pile.get("things") or () if handle in things]


def top_of(pile: SeenPile) -> str | None:
    """The handle of what lies on top, where that is seen; a bag has no top."""
    seen = pile.get("things")
    return str(seen[-1]) if seen and pile.get("sort") != "bag" else None


def rows_in(height: float) -> int:
    """How many piles a list of this height shows."""
    return max(0, int((height - _TOP - _FOOT - 4) / _ROW))


def piles(view: View, ui: UiState, most: int) -> Panel | None:
    """The list, from the row on to which it was scrolled; None where there is nothing to list."""
    every = listed(view)
    first = max(0, min(ui.first_pile, len(every) - most))
    shown = every[first : first + most]
    if not shown:
        return None
    height = _TOP + _ROW * len(shown) + _FOOT
    part = say("panel_table_part", first + 1, first + len(shown), len(every))
    title = say("panel_table") if len(shown) == len(every) else part
    stack = Stack(8, WIDTH - 16, _TOP)
    for pile in shown:
        action = LookInto(pile["place"])
        stack.row(_ROW, partial(_row, view, pile, lit=ui.hover == action), action)
    body = panel(WIDTH, height) + header(14, 22, title, WIDTH - 28) + stack.body
    hits = (*stack.hits, Hit(0, 0, WIDTH, height, Surface.PILES))
    return Panel(WIDTH, height, document(WIDTH, height, body), hits)


def _row(view: View, pile: SeenPile, y: float, *, lit: bool) -> str:
    body = rect(8, y, WIDTH - 16, _ROW, 2, "#12506b", opacity=0.7) if lit else ""
    name = fitted(called_pile(view, pile), 15, 500, 140)
    body += line(16, y + 17, name, 15, 500, TEXT)
    x = 16 + width(name, 15, 500) + 10
    body += line(x, y + 17, fitted(_inside(view, pile), 12.5, 500, WIDTH - 70 - x), 12.5, 500, DIM)
    body += rect(WIDTH - 54, y + 3, 40, 18, 3, "#0f1a25", "#22364a")
    return body + line(WIDTH - 34, y + 17, pile["count"], 15, 700, CYAN, "middle")


def _inside(view: View, pile: SeenPile) -> str:
    """All that lies in a pile of one's own, what lies on top of any other."""
    things = seen_in(view, pile)
    if _nearness(view, pile) == 0:
        return ", ".join(each_once(str(one.get("title") or one["name"]) for one in things))
    top = top_of(pile)
    return next((str(one.get("title") or "") for one in things if one["handle"] == top), "")


def cover(view: View, pile: SeenPile, w: float, h: float, left_out: int) -> Panel:
    """What lies over the table while the cards of a pile are shown; a click anywhere puts it away."""
    body = rect(0, 0, w, h, 0, "#05080c", opacity=0.8)
    title = say("about", called_pile(view, pile), pile.get("count") or 0)
    body += line(w / 2, 104, fitted(title, 26, 700, w - 80), 26, 700, WHITE, "middle")
    said = [] if pile.get("things") is not None else [say("pile_hidden")]
    said += [say("panel_more", left_out)] if left_out else []
    body += line(w / 2, 130, " · ".join([*said, say("pile_keys")]), 15, 500, DIM, "middle")
    return Panel(w, h, document(w, h, body), (Hit(0, 0, w, h, LookInto(pile["place"])),))
