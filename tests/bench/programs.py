"""The programs that benchmarks run, compiled once, and random play by position in the list of options."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.engine.engine import Machine, link
from tilewright.runtime.state.program import load
from tilewright.runtime.state.state import SEVERAL, TOGETHER, State

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@cache
def machine(package: str, mission: str | None = None, telling: bool = True) -> Machine:
    """A scenario, linked; as `simulate` plays it, if it is not `telling`."""
    found, _ = read_package(SCENARIOS / package)
    assert found is not None, package
    compiled = compile_package(found, mission=mission)
    assert compiled.program is not None, compiled.problems
    return link(load(compiled.program), telling)


def answer_at_random(of: Machine, state: State, random: Random) -> None:
    """One random answer to whatever is asked."""
    assert state.q is not None
    sort, options, _, least, most, given = state.q
    if sort == SEVERAL:
        of.answer(state, random.sample(range(len(options)), random.randint(least, min(most, len(options)))))
    elif sort == TOGETHER:
        member = next(i for i, answer in enumerate(given) if answer is None)
        _, seats, own, low, high = options[member]
        before = sum(len(each[2]) for each in options[:member])
        picked = random.sample(range(before, before + len(own)), random.randint(low, high))
        of.answer(state, picked, seats[0])
    else:
        of.answer(state, int(random.random() * len(options)))


def playout(of: Machine, seed: int, players: int, random: Random) -> int:
    """Play a game to its end at random; how many choices were made."""
    state = of.start(seed, players)
    choices = 0
    while state.q is not None:
        answer_at_random(of, state, random)
        choices += 1
    return choices


def choices_a_second(
    of: Machine, players: int, random: Random, seeds: Iterator[int], games: int = 0, seconds: float = 0
) -> float:
    """Choices per second of CPU time over so many whole games, or as many as are begun in so many seconds."""
    made, began, played = 0, time.process_time(), 0
    while (spent := time.process_time() - began) < seconds or played < games:
        made += playout(of, next(seeds), players, random)
        played += 1
    return made / spent


def somewhere(of: Machine, players: int, choices: int, depth: int = 0) -> State:
    """A state in the middle of a random game, in mid-effect: with at least `depth` frames if there is one."""
    random = Random(1)
    best: State | None = None
    for seed in range(1, 60):
        state = of.start(seed, players)
        for made in range(choices * 2):
            if state.q is None:
                break
            if made >= choices and (best is None or len(state.k) > len(best.k)):
                best = state.clone()
                if len(best.k) >= depth:
                    return best
            answer_at_random(of, state, random)
    assert best is not None
    return best
