"""Whole missions of miniatures at random, and what a state costs in the middle of an effect."""

from __future__ import annotations

import json
import statistics
import subprocess
from itertools import count
from random import Random

from bench.programs import SCENARIOS, choices_a_second, machine, somewhere
from bench.timing import ROUNDS, each, figure
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.playable import missions
from tilewright.host import children
from tilewright.runtime.playouts import PlayoutSetup, play_all

PLAYERS = 3
WARM_UP = 50  # games in which lines of sight are found that all later games ask for again

SIMULATED = 200


def random_play() -> list[dict[str, object]]:
    """Choices per second of CPU time, whole games, one core; a row a mission, and one for the first games."""
    package, _ = read_package(SCENARIOS / "aliens")
    assert package is not None
    found, first = [], []
    for name in missions(package):
        of = machine("aliens", name)
        random, seeds = Random(1), count(1)
        first.append(choices_a_second(of, PLAYERS, random, seeds, games=WARM_UP))
        rate = statistics.median(
            choices_a_second(of, PLAYERS, random, seeds, seconds=1) for _ in range(ROUNDS)
        )
        found.append(figure(f"Aliens: {name}, choices", rate, "1/CPU s", target=25_000))
    slow = statistics.median(first)
    return [*found, figure(f"the same in the first {WARM_UP} games, median of missions", slow, "1/CPU s")]


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


def simulating() -> list[dict[str, object]]:
    """`simulate` as it is called, beside games of a program that has been played for a while: in how many of
    the seconds of the first games is played, and not compiled or searched for what is kept from then on.
    """
    command = [*children.python("tilewright.cli.main"), "simulate", str(SCENARIOS / "aliens"), "--json"]
    command += ["--jobs", "1", "--games", str(SIMULATED)]
    of, setup, seeds = machine("aliens"), PlayoutSetup(1, "random", cards=False), range(SIMULATED)
    shares = []
    for _ in range(ROUNDS):
        said = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=children.environment()).stdout
        list(play_all(of, seeds, setup))
        warm = sum(one.seconds for one in play_all(of, seeds, setup))
        shares.append(100 * warm / json.loads(said)["cpu_seconds"])
    name = f"simulate of {SIMULATED} games, share of the warmed rate"
    return [figure(name, statistics.median(shares), "%", target=80)]


BENCHMARKS = (random_play, simulating, state)
