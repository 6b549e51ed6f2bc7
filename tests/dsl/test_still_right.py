"""What was right is not checked again until something changes that it depends on, and nobody notices."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.cases import in_memory
from tilewright.dsl import builds, compile, still_right
from tilewright.dsl.compile import check_package
from tilewright.dsl.mutation.mutant import planted
from tilewright.dsl.mutation.planting import chosen, mutants
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.source import Source

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/package.yaml"))

RULES = """system case:
  begins: evening

kind lamp is card:
  oil: number 0 to 9
  wick = this.oil + 1
menu deeds "Deeds"
lamp hall "Hall":
  oil: 3
game has:
  hour: number 0 to 12

action light (lamp from lamps):
  in deeds
  lower lamp.oil by 1

to evening:
  repeat 12:
    raise hour by 1
    offer deeds to player.1
    if hour = 12: win
"""
STORIES = """tests for case

test "an hour passes":
  do:
    evening
  expect:
    hour = 1

test "and another":
  after "an hour passes"
  do:
    evening
  expect:
    hour = 2
    view of player.1 is not as in "an hour passes"

test "a lamp burns":
  do:
    force light hall
  expect:
    hall.wick = 3
"""


class Looks:
    """The stories that were checked, and whether lints were asked."""

    def __init__(self) -> None:
        self.stories: list[str] = []
        self.lints = 0

    def taken(self) -> tuple[list[str], int]:
        found = (sorted(self.stories), self.lints)
        self.stories, self.lints = [], 0
        return found


@pytest.fixture(autouse=True)
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(still_right, "WORTH_KEEPING", 0)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    found, told, lint = Looks(), builds._told, compile._lint

    def story(node: Any, context: Any) -> Any:
        found.stories.append(str(node.title)[1:-1])
        return told(node, context)

    def lints(*args: Any) -> Any:
        found.lints += 1
        return lint(*args)

    monkeypatch.setattr(builds, "_told", story)
    monkeypatch.setattr(compile, "_lint", lints)
    return found


def case(rules: str = RULES, stories: str = STORIES) -> list[Diagnostic]:
    return check_package(in_memory((Source("case/a.wright", rules), Source("case/b.wright", stories))))


ALL = ["a lamp burns", "an hour passes", "and another"]


def test_what_is_right_is_checked_once(looks: Looks) -> None:
    assert not case()
    assert looks.taken() == (ALL, 1)
    assert not case()
    assert looks.taken() == ([], 0)


@pytest.mark.parametrize(
    ("was", "becomes", "lints"),
    [
        ("menu deeds", "# a remark\n\n# and another\nmenu deeds", 0),
        ('"Hall"', '"The hall"', 0),
        ("oil: 3", "oil: 4", 1),
        ("lower lamp.oil by 1", "lower lamp.oil by 2", 1),
        ("if hour = 12: win", "if hour = 11: win", 1),
    ],
)
def test_what_others_cannot_see_makes_no_story_wrong(
    looks: Looks, was: str, becomes: str, lints: int
) -> None:
    assert not case()
    looks.taken()
    assert not case(RULES.replace(was, becomes))
    assert looks.taken() == ([], lints)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("= this.oil + 1", "= this.oil + 2"),
        ("oil: 3", "oil: 3\n  copies: 2"),
        ("  in deeds\n", ""),
        ("(lamp from lamps)", "(lamp from lamps where lamp.oil > 0)"),
        ("hour: number 0 to 12", "hour: number 0 to 13"),
    ],
)
def test_what_others_can_see_is_looked_at_again(looks: Looks, was: str, becomes: str) -> None:
    assert not case()
    looks.taken()
    case(RULES.replace(was, becomes))
    assert looks.taken()[0] == ALL


def test_a_story_is_looked_at_again_with_all_that_build_on_it(looks: Looks) -> None:
    assert not case()
    looks.taken()
    assert not case(stories=STORIES.replace("hour = 1\n", "hour > 0\n"))
    assert looks.taken() == (["an hour passes", "and another"], 1)
    assert not case(stories=STORIES.replace("wick = 3", "wick > 2"))
    assert looks.taken() == (["a lamp burns", "an hour passes", "and another"], 1), (
        "those above are changed back"
    )


def test_what_is_wrong_is_told_each_time(looks: Looks) -> None:
    wrong = STORIES.replace("hour = 1", "huor = 1").replace("hall.wick = 3", "yes")
    first = case(stories=wrong)
    looks.taken()
    assert case(stories=wrong) == first
    assert looks.taken()[0] == ["a lamp burns", "an hour passes"]
    assert {problem.code for problem in first} >= {"E0201"}


def test_a_story_of_which_a_lint_tells_is_not_kept(looks: Looks) -> None:
    stories = STORIES.replace("    hall.wick = 3", "    hall.wick = 3\n    hall.oil <= 9")
    for rules in (RULES, RULES.replace("if hour = 12: win", "if hour = 11: win")):
        assert [one.code for one in case(rules, stories)] == ["W1072"]


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.parent.name)
def test_what_was_kept_changes_nothing_that_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every edit is checked with what earlier ones have left, and without."""
    package, _ = read_package(file.parent)
    assert package is not None
    check_package(package)
    for edited in edits(package, 2):
        found = check_package(edited)
        with monkeypatch.context() as patch:
            patch.setattr(still_right, "WORTH_KEEPING", 10**9)
            assert check_package(edited) == found


def edits(package: Package, number: int) -> Iterator[Package]:
    """The package with mistakes in its rules, and without a line of its stories."""
    chance = random.Random(number)
    for mutant in chosen(list(mutants(package)), number, 7):
        sources = [planted(one, mutant) if one.path == mutant.span.file else one for one in package.sources]
        yield package._replace(sources=tuple(sources))
    stories = [one for one in package.sources if one.text.startswith("tests")]
    for _ in range(number if stories else 0):
        story = chance.choice(stories)
        lines = story.text.split("\n")
        del lines[chance.randrange(1, len(lines))]
        shorter = story._replace(text="\n".join(lines))
        yield package._replace(sources=tuple(shorter if one is story else one for one in package.sources))
