"""Random play on both maps of a game of hidden movement: for two, and for one against cards."""

from __future__ import annotations

import statistics
from itertools import count
from random import Random

from bench.programs import choices_a_second, machine
from bench.timing import ROUNDS, figure

MAPS = ("launch_facility", "submarine_bunker")


def random_play() -> list[dict[str, object]]:
    """Choices per second of CPU time, whole games, one core; a row a map and number of players."""
    found = []
    for name in MAPS:
        of = machine("sniper_elite", name)
        for players in (1, 2):
            random, seeds = Random(1), count(1)
            rate = statistics.median(
                choices_a_second(of, players, random, seeds, seconds=1) for _ in range(ROUNDS)
            )
            found.append(
                figure(f"Sniper Elite: {name} for {players}, choices", rate, "1/CPU s", target=20_000)
            )
    return found


BENCHMARKS = (random_play,)
