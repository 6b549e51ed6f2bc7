from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.packages import write_package
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.problems.diagnostics import Code, Diagnostic, Related
from tilewright.dsl.problems.render import as_json, render_lines, render_text, summary
from tilewright.dsl.problems.suppress import suppress
from tilewright.dsl.source import NOWHERE, Span
from tilewright.schemas.load import problems as schema_problems

DEEL = Code("E0202", "An unknown verb", "unknown verb `{found}`")
MAZE = Code(
    "W1203", "A space nobody can reach", "nobody can reach {space}", severity="warning", confidence="likely"
)
TEXT = """\
content for game

card axe "Axe":
  play: deel 3 to target
  text: "A very plain axe."
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.chdir(tmp_path)
    read, problems = read_package(write_package(tmp_path / "game", {"cards.wright": TEXT}))
    assert read is not None and problems == []
    return read


def at(line: int, column: int, end: int, file: str = "game/cards.wright") -> Span:
    return Span(file, line, column, line, end)


def deel(**facts: Any) -> Diagnostic:
    return DEEL.at(at(4, 9, 13), found="deel", help="did you mean `deal`?", **facts)


# ------------------------------------------------------------------ as text


def test_a_problem_shows_code_place_line_and_proposal(package: Package) -> None:
    assert (
        render_text([deel()], package)
        == """\
error[E0202]: unknown verb `deel`
  game/cards.wright:4:9
4 │   play: deel 3 to target
  │         ^^^^ did you mean `deal`?"""
    )


def test_other_places_follow(package: Package) -> None:
    other = Related(at(3, 6, 9), "the card that does it")
    assert render_text([deel(related=(other,))], package).splitlines()[4:] == [
        "  game/cards.wright:3:6",
        '3 │ card axe "Axe":',
        "  │      ^^^ the card that does it",
    ]


def test_a_stretch_of_several_lines_is_underlined_to_the_end_of_its_first(package: Package) -> None:
    problem = DEEL.at(Span("game/cards.wright", 3, 1, 5, 4), found="axe")
    assert render_text([problem], package).splitlines()[-1] == "  │ ^^^^^^^^^^^^^^^"


def test_what_is_not_certain_says_so(package: Package) -> None:
    assert render_text([MAZE.at(at(3, 1, 5), space="b4")], package).startswith(
        "warning[W1203] (likely): nobody can reach b4\n"
    )


def test_a_problem_without_a_place(package: Package) -> None:
    assert render_text([DEEL.at(NOWHERE, found="x", help="look elsewhere")], None) == (
        "error[E0202]: unknown verb `x`\n  look elsewhere"
    )
    assert render_lines([DEEL.at(NOWHERE, found="x")], package) == "error E0202: unknown verb `x`"


def test_a_place_behind_the_end_of_the_file_is_no_accident(package: Package) -> None:
    for line in (6, 99):
        text = render_text([DEEL.at(at(line, 5, 6), found="x")], package)
        assert text.endswith(f"game/cards.wright:{line}:5")


def rendered(tmp_path: Path, line: str, column: int, end: int) -> list[str]:
    folder = write_package(tmp_path / "lines", {"a.wright": line + "\n"})
    package, _ = read_package(folder)
    return render_text([DEEL.at(at(1, column, end, "lines/a.wright"), found="x")], package).splitlines()[2:]


def test_the_mark_stands_under_wide_letters_and_tabs(tmp_path: Path) -> None:
    source, marks = rendered(tmp_path, "界\té\u0301 bad", 6, 9)
    assert source == "1 │ 界    é\u0301 bad"
    assert marks == "  │ " + " " * 8 + "^^^"


def test_a_source_cannot_steer_the_terminal(tmp_path: Path) -> None:
    source, _ = rendered(tmp_path, 'say "\x1b[2J\u202e"', 1, 4)
    assert source == '1 │ say "␛[2J\ufffd"'


def test_a_long_line_is_cut_to_what_matters(tmp_path: Path) -> None:
    source, marks = rendered(tmp_path, "a" * 3000 + " bad " + "b" * 3000, 3002, 3005)
    assert len(source) < 120
    start = marks.index("^")
    assert source[start : start + 3] == "bad" and marks.count("^") == 3


def test_colours_are_for_terminals_only(package: Package) -> None:
    plain, painted = (render_text([deel()], package, colour) for colour in (False, True))
    assert "\x1b[" not in plain
    assert "\x1b[1;31merror[E0202]\x1b[0m" in painted


def test_one_line_a_problem_for_screen_readers_and_editors(package: Package) -> None:
    other = Related(at(3, 6, 9), "the card that does it")
    assert render_lines([deel(related=(other,))], package) == (
        "game/cards.wright:4:9: error E0202: unknown verb `deel`; did you mean `deal`?;"
        " the card that does it, game/cards.wright:3:6"
    )


@pytest.mark.parametrize(
    ("problems", "files", "line"),
    [
        ([], 3, "No problems in 3 files"),
        ([deel()], 1, "1 error in 1 file"),
        ([deel(), deel(), MAZE.at(at(1, 1, 2), space="b4")], 2, "2 errors, 1 warning in 2 files"),
        ([MAZE.at(at(1, 1, 2), space="b4").because("it is meant")], 2, "No problems in 2 files (1 allowed)"),
    ],
)
def test_the_closing_line_counts(problems: list[Diagnostic], files: int, line: str) -> None:
    assert summary(problems, files) == line


def test_json_is_as_the_schema_says(package: Package) -> None:
    other = Related(at(3, 6, 9), "the card that does it")
    problems = [deel(related=(other,)), MAZE.at(NOWHERE, space="b4").because("it is meant")]
    document = as_json(problems, package)
    assert schema_problems("diagnostics", document) == []
    assert document[0]["file"] == "game/cards.wright"
    assert document[0]["help"] == "did you mean `deal`?"
    assert document[1]["suppressed"] == "it is meant"


# ------------------------------------------------------------------ allowed warnings


def suppressed(tmp_path: Path, text: str, *lines: int) -> list[str]:
    """What becomes of a warning on each of these lines: `2 because ...`, `2 W1203`, and the notes."""
    package, _ = read_package(write_package(tmp_path / "maze", {"a.wright": text}))
    assert package is not None
    problems = [MAZE.at(at(line, 1, 2, "maze/a.wright"), space="b4") for line in lines]
    return [
        f"{one.span.line} {one.code if one.suppressed is None else one.suppressed}"
        for one in suppress(problems, package.sources)
    ]


def test_a_remark_on_the_line_or_above_it_allows_a_warning(tmp_path: Path) -> None:
    above = "# tilewright: allow W1203 because it is a maze\n\n# another remark\nboard a:\n  x\n"
    assert suppressed(tmp_path, above, 4, 5) == ["4 it is a maze", "5 W1203"]
    behind = "board a:  # tilewright: allow W1203 because it is a maze\nboard b:\n"
    assert suppressed(tmp_path, behind, 1, 2) == ["1 it is a maze", "2 W1203"]


def test_several_codes_have_one_reason(tmp_path: Path) -> None:
    text = "board a:  # tilewright: allow W1201, W1203 because it is a maze\n"
    assert suppressed(tmp_path, text, 1) == ["1 it is a maze", "1 N0902"]


def test_a_remark_without_a_reason_allows_nothing(tmp_path: Path) -> None:
    assert suppressed(tmp_path, "board a:  # tilewright: allow W1203\n", 1) == ["1 W1203", "1 N0901"]


def test_a_remark_that_allows_nothing_is_noted(tmp_path: Path) -> None:
    assert suppressed(tmp_path, "# tilewright: allow W1203 because it is a maze\nboard a:\n") == ["1 N0902"]


def test_an_error_cannot_be_allowed(package: Package) -> None:
    sources = [type(package.sources[0])("a", "x  # tilewright: allow E0202 because I say so\n")]
    problem, note = suppress([DEEL.at(at(1, 1, 2, "a"), found="x")], sources)
    assert problem.is_error
    assert note.code == "N0902"
