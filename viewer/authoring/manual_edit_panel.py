"""The panel of table mode: values of what is selected, and every pile to draw from. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tilewright.runtime.history.manual_edits import Settable
from tilewright.schemas.view import View

from ..common.speech import say
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    TEXT,
    WHITE,
    document,
    fitted,
    header,
    line,
    panel,
    rect,
    sized,
    width,
)
from ..panels.base import Hit, Panel, called, shown_value
from ..panels.stack import Stack
from ..panels.vocabulary import ChangeValue, Hover, ManualEditButton, OnPile, ShufflePile, Surface, UiAction

WIDTH = 366.0
_ROW, _HEAD, _FOOT = 28, 66, 34
MOST = 17  # rows


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile or slot: its place, what it is called, how many lie in it."""

    place: str
    words: str
    count: int


def rows_in(height: float) -> int:
    """How many values and piles a panel of this height shows."""
    return int(max(3, min(MOST, (height - _HEAD - _FOOT) // _ROW)))


def values_and_piles(
    view: View,
    title: str,
    values: Sequence[Settable],
    lit: Hover = None,
    *,
    owner: str = "",
    first: int = 0,
    most: int = MOST,
) -> Panel:
    """The values of the game or of a thing, which is the `owner`, and all piles, its own before others: the
    rows from `first` on. `title` is whose values they are; what is under the mouse is lit."""
    thing = any(one["handle"] == owner for one in view.get("things") or ())
    every: list[Settable | Pile] = [*values, *piles_of(view, owner)]
    shown = every[first : first + most]
    height = _HEAD + _ROW * len(shown) + _FOOT
    body = panel(WIDTH, height, 12, AMBER) + header(14, 22, say("hand_title"), WIDTH - 28)
    stack = Stack(12, WIDTH - 24, _HEAD - 6)
    hits = stack.hits
    body += line(16, 50, fitted(title, 16, 700, WIDTH - (210 if thing else 130)), 16, 700, WHITE)
    body += _button(WIDTH - 92, 34, 78, say("hand_game"), ManualEditButton.GAME, lit, hits)
    if thing:
        body += _button(WIDTH - 174, 34, 78, say("hand_flip"), ManualEditButton.FLIP, lit, hits)
    for one in shown:
        if isinstance(one, Pile):
            stack.row(_ROW, partial(_pile, one, lit=lit, hits=hits))
        else:
            stack.row(_ROW, partial(_value, view, one, lit=lit, hits=hits))
    body += stack.body
    hint = say("hand_hint")
    if len(every) > most:
        hint = say("hand_rows", first + 1, first + len(shown), len(every))
    hint, size = sized(hint, 13, 500, WIDTH - 24)
    body += line(WIDTH / 2, height - 12, hint, size, 500, DIM, "middle")
    hits.append(Hit(0, 0, WIDTH, height, Surface.MANUAL_EDIT))
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(hits))


def _value(view: View, one: Settable, y: float, *, lit: Hover, hits: list[Hit]) -> str:
    name, value, _, several = one
    members = value.split(", ") if several else [value]
    said = ", ".join(_said(view, one) for one in members if one)
    body = line(18, y + 19, fitted(called(view, "values", name), 15, 500, 170), 15, 500, TEXT)
    body += _button(WIDTH - 158, y + 3, 26, "–", ChangeValue(name, "less"), lit, hits)
    body += line(WIDTH - 85, y + 19, fitted(said or say("hand_none"), 15, 700, 86), 15, 700, CYAN, "middle")
    hits.append(Hit(WIDTH - 130, y + 3, 88, 22, ChangeValue(name, "next")))
    return body + _button(WIDTH - 40, y + 3, 26, "+", ChangeValue(name, "more"), lit, hits)


def _said(view: View, value: str) -> str:
    """A value as it is set, in words: `yes`, `none`, a number, a word of the game, the name of a thing."""
    said = say(value) if value in ("yes", "no", "none") else shown_value(view, value)
    return said[:1].upper() + said[1:]


def _pile(one: Pile, y: float, *, lit: Hover, hits: list[Hit]) -> str:
    action = OnPile(one.place)
    body = rect(12, y + 1, WIDTH - 108, _ROW - 4, 3, "#12506b" if lit == action else "#111b26", "#2a3d51")
    body += line(20, y + 18, fitted(one.words, 14.5, 500, WIDTH - 176), 14.5, 500, TEXT if one.count else DIM)
    body += line(WIDTH - 106, y + 18, one.count, 14.5, 700, CYAN if one.count else DIM, "end")
    hits.append(Hit(12, y + 1, WIDTH - 108, _ROW - 4, action))
    return body + _button(WIDTH - 90, y + 1, 76, say("hand_shuffle"), ShufflePile(one.place), lit, hits)


def carried(title: str, target: str) -> Panel:
    """What hangs on the mouse while it is dragged, and where it would lie."""
    text = f"{title} > {target}" if target else title
    shown = fitted(text, 15, 600, 420)
    wide = width(shown, 15, 600) + 28
    body = rect(1, 1, wide - 2, 26, 5, "#0a0f16", AMBER if target else "#5d7288", 1.4, 0.96)
    body += line(wide / 2, 19, shown, 15, 600, WHITE if target else DIM, "middle")
    return Panel(wide, 28, document(wide, 28, body))


def piles_of(view: View, first: str = "") -> list[Pile]:
    """Every pile and slot: those of the `first` owner, other piles, other slots; full ones before empty."""
    titles = {p["name"]: str(p.get("title") or p["name"]) for p in view.get("players") or ()}
    titles |= {t["handle"]: str(t.get("title") or t["handle"]) for t in view.get("things") or ()}
    found = []
    for pile in view.get("piles") or ():
        owner = titles.get(str(pile.get("owner")))
        name = str(pile.get("title") or pile.get("name") or pile["place"])
        one = Pile(pile["place"], f"{owner}: {name}" if owner else name, int(pile.get("count") or 0))
        others = not first or str(pile.get("owner")) != first
        found.append((others, pile.get("sort") == "slot", not one.count, one))
    return [one for *_, one in sorted(found, key=lambda each: each[:3])]


def changed_value(one: Settable, way: str) -> str:
    """The value after a click. A single one goes to the `next` or `more`, or back again: through its words,
    or up and down. A list gets one member `more` or `less`, or the `next` word as its last one."""
    _, value, words, several = one
    if several:
        members = value.split(", ") if value else []
        free = [word for word in words if word not in members]
        match way:
            case "less":
                return ", ".join(members[:-1])
            case "next" if members:
                rest, last = members[:-1], members[-1]
                later = words[words.index(last) + 1 :] + words if last in words else words
                return ", ".join([*rest, next((word for word in later if word not in rest), last)])
        return ", ".join([*members, *free[:1]])
    by = -1 if way == "less" else 1
    if words:
        here = list(words).index(value) if value in words else -1
        return words[(here + by) % len(words)]
    return str((int(value) if value.lstrip("-").isdecimal() else 0) + by)


def _button(x: float, y: float, w: float, text: str, action: UiAction, lit: Hover, hits: list[Hit]) -> str:
    hits.append(Hit(x, y, w, 22, action))
    on = lit == action
    body = rect(x, y, w, 22, 3, "#12506b" if on else "#0f1a25", CYAN if on else "#2b3d50")
    shown, size = sized(text.upper(), 12.5, 700, w - 8)
    return body + line(x + w / 2, y + 15.5, shown, size, 700, WHITE if on else DIM, "middle")
