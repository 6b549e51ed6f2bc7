"""What an answer may lead to where one die or draw decides at once: a share for each outcome.

The game is tried many times on copies in which everything that the seat does not know is dealt again, so the
odds are those that the seat itself could work out, and tell nothing about what really lies hidden.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from ..engine.engine import NotOffered
from ..game import Game
from ..seats.determinize import dealt, unknown
from ..seats.log import Log, Teller
from ..seats.seat_view import SeatView
from ..seats.wording import wording
from ..state import events as ev
from ..state.state import Over, State

TRIES, SECONDS = 160, 0.15  # a tooltip does not wait longer
PLAIN = 11  # after so many tries that all went alike, nothing is left to chance
SHOWN = 3


def odds(game: Game, seat: str | None, option: int, tries: int = TRIES) -> list[tuple[str, str]]:
    """(what happens, share) for the likeliest outcomes; nothing where chance does not decide at once."""
    number = game.number_of(seat)
    if game.state.q is None or (number is not None and number not in game.asked_seats()):
        return []
    try:
        by, ids = game.resolved([option], seat)
    except NotOffered:
        return []
    sight = SeatView(game.index, game.state, number, game.handles)
    hidden = unknown(game.index, game.state, number)
    counts: Counter[tuple[Any, ...]] = Counter()
    lines: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    first, end = game.moment(seat) * 7919 + option, time.monotonic() + SECONDS
    for attempt in range(tries):
        state = dealt(game.state, hidden, first + attempt)
        before = state.clone()
        events = tried(game, state, ids, by)
        if events is None or (attempt == PLAIN and len(counts) < 2):
            return []  # Not to be answered like this, or nothing is left to chance.
        key = _what_counts(events)
        counts[key] += 1
        if key not in lines:
            lines[key] = _lines(game, sight, before, events)
        if time.monotonic() > end:
            break
    nothing = wording(game.index).say("engine/hint_nothing_more")
    return _shares(counts, lines, nothing) if len(counts) > 1 else []


def _shares(
    counts: Counter[tuple[Any, ...]], lines: dict[tuple[Any, ...], list[tuple[str, str]]], nothing: str
) -> list[tuple[str, str]]:
    """The outcomes by the first telling line that not all of them have; `nothing` is said of one without."""
    common = set.intersection(*(set(told) for told in lines.values()))
    texts: Counter[str] = Counter()
    for key, count in counts.items():
        texts[_telling([line for line in lines[key] if line not in common]) or nothing] += count
    if len(texts) < 2:
        return []
    every = sum(counts.values())
    return [(text, f"{round(100 * count / every)} %") for text, count in texts.most_common(SHOWN)]


def tried(game: Game, state: State, ids: tuple[int, ...], seat: int) -> list[Any] | None:
    """The events that the option leads to on a copy."""
    state.log = []
    try:
        game.machine.answer(state, list(ids) if game.names_several(seat, ids) else ids[0], seat)
    except (NotOffered, Over, ValueError):
        return None
    return list(state.log or ())


def _what_counts(events: list[Any]) -> tuple[Any, ...]:
    """What tells one outcome from another: what moves, ends, is set; not the faces that led to it."""
    found = []
    for event in events:
        if event[0] in (ev.MOVE, ev.SET):
            found.append(event[:2] if event[0] == ev.MOVE else event[:3])
        elif event[0] == ev.OVER:
            found.append(event[:2])
    return tuple(found)


def _lines(game: Game, sight: SeatView, before: State, events: list[Any]) -> list[tuple[str, str]]:
    """What the seat would read about these events: (sort, text), without the rolls themselves."""
    log = Log()
    Teller(game.index, before, game.handles.clone(), log).tell(events, sight.seat)
    return [(line["sort"], line["text"]) for line in log.of(sight.seat) if line["sort"] != "roll"]


def _telling(lines: list[tuple[str, str]]) -> str:
    for sorts in (("end",), ("say",), ("move", "show"), ("set", "verb")):
        texts = [text for sort, text in lines if sort in sorts]
        if texts:
            return texts[0]
    return ""
