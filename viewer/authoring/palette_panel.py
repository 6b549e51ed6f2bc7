"""The editor's palette: brushes by sort, the mode of painting, what can be done. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from tilewright.schemas.wording import Sentence

from ..common.speech import say, told
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    GREEN,
    RED,
    TEXT,
    WHITE,
    document,
    fitted,
    header,
    line,
    panel,
    rect,
    sized,
    wrapped,
)
from ..panels.base import Hit, Panel
from ..panels.stack import Stack, lines
from ..panels.vocabulary import EditorButton, Hover, OpenGroup, Surface, TakeBrush

WIDTH = 300.0
_ROW, _HEAD = 25, 24
MOST = 20
SORTS = {  # the heading under which each sort of brush stands: sentences `edit_group_NAME`
    "cell": "spaces",
    "grow": "spaces",
    "region": "spaces",
    "room": "spaces",
    "drop": "spaces",
    "edge": "edges",
    "sign": "signs",
    "value": "values",
    "tile": "tiles",
    "turn": "tiles",
    "take": "tiles",
    "thing": "things",
    "link": "links",
}


class PaletteBrush(Protocol):
    """One thing to paint with."""

    @property
    def sort(self) -> str: ...
    @property
    def sign(self) -> str: ...
    @property
    def words(self) -> str | Sentence: ...


def groups(brushes: Sequence[PaletteBrush]) -> dict[str, list[int]]:
    """The numbers of the brushes under their headings."""
    found: dict[str, list[int]] = {}
    for number, brush in enumerate(brushes):
        found.setdefault(SORTS[brush.sort], []).append(number)
    return found


def rows_in(brushes: Sequence[PaletteBrush], height: float) -> int:
    """How many brushes of a group a palette of this height shows."""
    return max(3, min(MOST, int((height - 116 - _HEAD * len(groups(brushes))) // _ROW)))


def palette(  # noqa: PLR0913 (all that it shows)
    brushes: Sequence[PaletteBrush],
    chosen: int,
    open_group: str,
    *,
    symmetric: bool,
    filling: bool,
    dirty: bool,
    lit: Hover = None,
    first: int = 0,
    most: int = MOST,
) -> Panel:
    """One group is open, from its brush `first` on; the others are headings to click. Digits choose in it."""
    grouped = groups(brushes)
    shown = grouped.get(open_group, [])[first : first + most]
    height = 40 + _HEAD * len(grouped) + _ROW * len(shown) + 76
    body = panel(WIDTH, height, 12, AMBER) + header(14, 22, say("start_editor"), WIDTH - 28)
    stack = Stack(10, WIDTH - 20, 36.0)
    for name, numbers in grouped.items():
        here = name == open_group
        rows = str(len(numbers))
        if here and len(numbers) > most:
            rows = say("edit_rows", first + 1, first + len(shown), len(numbers))
        title = f"{say(f'edit_group_{name}').upper()} · {rows}"
        stack.row(_HEAD, partial(_heading, title, here=here), OpenGroup(name))
        for place, number in enumerate(shown if here else ()):
            digit, take = str(place + 1) if place < 9 else "", TakeBrush(number)
            row = partial(_brush, brushes[number], digit, on=number == chosen, lit=lit == take)
            stack.row(_ROW, row, take, below=3, beside=2)
    stack.gap(6)
    body, hits, y = body + stack.body, stack.hits, stack.y
    buttons = (
        (EditorButton.SYMMETRIC, say("edit_symmetric"), symmetric),
        (EditorButton.FILL, say("edit_fill"), filling),
        (EditorButton.SAVE, say("menu_save" if dirty else "edit_saved"), dirty),
    )
    for i, (action, word, on) in enumerate(buttons):
        x = 12 + i * 93
        body += rect(x, y, 89, 24, 3, "#12506b" if lit == action else "#0f1a25", GREEN if on else "#2b3d50")
        word, size = sized(word.upper(), 12.5, 700, 83 - 0.5 * len(word))
        body += line(x + 44, y + 16.5, word, size, 700, WHITE if on else DIM, "middle", 0.5)
        hits.append(Hit(x, y, 89, 24, action))
    hint = wrapped(say("edit_hint"), 12.5, 500, WIDTH - 20, 2)
    body += lines(WIDTH / 2, y + 42, 15, hint, 12.5, 500, DIM, "middle")
    hits.append(Hit(0, 0, WIDTH, height, Surface.EDITOR))
    return Panel(WIDTH, height, document(WIDTH, height, body), tuple(hits))


def _heading(title: str, y: float, *, here: bool) -> str:
    shown, size = sized(title, 13, 700, WIDTH - 32 - len(title))
    return line(16, y + 16, shown, size, 700, CYAN if here else DIM, spacing=1)


def _brush(brush: PaletteBrush, digit: str, y: float, *, on: bool, lit: bool) -> str:
    fill, edge = "#12506b" if on or lit else "#111b26", CYAN if on else "#2a3d51"
    body = rect(12, y, WIDTH - 24, _ROW - 3, 3, fill, edge, 1.6 if on else 1)
    body += line(22, y + 16, digit, 12.5, 700, AMBER)
    sign = brush.sign if brush.sort in ("cell", "edge") else ""
    body += line(46, y + 16.5, {"": "", " ": "_"}.get(sign, sign), 15, 700, WHITE, "middle")
    return body + line(62, y + 16, fitted(told(brush.words), 14.5, 500, WIDTH - 90), 14.5, 500, TEXT)


def trouble(text: str) -> Panel:
    """What the compiler would say of the board as it is now."""
    rows = wrapped(text, 15, 500, 620, 2)
    height = 16 + 20 * len(rows)
    body = rect(1, 1, 658, height - 2, 5, "#2a0f0d", RED, 1.4, 0.96)
    body += lines(18, 23, 20, rows, 15, 500, "#ffd9d4")
    return Panel(660, height, document(660, height, body))
