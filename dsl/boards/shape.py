"""What a drawing or table of spaces amounts to: spaces, links and who touches whom, all by name.

The caller numbers spaces and links and evaluates the raw values. Coordinates are tiles, x to the right and y
down the drawing, exact: whole numbers, or fractions where a table says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from ..source import Span, Word

Exact = int | Fraction
ExactPoint = tuple[Exact, Exact]
Outline = tuple[ExactPoint, ...]
ExactSegment = tuple[ExactPoint, ExactPoint]
Form = Literal["square", "hex", "region", "room"]

WALL = "wall"


class KindLookup(Protocol):
    """What a board must know about the words of its system."""

    def is_link(self, name: str) -> bool: ...

    def is_space(self, name: str) -> bool: ...

    def is_hex(self, name: str) -> bool: ...

    def has_property(self, kind: str, name: str) -> bool: ...

    def names(self) -> Iterable[str]:
        """Every kind of space and link, for proposals."""
        ...


NO_VALUES: Mapping[str, Word] = MappingProxyType({})


class ShapedSpace(NamedTuple):
    """A space as drawn. `at` is the upper left corner of the box around it; its outline runs clockwise.

    One that a table gives a title has it from there, with the key of that text: on the board of a mission a
    square may have another name than where it is drawn.
    """

    name: Word
    kind: str
    at: ExactPoint
    outline: Outline
    span: Span
    layer: int = 0
    tile: str = ""
    values: Mapping[str, Word] = NO_VALUES
    title: Word = Word("")
    title_key: str = ""


class ShapedLink(NamedTuple):
    """Something between two spaces or, on the rim of a board (one side only), between a space and nothing."""

    kind: str
    sides: tuple[str, ...]
    line: ExactSegment | None
    span: Span
    values: Mapping[str, Word] = NO_VALUES
    one_way: bool = False


class Touch(NamedTuple):
    """Two spaces that share a side or only a corner; `via` counts into the links of the board.

    Two entries for one pair are two ways from one to the other: a door in a wall.
    """

    a: str
    b: str
    sort: Literal["side", "corner"]
    via: tuple[int, ...] = ()


@dataclass(frozen=True)
class BoardShape:
    """A board, or several put together.

    Spaces stand in reading order, links in the order of their places. `rim` is what was drawn against
    nothing: it becomes a link if another board is laid against it, else it closes the corners it touches.
    `holes` are the spaces that are drawn within another one, and the gaps in one.
    """

    name: str
    form: Form
    spaces: tuple[ShapedSpace, ...]
    links: tuple[ShapedLink, ...] = ()
    rim: tuple[ShapedLink, ...] = ()
    layers: tuple[str, ...] = ("",)
    holes: int = 0

    def space(self, name: str) -> ShapedSpace:
        """The space of that name."""
        return next(space for space in self.spaces if space.name == name)

    @cached_property
    def touching(self) -> tuple[Touch, ...]:
        """Who touches whom, from outlines and links, found when asked for; rooms touch only by corridors."""
        if self.form == "room":
            return ()
        from .touching import touching

        return touching(self.spaces, self.links, self.rim)


def square_name(column: int, row: int) -> str:
    """`a1` for column 0, row 0; after `z` comes `aa`."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{row + 1}"


def in_program(number: Exact) -> int | list[int]:
    """A coordinate as the program writes it: a whole number, or `[numerator, denominator]`."""
    fraction = Fraction(number)
    return int(fraction) if fraction.denominator == 1 else [fraction.numerator, fraction.denominator]


def whole(number: Exact) -> Exact:
    """The number as an int where it is one."""
    if type(number) is int:
        return number
    return int(number) if Fraction(number).denominator == 1 else number
