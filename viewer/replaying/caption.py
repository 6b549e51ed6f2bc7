"""What is happening, in large letters below the board, with what one can do about it. Pure."""

from __future__ import annotations

from ..common.palette import STANDARD
from ..common.speech import say
from ..common.svg import AMBER, CYAN, DIM, WHITE, document, fitted, line, panel, rect, width, wrapped
from ..panels import logbook
from ..panels.base import Hit, Panel
from ..panels.large import large
from ..panels.layout import GAP, Placed, fitting
from ..panels.notes import faces, faces_width
from ..panels.stack import lines
from ..panels.vocabulary import Hover, TellButton
from ..staging.happening import LOOKS
from .pace import Beat

BUTTONS = {TellButton.PAUSE: "tell_pause", TellButton.ON: "tell_next", TellButton.SKIP: "tell_skip"}
LEAST = 420.0
DICE = 36.0  # how high a die is


def caption(beat: Beat, last: int, pace: float, *, paused: bool, most: float, lit: Hover = None) -> Panel:
    """The words of a beat; `last` is the number of the last line that is going to be told."""
    w, h, body = _said(beat, most, 32, AMBER if paused else "")
    y, x = h - 30, 20.0
    hits = []
    for button, key in BUTTONS.items():
        shown = say("tell_go_on" if button is TellButton.PAUSE and paused else key).upper()
        wide = width(shown, 12, 700) + 22
        body += rect(x, y, wide, 20, 3, "#12506b" if lit is button else "#0f1a25", "#2b3d50")
        body += line(x + wide / 2, y + 14.5, shown, 12, 700, DIM, "middle", 0.5)
        hits.append(Hit(x - 2, y - 3, wide + 4, 26, button))
        x += wide + 6
    body += line(x + 22, y + 14.5, f"{pace:g}×", 13, 700, CYAN, "middle")
    hits.append(Hit(x, y - 3, 44, 26, TellButton.SPEED))
    left = last - beat.number
    more = say("tell_more", left) if left > 0 else ""
    body += line(w - 20, y + 14.5, more, 13, 500, DIM, "end")
    return Panel(w, h, document(w, h, body), tuple(hits))


def subtitle(beat: Beat, most: float) -> Panel:
    """The words of a beat where nobody can do anything about it: in a film."""
    w, h, body = _said(beat, most, 6, "")
    return Panel(w, h, document(w, h, body))


def event_card(beat: Beat, w: float, h: float) -> list[Placed]:
    """A card that comes lies at the right, where choices stand else: it covers nothing of the board."""
    shown = None if beat.card is None else large(beat.view, beat.card)
    if shown is None:
        return []
    size = fitting(shown, logbook.WIDTH, h - 2 * GAP)
    x, y = w - shown.w * size - GAP, h - shown.h * size - GAP
    return [Placed("event card", shown, x, y, 51, size=size)]


def _said(beat: Beat, most: float, below: float, edge: str) -> tuple[float, float, str]:
    """The panel with the words, and so much room below them; its edge has the colour of what happens, unless
    it is to have another."""
    size = 21 if len(beat.texts) == 1 else 18
    rows = [row for text in beat.texts for row in wrapped(text, size, 700, most - 48, 3)]
    why = fitted(beat.why, 14, 600, most - 48)
    w = max(LEAST, min(most, max(width(why, 14, 600), *(width(row, size, 700) for row in rows)) + 48))
    fits = [n for n in range(len(beat.faces) + 1) if faces_width(beat.faces[:n], DICE) <= most - 48]
    dice = beat.faces[: fits[-1]]
    w = max(w, faces_width(dice, DICE) + 48)
    above = (20.0 if why else 0.0) + (DICE + 10 if dice else 0.0)
    h = 20 + above + 27 * len(rows) + below
    looks = [LOOKS[note.look][1] for note in beat.focus.notes if note.look]
    tone = STANDARD.get(looks[0], WHITE) if looks else ""
    body = panel(w, h, 12, edge or tone or CYAN)
    told = len(wrapped(beat.texts[0], size, 700, most - 48, 3)) if tone and len(beat.texts) > 1 else 0
    body += line(w / 2, 25, why, 14, 600, DIM, "middle") if why else ""
    body += faces(dice, w / 2, above + 4 - DICE, DICE)
    y = 32 + above
    body += lines(w / 2, y, 27, rows[:told], size, 700, WHITE, "middle")
    body += lines(w / 2, y + 27 * told, 27, rows[told:], size, 700, tone or WHITE, "middle")
    return w, h, body
