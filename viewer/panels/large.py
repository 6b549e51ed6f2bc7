"""A card or thing as large as can be: everything that the view says about it, to be read at leisure."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.schemas.view import SeenThing, View

from ..common.svg import (
    AMBER,
    DIM,
    WHITE,
    art_at,
    document,
    fitted,
    has_icon,
    icon,
    image_at,
    line,
    rect,
    sized,
    wrapped,
)
from ..making.portrait import full_uri
from ..scene.looks import FLAT, hex_of, look_of_thing
from .base import Panel, called, kinds_of, shown_value
from .stack import lines

W, H = 430, 610
SIZES = (18.0, 16.0, 14.0, 12.5)  # of letters


def large(view: View, handle: str) -> Panel | None:
    """The thing with this handle; None when it is not to be seen (any more)."""
    thing = next((t for t in view.get("things") or () if t.get("handle") == handle), None)
    if thing is None:
        return None
    look = look_of_thing(thing)
    colour, frame = hex_of(look.colour), hex_of(look.frame or look.colour)
    shade = (
        f'<linearGradient id="lf" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{frame}"/>'
        '<stop offset="1" stop-color="#141c26"/></linearGradient>'
    )
    body = rect(1, 1, W - 2, H - 2, 20, "#05080c") + rect(5, 5, W - 10, H - 10, 17, "url(#lf)")
    body += rect(13, 13, W - 26, H - 26, 11, "#0e151e")
    title, size = sized(thing.get("title") or thing.get("name"), 30, 700, W - 60)
    body += line(30, 52, title, size, 700, WHITE)
    body += line(30, 74, fitted(" · ".join(kinds_of(view, thing)), 16, 500, W - 60), 16, 500, DIM)
    body += rect(26, 88, W - 52, 190, 8, "#080b10", colour, 1.5)
    if look.picture:
        body += art_at(look.picture, 27, 89, W - 54, 188)
    elif look.archetype in FLAT or look.archetype == "standee":
        name = look.icon if has_icon(look.icon) else "card-random"
        body += icon(name, W / 2 - 76, 106, 152, "#f4f8fc")
    else:
        body += image_at(W / 2 - 76, 90, 152, 186, full_uri(look, 304, 372))
    if look.framed:
        body += art_at(look.framed, 0, 0, W, H, fit="stretch")
    return Panel(W, H, document(W, H, body + _values(view, thing) + _text(thing), shade))


def _shown(thing: SeenThing) -> Sequence[tuple[str, object]]:
    """The values that say something."""
    return [(k, v) for k, v in (thing.get("values") or {}).items() if v not in (None, False, "", [], ())][:8]


def _values(view: View, thing: SeenThing) -> str:
    body = ""
    for i, (name, value) in enumerate(_shown(thing)):
        x, y = 26 + i % 4 * 96, 290 + i // 4 * 50
        body += rect(x, y, 90, 44, 4, "#0f1a25", "#22364a")
        body += line(
            x + 45, y + 15, fitted(called(view, "values", name).upper(), 12, 600, 84), 12, 600, DIM, "middle"
        )
        body += line(x + 45, y + 37, fitted(shown_value(view, value), 20, 700, 84), 20, 700, AMBER, "middle")
    return body


def _text(thing: SeenThing) -> str:
    """The whole text in the largest letters in which it has room under the values."""
    top = 314.0 + 50 * ((len(_shown(thing)) + 3) // 4)
    for size in SIZES:
        step = 1.17 * size
        room = int((H - 24 - top) // step) + 1
        said = wrapped(thing.get("text") or "", size, 500, W - 64)
        if len(said) <= room:
            return lines(32, top, step, said, size)
    return lines(32, top, step, wrapped(thing.get("text") or "", size, 500, W - 64, room), size)
