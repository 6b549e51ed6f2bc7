"""Small panels of time: writing a note, the note of a moment, the list of saved games. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..common.speech import say
from ..common.svg import AMBER, CYAN, DIM, TEXT, WHITE, document, fitted, header, line, panel, rect, wrapped
from ..panels.base import Hit, Panel
from ..panels.stack import Stack, lines
from ..panels.vocabulary import LoadGame, ReturnToLine, Surface, TimeButton, UiAction

WIDTH = 520.0
MOST_LETTERS = 400


def writing(title: str, text: str, hint: str = "") -> Panel:
    """A line that is being written, as it wraps, with the place where the next letter goes."""
    *before, last = wrapped(text or " ", 16, 500, WIDTH - 56, 6)
    rows = [*before, f"{last}|"]
    height = 70 + 21 * len(rows) + 12
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, title, WIDTH - 36)
    body += rect(16, 38, WIDTH - 32, 21 * len(rows) + 12, 4, "#0a1018", "#2b3d50")
    body += lines(26, 59, 21, rows, 16, 500, WHITE)
    body += line(WIDTH / 2, height - 12, hint or say("note_keys"), 13, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), (_back(height),))


def pinned(text: str) -> Panel:
    """The note of the moment that is shown."""
    rows = wrapped(text, 15, 500, 380, 5)
    height = 18 + 20 * len(rows)
    body = rect(1, 1, 418, height - 2, 5, "#2a2008", AMBER, 1.3, 0.94)
    body += lines(18, 24, 20, rows, 15, 500, "#ffe9c4")
    return Panel(420, height, document(420, height, body), (Hit(0, 0, 420, height, TimeButton.NOTE),))


def saved_games(files: Sequence[tuple[str, str]]) -> Panel:
    """What can be loaded: (title, when) in order, the newest first."""
    stack = _numbered([(LoadGame(i), title, when) for i, (title, when) in enumerate(files)], WIDTH - 220)
    height = 44 + 34 * max(1, len(files)) + 26
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, say("saves_title"), WIDTH - 36) + stack.body
    if not files:
        body += line(WIDTH / 2, 60, say("saves_none"), 15, 500, DIM, "middle")
    body += line(WIDTH / 2, height - 10, say("saves_keys"), 13, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), (*stack.hits, _back(height)))


def line_list(titles: Sequence[str]) -> Panel:
    """The lines of the game that were left for a branch, to return to."""
    stack = _numbered([(ReturnToLine(i), title, None) for i, title in enumerate(titles)], WIDTH - 90)
    height = 44 + 34 * len(titles) + 8
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, say("lines_title"), WIDTH - 36)
    return Panel(WIDTH, height, document(WIDTH, height, body + stack.body), (*stack.hits, _back(height)))


def _numbered(rows: Sequence[tuple[UiAction, str, str | None]], most: float) -> Stack:
    """What can be chosen by a click or a digit: a title no wider than `most`, and when that was."""
    stack = Stack(16, WIDTH - 32, 38)
    for number, (action, title, when) in enumerate(rows, 1):
        stack.row(34, partial(_row, str(number), fitted(title, 15.5, 600, most), when), action, below=4)
    return stack


def _row(number: str, title: str, when: str | None, y: float) -> str:
    body = rect(16, y, WIDTH - 32, 30, 4, "#111b26", "#2a3d51")
    body += line(28, y + 20.5, number, 14, 700, AMBER) + line(50, y + 20.5, title, 15.5, 600, TEXT)
    return body if when is None else body + line(WIDTH - 28, y + 20.5, when, 14, 500, DIM, "end")


def _back(height: float) -> Hit:
    return Hit(0, 0, WIDTH, height, Surface.PANEL)
