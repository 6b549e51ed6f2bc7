"""What an answer may lead to where one die or draw decides at once: a share for each outcome.

The game is tried many times on copies in which everything that the seat does not know is dealt again, so the
odds are those that the seat itself could work out, and tell nothing about what really lies hidden. What is
dealt depends on the position alone, so asking twice gives the same answer. The faces of the first die take
turns; where only a few dice decide, every face is tried, and the shares are exact. What comes after the deed
that is answered for is not told: it would come anyway, or is another decision.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tilewright.schemas.documents import Document

from ..engine.engine import NotOffered
from ..game import Game
from ..seats.determinize import dealt, unknown
from ..seats.log import Log, Teller
from ..seats.seat_view import SeatView
from ..seats.wording import wording
from ..state import events as ev
from ..state.chance import following, value
from ..state.state import FUEL, State

TRIES, FEWEST, WORK, LONG = 160, 12, 16_000, 3_000  # a tooltip does not wait longer
SPENT = FUEL // 4  # what all tries together may cost: where rules run for long there are fewer of them
PLAIN = 11  # after so many tries that all went alike, nothing is left to chance
FEW = 20  # ways that dice may fall: so many are soon met
SHOWN = 3
ASIDE = "aside"  # the sort of a line that says something of somebody to whom nothing seems to happen

Rolls = tuple[tuple[Any, tuple[int, ...]], ...]  # every roll: the die, and its faces
SortedLine = tuple[str, str]  # its sort, and its text

_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class _Outcome:
    """Tries that came to the same."""

    told: list[list[SortedLine]] = field(default_factory=list)  # what was told, of each way to roll it once
    met: Counter[Rolls] = field(default_factory=Counter)


def odds(game: Game, seat: str | None, option: int, *then: int, tries: int = TRIES) -> list[tuple[str, str]]:
    """(what happens, share) for the likeliest outcomes; nothing where chance does not decide at once. The
    options `then` answer the questions that come after the first.
    """
    number = game.number_of(seat)
    try:
        by, ids = game.resolved([option], seat)
    except NotOffered:
        return []
    sight = SeatView(game.index, game.state, number, game.handles)
    hidden = unknown(game.index, game.state, number)
    found: defaultdict[tuple[SortedLine, ...], _Outcome] = defaultdict(_Outcome)
    first, least = game.moment(seat) * 7919 + option, tries
    exact: list[float] = []
    left, dearest, sides = SPENT, 0, 0
    for attempt in range(tries):
        if attempt >= least and ((exact := _exact(game, found.values())) or not _few(game, found.values())):
            break
        if left < dearest:
            if attempt < FEWEST:
                return []  # Its rules run for long.
            break
        state = dealt(game.state, hidden, first + attempt)
        if sides:
            _turn_up(state, attempt % sides, sides)
        before = state.clone()
        events = tried(game, state, ids, by, then, left)
        left, dearest = left - (cost := state.budget - state.fuel), max(dearest, cost)
        if events is None or (attempt > max(PLAIN, sides) and len(found) < 2):
            return []  # Not to be answered like this, or nothing is left to chance.
        if not attempt:
            if len(events) > LONG:
                return []  # It goes on to much else.
            least = max(FEWEST, WORK // (game.index.size + 10 * len(events)))
        events = _of_the_deed(game, events)
        lines, rolls = _lines(game, sight, before, events), _rolls(events)
        sides = sides or _sides(game, rolls)
        outcome = found[_what_counts(lines)]
        if rolls not in outcome.met:
            outcome.told.append(lines)
        outcome.met[rolls] += 1
    weights = (
        exact or _exact(game, found.values()) or [float(outcome.met.total()) for outcome in found.values()]
    )
    nothing = wording(game.index).say("engine/hint_nothing_more")
    return _shares(list(found.values()), weights, nothing) if len(found) > 1 else []


def _sides(game: Game, rolls: Rolls) -> int:
    """How many sides the first die has, if few: to turn up one of many takes long."""
    sides = _faces(game, rolls[0][0]).total() if rolls else 0
    return sides if sides <= FEW else 0


def _turn_up(state: State, side: int, sides: int) -> None:
    """Go on with chance until its next number turns up this side of a die."""
    while value(following(state.r), sides) != side:
        state.r = following(state.r)


def _of_the_deed(game: Game, events: list[Any]) -> list[Any]:
    """The events up to the end of the deed: of the action that the answer begins, else of what it is in."""
    running: list[str] = []
    begun = ""
    for number, event in enumerate(events, 1):
        if event[0] == ev.BEGIN:
            begun = begun or event[1]
            running.append(event[1])
        elif event[0] == ev.END:
            if event[1] not in running:
                return events[:number]
            # What was dropped on the way, by an end from within, ends with it.
            del running[len(running) - 1 - running[::-1].index(event[1]) :]
            if not running and event[1] == begun and game.index.data["verbs"][begun].get("action"):
                return events[:number]
    return events


def _shares(outcomes: list[_Outcome], weights: list[float], nothing: str) -> list[tuple[str, str]]:
    """The outcomes by the last telling line that not all of them have; `nothing` is said of one without."""
    told = [_alike(outcome.told) for outcome in outcomes]
    common = set.intersection(*(set(lines) for lines in told))
    texts: defaultdict[str, float] = defaultdict(float)
    for lines, weight in zip(told, weights, strict=True):
        texts[_telling([line for line in lines if line not in common]) or nothing] += weight
    if len(texts) < 2:
        return []
    every = sum(weights)
    likeliest = sorted(texts.items(), key=lambda one: one[1], reverse=True)[:SHOWN]
    return [(text, f"{round(100 * weight / every)} %") for text, weight in likeliest]


def _exact(game: Game, outcomes: Iterable[_Outcome]) -> list[float]:
    """The shares of the outcomes where they hang on rolls alone, and every face was met; else nothing."""
    met = [outcome.met for outcome in outcomes]
    dice, ways = _dice(game, met), len({rolls for one in met for rolls in one})
    if not dice or sum(map(len, met)) > ways or ways < math.prod(map(len, dice)):
        return []  # something else decides, too, or some faces have not been met yet
    return [sum(_weight(rolls, dice) for rolls in one) for one in met]


def _few(game: Game, outcomes: Iterable[_Outcome]) -> bool:
    """Whether it takes but a few tries more until every face has been met."""
    dice = _dice(game, [outcome.met for outcome in outcomes])
    return bool(dice) and math.prod(map(len, dice)) <= FEW


def _dice(game: Game, met: list[Counter[Rolls]]) -> list[Counter[int]]:
    """The dice that are rolled, one after another; none where others are rolled for other outcomes."""
    shapes = {tuple((die, len(faces)) for die, faces in rolls) for one in met for rolls in one}
    return (
        [_faces(game, die) for die, number in shapes.pop() for _ in range(number)] if len(shapes) == 1 else []
    )


def _faces(game: Game, die: Any) -> Counter[int]:
    """How many faces of a die show what."""
    dice = game.index.data["dice"]
    return Counter(dice[list(dice)[die] if isinstance(die, int) else die]["faces"])


def _weight(rolls: Rolls, dice: list[Counter[int]]) -> float:
    shown = [face for _, faces in rolls for face in faces]
    return math.prod(die[face] / die.total() for die, face in zip(dice, shown, strict=True))


def _alike(told: list[list[SortedLine]]) -> list[SortedLine]:
    """The lines that all tries of an outcome have, with the numbers that differ from least to most:
    `Rolled 8–10, 7 or less hits: Ogre is missed.`
    """
    masked = [{(sort, _NUMBER.sub("#", text)): text for sort, text in lines} for lines in told]
    found = []
    for sort, text in told[0]:
        mask = (sort, _NUMBER.sub("#", text))
        if all(mask in one for one in masked):
            columns = zip(*(map(int, _NUMBER.findall(one[mask])) for one in masked), strict=True)
            numbers = (f"{min(one)}–{max(one)}" if len(set(one)) > 1 else str(one[0]) for one in columns)
            found.append((sort, _filled(text, numbers)))
    return found


def _filled(text: str, numbers: Iterator[str]) -> str:
    """A text with other numbers."""
    return _NUMBER.sub(lambda _: next(numbers), text)


def tried(
    game: Game, state: State, ids: tuple[int, ...], seat: int, then: tuple[int, ...] = (), most: int = SPENT
) -> list[Any] | None:
    """The events that an option leads to on a copy, and others after it; None if it cannot be answered so, or
    if an answer costs more than `most`.
    """
    state.log = []
    state.budget = min(state.budget, most)
    try:
        game.machine.answer(state, list(ids) if game.names_several(seat, ids) else ids[0], seat)
        for one in then:
            game.machine.answer(state, one, seat)
    except NotOffered:
        return None
    return list(state.log or ()) if state.fuel >= 0 else None


def _what_counts(lines: list[SortedLine]) -> tuple[SortedLine, ...]:
    """What tells one outcome from another: what the seat sees move, end or change; not the faces that led to
    it, nor by how much.
    """
    return tuple((sort, _NUMBER.sub("#", text)) for sort, text in lines if sort in ("move", "set", "end"))


def _rolls(events: list[Any]) -> Rolls:
    return tuple((event[1], tuple(event[2])) for event in events if event[0] == ev.ROLL)


def _lines(game: Game, sight: SeatView, before: State, events: list[Any]) -> list[SortedLine]:
    """What the seat would read about these events: (sort, text), without the rolls themselves."""
    log = Log()
    Teller(game.index, before, game.handles.clone(), log).tell(events, sight.seat)
    return [(_sort(line), line["text"]) for line in log.of(sight.seat) if line["sort"] != "roll"]


def _sort(line: Document) -> str:
    """The sort of a line; of what is said of somebody and looks like nothing, that it is an ASIDE."""
    plain = line["sort"] == "say" and line["things"] and not line["data"].get("look")
    return ASIDE if plain else str(line["sort"])


def _telling(lines: list[SortedLine]) -> str:
    """What came of it: the last that was said, else the first that moved or changed."""
    asides = ((ASIDE,), -1), (("move", "show"), 0)
    for sorts, which in ((("end",), 0), (("say",), -1), *asides, (("set", "verb"), 0)):
        texts = [text for sort, text in lines if sort in sorts]
        if texts:
            return texts[which]
    return ""
