"""Fragments of code, of which instructions are made: text of the target with operands in it.

Operands are what is not known yet while code is generated, or has to be found again in it: the locals of a
procedure, which live in a frame or in a variable; names, which may become parameters when instructions are
lifted into a function of their own; parts of the state and tables, which whoever uses them has to fetch. So
nothing is ever looked for in text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, TypeAlias

from ..weaving.procedures import MADE


class Fragment:
    """A piece of an expression or of a line. What has no parts is an operand, its own and only part."""

    __slots__ = ()

    @property
    def parts(self) -> tuple[str | Fragment, ...]:
        """Text and operands, in their order."""
        return (self,)

    @property
    def names(self) -> tuple[Fragment, ...]:
        """The locals and names among the operands, as often as they stand there."""
        return ()

    def __repr__(self) -> str:
        return f"<{''.join(map(str, self.parts))}>"


class Composed(Fragment):
    """Text with operands, made by `code`."""

    __slots__ = ("names", "parts")

    parts: tuple[str | Fragment, ...]
    names: tuple[Fragment, ...]

    def __init__(self, parts: tuple[str | Fragment, ...], names: tuple[Fragment, ...] = ()) -> None:
        self.parts = parts
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fragment) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)


class Simple(Fragment):
    """What may be repeated at no cost."""

    __slots__ = ()


class Integer(Simple):
    """A whole number."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = int(value)

    @property
    def parts(self) -> tuple[str | Fragment, ...]:
        return (str(self.value),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Integer) and self.value == other.value


class Fixed(Simple):
    """A name that means the same everywhere, such as that of a constant."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def parts(self) -> tuple[str | Fragment, ...]:
        return (self.text,)


class UniqueName(Simple):
    """A name that nothing else in a module bears: of a parameter, or of what a few lines remember."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self,)

    def __str__(self) -> str:
        return self.text


class Variable(UniqueName):
    """The name of what a loop goes through."""

    __slots__ = ()


class LocalName(Simple):
    """A local of a procedure. Where it lives turns out when all of the procedure is there."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def is_made(self) -> bool:
        """Whether weaving has made it, so that no rule of an author can name it."""
        return self.name[:1] == MADE

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self,)

    def __str__(self) -> str:
        return f"{self.name}"


class Symbol(Fragment):
    """An operand that is the same wherever it is written the same."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Bound(Symbol):
    """The place in a comprehension where its variable is bound."""

    __slots__ = ("variable",)

    def __init__(self, variable: UniqueName | LocalName) -> None:
        self.variable = variable

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self.variable,)

    def __str__(self) -> str:
        return str(self.variable)


class StatePart(Symbol):
    """A part of the state; a function fetches those it uses once."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


class RelationTable(Symbol):
    """A table of a relation that never changes: who is related, or how far it is. Made once it is used."""

    __slots__ = ("limit", "number", "sort")

    def __init__(self, sort: str, number: int, limit: int | None = None) -> None:
        self.sort = sort
        self.number = number
        self.limit = limit

    def __str__(self) -> str:
        return f"{self.sort}{self.number}{'' if self.limit is None else f'_{self.limit}'}"


class Callee(Symbol):
    """A function that is called. `generated`: it is one of the module's own."""

    __slots__ = ("generated", "name")

    def __init__(self, name: str, generated: bool = False) -> None:
        self.name = name
        self.generated = generated

    def __str__(self) -> str:
        return self.name


class Kept(Symbol):
    """What a state keeps, by its number; `find` finds it again if it is out of date."""

    __slots__ = ("find", "number")

    def __init__(self, number: int, find: Composed) -> None:
        self.number = number
        self.find = find

    def __str__(self) -> str:
        return f"kept {self.number}"


class Compared(Symbol):
    """A local list, where something is compared with all of its members: in a loop better with a set."""

    __slots__ = ("local",)

    def __init__(self, local: LocalName) -> None:
        self.local = local

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self.local,)

    def __str__(self) -> str:
        return str(self.local)


Operand: TypeAlias = Fragment | str | int


def code(template: str, *operands: Operand) -> Composed:
    """A piece of code: a template with `{}` for each operand, and `{v}` for a part of the state."""
    parts: list[str | Fragment] = []
    names: tuple[Fragment, ...] = ()
    given = iter(operands)
    for piece in _pieces(template):
        if piece is not None:
            parts.append(piece)
            continue
        one = next(given)
        if one.__class__ is Composed or isinstance(one, Fragment):
            parts += one.parts
            names += one.names
        else:
            parts.append(str(one))
    return Composed(tuple(parts), names)


V, AT, Z, MEMO = (StatePart(name) for name in ("v", "at", "z", "memo"))
STATE_PARTS = {part.name: part for part in (V, AT, Z, StatePart("k"), MEMO)}


@cache
def _pieces(template: str) -> tuple[str | StatePart | None, ...]:
    """The pieces of a template; None where an operand stands."""
    found: list[str | StatePart | None] = []
    for text, name, _, _ in Formatter().parse(template):
        if text:
            found.append(text)
        if name is not None:
            found.append(STATE_PARTS[name] if name else None)
    return tuple(found)


def listed(items: Iterable[Operand], between: str = ",") -> Composed:
    """Pieces of code, one after another."""
    parts: list[str | Fragment] = []
    names: tuple[Fragment, ...] = ()
    for one in items:
        if parts and between:
            parts.append(between)
        if isinstance(one, Fragment):
            parts += one.parts
            names += one.names
        else:
            parts.append(str(one))
    return Composed(tuple(parts), names)


def a_tuple(items: Sequence[Operand]) -> Fragment:
    """A tuple of these members."""
    return code("({},)", listed(items)) if items else EMPTY


EMPTY = Fixed("()")
NONE = Fixed("None")
TRUE = Fixed("True")
FALSE = Fixed("False")


class Item(Composed):
    """A member of a list or table."""

    __slots__ = ("index", "of")

    def __init__(self, of: Operand, index: Operand) -> None:
        made = code("{}[{}]", of, index)
        super().__init__(made.parts, made.names)
        self.of = of
        self.index = index


class Cheap(Composed):
    """What costs so little that it may be worked out twice, such as a sum with a constant."""

    __slots__ = ()


class Called(Composed):
    """A call of a function, by its name."""

    __slots__ = ("args", "function")

    def __init__(self, function: str | Callee, *args: Operand) -> None:
        callee = Callee(function) if isinstance(function, str) else function
        made = listed(args)
        super().__init__((callee, "(", *made.parts, ")"), made.names)
        self.function = callee
        self.args = args


class Comprehension(Composed):
    """A list of what the members of a loop give."""

    __slots__ = ("clauses", "value")

    def __init__(self, value: Fragment, clauses: Sequence[Clause]) -> None:
        made = code("[{} {}]", value, listed((clause.code for clause in clauses), " "))
        super().__init__(made.parts, made.names)
        self.value = value
        self.clauses = clauses


class Charged(Composed):
    """A set that is paid for by the member, if it has more members than come free. In an expression a
    function pays; in the head of a loop, the lines before it.
    """

    __slots__ = ("each", "free", "members", "where")

    def __init__(self, paid: Composed, members: Fragment, free: int, each: int, where: Fragment) -> None:
        super().__init__(paid.parts, paid.names)
        self.members = members
        self.free = free
        self.each = each
        self.where = where


def replaced(piece: Fragment, others: Mapping[Any, Fragment]) -> Composed:
    """The same with other operands."""
    return listed((others.get(one, one) if isinstance(one, Fragment) else one for one in piece.parts), "")


# ---- loops and tests


@dataclass(slots=True)
class For:
    """A variable goes through members."""

    variable: UniqueName | LocalName
    members: Fragment

    @property
    def code(self) -> Fragment:
        """The clause, as it stands in a comprehension."""
        return code("for {} in {}", Bound(self.variable), self.members)

    @property
    def unpaid(self) -> Fragment:
        """The members, without what is paid for them."""
        return self.members.members if isinstance(self.members, Charged) else self.members

    @property
    def names(self) -> tuple[Fragment, ...]:
        return (self.variable, *self.members.names)


@dataclass(slots=True)
class OnlyIf:
    """Only if a test holds."""

    test: Fragment

    @property
    def code(self) -> Fragment:
        """The clause, as it stands in a comprehension."""
        return code("if {}", self.test)

    @property
    def names(self) -> tuple[Fragment, ...]:
        return self.test.names


@dataclass(slots=True)
class Else:
    """If the test of the block before did not hold."""

    names: tuple[Fragment, ...] = ()


@dataclass(slots=True)
class While:
    """As long as a test holds; without one, until the loop is left."""

    test: Fragment | None = None

    @property
    def names(self) -> tuple[Fragment, ...]:
        return () if self.test is None else self.test.names


Clause: TypeAlias = For | OnlyIf
"""What the source of a loop consists of: it stands in a comprehension, or at the head of a block."""

Head: TypeAlias = Clause | Else | While


PLAIN = Variable("i")
"""The variable of a loop that is written only for what it goes through."""


def members_of(source: Sequence[Clause]) -> Fragment | None:
    """What a loop goes through, if it does nothing but that."""
    match source:
        case [For(_, members)]:
            return members
    return None
