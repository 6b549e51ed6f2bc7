"""What has happened, newest last."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.schemas.view import LogEntry, View

from ..common.speech import say
from ..common.svg import (
    AMBER,
    DIM,
    FAINT,
    GREEN,
    TEXT,
    WHITE,
    document,
    fitted,
    header,
    line,
    panel,
    rect,
    width,
    wrapped,
)
from ..staging.overlay import focus_of
from .base import Hit, Panel
from .interface import UiState
from .vocabulary import InspectEntry, Surface, Toggle

WIDTH = 300
_LINE = 18.5
_COLOURS = {
    "move": "#9fd8ee",
    "roll": AMBER,
    "say": WHITE,
    "show": "#c9b4ff",
    "set": "#d8c48f",
    "shuffle": DIM,
    "end": GREEN,
    "verb": TEXT,
}


class LogLine(NamedTuple):
    """A line of the log as it is shown: the number of its entry (written where it begins, if `numbered`),
    colour, text, and what it speaks of."""

    number: int
    colour: str
    text: str
    things: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    doers: tuple[str, ...] = ()
    size: float = 15
    numbered: bool = True


def logbook(view: View, ui: UiState, lines: int) -> Panel:
    """The last lines that fit; `ui.log_back` lines further back when scrolled."""
    written = written_lines(view, whole=ui.whole_log)
    back = max(0, min(ui.log_back, len(written) - lines))
    shown = written[max(0, len(written) - lines - back) : len(written) - back]
    height = 40 + _LINE * max(len(shown), 1) + 6
    body = panel(WIDTH, height) + header(
        14, 22, say("panel_log_back", back) if back else say("panel_log"), WIDTH - 72
    )
    body += line(
        WIDTH - 16, 22, say("panel_less" if ui.whole_log else "panel_all").upper(), 12, 700, DIM, "end", 1
    )
    hits = [Hit(WIDTH - 56, 6, 50, 22, Toggle.WHOLE_LOG)]
    for i, told in enumerate(shown):
        y = 46 + i * _LINE
        newest = i >= len(shown) - 1 and not back
        action = InspectEntry(told.number, told.things, told.spaces, told.doers)
        hits.append(Hit(8, y - 14, WIDTH - 16, _LINE, action))
        if ui.hover == action:
            body += rect(8, y - 14, WIDTH - 16, _LINE, 2, "#12506b", opacity=0.7)
        body += line(16, y, told.number if told.numbered else "", 12.5, 500, FAINT)
        body += line(50, y, told.text, told.size, 600 if newest else 500, told.colour)
    if not shown:
        body += line(16, 46, say("panel_no_log"), 15, 500, DIM)
    return Panel(WIDTH, height, document(WIDTH, height, body), (*hits, Hit(0, 0, WIDTH, height, Surface.LOG)))


def lines_in(height: float) -> int:
    """How many lines a log of this height shows; one at least."""
    return max(1, int((height - 46) / _LINE))


def written_lines(view: View, *, whole: bool) -> list[LogLine]:
    """The log's lines, wrapped. Unless the whole of it is wanted, bookkeeping between two telling lines is
    one dim line that says how much it was."""
    board = _on_board(view)
    written: list[LogLine] = []
    quiet: list[LogEntry] = []

    def told(entries: list[LogEntry]) -> None:
        if entries and not whole:
            last = str(entries[-1].get("text") or "").rstrip(".")
            more = f" {say('panel_quiet', len(entries) - 1)}" if len(entries) > 1 else ""
            shown = wrapped(last, 13.5, 500, WIDTH - 70, 2)
            if more:
                shown = [fitted(last, 13.5, 500, WIDTH - 70 - width(more, 13.5)) + more]
            about = focus_of(entries[-1])[:3]
            written.extend(LogLine(_number(entries[-1]), FAINT, one, *about, 13.5, False) for one in shown)
        entries.clear()

    for entry in view.get("log") or ():
        if entry.get("untold") and not whole:
            continue
        if not whole and is_bookkeeping(entry, board):
            quiet.append(entry)
            continue
        told(quiet)
        colour = _COLOURS.get(str(entry.get("sort")), TEXT)
        for i, text in enumerate(wrapped(entry.get("text") or "", 15, 500, WIDTH - 66, 6)):
            written.append(LogLine(_number(entry), colour, text, *focus_of(entry)[:3], numbered=i == 0))
    told(quiet)
    return written


def is_bookkeeping(entry: LogEntry, board: set[str]) -> bool:
    """Whether a line only says what a telling one has said: values that change, cards between piles."""
    data = entry.get("data") or {}
    match entry.get("sort"):
        case "set" | "shuffle":
            return True
        case "move":
            return data.get("from") not in board and data.get("to") not in board
    return False


def _on_board(view: View) -> set[str]:
    return {str(s["name"]) for s in (view.get("board") or {}).get("spaces") or ()}


def _number(entry: LogEntry) -> int:
    return int(entry.get("n") or 0)
