"""Types as written: `number 1 to 3`, `pile of card`."""

from ..source import Span, Word
from .node import Node


class Positive(Node):
    """`3`"""

    digits: Word
    span: Span

    @property
    def value(self) -> int:
        return int(self.digits)


class NegativeNumber(Node):
    """`-3`"""

    digits: Word
    span: Span

    @property
    def value(self) -> int:
        return -int(self.digits)


class TypeNumber(Node):
    """`number`, `number 1 to 10`, `1 to 3 or none`"""

    low: Node | None
    high: Node | None
    or_none: Word | None
    span: Span


class TypePlainNumber(Node):
    """`number`, as what a list holds"""

    span: Span


class TypeYesNo(Node):
    """`yes/no`"""

    span: Span


class TypeText(Node):
    """`text`"""

    span: Span


class TypePlace(Node):
    """Any pile, bag, slot or space."""

    span: Span


class TypeWords(Node):
    """`one of red, green`: words of an enumeration"""

    words: tuple[Word, ...]
    span: Span


class TypeList(Node):
    """`list of guard`"""

    item: Node
    span: Span


class TypePile(Node):
    """`pile of card`"""

    kind: Word
    span: Span


class TypeBag(Node):
    """`bag of token`"""

    kind: Word
    span: Span


class TypeBy(Node):
    """`number by side`: a value for each word of that property; what is read is that of its present word."""

    type: Node
    keyword: Word
    by: Word
    span: Span


class TypeByEach(Node):
    """`number by each fever`: a value of its own for each of these words; `cubes(red)` is the one for red."""

    type: Node
    keyword: Word
    by: Word
    span: Span


class TypeSlot(Node):
    """`slot for 1 weapon where it is light`: a place with a capacity"""

    number: Word
    kind: Word
    test: Node | None
    span: Span


class TypeName(Node):
    """`guard`, `guard or none`: a kind, enumeration or die by its name"""

    name: Word
    or_none: Word | None
    span: Span
