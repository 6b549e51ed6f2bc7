"""What inputs are made from: the packages that ship, the cases of mistakes, and games in progress."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from support.cases import cases_in
from support.scenarios import NAMES, begun
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.source import Source
from tilewright.runtime.game import Game

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SMALL = (
    "learn/1_first_card",
    "learn/2_first_board",
    "learn/3_first_mission",
    "learn/5_tests",
    "learn/6_a_campaign",
    "bench/dungeon",
    "bench/tic_tac_toe",
    "words",
    "words/brighter",
)
LARGE = ("aliens", "avp", "nemesis", "sniper_elite")
GAMES = [name for name in NAMES if name not in LARGE and name != "mods/hard_hunt"]

LENGTHS = (0, 3, 9, 20)  # answers of games in progress

Files = dict[str, str]


@cache
def package(name: str) -> Package:
    """A package that ships."""
    found, problems = read_package(SCENARIOS / name)
    assert found is not None, problems
    return found


@cache
def cases() -> list[Files]:
    """The cases of mistakes and of what is right: in a few lines each, nearly all that can be written."""
    folder = SCENARIOS.parent / "tests" / "dsl" / "cases"
    files = sorted(file for file in folder.rglob("*.wright") if file.stem != "prelude")
    return [
        {source.path: source.text for source in case.sources} for file in files for case in cases_in(file)
    ]


def donor(chance: Random) -> str:
    """A text that parts may be taken from."""
    if chance.random() < 0.5:
        return chance.choice(list(chance.choice(cases()).values()))
    return chance.choice(package(chance.choice(SMALL)).sources).text


def sources(files: Files) -> tuple[Source, ...]:
    """Files as sources."""
    return tuple(Source(path, text) for path, text in files.items())


@cache
def played(name: str, answers: int, seed: int) -> Game:
    """A game in progress, shared: clone it before it is played on."""
    return begun(name, answers, seed)


@cache
def saved(name: str, answers: int, seed: int) -> dict[str, Any]:
    """The save of such a game, shared: do not change it."""
    return played(name, answers, seed).save()


def in_progress(chance: Random) -> dict[str, Any]:
    """Which game in progress is meant, as the part of an input that says so."""
    name = chance.choice(LARGE) if chance.random() < 0.01 else chance.choice(GAMES)
    if name in LARGE:
        return {"game": name, "answers": 6, "seed": 1}
    return {"game": name, "answers": chance.choice(LENGTHS), "seed": 1}


def warm(games: bool) -> None:
    """Make what every worker needs once, before there are workers."""
    cases()
    for name in SMALL:
        package(name)
    for name in GAMES if games else ():
        for length in LENGTHS:
            saved(name, length, 1)
    for name in LARGE if games else ():
        saved(name, 6, 1)
