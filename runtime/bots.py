"""Players that need no person: one that answers by chance, and one that looks a little ahead.

A bot has a generator of its own; the game's belongs to the game. What a bot answers depends on what its seat
may know and on its own luck, on nothing else. Many games at a time are in simulating.py.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from tilewright.schemas.value_types import SOMEBODY

from .engine.engine import Machine, NotOffered, option_count
from .evaluating.program_index import ProgramIndex
from .questions.document import awaited
from .seats.determinize import Unknown, dealt, unknown
from .state.chance import BOT, Luck, begun
from .state.state import AGREE, ELSE, MENU, PAUSE, SEVERAL, TOGETHER, Over, State

BotAnswer: TypeAlias = "int | tuple[int, ...]"  # the position of an option, or of several

RARELY: Final = 16  # by chance every so many answers something is done that can be done at any time


class Bot(Protocol):
    """Anything that can answer a question."""

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[BotAnswer, int]:
        """An answer to the open question and the seat that gives it: the given one, or one that is asked."""
        ...


class RandomBot:
    """Answers any question with an option by chance; the same seed gives the same answers."""

    def __init__(self, seed: int = 0) -> None:
        self.below = Luck(begun(seed, BOT)).below
        """Draws a number from 0 to below a given one."""

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[BotAnswer, int]:
        """An answer by chance; now and then something that can be done at any time."""
        question = state.q
        assert question is not None, "a bot is asked when a question is open"
        if machine.linker.suspension.any_time and (question[0] == PAUSE or not self.below(RARELY)):
            if seat is None:
                seat = self.one_of(awaited(question))
            extras = own_extras(machine, state, seat)
            chosen = self.below(len(extras) + 1)
            if chosen < len(extras):
                return extras[chosen], seat
        return self.answer(question, seat)

    def answer(self, question: tuple[Any, ...], seat: int | None = None) -> tuple[BotAnswer, int]:
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


@dataclass(slots=True)
class Plan:
    """What a seat would answer, one after another, and what it was asked each time, as far as it can tell."""

    answers: list[BotAnswer]
    asked: list[tuple[int, ...]]
    promise: float = 0.0


class GreedyBot:
    """Tries plans on copies of the game, and begins with the one after which its seat fares best.

    A plan is an action with all its parts, or a few answers one after another. How well a seat fares is what
    the game's `define worth(player)` says; without one only the end of a game counts. In each copy everything
    that the seat does not know is dealt again, the luck of the dice too, so the bot plays with what its seat
    knows and nothing else. Others answer by chance, and what counts is the best position met once something
    has been done: while parts are chosen, nothing has. The better third of the plans is tried again, with
    other luck, and so on for some samples. Each time it matters how many plans are worse, not by how much, so
    that one stroke of luck decides nothing. Of the best plan the parts of its action are answered without
    another thought; what is left then is one of the next plans.

    Of a menu each way to take an action is looked at once, as far as there is time for it: what comes of it
    at once decides which of them become plans. An action with many ways is so looked at more often than one
    with few.

    What can be done at any time has to gain something by itself. It would else promise whatever comes after
    it, and be done and undone for ever.
    """

    FIRST: Final = 72  # ways to take an action that are looked at for what comes of it at once,
    WIDTH: Final = 24  # and the best of them, plans that are tried,
    TIMES: Final = 2  # and elsewhere so many for each answer, but no more than that
    SAMPLES: Final = 4  # deals that the best plans are tried on
    AHEAD: Final = 4  # answers that a plan is followed for,
    LONGEST: Final = 8  # and on to the end of its action, but no further than this
    WON: Final = 10.0**9
    NEVER: Final = -inf

    def __init__(self, seed: int = 0) -> None:
        self._chance = RandomBot(seed)
        self._machine: Machine | None = None
        self._rest: dict[int, Plan] = {}  # of the last plan of each seat

    def play(self, machine: Machine, state: State, seat: int | None = None) -> tuple[BotAnswer, int]:
        """The answer that promises most; the same seed gives the same answers."""
        if machine is not self._machine:
            self._machine, self._index, self._worth = (
                machine,
                ProgramIndex(machine.program),
                worth_of(machine),
            )
            self._rest.clear()
        assert state.q is not None, "a bot is asked when a question is open"
        if seat is None:
            seat = self._chance.one_of(awaited(state.q))
        best = self._rest.pop(seat, None)
        if best is None or best.asked[:1] != [asked(state)] or state.q[0] > SEVERAL:
            best = self._best(self._plans(machine, state, seat), machine, state, seat)
        elif not self._open_part(machine, state):
            best = self._best([best, *self._plans(machine, state, seat)], machine, state, seat)
        self._rest[seat] = Plan(best.answers[1:], best.asked[1:])
        return best.answers[0], seat

    def _best(self, plans: list[Plan], machine: Machine, state: State, seat: int) -> Plan:
        """The plan that promises most."""
        hidden = None
        tried: dict[tuple[BotAnswer, ...], int] = {}
        for _ in range(self.SAMPLES):
            if all(plan.answers[0] == plans[0].answers[0] for plan in plans):
                break
            hidden = hidden or self._unknown(machine, state, seat)
            deal = dealt(state, hidden, self._chance.below(2**31))
            found = [self._fares(machine, deal.clone(), plan, seat, tried, self.AHEAD) for plan in plans]
            order = sorted(found)
            for plan, one in zip(plans, found, strict=True):
                plan.promise += bisect_left(order, one) if one > self.NEVER else self.NEVER
            plans.sort(key=lambda plan: plan.promise, reverse=True)
            plans = plans[: max(2, -(-len(plans) // 3))]
        return plans[0]

    def _plans(self, machine: Machine, state: State, seat: int) -> list[Plan]:
        """The plans that are tried; what follows their first answers, or their actions, is not known yet."""
        assert state.q is not None
        ways = self._ways(machine, state, seat)
        plans = [Plan([way], [asked(state)]) for way in ways]
        if state.q[0] == MENU and len(ways) > 1:
            plans = self._actions(ways, machine, state, seat)
        number = self.WIDTH if state.q[0] == MENU else min(self.WIDTH, self.TIMES * len(ways))
        again = (plans[i % len(plans)] for i in range(number))
        return [Plan(list(plan.answers), list(plan.asked)) for plan in again]

    def _actions(self, ways: list[BotAnswer], machine: Machine, state: State, seat: int) -> list[Plan]:
        """Actions with all their parts, each once: the best way to take each of them, then all others, those
        first of which most comes at once. What passes is kept so, though nothing comes of it yet.
        """
        deal = dealt(state, self._unknown(machine, state, seat), self._chance.below(2**31))
        tried: dict[tuple[BotAnswer, ...], int] = {}
        found: dict[tuple[BotAnswer, ...], tuple[float, Plan]] = {}
        left = list(ways)
        for _ in range(self.FIRST):
            if not left:
                break
            plan = Plan([left.pop(0)], [asked(state)])
            fares = self._fares(machine, deal.clone(), plan, seat, tried, 0)
            if (answers := tuple(plan.answers)) not in found:  # else all that begins so has been tried
                found[answers] = fares, plan
                left.append(plan.answers[0])
        plans = [plan for _, plan in sorted(found.values(), key=lambda one: one[0], reverse=True)]
        best = {plan.answers[0]: plan for plan in reversed(plans)}
        return [*best.values(), *(plan for plan in plans if best[plan.answers[0]] is not plan)]

    def _unknown(self, machine: Machine, state: State, seat: int) -> Unknown:
        state.fuel = state.budget
        return unknown(self._index, state, seat, machine.audience)

    def _ways(self, machine: Machine, state: State, seat: int) -> list[BotAnswer]:
        """The answers that are looked at, in an order that favours none."""
        assert state.q is not None
        sort, options, _, least, most, answers = state.q
        if sort == AGREE and any(one is not None for one in answers):
            return [options.index(next(one for one in answers if one is not None))]
        first = 0
        if sort == TOGETHER:
            first, options, least, most = open_member(state.q, seat)
        ways: list[BotAnswer]
        if sort == SEVERAL or (least, most) != (1, 1):
            some = (self._chance.some(options, least, most) for _ in range(self.WIDTH))
            ways = list(dict.fromkeys(tuple(first + one for one in each) for each in some))
        else:
            ways = list(range(first, first + len(options)))
        if machine.linker.suspension.any_time:
            ways += own_extras(machine, state, seat)
        for i in range(len(ways) - 1, 0, -1):
            j = self._chance.below(i + 1)
            ways[i], ways[j] = ways[j], ways[i]
        return ways[: self.WIDTH]

    def _fares(
        self,
        machine: Machine,
        copy: State,
        plan: Plan,
        seat: int,
        tried: dict[tuple[BotAnswer, ...], int],
        ahead: int,
    ) -> float:
        """How well the seat fares at the best position on the way of a plan, which is made up as it goes and
        followed so far ahead."""
        first = plan.answers[0]
        extra = isinstance(first, int) and first >= option_count(copy.q or ())
        before = self._value(copy, seat) if extra else 0.0
        met: list[float] = []
        given, inside = 0, inf  # the answers given, and how many frames there are outside of its action
        for number in range(1, self.LONGEST + 1):
            if copy.q is None or not (waiting := awaited(copy.q)):
                break  # over, or they do not agree
            mine = seat in waiting
            if mine and given == len(plan.answers):
                plan.answers.append(self._next(copy.q, seat, tuple(plan.answers), tried))
                plan.asked.append(asked(copy))
            if mine and (extra or copy.q[0] == MENU):
                inside = min(inside, len(copy.k))
            try:
                machine.answer(copy, *((plan.answers[given], seat) if mine else self._chance.answer(copy.q)))
            except NotOffered:  # as far as the seat knows it may not be possible
                break
            given += mine
            if self._open_part(machine, copy):
                continue  # nothing has been done yet
            if not met or copy.over is None or seat in copy.over.winners:
                met.append(self._value(copy, seat))
            done = copy.q is None or len(copy.k) <= inside
            if extra and done:
                if self._value(copy, seat) <= before:
                    return self.NEVER
                extra = False
            if done and number >= ahead:
                break
        return self.NEVER if extra else max(met or [self._value(copy, seat)])

    def _open_part(self, machine: Machine, state: State) -> bool:
        """Whether a part of an action is asked for: until all are chosen, nothing comes of it."""
        return state.q is not None and "$part" in machine.code.sites[state.k[-1][0]].node

    def _next(
        self,
        question: tuple[Any, ...],
        seat: int,
        so_far: tuple[BotAnswer, ...],
        tried: dict[tuple[BotAnswer, ...], int],
    ) -> BotAnswer:
        """How a plan goes on: plans that have begun alike take one option after the other."""
        sort, options = question[:2]
        if sort > PAUSE:
            return self._chance.answer(question, seat)[0]
        last = tried.get(so_far)
        tried[so_far] = self._chance.below(len(options)) if last is None else (last + 1) % len(options)
        return tried[so_far]

    def _value(self, state: State, seat: int) -> float:
        if state.over is not None:
            end = state.over
            return 0.0 if end.outcome == "draw" else self.WON if seat in end.winners else -self.WON
        state.fuel = state.budget
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
    found = machine.code.expression(node, dict.fromkeys(parts, SOMEBODY.certain))
    return (lambda state, seat: found(state, seat)) if parts else (lambda state, seat: found(state))


def asked(state: State) -> tuple[int, ...]:
    """Where the rules stand with the open question, how many options it has, and how many of them are to be
    named: what its seats can see."""
    return state.k[-1][0], option_count(state.q or ()), *(state.q or ())[3:5]


def own_extras(machine: Machine, state: State, seat: int) -> list[BotAnswer]:
    """What the seat can do on top of the open question."""
    first = option_count(state.q or ())
    return [first + i for i, (player, _, _) in enumerate(machine.any_time(state)) if player == seat]


class OpenMember(NamedTuple):
    """What one of several who are asked at a time is asked."""

    first: int  # the position of the first of its options
    options: tuple[int, ...]
    least: int  # so many of them are to be named
    most: int


def open_member(question: tuple[Any, ...], seat: int) -> OpenMember:
    """Of a question for several at a time the first that the seat has not answered yet.

    Raises ValueError if the seat has answered all.
    """
    first = 0
    for (_, seats, options, least, most), answer in zip(question[1], question[5], strict=True):
        if answer is None and seat in seats:
            return OpenMember(first, options, least, most)
        first += len(options)
    raise ValueError("this seat has answered already")
