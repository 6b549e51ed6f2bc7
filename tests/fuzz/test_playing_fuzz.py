"""What compiles can be played: games with slips in them go on to an end, or say which rule is stuck."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.slips import LARGE, SMALL, Slip, quick, shipped, slips, spoilt, thorough
from tilewright.dsl.compile import compile_package
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import Game
from tilewright.runtime.running.state import SEVERAL

ANSWERS = 60


def plays(name: str, made: list[Slip]) -> None:
    """If the game still compiles: at each moment it is over, or somebody is asked and has an answer."""
    compiled = compile_package(spoilt(shipped(name), made))
    if compiled.program is None:
        return
    bot = RandomBot(1)
    game = Game.start(compiled.program, 1)
    for _ in range(ANSWERS):
        question = game.state.q
        assert (question is None) == (game.state.over is not None), "a dead end"
        if question is None:
            break
        assert question[1] or (question[0] == SEVERAL and question[3] == 0), "nothing can be answered"
        answer, seat = bot.answer(question)
        game.give(seat, [answer] if isinstance(answer, int) else list(answer))
    for viewer in (None, *game.seats):
        json.dumps(game.view(viewer))
    json.dumps(game.save())
    over = game.state.over
    if over is not None and over[0] == "stuck":
        assert over[3] is not None or over[4] >= 0, "neither rule nor place"


@settings(quick, max_examples=120)
@given(st.sampled_from(SMALL), slips)
def test_small_games_with_slips_are_played(name: str, made: list[Slip]) -> None:
    plays(name, made)


@settings(quick, max_examples=10)
@given(st.sampled_from(LARGE), slips)
def test_large_games_with_slips_are_played(name: str, made: list[Slip]) -> None:
    plays(name, made)


@pytest.mark.soak
@thorough
@given(st.sampled_from((*SMALL, *LARGE)), slips)
def test_very_many_games_with_slips_are_played(name: str, made: list[Slip]) -> None:
    plays(name, made)
