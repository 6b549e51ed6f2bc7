from __future__ import annotations

from pathlib import Path

import pytest

from support.commands import run
from support.driving import SCENARIOS
from support.packages import write_package
from tilewright.cli.ledger import HEAD, ledger, same, written
from tilewright.dsl.packages.package import read_package

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
    assert run("test", "lamps", "--filter", "nothing").output.endswith("0 passed, 0 failed\n")


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


def test_a_ledger_says_where_every_rule_is(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    file = here / "RULES.md"
    file.write_text(f"{HEAD}\n| L-7 | | |\n", "utf-8")
    result = run("test", "lamps", "--ledger", "RULES.md")
    assert result.output.splitlines()[1:-1] == [
        "RULES.md: 5 rules",
        "  nothing implements: L-7",
        "  no test is for: L-2, L-7, L-9",
    ]
    rows = file.read_text("utf-8").splitlines()[-5:]
    assert rows[0] == (
        "| L-1 | [to kindle](rules.wright#L23) | [A lamp is lit](tests.wright#L3), "
        "[One of two is chosen](tests.wright#L12) |"
    )
    assert rows[1] == "| L-2 | [to smother](rules.wright#L27) |  |"
    assert rows[3] == "| L-7 |  |  |", "what has been listed stays, until somebody takes it out"
    assert rows[4].startswith("| L-9 | [modifier oiled for brightness]")


def test_what_is_no_ledger_is_left_as_it_is(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    (here / "mine.md").write_text("# My own notes\n")
    result = run("test", "lamps", "--ledger", "mine.md")
    assert result.exit_code != 0 and "mine.md is no ledger" in result.output
    assert (here / "mine.md").read_text() == "# My own notes\n"


def test_labels_of_a_ledger_may_have_letters_before_their_number(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES.replace("L-2", "L-G.2"), "tests.wright": TESTS})
    run("test", "lamps", "--ledger", "RULES.md")
    rows = (here / "RULES.md").read_text("utf-8").splitlines()
    assert "Rules by their labels: 3 L, 1 L-G." in rows
    assert "| L-G.2 | [to smother](rules.wright#L27) |  |" in rows


def test_lines_may_move_in_a_ledger(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    before = run("test", "lamps", "--ledger", "one.md")
    write_package(here / "lamps", {"rules.wright": f"# More.\n{RULES}", "tests.wright": TESTS})
    assert run("test", "lamps", "--ledger", "two.md").exit_code == before.exit_code == 0
    one, two = ((here / name).read_text("utf-8").replace("two.md", "one.md") for name in ("one.md", "two.md"))
    assert one != two and same(one, two)
    assert not same(one, two.replace("to smother", "to douse"))


def test_the_ledger_of_aliens_is_up_to_date_and_complete() -> None:
    """Else: tilewright test scenarios/aliens --ledger scenarios/aliens/RULES.md --filter nothing"""
    package, _ = read_package(SCENARIOS / "aliens")
    assert package is not None
    kept = (package.path / "RULES.md").read_text("utf-8")
    found = ledger(package, kept)
    assert same(written(found, package.title, "tilewright test aliens --ledger RULES.md"), kept)
    assert sum(label.startswith("AL-") and "EX" not in label for label in found.rules) == 256
    assert sum(label.startswith("AL-EX-") for label in found.rules) == 38
    assert sum(label.startswith("D-") for label in found.rules) == 30
    assert found.without_source == [] and found.without_test == []


MOD = """\
mod dark for lamps:
  version: 0.1.0

delete trick ember
replace to smother (lamp) [L-2]:
  set lamp.lit to yes
"""
MORE_TESTS = """
test "A trick is used":
  given: move ember to used
  expect: ember is in used

test "A lamp is put out" [L-2]:
  given:
    move red_lamp to street
    set red_lamp.lit to yes
  do: smother red_lamp
  expect: not red_lamp.lit
"""


def test_with_a_mod_the_stories_that_do_not_hold_are_what_it_changes(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS})
    write_package(here / "dark", {"dark.wright": MOD}, ("lamps",))
    assert run("test", "lamps").exit_code == 0
    result = run("test", "lamps", "--mod", "dark")
    assert (result.exit_code, result.output.splitlines()) == (
        0,
        [
            '"A trick is used"',
            "  lamps/tests.wright:24: there is none of `ember` with this mod: stories that name it are"
            " left out",
            '"A lamp is put out" [L-2]',
            "  lamps/tests.wright:32: Red lamp is lit.",
            "lamps: 2 passed",
            "2 tests hold with the mod, 2 do not",
        ],
    )


def test_a_shipped_mod_changes_what_it_says() -> None:
    words = ("--mod", str(SCENARIOS / "mods" / "hard_hunt"), "--filter", "stays on her feet")
    result = run("test", "aliens", *words)
    assert result.output.splitlines()[0] == '"Ripley stays on her feet once a round" [ripley-survives]'
    assert result.output.endswith("tests hold with the mod, 1 do not\n")


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


def test_a_filter_that_fits_nothing_says_so(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    result = run("test", "lamps", "--filter", "dragon")
    assert "No test has “dragon” in its title or in a label." in result.output


def test_the_ledger_of_nemesis_is_up_to_date_and_complete() -> None:
    """Else: tilewright test scenarios/nemesis --ledger scenarios/nemesis/RULES.md --filter nothing"""
    package, _ = read_package(SCENARIOS / "nemesis")
    assert package is not None
    kept = (package.path / "RULES.md").read_text("utf-8")
    found = ledger(package, kept)
    assert same(written(found, package.title, "tilewright test nemesis --ledger RULES.md"), kept)
    assert sum(not label.startswith("NE-G.") for label in found.rules) == 372
    assert sum(label.startswith("NE-G.") for label in found.rules) == 53
    assert found.without_source == [] and found.without_test == []
