"""What a state keeps beside its position is forgotten in time."""

from __future__ import annotations

import pytest

from support.scenarios import NAMES, machine, table
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.emit.memo import joined_ranges
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.state.state import State

SEEDS, ANSWERS = range(4), 300


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_is_what_would_be_found_now(name: str) -> None:
    played = machine(name)
    for seed in SEEDS:
        state, bot = played.start(seed, table(name, "fewest")), RandomBot(seed)
        while state.q is not None and state.number < ANSWERS:
            kept = state.memo[:]
            assert kept == found_now(played.on(state), state, kept)
            played.answer(state, *bot.answer(state.q))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_for_all_states_is_what_each_would_find(name: str) -> None:
    played = machine(name)
    for seed in SEEDS:
        state, bot = played.start(seed, table(name, "fewest")), RandomBot(seed)
        while state.q is not None and state.number < ANSWERS:
            played.answer(state, *bot.answer(state.q))
        code = played.on(state).code
        for function, found in code.module.lasting.items():
            kept = dict(found)
            found.clear()
            for (players, *given), value in kept.items():
                if players == state.v[0]:
                    assert code.namespace[function](state, *given) == value


def found_now(of: Machine, state: State, kept: list[object]) -> list[object]:
    """The same values, found in a copy that keeps nothing."""
    code, fresh = of.code, state.clone()
    for number, value in enumerate(kept):
        if value is not None:
            fresh.memo = [None] * len(kept)
            if number < len(of.program.relations):
                code.namespace["mask"](fresh, number)
            else:
                code.namespace[code.module.finding[number]](fresh)
            kept = [*kept[:number], fresh.memo[number], *kept[number + 1 :]]
    return kept


def test_ranges_that_touch_are_joined() -> None:
    assert list(joined_ranges([(5, 9), (0, 2), (2, 4), (7, 8), (9, 12)])) == [(0, 4), (5, 12)]
    assert list(joined_ranges([])) == []
