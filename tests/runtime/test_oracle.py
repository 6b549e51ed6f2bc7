"""The generated code and the oracle play the same game: equal positions at every question."""

from __future__ import annotations

from typing import Any

import pytest

from support.scenarios import NAMES, players, program, stories
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.engine.campaign import engine
from tilewright.runtime.engine.engine import link, option_count
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.program import load
from tilewright.runtime.state.state import State
from tilewright.runtime.stories.testing import prepared, run_test

PARTS = ("v", "at", "z", "q", "r", "fx", "busy", "known", "over", "number", "below")
ANSWERS = 80


@pytest.mark.parametrize("name", NAMES)
def test_both_play_the_same_game(name: str) -> None:
    known = load(program(name))
    machine, oracle = engine(known), ReferenceMachine(known)
    for seats in players(name):
        for seed in (1, 2):
            bot = RandomBot(seed)
            state, session = machine.start(seed, seats), oracle.play(seed, seats)
            assert difference(state, session.state) == {}
            while state.q is not None and state.number < ANSWERS:
                answer, seat = bot.answer(state.q)
                machine.answer(state, answer, seat)
                session.answer(answer, seat)
                assert difference(state, session.state) == {}, f"seed {seed}, {seats} players, {state.number}"


@pytest.mark.parametrize("name", NAMES)
def test_both_agree_on_what_is_done_on_top_of_questions(name: str) -> None:
    if not any(menu.get("any_time") for menu in program(name)["menus"].values()):
        return
    known = load(program(name))
    machine, oracle = link(known), ReferenceMachine(known)
    seats, bot, taken = max(players(name)), RandomBot(3), 0
    state, session = machine.start(3, seats), oracle.play(3, seats)
    while state.q is not None and state.number < ANSWERS:
        assert difference(state, session.state) == {}, f"question {state.number}"
        actions = machine.any_time(state)
        assert [(who, what) for who, _, what in actions] == [
            (who, what) for who, _, what in session.play.any_time()
        ]
        answer, seat = bot.answer(state.q)
        if actions and bot.below(2):
            number = bot.below(len(actions))
            answer, seat, taken = option_count(state.q) + number, actions[number][0], taken + 1
        machine.answer(state, answer, seat)
        session.answer(answer, seat)
    assert taken


@pytest.mark.parametrize("name", NAMES)
def test_both_agree_on_the_stories(name: str) -> None:
    for one in stories(name):
        by_engine, interpreted = prepared(one), prepared(one, interpreted=True)
        for story in one["tests"]:
            results = [run_test(*by, story) for by in (by_engine, interpreted)]
            assert results[0].message == results[1].message, story["title"]


def difference(state: State, other: State) -> dict[str, Any]:
    """The parts of two positions that are not equal; of long lists the entries."""
    found: dict[str, Any] = {}
    for part, a, b in zip(PARTS, state.position(), other.position(), strict=True):
        if a != b:
            long = part in ("v", "at", "z")
            found[part] = (
                [(i, *pair) for i, pair in enumerate(zip(a, b, strict=True)) if pair[0] != pair[1]]
                if long
                else (a, b)
            )
    return found
