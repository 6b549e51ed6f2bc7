"""A mistake that can be planted, and the source with it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..source import Source, Span

_LINE_END = re.compile(r"\r\n?|\n")


class Mutant(NamedTuple):
    """One change of one source: what stands at `span` is replaced by `text`.

    `operator` names the way in which it was made (a key of OPERATORS); `declared` is the stretch of the
    declaration around it, by which the tests that reach it are found.
    """

    operator: str
    span: Span
    text: str
    declared: Span

    @property
    def id(self) -> str:
        """What distinguishes it from the other mutants of the same package."""
        file, *place = self.span
        return f"{self.operator} {file}:{place} {self.text!r}"


def planted(source: Source, mutant: Mutant) -> Source:
    """The source with the mistake in it."""
    start, end = offsets(source.text, mutant.span)
    return source._replace(text=source.text[:start] + mutant.text + source.text[end:])


def replaced(source: Source, mutant: Mutant) -> str:
    """What stood there before."""
    start, end = offsets(source.text, mutant.span)
    return source.text[start:end]


def offsets(text: str, span: Span) -> tuple[int, int]:
    """Where a span begins and ends in a text, counted in characters from 0."""
    starts = [0, *(one.end() for one in _LINE_END.finditer(text)), len(text)]
    end_line = min(span.end_line, len(starts))
    end = min(starts[end_line - 1] + span.end_column - 1, len(text))
    return starts[span.line - 1] + span.column - 1, end
