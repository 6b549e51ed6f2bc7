"""Every limit is on its page with its number, is told before it costs anything, and no game comes near it."""

from __future__ import annotations

import re
import subprocess
import sys
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest

from support.packages import write_package
from support.patience import calls, ends_within
from support.scale import GENERATORS, made, package_of_files
from tilewright.dsl.analysis.bounds import Keys
from tilewright.dsl.analysis.estimates import Estimates
from tilewright.dsl.boards import regions
from tilewright.dsl.check import expressions
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.reading import lalr
from tilewright.dsl.source import Span, first_word
from tilewright.dsl.still_right import StillRight
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.game import Game
from tilewright.runtime.state.program import load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/limits.md").read_text("utf-8")
ROW = re.compile(
    r"^\| [^|]+ \| (?P<most>[\d,]+) \|(?: (?P<used>[\d,–]+) \|)? "
    r"`(?P<file>[\w/.]+)` `(?P<name>\w+)` \|",
    re.MULTILINE,
)
NO_LIMITS = {"render.py MAX_WIDTH", "examples.py MAX_EXAMPLE", "players.py MAX_INLINED"}
dead_tests = import_module("tilewright.dsl.lints.dead_tests")  # whose name in the package is a function
CACHES = re.compile(r"cache|kept", re.IGNORECASE)


def test_the_page_has_the_numbers_of_the_code() -> None:
    rows = list(ROW.finditer(PAGE))
    assert len(rows) > 30
    for row in rows:
        name = row["file"].removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        module = import_module(f"tilewright.{name}")
        assert getattr(module, row["name"]) == int(row["most"].replace(",", "")), row[0]


def test_every_limit_of_the_compiler_is_on_the_page() -> None:
    named = {f"{Path(row['file']).name} {row['name']}" for row in ROW.finditer(PAGE)} | NO_LIMITS
    found = {
        f"{path.name} {name}"
        for path in (ROOT / "dsl").rglob("*.py")
        if not CACHES.search(path.name)
        for name in re.findall(r"^(MAX_\w+) *=", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found <= named, found - named


def test_games_are_far_from_every_limit() -> None:
    for row in ROW.finditer(PAGE):
        if row["used"] and row["used"] != "–":
            assert int(row["used"].replace(",", "")) * 3 <= int(row["most"].replace(",", "")), row[0]


# ------------------------------------------------------------------ beyond

BEYOND = {
    "kinds:1000": "E0103",
    "calls:1000": "E0103",
    "calls_downwards:1000": "E0103",
    "derived:1000": "E0103",
    "verbs:1000": "E0103",
    "defines:90000": "E0904",
    "defines:12000": "E0103",
    "parens:500:900": "E0904",
    "parens:20:900": "E0103",
    "sums:20:900": "E0103",
    "squares:75": "E0103",
    "texts:150000": "E0103",
    "odd_texts:150000": "E0103",
    "things:5000": "E0103",
    "words:20000": "E0103",
    "files:5": "",
    "statements:36000": "E0103",
    "statements:90000": "E0904",
    "gaps:500": "",
    "gaps:1500": "E0904",
    # What each alone may be, and all together may not.
    "copies:20000": "",
    "copies:20500": "E0103",
    "missions:200": "",
    "missions:3000": "E0103",
    "owned:200000": "",
    "owned:200500": "E0103",
    "piles:19500": "",
    "piles:20500": "E0103",
    "spaces_with_piles:49": "",
    "spaces_with_piles:51": "E0103",
    "by_word:9900": "",
    "by_word:900000": "E0103",
    "cases:15": "",
    "cases:240": "E0103",
    "stories_in_a_row:50": "",
    "stories_in_a_row:2000": "E0103",
    "stories_compared:2000": "E0103",
    "wake_one_another:1001": "E0103",
    "hooked_by_many:1001": "E0103",
    "missions_on_boards:120": "E0103",
    "links:1000": "",
    "links:1001": "E0103",
    "outlines:40": "E0103",
    "around_a_point:400": "E0103",
    "along_a_line:200": "E0103",
    "holes:400": "",
    "holes:501": "E0103",
    "drawn_boards:10": "",
    "drawn_boards:200": "E0103",
    "boards_with_holes:5": "",
    "boards_with_holes:6": "E0103",
}


@pytest.mark.parametrize("spec", ["drawn_boards:12", "boards_with_holes:8"])
def test_nothing_is_read_of_a_board_that_comes_after_what_was_too_much(spec: str) -> None:
    problems = check_package(package_of_files(made(spec)))
    assert [problem.code for problem in problems if problem.is_error] == ["E0103"]


@pytest.mark.parametrize("spec", BEYOND)
def test_what_is_too_large_is_told(spec: str) -> None:
    problems = check_package(package_of_files(made(spec)))
    told = [problem for problem in problems if problem.is_error]
    assert {problem.code for problem in told} == ({BEYOND[spec]} if BEYOND[spec] else set())
    for problem in told:
        assert problem.span.file and problem.span.line and "at most" in problem.message and problem.help


@pytest.mark.parametrize(
    "spec", ["kinds:50", "calls:59", "calls_downwards:58", "derived:58", "verbs:58", "calls_in_blocks:57"]
)
def test_the_longest_chains_are_played(spec: str) -> None:
    program = compile_package(package_of_files(made(spec))).program
    assert program is not None
    game = Game.start(program, 1, 1)
    assert game.over is not None and game.over["outcome"] == "win"


def test_packages_that_use_each_other_in_a_row(tmp_path: Path) -> None:
    for number in range(30):
        write_package(
            tmp_path / f"p{number}",
            {"a.wright": f"library p{number}\n"},
            uses=(f"p{number + 1}",) if number < 29 else (),
        )
    _, problems = read_package(tmp_path / "p0")
    assert [
        problem.code
        for problem in problems
        if "in a row" in problem.message or "each of which" in problem.message
    ] == ["E0904"]


def test_catalogues_that_are_too_large_together_are_not_read(tmp_path: Path) -> None:
    package, problems = read_package(write_package(tmp_path / "case", made("catalogues:30")))
    assert [(one.code, "at most 1,000,000" in one.message) for one in problems] == [("E0904", True)]
    assert package is not None and 0 < len(package.catalogues) < 30


# ------------------------------------------------------------------ work


@pytest.mark.parametrize("corners", ["0,0 9999,1 9999,9999", "0,0 1/999,1/998 1/997,2/3", "0,0 9e9,0 0,9"])
def test_outlines_of_any_size_are_compared_at_once(corners: str) -> None:
    """Neither the squares that a side passes nor the digits of its places are gone through."""
    files = made("around_a_point:100")
    text = files["rules.wright"].replace("    | r0 |", f"    | first | {corners} |\n    | r0 |")
    with ends_within(10):
        check_package(package_of_files({"rules.wright": text}))


def test_no_row_is_moved_to_mend_a_large_drawing() -> None:
    rows = f"    {'ab' * 49}\n" * 90
    files = made("boards_with_holes:1")
    files["rules.wright"] += f"board torn of land:\n  drawing:\n{rows}"
    with patch.object(regions, "_row_moved", side_effect=AssertionError):
        problems = check_package(package_of_files(files))
    assert {one.code for one in problems if one.is_error} == {"E0614"}


def test_parentheses_are_counted_before_they_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lalr, "driver", lambda: pytest.fail("it was parsed"))
    (problem,) = lalr.parse_piece("(" * 900 + "1" + ")" * 900, Span("a", 1, 1, 1, 1), "cell")[1]
    assert problem.code == "E0103"


def test_a_long_declaration_is_not_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []
    parser = lalr.lark_parser()
    kept = parser.parse

    def parse(text: str, start: str) -> object:
        reads.append(len(text))
        return kept(text, start=start)

    monkeypatch.setattr(parser, "parse", parse)
    lines = "  raise n by 1\n" * 3_000 + "  raise n by by\n" * 40
    head = "system case\n\ngame has:\n  n: number\n\n"
    check_package(package_of_files({"a.wright": f"{head}to play:\n{lines}"}))
    assert sum(reads) < 2 * lalr.MAX_REREAD


GROWING = (
    "kinds",
    "unknown",
    "enumerations",
    "hooks",
    "texts",
    "odd_texts",
    "siblings",
    "conditions",
    "woken_in_a_row",
    "looks",
    "named_values",
    "each_set_to_the_next",
)


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_no_faster_than_what_is_read(name: str) -> None:
    """Counted in calls of Python's functions, which no other process on the machine changes."""
    small, large = (_calls(f"{name}:{number}") for number in (250, 1000))
    assert large < 6.5 * small, (small, large)


def test_what_can_be_in_a_body_is_worked_out_once_for_all_of_its_changes() -> None:
    worked_out = patch.object(Estimates, "_at_any_time", autospec=True, side_effect=Estimates._at_any_time)
    with worked_out as at_any_time, patch.object(StillRight, "__contains__", lambda *_: False):
        check_package(package_of_files(made("conditions:200")))
    assert 0 < at_any_time.call_count < 5


def test_what_a_long_test_shows_is_looked_for_once_in_each_of_its_parts() -> None:
    with patch.object(expressions, "facts", side_effect=expressions.facts) as looked_at:
        check_package(package_of_files(made("one_after_another:100")))
    assert looked_at.call_count < 500


def test_the_key_of_a_test_is_made_of_those_of_its_parts() -> None:
    keys, many = Keys(), [{"op": "yes_no", "value": True}]
    for number in range(500):
        right = {"op": "equal", "a": {"op": "local", "name": f"n{number}"}, "b": many[0]}
        many.append({"op": "and", "a": many[-1], "b": right})
    with patch.object(keys, "made", side_effect=keys.made) as gone_through:
        found = [keys.of(one) for one in many]
    assert gone_through.call_count == 1 + 3 * 500
    assert len(set(found)) == 501 and keys.of(deepcopy(many[9])) is found[9]
    assert found[2].locals == {"n0", "n1"} and keys.local("n0").is_local


@pytest.mark.parametrize("word", ["and", "or"])
def test_a_test_that_is_many_is_looked_at_once(word: str) -> None:
    small, large = (_calls(f"one_after_another:{number}", word) for number in (25, 100))
    assert large < 6.5 * small, (small, large)


def test_many_names_that_nobody_knows_are_told_together_at_once() -> None:
    assert _calls("unknown:5000") - _calls("unknown:2500") < 3_000_000


def test_defines_that_read_many_are_not_followed_for_ever() -> None:
    assert _calls("mutual:40") < 3_000_000


def test_rules_that_wake_one_another_are_summed_up_once() -> None:
    assert _calls("wake_one_another:1000") < 6_000_000


def test_only_so_much_is_known_at_a_place() -> None:
    with patch.object(dead_tests, "_Known", side_effect=dead_tests._Known) as known:
        check_package(package_of_files(made("named_in_a_row:400")))
    assert known.call_count > 400
    assert all(len(call.args[0]) <= dead_tests.MOST_KNOWN + 1 for call in known.call_args_list)


def test_very_many_rules_may_forbid_an_action() -> None:
    """Python itself takes two hundred parentheses in one another, and no more."""
    program = compile_package(package_of_files(made("forbidden:700"))).program
    assert program is not None
    game = Game.start(program, 1, 1)
    assert game.over is not None and game.over["outcome"] == "win", "nothing but the action is offered"


@pytest.mark.parametrize("above", ["\n" * 4_000, " \n\t# mod\n" * 900, "#" * 9_000 + "\n" + " " * 9_000])
def test_the_first_word_of_a_source_is_found_at_once(above: str) -> None:
    with ends_within(2):
        assert [first_word(above + rest) for rest in ("mod a for b", "!mod", "")] == ["mod", "", ""]


def test_empty_lines_above_a_game_are_read_at_once_beside_a_mod(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", {"a.wright": "\n" * 2_000 + "!", "b.wright": "system game\n"})
    mod = write_package(tmp_path / "more", {"m.wright": "mod more for game\n"})
    with ends_within(10):
        read_package(game, [mod])


@pytest.mark.parametrize("number", [12, 60])
def test_numbers_beyond_all_bounds_are_not_worked_out(number: int) -> None:
    """The twelfth square is larger than any float, and the sixtieth than any memory."""
    package = package_of_files(made(f"powers:{number}"))
    assert not any(problem.is_error for problem in check_package(package))
    program = compile_package(package).program
    assert program is not None
    game = Game.start(program, 1, 1)
    assert game.over is not None and game.over["reason"] == "A number is beyond all bounds."


@pytest.mark.parametrize("name", ["triggers", "woken_in_a_row"])
def test_linking_rules_that_wake_one_another_grows_no_faster(name: str) -> None:
    small, large = (_calls_of_linking(f"{name}:{number}") for number in (100, 400))
    assert large < 6 * small, (small, large)


def _calls_of_linking(spec: str) -> int:
    program = compile_package(package_of_files(made(spec))).program
    assert program is not None
    loaded = load(program)
    return calls(lambda: Machine(loaded))


def _calls(spec: str, *more: str) -> int:
    package = package_of_files(GENERATORS[spec.partition(":")[0]](int(spec.partition(":")[2]), *more))
    check_package(package)  # the grammar is made once; what was found right then is looked at again
    with patch.object(StillRight, "__contains__", lambda *_: False):
        return calls(lambda: check_package(package))


LARGEST = ("defines:9900", "sums:500:100", "parens:300:110", "unknown:5000", "squares:50")


@pytest.mark.parametrize("spec", LARGEST)
def test_the_largest_that_may_be_is_checked_in_time(spec: str) -> None:
    code = (
        f"import sys, time; sys.path.insert(0, {str(ROOT / 'tests')!r})\n"
        "from support.scale import made, package_of_files\n"
        "from tilewright.dsl.compile import check_package\n"
        f"check_package(package_of_files(made({spec!r})))\n"
        "memory = open('/proc/self/status').read().partition('VmHWM:')[2].split()[0]\n"
        "print(time.process_time(), memory)\n"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, check=True, timeout=200, capture_output=True, text=True)
    seconds, memory = (float(number) for number in ran.stdout.split())
    assert seconds < 20 and memory < 250_000  # kB
