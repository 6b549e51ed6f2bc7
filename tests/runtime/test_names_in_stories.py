"""What a story gives a name is known in the lines below: on both back ends, questions in between or not."""

from __future__ import annotations

import pytest

from support.cases import package_of
from tilewright.dsl.compile import test_programs as programs_of
from tilewright.runtime.stories.testing import Result, run_tests

RULES = """\
system case:
  players: 1
die six: 1 to 6
game has:
  gold: number
to weigh (n: number) gives yes/no:
  roll six
  choose m from 1 to 2
  give six > n
to double (n: number) gives number:
  give n + n
to play: win
"""
STORIES = """\
tests for case
test "after a question":
  do:
    dice six 1
    weigh 3 as heavy
    answer 1
  expect: not heavy
test "without a question":
  do: double 3 as six_of_them
  expect: six_of_them = 6
test "rolled, chosen, used":
  do:
    dice six 5
    roll six as rolled
    choose n from 1 to 3
    answer 3
    set gold to n * rolled
  expect: gold = 15
test "taken back":
  do:
    dice six 5
    weigh 3 as heavy
    answer 1
    undo
    answer 2
  expect: heavy
test "too early":
  do:
    dice six 1
    weigh 3 as heavy
  expect: not heavy
"""


def results(*, interpreted: bool) -> dict[str, Result]:
    programs, problems = programs_of(package_of(RULES, ("tests.wright", STORIES)))
    assert not problems
    return {one.title: one for program in programs for one in run_tests(program, interpreted=interpreted)}


@pytest.mark.parametrize("interpreted", [False, True])
def test_names_are_known_from_then_on(interpreted: bool) -> None:
    found = results(interpreted=interpreted)
    early = found.pop("too early")
    assert {title: one.message for title, one in found.items()} == dict.fromkeys(found, "")
    assert (
        early.message
        == "`heavy` is not known yet: Player 1 is asked to choose `m` (Weigh, case/case.wright:8) from 1, 2."
    )
