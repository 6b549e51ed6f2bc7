"""Look up the words of the language.

Words, functions, and the codes of problems.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import say

if TYPE_CHECKING:
    from tilewright.dsl.reference import WordEntry


@click.command("words")
@click.argument("word", nargs=-1)
def command(word: tuple[str, ...]) -> None:
    """Look up WORD: a keyword such as `choose`, a function such as `count`, or a code such as E0101.

    Without WORD, list them all.
    """
    from tilewright.dsl.problems.suggest import nearest
    from tilewright.dsl.reference import look_up, words

    wanted = " ".join(word)
    if not wanted:
        _print(_index())
        return
    found = look_up(wanted)
    if not found:
        near = nearest(wanted, words())
        raise click.UsageError(f"the language has no word `{wanted}`{f'; {near}' if near else ''}")
    for number, entry in enumerate(found):
        if number:
            say()
        _print(_page(entry, entry.example or _example(entry)))


def _index() -> Iterator[str]:
    from tilewright.dsl.reference import SUBJECTS, entries

    for subject, title in SUBJECTS.items():
        yield title
        for entry in entries():
            if entry.subject == subject:
                yield f"  {entry.forms[0]:<56} {_first_sentence(entry.doc)}".rstrip()
        yield ""


def _example(entry: WordEntry) -> str:
    """An example from what comes with Tilewright: the first package that has one, the course before games."""
    from tilewright.dsl.examples import examples

    from .docs import key_of, sources

    key = key_of(entry)
    return next(found[key][0] for source in sources() if key in (found := examples([source])))


def _page(entry: WordEntry, example: str) -> Iterator[str]:
    from tilewright.dsl.reference import SUBJECTS

    yield f"{entry.word} ({SUBJECTS[entry.subject].lower()})"
    yield from (f"  {form}" for form in entry.forms)
    if entry.doc:
        yield entry.doc
    if example:
        yield "For example:"
        yield from (f"  {line}" for line in example.splitlines())


def _first_sentence(doc: str) -> str:
    return doc.partition(". ")[0].rstrip(".")


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        say(line)
