"""Whole games at random: every mission of the large games, with as few players as it may have and as many."""

from __future__ import annotations

import statistics
from itertools import count
from random import Random

from bench.programs import SCENARIOS, choices_a_second, machine
from bench.timing import figure
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.playable import missions

GAMES = ("aliens", "sniper_elite", "nemesis", "avp")
WARM_UP = 50  # games in which lines of sight are found that all later games ask for again
TARGET = 25_000


def random_play() -> list[dict[str, object]]:
    """Choices per second of CPU time, one core. Where fewer play, sides that play themselves do more of what
    happens between two choices.
    """
    return [row for game in GAMES for row in _of_game(game)]


def first_games() -> list[dict[str, object]]:
    """The same before lines of sight have been found."""
    rates = [_rate("aliens", mission, 3, games=WARM_UP) for mission in _missions("aliens")]
    return [figure(f"Aliens: first {WARM_UP} games, median of missions", statistics.median(rates), "1/CPU s")]


def _of_game(game: str) -> list[dict[str, object]]:
    rates: dict[str, dict[str, float]] = {"fewest": {}, "most": {}}
    for mission in _missions(game):
        least, most = machine(game, mission).program.data["game"]["players"]
        for who, players in (("fewest", least), ("most", most)):
            rates[who][mission] = _rate(game, mission, players, seconds=1)
    rows = []
    for who, found in rates.items():
        slowest = min(found, key=lambda mission: found[mission])
        middle = statistics.median(found.values())
        rows += [
            figure(f"{game} for the {who}: choices, median of missions", middle, "1/CPU s", target=TARGET),
            figure(f"{game} for the {who}: choices, {slowest}", found[slowest], "1/CPU s", target=TARGET),
        ]
    return rows


def _rate(game: str, mission: str, players: int, games: int = 0, seconds: float = 0) -> float:
    """Choices a second in so many games, or in so many seconds after a warm-up."""
    of, random, seeds = machine(game, mission, telling=False), Random(1), count(1)
    if seconds:
        choices_a_second(of, players, random, seeds, games=WARM_UP)
    return choices_a_second(of, players, random, seeds, games, seconds)


def _missions(game: str) -> list[str]:
    package, _ = read_package(SCENARIOS / game)
    assert package is not None
    return list(missions(package))


BENCHMARKS = (random_play, first_games)
