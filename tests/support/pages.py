"""The pages of docs/ as a test reads them: their blocks of code, and the package that these are together.

A page is one package. A block ```` ```wright ```` goes into its main file, ```` ```wright NAME ```` into
`NAME.wright`; what the package uses follows from the game that its headers name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from support.packages import write_package
from tilewright.dsl.packages.package import Package, read_package

DOCS = Path(__file__).parents[2] / "docs"
_FENCE = re.compile(r"^(?P<ticks>```+)(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)

# The packages that make up a game which pages add to.
_MADE_OF = {"lamplighters": ("first_mission",)}


class Block(NamedTuple):
    """A fenced block: its language, the word behind that, its text and the line at which it begins."""

    language: str
    name: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, from top to bottom."""
    whole = page.read_text("utf-8")
    return [_block(whole, found) for found in _FENCE.finditer(whole)]


def _block(whole: str, found: re.Match[str]) -> Block:
    language, _, name = found["info"].strip().partition(" ")
    return Block(language, name.strip(), found["text"], whole.count("\n", 0, found.start()) + 1)


def prose(page: Path) -> list[str]:
    """The lines of a page, those of its blocks left empty."""
    return _FENCE.sub(lambda found: "\n" * found[0].count("\n"), page.read_text("utf-8")).split("\n")


def pages() -> Iterator[Path]:
    """Every page that was written by hand."""
    return (page for page in sorted(DOCS.rglob("*.md")) if "language" not in page.relative_to(DOCS).parts)


def games() -> list[Path]:
    """The pages that show sources of a game."""
    return [page for page in pages() if any(block.language == "wright" for block in blocks(page))]


def written(page: Path, folder: Path) -> Path:
    """The package that a page is, in a folder named like it; each line stands where the page has it."""
    files: dict[str, list[str]] = defaultdict(list)
    for block in blocks(page):
        if block.language == "wright":
            lines = files[f"{block.name or page.stem}.wright"]
            lines += [""] * (block.line - len(lines)) + block.text.splitlines()
    texts = {name: "\n".join(lines) + "\n" for name, lines in files.items()}
    whole = "".join(texts.values())
    uses = {used for game in _found(r"^\w+(?: \w+)? for (\w+)", whole) for used in _MADE_OF.get(game, ())}
    home = write_package(folder / page.stem, texts, tuple(sorted(uses | _found(r"^use (\w+)", whole))))
    if over := {mod for line in _found(r"^  over: (.+)", whole) for mod in line.split(", ")}:
        with (home / "package.yaml").open("a", encoding="utf-8") as manifest:
            manifest.write(f"after: [{', '.join(sorted(over))}]\n")
    return home


def package_of(page: Path, folder: Path) -> Package:
    """The same, read."""
    package, problems = read_package(written(page, folder))
    assert package is not None and not problems, problems
    return package


def _found(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text, re.MULTILINE))
