"""The panel of table mode: values of what is selected, and every pile to draw from. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilewright.runtime.history.table_mode import Settable

from ..hud.svg import AMBER, CYAN, DIM, TEXT, WHITE, document, fitted, header, line, panel, rect, width
from ..panels.base import Hit, Panel, title_of
from ..playing.session import View

WIDTH = 366.0
_ROW = 28
MOST_VALUES, MOST_PILES = 8, 9


def hands(
    view: View,
    title: str,
    values: Sequence[Settable],
    lit: tuple[object, ...] = (),
    *,
    thing: bool = False,
    most: float = math.inf,
) -> Panel:
    """`title` is whose values they are, and whether those of a `thing`; an act under the mouse is lit. At
    most so many pixels high: piles yield, then values."""
    rows = max(3, min(MOST_VALUES + MOST_PILES, (most - 100) // _ROW))
    shown = list(values)[: min(MOST_VALUES, int(rows) - 1)]
    piles = piles_of(view)[: min(MOST_PILES, int(rows) - max(1, len(shown)))]
    height = 66 + _ROW * (max(1, len(shown)) + len(piles)) + 34
    body = panel(WIDTH, height, 12, AMBER) + header(14, 22, "Table mode · rules are asleep", WIDTH - 28)
    hits: list[Hit] = []
    body += line(16, 50, fitted(title, 16, 700, WIDTH - (210 if thing else 130)), 16, 700, WHITE)
    body += _button(WIDTH - 92, 34, 78, "GAME", ("hands", "game"), lit, hits)
    if thing:
        body += _button(WIDTH - 174, 34, 78, "FLIP", ("hands", "flip"), lit, hits)
    y = 60.0
    for name, value, _, several in shown:
        said = ", ".join(map(title_of, value.split(", "))) if several and value else title_of(value)
        body += line(18, y + 19, fitted(title_of(name), 15, 500, 170), 15, 500, TEXT)
        body += _button(WIDTH - 158, y + 3, 26, "–", ("hands", "less", name), lit, hits)
        body += line(WIDTH - 85, y + 19, fitted(said or "(none)", 15, 700, 86), 15, 700, CYAN, "middle")
        hits.append(Hit(WIDTH - 130, y + 3, 88, 22, ("hands", "next", name)))
        body += _button(WIDTH - 40, y + 3, 26, "+", ("hands", "more", name), lit, hits)
        y += _ROW
    if not shown:
        body += line(18, y + 19, "Click a thing to set its values; drag it to move it.", 14, 500, DIM)
        y += _ROW
    body += f'<path d="M14,{y + 3} H{WIDTH - 14}" stroke="#35506a"/>'
    y += 6
    for place, name, count in piles:
        act = ("hands", "pile", place)
        on = lit == act
        body += rect(12, y + 1, WIDTH - 92, _ROW - 4, 3, "#12506b" if on else "#111b26", "#2a3d51")
        body += line(20, y + 18, fitted(name, 14.5, 500, WIDTH - 160), 14.5, 500, TEXT if count else DIM)
        body += line(WIDTH - 90, y + 18, count, 14.5, 700, CYAN if count else DIM, "end")
        hits.append(Hit(12, y + 1, WIDTH - 92, _ROW - 4, act))
        body += _button(WIDTH - 74, y + 1, 60, "SHUFFLE", ("hands", "shuffle", place), lit, hits)
        y += _ROW
    hint = "Drag things and piles · T or Esc ends table mode"
    body += line(WIDTH / 2, height - 12, hint, 13, 500, DIM, "middle")
    hits.append(Hit(0, 0, WIDTH, height, ("hands", "panel")))
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(hits))


def carried(title: str, target: str) -> Panel:
    """What hangs on the mouse while it is dragged, and where it would lie."""
    text = f"{title} > {target}" if target else title
    shown = fitted(text, 15, 600, 420)
    wide = width(shown, 15, 600) + 28
    body = rect(1, 1, wide - 2, 26, 5, "#0a0f16", AMBER if target else "#5d7288", 1.4, 0.96)
    body += line(wide / 2, 19, shown, 15, 600, WHITE if target else DIM, "middle")
    return Panel(wide, 28, document(wide, 28, body))


def piles_of(view: View) -> list[tuple[str, str, int]]:
    """(place, words, count) of every pile and slot; piles first, and those with something in them."""
    titles = {p["name"]: str(p.get("title") or p["name"]) for p in view.get("players") or ()}
    titles |= {t["handle"]: str(t.get("title") or t["handle"]) for t in view.get("things") or ()}
    found = []
    for pile in view.get("piles") or ():
        owner = titles.get(str(pile.get("owner")))
        name = str(pile.get("title") or pile.get("name") or pile["place"])
        words = f"{owner}: {name}" if owner else name
        found.append((pile.get("sort") == "slot", pile["place"], words, int(pile.get("count") or 0)))
    return [one[1:] for one in sorted(found, key=lambda one: (one[0], -int(one[3] > 0)))]


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


def _button(
    x: float, y: float, w: float, text: str, act: tuple[object, ...], lit: tuple[object, ...], hits: list[Hit]
) -> str:
    hits.append(Hit(x, y, w, 22, act))
    on = lit == act
    body = rect(x, y, w, 22, 3, "#12506b" if on else "#0f1a25", CYAN if on else "#2b3d50")
    return body + line(x + w / 2, y + 15.5, text, 12.5, 700, WHITE if on else DIM, "middle")
