"""The list of figures of the players on the left: portrait, name, first values, state."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from tilewright.schemas.view import SeenThing, View

from ..common.palette import STANDARD
from ..common.speech import say
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    art_at,
    document,
    fitted,
    has_icon,
    header,
    icon,
    image_at,
    line,
    panel,
    rect,
    sized,
    width,
    wrapped,
)
from ..making.portrait import portrait_uri
from ..scene.looks import FLAT, look_of_thing
from ..staging import counting
from ..staging.rims import Rims, owner_of
from .base import Hit, Panel, called, each_once, shown_value
from .interface import UiState
from .stack import Stack, lines
from .vocabulary import Inspect, OnBoard

WIDTH, ROW = 226, 58
GEAR, GEAR_STEP, GEAR_LINES = 12.5, 15.0, 3  # letters, from line to line, and how many where it is in full
GONE = 0.4  # how much is left of the portrait of a figure that is out of play


def roster(view: View, ui: UiState, most: int) -> Panel | None:
    """At most so many figures; one's own come first. None when nobody owns a figure."""
    rows = people(view)
    if not rows or most < 1:
        return None
    acting = acting_in(view)
    left_out = len(rows) - most if len(rows) > most else 0
    rows = rows[:most]
    rims = Rims(view)
    gear = {one["handle"]: _gear(view, one, whole=one["handle"] in (acting, ui.selected)) for one in rows}
    height = 34 + sum(map(_high, gear.values())) + (18 if left_out else 6)
    body = panel(WIDTH, height) + header(14, 22, say("panel_figures"), WIDTH - 28)
    stack = Stack(8, WIDTH - 16, 34)
    pointed = ui.hover.handle if isinstance(ui.hover, Inspect) else ""
    for thing in rows:
        action = Inspect(thing["handle"])
        under = thing["handle"] == pointed or ui.hover == OnBoard("thing", thing["handle"])
        lit = under or thing["handle"] == ui.selected
        acts = thing["handle"] == acting
        held = gear[thing["handle"]]
        colour = STANDARD[rims.of(thing)]
        drawn = partial(_row, view, thing, held, colour, lit=lit, acts=acts)
        stack.hits += _over_values(view, thing, stack.y + 22)
        stack.row(_high(held), drawn, action, below=4)
    body += stack.body
    if left_out:
        body += line(WIDTH / 2, height - 7, say("panel_more", left_out), 12.5, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(stack.hits))


def acting_in(view: View) -> str | None:
    """Whoever the open question is about."""
    actor = (view.get("question") or {}).get("actor")
    return None if actor is None or view.get("over") else str(actor)


def acting_at(view: View) -> str | None:
    """Where whoever the open question is about stands or lies."""
    actor = acting_in(view)
    things = view.get("things") or ()
    return next((str(one.get("place")) for one in things if actor and one["handle"] == actor), None)


def people(view: View) -> list[SeenThing]:
    """Figures that belong to a player, the seat's own first; each once, in an order that no step changes."""
    owned = [(owner_of(view, t), t) for t in view.get("things") or () if "figure" in (t.get("kinds") or ())]
    found = [((owner != view.get("seat"), owner, _in_order(t)), t) for owner, t in owned if owner is not None]
    return [t for _, t in sorted(found, key=lambda pair: pair[0])]


def out_of_play(view: View, thing: SeenThing) -> str | None:
    """The title of the pile in which a figure lies that takes no part any more, such as `Killed`."""
    piles = view.get("piles") or ()
    lying = (one for one in piles if one["place"] == thing.get("place") and not one.get("in_play"))
    return next((str(one["title"]) for one in lying), None)


def _in_order(thing: SeenThing) -> tuple[str, int, str]:
    """By name, the second copy before the tenth."""
    name, _, copy = str(thing.get("name")).rpartition(".")
    return (name, int(copy), "") if copy.isdecimal() else (str(thing.get("name")), 0, str(thing["handle"]))


def _gear(view: View, thing: SeenThing, *, whole: bool) -> list[str]:
    """What a figure carries, in lines: all of it, or what fits into one and how much more there is."""
    every = [title for one in counting.counted(view, thing) for title in one.held]
    names = each_once(every)
    if not names or out_of_play(view, thing) is not None:
        return []
    room = WIDTH - 82
    if whole:
        return wrapped(", ".join(names), GEAR, 500, room, GEAR_LINES)
    for shown in range(len(names), 0, -1):
        left = len(names) - shown
        text = ", ".join(names[:shown]) + (f" +{left}" if left else "")
        if width(text, GEAR, 500) <= room:
            return [text]
    return [fitted(names[0], GEAR, 500, room)]


def _high(held: list[str]) -> float:
    """How high the row of a figure is that carries so many lines of gear."""
    return ROW + GEAR_STEP * max(0, len(held) - 1)


def _row(
    view: View, thing: SeenThing, held: list[str], colour: str, y: float, *, lit: bool, acts: bool
) -> str:
    high = _high(held)
    look = look_of_thing(thing)
    fill, edge = ("#3b2c10", AMBER) if acts else ("#133a4d", CYAN) if lit else ("#0f1822", "#22303f")
    body = rect(8, y, WIDTH - 16, high - 5, 4, fill, CYAN if lit else edge, 1.6 if lit or acts else 1)
    body += rect(8, y + 6, 3, high - 17, 1, colour)
    if look.picture:
        body += art_at(look.picture, 13, y + 2, 49, 49)
    elif look.archetype in FLAT:
        body += icon(look.icon if has_icon(look.icon) else "card-random", 22, y + 11, 32, "#b9c9d8")
    else:
        body += image_at(13, y + 2, 49, 49, portrait_uri(look, 98))
    title, size = sized(thing.get("title") or thing["name"], 16, 700, WIDTH - 84 - (12 if acts else 0))
    gone = out_of_play(view, thing)
    if gone is not None:
        body = f'<g opacity="{GONE}">{body}{line(68, y + 19, title, size, 700, DIM)}</g>'
        return body + line(68, y + 38, fitted(gone, 12, 600, WIDTH - 84), 12, 600, AMBER)
    if acts:
        body += f'<path d="M{WIDTH - 22},{y + 5} l7,5 l-7,5 Z" fill="{AMBER}"/>'
    body += line(68, y + 19, title, size, 700, "#f1f6fb")
    numbers, x = _numbers(view, thing)
    for one in numbers:
        body += line(one.x, y + 36, one.label, one.size, 600, DIM, spacing=0.5)
        body += line(one.x + one.wide - width(one.value, 14, 700), y + 36, one.value, 14, 700, "#e8f0f8")
    states = ", ".join(_states(view, thing).values())
    body += line(x, y + 36, fitted(states, 12, 600, WIDTH - 12 - x), 12, 600, AMBER)
    return body + lines(68, y + 49 if numbers or states else y + 38, GEAR_STEP, held, GEAR, 500, "#a9bccd")


class _Number(NamedTuple):
    """A value with its label, and where it stands in a row."""

    name: str
    x: float
    wide: float
    label: str
    size: float
    value: str


def _numbers(view: View, thing: SeenThing) -> tuple[list[_Number], float]:
    """As many as there is room for, and where the next thing may stand; what a word says needs no name."""
    told = [one for one in counting.counted(view, thing) if not one.held]
    found, x = [], 68.0
    for one in told:
        label, size = sized(called(view, "values", one.name).upper(), 11, 600, 46 if len(told) > 2 else 84)
        label = label if type(one.value) is int else ""
        value = shown_value(view, one.value)
        wide = (width(label, size, 600, 0.5) + 4 if label else 0) + width(value, 14, 700)
        if x + wide > WIDTH - 12:
            break
        found.append(_Number(one.name, x, wide, label, size, value))
        x += wide + 10
    return found, x


def _states(view: View, thing: SeenThing) -> dict[str, str]:
    """What is so of a figure, by name."""
    return {name: called(view, "values", name).lower() for name in counting.states(thing)}


def _over_values(view: View, thing: SeenThing, y: float) -> list[Hit]:
    """Where the values in the row of a figure stand: a click there is one on the row."""
    if out_of_play(view, thing) is not None:
        return []
    numbers, x = _numbers(view, thing)
    places = [(one.name, one.x, one.wide) for one in numbers]
    for name, said in _states(view, thing).items():
        wide = width(said, 12, 600)
        places.append((name, x, wide))
        x += wide + width(", ", 12, 600)
    room = WIDTH - 12
    return [
        Hit(left, y, min(wide, room - left), 19, Inspect(thing["handle"], name))
        for name, left, wide in places
        if left < room
    ]
