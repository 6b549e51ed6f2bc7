"""What every node is."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, dataclass_transform

from ..source import Span


class _Kind(type):
    """Makes a slot for each annotation: a package has many thousands of nodes, and to fill the dict of each
    and to free it would take twice as long.
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "_Kind":
        types: dict[str, Any] = getattr(bases[0], "types", {}) if bases else {}
        # From Python 3.14 on, annotations are worked out when they are asked for.
        annotate = body.get("__annotate_func__")
        written = annotate(1) if annotate else body.get("__annotations__", {})
        own = {field: sort for field, sort in written.items() if bases and field not in types}
        types = types | own
        more = {"__slots__": tuple(own), "types": types, "__match_args__": tuple(types)}
        return super().__new__(cls, name, bases, body | more)


@dataclass_transform(frozen_default=True)
class SyntaxNode(metaclass=_Kind):
    """Anything written in a source file; it knows its place.

    A node is like a frozen dataclass of its annotations, but there are so many kinds of them that writing an
    `__init__` for each would take a third of the time in which a small game is checked.
    """

    types: ClassVar[dict[str, Any]]
    """Its fields, in their order, with what each may hold."""
    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The names of its fields."""

    _values: ClassVar[Any]
    _set: ClassVar[tuple[Callable[["SyntaxNode", Any], None], ...]]

    if TYPE_CHECKING:

        @property
        def span(self) -> Span: ...

    def __init_subclass__(cls) -> None:
        cls._values = attrgetter(*cls.types) if cls.types else None
        cls._set = tuple(getattr(cls, field).__set__ for field in cls.types)

    def __init__(self, *values: object) -> None:
        for put, value in zip(self._set, values, strict=True):
            put(self, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a node does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values(other) == self._values(self)

    def __hash__(self) -> int:
        return hash((type(self), self._values(self)))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({values})"


def same(one: object, other: object) -> bool:
    """Whether two nodes, or two tuples of nodes, say the same, wherever they stand."""
    if isinstance(one, SyntaxNode):
        fields = (field for field in one.__match_args__ if field != "span")
        return type(one) is type(other) and all(
            same(getattr(one, field), getattr(other, field)) for field in fields
        )
    if type(one) is tuple:
        return type(other) is tuple and len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def nodes_in(root: object) -> Iterator[SyntaxNode]:
    """A node, or those of a tuple, and all nodes in it."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, SyntaxNode):
            yield one
            waiting += (getattr(one, field) for field in one.__match_args__ if field != "span")
        elif isinstance(one, tuple):
            waiting += one
