"""Games of bots, played out one after another, here or in a process that does nothing else. Counting is in
simulating.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic, process_time
from typing import NamedTuple

from tilewright.host import children
from tilewright.schemas.value_types import type_of

from .bots import BOTS, Bot, RandomBot
from .engine.campaign import Engine, engine
from .state.events import BEGIN, MOVE
from .state.program import OUT, Program
from .state.state import GameEnd, RawText, State

LIMIT = 20_000  # answers after which a game counts as one that does not end
BUDGETS = 200  # what all of them may cost, in budgets of an answer
LONG = 1.2  # seconds after which it is told of a game that it goes on
GOING = "going on"  # the outcome of such a game so far
TOGETHER = 0.05  # seconds whose games are told together: small ones take less time than to tell them


class PlayoutSetup(NamedTuple):
    """How each of the games is played."""

    players: int
    bot: str
    cards: bool  # whether those are told that came into play


class Played(NamedTuple):
    """How one game ended. It is data of JSON, but for tuples."""

    seed: int
    outcome: str
    winners: tuple[int, ...]
    rule: str | None
    reason: RawText | None
    choices: int
    seconds: float
    at: int = -1  # where that rule stands, in the program's spans
    cards: tuple[str, ...] = ()  # those that came into play


def play_out(
    machine: Engine,
    seed: int,
    players: int,
    bot: Bot | None = None,
    log: bool = False,
    going: Callable[[State], None] | None = None,
) -> State:
    """Play one game to its end, by chance if no bot is given. Gives its last state; one that is long is told
    once while it goes on.
    """
    bot, due = bot or RandomBot(seed), monotonic() + LONG
    state, spent = machine.start(seed, players, log), 0.0
    while state.q is not None and state.number < LIMIT and spent < BUDGETS:
        if going is not None and monotonic() > due:
            going(state)
            going = None
        answer, seat = bot.play(machine.on(state), state)
        machine.answer(state, answer, seat)
        spent += min(1, 1 - state.fuel / state.budget)
    return state


def play_all(
    machine: Engine,
    seeds: Iterable[int],
    table: PlayoutSetup,
    going: Callable[[Played], None] | None = None,
) -> Iterator[Played]:
    """Play a game for each seed, and keep what that has found out about lines of sight. The first one that is
    long is told while it goes on.
    """

    def told(state: State) -> None:
        nonlocal going
        rule, at = machine.on(state).asking(state)
        assert going is not None
        going(Played(seed, GOING, (), rule, None, state.number, process_time() - began, at))
        going = None

    for seed in seeds:
        began = process_time()
        bot = BOTS[table.bot](seed)
        state = play_out(machine, seed, table.players, bot, table.cards, told if going else None)
        seconds = process_time() - began
        end = state.over or GameEnd("endless", (), None, *machine.on(state).asking(state))
        cards = _came_into_play(machine.program, state) if table.cards else ()
        yield Played(seed, *end[:2], end.rule, end.reason, state.number, seconds, end.at, cards)
    machine.keep()


def cards_of(program: Program) -> dict[int, str]:
    """Every copy of every card, and which card it is one of."""
    return {
        number: str(entity["kind"])
        for number, entity in enumerate(program.entities)
        if program.is_a(entity["kind"], "card")
    }


def _came_into_play(program: Program, state: State) -> tuple[str, ...]:
    """The cards that went to where their rules are in force, set-up included, or with which something is
    done: in a game of cards alone they are used out of a hand.
    """
    cards = cards_of(program)
    found = set[int]()
    for event in state.log or ():
        if event[0] == MOVE and program.standing[event[3]] != OUT:
            found.add(event[1])
        elif event[0] == BEGIN:
            declared = program.data["verbs"][event[1]]["parts"]
            things = [type_of(part["type"]).is_thing for part in declared]
            found.update(value for value, is_thing in zip(event[2], things, strict=True) if is_thing)
    return tuple(sorted({cards[thing] for thing in found if thing in cards}))


def main() -> None:
    """The process: it is given a program, then a table and seeds, and tells the games that are over."""
    take, tell = children.begin()
    program, (given, seeds) = take(), take()
    table = PlayoutSetup(*given)
    machine = engine(program, telling=table.cards)
    over: list[Played] = []
    told = monotonic()
    for one in play_all(machine, range(*seeds), table, lambda long: tell([long])):
        over.append(one)
        if monotonic() - told > TOGETHER:
            tell(over)
            over, told = [], monotonic()
    tell(over)


if __name__ == "__main__":
    main()
