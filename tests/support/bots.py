"""Games played by bots alone."""

from __future__ import annotations

from tilewright.dsl import campaigns, compile_package, missions
from tilewright.dsl.packages.package import Package
from tilewright.runtime.simulating import simulate


def bots_play_to_an_end(package: Package, games: int) -> None:
    """Every mission and campaign, with the fewest and the most players: no game gets stuck."""
    builds: list[str | None] = [*missions(package), *campaigns(package)]
    for mission in builds or [None]:
        program = compile_package(package, mission=mission).program
        assert program is not None
        for players in sorted({*program["game"]["players"]}):
            report = simulate(program, games=games, players=players)
            assert not report.stuck, f"{mission} of {players}: {report.stuck}"
