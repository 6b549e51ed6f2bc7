"""A menu: a title, lines that can be taken, and what is to be read beside them. Pure.

The start screen fills the window with one; the menus of a table stand in the middle of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from ..common.speech import say
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    GREEN,
    LINE,
    RED,
    WHITE,
    document,
    fitted,
    image_at,
    line,
    panel,
    rect,
    width,
    wrapped,
)
from .base import Hit, Panel
from .stack import Stack, lines
from .vocabulary import MenuButton, Surface, TakeLine

ROW = 44.0
_COLUMN, _NARROW = 660.0, 1240.0  # of a menu that fills the window
_MIDDLE = 600.0  # of one that stands in the middle


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu. With a `value` it has something to choose from; a `heading`, and what is only to be
    read, cannot be taken."""

    title: str
    value: str = ""
    sort: Literal["usual", "main", "heading", "read"] = "usual"
    told: str = ""  # what is read beside it while it is lit
    about: str = ""  # and below that, smaller
    picture: str = ""  # the URI of a picture for there, 16 to 9
    on: bool | None = None  # whether it is switched on, where it can be

    @property
    def can_be_taken(self) -> bool:
        return self.sort in ("usual", "main")


@dataclass(frozen=True, slots=True)
class MenuPage:
    """What is to be seen of a menu."""

    title: str
    lines: tuple[MenuLine, ...]
    text: tuple[str, ...] = ()  # paragraphs above the lines
    facts: tuple[tuple[str, str], ...] = ()  # what is counted, and how many
    wrong: str = ""  # what could not be done, and why
    foot: str = ""
    back: str = ""  # the word on the way back; empty where there is none
    colour: str = CYAN
    shout: bool = False  # the title is what matters


@dataclass(frozen=True, slots=True)
class Lit:
    """Which line is lit, and which is the first of those that are shown."""

    line: int = 0
    first: int = 0


def takeable(menu: MenuPage) -> list[int]:
    """The lines that can be lit."""
    return [i for i, one in enumerate(menu.lines) if one.can_be_taken]


def moved(menu: MenuPage, lit: Lit, by: int) -> Lit:
    """The next line that can be taken, or the one before; from the ends to the other end."""
    can = takeable(menu)
    if not can:
        return lit
    at = can.index(lit.line) if lit.line in can else -1 if by > 0 else 0
    return Lit(can[(at + by) % len(can)], lit.first)


def in_sight(menu: MenuPage, lit: Lit, rows: int) -> Lit:
    """The same with the lit line among the rows that are shown, and as many of them as there can be."""
    first = min(max(lit.first, lit.line - rows + 1), lit.line)
    return Lit(lit.line, max(0, min(first, len(menu.lines) - rows)))


OPENING = ("start_reading", "start_laying")


def opening_page(title: str, step: int = 0) -> MenuPage:
    """What is read while a game is made ready: steps that are done have a tick."""
    steps = tuple(MenuLine(say(key), on=i < step) for i, key in enumerate(OPENING))
    return MenuPage(title, steps, foot=say("start_patience"))


# ------------------------------------------------------------------ the whole window


def start_screen(menu: MenuPage, lit: Lit, w: float, h: float) -> Panel:
    """A menu that fills a window of w x h: lines at the left, what is told of the lit one beside or below."""
    narrow = w < _NARROW
    edge = max(24.0, min(96.0, w * 0.06))
    column = w - 2 * edge if narrow else min(_COLUMN, w - 3 * edge - 380)
    body = _backdrop(w, h) + _brand(edge, menu.title, w - 2 * edge)
    stack = Stack(edge, column, 168.0)
    for paragraph in menu.text:
        said = wrapped(paragraph, 17, 500, column, 12)
        stack.row(23 * len(said) + 12, partial(lines, edge, step=23, texts=said, size=17))
    foot = 64.0 + (_told_height(menu, lit, column) if narrow else 0)
    rows = rows_of(menu, h - stack.y - foot)
    body += _rows(stack, menu, in_sight(menu, lit, rows), rows)
    hits = list(stack.hits)
    if not narrow:
        x = edge + column + edge * 0.8
        body += _beside(menu, lit, x, 168.0, w - x - edge, h - 168 - 70)
    else:
        body += _below(menu, lit, edge, h - foot + 8, column)
    body += _footer(menu, edge, w, h)
    if menu.back:
        hits.append(Hit(edge, h - 54, 40 + width(menu.back, 16, 700) + 60, 36, MenuButton.BACK))
    hits.append(Hit(0, 0, w, h, Surface.PANEL))
    return Panel(w, h, document(w, h, body + stack.body), tuple(hits))


def rows_of(menu: MenuPage, room: float) -> int:
    """How many lines have room in so many pixels, but not more than there are."""
    return max(1, min(len(menu.lines), int(room // ROW)))


def _backdrop(w: float, h: float) -> str:
    body = rect(0, 0, w, h, 0, "#070b10")
    body += "".join(
        f'<path d="M{x},0 L{x - h},{h}" stroke="#0c141d" stroke-width="34"/>'
        for x in range(0, int(w + h), 120)
    )
    return body + rect(0, 0, w, 132, 0, "#0a121b") + rect(0, 131, w, 1.5, 0, LINE)


def _brand(edge: float, title: str, room: float) -> str:
    body = (
        f'<path d="M{edge},44 h26 l14,14 v26 h-26 l-14,-14 Z" fill="none" stroke="{CYAN}" stroke-width="3"/>'
    )
    body += f'<path d="M{edge + 12},57 h10 l7,7 v9 h-10 l-7,-7 Z" fill="{CYAN}"/>'
    body += line(edge + 58, 80, "TILEWRIGHT", 42, 700, WHITE, spacing=7)
    x = edge + 58 + width("TILEWRIGHT", 42, 700, 7) + 30
    shown = fitted(title, 25, 600, room - (x - edge))
    return body + line(x, 79, shown, 25, 600, AMBER, spacing=0.5)


def _footer(menu: MenuPage, edge: float, w: float, h: float) -> str:
    x, body = edge, ""
    if menu.back:
        wide = width(menu.back, 16, 700) + 62
        body += rect(edge, h - 52, wide, 32, 4, "#111b26", "#2a3d51")
        body += line(edge + 12, h - 31, "ESC", 12.5, 700, AMBER) + line(edge + 46, h - 31, menu.back, 16, 700)
        x += wide + 24
    return body + line(x, h - 31, fitted(menu.foot, 14.5, 500, w - x - edge), 14.5, 500, DIM)


def _beside(menu: MenuPage, lit: Lit, x: float, y: float, w: float, h: float) -> str:
    """What is told of the lit line: its picture, its words; what is wrong stands there before all."""
    if menu.wrong:
        return _wrong(menu.wrong, x, y, w, h)
    shown = menu.lines[lit.line] if lit.line < len(menu.lines) else None
    if shown is None or not (shown.told or shown.picture or shown.about):
        return ""
    body, top = "", y + 22
    if shown.picture:
        high = min((w - 44) * 9 / 16, h * 0.62)
        wide = high * 16 / 9
        left = x + (w - wide) / 2
        body += rect(left - 1, top - 1, wide + 2, high + 2, 2, "#05080c", LINE)
        body += image_at(round(left, 1), round(top, 1), round(wide, 1), round(high, 1), shown.picture)
        top += high + 18
    said = wrapped(shown.told, 19, 700, w - 44, max(1, int((y + h - top - 60) // 25)))
    body += lines(x + 22, top + 16, 25, said, 19, 700, WHITE)
    top += 25 * len(said) + 12
    room = max(0, int((y + h - top - 16) // 22))
    about = wrapped(shown.about, 16.5, 500, w - 44, room) if shown.about and room else []
    body += lines(x + 22, top + 10, 22, about, 16.5, 500, "#a9bccd")
    return panel_at(x, y, w, top + 22 * len(about) + 10 - y) + body


def _below(menu: MenuPage, lit: Lit, x: float, y: float, w: float) -> str:
    """The same in a few lines under all others, where there is no room beside them."""
    if menu.wrong:
        return lines(x, y + 18, 21, wrapped(menu.wrong, 16, 600, w, 4), 16, 600, "#ffb4a8")
    shown = menu.lines[lit.line] if lit.line < len(menu.lines) else None
    return "" if shown is None else lines(x, y + 18, 21, wrapped(shown.told, 16, 500, w, 3), 16, 500)


def _told_height(menu: MenuPage, lit: Lit, w: float) -> float:
    shown = menu.lines[lit.line].told if lit.line < len(menu.lines) else ""
    said = wrapped(menu.wrong or shown, 16, 600, w, 4)
    return 21.0 * len(said) + 8 if menu.wrong or shown else 0.0


def _wrong(text: str, x: float, y: float, w: float, h: float) -> str:
    said = wrapped(text, 17, 600, w - 44, max(2, int((h - 50) // 24)))
    high = 24 * len(said) + 36
    body = rect(x, y, w, high, 5, "#2a0f10", RED, 1.5)
    return body + lines(x + 22, y + 34, 24, said, 17, 600, "#ffd9d2")


def panel_at(x: float, y: float, w: float, h: float) -> str:
    """The back of a panel somewhere else than at the corner."""
    return f'<g transform="translate({x:.1f},{y:.1f})">{panel(round(w), round(h), 18)}</g>'


# ------------------------------------------------------------------ in the middle of a table


def middle(menu: MenuPage, lit: Lit, most: float) -> Panel:
    """A menu over the table, at most so many pixels high: title, what is to be read, facts, lines."""
    stack = Stack(24, _MIDDLE - 48, 76.0 if menu.shout else 54.0)
    size = 46 if menu.shout else 20
    title = fitted(menu.title.upper(), size, 700, _MIDDLE - 60, 3)
    head = line(_MIDDLE / 2, 62 if menu.shout else 38, title, size, 700, menu.colour, "middle", 3)
    for paragraph in menu.text:
        said = wrapped(paragraph, 18, 500, _MIDDLE - 80, 5)
        draw = partial(lines, _MIDDLE / 2, step=23, texts=said, size=18, anchor="middle")
        stack.gap(18)
        stack.row(23 * len(said) - 10, draw)
    _facts(stack, menu.facts)
    if menu.wrong:
        said = wrapped(menu.wrong, 16, 600, _MIDDLE - 80, 4)
        stack.gap(20)
        draw = partial(
            lines, _MIDDLE / 2, step=21, texts=said, size=16, weight=600, fill="#ffb4a8", anchor="middle"
        )
        stack.row(21 * len(said) - 12, draw)
    stack.gap(14)
    rows = rows_of(menu, most - stack.y - 48) if menu.lines else 0
    body = _rows(stack, menu, in_sight(menu, lit, rows), rows) if rows else ""
    high = stack.y + (36 if menu.foot else 12)
    body = panel(_MIDDLE, high, 20, menu.colour) + head + body + stack.body
    body += line(_MIDDLE / 2, high - 15, fitted(menu.foot, 14, 500, _MIDDLE - 60), 14, 500, DIM, "middle")
    hits = (*stack.hits, Hit(0, 0, _MIDDLE, high, Surface.PANEL))
    return Panel(_MIDDLE, high, document(_MIDDLE, high, body), hits)


def _facts(stack: Stack, facts: tuple[tuple[str, str], ...]) -> None:
    """Numbers over their words, up to four beside one another."""
    if not facts:
        return
    stack.gap(16)
    across = min(4, len(facts))
    wide = stack.w / across
    for i, (word, number) in enumerate(facts):
        x, y = stack.x + wide * (i % across + 0.5), stack.y + 58 * (i // across)
        stack.body += line(x, y + 24, fitted(number, 25, 700, wide - 12), 25, 700, WHITE, "middle")
        stack.body += line(
            x, y + 43, fitted(word.upper(), 12, 600, wide - 10, 0.8), 12, 600, DIM, "middle", 0.8
        )
    stack.gap(58 * ((len(facts) + across - 1) // across))


# ------------------------------------------------------------------ lines


def _rows(stack: Stack, menu: MenuPage, lit: Lit, rows: int) -> str:
    """The lines that are shown; what is above and below them is said at the edge."""
    first = lit.first
    for number in range(first, min(first + rows, len(menu.lines))):
        one = menu.lines[number]
        action = TakeLine(number) if one.can_be_taken else None
        draw = partial(_row, one, stack.x, stack.w, lit=number == lit.line)
        stack.row(ROW, draw, action, below=6)
    left = len(menu.lines) - rows
    if left <= 0:
        return ""
    x, top, whole = stack.x + stack.w + 8, stack.y - ROW * rows, ROW * rows - 6
    part = whole * rows / len(menu.lines)
    at = top + (whole - part) * first / left
    body = rect(x, top, 5, whole, 2, "#111b26") + rect(x, at, 5, part, 2, "#3f5a75")
    if first > 0:
        stack.hits.append(Hit(x - 4, top, 14, whole / 2, MenuButton.ABOVE))
    if first < left:
        stack.hits.append(Hit(x - 4, top + whole / 2, 14, whole / 2, MenuButton.BELOW))
    return body


def _row(one: MenuLine, x: float, w: float, y: float, *, lit: bool) -> str:
    if one.sort == "heading":
        return line(x + 2, y + 27, fitted(one.title.upper(), 13, 700, w, 2), 13, 700, CYAN, spacing=2)
    if one.sort == "read":
        return line(x + 2, y + 27, fitted(one.title, 18, 500, w), 18, 500, WHITE)
    main = one.sort == "main"
    fill = "#12506b" if lit else "#12301f" if main else "#101a25"
    body = rect(
        x, y, w, ROW - 6, 5, fill, CYAN if lit else "#2f6b45" if main else "#24364a", 1.6 if lit else 1
    )
    body += rect(x, y, 4, ROW - 6, 1, AMBER) if lit else ""
    left = x + 18
    if one.on is not None:
        body += rect(left, y + 11, 16, 16, 3, GREEN if one.on else "#0a1018", "#3a4f64")
        if one.on:
            tick = f"M{left + 3:.1f},{y + 19:.1f} l4,4 6,-8"
            body += f'<path d="{tick}" fill="none" stroke="#06110a" stroke-width="2.4"/>'
        left += 28
    room = w - (left - x) - 16
    value = fitted(one.value, 16, 600, room * 0.55)
    wide = width(value, 16, 600)
    title = fitted(one.title, 18, 700, room - (wide + 18 if value else 0))
    body += line(left, y + 25.5, title, 18, 700, WHITE if lit or main else "#dfe8f2")
    return body + line(x + w - 16, y + 25, value, 16, 600, AMBER if lit else "#9db4c9", "end")
