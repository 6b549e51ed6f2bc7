"""Types as written: `number 1 to 3`, `pile of card`."""

from ..source import Span, Word
from .node import SyntaxNode


class Positive(SyntaxNode):
    """`3`"""

    digits: Word
    span: Span

    @property
    def value(self) -> int:
        return int(self.digits)


class NegativeNumber(SyntaxNode):
    """`-3`"""

    digits: Word
    span: Span

    @property
    def value(self) -> int:
        return -int(self.digits)


class TypeNumber(SyntaxNode):
    """`number`, `number 1 to 10`, `1 to 3 or none`"""

    low: SyntaxNode | None
    high: SyntaxNode | None
    or_none: Word | None
    span: Span


class TypePlainNumber(SyntaxNode):
    """`number`, as what a list holds"""

    span: Span


class TypeYesNo(SyntaxNode):
    """`yes/no`"""

    span: Span


class TypeText(SyntaxNode):
    """`text`"""

    span: Span


class TypePlace(SyntaxNode):
    """Any pile, bag, slot or space."""

    span: Span


class TypeWords(SyntaxNode):
    """`one of red, green`: words of an enumeration"""

    words: tuple[Word, ...]
    span: Span


class TypeList(SyntaxNode):
    """`list of guard`"""

    item: SyntaxNode
    span: Span


class TypePile(SyntaxNode):
    """`pile of card`"""

    kind: Word
    span: Span


class TypeBag(SyntaxNode):
    """`bag of token`"""

    kind: Word
    span: Span


class TypeBy(SyntaxNode):
    """`number by side`: a value for each word of that property; what is read is that of its present word."""

    type: SyntaxNode
    keyword: Word
    by: Word
    span: Span


class TypeByEach(SyntaxNode):
    """`number by each fever`: a value of its own for each of these words; `cubes(red)` is the one for red."""

    type: SyntaxNode
    keyword: Word
    by: Word
    span: Span


class TypeSlot(SyntaxNode):
    """`slot for 1 weapon where it is light`: a place with a capacity"""

    number: Word
    kind: Word
    test: SyntaxNode | None
    span: Span


class TypeName(SyntaxNode):
    """`guard`, `guard or none`: a kind, enumeration or die by its name"""

    name: Word
    or_none: Word | None
    span: Span
