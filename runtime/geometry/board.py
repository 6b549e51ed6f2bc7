"""The board of a program as the geometry needs it: exact outlines, links, touches, kinds as ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

Json = Any
LatticePoint = tuple[int, int]


@dataclass(frozen=True)
class Space:
    """The outline of a space in whole units (`Board.scale` of them are a tile), and its layer."""

    outline: tuple[LatticePoint, ...]
    layer: int


@dataclass(frozen=True)
class BoardLink:
    """A link by its entity number, the two spaces it joins, and whether it leads only from the first on."""

    entity: int
    sides: tuple[int, int]
    one_way: bool


@dataclass(frozen=True)
class Touching:
    """Two spaces that touch, by a side or in a corner, and the links (entity numbers) there."""

    a: int
    b: int
    corner: bool
    via: tuple[int, ...]


class Board:
    """Spaces are entities 0…, links follow them. All coordinates are whole numbers of 1/scale tiles."""

    def __init__(self, program: Mapping[str, Json]) -> None:
        board = program["board"]
        self.of_hexes = board.get("form") == "hex"
        self.scale = _scale(board["spaces"])
        self.spaces = tuple(self._space(space) for space in board["spaces"])
        self.first_link = len(self.spaces)
        self.links = tuple(
            BoardLink(self.first_link + i, (link["sides"][0], link["sides"][1]), bool(link.get("one_way")))
            for i, link in enumerate(board.get("links", ()))
        )
        self.touching = tuple(
            Touching(a, b, how == "corner", tuple(via or ())) for a, b, how, via in board.get("touching", ())
        )
        self._rim = [(str(rim["kind"]), rim["line"]) for rim in board.get("rim", ())]
        self._parents = {name: kind.get("parent") for name, kind in program["kinds"].items()}
        self._ranges = {name: tuple(kind["range"]) for name, kind in program["kinds"].items()}

    def __len__(self) -> int:
        return len(self.spaces)

    def rim_of(self, kind: str) -> Iterator[tuple[LatticePoint, LatticePoint]]:
        """The lines of what is drawn of a kind between a space and nothing, in whole tiles where they are."""
        for drawn, ((ax, ay), (bx, by)) in self._rim:
            chain: str | None = drawn
            while chain is not None and chain != kind:
                chain = self._parents.get(chain)
            if chain == kind and all(isinstance(number, int) for number in (ax, ay, bx, by)):
                yield (ax, ay), (bx, by)

    def link(self, entity: int) -> BoardLink:
        """The link with that entity number."""
        return self.links[entity - self.first_link]

    def links_of(self, kind: str) -> range:
        """The links of a kind; empty if it is no kind of link."""
        low, high = self._ranges[kind]
        return range(max(low, self.first_link), min(high, self.first_link + len(self.links)))

    def spaces_of(self, kind: str) -> range:
        """The spaces of a kind; empty if it is no kind of space."""
        low, high = self._ranges[kind]
        return range(low, min(high, self.first_link))

    def pieces_of(self, kind: str) -> range:
        """Those that may stand on a space; empty for spaces and links."""
        low, high = self._ranges[kind]
        return range(max(low, self.first_link + len(self.links)), high)

    @cached_property
    def squares(self) -> Mapping[LatticePoint, int] | None:
        """The space of each unit square by its upper left corner, in tiles; None if other outlines occur."""
        found: dict[LatticePoint, int] = {}
        for number, space in enumerate(self.spaces):
            x, y = min(space.outline, key=lambda p: (p[1], p[0]), default=(0, 0))
            size = self.scale
            corners = {(x, y), (x + size, y), (x + size, y + size), (x, y + size)}
            place = (x // size, y // size)
            whole = not x % size and not y % size
            if {*space.outline} != corners or len(space.outline) != 4 or not whole or place in found:
                return None
            found[place] = number
        return found

    @cached_property
    def hex_row(self) -> Fraction:
        """How far rows of hexes are apart, in units: three quarters of their height."""
        ys = [y for _, y in self.spaces[0].outline]
        return Fraction(3 * (max(ys) - min(ys)), 4)

    @cached_property
    def centres(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The mean of the corners of each space."""
        return tuple(
            (Fraction(sum(x for x, _ in o), len(o)), Fraction(sum(y for _, y in o), len(o)))
            if o
            else (Fraction(), Fraction())
            for o in (space.outline for space in self.spaces)
        )

    def _space(self, space: Json) -> Space:
        outline = tuple((_units(x, self.scale), _units(y, self.scale)) for x, y in space["outline"])
        return Space(outline, space.get("layer", 0))


def _scale(spaces: Json) -> int:
    numbers = (number for space in spaces for point in space["outline"] for number in point)
    return lcm(*(number[1] for number in numbers if isinstance(number, list)), 1)


def _units(number: Json, scale: int) -> int:
    """A coordinate of the program (`3`, `[7, 2]`) in units."""
    return number[0] * scale // number[1] if isinstance(number, list) else int(number) * scale
