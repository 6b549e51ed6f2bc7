"""No text crashes the compiler, and every problem it tells lies within its file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.cases import cases_in, package_of
from support.slips import LARGE, SMALL, Slip, numbers, quick, shipped, slips, spoilt, thorough, words
from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.package import Package
from tilewright.dsl.problems.render import render_text


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
