"""A machine that tells nothing plays the same games, by code in which no log is mentioned."""

from __future__ import annotations

import pytest

from support.scenarios import NAMES, players, program
from tilewright.runtime.engine.campaign import Campaign, engine
from tilewright.runtime.engine.engine import link
from tilewright.runtime.playouts import play_out


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_the_same_games(name: str) -> None:
    quiet = engine(program(name), telling=False)
    for seats in players(name):
        state = play_out(engine(program(name)), 5, seats)
        assert play_out(quiet, 5, seats) == state
        assert play_out(engine(program(name)), 5, seats, log=True).position() == state.position()


@pytest.mark.parametrize("name", NAMES)
def test_its_code_mentions_no_log(name: str) -> None:
    machine = link(program(name), telling=False)
    code = machine.code.listing(range(-1, len(machine.program.data["spans"])))
    assert not [title for title, source in code if "S.log is not None:" in source]


def test_it_keeps_none() -> None:
    quiet = engine(program(NAMES[0]), telling=False)
    assert not isinstance(quiet, Campaign)
    with pytest.raises(ValueError, match="keeps no log"):
        quiet.start(1, 1, log=True)
