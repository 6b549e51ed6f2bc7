"""Characters that no text of a package needs, and that deceive who reads it: found, told and taken out.

Which they are says `host/text.py`. A blank stands for each of them afterwards, so that what is around it is
read as it was meant and keeps its place.
"""

import re
from itertools import islice

from tilewright.host.text import HARMFUL, named

from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..source import Span

MAX_TOLD = 20
"""Characters told of one file: a file full of them is no text."""

_IN_NAMES = re.compile(rf"[\n\t]|{HARMFUL.pattern}")


def without_harm(path: str, text: str) -> tuple[str, list[Diagnostic]]:
    """The text of a file without such characters, every line ended in one way, and where they stood.

    A carriage return alone ends a line, too, but is told where other lines end otherwise: many editors and
    terminals would draw the next line over the one before.
    """
    text = text.replace("\r\n", "\n")
    lines = text.replace("\r", "\n")
    if lines.replace("\n", "").replace("\t", "").isprintable() and text is lines:
        return lines, []  # nearly every file, and ten times as quickly
    problems = []
    for one in islice(HARMFUL.finditer(text if "\n" in text else lines), MAX_TOLD):
        line = lines.count("\n", 0, one.start()) + 1
        column = one.start() - lines.rfind("\n", 0, one.start())
        problems.append(hidden(one[0], Span(path, line, column, line, column + 1)))
    return HARMFUL.sub(" ", lines) if problems else lines, problems


def in_value(value: str, span: Span) -> Diagnostic | None:
    """The first such character of a text that was written with escapes, as YAML has them."""
    found = HARMFUL.search(value)
    return hidden(found[0], span) if found else None


def in_name(path: str) -> Diagnostic | None:
    """The first such character in the name of a file; a line's end is one there, and so is a tab."""
    found = _IN_NAMES.search(path)
    return hidden(found[0], Span(path, 1, 1, 1, 1), "in the name of this file") if found else None


def hidden(character: str, span: Span, where: str = "here") -> Diagnostic:
    """The problem of one such character."""
    turns = "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069"
    proposal = "take it out" + (
        "; where text from right to left needs a mark, U+200E and U+200F may be used" if turns else ""
    )
    return codes.HARMFUL_CHARACTER.at(
        span,
        where=where,
        found=named(character),
        proposal=proposal,
        expected="letters and signs that can be seen",
    )
