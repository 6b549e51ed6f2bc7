"""Whatever a file holds: no exception, no hanging, and a message that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cases import package_of
from support.packages import write_package
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.render import as_json, render_lines, render_text

HEAD = "system case\n\n"


def said(text: str, *more: tuple[str, str]) -> list[Diagnostic]:
    """What is said of a file, which can be told in every form."""
    package = package_of(text, *more)
    problems = check_package(package)
    assert len(problems) < 2_000
    assert render_text(problems[:50], package) or not problems
    assert render_lines(problems[:50], package) or not problems
    assert len(as_json(problems[:50], package)) == len(problems[:50])
    for problem in problems:
        assert len(problem.message) < 1_000 and len(problem.help) < 1_000
    return problems


def codes_of(problems: list[Diagnostic]) -> set[str]:
    return {problem.code for problem in problems}


def deep(depth: int) -> str:
    """A verb with blocks nested this deep."""
    lines = [f"{'  ' * (level + 1)}if round > {level}:" for level in range(depth)]
    return (
        "\n".join(["game has:", "  round: number", "", "to play:", *lines, "  " * (depth + 1) + "win"]) + "\n"
    )


def test_empty_lines_at_the_top_of_a_file_cost_nothing() -> None:
    """They doubled the time that the labels of stories took, one by one."""
    said(
        "\n# Not much.\n" * 300 + HEAD + "to play [A-1]: win\n",
        ("more.wright", "\n" * 300 + "content for case\n"),
    )


TOO_LARGE = {
    "a line of 10 MB": HEAD + 'to play: say "' + "a" * 10_000_000 + '"\n',
    "a line of 3,000 characters": HEAD + 'to play: say "' + "a" * 3_000 + '"\n',
    "10,000 parentheses in one line": HEAD + "define n: number = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n",
    "300 sums in parentheses": HEAD + "define n: number = " + "(1+" * 300 + "1" + ")" * 300 + "\n",
    "10,000 parentheses over many lines": HEAD
    + "define n: number = "
    + "(\n " * 10_000
    + "1"
    + ")\n " * 10_000
    + "\n",
    "10,000 blocks in one another": HEAD + deep(10_000),
    "60 blocks in one another": HEAD + deep(60),
    "not not not": HEAD + "define n: yes/no = " + "not " * 10_000 + "yes\n",
    "not not not, in lines of their own": HEAD
    + "define n: yes/no =\n"
    + "  not (\n" * 5_000
    + "  yes"
    + ")" * 500
    + "\n",
    "minus minus minus": HEAD + "define n: number = " + "- " * 900 + "1\n",
    "a sum of 100,000 terms": HEAD + "define n: number = " + "1 +\n  " * 100_000 + "1\n",
    "a sum of 900 terms": HEAD + "define n: number = " + "1+" * 900 + "1\n",
    "a sum of 900 terms in a text": HEAD + 'to play: say "{' + "1+" * 900 + '1}"\n',
    "21 values with names in a define": HEAD
    + "define n: number:\n"
    + "".join(f"  let v{n} = {n}\n" for n in range(21))
    + "  1 when v20 > v0\n  otherwise 0\n",
    "a get of 900 names": HEAD + "define n: number = a" + ".b" * 900 + "\n",
    "conditions without end": HEAD + "define n: number = " + "1 if yes else " * 130 + "0\n",
    "a declaration of 100,000 lines": HEAD + "to play:\n" + "  done\n" * 100_000,
    "4,000 else ifs": HEAD + "to play:\n  if yes: done\n" + "  else if no: done\n" * 4_000,
    "4,000 cases": HEAD + "define n: number:\n" + "  1 when yes\n" * 4_000 + "  otherwise 0\n",
    "a table of 1,000 rows by 8 columns": HEAD
    + "words w: "
    + ",\n  ".join(f"w{n}" for n in range(1_000))
    + "\ndefine n(a: w, b: w): number:\n"
    + "  | a | w0 | w1 | w2 | w3 | w4 | w5 | w6 |\n"
    + "".join(f"  | w{n} | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n" for n in range(1_000)),
    "a drawing of 100 lines by 1,001 signs": HEAD
    + "board b of square:\n  drawing:\n"
    + f"    {'+---' * 250}+\n" * 100,
    "4,001 things": HEAD + "kind a is card\n" + "".join(f"a a{n}\n" for n in range(4_001)),
}


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_what_is_too_large_is_said_to_be(text: str) -> None:
    assert codes_of(said(text)) & {"E0103", "E0104", "E0108", "E0112", "E0904"}


def test_a_table_of_101_cases_is_said_to_be_too_large() -> None:
    table = "  cases:\n    | n |\n" + "    | 1 |\n" * 101
    tests = f'tests for case\n\ntest "one":\n{table}  expect: 1 = n\n'
    assert codes_of(said(HEAD, ("tests.wright", tests))) == {"E0103"}


WRONG = {
    "an empty file": ("", set()),
    "blanks": ("   \n\n   \n", set()),
    "only remarks": ("# nothing\n## at all\n", set()),
    "a header": ("system case\n", set()),
    "Windows' line ends": ("system case\r\n\r\nto play:\r\n  lose\r\n", set()),
    "old Mac's line ends": ("system case\r\rto play:\r  lose\r", set()),
    "no line end at the end": (HEAD + "to play: lose", set()),
    "a tab": (HEAD + "to play:\n\tlose\n", {"E0101"}),
    "tabs everywhere": (HEAD + "to play:\n" + "\tlose\n" * 1_000, {"E0101"}),
    "a zero byte": (HEAD + "to play: \0\n", {"E0102"}),
    "control characters": (HEAD + "to play: \x07\x1b[2J lose\n", {"E0108", "E0113"}),
    "a letter of another script": (HEAD + "to проверка: lose\n", {"E0108"}),
    "a blank that is none": (HEAD + "to play:\n \u00a0lose\n", {"E0108"}),
    "half a character": (HEAD + 'to play:\n  say "\ud800"\n  lose\n', {"E0113"}),
    "an open quote": (HEAD + 'to play:\n  say "Hello\n  lose\n', {"E0112"}),
    "an open parenthesis": (HEAD + "to play:\n  set x to (1\n  lose\n\nto rest: done\n", {"E0112"}),
    "an open bracket": (HEAD + "to play [A-1:\n  lose\n", {"E0108"}),
    "many parentheses, none in another": (
        HEAD + "die d: 1 to 6\nto play:\n  roll d\n" + "  if (d) = 1: lose\n" * 130 + "  win\n",
        set(),
    ),
    "closing only": (HEAD + "to play:\n  set x to 1)))\n  lose\n", {"E0107"}),
    "a number of 10,000 digits": (HEAD + "define n: number = " + "9" * 1_900 + "\n", {"E0309"}),
    "a wide die": (HEAD + "die d: 1 to 999999999\n", {"E0103"}),
    "a die with a face very often": (HEAD + "die d: 1 x999999999\n", {"E0103"}),
    "a backward die": (HEAD + "die d: 6 to 1\n", {"E0408"}),
    "cyclic kinds": (HEAD + "kind a is b\nkind b is c\nkind c is a\na x\nc y\n", {"E0221"}),
    "a kind of itself": (HEAD + "kind a is a\na x\n", {"E0221"}),
    "a thing of itself": (HEAD + "x x\n", {"E0202"}),
    "duplicates": (
        HEAD + "to play: lose\n" * 50 + "kind a\n" * 50 + "die d: 1\n" * 50 + "a x\n" * 50,
        {"E0220"},
    ),
    "defines that call each other": (
        HEAD + 'define a(n: number) = b(n)\ndefine b(n: number) = a(n)\nto play: say "{a(1)}"\n',
        {"E1023"},
    ),
    "a define that calls itself": (HEAD + 'define a: number = a + 1\nto play: say "{a}"\n', {"E1023"}),
    "derived properties that read each other": (
        HEAD + 'kind k:\n  a = this.b\n  b = this.a\nk x\nto play: say "{x.a}"\n',
        {"E1023"},
    ),
    "a verb that calls itself": (HEAD + "to play: rest\nto rest: play\n", {"E1024"}),
    "rows without end": (
        HEAD + "kind sort is card:\n  n: number\nsorts:\n  | sort | n |\n" + "  | x | 1 |\n" * 4_000,
        {"E0220"},
    ),
    "a broken table": (HEAD + "cards:\n  | card |\n  | a | b | c |\n  |\n  ||\n  | | |\n", {"E0502"}),
    "a table without rows": (HEAD + "cards:\n  |\n", {"E0502"}),
    "a define's empty table": (HEAD + "define n(a: number): number:\n  |\n", {"E0502"}),
    "very many copies": (HEAD + "card c:\n  copies: 999999999\nto play: move c.1 to box\n", {"E0103"}),
    "very many players": (HEAD.replace("\n\n", ":\n  players: 1 to 99999999999999\n\n"), {"E0225"}),
    "a slot for very many": (HEAD + "kind k:\n  s: slot for " + "9" * 500 + " card\n", {"E0103"}),
    "a very large range": (HEAD + "kind k:\n  n: number 1 to " + "9" * 500 + "\n", {"E0309"}),
    "a copy with a very large number": (
        HEAD + "card c\nto play: move c." + "9" * 500 + " to box\n",
        {"E0201"},
    ),
    "labels without end": (HEAD + "to play [" + "A, " * 500 + "B]: lose\n", set()),
    "every problem at once": (HEAD + "".join(f"to v{n}: set 1 to 2\n" for n in range(3_000)), {"E0111"}),
}


@pytest.mark.parametrize(("text", "codes"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_so(text: str, codes: set[str]) -> None:
    problems = said(text)
    found = {problem.code for problem in problems if problem.is_error}
    assert codes <= found if codes else not found, [f"{p.code} {p.message}" for p in problems[:5]]


def test_very_many_warnings_are_no_error() -> None:
    unused = "".join(f"define n{n}: number = {n}\n" for n in range(300))
    problems = said(HEAD + "to play: lose\n" + unused)
    assert [one.severity for one in problems if one.code == "E0111"] == ["warning"]
    assert not any(one.is_error for one in problems)


def test_ten_thousand_digits() -> None:
    assert "E0103" in codes_of(said(HEAD + "define n: number = " + "9" * 10_000 + "\n"))


def test_a_huge_drawing() -> None:
    row = "+" + "---+" * 400
    cells = "| " + ".   " * 400
    drawing = "\n".join(f"    {row}\n    {cells}" for _ in range(400))
    problems = said(
        f"content for case\n\nboard b of square:\n  drawing:\n{drawing}\n", ("rules.wright", HEAD)
    )
    assert codes_of(problems) & {"E0103", "E0904"}


def test_a_huge_board_of_letters() -> None:
    drawing = "\n".join("    " + "ab" * 400 for _ in range(1_000))
    problems = said(
        f"content for case\n\nboard b of region:\n  drawing:\n{drawing}\n", ("rules.wright", HEAD)
    )
    assert codes_of(problems)


# ------------------------------------------------------------------ on disk


def read(folder: Path, **files: str | bytes) -> list[Diagnostic]:
    _, problems = read_package(
        write_package(folder, {name.replace("__", "."): text for name, text in files.items()})
    )
    return problems


def test_a_binary_file(tmp_path: Path) -> None:
    assert codes_of(read(tmp_path / "a", main__wright=b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")) == {"E0102"}
    assert codes_of(read(tmp_path / "b", main__wright="système".encode("latin-1"))) == {"E0102"}
    assert codes_of(read(tmp_path / "c", main__wright="system c\n".encode("utf-16"))) == {"E0102"}


def test_a_mark_of_the_byte_order_is_no_character(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "case", {"main.wright": b"\xef\xbb\xbfsystem case\n\nto play: lose\n"})
    package, problems = read_package(folder)
    assert package is not None and problems == []
    assert check_package(package) == []


def test_nothing_there(tmp_path: Path) -> None:
    package, problems = read_package(tmp_path / "nothing")
    assert package is None and codes_of(problems) == {"E0901"}


def test_packages_in_a_circle(tmp_path: Path) -> None:
    write_package(tmp_path / "b", {"main.wright": "library b\n"}, uses=("a",))
    folder = write_package(tmp_path / "a", {"main.wright": "system a\n"}, uses=("b",))
    _, problems = read_package(folder)
    assert codes_of(problems) == {"E0914"}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"hours": 31}, ["31 is outside 1 to 30"]),
        ({"hours": 0, "night": 2}, ["0 is outside 1 to 30", "2 is outside 0 to 1"]),
        ({"wind": 3}, ["3 is outside 0 to 2"]),
        ({"hours": 30, "night": 1, "wind": 2}, []),
        ({"of an older version": 7}, []),
    ],
)
def test_settings_from_outside_are_within_their_ranges(settings: dict[str, int], said: list[str]) -> None:
    package = package_of("""system case:
  players: 1
  begins: play

setting hours "Hours": number 1 to 30 = 2
setting night "Night": yes/no = no
setting wind "Wind": one of calm, fair, high = calm
to play:
  if hours > 1 and night and wind is calm: win
  lose
""")
    compiled = compile_package(package, settings=settings)
    assert [problem.message for problem in compiled.problems if problem.is_error] == said
    assert (compiled.program is None) == bool(said)


def test_of_files_for_a_game_that_is_not_there_only_the_one_that_does_not_say_what_it_is_is_told() -> None:
    things = ("things.wright", "content for castle\nhero knight\n")
    tests = ("tests.wright", 'tests for castle\ntest "A knight":\n  expect: any heroes\n')
    assert [problem.code for problem in said("kind hero is figure\n", things, tests)] == ["E0223"]


def test_of_a_file_that_is_left_out_only_the_cause_is_told() -> None:
    """Not that the game does not begin, nor that the other file is for another game, nor what it lacks."""
    rules = "system lamps:\n  players: 1\n\nkind tool is card:\n  uses: number = 1\n\nto play:\n  win\n"
    tools = "content for lamps\n\ntool can:\n  uses: 2\n"
    package = package_of(rules + ("#" * 99 + "\n") * 6_000, ("tools.wright", tools))
    assert [problem.code for problem in check_package(package)] == ["E0103"]
    assert [problem.code for problem in compile_package(package).problems] == ["E0103"]
