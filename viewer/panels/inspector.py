"""The panel of one thing: portrait, title, values, states, what it carries, its text."""

from __future__ import annotations

from tilewright.schemas.view import SeenThing, View, ViewValues

from ..common.palette import STANDARD
from ..common.speech import say
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    WHITE,
    art_at,
    clean,
    document,
    fitted,
    has_icon,
    icon,
    image_at,
    line,
    panel,
    rect,
    sized,
    width,
    wrapped,
)
from ..making.portrait import full_uri, portrait_uri
from ..scene.looks import FLAT, look_of_thing
from ..staging import counting
from ..staging.rims import Rims
from .base import Hit, Panel, called, kinds_of, shown_value
from .stack import lines
from .vocabulary import ReadValue

W, H = 318.0, 178.0
_LEFT, _STEP = 128, 15.0
_ROOM = W - _LEFT - 14
_PORTRAIT = 144.0  # how far down the portrait reaches: what stands below it has the whole width


def inspector(view: View, thing: SeenThing, most: float = H, after: ViewValues | None = None) -> Panel:
    """As high as all that is said of it takes, H at least and `most` at most. `after` are the values that it
    would have after the answer under the mouse: those that change are shown so."""
    before = dict(_stats(view, thing))
    if after is not None:
        thing = {**thing, "values": after}
    colour = STANDARD[Rims(view).of(thing)]
    stats, top, below = _stats(view, thing), *_frame(view, thing)
    left, room = _beside(top)
    told = _details(view, thing, room, max(0, int((max(most, H) - below - top) // _STEP)))
    h = max(H, top + _STEP * len(told) + below)
    body = panel(W, h, 16, colour) + _portrait(thing)
    title, size = sized(str(thing.get("title") or thing["name"]).upper(), 20, 700, _ROOM)
    body += line(_LEFT, 36, title, size, 700, WHITE)
    about = " · ".join([*kinds_of(view, thing), *_where(view, thing)])
    body += line(_LEFT, 53, fitted(about, 14, 500, _ROOM), 14, 500, DIM)
    hits: list[Hit] = []
    for i, (name, value) in enumerate(stats):
        changes = after is not None and value != before.get(name)
        x, y, label = _LEFT + i % 3 * 61.0, 62 + i // 3 * 42.0, called(view, "values", name).upper()
        drawn, cut = _stat(x, y, label, value, CYAN if changes else "#e8f0f8")
        body += drawn
        hits.append(Hit(x, y, 56, 37, ReadValue(thing["handle"], name, cut)))
    body += lines(left, top + 12, _STEP, told, 13)
    drawn, chips = _states(view, thing, h - 27)
    return Panel(W, h, document(W, h, body + drawn), (*hits, *chips))


def says_all(view: View, thing: SeenThing, high: float) -> bool:
    """Whether a panel so high has room for all that is said of a thing."""
    top, below = _frame(view, thing)
    return top + _STEP * len(_details(view, thing, _beside(top)[1], 99)) + below <= high


def _beside(top: float) -> tuple[float, float]:
    """Where the lines of a text begin that stands so far down, and how wide they may be."""
    return (14, W - 28) if top >= _PORTRAIT else (_LEFT, _ROOM)


def _where(view: View, thing: SeenThing) -> list[str]:
    """The space on which it is."""
    spaces = (view.get("board") or {}).get("spaces") or ()
    return [str(one.get("title") or one["name"]) for one in spaces if one["name"] == thing.get("place")]


def _frame(view: View, thing: SeenThing) -> tuple[float, float]:
    """Where the text begins, and how much room is left below it."""
    return 62 + 42 * ((len(_stats(view, thing)) + 2) // 3), 32.0 if counting.states(thing) else 12.0


def _portrait(thing: SeenThing) -> str:
    look = look_of_thing(thing)
    body = rect(12, 16, 104, 128, 4, "#0b131b", "#28405a")
    if look.picture:
        return body + art_at(look.picture, 14, 18, 100, 124)
    if look.archetype in FLAT or look.archetype == "standee":
        return body + icon(look.icon if has_icon(look.icon) else "card-random", 32, 48, 64, "#b9c9d8")
    whole = full_uri(look, 150, 186)
    if not whole:
        return body + image_at(14, 30, 100, 100, portrait_uri(look, 98))  # the list has it already
    return body + image_at(14, 18, 100, 124, whole)


def _stat(x: float, y: float, name: str, text: str, colour: str) -> tuple[str, bool]:
    """The box of a value, and whether its title or the value itself is cut."""
    cut = False
    body = rect(x, y, 56, 37, 3, "#0f1a25", "#22364a")
    label, size = sized(name.upper(), 11, 600, 52 - 0.5 * len(name))
    if label == clean(name.upper()):
        body += line(x + 28, y + 13, label, size, 600, DIM, "middle", 0.5)
    else:
        parts = wrapped(name.upper(), 9.5, 600, 52, 2)
        body += lines(x + 28, y + 9, 8.5, parts, 9, 600, DIM, "middle")
        cut = any(part.endswith("…") for part in parts)
    told, size = sized(text, 18 if width(text, 18, 700) < 50 else 13, 700, 52)
    if told == clean(text):
        return body + line(x + 28, y + 31, told, size, 700, colour, "middle"), cut
    parts = wrapped(text, 10, 700, 52, 2)
    cut = cut or any(part.endswith("…") for part in parts)
    return body + lines(x + 28, y + 24, 10, parts, 10, 700, colour, "middle"), cut


def _details(view: View, thing: SeenThing, room: float, most: int) -> list[str]:
    """What it carries, then its text, in so many lines at most that are so wide."""
    things = {t["handle"]: t for t in view.get("things") or ()}
    prefix = f"{thing.get('name')}."
    found = []
    for pile in view.get("piles") or ():
        if str(pile.get("place")).startswith(prefix) and pile.get("count"):
            names = [str(things[h].get("title")) for h in pile.get("things") or () if h in things]
            held = ", ".join(names) if names else pile["count"]
            found.append(say("about", str(pile.get("title")), held))
    text = [str(thing["text"])] if thing.get("text") else []
    return wrapped("\n".join(found + text), 13, 500, room, most) if most and (found or text) else []


def _stats(view: View, thing: SeenThing) -> list[tuple[str, str]]:
    """What counts first, then its other numbers and words, by name."""
    values = thing.get("values") or {}
    first = {one.name: one.value for one in counting.counted(view, thing) if not one.held}
    rest = {
        k: v
        for k, v in values.items()
        if type(v) in (int, str) and not counting.says_nothing(v) and k not in counting.WHOSE
    }
    every = {**first, **{k: v for k, v in rest.items() if k not in first}}
    return [(name, shown_value(view, value)) for name, value in every.items()][:6]


def _states(view: View, thing: SeenThing, y: float) -> tuple[str, list[Hit]]:
    """A chip for each, and where these are."""
    body, x, hits = "", 12.0, []
    for name in counting.states(thing):
        label = fitted(called(view, "values", name).upper(), 12.5, 700, 120, 1)
        wide = width(label, 12.5, 700, 1) + 22
        if x + wide > W - 24:
            break
        body += rect(x, y, wide, 19, 9, AMBER, opacity=0.16) + rect(
            x, y, wide, 19, 9, "none", AMBER, opacity=0.7
        )
        body += line(x + wide / 2, y + 14, label, 12.5, 700, AMBER, "middle", 1)
        hits.append(Hit(x, y, wide, 19, ReadValue(thing["handle"], name, label.endswith("…"))))
        x += wide + 7
    return body, hits
