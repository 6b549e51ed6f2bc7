"""Chance: games whose seeds follow one another have nothing in common, and nor have their bots."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewright.runtime.bots import RandomBot
from tilewright.runtime.state import chance

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
