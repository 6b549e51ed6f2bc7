"""The bar under the top bar: every moment as a tick, a handle to pull, play, speed, branch, notes. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..common.speech import say
from ..common.svg import AMBER, CYAN, DIM, FAINT, GREEN, LINE, TEXT, WHITE, document, line, rect, sized
from ..panels.base import Hit, Panel
from ..panels.vocabulary import Hover, TimeButton
from .playback import Playback

WIDTH, HEIGHT = 560.0, 34.0
LEFT, RIGHT = 118.0, 368.0  # the track
BESIDE = 396.0  # how far one has come, speed, note: what stands to the right of it
MIDDLE = 17.0
_COLOURS = {"roll": AMBER, "end": GREEN, "show": "#c9b4ff", "say": TEXT, "move": CYAN, "set": "#d8c48f"}
_WEIGHTS = ("end", "roll", "show", "say", "set", "move")
_MOST_TICKS = 92


def bar(p: Playback, ticks: Sequence[str], notes: Collection[int] = (), lit: Hover = None) -> Panel:
    """`ticks` has a sort for every moment; `notes` are the moments with a note; `lit` is under the mouse."""
    past = p.at is not None and not (p.recording and (p.playing or p.at == p.last))
    edge = AMBER if past else LINE
    body = (
        f'<path d="M8,1 H{WIDTH - 1} V{HEIGHT - 9} L{WIDTH - 9},{HEIGHT - 1} H1 V9 Z" fill="#0b1119" '
        f'fill-opacity=".93" stroke="{edge}" stroke-width="1.2"/>'
    )
    body += _buttons(p, lit) + _track(p, ticks, notes)
    body += line(BESIDE + 62, 22.5, f"{p.shown} / {p.last}", 14, 700, WHITE, "end")
    body += line(BESIDE + 88, 22.5, f"{p.speed:g}×", 14, 700, CYAN if p.playing else DIM, "middle")
    hits = [
        Hit(4, 2, 28, HEIGHT - 4, TimeButton.PLAY),
        Hit(32, 2, 20, HEIGHT - 4, TimeButton.BACK),
        Hit(52, 2, 20, HEIGHT - 4, TimeButton.ON),
        Hit(LEFT - 8, 0, RIGHT - LEFT + 16, HEIGHT, TimeButton.TRACK),
        Hit(BESIDE + 70, 2, 36, HEIGHT - 4, TimeButton.SPEED),
    ]
    x = BESIDE + 108
    if past:
        body += rect(x, 7, 52, 20, 3, "#4a3208" if lit is TimeButton.BRANCH else "#2c1f08", AMBER)
        word, size = sized(say("time_branch").upper(), 12, 700, 50)
        body += line(x + 26, 21, word, size, 700, AMBER, "middle", 0.5)
        hits.append(Hit(x, 4, 52, 26, TimeButton.BRANCH))
    else:
        body += rect(x, 7, 52, 20, 3, "#12506b" if lit is TimeButton.NOTE else "#0f1a25", "#2b3d50")
        word, size = sized(say("time_note").upper(), 12, 700, 50)
        body += line(x + 26, 21, word, size, 700, DIM, "middle", 0.5)
        hits.append(Hit(x, 4, 52, 26, TimeButton.NOTE))
    return Panel(WIDTH, HEIGHT, document(WIDTH, HEIGHT, body), tuple(hits))


def x_of(moment: int, last: int) -> float:
    """Where a moment stands on the track."""
    return LEFT + (RIGHT - LEFT) * (moment / last if last else 1.0)


def moment_at(x: float, last: int) -> int:
    """The moment nearest to a place on the track, also beside it."""
    return max(0, min(last, round((x - LEFT) / (RIGHT - LEFT) * last)))


def tick_marks(ticks: Sequence[str], most: int = _MOST_TICKS) -> list[tuple[int, str]]:
    """(moment, sort) of the ticks that are drawn: when there are very many, the weightiest of neighbours."""
    last = len(ticks) - 1
    if last <= most:
        return [(n, sort) for n, sort in enumerate(ticks) if n]
    found: dict[int, tuple[int, str]] = {}
    for n, sort in enumerate(ticks):
        if n == 0 or not sort:
            continue
        place = n * most // last
        if place not in found or _weight(sort) < _weight(found[place][1]):
            found[place] = (n, sort)
    return list(found.values())


def _weight(sort: str) -> int:
    return _WEIGHTS.index(sort) if sort in _WEIGHTS else len(_WEIGHTS)


def _buttons(p: Playback, lit: Hover) -> str:
    colour = WHITE if lit is TimeButton.PLAY else CYAN
    if p.playing:
        body = rect(13, 10, 4.5, 14, 1, colour) + rect(20.5, 10, 4.5, 14, 1, colour)
    else:
        body = f'<path d="M13,9.5 L26,17 L13,24.5 Z" fill="{colour}"/>'
    back, on = (WHITE if lit is button else DIM for button in (TimeButton.BACK, TimeButton.ON))
    body += f'<path d="M47,11 L39,17 L47,23 Z" fill="{back}"/>' + rect(36.5, 11, 2, 12, 0, back)
    body += f'<path d="M56,11 L64,17 L56,23 Z" fill="{on}"/>' + rect(64.5, 11, 2, 12, 0, on)
    past = p.at is not None and not p.recording
    word, size = sized(say("time_past" if past else "time_now").upper(), 11.5, 700, 34)
    return body + line(76, 21.5, word, size, 700, AMBER if past else DIM, spacing=1.2)


def _track(p: Playback, ticks: Sequence[str], notes: Collection[int]) -> str:
    here = x_of(p.shown, p.last)
    body = rect(LEFT, MIDDLE - 1.2, RIGHT - LEFT, 2.4, 1.2, "#22364a")
    body += rect(LEFT, MIDDLE - 1.2, max(0.0, here - LEFT), 2.4, 1.2, "#2f7f9c")
    for moment, sort in tick_marks(ticks):
        passed = moment <= p.shown
        colour = _COLOURS.get(sort, "#7b93a8") if passed else FAINT
        tall = 6.5 if sort in ("roll", "end", "show") else 4.5
        x = x_of(moment, p.last)
        body += (
            f'<path d="M{x:.1f},{MIDDLE - tall} V{MIDDLE + tall}" stroke="{colour}" stroke-width="1.7" '
            f'opacity="{1 if passed else 0.6}"/>'
        )
    for moment in sorted(notes):
        x = x_of(min(moment, p.last), p.last)
        body += f'<path d="M{x - 4:.1f},2 H{x + 4:.1f} V8 L{x:.1f},12 L{x - 4:.1f},8 Z" fill="{AMBER}"/>'
    return body + (
        f'<circle cx="{here:.1f}" cy="{MIDDLE}" r="8.5" fill="{CYAN}" opacity=".35"/>'
        f'<circle cx="{here:.1f}" cy="{MIDDLE}" r="5.6" fill="{WHITE}" stroke="{CYAN}" stroke-width="1.6"/>'
    )
