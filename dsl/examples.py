"""Pieces of sources that show how a construct is written: the best one for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import nodes
from .reading.layout import layout
from .reading.parse import parse_chunk
from .source import Source

MAX_EXAMPLE = 8  # lines


def examples(sources: Iterable[Source]) -> dict[str, tuple[str, str]]:
    """For each construct the best piece of these sources that is one: its text and its file.

    Functions stand under `function NAME`, kinds under `kind NAME`, all else under the name of its node.
    """
    found: dict[str, tuple[str, str]] = {}
    for source in sources:
        lines = source.text.split("\n")
        for chunk in layout(source)[0]:
            node, _ = parse_chunk(chunk)
            for inner in nodes.nodes_in(node):
                text = _text(inner, lines) or _head(inner, lines)
                for key in _keys(inner):
                    known = found.get(key)
                    if text and (known is None or _better(text, known[0])):
                        found[key] = (text, source.path)
    return found


def _keys(node: object) -> Iterator[str]:
    """What a piece of source is an example of."""
    match node:
        case nodes.Function(name=name):
            yield f"function {name}"
        case nodes.Kind(parent=kind) | nodes.HasBlock(kind=kind):
            yield f"kind {kind}"
        case nodes.TypeName(name=kind) | nodes.IsA(kind=kind):
            yield f"kind {kind}"
        case nodes.Thing(kind=kind, of=of):
            yield from (f"kind {kind}", f"kind {of}")
        case nodes.Blocked(kind=kind):
            yield f"kind {kind}"
    yield type(node).__name__


def _head(node: object, lines: list[str]) -> str:
    """The first line of a declaration that is too long to be shown whole."""
    return lines[node.span.line - 1].strip() if isinstance(node, nodes.Kind | nodes.Thing) else ""


def _text(node: Any, lines: list[str]) -> str:
    """What was written for a node: whole lines, without their common indentation; empty if it is too long."""
    span = node.span
    end = min(span.end_line, len(lines))
    if end > span.line and not lines[end - 1][: span.end_column - 1].strip():
        end -= 1  # it ends with the line before, whose line break counts the next one's indentation
    if not 1 <= span.line <= end or end - span.line >= MAX_EXAMPLE:
        return ""
    taken = lines[span.line - 1 : end]
    while taken and not taken[-1].strip():
        taken.pop()
    margin = min((len(line) - len(line.lstrip()) for line in taken if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in taken)


def _better(text: str, known: str) -> bool:
    """The shorter example is the better one, unless it is too bare to show anything."""
    return (text.count("\n"), abs(len(text) - 40)) < (known.count("\n"), abs(len(known) - 40))
