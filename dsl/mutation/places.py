"""Where something can be changed: every node of a declaration, with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .. import nodes
from ..model import Model
from ..nodes.node import SyntaxNode
from ..source import Source, Span, rows_of
from .mutant import offsets


class MutationPoint(NamedTuple):
    """A node, in a field of its owner; of several in that field, the one with that number."""

    node: SyntaxNode
    owner: SyntaxNode | None
    field: str
    number: int
    source: Source
    model: Model

    def text(self, span: Span) -> str:
        """What is written there."""
        start, end = offsets(self.source.text, span)
        return self.source.text[start:end]

    def between(self, left: Span, right: Span) -> Span:
        """What is written after one stretch and before the next."""
        return Span(left.file, left.end_line, left.end_column, right.line, right.column)

    def lines(self, node: SyntaxNode) -> Span | None:
        """The lines of a statement or entry, whole, if nothing else stands in them."""
        span: Span = node.span
        rows = rows_of(self.source.text)
        end = span.end_line
        if end > span.line and not rows[end - 1][: span.end_column - 1].strip():
            end -= 1  # it ends with the line before, whose break counts the next one's indentation
        while end > span.line and not rows[end - 1].strip():
            end -= 1
        if rows[span.line - 1][: span.column - 1].strip():
            return None
        return Span(span.file, span.line, 1, end + 1, 1)


def places(declared: SyntaxNode, source: Source, model: Model) -> Iterator[MutationPoint]:
    """Every node of a declaration, from the outside in, in the order of the text."""
    waiting: list[MutationPoint] = [MutationPoint(declared, None, "", 0, source, model)]
    while waiting:
        place = waiting.pop()
        yield place
        inner: list[MutationPoint] = []
        for field in place.node.__match_args__:
            value: Any = getattr(place.node, field)
            members = value if type(value) is tuple else (value,)
            inner += (
                MutationPoint(one, place.node, field, number, source, model)
                for number, one in enumerate(members)
                if isinstance(one, nodes.SyntaxNode)
            )
        waiting += reversed(inner)
