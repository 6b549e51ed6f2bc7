"""Small panels: the question's prompt, dice, notices, tooltips, name plates."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.schemas.view import View

from ..common.choices import prompt_of, question_for
from ..common.palette import STANDARD
from ..common.speech import say, used
from ..common.svg import (
    AMBER,
    CYAN,
    DIM,
    WHITE,
    document,
    fitted,
    line,
    panel,
    rect,
    sized,
    width,
    wrapped,
)
from ..scene.scene import Plate
from ..staging.legend import Legend
from ..staging.motion import Rolled
from .base import Hit, Panel
from .stack import lines
from .vocabulary import Surface, TableButton, ToggleOverlay

TIP_WIDTH, TIP_LINES, TIP_PARAGRAPH = 300.0, 24, 9
DIE_NAME = 300.0  # as much of the name of a die
MOST_DICE, FACE = 10, 46.0  # how many are shown, and how high they are
BUTTONS = {TableButton.UNDO: "panel_undo", TableButton.REDO: "panel_redo"}


def prompt(view: View, most: float, *, codes: bool = False) -> Panel | None:
    """What is asked, or who is waited for; which rule asks only where `codes` are wanted."""
    question = question_for(view)
    if question is not None:
        text, rule, colour = prompt_of(view), str(question.get("rule") or "") if codes else "", WHITE
    elif view.get("waiting") and not view.get("over"):
        titles = {p["name"]: str(p.get("title") or p["name"]) for p in view.get("players") or ()}
        awaited = used().listed([titles.get(one, one) for one in view["waiting"]])
        text, rule, colour = say("panel_waiting", awaited), "", DIM
    else:
        return None
    rule = fitted(rule, 13, 500, 110)
    room = most - 60 - width(rule, 13, 500) - 130
    size = 18.0 if width(text, 18, 700) <= room else 15.0  # what is longer stands in two lines
    shown = wrapped(text, size, 700, room, 2)
    h, step = 36.0 if len(shown) == 1 else 46.0, 18.0
    wide = max(width(one, size, 700) for one in shown)
    w = 40 + wide + (width(rule, 13, 500) + 18 if rule else 0) + 120
    body = panel(w, h, 9, CYAN if question else "#2b3d50")
    body += lines(20, h / 2 + 6 - step * (len(shown) - 1) / 2, step, shown, size, 700, colour)
    if rule:
        body += line(38 + wide, h / 2 + 6, rule, 13, 500, DIM)
    hits = []
    for i, (button, key) in enumerate(BUTTONS.items()):
        x = w - 116 + i * 52
        word, size = sized(say(key).upper(), 12, 700, 44)
        body += rect(x, h / 2 - 10, 46, 20, 3, "#0f1a25", "#2b3d50")
        body += line(x + 23, h / 2 + 4.5, word, size, 700, DIM, "middle", 0.5)
        hits.append(Hit(x, h / 2 - 12, 48, 24, button))
    hits.append(Hit(0, 0, w, h, Surface.PROMPT))
    return Panel(w, h, document(w, h, body), tuple(hits))


def dice(rolled: tuple[Rolled, ...]) -> Panel | None:
    """The last rolls, a box for each face."""
    shown = [face for one in rolled for face in one.faces]
    if not shown:
        return None
    title = fitted(rolled[0].die.replace("_", " ").upper(), 12, 700, DIE_NAME, 1)
    w = max(faces_width(shown), width(title, 12, 700, 1)) + 32
    body = panel(w, 86, 10, AMBER) + line(w / 2, 19, title, 12, 700, AMBER, "middle", 1)
    return Panel(w, 86, document(w, 86, body + faces(shown, w / 2, 28)))


def faces(rolled: Sequence[str], middle: float, y: float, high: float = FACE) -> str:
    """What dice show, side by side; of many dice the first ten."""
    part, x = high / FACE, middle - faces_width(rolled, high) / 2
    body = ""
    for face in rolled[:MOST_DICE]:
        wide, size = _face_width(face, part), part * _letters(face)
        body += rect(x, y, wide, high, 8 * part, "#e9e4d6", "#8f8878", 1.5)
        body += rect(x + 3, y + 3, wide - 6, high - 6, 6 * part, "#f6f2e8")
        said = face.replace("_", " ")
        body += line(x + wide / 2, y + high / 2 + size * 0.34, said, size, 700, "#1a1712", "middle")
        x += wide + 8 * part
    return body


def faces_width(rolled: Sequence[str], high: float = FACE) -> float:
    """How wide they are together."""
    part = high / FACE
    return sum(_face_width(face, part) + 8 * part for face in rolled[:MOST_DICE]) - 8 * part


def _face_width(face: str, part: float) -> float:
    return max(44.0, width(face.replace("_", " "), _letters(face), 700) + 18) * part


def _letters(face: str) -> float:
    return 26.0 if len(face) <= 2 else 15.0


def overlay(sort: str, note: str, legend: Legend, most: float) -> Panel:
    """Which overlay lies over the board, what the rules say about it, and what its colours mean; a click
    takes it away."""
    said = fitted(note or say(f"key_overlay_{sort}"), 14.5, 500, most - 120)
    name = say(f"overlay_{sort}").upper()
    keys, wide = _legend(legend, most - 32)
    w = max(46 + width(name, 13, 700, 1) + width(said, 14.5, 500), wide + 32)
    h = 52.0 if keys else 30.0
    body = panel(w, h, 8, "#2b3d50") + line(16, 20, name, 13, 700, AMBER, spacing=1)
    body += line(28 + width(name, 13, 700, 1), 20, said, 14.5, 500, WHITE) + keys
    return Panel(w, h, document(w, h, body), (Hit(0, 0, w, h, ToggleOverlay(sort)),))


def _legend(legend: Legend, most: float) -> tuple[str, float]:
    """A patch of each colour with what it means, as many as there is room for; and how wide they are."""
    body, x = "", 0.0
    for colour, text in legend:
        wide = 20 + width(text, 13, 500)
        if x + wide > most:
            break
        body += rect(16 + x, 30, 13, 13, 2, STANDARD.get(colour, WHITE), opacity=0.8)
        body += line(35 + x, 41.5, text, 13, 500, "#cfe0ee")
        x += wide + 16
    return body, max(0.0, x - 16)


def notice(text: str, most: float) -> Panel:
    """A sentence for a few seconds: what was done, or why not."""
    shown = wrapped(text, 16, 600, min(most, 640) - 60, 3)
    w = max(width(t, 16, 600) for t in shown) + 56
    h = 18 + 20 * len(shown)
    body = panel(w, h, 9, AMBER) + lines(w / 2, 25, 20, shown, 16, 600, "#ffe9c4", "middle")
    return Panel(w, h, document(w, h, body))


def tooltip(rows: list[tuple[str, str, str]], colour: str) -> Panel | None:
    """Rows of (left, right, colour); the first is the title. Long ones go on in the next line."""
    if not rows:
        return None
    shown: list[tuple[str, str, str, float, int, float]] = []  # text, right, colour, size, weight, indent
    for i, (left, right, shade) in enumerate(rows):
        size, weight = (16.0, 700) if i == 0 else (14.5, 500)
        indent = 10.0 if left.startswith("  ") else 0.0
        rule = fitted(right, 14.5, 600, 110)
        parts = wrapped(left, size, weight, TIP_WIDTH - indent, TIP_PARAGRAPH)
        shown += [(part, rule if n == 0 else "", shade, size, weight, indent) for n, part in enumerate(parts)]
    shown = shown[:TIP_LINES]
    w = 26 + max(
        indent + width(text, size, weight) + (width(rule, 14.5, 600) + 22 if rule else 0)
        for text, rule, _, size, weight, indent in shown
    )
    h = 14 + 20 * len(shown)
    body = rect(1, 1, w - 2, h - 2, 5, "#0a0f16", colour, 1.4, 0.96)
    for i, (text, rule, shade, size, weight, indent) in enumerate(shown):
        body += line(12 + indent, 23 + i * 20, text, size, weight, shade)
        body += line(w - 12, 23 + i * 20, rule, 14.5, 600, CYAN, "end")
    return Panel(w, h, document(w, h, body))


# Whose a figure is must be seen without seeing colours: each side has a shape as well.
SIGNS = {
    "cyan": "M-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0 Z",
    "red": "M0,-5 L5,4 H-5 Z",
    "amber": "M-4,-4 H4 V4 H-4 Z",
    "green": "M0,-5 L5,0 L0,5 L-5,0 Z",
    "violet": "M-5,-4 H5 L0,5 Z",
    "blue": "M-5,-1.5 H-1.5 V-5 H1.5 V-1.5 H5 V1.5 H1.5 V5 H-1.5 V1.5 H-5 Z",
}


def plate(p: Plate) -> Panel:
    """The name over a figure, with pips when it has some; that of a space, which is nobody's, is plain."""
    if not p.colour:
        w = width(p.text, 12, 600) + 12
        body = rect(0, 0, w, 17, 3, "#0a0f16", opacity=0.6)
        return Panel(w, 17, document(w, 17, body + line(w / 2, 12.7, p.text, 12, 600, "#cfe0ee", "middle")))
    colour = STANDARD.get(p.colour, CYAN)
    sign = SIGNS.get(p.colour, "")
    told = fitted(p.told, 11, 600, 130, 0.5)
    w = max(
        50.0, width(p.text, 13, 700) + (36 if sign else 22), width(told, 11, 600, 0.5) + 16 if told else 0
    )
    h = (25.0 if p.pips else 20.0) + (13.0 if told else 0)
    body = rect(1, 1, w - 2, h - 2, 4, "#0a0f16", opacity=0.84) + rect(
        1, 1, w - 2, h - 2, 4, "none", colour, 1.2
    )
    if sign:
        body += f'<path d="{sign}" transform="translate(12,10)" fill="{colour}"/>'
    body += line(w / 2 + (6 if sign else 0), 14.5, p.text, 13, 700, WHITE, "middle")
    if told:
        body += line(w / 2, h - 6, told, 11, 600, "#cfe0ee", "middle", 0.5)
    if p.pips:
        filled, every = p.pips
        step = (w - 12) / max(every, 1)
        for k in range(every):
            body += rect(6 + k * step, 17.5, step - 1.5, 3.6, 1, colour if k < filled else "#26323f")
    return Panel(w, h, document(w, h, body))
