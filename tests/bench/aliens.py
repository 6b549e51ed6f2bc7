"""What a state costs in the middle of an effect, and how much of `simulate` is playing."""

from __future__ import annotations

import json
import statistics
import subprocess

from bench.programs import SCENARIOS, machine, somewhere
from bench.timing import ROUNDS, each, figure
from tilewright.host import children
from tilewright.runtime.playouts import PlayoutSetup, play_all

PLAYERS = 3
SIMULATED = 200


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
    of, setup = machine("aliens", telling=False), PlayoutSetup(1, "random", cards=False)
    seeds = range(SIMULATED)
    shares = []
    for _ in range(ROUNDS):
        said = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=children.environment()).stdout
        list(play_all(of, seeds, setup))
        warm = sum(one.seconds for one in play_all(of, seeds, setup))
        shares.append(100 * warm / json.loads(said)["cpu_seconds"])
    name = f"simulate of {SIMULATED} games, share of the warmed rate"
    return [figure(name, statistics.median(shares), "%", target=80)]


BENCHMARKS = (simulating, state)
