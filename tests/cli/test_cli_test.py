from __future__ import annotations

from pathlib import Path

import pytest

from support.commands import run
from support.driving import SCENARIOS
from support.packages import write_package
from tilewright.cli import mod_stories
from tilewright.cli.commands.test import LOG_SHOWN
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
    assert lines[4:].index("Until then:") < lines[4:].index("  Green lamp: lit.")


def test_of_a_long_log_the_last_lines_are_shown(here: Path) -> None:
    long = """\
tests for lamps

test "Many words":
  given: move red_lamp to street
  do:
    repeat 30: say "on and on"
    say "the end"
  expect: red_lamp.lit

test "Nothing has happened":
  expect: red_lamp.lit
"""
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": long})
    result = run("test", "lamps")
    assert result.output.count("on and on") == LOG_SHOWN - 1
    assert "Until then, after 11 other lines of the log:" in result.output
    assert result.output.count("Until then") == 1
    assert "the end" in result.output


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
        "  things: spark, ember",
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
    assert result.exit_code != 0 and "mine.md is not a ledger" in result.output
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


def test_stories_that_a_mod_breaks_are_told_with_the_reason_and_fail(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS})
    write_package(here / "dark", {"dark.wright": MOD}, ("lamps",))
    assert run("test", "lamps").exit_code == 0
    result = run("test", "lamps", "--mod", "dark")
    assert (result.exit_code, result.stdout.splitlines()) == (
        1,
        [
            'about what is gone: "A trick is used"',
            "  lamps/tests.wright:24: nothing is called `ember` with this mod: stories that name it are"
            " left out",
            "  because dark deletes `trick ember`  (dark/dark.wright:4)",
            'broken: "A lamp is put out" [L-2]',
            "  lamps/tests.wright:32: Red lamp is lit.",
            REASON,
            "If it is meant not to hold, `dark` says so in its package.yaml, with the reason:",
            "  expected:",
            '    - {story: "A lamp is put out", because: "what is different now"}',
            "lamps: 2 hold",
            "2 tests hold, 2 do not: 1 about what is gone, 1 broken",
            "The exit status is 1: 1 is broken.",
        ],
    )
    result = run("test", "lamps", "--mod", "dark", "--filter", "put out")
    assert result.exit_code == 1 and "about what is gone" not in result.stdout
    result = run("test", "lamps", "--mod", "dark", "--filter", "trick is USED")
    assert (
        result.stdout.startswith('about what is gone: "A trick is used"\n') and "broken" not in result.stdout
    )


def test_stories_that_name_a_copy_that_a_mod_takes_away_are_left_out(here: Path) -> None:
    rules = RULES.replace('trick ember "Ember":\n', 'trick ember "Ember":\n  copies: 3\n')
    more = MORE_TESTS.replace("ember", "ember.3")
    write_package(here / "lamps", {"rules.wright": rules, "tests.wright": TESTS + more})
    mod = "mod dark for lamps\n\nchange trick ember:\n  copies: 2\n"
    write_package(here / "dark", {"dark.wright": mod}, ("lamps",))
    assert run("check", "lamps").exit_code == 0
    told = run("check", "lamps", "--mod", "dark")
    assert told.exit_code == 0 and "W0903" in told.output and "E0201" not in told.output
    assert "dark/dark.wright:4" in told.output and "lamps/tests.wright:24" in told.output
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[:3] == [
        'about what is gone: "A trick is used"',
        "  lamps/tests.wright:24: nothing is called `ember.3` with this mod: stories that name it are"
        " left out",
        "  because dark changes `copies` of `trick ember`: 3 → 2  (dark/dark.wright:4)",
    ]


def test_who_means_that_there_are_more_of_it_is_not_told_of_stories(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS})
    mod = "mod dark for lamps\n\nchange trick ember:\n  copies: 2\n"
    write_package(here / "dark", {"dark.wright": mod}, ("lamps",))
    told = run("check", "dark")
    assert "`ember` is called `ember.1` with this mod: stories that name it are left out" in told.output
    with (here / "dark" / "package.yaml").open("a", encoding="utf-8") as file:
        file.write('expected:\n  - {story: "A trick is used", because: "There are two embers."}\n')
    assert "W0903" not in run("check", "dark").output
    assert 'meant: "A trick is used"' in run("test", "lamps", "--mod", "dark").output


REASON = (
    "  because dark replaces `to smother`: set lamp.lit to no → set lamp.lit to yes  (dark/dark.wright:5)"
)
EXPECTED = """\
expected:
  - {story: "A lamp is put out", because: "In the dark nobody puts a lamp out."}
"""


def expecting(here: Path, mod: str = MOD, more: str = "", tests: str = "") -> Path:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS})
    files = {"dark.wright": mod} | ({"tests.wright": f"tests for lamps\n{tests}"} if tests else {})
    folder = write_package(here / "dark", files, ("lamps",))
    with (folder / "package.yaml").open("a", encoding="utf-8") as file:
        file.write(EXPECTED + more)
    return folder


def test_what_a_mod_says_it_means_is_no_failure(here: Path) -> None:
    expecting(here)
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[3:] == [
        'meant: "A lamp is put out" [L-2]',
        "  lamps/tests.wright:32: Red lamp is lit.",
        REASON,
        "  In the dark nobody puts a lamp out.",
        "lamps: 2 hold",
        "2 tests hold, 2 do not: 1 meant, 1 about what is gone",
    ]


def test_what_is_expected_and_holds_or_is_called_otherwise_is_told(here: Path) -> None:
    more = '  - {story: "A lamp is lit", because: "?"}\n  - {story: "A lamp is litt", because: "?"}\n'
    expecting(here, more=more)
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 1
    assert "still holds: “A lamp is lit”\n  dark/package.yaml:9: take it out of `expected`" in result.stdout
    assert "no story is called “A lamp is litt”; did you mean `A lamp is lit`?" in result.stdout
    assert "The exit status is 1: 1 title under `expected` is that of no test." in result.stdout
    assert "W0905" in run("test", "dark").output
    part = run("test", "lamps", "--mod", "dark", "--filter", "put out")
    assert part.exit_code == 0 and "no story is called" not in part.stdout
    assert "No test has" not in part.output


def test_two_things_of_a_mod_may_be_the_reason_together(here: Path) -> None:
    rules = MOD + "after smother [D-1]: set lamp.lit to yes\nafter kindle [D-2]: done\n"
    expecting(here, mod=rules)
    said = run("test", "lamps", "--mod", "dark").stdout
    assert "  because dark replaces `to smother`" in said
    assert "  and dark hooks after `smother`  (dark/dark.wright:7)" in said
    assert "kindle" not in said, "what makes no difference to a story is no reason"


def test_of_reasons_beyond_those_that_are_tried_none_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mod_stories, "MOST", 2)
    harmless = "to idle_away: done\nto idle_more: done\n"
    expecting(here, mod=MOD.replace("delete", f"{harmless}delete"))
    said = run("test", "lamps", "--mod", "dark").stdout
    assert 'meant: "A lamp is put out"' in said and "because" not in said


def test_what_idle_rules_name_is_not_in_the_way_of_reasons(here: Path) -> None:
    more = "\nreplace define brightness(lamp): number = 2\n"
    more += "lamp has:\n  oil: number 0 to 5 = 5\nbefore kindle: lower red_lamp.oil by 1\n"
    tests = """
test "It is dark" [L-2]:
  given: move red_lamp to street
  do: smother red_lamp
  expect:
    brightness(red_lamp) = 1
    not red_lamp.lit
"""
    expecting(here, mod=MOD + more)
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS + tests})
    said = run("test", "lamps", "--mod", "dark").stdout.partition("It is dark")[2].splitlines()
    assert said[3:5] == [
        REASON,
        "  and dark replaces `define brightness`: define brightness(lamp): number = 1"
        " → define brightness(lamp): number = 2  (dark/dark.wright:8)",
    ], said


def test_a_story_that_goes_on_where_another_one_ends_has_its_reason_and_shares_its_lot(here: Path) -> None:
    further = """
test "It is put out once more" [L-2]:
  after "A lamp is lit"
  do: smother red_lamp
  expect: not red_lamp.lit

test "A trick is used again":
  after "A trick is used"
  expect: not red_lamp.lit

test "Then nobody is asked":
  after "A lamp is put out"
  expect: nobody is asked
"""
    expecting(here)
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS + MORE_TESTS + further})
    assert run("test", "lamps").exit_code == 0
    said = run("test", "lamps", "--mod", "dark").stdout
    assert "[L-2]\n  lamps/tests.wright:37: Red lamp is lit.\n  because dark replaces `to smother`" in said
    assert said.count("about what is gone: ") == 2 and "because dark deletes `trick ember`" in said
    planted = run("mutate", "lamps", "--mod", "dark", "--mutants", "2", "--games", "0", "--jobs", "1")
    assert planted.exit_code == 0 and "error[" not in planted.output
    assert "First 7 stories" in planted.output
    assert "5 of them do not hold" in planted.output, (
        "what goes on from one that is left out cannot be played"
    )


def test_a_part_of_a_change_is_the_reason(here: Path) -> None:
    changed = "change lamp red_lamp:\n  # It burns.\n  lit: yes\nchange trick spark:\n  copies: 2\n"
    expecting(here, mod=f"mod dark for lamps\n\n{changed}")
    said = run("test", "lamps", "--mod", "dark").stdout
    assert 'broken: "A lamp is lit" [L-1]' in said
    assert "  because dark adds `lit` of `lamp red_lamp`: nothing → yes  (dark/dark.wright:5)" in said


def test_stories_of_mods_are_run_too_and_stories_that_never_held_are_told_apart(here: Path) -> None:
    tests = '\ntest "It stays lit":\n  do: smother red_lamp\n  expect: red_lamp.lit\n'
    expecting(here, tests=tests)
    wrong = TESTS.replace("    green_lamp.lit\n", "    red_lamp.lit\n")
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": wrong + MORE_TESTS})
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 1
    assert 'broken without the mod, too: "One of two is chosen" [L-1, L-3]' in result.stdout
    assert "dark: 1 holds" in result.stdout
    assert result.stdout.endswith(
        "2 tests hold, 3 do not: 1 meant, 1 about what is gone, 1 broken without the mod, too\n"
        "The exit status is 1: 1 is broken without the mod, too.\n"
    )


def test_a_story_of_the_mod_itself_is_not_proposed_as_meant(here: Path) -> None:
    expecting(here, tests='\ntest "It goes out":\n  do: smother red_lamp\n  expect: not red_lamp.lit\n')
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 1 and 'broken: "It goes out"' in result.stdout
    assert "meant not to hold" not in result.stdout


def test_a_story_that_does_not_fit_any_more_is_told_with_the_reason(here: Path) -> None:
    deep = RULES.replace("kind lamp", 'setting depth "Depth": 0 to 9 = 1\n\nkind lamp')
    story = '\ntest "It is deep":\n  with depth = 7\n  expect: depth = 7\n'
    write_package(here / "lamps", {"rules.wright": deep, "tests.wright": TESTS + story})
    rule = 'mod dark for lamps\n\nreplace setting depth "Depth": 0 to 3 = 1\n'
    write_package(here / "dark", {"dark.wright": rule}, ("lamps",))
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 1
    said = result.stdout.splitlines()
    assert said[0] == 'broken: "It is deep"' and said[1].startswith("  lamps/tests.wright:24: 7 is outside")
    assert said[2].startswith("  because dark replaces `setting depth`")


def test_mistakes_of_a_mod_are_told_as_such(here: Path) -> None:
    expecting(here, mod="mod dark for lamps\n\nafter kindle: brew\n")
    result = run("test", "lamps", "--mod", "dark")
    assert result.exit_code == 1 and "error[E" in result.stdout
    assert "error[E" in run("test", "lamps", "--mod", "nowhere").stdout


def test_the_ledger_and_what_is_not_reached_may_be_asked_for_with_a_mod(here: Path) -> None:
    expecting(here)
    result = run("test", "lamps", "--mod", "dark", "--cover", "--ledger", "RULES.md")
    assert "lamps: not reached by any test" in result.stdout and "RULES.md: 4 rules" in result.stdout


def test_a_shipped_mod_changes_what_it_says() -> None:
    words = ("--mod", str(SCENARIOS / "mods" / "hard_hunt"), "--filter", "stays on her feet")
    result = run("test", "aliens", *words)
    lines = result.stdout.splitlines()
    assert lines[0] == 'meant: "Ripley stays on her feet once a round" [ripley-survives]'
    assert lines[2].startswith("  because hard_hunt deletes the rule `[ripley-survives]`")
    assert result.stdout.endswith("tests hold, 1 does not: 1 meant\n")


def test_stories_about_another_package_cover_that_one(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES})
    write_package(here / "stories", {"tests.wright": TESTS}, ("lamps",))
    assert "  verbs: play, smother\n" in run("test", "stories", "--cover").output


def test_the_ledger_of_stories_about_another_package_is_of_its_rules(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES})
    write_package(here / "stories", {"tests.wright": TESTS}, ("lamps",))
    result = run("test", "stories", "--ledger", "RULES.md")
    assert "RULES.md: 4 rules" in result.output and "no test is for: L-2, L-9" in result.output
    rows = (here / "RULES.md").read_text("utf-8").splitlines()[-4:]
    assert rows[0].startswith(
        "| L-1 | [to kindle](../lamps/rules.wright#L23) | [A lamp is lit](tests.wright#L3)"
    )


def test_a_folder_without_tests_says_so(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES})
    result = run("test", "lamps")
    assert (result.exit_code, result.stderr) == (5, "lamps: no tests.\n")
    assert run("test", "lamps", "--ledger", "RULES.md").exit_code == 0
    write_package(here / "dark", {"dark.wright": "mod dark for lamps\n"}, ("lamps",))
    assert run("test", "lamps", "--mod", "dark").exit_code == 5


def test_stories_of_what_a_package_uses_are_not_its_own(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": RULES, "tests.wright": TESTS})
    write_package(here / "more", {"more.wright": "content for lamps\n"}, ("lamps",))
    none = run("test", "more")
    assert (none.stdout, none.stderr, none.exit_code) == ("0 passed, 0 failed\n", "more: no tests.\n", 5)
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
    assert result.exit_code == 5
    assert "No test has “dragon” in its title or in a label." in result.output
    assert run("test", "lamps", "--filter", "dragon", "--ledger", "RULES.md").exit_code == 0


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
