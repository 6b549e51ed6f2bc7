"""Things: cards, boards and missions with their entries, one by one or as tables."""

from ..source import Span, Word
from .node import Node


class Thing(Node):
    """`weapon long_bow "Long bow":`, `board corridor of square:`, `mission rescue "The rescue":`"""

    kind: Word
    name: Word
    of: Word | None
    title: Word | None
    label: Word | None
    entries: tuple[Node, ...] | None
    span: Span


class ItemRange(Node):
    """`1 to 4` as a value"""

    low: Node
    high: Node
    span: Span


class ItemPlus(Node):
    """`+ heavy`: a mod adds a word"""

    value: Node
    span: Span


class ItemWithout(Node):
    """`without heavy`: a mod takes a word away"""

    value: Node
    span: Span


class ItemCall(Node):
    """A value that turned out to be a call: `play: draw 2 for you`."""

    verb: Word
    arguments: tuple[Node, ...]
    labels: tuple[Node, ...]
    span: Span


class ItemCallBare(Node):
    """`play: draw_card for you`"""

    verb: Word
    first: Node
    labels: tuple[Node, ...]
    span: Span


class EntryValue(Node):
    """`cost: 3`"""

    name: Word
    values: tuple[Node, ...]
    span: Span


class EntryTable(Node):
    """`layout:` and a table under it"""

    name: Word
    label: Word | None
    rows: tuple[Word, ...]
    span: Span


class EntrySteps(Node):
    """`play:` and statements under it"""

    name: Word
    label: Word | None
    steps: tuple[Node, ...]
    span: Span


class EntryStep(Node):
    """`play: move this to discards`"""

    name: Word
    label: Word | None
    step: Node
    span: Span


class EntryDrawing(Node):
    """`drawing:`; `lines` are the rows as drawn, without their common indentation; each knows its place.

    Codes of two or three letters stand in columns of one width, that of the longest code and a blank.
    """

    lines: tuple[Word, ...]
    span: Span


class Table(Node):
    """`weapons:` with a row a thing."""

    plural: Word
    rows: tuple[Word, ...]
    span: Span
