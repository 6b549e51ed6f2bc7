from __future__ import annotations

from pathlib import Path

import pytest

from support.commands import run
from tilewright.cli.commands.docs import key_of, slug, sources
from tilewright.dsl import nodes
from tilewright.dsl.compile import check_package
from tilewright.dsl.examples import examples
from tilewright.dsl.packages.library import shipped
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems import codes
from tilewright.dsl.problems.diagnostics import Code
from tilewright.dsl.reference import SUBJECTS, entries, look_up, words
from tilewright.dsl.vocabulary import BUILT_IN_KINDS, FUNCTIONS


def test_every_function_kind_and_code_can_be_looked_up() -> None:
    found = set(words())
    assert found >= set(FUNCTIONS)
    assert found >= {name for name, *_ in BUILT_IN_KINDS}
    assert found >= {code.code for code in vars(codes).values() if isinstance(code, Code)}


def test_every_entry_says_how_it_is_written() -> None:
    for entry in entries():
        assert entry.subject in SUBJECTS
        assert entry.word and entry.forms and all(entry.forms)
        assert entry.node == "" or hasattr(nodes, entry.node)


def test_every_entry_has_a_page_of_its_own() -> None:
    names = [slug(entry) for entry in entries()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("word", ["move", "choose", "for each", "as soon as", "count", "figure", "E0101"])
def test_a_word_is_looked_up(word: str) -> None:
    result = run("words", *word.split())
    assert result.exit_code == 0
    assert result.output.startswith(f"{word} (")


def test_a_word_inside_others_finds_them() -> None:
    assert "repeat while" in {entry.word for entry in look_up("while")}
    assert run("words", "ties by").exit_code == 0


def test_several_that_fit_are_shown_one_below_the_other() -> None:
    result = run("words", "look")
    assert result.output.startswith("look (") and "\n\nlook (" in result.output


def test_an_unknown_word_is_wrong_use() -> None:
    result = run("words", "chose")
    assert result.exit_code == 2
    assert "did you mean `choose`?" in result.output


def test_all_words_are_listed_by_subject() -> None:
    lines = run("words").output.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == list(SUBJECTS.values())


def test_examples_are_taken_from_the_course_as_they_stand() -> None:
    package, _ = read_package(shipped()["learn/1_first_card"])
    assert package is not None
    found = examples(package.sources)
    assert found["Shuffle"] == ("shuffle toolbox", "first_card/rules.wright")
    assert found["Win"][0].startswith("win ")


def test_every_word_has_an_example_from_what_is_shipped() -> None:
    """What is shipped is compiled by other tests. What a code means is shown by its golden message."""
    found = examples(sources())
    words_of_the_language = [entry for entry in entries() if entry.subject != "problems"]
    assert [entry.word for entry in words_of_the_language if key_of(entry) not in found] == []
    for path in shipped().values():
        package, problems = read_package(path)
        assert package is not None
        wrong = [problem for problem in problems + check_package(package) if problem.is_error]
        assert not wrong, path


def test_a_word_comes_with_an_example() -> None:
    assert "For example:\n  choose " in run("words", "choose").output
    assert "For example:\n" in run("words", "steps").output


def test_the_pages_are_written_and_old_ones_removed(tmp_path: Path) -> None:
    (tmp_path / "statements-gone.md").write_text("old")
    (tmp_path / "notes.md").write_text("mine")
    result = run("docs", str(tmp_path))
    assert result.exit_code == 0
    assert not (tmp_path / "statements-gone.md").exists()
    (tmp_path / "notes.md").unlink()  # which is there still
    page = (tmp_path / "statements-shuffle.md").read_text()
    assert page.startswith("# shuffle\n\n*Statements*\n\n```\nshuffle ")
    assert "For example, from `" in page
    index = (tmp_path / "README.md").read_text()
    assert "(statements-shuffle.md)" in index
    assert len(list(tmp_path.glob("*.md"))) == len(entries()) + 1


def test_pages_are_not_written_over_those_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    result = run("docs", str(tmp_path))
    assert (result.exit_code, "name an empty folder" in result.output) == (2, True)
    assert [one.name for one in tmp_path.iterdir()] == ["README.md"]


@pytest.mark.parametrize("name", sorted(name for name in shipped() if name.startswith("learn/")))
def test_the_course_checks_clean(name: str) -> None:
    package, problems = read_package(shipped()[name])
    assert package is not None
    assert problems + check_package(package) == []
