"""A war game on hexes, written without a thought of speed: rules that ask the whole board at every turn."""

from __future__ import annotations

import statistics
import time
from itertools import count
from random import Random

from bench.programs import choices_a_second, machine
from bench.timing import ROUNDS, figure
from tilewright.runtime.bots import GreedyBot
from tilewright.runtime.playouts import play_out

GREEDY_S = 60  # a game of greedy bots should be over by then


def random_play() -> dict[str, object]:
    """Choices per second of CPU time, whole games, one core."""
    of, random, seeds = machine("bench/ridge"), Random(1), count(1)
    choices_a_second(of, 2, random, seeds, games=3)
    rate = statistics.median(choices_a_second(of, 2, random, seeds, seconds=1) for _ in range(ROUNDS))
    return figure("The Ridge: choices", rate, "1/CPU s", target=5_000)


def greedy_play() -> dict[str, object]:
    """How long a game takes in which both sides try out what each option leads to."""
    of = machine("bench/ridge")
    began = time.process_time()
    play_out(of, 1, 2, GreedyBot(1))
    return figure("The Ridge: a game of greedy bots", time.process_time() - began, "CPU s", target=GREEDY_S)


BENCHMARKS = (random_play, greedy_play)
