"""Players that need nobody: one that answers by chance, and one that looks a little ahead.

A bot has a generator of its own; the game's belongs to the game. What a bot answers depends on what its seat
may know and on its own luck, on nothing else. Many games at a time are in simulating.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol, TypeAlias

from .oracle.book import Book
from .questions.document import awaited
from .running.engine import Machine, NotOffered, option_count
from .running.state import AGREE, ELSE, PAUSE, SEVERAL, TOGETHER, Over, State
from .seats.dealing import dealt, unknown

Answer: TypeAlias = "int | tuple[int, ...]"  # the position of an option, or of several

RARELY: Final = 16  # by chance every so many answers something is done that can be done at any time


class Bot(Protocol):
    """Whoever can answer a question."""

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[Answer, int]:
        """An answer to the open question and the seat that gives it: the given one, or one that is asked."""
        ...


class RandomBot:
    """Answers any question with an option by chance; the same seed gives the same answers."""

    def __init__(self, seed: int = 0) -> None:
        self._random = (seed * 2862933555777941757 + 3037000493) % 2**64

    def below(self, number: int) -> int:
        """A number from 0 to below `number`."""
        self._random = (self._random * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._random >> 33) % number

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[Answer, int]:
        """An answer by chance; now and then something that can be done at any time."""
        question = state.q
        assert question is not None, "a bot is asked when a question is open"
        if machine.linker.waiting.any_time and (question[0] == PAUSE or not self.below(RARELY)):
            if seat is None:
                seat = self.one_of(awaited(question))
            extras = own_extras(machine, state, seat)
            chosen = self.below(len(extras) + 1)
            if chosen < len(extras):
                return extras[chosen], seat
        return self.answer(question, seat)

    def answer(self, question: tuple[Any, ...], seat: int | None = None) -> tuple[Answer, int]:
        """An answer to `State.q` itself: the position of an option or several, and the seat that gives it."""
        sort, options, seats, least, most, answers = question
        if sort == TOGETHER:
            seat = self.one_of(awaited(question)) if seat is None else seat
            first, options, least, most = open_member(question, seat)
            if most == 1 and least == 1:
                return first + self.below(len(options)), seat
            return tuple(first + one for one in self.some(options, least, most)), seat
        if sort == AGREE:
            # Whoever comes later agrees: players by chance would never.
            seat = self.one_of(awaited(question)) if seat is None else seat
            given = [one for one in answers if one is not None]
            return options.index(given[0]) if given else self.below(len(options)), seat
        if seat is None:
            seat = seats[0] if len(seats) == 1 else self.one_of(seats)
        if sort == SEVERAL:
            return self.some(options, least, most), seat
        return self.below(len(options)), seat

    def one_of(self, seats: Sequence[int]) -> int:
        """One of several seats."""
        return seats[self.below(len(seats))]

    def some(self, options: Sequence[int], least: int, most: int) -> tuple[int, ...]:
        """Several options in the order of the question; the alternative is taken alone."""
        left = [i for i, one in enumerate(options) if one != ELSE]
        if len(left) < len(options) and not self.below(len(options)):
            return (len(options) - 1,)
        number = least + self.below(min(most, len(left)) - least + 1)
        while len(left) > number:
            left.pop(self.below(len(left)))
        return tuple(left)


class GreedyBot:
    """Tries every option on copies of the game, and takes the one after which its seat fares best.

    How well a seat fares is what the game's `define worth(player)` says; without one only the end of a game
    counts. In each copy everything that the seat does not know is dealt anew, the luck of the dice too, so
    the bot plays with what its seat knows and nothing else. A copy is played on for a few answers by
    chance, and the best position met is what an option promises. The better half of the options is tried
    again, with other luck, and so on for some samples.
    """

    AHEAD: Final = 3  # so many answers after its own
    SAMPLES: Final = 4  # so many deals the best options are tried on
    WIDTH: Final = 24  # of more options than that, so many by chance are looked at
    WON: Final = 10.0**9

    def __init__(self, seed: int = 0) -> None:
        self._chance = RandomBot(seed)
        self._machine: Machine | None = None

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[Answer, int]:
        """The answer that promises most; the same seed gives the same answers."""
        if machine is not self._machine:
            self._machine, self._book, self._worth = machine, Book(machine.program), worth_of(machine)
        assert state.q is not None, "a bot is asked when a question is open"
        if seat is None:
            seat = self._chance.one_of(awaited(state.q))
        left = self._ways(machine, state, seat)
        hidden = unknown(self._book, state, seat) if len(left) > 1 else None
        promised = dict.fromkeys(left, 0.0)
        samples = 0
        while hidden is not None and len(left) > 1 and samples < self.SAMPLES:
            samples += 1
            deal = dealt(state, hidden, self._chance.below(2**31))
            for way in left:
                promised[way] += self._promise(machine, deal.clone(), way, seat)
            left.sort(key=promised.__getitem__, reverse=True)
            left = left[: max(2, (len(left) + 1) // 2)]
        return left[0], seat

    def _ways(self, machine: Machine, state: State, seat: int) -> list[Answer]:
        """The answers that are looked at, in an order that favours none."""
        assert state.q is not None
        sort, options, _, least, most, answers = state.q
        if sort == AGREE and any(one is not None for one in answers):
            return [options.index(next(one for one in answers if one is not None))]
        first = 0
        if sort == TOGETHER:
            first, options, least, most = open_member(state.q, seat)
        ways: list[Answer]
        if sort == SEVERAL or (least, most) != (1, 1):
            tried = (self._chance.some(options, least, most) for _ in range(self.WIDTH))
            ways = list(dict.fromkeys(tuple(first + one for one in some) for some in tried))
        else:
            ways = list(range(first, first + len(options)))
        if machine.linker.waiting.any_time:
            ways += own_extras(machine, state, seat)
        for i in range(len(ways) - 1, 0, -1):
            j = self._chance.below(i + 1)
            ways[i], ways[j] = ways[j], ways[i]
        return ways[: self.WIDTH]

    def _promise(self, machine: Machine, copy: State, way: Answer, seat: int) -> float:
        """How well the seat may fare soon after an answer."""
        with suppress(NotOffered):  # as far as the seat knows it may not be possible
            machine.answer(copy, way, seat)
        best = self._value(copy, seat)
        for _ in range(self.AHEAD):
            if copy.q is None:
                break
            machine.answer(copy, *self._chance.answer(copy.q))
            if copy.over is None or seat in copy.over[1]:
                best = max(best, self._value(copy, seat))
        return best

    def _value(self, state: State, seat: int) -> float:
        if state.over is not None:
            outcome, winners = state.over[:2]
            return 0.0 if outcome == "draw" else self.WON if seat in winners else -self.WON
        try:
            return self._worth(state, seat)
        except Over:
            return -self.WON  # in a position that cannot be there is nothing to hope for


BOTS: Final[dict[str, Callable[[int], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by the names people write; each is made with a seed."""


def worth_of(machine: Machine) -> Callable[[State, int], float]:
    """What the game says about how well a player fares; 0 where it says nothing."""
    declared = machine.program.data.get("defines", {}).get("worth")
    if declared is None:
        return lambda state, seat: 0.0
    parts = [one["name"] for one in declared["parameters"]]
    node = {"op": "define", "name": "worth", "args": [{"op": "local", "name": one} for one in parts]}
    found = machine.code.expression(node, dict.fromkeys(parts, "thing:player"))
    return (lambda state, seat: found(state, seat)) if parts else (lambda state, seat: found(state))


def own_extras(machine: Machine, state: State, seat: int) -> list[Answer]:
    """What the seat can do on top of the open question."""
    first = option_count(state.q or ())
    return [first + i for i, (player, _, _) in enumerate(machine.any_time(state)) if player == seat]


def open_member(question: tuple[Any, ...], seat: int) -> tuple[int, tuple[int, ...], int, int]:
    """Of a question for several at a time the first that the seat has not answered yet.

    Gives the position of its first option, its options, and how many of them are to be named.
    """
    first = 0
    for (_, seats, options, least, most), answer in zip(question[1], question[5], strict=True):
        if answer is None and seat in seats:
            return first, options, least, most
        first += len(options)
    raise ValueError("this seat has answered already")
