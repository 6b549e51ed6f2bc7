"""What every node is."""

from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, dataclass_transform

from ..source import Span


@dataclass_transform(frozen_default=True)
class Node:
    """Anything written in a source file; it knows its place.

    A node is like a frozen dataclass of its annotations, but there are so many kinds of them that writing an
    `__init__` for each would take a third of the time in which a small game is checked.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """Its fields, in order."""

    _values: ClassVar[Any]
    """Gives the values of a node, since the order of `__dict__` is that in which they came."""

    if TYPE_CHECKING:

        @property
        def span(self) -> Span: ...

    def __init_subclass__(cls) -> None:
        own = (name for name in cls.__annotations__ if name not in cls.__match_args__)
        type.__setattr__(cls, "__match_args__", (*cls.__match_args__, *own))
        type.__setattr__(cls, "_values", attrgetter(*cls.__match_args__) if cls.__match_args__ else None)

    def __init__(self, *values: Any) -> None:
        self.__dict__.update(zip(self.__match_args__, values, strict=True))

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a node does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self._values(self)))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({values})"
