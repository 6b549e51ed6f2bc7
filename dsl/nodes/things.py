"""Things: cards, boards and missions with their entries, one by one or as tables."""

from ..source import Span, Word
from .node import SyntaxNode


class Thing(SyntaxNode):
    """`weapon long_bow "Long bow":`, `board corridor of square:`, `mission rescue "The rescue":`"""

    kind: Word
    name: Word
    of: Word | None
    title: Word | None
    label: Word | None
    entries: tuple[SyntaxNode, ...] | None
    span: Span


class ItemRange(SyntaxNode):
    """`1 to 4` as a value"""

    low: SyntaxNode
    high: SyntaxNode
    span: Span


class ItemPlus(SyntaxNode):
    """`+ heavy`: a mod adds a word"""

    value: SyntaxNode
    span: Span


class ItemWithout(SyntaxNode):
    """`without heavy`: a mod takes a word away"""

    value: SyntaxNode
    span: Span


class ItemCall(SyntaxNode):
    """A value that turned out to be a call: `play: draw 2 for you`."""

    verb: Word
    arguments: tuple[SyntaxNode, ...]
    labels: tuple[SyntaxNode, ...]
    span: Span


class ItemCallBare(SyntaxNode):
    """`play: draw_card for you`"""

    verb: Word
    first: SyntaxNode
    labels: tuple[SyntaxNode, ...]
    span: Span


class EntryValue(SyntaxNode):
    """`cost: 3`"""

    name: Word
    values: tuple[SyntaxNode, ...]
    span: Span


class EntryTable(SyntaxNode):
    """`layout:` and a table under it"""

    name: Word
    label: Word | None
    rows: tuple[Word, ...]
    span: Span


class EntrySteps(SyntaxNode):
    """`play:` and statements under it"""

    name: Word
    label: Word | None
    steps: tuple[SyntaxNode, ...]
    span: Span


class EntryStep(SyntaxNode):
    """`play: move this to discards`"""

    name: Word
    label: Word | None
    step: SyntaxNode
    span: Span


class EntryDrawing(SyntaxNode):
    """`drawing:`; `lines` are the rows as drawn, without their common indentation; each knows its place.

    Codes of two or three letters stand in columns of one width, that of the longest code and a blank.
    """

    lines: tuple[Word, ...]
    span: Span


class Table(SyntaxNode):
    """`weapons:` with a row a thing."""

    plural: Word
    rows: tuple[Word, ...]
    span: Span
