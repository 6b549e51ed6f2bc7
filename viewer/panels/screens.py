"""Panels that take the whole screen or its middle: curtain between seats, briefing, help, settings."""

from __future__ import annotations

from functools import partial

from tilewright.schemas.view import View

from ..common.speech import say, used
from ..common.svg import AMBER, CYAN, DIM, WHITE, document, fitted, line, panel, rect, sized, wrapped
from ..staging import winning
from . import goals
from .base import Hit, Panel
from .interface import MOUSE, UiState
from .stack import Stack, lines
from .vocabulary import ChangeSetting, Rebind, TableButton, Toggle


def curtain(view_titles: dict[str, str], seat: str, w: float, h: float) -> Panel:
    """Covers everything until the next person sits down."""
    name = view_titles.get(seat, seat)
    body = rect(0, 0, w, h, 0, "#070b10") + "".join(
        f'<path d="M{x},0 L{x - h},{h}" stroke="#0f1822" stroke-width="26"/>'
        for x in range(0, int(w + h), 90)
    )
    x, y = w / 2 - 300, h / 2 - 90
    body += f'<g transform="translate({x:.0f},{y:.0f})">{panel(600, 180, 18, CYAN)}'
    body += line(300, 62, say("curtain_for"), 18, 500, DIM, "middle") + line(
        300, 104, fitted(name, 38, 700, 560), 38, 700, WHITE, "middle"
    )
    body += line(300, 146, say("curtain_told"), 16, 500, AMBER, "middle") + "</g>"
    return Panel(w, h, document(w, h, body), (Hit(0, 0, w, h, TableButton.LIFT_CURTAIN),))


def briefing(view: View) -> Panel:
    """What is played: campaign and mission, each with what it says of itself."""
    game = view.get("game") or {}
    stack = Stack(30, 540, 84)
    for one in filter(None, (game.get("campaign"), game.get("mission"))):
        said = wrapped(one.get("text") or "", 17, 500, stack.w, 12)
        title = fitted(one["title"], 18, 700, stack.w)
        stack.row(26, partial(line, stack.x, text=title, size=18, weight=700, fill=AMBER))
        stack.row(22 * len(said) + 16, partial(lines, stack.x, step=22, texts=said, size=17, fill="#dfe8f2"))
    for sort, text in winning.texts(view, used()):
        said = wrapped(text, 16, 600, stack.w - GOAL_AT, 3)
        stack.row(21 * len(said) + 7, partial(_goal, sort, said))
    h = stack.y + 18
    title = fitted(str(game.get("title") or "").upper(), 20, 700, 540)
    body = panel(600, h, 18, CYAN) + line(300, 44, title, 20, 700, CYAN, "middle", 2) + stack.body
    body += line(300, h - 14, say("briefing_close"), 14, 500, DIM, "middle")
    return Panel(600, h, document(600, h, body), (Hit(0, 0, 600, h, Toggle.BRIEFING),))


GOAL_AT = 100.0  # where the words of a goal begin, after its sort


def _goal(sort: str, said: list[str], y: float) -> str:
    word, size = sized(say(f"panel_{sort}").upper(), 13, 700, GOAL_AT - 26)
    body = goals.mark(sort, 30, y - 12) + line(50, y, word, size, 700, goals.COLOURS[sort], spacing=1)
    return body + lines(30 + GOAL_AT, y, 21, said, 16, 600, WHITE)


_COLUMN, _ROW, _HEAD, _FOOT = 470, 25, 54, 34
_SAID, _MARK = 15.0, "•"  # the size of sentences in the help, and what each begins with


HOW = ("question", "answer", "act", "panels", "read", "why", "shown", "undo")
"""What is said first in the help, in this order: sentences `how_NAME`."""


def _entries(ui: UiState) -> list[tuple[str, str, str]]:
    """The rows of the help page: a command, or nothing; its keys; what it does. First, with neither, how one
    plays; what has a mouse of its own is no game.
    """
    how = () if ui.mouse else HOW
    said = [
        ("", "" if n else _MARK, part)
        for one in how
        for n, part in enumerate(wrapped(say(f"how_{one}"), _SAID, 500, _COLUMN - 48))
    ]
    keys = [(*one, told(one[0])) for one in ui.keys if ui.commands is None or one[0] in ui.commands]
    mouse = ui.mouse or [(say(f"mouse_{one}"), say(f"mouse_{one}_told")) for one in MOUSE]
    return [*said, *(("", *one) for one in mouse), *keys]


def told(command: str) -> str:
    """What a command does; a number at the end of its name fills a gap."""
    name, _, number = command.rpartition(" ")
    key, gaps = (name, (number,)) if number.isdecimal() else (command, ())
    return say(f"key_{key.replace(' ', '_')}", *gaps)


def help_shape(ui: UiState, w: float, h: float) -> tuple[int, int, int]:
    """Columns, rows and pages of the help page in a window of w x h."""
    every = len(_entries(ui))
    rows = max(4, int((h - _HEAD - _FOOT - 24) // _ROW))
    columns = max(1, min(int((w - 24) // _COLUMN), -(-every // rows)))
    return columns, min(rows, -(-every // columns)), -(-every // (columns * rows))


def help_panel(ui: UiState, w: float, h: float) -> Panel:
    """What the mouse does, and every command with its present keys; a click on one gives it another key."""
    entries = _entries(ui)
    columns, rows, pages = help_shape(ui, w, h)
    page = min(max(ui.help, 1), pages)
    entries = entries[(page - 1) * columns * rows : page * columns * rows]
    wide, high = _COLUMN * columns, _HEAD + _ROW * rows + _FOOT
    title = (say("help_pages", page, pages) if pages > 1 else say("help_title")).upper()
    body = panel(wide, high, 18, CYAN, above=True) + line(wide / 2, 34, title, 18, 700, CYAN, "middle", 2)
    hits = []
    for i, (name, names, what) in enumerate(entries):
        x, y = _COLUMN * (i // rows), _HEAD + 10 + _ROW * (i % rows)
        if name:
            action = Rebind(name)
            hits.append(Hit(x + 12, y - 17, _COLUMN - 24, _ROW - 1, action))
            if action == ui.hover or name == ui.rebinding:
                body += rect(x + 12, y - 17, _COLUMN - 24, _ROW - 1, 3, "#12506b", opacity=0.7)
        if not name and names in ("", _MARK):
            body += rect(x + 14, y - 8, 5, 5, 2.5, AMBER) if names else ""
            body += line(x + 28, y, what, _SAID, 500, WHITE)
            continue
        shown = say("help_press") if name and name == ui.rebinding else names
        shown, size = sized(shown, 14.5, 700, 150)
        body += line(x + 168, y, shown, size, 700, AMBER, "end")
        what, size = sized(what, 14.5, 500, 274)
        body += line(x + 182, y, what, size, 500, "#dfe8f2")
    said = say("help_waiting" if ui.rebinding else "help_rebind_next" if page < pages else "help_rebind")
    body += line(wide / 2, high - 13, fitted(said, 14, 500, wide - 40), 14, 500, DIM, "middle")
    return Panel(wide, high, document(wide, high, body), (*hits, Hit(0, 0, wide, high, TableButton.HELP)))


def setting_rows(ui: UiState) -> list[tuple[ChangeSetting, str, str]]:
    """What can be set, its title and its present value."""
    motion = say("set_at_once" if ui.reduced_motion else "set_shown")
    rows: list[tuple[ChangeSetting, str, str]] = [
        (ChangeSetting("text"), say("set_text"), f"{round(100 * ui.text)} %"),
        (ChangeSetting("palette"), say("set_palette"), say(f"palette_{_key(ui.palette)}")),
        (ChangeSetting("reduced_motion"), say("set_motion"), motion),
        (ChangeSetting("pace"), say("set_pace"), f"{ui.pace:g}×" if ui.pace else say("no")),
        (ChangeSetting("follow_events"), say("set_follow_events"), say("yes" if ui.follow_events else "no")),
        (ChangeSetting("sound"), say("set_sound"), say("yes" if ui.sound else "no")),
        (ChangeSetting("quality"), say("set_quality"), say(f"quality_{ui.quality}")),
        (ChangeSetting("full_screen"), say("set_full_screen"), say("yes" if ui.full_screen else "no")),
    ]
    if ui.languages:
        called = dict(ui.languages).get(ui.spoken, ui.spoken)
        rows.insert(0, (ChangeSetting("language"), say("start_language"), called))
    return rows


def settings_panel(ui: UiState) -> Panel:
    """What can be set; a click or a key takes the next value, or the one before."""
    rows = setting_rows(ui)
    h = 60 + 44 * len(rows) + 50
    title = say("menu_settings").upper()
    body = panel(460, h, 18, CYAN, above=True) + line(230, 36, title, 18, 700, CYAN, "middle", 2)
    stack = Stack(20, 420, 56)
    for number, (action, title, value) in enumerate(rows):
        lit = ui.hover == action or number == ui.setting
        stack.row(44, partial(_setting, title, value, lit=lit), action, below=8)
    body += stack.body
    body += line(230, h - 30, fitted(say("set_kept"), 13.5, 500, 430), 13.5, 500, DIM, "middle")
    body += line(230, h - 12, fitted(say("set_how"), 13.5, 500, 430), 13.5, 500, DIM, "middle")
    return Panel(460, h, document(460, h, body), (*stack.hits, Hit(0, 0, 460, h, Toggle.SETTINGS)))


def _key(name: str) -> str:
    """A name as it stands in the key of a sentence."""
    return name.replace("-", "_").replace(" ", "_")


def _setting(title: str, value: str, y: float, *, lit: bool) -> str:
    body = rect(20, y, 420, 36, 5, "#12506b" if lit else "#111b26", CYAN if lit else "#2a3d51")
    return body + line(36, y + 24, title, 16, 600, WHITE) + line(424, y + 24, value, 16, 700, AMBER, "end")
