"""A card or thing as large as can be: everything that the view says about it, to be read at leisure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

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
    width,
    wrapped,
)
from ..making.portrait import full_uri
from ..scene.looks import FLAT, hex_of, look_of_thing
from .base import Panel, called, kinds_of, shown_value
from .stack import lines

W, H = 430, 610
COLUMNS, CELL = 4, 96.0  # of values, and how wide a column is
MOST_VALUES = 8
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
    cells = _cells(view, thing)
    rows = cells[-1].row + 1 if cells else 0
    return Panel(W, H, document(W, H, body + _values(cells) + _text(thing, rows), shade))


class _Cell(NamedTuple):
    """Where a value is, in columns and rows, and over how many columns."""

    column: int
    row: int
    broad: int
    title: str
    text: str


def _cells(view: View, thing: SeenThing) -> list[_Cell]:
    """The values that say something, side by side; one with a long text has more columns."""
    said = [(k, v) for k, v in (thing.get("values") or {}).items() if v not in (None, False, "", [], ())]
    found: list[_Cell] = []
    column = row = 0
    for name, value in said[:MOST_VALUES]:
        text = shown_value(view, value)
        broad = min(COLUMNS, math.ceil((width(text, 20, 700) + 12) / CELL))
        if column + broad > COLUMNS:
            column, row = 0, row + 1
        found.append(_Cell(column, row, broad, called(view, "values", name), text))
        column += broad
    return found


def _values(cells: Iterable[_Cell]) -> str:
    body = ""
    for cell in cells:
        x, y, wide = 26 + cell.column * CELL, 290 + cell.row * 50, cell.broad * CELL - 6
        title, text = fitted(cell.title.upper(), 12, 600, wide - 6), fitted(cell.text, 20, 700, wide - 6)
        body += rect(x, y, wide, 44, 4, "#0f1a25", "#22364a")
        body += line(x + wide / 2, y + 15, title, 12, 600, DIM, "middle")
        body += line(x + wide / 2, y + 37, text, 20, 700, AMBER, "middle")
    return body


def _text(thing: SeenThing, rows: int) -> str:
    """The whole text in the largest letters in which it has room under so many rows of values."""
    top = 314.0 + 50 * rows
    for size in SIZES:
        step = 1.17 * size
        room = int((H - 24 - top) // step) + 1
        said = wrapped(thing.get("text") or "", size, 500, W - 64)
        if len(said) <= room:
            return lines(32, top, step, said, size)
    return lines(32, top, step, wrapped(thing.get("text") or "", size, 500, W - 64, room), size)
