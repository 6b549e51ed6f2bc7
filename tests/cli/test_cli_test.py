from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.packages import write_package
from tilewright.runtime.cli import main

RULES = """\
system lamps:
  players: 1 to 2

die d6: 1 to 6
setting wind "Wind": yes/no = no

kind lamp is token:
  lit: yes/no
kind trick is card:
  does use by (player)
game has:
  used: pile of trick
  street: pile of thing, in play

define brightness(lamp): number = 1
modifier oiled for brightness when wind [L-9]: +1

to play:
  repeat 3: kindle
  lose "Night."

## Lights a lamp.
to kindle [L-1]:
  choose lamp from lamps where not it.lit
  set lamp.lit to yes

to smother (lamp) [L-2]:
  set lamp.lit to no

after kindle [L-3]:
  roll d6

trick spark "Spark":
  use: kindle
trick ember "Ember":
  use: done
lamp red_lamp "Red lamp"
lamp green_lamp "Green lamp"
"""
TESTS = """\
tests for lamps

test "A lamp is lit" [L-1]:
  given: move red_lamp to street
  do:
    dice d6 4
    kindle
  expect:
    red_lamp.lit
    nobody is asked

test "One of two is chosen" [L-1, L-3]:
  given:
    move red_lamp to street
    move green_lamp to street
  do:
    dice d6 1
    kindle
    answer green_lamp
  expect:
    green_lamp.lit
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_stories_that_hold_are_counted(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    result = run("test", "lamps")
    assert (result.exit_code, result.output) == (0, "lamps: 2 passed\n2 passed, 0 failed\n")


def test_a_story_that_does_not_hold_is_shown_with_its_line(here: Path) -> None:
    wrong = TESTS.replace("    green_lamp.lit\n", "    red_lamp.lit\n")
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": wrong})
    result = run("test", "lamps")
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[:3] == [
        'test: "One of two is chosen" [L-1, L-3] fails',
        "  lamps/tests.wright:21:5",
        "21 │     red_lamp.lit",
    ]
    assert lines[-1] == "1 passed, 1 failed"


def test_stories_are_chosen_by_title_or_label(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    assert run("test", "lamps", "--filter", "one OF").output.endswith("1 passed, 0 failed\n")
    assert run("test", "lamps", "--filter", "L-3").output.endswith("1 passed, 0 failed\n")
    assert run("test", "lamps", "--filter", "nothing").output == "0 passed, 0 failed\n"


def test_what_no_test_reaches_is_listed(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    result = run("test", "lamps", "--cover")
    assert result.exit_code == 0
    assert result.output.splitlines()[1:-1] == [
        "lamps: not reached by any test",
        "  rules: L-2, L-9",
        "  verbs: play, smother",
        "  cards: spark, ember",
        "  settings: wind",
    ]


def test_stories_about_another_package_cover_that_one(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES})
    write_package(here / "stories", {"tests.wright": TESTS}, ("lamps",))
    assert "  verbs: play, smother\n" in run("test", "stories", "--cover").output


def test_stories_of_what_a_package_uses_are_not_its_own(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    write_package(here / "more", {"more.wright": "content for lamps\n"}, ("lamps",))
    assert run("test", "more").output == "0 passed, 0 failed\n"
    assert run("test", ".").output.endswith("2 passed, 0 failed\n")


def test_a_package_with_mistakes_fails(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES.replace("roll d6", "rol d6"), "tests.wright": TESTS})
    result = run("test", "lamps")
    assert result.exit_code == 1
    assert "error[E0" in result.output
    assert result.output.endswith("lamps has mistakes; its tests cannot be run.\n0 passed, 1 failed\n")


def test_a_path_that_is_not_there_is_wrong_use() -> None:
    result = run("test", "nowhere")
    assert result.exit_code == 2
    assert "there is nothing at `nowhere`" in result.output
