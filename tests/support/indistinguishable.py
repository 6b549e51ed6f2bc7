"""Two games at once that differ only in what some seats may not know: whatever these see must be the same.

One seat, who acts in secret, plays differently in each; the others, who watch, do the same in both. What
the watchers may know is worked out here from the events and the declared audiences alone (`facts`), not from
views and logs. As long as both games have the same facts, everything that a watcher gets has to be equal,
moment for moment: view, question and options, log, refusals, what can be taken back, and what was seen so
far. Where the facts differ the games may differ, and a new twin is made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tilewright.runtime.game import CannotUndo, Game, NotOffered
from tilewright.runtime.seats.visibility import Visibility
from tilewright.runtime.state.state import SEVERAL, State

Facts = list[tuple[Any, ...]]
Seen = list[Any]

TRIES = 12  # so many things are thought of that the hider could do in each game
LONGEST = 60  # so many answers one of them may have
BESIDES = 0.1  # how often a menu at any time is used on top of a question
AT_ONCE = 0.15  # how often a watcher uses a menu at any time while somebody else is asked in secret


@dataclass
class Compared:
    """How much was compared: nothing that was equal counts if nothing was different."""

    moments: int = 0
    differed: int = 0  # moments at which what lies hidden was different
    steps: int = 0  # runs in which somebody was asked more often in secret than in the other game


class Watched:
    """A game, the facts that its watchers may know, and what each of them saw since the last comparison."""

    def __init__(self, game: Game, hider: str, watchers: Sequence[str]) -> None:
        self.game, self.hider, self.watchers = game, hider, watchers
        self.facts: Facts = []
        self.seen: Seen = []
        self.look()

    def copy(self) -> Watched:
        copy = object.__new__(Watched)
        copy.game, copy.hider, copy.watchers = self.game.clone(), self.hider, self.watchers
        copy.facts, copy.seen = list(self.facts), list(self.seen)
        return copy

    def begin(self) -> None:
        """From here on it is compared anew."""
        self.facts = []
        self.seen = self.seen[-1:]

    def look(self) -> None:
        """What the watchers see now, if they can tell it from what they saw last."""
        now = [seen_by(self.game, seat) for seat in self.watchers]
        if now not in self.seen[-2:]:
            self.seen.append(now)

    def answer(self, seat: str, ids: list[int]) -> None:
        """Answer by the ids that a seat sees."""
        by, numbers = self.game.resolved(ids, seat)
        self.give(self.game.index.name(by), list(numbers))

    def give(self, seat: str, ids: list[int]) -> None:
        """Answer by the engine's numbers, and note the facts."""
        before, told = self.game, self.game.state.clone()
        kept = before._taken_events

        def taken() -> list[tuple[Any, ...]]:
            events = kept()
            self.facts += facts(before, told, before.state, events, self.watchers)
            return events

        before._taken_events = taken  # type: ignore[method-assign]
        try:
            before.give(self.game.index.number(seat), ids)
        finally:
            del before._taken_events
        lines = [list(before.told(seat)) for seat in self.watchers]
        if any(lines):
            self.seen.append(lines)
        self.look()

    def hidden(self) -> bool:
        """Whether it is the hider alone who is asked."""
        return self.game.waiting() == [self.hider]


def facts(
    game: Game, shadow: State, now: State, events: Sequence[tuple[Any, ...]], watchers: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    """What happened between two positions, as far as its declared audience makes it known to all watchers."""
    index, seats = game.index, [game.number_of(seat) for seat in watchers]
    for event in events:
        visibility = [Visibility(index, shadow, seat) for seat in seats]
        match event:
            case ("say", text, to, *_) if to is None or set(to) & set(seats):
                yield "say", text
            case ("roll", die, faces, purpose, *_):
                yield "roll", die, faces, purpose
            case ("over", *what):
                yield "over", what[:2]
            case ("shuffle", place, _):
                yield "shuffle", place
            case ("reveal", things, *_):
                yield "reveal", [(thing, now.at[thing]) for thing in things]
            case ("show", things, to, _) if set(seats) <= set(to):
                yield "show", things
            case ("show" | "hide", things, *_):
                yield event[0], len(things)
            case ("set", entity, name, old, new, _) if old != new:
                kind = index.entities[entity]["kind"] if entity >= 0 else None
                declared = index.properties(kind)[name][1] if kind else index.data["game_properties"][name]
                audience = "nobody" if declared.get("internal") else declared.get("seen")
                if any(one.among(audience, entity) for one in visibility):
                    yield "set", entity, name, new
            case ("move", thing, start, to, *_):
                audience = index.trait(thing, "place_seen")
                if any(one.among(audience, thing) for one in visibility):
                    known = any(one.into(to) or one.into(start) for one in visibility)
                    yield "move", start, to, thing if known else None


def seen_by(game: Game, seat: str) -> Any:
    """Everything that a seat can get: its view, and what it is told if it tries what it may not."""
    question = game.question(seat)
    ids = [one["id"] for one in question["options"]] if question else []
    refused: list[Any] = []
    for wrong in ([max(ids, default=-1) + 1], [99], [-1], [*ids, 99]):
        try:
            game.resolved(wrong, seat)
        except NotOffered as error:
            refused.append(str(error))
        else:
            refused.append("taken")
    for name in ("undo", "redo"):
        copy = game.clone()
        copy._future = list(game._future)
        try:
            getattr(copy, name)(seat)
        except CannotUndo as error:
            refused.append(str(error))
        else:
            refused.append(copy.view(seat))
    return game.view(seat), refused


def choose(chance: Random, question: dict[str, Any]) -> list[int]:
    """An answer by chance, the same for equal questions; seldom what can be done at any time besides."""
    menu = question["sort"] == "menu"
    ids = [one["id"] for one in question["options"] if menu or one["action"] is None]
    besides = [one["id"] for one in question["options"] if one["id"] not in ids]
    if besides and (not ids or chance.random() < BESIDES):
        return [chance.choice(besides)]
    if question["sort"] != "several":
        return [chance.choice(ids)]
    most = min(question["most"], len(ids))
    return sorted(chance.sample(ids, chance.randint(min(question["least"], most), most)))


def compare(
    game: Game,
    hider: str,
    seed: int,
    answers: int,
    result: Compared | None = None,
    record: Callable[[Game, str], Any] = Game.seen,
) -> Compared:
    """Play so many answers by chance, with a twin that the watchers must not be able to tell from it.

    In the end `record` tells of either game what each of them keeps.
    """
    watchers = [seat for seat in game.seats if seat != hider]
    chance, result = Random(seed), result or Compared()
    one = Watched(game, hider, watchers)
    other = one.copy()
    for number in range(answers):
        if one.game.state.q is None:
            break
        if one.hidden():
            able = [seat for seat in watchers if (one.game.question(seat) or {}).get("options")]
            if able and chance.random() < AT_ONCE:
                together(one, other, chance, chance.choice(able))
            else:
                in_secret(one, other, chance, result)
        else:
            together(one, other, chance, next(iter(one.game.waiting())))
        other = agree(one, other, result, f"seed {seed}, answer {number}")
    for seat in watchers:
        mine, its = record(one.game, seat), record(other.game, seat)
        assert json.dumps(mine) == json.dumps(its), f"seed {seed}: {seat} has seen something else"
    return result


def together(one: Watched, other: Watched, chance: Random, seat: str) -> None:
    """The same answer in both games: the question is the same, or `agree` would have said so."""
    question = one.game.question(seat)
    assert question is not None
    ids = choose(chance, question)
    for watched in (one, other):
        watched.answer(seat, ids)


@dataclass(frozen=True)
class Plan:
    """What the hider could do until others are asked: by the engine's numbers, and what that leads to."""

    answers: list[list[int]]
    facts: Facts
    end: State


def in_secret(one: Watched, other: Watched, chance: Random, result: Compared) -> None:
    """The hider plays in each game until others are asked; differently, if that can look the same."""
    mine, its = ([plan(watched, chance) for _ in range(TRIES)] for watched in (one, other))
    alike = [(a, b) for a in mine for b in its if a.facts == b.facts and a.end.z != b.end.z]
    chosen = chance.choice(alike) if alike else (mine[0], its[0])
    for watched, taken in zip((one, other), chosen, strict=True):
        for ids in taken.answers:
            watched.give(watched.hider, ids)
    result.steps += len(chosen[0].answers) != len(chosen[1].answers)


def plan(watched: Watched, chance: Random) -> Plan:
    """Something that the hider could do, tried out on a copy that nobody looks at."""
    game, answers = watched.game, list[list[int]]()
    state, seat = game.state.clone(), game.number_of(watched.hider)
    state.log = []
    while state.q is not None and state.q[2] == (seat,) and len(answers) < LONGEST:
        sort, options, _, least, most, _ = state.q
        number = chance.randint(least, most) if sort == SEVERAL else 1
        answers.append(chance.sample(range(len(options)), number))
        game.machine.answer(state, answers[-1] if sort == SEVERAL else answers[-1][0], seat)
    told = list(facts(game, game.state.clone(), state, state.log, watched.watchers))
    return Plan(answers, told, state)


def agree(one: Watched, other: Watched, result: Compared, where: str) -> Watched:
    """Nobody who watches can tell one game from the other; if the facts differ, the twin begins anew."""
    if one.facts != other.facts or one.hidden() != other.hidden():
        other = one.copy()
    else:
        result.moments += 1
        result.differed += one.game.digest() != other.game.digest()
        assert len(one.seen) == len(other.seen), f"{where}: {len(one.seen)} moments against {len(other.seen)}"
        for mine, its in zip(one.seen, other.seen, strict=True):
            assert mine == its, f"{where}: {difference(mine, its)}"
    one.begin()
    other.begin()
    return other


def difference(one: Any, other: Any, path: str = "") -> str:
    """The first place in which two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, (mine, its) in enumerate(zip(one, other, strict=True)):
            if mine != its:
                return difference(mine, its, f"{path}[{index}]")
    return f"{path}: {one!r:.200} against {other!r:.200}"
