"""The ways in which a source can be made wrong, each general: none knows what is found by whom.

An operator looks at one place and gives what could stand there instead. What it gives need not be wrong in
every case; whether somebody notices is measured, not assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .. import nodes
from ..nodes.node import SyntaxNode
from ..source import Span, Word, rows_of
from . import names
from .places import MutationPoint

Edits = Iterator[tuple[Span, str]]

TESTS = ("test", "when")
"""The fields in which nodes hold what must be so."""
FAR = 1000
"""By how much a number is put out of any sensible range."""
BODIES = ("body", "then", "otherwise", "steps")
"""The fields in which nodes hold statements."""
ENTRIES = ("entries", "members", "cases", "clauses")
"""The fields in which nodes hold lines that are no statements."""
SIGNS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "=": ("!=",), "!=": ("=",)}
_EITHER_WAY = ("=", "!=")
"""Signs that say the same from either side."""
_WORDS_BETWEEN: dict[type[SyntaxNode], tuple[str, str]] = {
    nodes.And: (r"\band\b", "or"),
    nodes.Or: (r"\bor\b", "and"),
    nodes.Is: (r"\bis\b", "is not"),
    nodes.IsNot: (r"\bis\s+not\b", "is"),
    nodes.In: (r"\bin\b", "not in"),
    nodes.NotIn: (r"\bnot\s+in\b", "in"),
    nodes.Plus: (r"\+", "-"),
    nodes.Minus: (r"-", "+"),
    nodes.Times: (r"\*", "+"),
}
_WORDS_WITHIN: dict[type[SyntaxNode], tuple[str, str]] = {
    nodes.IsA: (r"\bis\s+(?=an?\b)", "is not "),
    nodes.IsNotA: (r"\bis\s+not\s+(?=an?\b)", "is "),
    nodes.IsEmpty: (r"\bis\s+empty\b", "is not empty"),
    nodes.IsNotEmpty: (r"\bis\s+not\s+empty\b", "is empty"),
    nodes.IsGone: (r"\bis\s+gone\b", "is not gone"),
    nodes.IsNotGone: (r"\bis\s+not\s+gone\b", "is gone"),
    nodes.AnyOf: (r"\bany\b", "no"),
    nodes.NoneOf: (r"\bno\b", "any"),
    nodes.Yes: (r"\byes\b", "no"),
    nodes.NoValue: (r"\bno\b", "yes"),
    nodes.PileEnd: (r"\b(top|bottom)\b", "top|bottom"),
    nodes.WithKey: (r"\b(least|most)\b", "least|most"),
    nodes.WhereWithKey: (r"\b(least|most)\b", "least|most"),
}
_FIRST_WORDS: dict[type[SyntaxNode], dict[str, str]] = {
    nodes.Raise: {"raise": "lower"},
    nodes.Lower: {"lower": "raise"},
    nodes.Win: {"win": "lose"},
    nodes.Lose: {"lose": "win"},
    nodes.Stop: {"stop": "skip"},
    nodes.Skip: {"skip": "stop"},
    nodes.Reveal: {"reveal": "hide"},
    nodes.Hide: {"hide": "reveal"},
    nodes.Whenever: {"whenever": "as soon as"},
    nodes.AsSoonAs: {"as soon as": "whenever"},
}


def part(span: Span, start: int, end: int) -> Span:
    """A stretch of a stretch that lies in one line, by offsets."""
    return Span(span.file, span.line, span.column + start, span.line, span.column + end)


# ------------------------------------------------------------------ the form


def misspelt(place: MutationPoint) -> Edits:
    """Two letters of a name change places."""
    for word in _words(place.node):
        if len(word) > 3 and word.span.line == word.span.end_line and word.isidentifier():
            swapped = word[0] + word[2] + word[1] + word[3:]
            if swapped != word:
                yield word.span, swapped


def colon_missing(place: MutationPoint) -> Edits:
    """A line that is followed by a block does not end with a colon."""
    rows = rows_of(place.source.text)
    for one in _statements(place):
        row = rows[one.span.line - 1]
        if one.span.end_line > one.span.line and row.rstrip().endswith(":"):
            at = len(row.rstrip())
            yield Span(one.span.file, one.span.line, at, one.span.line, at + 1), ""


def quote_missing(place: MutationPoint) -> Edits:
    """A text is not closed."""
    if isinstance(place.node, nodes.String):
        span = place.node.span
        yield Span(span.file, span.end_line, span.end_column - 1, span.end_line, span.end_column), ""


def indented(place: MutationPoint) -> Edits:
    """A statement stands one blank too far to the right, or to the left."""
    yield from _moved(place, 1)


def bracket_missing(place: MutationPoint) -> Edits:
    """A bracket that was opened is not closed."""
    if isinstance(place.node, nodes.Function) and place.text(place.node.span).endswith(")"):
        span = place.node.span
        yield Span(span.file, span.end_line, span.end_column - 1, span.end_line, span.end_column), ""


def drawn_off(place: MutationPoint) -> Edits:
    """A line of a drawing stands one blank further right."""
    if isinstance(place.node, nodes.EntryDrawing):
        for word in place.node.lines[1:-1]:
            start = word.span
            yield Span(start.file, start.line, start.column, start.line, start.column), " "


def cell_missing(place: MutationPoint) -> Edits:
    """A row of a table has one cell too few."""
    for row in _rows(place.node)[1:]:
        cells = row.split("|")
        if len(cells) > 3:
            start = len(row) - len(cells[-1]) - len(cells[-2]) - 1
            yield part(row.span, start, start + len(cells[-2]) + 1), ""


# ------------------------------------------------------------------ tests and values


def comparison(place: MutationPoint) -> Edits:
    """Another sign between two numbers: its bound moves by one, or it is turned round."""
    if isinstance(place.node, nodes.Compare):
        for sign in SIGNS.get(str(place.node.sign), ()):
            yield place.node.sign.span, sign


def opposite(place: MutationPoint) -> Edits:
    """A small word becomes its opposite: and, or; is, is not; any, no; top, bottom; least, most; yes, no."""
    node = place.node
    if isinstance(node, nodes.Binary) and type(node) in _WORDS_BETWEEN:
        pattern, instead = _WORDS_BETWEEN[type(node)]
        yield from _in_place(place, place.between(node.left.span, node.right.span), pattern, instead)
    elif type(node) in _WORDS_WITHIN:
        pattern, instead = _WORDS_WITHIN[type(node)]
        yield from _in_place(place, node.span, pattern, instead)


def negated(place: MutationPoint) -> Edits:
    """What must be so must not be so."""
    node = place.node
    if isinstance(node, nodes.Not):
        yield node.span, place.text(node.of.span)
    elif place.field in TESTS:
        yield node.span, f"not ({place.text(node.span)})"


def always(place: MutationPoint) -> Edits:
    """A test that always holds, or never."""
    if place.field in TESTS and not isinstance(place.node, nodes.Yes | nodes.NoValue):
        yield place.node.span, "yes"
        yield place.node.span, "no"


def operand_missing(place: MutationPoint) -> Edits:
    """One of two conditions, or of two numbers that are joined, is left out."""
    node = place.node
    if isinstance(node, nodes.And | nodes.Or | nodes.Plus | nodes.Minus):
        yield node.span, place.text(node.left.span)
        yield node.span, place.text(node.right.span)


def unfiltered(place: MutationPoint) -> Edits:
    """A set loses its `where`."""
    if isinstance(place.node, nodes.Where):
        yield place.node.span, place.text(place.node.set.span)


def number_near(place: MutationPoint) -> Edits:
    """A number is one more, or one less."""
    for word in _numbers(place.node):
        value = int(word)
        yield word.span, str(value + 1)
        if value:
            yield word.span, str(value - 1)


def number_far(place: MutationPoint) -> Edits:
    """A number lies far outside of what it is for."""
    for word in _numbers(place.node):
        yield word.span, str(int(word) + FAR)


def operands_swapped(place: MutationPoint) -> Edits:
    """Two inputs, or the two sides of a comparison or difference, change places."""
    node = place.node
    if isinstance(node, nodes.Function) and node.inputs is not None and len(node.inputs) == 2:
        yield from _swapped(place, *node.inputs)
    elif isinstance(node, nodes.Compare) and node.sign in _EITHER_WAY:
        return
    elif isinstance(node, nodes.Compare | nodes.Minus | nodes.Divided | nodes.Can):
        yield from _swapped(place, node.left, node.right)


# ------------------------------------------------------------------ names


def other_value(place: MutationPoint) -> Edits:
    """Another name that fits in the same place: a word, thing, kind, value or setting."""
    if isinstance(place.node, nodes.Name):
        yield from _others(place.node.name, names.like(place.node.name, place.model))
    elif isinstance(place.node, nodes.Function):
        found = (
            *names.like(place.node.name, place.model),
            *names.relations_like(place.node.name, place.model),
        )
        yield from _others(place.node.name, found)
    elif isinstance(place.node, nodes.IsA | nodes.IsNotA | nodes.TypeName):
        word = place.node.name if isinstance(place.node, nodes.TypeName) else place.node.kind
        yield from _others(word, names.like(word, place.model))


def other_property(place: MutationPoint) -> Edits:
    """Another property of the same type."""
    if isinstance(place.node, nodes.Get):
        yield from _others(place.node.name, names.properties_like(place.node.name, place.model))


def other_verb(place: MutationPoint) -> Edits:
    """Another verb that is called in the same way; a rule goes with another verb, or at another time."""
    node = place.node
    if isinstance(node, nodes.Call):
        yield from _others(node.verb, names.verbs_like(node.verb, place.model))
    elif isinstance(node, nodes.Hook):
        yield from _others(node.verb, names.verbs_like(node.verb, place.model))
        for how in ("before", "after"):
            if str(node.how) != how:
                yield node.how.span, how


def other_relation(place: MutationPoint) -> Edits:
    """Another relation between the same spaces."""
    if isinstance(place.node, nodes.Can | nodes.IsRelated | nodes.IsNotRelated):
        yield from _others(place.node.word, names.relations_like(place.node.word, place.model))


# ------------------------------------------------------------------ statements and declarations


def statement_missing(place: MutationPoint) -> Edits:
    """A statement, guard or entry is left out."""
    for one in _lines(place):
        if len(_siblings(place, one)) > 1 or isinstance(place.node, nodes.Thing):
            span = place.lines(one)
            if span is not None:
                yield span, ""


def statement_twice(place: MutationPoint) -> Edits:
    """A statement or entry stands there twice."""
    for one in _lines(place):
        span = place.lines(one)
        if span is not None:
            text = place.text(span)
            yield Span(span.file, span.line, 1, span.line, 1), text if text.endswith("\n") else text + "\n"


def statements_swapped(place: MutationPoint) -> Edits:
    """Two statements, one after the other, change places."""
    for field in BODIES:
        body = _members(place.node, field)
        for first, second in pairwise(body):
            above, below = place.lines(first), place.lines(second)
            if above is not None and below is not None and above.end_line == below.line:
                whole = above.to(below)
                yield whole, _ended(place.text(below)) + _ended(place.text(above))


def in_other_block(place: MutationPoint) -> Edits:
    """A statement belongs to the block above it, or to the one around its own."""
    yield from _moved(place, 2)


def turned(place: MutationPoint) -> Edits:
    """A statement does the opposite: raise, lower; win, lose; stop, skip; reveal, hide."""
    node = place.node
    for word, instead in _FIRST_WORDS.get(type(node), {}).items():
        if place.text(node.span).startswith(word):
            yield part(node.span, 0, len(word)), instead
    if isinstance(node, nodes.ValuePlus | nodes.ValueMinus):
        text = place.text(node.span)
        if text[:1] in "+-":
            yield part(node.span, 0, 1), "-" if text[0] == "+" else "+"


def declaration_missing(place: MutationPoint) -> Edits:
    """A whole declaration is left out."""
    if place.owner is None and not isinstance(place.node, nodes.Header | nodes.HeaderFor):
        span = place.lines(place.node)
        if span is not None:
            yield span, ""


# ------------------------------------------------------------------ all of them


class Operator(NamedTuple):
    """One way: its class for reports, and whether what it does can be found without playing."""

    find: Callable[[MutationPoint], Edits]
    sort: str
    static: bool


OPERATORS: dict[str, Operator] = {
    "misspelt name": Operator(misspelt, "form", True),
    "missing colon": Operator(colon_missing, "form", True),
    "missing quote": Operator(quote_missing, "form", True),
    "wrong indentation": Operator(indented, "form", True),
    "missing bracket": Operator(bracket_missing, "form", True),
    "line of a drawing moved": Operator(drawn_off, "form", True),
    "missing cell": Operator(cell_missing, "form", True),
    "other comparison": Operator(comparison, "tests and values", False),
    "opposite word": Operator(opposite, "tests and values", False),
    "test negated": Operator(negated, "tests and values", False),
    "test without effect": Operator(always, "tests and values", True),
    "condition missing": Operator(operand_missing, "tests and values", False),
    "set without its test": Operator(unfiltered, "tests and values", False),
    "number off by one": Operator(number_near, "tests and values", False),
    "number far off": Operator(number_far, "tests and values", False),
    "inputs swapped": Operator(operands_swapped, "tests and values", False),
    "other name": Operator(other_value, "names", False),
    "other property": Operator(other_property, "names", False),
    "other verb": Operator(other_verb, "names", False),
    "other relation": Operator(other_relation, "names", False),
    "line missing": Operator(statement_missing, "statements", False),
    "line twice": Operator(statement_twice, "statements", False),
    "lines swapped": Operator(statements_swapped, "statements", False),
    "line in another block": Operator(in_other_block, "statements", False),
    "opposite statement": Operator(turned, "statements", False),
    "declaration missing": Operator(declaration_missing, "statements", False),
}
"""Every operator, by the name under which reports count it."""


# ------------------------------------------------------------------ what they share


def _in_place(place: MutationPoint, span: Span, pattern: str, instead: str) -> Edits:
    """The last fitting word of a stretch of one line, replaced; of `a|b` the other one."""
    if span.line != span.end_line:
        return
    found = list(re.finditer(pattern, place.text(span)))
    if found:
        last = found[-1]
        if "|" in instead:
            instead = next(one for one in instead.split("|") if one != last[1])
        yield part(span, last.start(), last.end()), instead


def _others(word: Word, others: Iterable[str]) -> Edits:
    for other in dict.fromkeys(others):
        if other != word:
            yield word.span, other


def _swapped(place: MutationPoint, left: SyntaxNode, right: SyntaxNode) -> Edits:
    first, second = place.text(left.span), place.text(right.span)
    if first != second and left.span.end_line == right.span.line:
        between = place.text(place.between(left.span, right.span))
        yield left.span.to(right.span), second + between + first


def _words(node: SyntaxNode) -> Iterator[Word]:
    """The names by which a node speaks of something that is declared elsewhere."""
    named = isinstance(node, nodes.Name | nodes.Get | nodes.Function | nodes.TypeName)
    for field in (*(("name",) if named else ()), "verb", "kind", "of", "word"):
        value = getattr(node, field, None)
        if isinstance(value, Word) and value.span.line:
            yield value


def _numbers(node: SyntaxNode) -> Iterator[Word]:
    """The numbers that a node holds itself, in the cells of a table too."""
    if isinstance(node, nodes.Number):
        yield node.digits
    for row in _rows(node)[1:]:
        for found in re.finditer(r"(?<=\|)\s*(\d{1,6})\s*(?=\|)", row):
            yield Word(found[1], part(row.span, found.start(1), found.end(1)))


def _rows(node: SyntaxNode) -> tuple[Word, ...]:
    return node.rows if isinstance(node, nodes.Table | nodes.EntryTable) else ()


def _statements(place: MutationPoint) -> Iterator[SyntaxNode]:
    """The statements that stand right in a node, each with a line of its own."""
    for field in BODIES:
        for one in _members(place.node, field):
            if place.lines(one) is not None:
                yield one


def _lines(place: MutationPoint) -> Iterator[SyntaxNode]:
    """The same, and the entries of a thing."""
    yield from _statements(place)
    for field in ENTRIES:
        yield from _members(place.node, field)


def _siblings(place: MutationPoint, node: SyntaxNode) -> tuple[SyntaxNode, ...]:
    """All that stand in the same field of a node as one of them."""
    fields = (_members(place.node, field) for field in (*BODIES, *ENTRIES))
    return next(found for found in fields if node in found)


def _members(node: SyntaxNode, field: str) -> tuple[SyntaxNode, ...]:
    """The nodes in a field that holds several."""
    found = getattr(node, field, None)
    return found if type(found) is tuple else ()


def _moved(place: MutationPoint, blanks: int) -> Edits:
    """Statements with others beside them, so many blanks to the right or to the left."""
    for one in _statements(place):
        span = place.lines(one)
        if span is not None and one.span.column > 2 and len(_siblings(place, one)) > 1:
            rows = place.text(span).split("\n")
            for moved in ([" " * blanks + row for row in rows], [row[blanks:] for row in rows]):
                yield span, "\n".join(row if row.strip() else "" for row in moved)


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
