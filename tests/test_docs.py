"""What the pages show works: their sources are compiled and played, docs/api.md runs, and links lead
somewhere.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pictures import MOST, PICTURES
from support.bots import bots_play_to_an_end
from support.commands import run
from support.pages import DOCS, blocks, games, package_of, pages, prose
from tilewright.dsl import check_package, render_text
from tilewright.dsl.compile import test_programs as programs_of_stories
from tilewright.dsl.packages.library import shipped
from tilewright.dsl.packages.listing import mods_for
from tilewright.runtime.stories.testing import run_tests
from tilewright.schemas.load import schema

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/api.md"
_SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What may stand in a block. Whatever is no language is shown as it is: commands, and what they print.
LANGUAGES = {"", "wright", "yaml", "json", "python"}


@pytest.mark.parametrize("page", games(), ids=lambda page: str(page.relative_to(DOCS)))
def test_sources_on_a_page_are_a_package_that_works(page: Path, tmp_path: Path) -> None:
    """`check` has nothing against it, its stories come true, and bots play its games to an end."""
    package = package_of(page, tmp_path)
    assert render_text(check_package(package), package) == ""
    programs, problems = programs_of_stories(package)
    assert not problems
    results = [one for program in programs for one in run_tests(program)]
    assert not [(one.title, one.message) for one in results if not one.passed]
    if page.parent.name != "cookbook":
        return
    assert len(results) >= 3
    bots_play_to_an_end(package, games=4)


def test_every_block_says_what_is_in_it() -> None:
    """A piece of a game that is not marked as such would be compiled by nobody."""
    odd, bare = [], []
    for page in pages():
        for block in blocks(page):
            where = f"{page.relative_to(DOCS)}:{block.line}"
            odd += [] if block.language in LANGUAGES else [f"{where}: {block.language}"]
            declared = re.search(r"^(to|kind|action|test|player has|game has|define) .*:?$", block.text, re.M)
            bare += [where] if not block.language and declared and "internals" not in where else []
    assert not odd and not bare, (odd, bare)


def test_pages_are_no_wider_than_an_editor_makes_them() -> None:
    """All that are written by hand. Tables, and words without a blank, cannot be wrapped."""
    found = re.search(
        r"^\[\*\.md\]\nmax_line_length = (\d+)$", (ROOT / ".editorconfig").read_text("utf-8"), re.M
    )
    assert found is not None
    games = (page for page in (ROOT / "scenarios").rglob("*.md") if page.name != "RULES.md")
    wide = [
        f"{page.relative_to(ROOT)}:{number} has {len(line)} characters"
        for page in (*ROOT.glob("*.md"), *pages(), *games, *(ROOT / "viewer").rglob("*.md"))
        for number, line in enumerate(prose(page), 1)
        if len(line) > int(found[1]) and not line.startswith("|") and " " in line.strip("-* ")
    ]
    assert not wide, "\n".join(wide)


def test_every_picture_can_be_drawn_anew_and_is_small() -> None:
    """But for the one of the first screen, which was chosen by hand."""
    shown = {
        (page.parent / name).resolve()
        for page in pages()
        for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    drawn = {picture.file for picture in PICTURES}
    assert drawn == shown == {*DOCS.rglob("*.jpg")}
    assert all(file.stat().st_size <= MOST for file in drawn)


def test_every_snippet_of_the_api_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = PAGE.read_text("utf-8")
    known: dict[str, Any] = {"__name__": "api"}
    for found in _SNIPPET.finditer(page):
        # Lines before it, so that a traceback names the line of the page.
        above = "\n" * (page.count("\n", 0, found.start()) + 1)
        exec(compile(above + found[1], str(PAGE), "exec"), known)
    assert known["game"].answers


def test_what_the_page_imports_is_public() -> None:
    import tilewright.dsl
    import tilewright.runtime

    for package in (tilewright.dsl, tilewright.runtime):
        assert all(hasattr(package, name) for name in package.__all__)
        with pytest.raises(AttributeError):
            _ = package.nonsense


def test_to_import_the_packages_costs_nothing() -> None:
    heavy = ["lark", "jsonschema", "tilewright.runtime.engine.engine", "tilewright.dsl.compile"]
    code = "import sys, tilewright.dsl, tilewright.runtime, tilewright.cli.main; "
    code += f"print(sorted({{*{heavy}}} & {{*sys.modules}}))"
    paths = {"PYTHONPATH": str(ROOT / "tests/typeroot"), "PATH": ""}
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=paths)
    assert said.stdout.strip() == "[]"


def test_the_page_on_beginning_a_game_names_every_entry_of_a_manifest() -> None:
    page = (DOCS / "own_game.md").read_text("utf-8")
    rows = "\n".join(line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `"))
    missing = [entry for entry in schema("package")["properties"] if f"`{entry}`" not in rows]
    assert not missing


def test_the_page_on_combining_names_every_mod_that_comes_along() -> None:
    page = (DOCS / "combining.md").read_text("utf-8")
    table = page[page.index("| game | mods |") :].partition("\n\n")[0]
    rows = [re.findall(r"`(\w+)`", row) for row in table.splitlines()[2:]]
    for game, *named in rows:
        assert set(named) == {one.id for one in mods_for(shipped()[game], ROOT / "tests")}, game
    assert len(rows) == 2


def test_the_pages_of_the_language_are_those_that_would_be_written_now(tmp_path: Path) -> None:
    """Their examples come from the games, so that any change there may be one of theirs."""
    assert run("docs", str(tmp_path)).exit_code == 0
    kept, now = (
        {one.name: one.read_text("utf-8") for one in folder.glob("*.md")}
        for folder in (ROOT / "docs" / "language", tmp_path)
    )
    stale = sorted(name for name in {**kept, **now} if kept.get(name) != now.get(name))
    assert not stale, f"`make docs` writes these anew: {', '.join(stale)}"


def test_every_page_can_be_reached_from_the_index() -> None:
    """By following links, and none of them leads nowhere."""
    reached, ahead, wrong = set[Path](), [ROOT / "docs/README.md"], []
    while ahead:
        page = ahead.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not re.match(r"[a-z]+:", link):
                to = (page.parent / link).resolve()
                wrong += (
                    [] if to.exists() else [f"{page.relative_to(ROOT)} links to {link}, which is not there"]
                )
                ahead += [to] if to.is_file() and to.is_relative_to(ROOT / "docs") else []
    lost = {*(ROOT / "docs").rglob("*.md")} - reached
    wrong += [f"no page links to {page.relative_to(ROOT)}" for page in lost]
    assert not wrong, "\n".join(sorted(wrong))
