"""Values: `count(it.heroes) > 2`, `guards where shooter can see it`, `scout.hand`."""

from ..source import Span, Word
from .node import SyntaxNode


class Number(SyntaxNode):
    """`3`"""

    digits: Word
    span: Span


class String(SyntaxNode):
    """`"some text"`; `text` keeps its quotes, `.words` drops them."""

    text: Word
    span: Span

    @property
    def words(self) -> Word:
        return Word(self.text[1:-1], self.span)


class Yes(SyntaxNode):
    """`yes`"""

    span: Span


class NoValue(SyntaxNode):
    """`no` as a value"""

    span: Span


class NoneValue(SyntaxNode):
    """`none`"""

    span: Span


class This(SyntaxNode):
    """The thing whose text is speaking."""

    span: Span


class It(SyntaxNode):
    """The element under test in the nearest unnamed `where`, `with least` or counting function."""

    span: Span


class You(SyntaxNode):
    """The player whose decision it is."""

    span: Span


class Name(SyntaxNode):
    """A bare word: a local, part, property, thing, kind, plural, define, setting, space, word of a list …"""

    name: Word
    span: Span


class Get(SyntaxNode):
    """`of.name`"""

    of: SyntaxNode
    name: Word
    span: Span


class GetOf(SyntaxNode):
    """`city.cubes(red)`: one of its values by word (`cubes: number by each fever`), or a pile."""

    of: SyntaxNode
    name: Word
    inputs: tuple[SyntaxNode, ...] | None
    span: Span


class Copy(SyntaxNode):
    """`shotgun.2`: one copy of a thing, or one player."""

    of: SyntaxNode
    number: Word
    span: Span


class Function(SyntaxNode):
    """`steps(a, b, walk)`: a built-in function, a define or a relation."""

    name: Word
    inputs: tuple[SyntaxNode, ...] | None
    span: Span


class Spare(SyntaxNode):
    """`spare guard`: one out of the box, or none."""

    kind: Word
    span: Span


class PileEnd(SyntaxNode):
    """`top 3 of deck`, `bottom 2 of deck`"""

    end: Word
    number: SyntaxNode
    pile: SyntaxNode
    span: Span


class Negative(SyntaxNode):
    """`-x`"""

    of: SyntaxNode
    span: Span


class Binary(SyntaxNode):
    """Two operands; each subclass is one operator."""

    left: SyntaxNode
    right: SyntaxNode
    span: Span


class Plus(Binary):
    """`a + b`: numbers or sets"""


class Minus(Binary):
    """`a - b`"""


class Except(Binary):
    """`set except members`"""


class Times(Binary):
    """`a * b`"""


class Divided(Binary):
    """`a / b`: rounded down, so that `7 / 2` is 3 and `-7 / 2` is -4. To divide by 0 is a mistake."""


class And(Binary):
    """`a and b`"""


class Or(Binary):
    """`a or b`"""


class Is(Binary):
    """`x is y`"""


class IsNot(Binary):
    """`x is not y`"""


class In(Binary):
    """`x in set`"""


class NotIn(Binary):
    """`x not in set`"""


class Has(Binary):
    """`weapon has rapid_fire`, `victim.gear has this`"""


class Not(SyntaxNode):
    """`not x`"""

    of: SyntaxNode
    span: Span


class Compare(SyntaxNode):
    """`left <= right`; `sign` is one of < <= > >= = !="""

    left: SyntaxNode
    sign: Word
    right: SyntaxNode
    span: Span


class IsA(SyntaxNode):
    """`x is a weapon`"""

    of: SyntaxNode
    kind: Word
    span: Span


class IsNotA(SyntaxNode):
    """`x is not a weapon`"""

    of: SyntaxNode
    kind: Word
    span: Span


class IsEmpty(SyntaxNode):
    """`deck is empty`"""

    of: SyntaxNode
    span: Span


class IsNotEmpty(SyntaxNode):
    """`deck is not empty`"""

    of: SyntaxNode
    span: Span


class IsGone(SyntaxNode):
    """`scout is gone`: not in play"""

    of: SyntaxNode
    span: Span


class IsNotGone(SyntaxNode):
    """`scout is not gone`: in play"""

    of: SyntaxNode
    span: Span


class Can(SyntaxNode):
    """`scout can see b`: a relation by its phrase "can see"."""

    left: SyntaxNode
    word: Word
    right: SyntaxNode
    span: Span


class IsRelated(SyntaxNode):
    """`a is adjacent to b`: a relation by its phrase "is adjacent to"."""

    left: SyntaxNode
    word: Word
    preposition: Word
    right: SyntaxNode
    span: Span


class IsNotRelated(SyntaxNode):
    """`a is not adjacent to b`"""

    left: SyntaxNode
    word: Word
    preposition: Word
    right: SyntaxNode
    span: Span


class AnyOf(SyntaxNode):
    """`any SET`: it has a member."""

    of: SyntaxNode
    span: Span


class NoneOf(SyntaxNode):
    """`no SET`: it is empty."""

    of: SyntaxNode
    span: Span


class During(SyntaxNode):
    """`during round`: that verb is on the stack."""

    verb: Word
    span: Span


class Conditional(SyntaxNode):
    """`then if test else otherwise`"""

    then: SyntaxNode
    test: SyntaxNode
    otherwise: SyntaxNode
    span: Span


class OrElse(SyntaxNode):
    """`value else otherwise`: the first, or if that is none the second."""

    value: SyntaxNode
    otherwise: SyntaxNode
    span: Span


class Named(SyntaxNode):
    """`name in set`: a set whose element has a name of its own."""

    name: Word
    set: SyntaxNode
    span: Span


class Where(SyntaxNode):
    """`set where test`"""

    set: SyntaxNode
    test: SyntaxNode
    span: Span


class WithKey(SyntaxNode):
    """`set with least KEY`; `word` is the whole keyword and ends in least or most. Ties are kept."""

    set: SyntaxNode
    word: Word
    key: SyntaxNode
    span: Span


class WhereWithKey(SyntaxNode):
    """`set where test with least key`"""

    set: SyntaxNode
    test: SyntaxNode
    word: Word
    key: SyntaxNode
    span: Span


class ChoicesRange(SyntaxNode):
    """`from 0 to 2` in a choice"""

    low: SyntaxNode
    high: SyntaxNode
    span: Span
