"""Planted mistakes: what each operator makes of a few lines, and which are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.packages import write_package
from tilewright.dsl.compile import check_package
from tilewright.dsl.mutation.mutant import offsets, planted, replaced
from tilewright.dsl.mutation.operators import OPERATORS
from tilewright.dsl.mutation.planting import chosen, mutants, with_mutant
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.source import Source, Span

GAME = """system lamps:
  players: 1 to 2
  begins: evening

words glass: clear, amber
kind lamp is token:
  lit: yes/no
  oil: 0 to 9
  pane: glass
lamp hall "Hall"
lamp yard "Yard":
  oil: 3
game has:
  hour: 0 to 12

define dark(one: lamp): yes/no = not one.lit and one.oil < 4

to evening:
  for each lamp where dark(it):
    if lamp.oil = 2 or lamp.pane is amber:
      raise lamp.oil by 1
    else: fill lamp

  say "It grows dark."
  win
to fill (lamp):
  set lamp.oil to 9
to empty (lamp):
  set lamp.oil to 0
after fill: raise hour by 1
"""
STORIES = """tests for lamps

test "A lamp is filled":
  do:
    fill hall
  expect:
    hall.oil = 9
"""


BOARD = """system yard:
  title: "A yard"
  players: 1

kind hero plural heroes is figure:
  steps: 0 to 9
  rests: 0 to 9
kind boat is figure
kind court is square
relation walking between squares, "can walk":
  joins sides
relation riding between squares, "can ride":
  joins corners
setting dark "Dark": yes/no = no
setting wet "Wet": yes/no = no
hero scout "Scout"
hero squire "Squire"
boats:
  | boat | copies |
  | raft | 2      |
board yard of court "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission walk "A walk":
  board: yard
  setup:
    move scout to a1
  after play:
    if scout can walk b1 and dark: win
    if walking(scout, b1): lose

to play:
  for each hero in heroes where hero.steps > 1 and
      hero.rests > 2:
    if any h in heroes where h.rests - h.steps > 2: stop
    if count(boats) > 1: lose
    if hero.space is a court: lose
    let best = first(heroes with most it.steps)
    if best is scout: win
modifier tired for steps when dark: - 1
"""


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Package:
    folder = write_package(tmp_path_factory.mktemp("games") / "yard", {"game.wright": BOARD})
    found, problems = read_package(folder)
    assert found is not None and not problems
    assert not [one for one in check_package(found) if one.is_error]
    return found


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Package:
    files = {"game.wright": GAME, "stories.wright": STORIES}
    folder = write_package(tmp_path_factory.mktemp("games") / "lamps", files)
    found, problems = read_package(folder)
    assert found is not None and not problems
    assert not [one for one in check_package(found) if one.is_error]
    return found


def lines(package: Package, operator: str) -> set[str]:
    """What each mutant of an operator makes of the lines that it changes, without what surrounds them."""
    source = package.sources[0]
    found = set()
    for one in mutants(package, [operator]):
        before, after = source.text.split("\n"), planted(source, one).text.split("\n")
        same = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
        found.add(after[same].strip())
    return found


@pytest.mark.parametrize(
    ("operator", "made"),
    [
        ("misspelt name", "else: flil lamp"),
        ("missing colon", "for each lamp where dark(it)"),
        ("missing bracket", "for each lamp where dark(it:"),
        ("other comparison", "define dark(one: lamp): yes/no = not one.lit and one.oil <= 4"),
        ("other comparison", "if lamp.oil != 2 or lamp.pane is amber:"),
        ("opposite word", "if lamp.oil = 2 and lamp.pane is amber:"),
        ("opposite word", "if lamp.oil = 2 or lamp.pane is not amber:"),
        ("test negated", "define dark(one: lamp): yes/no = one.lit and one.oil < 4"),
        ("test negated", "if not (lamp.oil = 2 or lamp.pane is amber):"),
        ("test without effect", "if yes:"),
        ("test without effect", "if no:"),
        ("condition missing", "if lamp.pane is amber:"),
        ("number off by one", "set lamp.oil to 8"),
        ("number off by one", "oil: 4"),
        ("number far off", "set lamp.oil to 1009"),
        ("inputs swapped", "define dark(one: lamp): yes/no = not one.lit and 4 < one.oil"),
        ("other name", "if lamp.oil = 2 or lamp.pane is clear:"),
        ("other verb", "after empty: raise hour by 1"),
        ("other verb", "before fill: raise hour by 1"),
        ("other verb", "else: empty lamp"),
        ("opposite statement", "after fill: lower hour by 1"),
        ("opposite statement", "lose"),
    ],
)
def test_an_operator_makes_this_of_a_line(lamps: Package, operator: str, made: str) -> None:
    assert made in lines(lamps, operator)


@pytest.mark.parametrize(
    ("operator", "made"),
    [
        ("missing quote", 'title: "A yard'),
        ("line of a drawing moved", "| .   . |"),
        ("missing cell", "| raft |"),
        ("number off by one", "| raft | 3      |"),
        ("set without its test", "if any h in heroes: stop"),
        ("inputs swapped", "if walking(b1, scout): lose"),
        ("inputs swapped", "if b1 can walk scout and dark: win"),
        ("other relation", "if scout can ride b1 and dark: win"),
        ("other name", "if riding(scout, b1): lose"),
        ("other name", "for each hero in boats where hero.steps > 1 and"),
        ("other name", "if count(heroes) > 1: lose"),
        ("other name", "if scout can walk b1 and wet: win"),
        ("other name", "move squire to a1"),
        ("other property", "for each hero in heroes where hero.rests > 1 and"),
        ("opposite word", "if no h in heroes where h.rests - h.steps > 2: stop"),
        ("opposite word", "if hero.space is not a court: lose"),
        ("opposite word", "let best = first(heroes with least it.steps)"),
        ("opposite statement", "modifier tired for steps when dark: + 1"),
    ],
)
def test_an_operator_makes_this_of_a_game_on_a_board(yard: Package, operator: str, made: str) -> None:
    assert made in lines(yard, operator)


def test_a_word_between_two_lines_is_left(yard: Package) -> None:
    assert "for each hero in heroes where hero.steps > 1 or" not in lines(yard, "opposite word")


def test_lines_are_left_out_doubled_and_swapped_whole(lamps: Package) -> None:
    source = lamps.sources[0]

    def texts(operator: str) -> list[str]:
        return [planted(source, one).text for one in mutants(lamps, [operator])]

    said = '  say "It grows dark."\n'
    assert GAME.replace(said, "") in texts("line missing")
    block = GAME[GAME.index("  for each") : GAME.index('\n  say "It')]
    assert GAME.replace(block, "") in texts("line missing"), "the empty line below it stays"
    assert GAME.replace(said, said * 2) in texts("line twice")
    assert GAME.replace(said + "  win\n", "  win\n" + said) in texts("lines swapped")
    assert GAME.replace("after fill: raise hour by 1\n", "") in texts("declaration missing")
    assert all(text.count("\n") >= GAME.count("\n") for text in texts("line twice"))


def test_the_last_statement_of_a_block_is_not_left_out(lamps: Package) -> None:
    """That would be a mistake of form, of another kind than was meant."""
    source = lamps.sources[0]
    assert GAME.replace("  set lamp.oil to 9\n", "") not in [
        planted(source, one).text for one in mutants(lamps, ["line missing"])
    ]


def test_every_mutant_changes_its_package_and_says_what(lamps: Package) -> None:
    sources = {one.path: one for one in lamps.sources}
    found = list(mutants(lamps))
    assert {one.operator for one in found} >= set(OPERATORS) - {
        "missing quote",
        "line of a drawing moved",
        "missing cell",
        "set without its test",
        "other property",
        "other relation",
    }
    for one in found:
        assert replaced(sources[one.span.file], one) != one.text
        assert with_mutant(lamps, one) != lamps
        assert one.declared.line <= one.span.line <= one.declared.end_line


def test_tests_and_what_is_used_stay_as_they_are(lamps: Package) -> None:
    assert {one.span.file for one in mutants(lamps)} == {lamps.sources[0].path}
    aliens, _ = read_package(Path(__file__).parents[2] / "scenarios/aliens")
    assert aliens is not None
    assert all(
        one.span.file.startswith("aliens/") and not one.span.file.startswith("aliens/tests/")
        for one in mutants(aliens, ["test negated"])
    )


def test_mistakes_of_form_are_all_noticed_by_check(lamps: Package) -> None:
    known = {one.message for one in check_package(lamps)}
    form = [name for name, one in OPERATORS.items() if one.sort == "form"]
    unnoticed = [
        (one.operator, one.span, one.text)
        for one in mutants(lamps, form)
        if not {found.message for found in check_package(with_mutant(lamps, one))} - known
    ]
    assert not unnoticed


def test_the_choice_is_fair_and_the_same_for_the_same_seed(lamps: Package) -> None:
    every = list(mutants(lamps))
    some = chosen(every, 2 * len(OPERATORS), seed=3)
    assert some == chosen(every, 2 * len(OPERATORS), seed=3) != chosen(every, 2 * len(OPERATORS), seed=4)
    assert {one.operator for one in some} == {one.operator for one in every}
    assert sorted(chosen(every, len(every) + 5, seed=1)) == sorted(every)


@pytest.mark.parametrize(
    ("span", "found"),
    [
        (("f", 1, 1, 1, 3), "ab"),
        (("f", 2, 2, 2, 3), "e"),
        (("f", 1, 3, 2, 2), "c\nd"),
        (("f", 2, 1, 3, 1), "def\n"),
    ],
)
def test_a_stretch_is_found_in_its_text(span: tuple[str, int, int, int, int], found: str) -> None:
    text = "abc\ndef\n"
    start, end = offsets(Source("f", text).text, Span(*span))
    assert text[start:end] == found


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_lines_may_end_in_other_ways(ending: str) -> None:
    text = f"abc{ending}def{ending}"
    start, end = offsets(text, Span("f", 2, 2, 2, 4))
    assert text[start:end] == "ef"
