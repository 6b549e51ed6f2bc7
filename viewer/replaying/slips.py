"""Small panels of time: writing a note, the note of a moment, the list of saved games. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..hud.svg import AMBER, CYAN, DIM, TEXT, WHITE, document, fitted, header, line, panel, rect, wrapped
from ..panels.base import Hit, Panel
from ..panels.vocabulary import LoadGame, ReturnToLine, Surface, TimeButton

WIDTH = 520.0
MOST_LETTERS = 400


def writing(title: str, text: str, hint: str = "Enter keeps it, Esc leaves it as it was") -> Panel:
    """A line that is being written, as it wraps, with the place where the next letter goes."""
    lines = wrapped(text or " ", 16, 500, WIDTH - 56, 6)
    height = 70 + 21 * len(lines) + 12
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, title, WIDTH - 36)
    body += rect(16, 38, WIDTH - 32, 21 * len(lines) + 12, 4, "#0a1018", "#2b3d50")
    for i, one in enumerate(lines):
        mark = "|" if i == len(lines) - 1 else ""
        body += line(26, 59 + 21 * i, one + mark, 16, 500, WHITE)
    body += line(WIDTH / 2, height - 12, hint, 13, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), (_back(height),))


def pinned(text: str) -> Panel:
    """The note of the moment that is shown."""
    lines = wrapped(text, 15, 500, 380, 5)
    height = 18 + 20 * len(lines)
    body = rect(1, 1, 418, height - 2, 5, "#2a2008", AMBER, 1.3, 0.94)
    for i, one in enumerate(lines):
        body += line(18, 24 + 20 * i, one, 15, 500, "#ffe9c4")
    return Panel(420, height, document(420, height, body), (Hit(0, 0, 420, height, TimeButton.NOTE),))


def saved_games(files: Sequence[tuple[str, str]]) -> Panel:
    """What can be loaded: (title, when) in order, the newest first."""
    height = 44 + 34 * max(1, len(files)) + 26
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, "Saved games", WIDTH - 36)
    hits = []
    for i, (title, when) in enumerate(files):
        y = 38 + 34 * i
        body += rect(16, y, WIDTH - 32, 30, 4, "#111b26", "#2a3d51")
        body += line(28, y + 20.5, str(i + 1), 14, 700, AMBER)
        body += line(50, y + 20.5, fitted(title, 15.5, 600, WIDTH - 220), 15.5, 600, TEXT)
        body += line(WIDTH - 28, y + 20.5, when, 14, 500, DIM, "end")
        hits.append(Hit(16, y, WIDTH - 32, 30, LoadGame(i)))
    if not files:
        body += line(WIDTH / 2, 60, "No game of this mission has been saved yet.", 15, 500, DIM, "middle")
    body += line(WIDTH / 2, height - 10, "Click or press a digit; Esc closes", 13, 500, DIM, "middle")
    return Panel(WIDTH, height, document(WIDTH, height, body), (*hits, _back(height)))


def line_list(lines: Sequence[str]) -> Panel:
    """The lines of the game that were left for a branch, to return to."""
    height = 44 + 34 * len(lines) + 8
    body = panel(WIDTH, height, 12, CYAN) + header(18, 26, "Return to another line", WIDTH - 36)
    hits = []
    for i, title in enumerate(lines):
        y = 38 + 34 * i
        body += rect(16, y, WIDTH - 32, 30, 4, "#111b26", "#2a3d51")
        body += line(28, y + 20.5, str(i + 1), 14, 700, AMBER)
        body += line(50, y + 20.5, fitted(title, 15.5, 600, WIDTH - 90), 15.5, 600, TEXT)
        hits.append(Hit(16, y, WIDTH - 32, 30, ReturnToLine(i)))
    return Panel(WIDTH, height, document(WIDTH, height, body), (*hits, _back(height)))


def _back(height: float) -> Hit:
    return Hit(0, 0, WIDTH, height, Surface.PANEL)
