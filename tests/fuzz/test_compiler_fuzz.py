"""No text crashes the compiler, and every problem it tells lies within its file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from support.cases import cases_in, in_memory, package_of
from tilewright.dsl.compile import check_package
from tilewright.dsl.package import Package, read_package
from tilewright.dsl.reference import entries
from tilewright.dsl.render import render_text
from tilewright.dsl.source import Source

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SMALL = ("learn/1_first_card", "learn/2_first_board", "learn/3_first_mission", "learn/5_tests",
         "bench/dungeon")
LARGE = ("aliens", "avp", "nemesis", "sniper_elite")
PIECE = re.compile(r'"[^"\n]*"?|\w+| +|\n|.')

quick = settings(max_examples=60, deadline=None, derandomize=True, database=None,
                 phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
thorough = settings(max_examples=2_000, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True, scope="module")
def _a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("TILEWRIGHT_CACHE")
    os.environ["TILEWRIGHT_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    os.environ.pop("TILEWRIGHT_CACHE")
    if before is not None:
        os.environ["TILEWRIGHT_CACHE"] = before


def holds(package: Package) -> None:
    """What is promised of any package: problems are values, at places that exist, and can be shown."""
    lines = {source.path: re.split("\r\n|\r|\n", source.text) for source in package.sources}
    problems = check_package(package)
    for problem in problems:
        for span in (problem.span, *(other.span for other in problem.related)):
            if not span.file:
                continue
            assert span.file in lines, problem
            assert 1 <= span.line <= span.end_line <= len(lines[span.file]) + 1, problem
            line = (lines[span.file][span.line - 1:span.line] or [""])[0]
            assert 1 <= span.column <= len(line) + 1, problem
            assert span.line < span.end_line or span.column <= span.end_column, problem
    render_text(problems[:20], package)


# ------------------------------------------------------------------ any text, any words in any order


@cache
def words() -> list[str]:
    """What sources are made of: small words, names, signs, indentation."""
    forms = " ".join(form for entry in entries() for form in entry.forms)
    found = {*re.findall(r"[a-z]+", forms), "hero", "deck", "x", "1", "007", '"text {x}"', "[A-1]", "| a |"}
    signs = [*":,.()=+-*/<#", "##", "\n", "\n  ", "\n    "]
    return sorted(found) + signs * 4


texts = st.text(max_size=300)
jumbles = st.lists(st.sampled_from(words()), max_size=120).map(" ".join)


@quick
@given(texts)
def test_any_text(text: str) -> None:
    holds(package_of(text))
    holds(package_of(f"system case\n\nto play:\n  {text}\n"))


@quick
@given(jumbles)
def test_any_words(text: str) -> None:
    more = ("more.wright", f"content for case\n\n{text}\n")
    holds(package_of(f"system case:\n  players: 1 to 4\n\n{text}\n", more))


# ------------------------------------------------------------------ games with slips in them


@cache
def shipped(name: str) -> Package:
    package, _ = read_package(SCENARIOS / name)
    assert package is not None
    return package


@dataclass(frozen=True)
class Slip:
    """One change to a file: where it happens is a share of the file, so that it can be said in few words."""

    file: int
    by_lines: bool
    how: str
    at: int
    other: int
    word: int

    def apply(self, sources: list[Source]) -> None:
        source = sources[self.file % len(sources)]
        pieces = source.text.split("\n") if self.by_lines else PIECE.findall(source.text)
        if pieces:
            changed = self.change(pieces, self.at % len(pieces), self.other % len(pieces))
            text = ("\n" if self.by_lines else "").join(changed)
            sources[self.file % len(sources)] = Source(source.path, text)

    def change(self, pieces: list[str], at: int, other: int) -> list[str]:
        match self.how:
            case "delete":
                return pieces[:at] + pieces[at + 1:]
            case "double":
                return [*pieces[:at], pieces[at], *pieces[at:]]
            case "swap":
                pieces[at], pieces[other] = pieces[other], pieces[at]
                return pieces
            case "replace":
                return [*pieces[:at], words()[self.word % len(words())], *pieces[at + 1:]]
            case "cut":
                return pieces[:at]
            case _:
                return [*pieces[:at], "  " + pieces[at], *pieces[at + 1:]]


numbers = st.integers(0, 1_000_000)
hows = st.sampled_from(("delete", "double", "swap", "replace", "cut", "indent"))
slip = st.builds(Slip, numbers, st.booleans(), hows, numbers, numbers, numbers)
slips = st.lists(slip, min_size=1, max_size=3)


def spoilt(package: Package, made: list[Slip]) -> Package:
    """A package but for a few slips."""
    sources = list(package.sources)
    for slip in made:
        slip.apply(sources)
    return in_memory(tuple(sources), package.id)


@cache
def mistaken() -> list[Package]:
    """The cases of mistakes: in a few lines each, nearly all that can be written."""
    files = sorted((Path(__file__).parents[1] / "dsl" / "cases").rglob("*.wright"))
    return [case.package() for file in files if file.stem != "prelude" for case in cases_in(file)]


@settings(quick, max_examples=150)
@given(numbers, slips)
def test_mistakes_with_slips(number: int, made: list[Slip]) -> None:
    holds(spoilt(mistaken()[number % len(mistaken())], made))


@quick
@given(st.sampled_from(SMALL), slips)
def test_small_games_with_slips(name: str, made: list[Slip]) -> None:
    holds(spoilt(shipped(name), made))


@settings(quick, max_examples=15)
@given(st.sampled_from(LARGE), slips)
def test_large_games_with_slips(name: str, made: list[Slip]) -> None:
    holds(spoilt(shipped(name), made))


@pytest.mark.soak
@thorough
@given(st.sampled_from((*SMALL, *LARGE)), slips)
def test_games_with_very_many_slips(name: str, made: list[Slip]) -> None:
    holds(spoilt(shipped(name), made))


@pytest.mark.soak
@thorough
@given(numbers, slips)
def test_mistakes_with_very_many_slips(number: int, made: list[Slip]) -> None:
    holds(spoilt(mistaken()[number % len(mistaken())], made))


@pytest.mark.soak
@thorough
@given(jumbles)
def test_very_many_words(text: str) -> None:
    holds(package_of(f"system case\n\n{text}\n"))
