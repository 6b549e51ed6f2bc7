"""Fifteen games written as a designer writes them who knows only the documents: `check` holds nothing against
them, what they tell comes true, and bots play them to an end.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.bots import bots_play_to_an_end
from tilewright.dsl import check_package, read_package, render_text
from tilewright.dsl.compile import test_programs as programs_of_stories
from tilewright.dsl.packages.package import Package
from tilewright.runtime.stories.testing import run_tests

GAMES = sorted(path.parent for path in Path(__file__).parents[1].joinpath("games").glob("*/package.yaml"))


def test_all_of_them_are_here() -> None:
    assert len(GAMES) == 15


@pytest.fixture(params=GAMES, ids=lambda path: path.name)
def package(request: pytest.FixtureRequest) -> Package:
    package, problems = read_package(request.param)
    assert package is not None and not problems
    return package


def test_nothing_is_held_against_it(package: Package) -> None:
    assert not render_text(check_package(package), package)


def test_its_stories_come_true(package: Package) -> None:
    programs, problems = programs_of_stories(package)
    assert programs and not problems
    results = [result for program in programs for result in run_tests(program)]
    assert len(results) >= 3
    assert not [result for result in results if result.failures]


def test_bots_play_it_to_an_end(package: Package) -> None:
    bots_play_to_an_end(package, games=6)
