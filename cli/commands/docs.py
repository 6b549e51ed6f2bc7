"""Write the reference pages.

A page a word, from where the words are declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.files import write_whole
from tilewright.host.terminal import say
from tilewright.schemas.wording import counted

from ..targets import target

if TYPE_CHECKING:
    from tilewright.dsl.reference import WordEntry
    from tilewright.dsl.source import Source

WRITTEN = "Written by `tilewright docs`; `tilewright words` shows the same."

Examples = dict[str, tuple[str, str]]


@click.command("docs")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """Write the reference of the language into FOLDER: a page for each word, and a page that lists them.

    Pages of words that are gone are removed.
    """
    from tilewright.dsl.examples import examples
    from tilewright.dsl.reference import SUBJECTS, entries

    readme = folder / "README.md"
    target(readme)
    if readme.exists() and WRITTEN not in readme.read_text("utf-8", errors="replace"):
        raise click.UsageError(f"{folder} holds a README.md of somebody else's; name an empty folder")
    found = examples(sources())
    pages = {f"{slug(entry)}.md": page(entry, found) for entry in entries()}
    pages["README.md"] = index(entries())
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        if old.name not in pages and old.name.partition("-")[0] in SUBJECTS:
            old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            write_whole(path, text.encode())
    say(f"{counted(len(pages), 'page')} in {folder}.")


def page(entry: WordEntry, found: Examples) -> str:
    """The page of one word."""
    from tilewright.dsl.reference import SUBJECTS

    lines = [f"# {entry.word}", "", f"*{SUBJECTS[entry.subject]}*", "", "```", *entry.forms, "```", ""]
    if entry.doc:
        lines += [entry.doc, ""]
    example, source = found.get(key_of(entry), (entry.example, ""))
    if example:
        said = f"For example, from `{source}`:" if source else "For example:"
        lines += [said, "", "```", example, "```", ""]
    return "\n".join(lines)


def key_of(entry: WordEntry) -> str:
    """Under what name an example of a word is found in sources."""
    named = {"functions": f"function {entry.word}", "kinds": f"kind {entry.word}"}
    return named.get(entry.subject, entry.node)


def index(entries: tuple[WordEntry, ...]) -> str:
    """The page that lists all words by subject."""
    from tilewright.dsl.reference import SUBJECTS

    lines = ["# The language", "", WRITTEN, ""]
    for subject, title in SUBJECTS.items():
        lines += [f"## {title}", ""]
        lines += [
            f"- [{code(entry.forms[0])}]({slug(entry)}.md) {entry.doc}".rstrip()
            for entry in entries
            if entry.subject == subject
        ]
        lines.append("")
    return "\n".join(lines)


def code(form: str) -> str:
    """A form as code in a line; one that holds such a piece itself stands in two marks."""
    return f"`` {form} ``" if "`" in form else f"`{form}`"


def slug(entry: WordEntry) -> str:
    """The name of a word's page; constructs of the same word are told apart by their subject."""
    word = re.sub(r"(?<!^)(?=[A-Z])", "_", entry.node).lower() or re.sub(r"\W+", "_", entry.word)
    return f"{entry.subject}-{word}"


def sources() -> Iterator[Source]:
    """What the examples are taken from: the course first, then the library and the games."""
    from tilewright.dsl.packages.library import shipped
    from tilewright.dsl.packages.package import read_package

    met: set[str] = set()
    course: list[Path] = []
    rest: list[Path] = []
    for folder in sorted(set(shipped().values())):
        (course if folder.parent.name == "learn" else rest).append(folder)
    for folder in course + rest:
        package, _ = read_package(folder)
        for source in package.sources if package else ():
            if source.path not in met:
                met.add(source.path)
                yield source
