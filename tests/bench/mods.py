"""Mods: what it costs to find and sort many, and to check a game with some; what is told of planted pairs."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench.compiling import spent
from bench.programs import SCENARIOS
from bench.sight import fresh_cache
from bench.timing import ROUNDS, figure
from support.modding import every_pair, planted, told, warned
from support.packages import write_package
from tilewright.dsl.packages.package import read_package
from tilewright.host import children

MANY, SOME = 200, 20


def resolving() -> list[dict[str, object]]:
    """A game with 200 mods, most of which use two others and come after a third; some lie in three versions.

    Once all are named, and the newest do; and once half of them, which need the other half in versions that
    are not the newest, so that they have to be searched for.
    """
    figures = []
    for what, named, below in (("named", MANY, 4), ("searched for", MANY // 2, 3)):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            _write_many(home, below)
            seconds = []
            with fresh_cache():
                for _ in range(ROUNDS):
                    began = time.process_time()
                    package, problems = read_package(home / "game", [f"mod_{one}" for one in range(named)])
                    seconds.append(time.process_time() - began)
            assert package is not None and len(package.mods) == MANY and not problems
            assert {mod.version for mod in package.mods[:named]} >= {"2.0.0", f"{below - 1}.0.0"}
        figures += [
            figure(f"{MANY} mods {what}, sorted and read, first time", seconds[0], "s", target=1),
            figure(
                f"{MANY} mods {what}, sorted and read, again", statistics.median(seconds[1:]), "s", target=1
            ),
        ]
    return figures


def _write_many(home: Path, below: int) -> None:
    """The game and its mods, each of which uses two others in a version below a number."""
    write_package(home / "game", {"a.wright": "system game\n"})
    for number in range(MANY):
        uses = tuple(f"mod_{one} >=1,<{below}" for one in (number + 50, number + 70) if one < MANY)
        for version in ("1.0.0", "2.0.0", "3.0.0")[1 - (number % 5 == 0) : 2 + (number % 7 == 0)]:
            root = write_package(
                home / f"mod_{number}-{version}",
                {"a.wright": f"mod mod_{number} for game\n"},
                ("game", *uses),
                version=version,
            )
            manifest = (root / "package.yaml").read_text("utf-8")
            manifest = manifest.replace(f"id: mod_{number}-{version}", f"id: mod_{number}")
            (root / "package.yaml").write_text(f"{manifest}after: [mod_{number + 7}]\n", "utf-8")


def checking() -> list[dict[str, object]]:
    """`tilewright check scenarios/aliens` with 20 mods, as a whole process, in seconds of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        for game in ("aliens", "std"):
            shutil.copytree(SCENARIOS / game, Path(folder) / game)
        names = [f"mod_{number}" for number in range(SOME)]
        for number, name in enumerate(names):
            write_package(Path(folder) / name, {"a.wright": _mod(number)}, ("aliens",))
        command = [*children.python("tilewright.cli.main"), "check", str(Path(folder) / "aliens")]
        command += [word for name in names for word in ("--mod", str(Path(folder) / name))]
        seconds: list[float] = []
        warm: list[float] = []
        for round_ in range(ROUNDS):
            caches = Path(folder) / f"cache{round_}"
            environment = {**children.environment(), "XDG_CACHE_HOME": str(caches), "NO_COLOR": "1"}
            for times in (seconds, warm):
                began = spent()
                subprocess.run(
                    command,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    check=False,
                )
                times.append(spent() - began)
    return [
        figure(f"check scenarios/aliens with {SOME} mods, cold", statistics.median(seconds), "s", target=4),
        figure(f"check scenarios/aliens with {SOME} mods, again", statistics.median(warm), "s", target=4),
    ]


def _mod(number: int) -> str:
    """A mod that does something of every sort, some of it to what others touch, too."""
    return f"""\
mod mod_{number} for aliens

change weapon pulse_rifle:
  attack_cost: {number % 4}
event extra_{number} "Extra {number}":
  copies: 1
  cost: 1
  text: "A wound."
  play:
    for each mine in characters where mine.player is player:
      set mine.worry_{number} to 0
character has:
  worry_{number}: number 0 to 5 = 0
after knock_down: raise victim.worry_{number} by 1
after end_round:
  for each character: set character.worry_{number} to 0
modifier worried_{number} for tech_needed when actor.worry_{number} > 2: - 1
to calm_{number} (character):
  set character.worry_{number} to 0
"""


def telling() -> list[dict[str, object]]:
    """Every planted pair of mods: how many that get in each other's way are told, and how many others."""
    counts = {True: [0, 0], False: [0, 0]}
    for a, b, versions in every_pair():
        wanted = told(a, b, versions)
        counts[wanted][bool(warned(planted(a, b, versions)))] += 1
    (missed, found), (silent, false) = counts[True], counts[False]
    return [
        figure(f"conflicts told, of {missed + found}", 100 * found / (missed + found), "%", target=99),
        figure(f"false alarms, of {silent + false}", 100 * false / (silent + false), "%", target=1),
    ]


BENCHMARKS = (resolving, checking, telling)
