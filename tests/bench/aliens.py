"""A whole mission of miniatures at random, and what its state costs in the middle of an effect."""

from __future__ import annotations

import json
import statistics
import time
from random import Random

from bench.programs import machine, playout, somewhere
from bench.timing import ROUNDS, each, figure

PLAYERS = 3


def random_play() -> dict[str, object]:
    """Choices per second of CPU time, whole games, one core."""
    of = machine("aliens")
    random = Random(1)
    rates = []
    for round_ in range(ROUNDS + 1):
        made, began, seed = 0, time.process_time(), round_ * 1000
        while (spent := time.process_time() - began) < 2:
            seed += 1
            made += playout(of, seed, PLAYERS, random)
        rates.append(made / spent)
    return figure("Aliens mission at random, choices", statistics.median(rates[1:]), "1/CPU s", target=25_000)


def state() -> list[dict[str, object]]:
    """Clone, save, load and hash of a state with a stack of effects."""
    of = machine("aliens")
    middle = somewhere(of, PLAYERS, 60, depth=6)
    text = json.dumps(middle.to_json())
    return [
        figure("clone of a state in mid-effect", each(middle.clone), "µs", target=5),
        figure("save to JSON text", each(lambda: json.dumps(middle.to_json()), 500), "µs", target=100),
        figure("load from JSON text", each(lambda: of.load(json.loads(text)), 500), "µs", target=100),
        figure("hash", each(middle.digest), "µs", target=15),
        figure("size of a save", len(text), "bytes"),
        figure("frames on its stack", len(middle.k), ""),
    ]


BENCHMARKS = (random_play, state)
