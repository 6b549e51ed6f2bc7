"""A declaration as lark reads it and as we read it: the same nodes, in the same places, or neither."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError
from lark.tree import Meta

from tilewright.dsl import nodes
from tilewright.dsl.reading import lalr
from tilewright.dsl.reading.driver import MAX_NESTING, NotOfTheLanguage, TooDeep
from tilewright.dsl.reading.layout import Chunk
from tilewright.dsl.source import Span, Word


def both(chunk: Chunk, text: str) -> tuple[Any, Any]:
    """What lark makes of a text and what we make of it; None if it is refused."""
    found = []
    for read, refusal in ((_by_lark, (UnexpectedInput, DedentError)), (_by_us, NotOfTheLanguage)):
        try:
            found.append(read(chunk, text))
        except refusal:
            found.append(None)
    return found[0], found[1]


class _Nodes(Transformer[Token, Any]):
    """The nodes of lark's tree."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(visit_tokens=True)
        self._chunk = chunk

    def _span(self, meta: Meta) -> Span:
        file, first = self._chunk.file, self._chunk.first_line
        if meta.empty:
            return Span(file, first, 1, first, 1)
        return Span(file, meta.line + first - 1, meta.column, meta.end_line + first - 1, meta.end_column)

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        return lalr.builder(str(data))(children, self._span(meta), self._chunk)

    def __default_token__(self, token: Token) -> Word:
        first = self._chunk.first_line - 1
        line, column = (token.line or 1) + first, token.column or 1
        end, end_column = (token.end_line or 1) + first, token.end_column or column + 1
        return Word(str(token), Span(self._chunk.file, line, column, end, end_column))


def _by_lark(chunk: Chunk, text: str) -> Any:
    tree = lalr.lark_parser().parse(text, start="start")
    return "too deep" if _depth(tree) > MAX_NESTING else _shown(_Nodes(chunk).transform(tree))


def _depth(tree: Tree[Token]) -> int:
    depth, level = 0, [tree]
    while level:
        depth += 1
        if any(one.data in ("else_ifs", "cases") and len(one.children) > MAX_NESTING for one in level):
            return MAX_NESTING + 1
        level = [child for one in level for child in one.children if isinstance(child, Tree)]
    return depth


def _by_us(chunk: Chunk, text: str) -> Any:
    try:
        return _shown(lalr.driver().read(text, "start", chunk))
    except TooDeep:
        return "too deep"


def _shown(value: Any) -> Any:
    """A node with all that it consists of, places too, which do not count when nodes are compared."""
    if isinstance(value, Word):
        return str(value), tuple(value.span)
    if isinstance(value, nodes.SyntaxNode):
        return type(value).__name__, [_shown(getattr(value, name)) for name in (*value.types, "span")]
    if isinstance(value, tuple | list):
        return [_shown(one) for one in value]
    return value
