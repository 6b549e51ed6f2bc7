"""What the limits cost whoever plays by the rules: little, and the same however a game came to be."""

from __future__ import annotations

import json
import re
import sys
from types import FrameType
from typing import Any

import pytest

from support.rules import rules
from support.scenarios import NAMES, machine, players
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.state.state import FUEL, State

MOST = 0.04  # of what Python does in a game may be paying; newer Pythons have fewer instructions for all else
ANSWERS = 40
SET = re.compile(r"\s*(e\d+=|if (len\()?e\d+\b)")  # the lines that count a set which a loop pays for


@pytest.mark.parametrize("name", NAMES)
def test_paying_is_a_small_part_of_playing(name: str) -> None:
    of = machine(name)
    _played(of, max(players(name)))  # what is found once and for all is found
    every, paying = _instructions(of, max(players(name)))
    assert every > 0
    assert paying < MOST * every


def _played(of: Any, seats: int) -> None:
    state, bot = of.start(1, seats), RandomBot(1)
    for _ in range(ANSWERS):
        if state.q is None:
            return
        of.answer(state, *bot.answer(state.q))


def _instructions(of: Any, seats: int) -> tuple[int, int]:
    """How many instructions of Python a game takes, and how many of them pay."""
    code = (of.on(of.start(1, seats)) or of).code
    code.module.finish()
    paying = {
        (name, line)
        for name in code.module.generated
        for line, text in enumerate(code.module.rendered(name).source.split("\n"))
        if "S.fuel" in text or SET.match(text)
    }
    counted = {True: 0, False: 0}

    def count(frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            name = frame.f_code.co_name
            line = (frame.f_lineno or 0) - frame.f_code.co_firstlineno
            counted[name == "spent" or (name, line) in paying] += 1
        return count

    before = sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # 3.12 counts only if somebody asked before it traces
    sys.settrace(count)
    try:
        _played(of, seats)
    finally:
        sys.settrace(before)
    return sum(counted.values()), counted[True]


LONG = """
system tiny:
  players: 1 to 2
  begins: play
game has:
  notes: list of number
to play:
  choose m from 1 to 2
  set notes to numbers(1, m * 1000)
  choose n from 1 to 2
  choose o from 1 to 2
"""


def test_a_long_list_makes_the_rest_of_a_game_dearer() -> None:
    game = rules(LONG)
    state = game.start(1, 1)
    assert state.budget == FUEL
    game.answer(state, 1)
    assert state.budget == FUEL // 20
    assert state.fuel <= FUEL / 20
    game.answer(state, 0)
    assert FUEL / 21 < state.fuel <= FUEL / 20


def test_a_game_that_is_taken_up_again_has_the_same_budget() -> None:
    game = rules(LONG)
    state = game.start(1, 1)
    game.answer(state, 1)
    again = game.load(json.loads(json.dumps(state.to_json())))
    copy = state.clone()
    game.forget(copy)
    assert again.budget == copy.budget == state.budget
    game.answer(state, 0)
    game.answer(again, 0)
    assert _rest(again) == _rest(state)


def _rest(state: State) -> tuple[State, int]:
    return state, state.fuel


def test_it_is_the_longest_list_that_counts() -> None:
    """A list that grows by and by leaves as much as one that was as long at once."""
    game = rules(LONG.replace("set notes to numbers(1, m * 1000)", "repeat m * 100: add 1 to notes"))
    assert isinstance(game, Machine)
    state = game.start(1, 1)
    game.answer(state, 1)
    assert state.budget == FUEL // 2
