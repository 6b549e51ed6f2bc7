"""Files → declarations as nodes, with every syntax error found on the way.

`layout.py` cuts a file into declarations, `lalr.py` reads one by the grammar; after an error the line at
fault and what it owns are taken out and the declaration is read again, so that one slip hides nothing else.
What was read before is not read again (`parse_cache.py`): no file, and no declaration in its old place.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from tilewright.host.cache import key as cache_key

from .. import nodes
from ..problems import codes
from ..problems.cascades import EVERYTHING
from ..problems.diagnostics import Diagnostic, Related
from ..source import Source, Span, Word
from . import parse_cache
from .heads import Said, said
from .layout import Chunk, layout
from .tables import keywords

MAX_ERRORS = 100
"""Syntax errors told of one file."""
MAX_WORDS = 200_000
"""Words and signs of a package, with all that it uses."""
WORDS_OF_A_GAP = 4
"""As so many of them a gap in a text counts, besides what stands in it."""


class Parsed(NamedTuple):
    """A declaration as read: its node, what `##` said above it, and all that it says as hashes."""

    node: nodes.SyntaxNode
    doc: str
    said: Said


class ParsedDeclaration(NamedTuple):
    """What became of one declaration: its node, the problems, and the names lost with what was left out.

    `gaps` are the expressions in its texts, by text and place, that are more than a name.
    """

    node: nodes.SyntaxNode | None
    problems: list[Diagnostic]
    lost: set[str]
    gaps: dict[tuple[str, Span], nodes.SyntaxNode]


class Reading(NamedTuple):
    """What became of a file, or of several: declarations, problems, and lost names.

    Of a file there are also its pieces, found again by the texts and places of declarations; of several
    files, those in which something could not be read.
    """

    declarations: list[Parsed]
    problems: list[Diagnostic]
    lost: set[str]
    pieces: dict[str, ParsedDeclaration]


def parse(sources: tuple[Source, ...]) -> tuple[list[Parsed], list[Diagnostic]]:
    """Read every declaration of every file. What could not be read is reported and left out."""
    reading = read(sources)
    return reading.declarations, reading.problems


def read(sources: tuple[Source, ...]) -> Reading:
    """Read every declaration of every file, those that did not change from what is kept on disk."""
    whole = Reading([], [], set(), {})
    read, problems = _within_limits(sources)
    if problems:
        whole.problems.extend(problems)
        whole.lost.add(EVERYTHING)
    for file in parse_cache.read(read, read_file):
        whole.declarations.extend(file.declarations)
        whole.problems.extend(file.problems)
        whole.lost.update(file.lost)
        for key, piece in file.pieces.items():
            _gaps.update(piece.gaps)
            if piece.problems:
                whole.pieces[key] = piece
    return whole


def _within_limits(sources: tuple[Source, ...]) -> tuple[tuple[Source, ...], list[Diagnostic]]:
    """The sources up to which a package is not too large, and what is said of the first beyond."""
    if sum(len(source.text) for source in sources) <= MAX_WORDS:
        return sources, []
    size = 0
    for number, source in enumerate(sources):
        size += len(source.text.split()) + sum(source.text.count(sign) for sign in '+-*/(),.:=<>[]"')
        size += WORDS_OF_A_GAP * source.text.count("{")
        if size > MAX_WORDS:
            span = Span(source.path, 1, 1, 1, 1)
            return sources[:number], [
                codes.PACKAGE_TOO_LARGE.at(
                    span, size=f"{size:,} words and signs up to this file", limit=f"{MAX_WORDS:,}"
                )
            ]
    return sources, []


def read_file(source: Source, known: Mapping[str, ParsedDeclaration]) -> Reading:
    """Read one file, but for known pieces; after very many problems the rest of it is left out."""
    chunks, problems = layout(source)
    reading = Reading([], problems, set(), {})
    if problems and not chunks:
        reading.lost.add(EVERYTHING)  # a file that is left out as a whole
    above = None
    for chunk in chunks:
        key = _key(chunk)
        piece = reading.pieces[key] = known.get(key) or _read_chunk(chunk)
        found = _certain(piece.problems, chunk, problems)
        between = _between(problems[-1:], found, above, chunk)
        problems[len(problems) - bool(between) :] = between or found
        above = chunk
        reading.lost.update(piece.lost)
        if piece.node is not None:
            reading.declarations.append(Parsed(piece.node, chunk.doc, said(piece.node, chunk)))
        if len(problems) > MAX_ERRORS:
            last = max(problem.span for problem in problems)
            problems.append(codes.TOO_MANY.at(last, limit=MAX_ERRORS))
            reading.lost.add(EVERYTHING)
            break
    return reading


def _certain(found: list[Diagnostic], chunk: Chunk, of_layout: list[Diagnostic]) -> list[Diagnostic]:
    """The problems of a declaration that do not follow from what is wrong with the layout of its file.

    Tabs are as wide as nobody knows, and what is indented under nothing is no declaration.
    """
    if any(one.code == codes.TAB.code for one in of_layout):
        found = [one for one in found if one.code not in _OF_LAYOUT]
    return [] if chunk.lines[0].startswith(" ") else found


def _between(
    before: list[Diagnostic], found: list[Diagnostic], above: Chunk | None, chunk: Chunk
) -> list[Diagnostic]:
    """What is said of a declaration whose first line parts the one above it from all that is indented under
    both, instead of the last problem before and those found in it; empty if it does not.
    """
    if not (before and found and above is not None):
        return []
    head, here = before[-1], found[0]
    if (head.code, here.code) != (codes.EXPECTED_BLOCK.code, codes.MISSING_COLON.code):
        return []
    if (head.span.line, here.span.line) != (above.first_line, chunk.first_line):
        return []
    message = "this line parts the one above it from what belongs to that"
    proposal = "move it above that line, or below all that is indented; or end it with `:` if that is its own"
    related = (Related(head.span, "nothing is indented right under this line"), *here.related)
    return [codes.UNEXPECTED.at(here.span, message=message, proposal=proposal, related=related), *found[1:]]


_OF_LAYOUT = frozenset(
    code.code for code in (codes.BAD_INDENT, codes.EXPECTED_BLOCK, codes.MISSING_COLON, codes.UNEXPECTED)
)


def _key(chunk: Chunk) -> str:
    drawn = [word.span for drawing in chunk.drawings for word in drawing]
    return cache_key(repr(chunk), repr(drawn))


def _read_chunk(chunk: Chunk) -> ParsedDeclaration:
    from .lalr import read_chunk

    node, problems, lost = read_chunk(chunk)
    gaps: dict[tuple[str, Span], nodes.SyntaxNode] = {}
    for number, line in enumerate(chunk.lines, chunk.first_line):
        for gap in GAP.finditer(line):
            span = Span(chunk.file, number, gap.start(1) + 1, number, gap.end(1) + 1)
            if _plain_value(gap[1], span) is None:
                found, _ = _parse_piece(gap[1], span, "template")
                if found is not None:
                    gaps[gap[1], span] = found
    return ParsedDeclaration(node, problems, lost, gaps)


GAP = re.compile(r"\{([^{}|]*)((?:\|[^{}|]*)*)\}")
"""The gap in a text that an expression fills, and the forms of a word that go with it: `{n|card|cards}`."""

_gaps: dict[tuple[str, Span], nodes.SyntaxNode] = {}  # of all files read so far


def parse_chunk(chunk: Chunk) -> tuple[nodes.SyntaxNode | None, list[Diagnostic]]:
    """Read one declaration; after an error go on without the line at fault."""
    piece = _read_chunk(chunk)
    return piece.node, piece.problems


def parse_value(text: str, span: Span) -> tuple[tuple[nodes.SyntaxNode, ...], list[Diagnostic]]:
    """Read the values of a table cell, whose text begins at `span`; an empty cell has none."""
    plain = _plain_value(text, span)
    if plain is not None:
        return (plain,), []
    found, problems = _parse_piece(text, span, "cell")
    return (found if found is not None else ()), problems


def parse_expression(text: str, span: Span) -> tuple[nodes.SyntaxNode | None, list[Diagnostic]]:
    """Read an expression inside a text: `{target.tokens}`."""
    known = _plain_value(text, span) or _gaps.get((text, span))
    return (known, []) if known is not None else _parse_piece(text, span, "template")


def _parse_piece(text: str, span: Span, start: str) -> tuple[Any, list[Diagnostic]]:
    from .lalr import parse_piece

    return parse_piece(text, span, start)


def _plain_value(text: str, span: Span) -> nodes.SyntaxNode | None:
    """Most cells and gaps hold one number or name; they need no parser."""
    if text.isdecimal() and text.isascii():
        return nodes.Number(Word(text, span), span)
    if _PLAIN_NAME.fullmatch(text) and text not in keywords():
        return nodes.Name(Word(text, span), span)
    return None


_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
