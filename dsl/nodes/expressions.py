"""Values: `count(it.heroes) > 2`, `guards where shooter can see it`, `scout.hand`."""

from ..source import Span, Word
from .node import Node


class Number(Node):
    """`3`"""

    digits: Word
    span: Span


class String(Node):
    """`"some text"`; `text` keeps its quotes, `.words` drops them."""

    text: Word
    span: Span

    @property
    def words(self) -> Word:
        return Word(self.text[1:-1], self.span)


class Yes(Node):
    """`yes`"""

    span: Span


class NoValue(Node):
    """`no` as a value"""

    span: Span


class NoneValue(Node):
    """`none`"""

    span: Span


class This(Node):
    """The thing whose text is speaking."""

    span: Span


class It(Node):
    """The element under test in the nearest unnamed `where`, `with least` or counting function."""

    span: Span


class You(Node):
    """The player whose decision it is."""

    span: Span


class Name(Node):
    """A bare word: a local, part, property, thing, kind, plural, define, setting, space, word of a list …"""

    name: Word
    span: Span


class Get(Node):
    """`of.name`"""

    of: Node
    name: Word
    span: Span


class GetOf(Node):
    """`city.cubes(red)`: one of its values by word (`cubes: number by each fever`), or a pile."""

    of: Node
    name: Word
    inputs: tuple[Node, ...] | None
    span: Span


class Copy(Node):
    """`shotgun.2`: one copy of a thing, or one player."""

    of: Node
    number: Word
    span: Span


class Function(Node):
    """`steps(a, b, walk)`: a built-in function, a define or a relation."""

    name: Word
    inputs: tuple[Node, ...] | None
    span: Span


class Spare(Node):
    """`spare guard`: one out of the box, or none."""

    kind: Word
    span: Span


class PileEnd(Node):
    """`top 3 of deck`, `bottom 2 of deck`"""

    end: Word
    number: Node
    pile: Node
    span: Span


class Negative(Node):
    """`-x`"""

    of: Node
    span: Span


class Binary(Node):
    """Two operands; each subclass is one operator."""

    left: Node
    right: Node
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


class Not(Node):
    """`not x`"""

    of: Node
    span: Span


class Compare(Node):
    """`left <= right`; `sign` is one of < <= > >= = !="""

    left: Node
    sign: Word
    right: Node
    span: Span


class IsA(Node):
    """`x is a weapon`"""

    of: Node
    kind: Word
    span: Span


class IsNotA(Node):
    """`x is not a weapon`"""

    of: Node
    kind: Word
    span: Span


class IsEmpty(Node):
    """`deck is empty`"""

    of: Node
    span: Span


class IsNotEmpty(Node):
    """`deck is not empty`"""

    of: Node
    span: Span


class IsGone(Node):
    """`scout is gone`: not in play"""

    of: Node
    span: Span


class IsNotGone(Node):
    """`scout is not gone`: in play"""

    of: Node
    span: Span


class Can(Node):
    """`scout can see b`: a relation by its phrase "can see"."""

    left: Node
    word: Word
    right: Node
    span: Span


class IsRelated(Node):
    """`a is adjacent to b`: a relation by its phrase "is adjacent to"."""

    left: Node
    word: Word
    preposition: Word
    right: Node
    span: Span


class IsNotRelated(Node):
    """`a is not adjacent to b`"""

    left: Node
    word: Word
    preposition: Word
    right: Node
    span: Span


class AnyOf(Node):
    """`any SET`: it has a member."""

    of: Node
    span: Span


class NoneOf(Node):
    """`no SET`: it is empty."""

    of: Node
    span: Span


class During(Node):
    """`during round`: that verb is on the stack."""

    verb: Word
    span: Span


class Conditional(Node):
    """`then if test else otherwise`"""

    then: Node
    test: Node
    otherwise: Node
    span: Span


class OrElse(Node):
    """`value else otherwise`: the first, or if that is none the second."""

    value: Node
    otherwise: Node
    span: Span


class Named(Node):
    """`name in set`: a set whose element has a name of its own."""

    name: Word
    set: Node
    span: Span


class Where(Node):
    """`set where test`"""

    set: Node
    test: Node
    span: Span


class WithKey(Node):
    """`set with least KEY`; `word` is the whole keyword and ends in least or most. Ties are kept."""

    set: Node
    word: Word
    key: Node
    span: Span


class WhereWithKey(Node):
    """`set where test with least key`"""

    set: Node
    test: Node
    word: Word
    key: Node
    span: Span


class ChoicesRange(Node):
    """`from 0 to 2` in a choice"""

    low: Node
    high: Node
    span: Span
