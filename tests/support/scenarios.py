"""Programs to try a law on: a tiny one by hand, and every scenario here, compiled when it is needed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tilewright.runtime.bots import RandomBot
from tilewright.runtime.engine.campaign import Engine, engine
from tilewright.runtime.game import Game

from .tiny import tiny

ROOT = Path(__file__).parents[2] / "scenarios"
TINY = "tiny"


WORKSHOP = (
    "mods/aliens_de",
    "mods/cold_station",
    "mods/field_arsenal",
    "mods/hunters_arsenal",
    "mods/old_rifle",
    "mods/quartermaster",
    "mods/thin_air",
)
"""Mods that are tried together (tests/cli/test_workshop.py): alone they would be whole games once more."""


def _packages() -> dict[str, Path]:
    """The packages that can be played, by the path of their folder."""
    folders = sorted(path.parent for path in ROOT.rglob("package.yaml"))
    names = {folder.relative_to(ROOT).as_posix(): folder for folder in folders if folder.name != "std"}
    return {name: folder for name, folder in names.items() if name not in WORKSHOP}


CAMPAIGNS = {"learn/6_a_campaign/lamp_week": "learn/6_a_campaign"}
"""Campaigns that are tried like games, each with its package."""

NAMES = [TINY, *_packages(), *CAMPAIGNS]


@cache
def program(name: str, mission: str | None = None) -> dict[str, Any]:
    """The program of a mission of a scenario, else its first, or a campaign's. Shared: do not change it."""
    if name == TINY:
        return tiny()
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.packages.package import read_package

    package, problems = read_package(_packages()[CAMPAIGNS.get(name, name)])
    assert package is not None, problems
    compiled = compile_package(package, mission=name.rpartition("/")[2] if name in CAMPAIGNS else mission)
    assert compiled.program is not None, [problem for problem in compiled.problems if problem.is_error]
    return compiled.program


@cache
def stories(name: str) -> list[dict[str, Any]]:
    """The programs with the tests of a scenario, one for each board that they are played on. A mod brings
    those of its game along, which are tried with the game: here it has its own alone.
    """
    if name == TINY or name in CAMPAIGNS:
        return []
    from tilewright.dsl.compile import test_programs
    from tilewright.dsl.packages.package import read_package

    package, problems = read_package(_packages()[name])
    assert package is not None, problems
    programs = test_programs(package)[0]
    games = [used.id for used in package.uses if used.id in NAMES]
    known = {test["title"] for game in games for one in stories(game) for test in one["tests"]}
    for one in programs:
        one["tests"] = [test for test in one["tests"] if test["title"] not in known]
    return [one for one in programs if one["tests"]]


@cache
def machine(name: str) -> Engine:
    """What plays a scenario's first mission: linked once, it never changes by playing."""
    return engine(program(name))


def table(name: str, seats: str) -> int:
    """How many sit down for the "fewest" or the "most" players."""
    return players(name)[0 if seats == "fewest" else -1]


def players(name: str) -> tuple[int, ...]:
    """The smallest and the largest number of players."""
    low, high = program(name)["game"]["players"]
    return tuple(sorted({low, high}))


def begun(name: str, answers: int, seed: int = 1, seats: int | None = None) -> Game:
    """A game that has been played so far by chance, or to its end."""
    game = Game(machine(name), seed, seats or max(players(name)))
    wander(game, answers, RandomBot(seed))
    return game


def wander(game: Game, answers: int, bot: RandomBot) -> None:
    """Answer by chance."""
    for _ in range(answers):
        if game.state.q is None:
            return
        answer, seat = bot.answer(game.state.q)
        game.give(seat, [answer] if isinstance(answer, int) else answer)
