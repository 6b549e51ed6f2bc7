"""The open question: what can be answered, with keys and costs, and what cannot, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tilewright.schemas.view import View

from ..common.choices import MenuRow, complete, options, rows, several
from ..common.speech import say
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    FAINT,
    GREEN,
    WHITE,
    clean,
    document,
    fitted,
    header,
    icon,
    icons,
    line,
    panel,
    rect,
    sized,
    width,
    wrapped,
)
from .base import Hit, Panel
from .interface import UiState
from .stack import Stack, lines
from .vocabulary import Answer, Surface, TableButton

WIDTH = 366
MANY = 9  # more places than there are digits are chosen on the board alone
_ROW, _TALL, _MORE, _REFUSED, _CELL_W, _CELL_H = 32, 46, 14, 36, 84, 76
_LEAST = 12.0  # letters of what a row costs, before it takes two lines
_ICONS = {
    "move": "walking-boot",
    "walk": "walking-boot",
    "go": "walking-boot",
    "sneak": "footsteps",
    "run": "run",
    "sprint": "run",
    "shoot": "crosshair",
    "fire": "crosshair",
    "attack": "crosshair",
    "aim": "target-arrows",
    "snap": "crosshair",
    "strike": "crossed-swords",
    "melee": "crossed-swords",
    "fight": "crossed-swords",
    "stab": "plain-dagger",
    "kill": "plain-dagger",
    "open": "doorway",
    "close": "closed-doors",
    "door": "doorway",
    "enter": "doorway",
    "leave": "exit-door",
    "escape": "exit-door",
    "lock": "padlock",
    "barricade": "padlock",
    "seal": "padlock",
    "unlock": "padlock-open",
    "play": "card-play",
    "card": "card-play",
    "draw": "card-draw",
    "discard": "card-discard",
    "take": "card-pickup",
    "pick": "hand",
    "grab": "hand",
    "trade": "trade",
    "give": "trade",
    "swap": "swap-bag",
    "search": "spyglass",
    "look": "binoculars",
    "watch": "eye-target",
    "guard": "eye-shield",
    "overwatch": "eye-target",
    "defend": "shield",
    "reload": "reload-gun-barrel",
    "scan": "radar-sweep",
    "heal": "medical-pack",
    "rest": "hourglass",
    "wait": "hourglass",
    "pass": "stop-sign",
    "end": "clockwise-rotation",
    "repair": "wrench",
    "use": "gears",
    "craft": "toolbox",
    "throw": "grenade",
    "area": "explosion-rays",
    "equip": "backpack",
    "unequip": "card-discard",
    "interact": "hand",
    "on": "check-mark",
    "hold": "stop-sign",
    "call": "megaphone",
    "burn": "flame",
    "roll": "rolling-dices",
    "climb": "ladder",
    "hide": "hidden",
    "talk": "conversation",
    "command": "megaphone",
    "order": "megaphone",
    "activate": "energise",
    "place": "hand",
    "spot": "binoculars",
    "continue": "check-mark",
    "confirm": "check-mark",
    "done": "check-mark",
    "cancel": "cancel",
    "none": "cancel",
}


def icon_for(action: str, label: str = "") -> str:
    """An icon for an action by its words, or none."""
    for word in (*action.replace("_", " ").split(), *label.lower().split()[:1]):
        name = _ICONS.get(word.strip(".,!:").lower(), "")
        if name in icons():
            return name
    return ""


def actions(view: View, ui: UiState, most: float) -> Panel | None:
    """At most `most` pixels high; None while there is nothing to answer."""
    every = rows(view, ui.chosen)
    if not every:
        return None
    offered, refused = [r for r in every if r.ids], [r for r in every if not r.ids]
    as_grid = (
        ui.chosen.narrowed is None
        and several(view) is None
        and 2 <= len(offered) <= 8
        and any(r.action for r in offered)
        and all(map(_fits_cell, offered))  # none loses its end
    )
    confirm = several(view) is not None
    foot = (44 if confirm else 0) + (28 if ui.chosen.narrowed is not None else 0)
    on_board = only_on_board(view, ui, offered)
    high = _ROW if all(map(_is_short, offered)) else _TALL
    more = _MORE if 70 + foot + sum(high + _MORE * (len(_cost(row)) - 1) for row in offered) <= most else 0
    needed = (
        20.0
        if on_board
        else 2 * (_CELL_H + 6)
        if as_grid
        else len(offered) * high + more * sum(len(_cost(row)) - 1 for row in offered)
    )
    refused_room = max(0, most - 36 - foot - 34 - needed)  # what can be done comes before what cannot
    refused_shown = refused[: max(0, int(refused_room // _REFUSED))]
    stack = Stack(10, WIDTH - 20, 36.0)
    if as_grid:
        _cells(stack, offered, ui)
    elif on_board:
        stack.row(20, partial(_more, say("panel_on_board")))
    else:
        room = max(3, int((most - stack.y - foot - len(refused_shown) * _REFUSED - 26) // high))
        first = max(0, min(ui.scroll, len(offered) - room))
        for row in offered[first : first + room]:
            tall = high + more * (len(_cost(row)) - 1)
            stack.row(tall, partial(_line, row, tall, lit=_lit(ui, row)), Answer(row.ids), below=3)
        if len(offered) > room:
            said = say("panel_scroll", first + 1, min(first + room, len(offered)), len(offered))
            stack.row(20, partial(_more, said))
    for row in refused_shown:
        stack.row(_REFUSED, partial(_refused, row, codes=ui.codes))
    if ui.chosen.narrowed is not None:
        stack.row(28, _back, TableButton.BACK, below=2)
    if confirm:
        stack.row(44, partial(_confirm, view, ui), TableButton.CONFIRM, above=4, below=6)
    height = stack.y + 8
    back = panel(WIDTH, height) + header(14, 22, _title(view, ui, len(every) - len(refused)), WIDTH - 28)
    hits = (*stack.hits, Hit(0, 0, WIDTH, height, Surface.CHOICES))
    return Panel(WIDTH, height, document(WIDTH, height, back + stack.body), hits)


def _cost(row: MenuRow) -> list[str]:
    """What a row costs, in the lines that it takes below its label."""
    room = WIDTH - 26 - _left_of(row)
    return [row.cost] if width(row.cost, _LEAST, 600) <= room else wrapped(row.cost, _LEAST, 600, room, 2)


def only_on_board(view: View, ui: UiState, offered: Sequence[MenuRow]) -> bool:
    """Whether so many places are chosen from that they are better clicked on the board, where all are lit.
    The list opens for whoever scrolls it, or goes through it by keys."""
    lit = {o["id"] for o in options(view, ui.chosen) if o.get("space") or o.get("link")}
    return len(offered) > MANY and not ui.scroll and not ui.cursor and all(set(r.ids) <= lit for r in offered)


def _cells(stack: Stack, offered: list[MenuRow], ui: UiState) -> None:
    """All rows as cells, four beside one another."""
    for i, row in enumerate(offered):
        x, y = 11 + i % 4 * (_CELL_W + 3), stack.y + i // 4 * (_CELL_H + 6)
        stack.body += _cell(row, x, y, lit=_lit(ui, row))
        stack.hits.append(Hit(x, y, _CELL_W, _CELL_H, Answer(row.ids)))
    stack.gap(((len(offered) + 3) // 4) * (_CELL_H + 6))


def _more(said: str, y: float) -> str:
    return line(WIDTH / 2, y + 13, said, 12.5, 500, DIM, "middle")


def _back(y: float) -> str:
    body = line(16, y + 18, "ESC", 12.5, 700, AMBER)
    return body + line(52, y + 18, say("panel_back"), 14, 500, DIM)


def _title(view: View, ui: UiState, count: int) -> str:
    span = several(view)
    if span is None:
        return say("panel_choices", count)
    least, most = span
    wanted = str(least)
    if least != most:
        wanted = say("panel_up_to", most) if least == 0 else say("panel_from_to", least, most)
    return say("panel_choose", wanted, len(ui.chosen.picked))


def _lit(ui: UiState, row: MenuRow) -> bool:
    return row.picked or ui.hover == Answer(row.ids) or (bool(row.ids) and ui.cursor == row.ids)


def _cell(row: MenuRow, x: float, y: float, *, lit: bool) -> str:
    body = rect(
        x,
        y,
        _CELL_W - 1,
        _CELL_H,
        5,
        "#12506b" if lit else "#111b26",
        CYAN if lit else "#2a3d51",
        1.8 if lit else 1,
    )
    body += line(x + 7, y + 16, row.key.upper(), 13, 700, AMBER)
    cost, size = sized(row.cost, 12.5, 600, _room_of_cost(row))
    body += line(x + _CELL_W - 6, y + 16, cost, size, 600, CYAN, "end")
    said = wrapped(row.label, 13, 700, _CELL_W - 10, 2)
    name = icon_for(row.action, row.label)
    side = 30 if len(said) == 1 else 21
    body += icon(
        name,
        x + _CELL_W / 2 - side / 2,
        y + 20,
        side,
        "#eafaff" if lit else "#b9c9d8",
    )
    first = (64 if len(said) == 1 else 53) if name else 50 - 7 * (len(said) - 1)
    for i, text in enumerate(said):
        body += line(x + _CELL_W / 2, y + first + 14 * i, text, 13, 700, "#f2f8fd", "middle")
    return body


def _fits_cell(row: MenuRow) -> bool:
    """Whether all that is said of a row can be read in a cell."""
    cost = sized(row.cost, 12.5, 600, _room_of_cost(row))[0]
    return len(wrapped(row.label, 13, 700, _CELL_W - 10, 3)) < 3 and cost == clean(row.cost)


def _room_of_cost(row: MenuRow) -> float:
    return _CELL_W - 12 - (width(row.key.upper(), 13, 700) + 4)


def _is_short(row: MenuRow) -> bool:
    """Whether what a row costs has room beside its label."""
    beside = width(row.cost, 13.5, 600) + 8 if row.cost else 0
    return width(row.label, 15.5, 600) + beside <= WIDTH - 26 - _left_of(row)


def _left_of(row: MenuRow) -> int:
    """Where the words of a row begin: after its key, and its icon if it has one."""
    return 70 if icon_for(row.action, row.label) else 44


def _line(row: MenuRow, high: float, y: float, *, lit: bool) -> str:
    """A row; where it is high, what it costs stands below its label."""
    body = rect(
        10,
        y,
        WIDTH - 20,
        high - 3,
        4,
        "#12506b" if lit else "#111b26",
        CYAN if lit else "#2a3d51",
        1.6 if lit else 1,
    )
    middle = y + (high - _ROW) / 2
    body += rect(15, middle + 5, 20, 19, 3, "#0a1018", "#3a4f64") + line(
        25, middle + 19.5, row.key.upper(), 14, 700, AMBER, "middle"
    )
    body += icon(icon_for(row.action, row.label), 43, middle + 4, 21, "#eafaff" if lit else "#b9c9d8")
    x = _left_of(row)
    room = WIDTH - 26 - x
    if high > _ROW:
        label, size = sized(row.label, 15.5, 600, room)
        body += line(x, y + (18 if row.cost else high / 2 + 4), label, size, 600, "#f2f8fd")
        said = _cost(row)
        if len(said) > 1 and high > _TALL:
            body += lines(x, y + 34, 14.5, said, _LEAST, 600, CYAN)
        else:
            cost, size = sized(row.cost, 13.5, 600, room)
            body += line(x, y + 35, cost, size, 600, CYAN)
    else:
        body += line(x, y + 20, row.label, 15.5, 600, "#f2f8fd")
        body += line(WIDTH - 18, y + 20, row.cost, 13.5, 600, CYAN, "end")
    if row.picked:
        body += rect(10, y, 4, high - 3, 1, GREEN)
    return body


def _refused(row: MenuRow, y: float, *, codes: bool) -> str:
    body = rect(10, y, WIDTH - 20, _REFUSED - 3, 4, "#0d141c", "#1d2935")
    name = icon_for(row.action, row.label)
    x = 44 if name else 20
    body += icon(name, 16, y + 7, 19, "#586878", 0.7)
    rule = fitted(row.rule, 11.5, 500, 70) if codes else ""
    body += line(x, y + 14.5, fitted(row.label, 14, 600, WIDTH - 76 - x), 14, 600, "#6d8093")
    body += line(WIDTH - 18, y + 14.5, rule, 11.5, 500, FAINT, "end")
    return body + line(x, y + 28, fitted(row.reason, 12.5, 500, WIDTH - 20 - x), 12.5, 500, "#8a7a72")


def _confirm(view: View, ui: UiState, y: float) -> str:
    ready = complete(view, ui.chosen)
    lit = ready and ui.hover is TableButton.CONFIRM
    body = rect(
        10,
        y + 4,
        WIDTH - 20,
        34,
        5,
        "#1c4a2c" if lit else "#12301f" if ready else "#10161d",
        GREEN if ready else "#28343f",
        1.5,
    )
    lacking = "panel_choose_more" if ui.chosen.picked else "panel_none_chosen"
    text = say("panel_confirm" if ready else lacking)
    body += line(WIDTH / 2, y + 26, text, 16, 700, WHITE if ready else DIM, "middle", 0.5)
    return body + line(24, y + 26, "ENTER", 12.5, 700, AMBER if ready else FAINT)
