"""`tilewright mutate`: real mistakes in a small game, judged by real children."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.packages import write_package
from tilewright.cli import mutating
from tilewright.cli.main import main
from tilewright.cli.mutation_judge import BY_CHECK, NO_CHANGE, Judge
from tilewright.dsl.mutation.planting import mutants
from tilewright.dsl.packages.package import read_package

GAME = """system lamps:
  players: 1
  begins: evening

kind lamp is token:
  oil: 0 to 9
lamp hall "Hall"
mission night "Night":
  setup:
    set hall.oil to 1

to evening:
  fill hall
  drain hall
  win
to fill (lamp): raise lamp.oil by 2
to drain (lamp): lower lamp.oil by 1
"""
STORIES = """tests for lamps

test "Filling takes two measures":
  do:
    fill hall
  expect:
    hall.oil = 2
"""


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    return write_package(tmp_path / "lamps", {"game.wright": GAME, "stories.wright": STORIES})


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["mutate", *map(str, words)])


def judged(result: Result) -> dict[str, str]:
    """Who noticed each mistake, by what it did."""
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    return {f"{one['line']} {one['before']} → {one['after']}": one["noticed"] for one in document["mutants"]}


def test_a_rule_that_nothing_guards_is_listed(lamps: Path) -> None:
    options = ("--operator", "number off by one", "--operator", "misspelt name", "--jobs", 1)
    found = judged(run(lamps, "--mutants", 50, "--format", "json", *options))
    assert found["16 2 → 3"] == "tests"
    assert found["17 1 → 2"] == "nobody"
    assert found["13 fill → flil"] == "check"
    told = run(lamps, "--mutants", 50, *options)
    assert "game.wright:17:36 number off by one: 1 → 2" in told.stdout
    assert "game.wright:16" not in told.stdout
    assert "nobody" in told.stdout and "a way out" in told.stdout


def test_what_takes_too_long_is_not_judged_and_another_run_judges_it(
    lamps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    options = ("--operator", "number off by one", "--mutants", 2, "--jobs", 1, "--keep", kept)
    with monkeypatch.context() as hurried:
        hurried.setattr(mutating, "PATIENCE", 0.01)
        told = run(lamps, *options).stdout
    assert "Not judged" in told and "Of 0 mistakes" in told
    assert sorted(judged(run(lamps, *options, "--format", "json")).values()) == ["check", "nobody"]


def test_a_game_that_does_not_come_to_its_end_is_noticed(lamps: Path) -> None:
    """No test plays so far: only games of bots see it."""
    more = "game has:\n  hours: number\nto pass_time: raise hours by 1\n"
    loop = "  repeat while hours < 3: pass_time\n  win\n"
    (lamps / "game.wright").write_text(GAME.replace("  win\n", loop) + more)
    options = ("--operator", "opposite statement", "--mutants", 50, "--jobs", 1, "--format", "json")
    assert judged(run(lamps, *options))["21 raise → lower"] == "games"


def test_what_changes_no_mission_is_no_mistake_and_a_message_far_away_has_its_own_line(lamps: Path) -> None:
    """One player is what a game has that says nothing of players."""
    with (lamps / "game.wright").open("a") as file:
        file.write('mission day "Day":\n  setup:\n    set hall.oil to 3\n')
    package, _ = read_package(lamps)
    assert package is not None
    judge = Judge(package, 0)
    left_out = {one.span.line: one for one in mutants(package, ("line missing",))}
    assert judge.judge(left_out[2], frozenset()).by == NO_CHANGE
    begins = judge.judge(left_out[3], frozenset())
    assert (begins.by, begins.said, begins.line) == (BY_CHECK, "E0225 nothing says how the game begins", 1)


def test_what_was_judged_is_not_judged_again(lamps: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = run(lamps, "--mutants", 6, "--keep", kept, "--jobs", 2, "--format", "json")
    lines = kept.read_text().splitlines()
    assert first.exit_code == 0 and len(lines) == 7
    kept.write_text("\n".join(lines[:4]))  # a run that was ended
    again = run(lamps, "--mutants", 6, "--keep", kept, "--jobs", 1, "--format", "json")
    assert judged(again) == judged(first)


def test_results_of_another_package_are_not_mixed_in(lamps: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert run(lamps, "--mutants", 2, "--keep", kept, "--jobs", 1).exit_code == 0
    (lamps / "game.wright").write_text(GAME.replace("by 2", "by 3"))
    result = run(lamps, "--mutants", 2, "--keep", kept, "--jobs", 1)
    assert result.exit_code == 2 and "another package" in result.output
    kept.write_text("what is no record\n" * 2)
    result = run(lamps, "--mutants", 2, "--keep", kept, "--jobs", 1)
    assert result.exit_code == 2 and "another package" in result.output


def test_what_cannot_be_kept_is_said(lamps: Path, tmp_path: Path) -> None:
    result = run(lamps, "--mutants", 1, "--keep", tmp_path / "nowhere" / "kept.jsonl", "--jobs", 1)
    assert result.exit_code == 2 and "cannot be written" in result.output


def test_reasons_have_a_form(lamps: Path, tmp_path: Path) -> None:
    reasons = tmp_path / "reasons.yaml"
    reasons.write_text("- 1\n- 2\n")
    result = run(lamps, "--equivalent", reasons)
    assert result.exit_code == 2 and "should name changes, each with a reason" in result.output


def test_what_somebody_has_judged_as_no_mistake_is_left_out(lamps: Path, tmp_path: Path) -> None:
    reasons = tmp_path / "no_mistakes.yaml"
    reasons.write_text('"lamps/game.wright:17:36 number off by one: 1 → 2": nobody looks at it again\n')
    options = ("--operator", "number off by one", "--mutants", 50, "--jobs", 1)
    told = run(lamps, *options, "--equivalent", reasons)
    assert told.exit_code == 0 and "18:37 number off by one: 1 → 2" not in told.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "there is no game `nowhere`"),
        (("aliens", "--operator", "typo"), "there is no operator `typo`; there are misspelt name"),
        (("aliens", "--equivalent", __file__), "cannot be read"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2 and said in result.output


def test_a_package_with_errors_is_not_mutated(lamps: Path) -> None:
    (lamps / "package.yaml").write_text("id: lamps\n")
    result = run(lamps)
    assert result.exit_code == 1 and "E09" in result.output


def test_a_test_that_fails_anyway_is_named(lamps: Path) -> None:
    (lamps / "stories.wright").write_text(STORIES.replace("= 2", "= 3"))
    result = run(lamps, "--mutants", 2, "--jobs", 2)
    assert result.exit_code == 1
    assert "“Filling takes two measures” fails (lamps/stories.wright:7): Found 2, expected" in result.output
    assert f"`tilewright test {lamps}` tells more" in result.output and "Of 0" not in result.output


def test_where_no_mistake_can_be_planted_it_says_what_to_do(lamps: Path) -> None:
    (lamps / "stories.wright").unlink()
    stories = write_package(lamps.parent / "stories", {"stories.wright": STORIES}, ("lamps",))
    result = run(stories)
    assert result.exit_code == 1 and "as in `tilewright mutate lamps`" in result.output
    result = run(lamps, "--operator", "other relation")
    assert result.exit_code == 1 and "no place for a mistake of that sort (other relation)" in result.output
    (lamps / "game.wright").write_text("library lamps\n")
    assert "`lamps` has no rules, and mistakes are planted in rules." in run(lamps).output


def test_a_mistake_may_be_told_at_its_other_end(lamps: Path) -> None:
    """Where another verb is called, `drain` has no caller: the message names it, where it is declared."""
    options = ("--operator", "other verb", "--mutants", 50, "--jobs", 1)
    found = judged(run(lamps, "--format", "json", *options))
    assert found["14 drain → fill"] == "check"
    assert "First message on the right line 100.0%" in run(lamps, *options).stdout
