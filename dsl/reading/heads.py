"""What a declaration says, as hashes: what was found out before still holds while they are the same.

The head of a declaration is what the rest of a package can see of it. A verb's or rule's deeds are its own,
and so are a thing's numbers, but for how many copies there are of it. A value that is computed is all head,
for its type may follow from it; so is a board, and whatever is not named here.

Neither where it stands nor remarks count, nor what a thing is titled: people read that, rules do not.
"""

import re
from typing import NamedTuple

from tilewright.host.cache import key

from .. import nodes
from ..source import Span
from .layout import Chunk

_DOING = nodes.Verb | nodes.Action | nodes.Hook | nodes.Whenever | nodes.AsSoonAs
_WITH_A_BOARD = ("board", "mission", "campaign")
_REMARK = re.compile(r'"[^"]*"|#.*')


class Said(NamedTuple):
    """The hashes of all that a declaration says, and of its head."""

    whole: str
    head: str


def said(node: nodes.SyntaxNode | None, chunk: Chunk) -> Said:
    """What a declaration says; what could not be read is all head."""
    drawn: list[str] = [line for drawing in chunk.drawings for line in drawing]
    if isinstance(node, _DOING):
        return Said(_hash(chunk.lines, drawn), _hash(_without_deeds(node, chunk), drawn))
    if isinstance(node, nodes.Thing) and node.kind not in _WITH_A_BOARD:
        untitled = _without([node.title.span] if node.title is not None else [], list(chunk.lines), chunk)
        return Said(_hash(untitled, drawn), _hash(_without(_numbers(node), untitled, chunk), drawn))
    whole = _hash(chunk.lines, drawn)
    return Said(whole, whole)


def _without_deeds(node: _DOING, chunk: Chunk) -> list[str]:
    """The lines above what it does, and those that say in which menus it stands."""
    rows = [one.span.line - chunk.first_line for one in node.body]
    menus = [row for row, one in zip(rows, node.body, strict=True) if isinstance(one, nodes.InMenu)]
    first = min(rows, default=0) or len(chunk.lines)  # what stands in the same line is seen
    return [*chunk.lines[:first], *(chunk.lines[row] for row in menus)]


def _numbers(thing: nodes.Thing) -> list[Span]:
    """Where the numbers of a thing stand."""
    entries = [
        one for one in thing.entries or () if isinstance(one, nodes.EntryValue) and one.name != "copies"
    ]
    return [value.span for one in entries for value in one.values if isinstance(value, nodes.Number)]


def _without(spans: list[Span], lines: list[str], chunk: Chunk) -> list[str]:
    """The lines with the same in all of these places; nothing before a place moves."""
    found = list(lines)
    for span in sorted(spans, reverse=True):
        row = span.line - chunk.first_line
        found[row] = found[row][: span.column - 1] + "0" + found[row][span.end_column - 1 :]
    return found


def _hash(lines: list[str] | tuple[str, ...], drawn: list[str]) -> str:
    shown = (_REMARK.sub(_text, line) if "#" in line else line for line in lines)
    return key("\n".join(line for line in map(str.rstrip, shown) if line), *drawn)


def _text(found: re.Match[str]) -> str:
    """A text in quotes stays as it is."""
    return "" if found[0].startswith("#") else found[0]
