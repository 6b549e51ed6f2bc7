"""Chance: games whose seeds follow one another have nothing in common, and nor have their bots."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from support.rules import begun, rules
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.seats.determinize import dealt, unknown
from tilewright.runtime.state import chance
from tilewright.runtime.state.state import State

SEEDS = range(600)


def first(seed: int, number: int, draws: int = 1, stream: int = chance.GAME) -> list[int]:
    r, drawn = chance.begun(seed, stream), []
    for _ in range(draws):
        r = chance.following(r)
        drawn.append(chance.value(r, number))
    return drawn


@pytest.mark.parametrize("number", [2, 3, 4, 6, 10, 20])
@pytest.mark.parametrize("draw", [0, 1, 5])
def test_over_seeds_in_a_row_every_number_comes_about_as_often(number: int, draw: int) -> None:
    found = Counter(first(seed, number, draw + 1)[draw] for seed in SEEDS)
    expected = len(SEEDS) / number
    chi_squared = sum((found[one] - expected) ** 2 / expected for one in range(number))
    assert chi_squared < number + 4 * (2 * number) ** 0.5, found


def test_neighbouring_seeds_draw_independently() -> None:
    pairs = Counter((first(seed, 3)[0], first(seed + 1, 3)[0]) for seed in SEEDS)
    assert len(pairs) == 9
    assert min(pairs.values()) > len(SEEDS) / 9 / 2


def test_a_bot_of_the_same_seed_draws_other_numbers() -> None:
    alike = 0
    for seed in SEEDS:
        bot = RandomBot(seed)
        alike += [bot.below(6) for _ in range(4)] == first(seed, 6, 4)
    assert alike < 4


def test_a_guess_of_the_same_seed_draws_other_numbers() -> None:
    """What is hidden is dealt by one stream, and the game goes on with another."""
    assert sum(first(seed, 6, 4) == first(seed, 6, 4, chance.GUESS) for seed in SEEDS) < 4


def test_a_seed_of_64_bits_and_those_beyond_it_begin_somewhere() -> None:
    assert 0 <= chance.begun(2**64 - 1) < 2**64
    assert chance.begun(2**64) == chance.begun(0)


def evenly(found: Counter[Any], among: int) -> bool:
    expected = sum(found.values()) / among
    return all(abs(found[one] - expected) < expected / 2 for one in range(1, among + 1))


DRAWN = """\
to play:
  choose n from 1 to 3 by chance
  choose answer from 0 to n
"""


def drawn(state: State) -> int:
    """What the game has drawn before it asked: its option that is not 0."""
    assert state.q is not None
    most: int = max(state.q[1])
    return most


def test_games_of_seeds_in_a_row_begin_differently() -> None:
    machine = rules(DRAWN)
    assert evenly(Counter(drawn(machine.start(seed, 1)) for seed in range(60)), 3)
    for seed in range(60):
        played = ReferenceMachine(machine.program).play(seed)
        assert played.state.r == machine.start(seed, 1).r


def test_what_is_dealt_by_seeds_in_a_row_is_dealt_differently() -> None:
    bids = "player has:\n  bid: number 1 to 3 = 1, seen by owner\nbefore play: set player.2.bid to 2\n"
    game = begun(bids + DRAWN, 2)
    hidden = unknown(game.index, game.state, game.index.program.number["player.1"])
    dealt_so = [dealt(game.state, hidden, seed) for seed in range(60)]
    for cell, _ in hidden.values:
        found: Counter[Any] = Counter(state.v[cell] for state in dealt_so)
        assert evenly(found, 3)
    assert len(hidden.values) == 2 and len({state.r for state in dealt_so}) == 60
