"""What the pages for authors show is compiled: a page that goes stale fails here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.packages import write_package
from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.library import shipped
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.render import render_text

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```wright *(?P<game>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def checked(folder: Path, text: str, game: str) -> str:
    """What the compiler says to a content file of a package that uses a game."""
    package, problems = read_package(write_package(folder, {"box.wright": text}, (game,)))
    assert package is not None
    return render_text(problems + check_package(package), package)


def test_the_manifest_on_the_page_is_one(tmp_path: Path) -> None:
    page = (ROOT / "docs/authors.md").read_text("utf-8")
    (manifest,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    folder = write_package(tmp_path / "my_lamps", {"box.wright": "content for lamplighters\n"})
    (folder / "package.yaml").write_text(manifest, "utf-8")
    package, problems = read_package(folder)
    assert package is not None and problems == []
    assert [used.id for used in package.uses] == ["first_card"]


def test_the_first_screen_shows_ten_lines_that_compile(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    (block,) = _BLOCK.finditer(page)
    assert block["text"].count("\n") <= 10
    said = checked(tmp_path / "mine", f"content for {block['game']}\n\n{block['text']}", block["game"])
    # A card more than the box holds is worth a word, and nothing else is.
    assert re.findall(r"(?:error|warning)\[(\w+)\]", said) in ([], ["W1041"])


def test_the_message_on_the_first_screen_is_what_the_compiler_says(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"^```\n(error.*?)^```$", page, re.MULTILINE | re.DOTALL)
    tools = (shipped()["learn/1_first_card"] / "tools.wright").read_text("utf-8")
    broken = tools.replace("if lamp is not none: set lamp.lit to yes", "mvoe this to used")
    rules = (shipped()["learn/1_first_card"] / "rules.wright").read_text("utf-8")
    folder = write_package(tmp_path / "lamps", {"tools.wright": broken, "rules.wright": rules})
    package, problems = read_package(folder)
    assert package is not None
    said = render_text(problems + check_package(package), package).splitlines()
    assert said[0] == shown.splitlines()[0] and said[2:] == shown.splitlines()[2:]


@pytest.mark.parametrize("page", ["README.md", "docs/authors.md"])
def test_files_and_commands_on_the_pages_exist(page: str) -> None:
    from tilewright.cli.main import commands

    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"tilewright ([a-z]+)\b", text)) - {"offers", "and"}
    assert named <= {*commands()}, named - {*commands()}
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / page).parent.joinpath(link).exists() or link.startswith("http"), link
    for name in re.findall(r"learn/\d_\w+", text):
        assert name in shipped()


@pytest.mark.parametrize(
    "folder", sorted((ROOT / "scenarios/learn").iterdir()), ids=lambda folder: folder.name
)
def test_each_step_of_the_course_has_a_page_of_ten_lines(folder: Path) -> None:
    lines = (folder / "README.md").read_text("utf-8").splitlines()
    assert len(lines) <= 12
    assert lines[0].startswith(f"# {folder.name[0]}. ")


def test_make_plays_what_its_help_says() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    ((game, mission),) = re.findall(r"tilewright play (\w+)/(\w+)$", makefile, re.MULTILINE)
    assert f"the first mission of {game.capitalize()}" in makefile
    sources = [file.read_text("utf-8") for file in shipped()[game].rglob("*.wright")]
    assert any(f'\nmission {mission} "Mission 1: ' in text for text in sources)
