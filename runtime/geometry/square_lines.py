"""The lines of one relation between squares: which there are, what each needs, whether one is open now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from ..state.state import Stuck
from .blocks import Blocks
from .borders import along
from .lattice import Lattice, own_corners

MOST_WAYS = 500
"""Ways that are looked at for two spaces: each door beside another along a border doubles them."""

TANGLED = "There are more ways between two spaces than can be looked at: too much may block them."


class RawWay(NamedTuple):
    """A way before it is asked what blocks: its bits, and how many spaces it crosses. Which ones is only
    found out for the few of whom it is asked.
    """

    bits: int
    length: int
    crossed: Callable[[], tuple[int, ...]]


class SquareLines:
    """Lines from one square to another, by the patterns of a lattice and what blocks in a relation.

    `ends` is how the relation names the ends of its lines, `borders` whether they pass what they only touch.
    If it `prunes`, a way round a corner that is surely open stands for both.
    """

    def __init__(self, lattice: Lattice, blocks: Blocks, ends: str, borders: bool) -> None:
        self.lattice = lattice
        self.prunes = True
        self._blocks, self._ends, self._borders = blocks, ends, borders

    def apart(self, a: int, b: int) -> int:
        """How long a line between two squares is at least."""
        (ax, ay), (bx, by) = self.lattice.places[a], self.lattice.places[b]
        return max(abs(ax - bx), abs(ay - by))

    def ways(self, a: int, b: int) -> Iterator[RawWay]:
        """Every line that is not blocked at all times; short ones first. Raises Stuck if too many are."""
        lattice, fixed = self.lattice, self._blocks.fixed
        if self._borders:
            own = own_corners(self._ends)
            strips = along(lattice, (a, b), own, fixed, self._blocks.loose)
            yield from (crossing(*way) for way in strips if not way[0] & fixed)
        shift, patterns = lattice.lines(self._ends, self._borders, a, b)
        for pattern in patterns:
            bits = pattern.bits << shift
            if bits & fixed:
                continue
            crossed = partial(lattice.crossed, self._ends, self._borders, pattern, a, b)
            if not pattern.choices:
                yield RawWay(bits, pattern.length, crossed)
                continue
            choices = [(one << shift, other << shift) for one, other in pattern.choices]
            every = self._with_choices(bits, choices, fixed, self._blocks.doubtful)
            yield from (RawWay(one, pattern.length, crossed) for one in every)

    def masks(self, a: int, b: int) -> tuple[int, ...]:
        """The alternatives of a pair where only bits count: what blocks is shifted to the patterns, not each
        pattern to its place. Raises Stuck if they are too many.
        """
        shift, patterns = self.lattice.lines(self._ends, False, a, b)
        fixed, loose = self._blocks.fixed >> shift, self._blocks.loose >> shift
        found: set[int] = set()
        for bits, choices in ((pattern.bits, pattern.choices) for pattern in patterns):
            if bits & fixed:
                continue
            if choices:
                found.update(way & loose for way in self._with_choices(bits, choices, fixed, loose))
            else:
                found.add(bits & loose)
            if 0 in found:
                return (0,)
        return tuple(mask << shift for mask in smallest(found))

    def is_open(self, a: int, b: int, mask: int) -> bool:
        """Whether a line is open under a mask where only bits count, by a look at one after the other: for
        boards that have too many to keep what they need.
        """
        if a == b:
            return True
        shift, patterns = self.lattice.lines(self._ends, False, a, b)
        blocked = (self._blocks.fixed | mask) >> shift
        for _, _, bits, choices in patterns:
            if bits & blocked:
                continue
            if all(not one & blocked or not other & blocked for one, other in choices):
                return True
        return False

    def _with_choices(
        self, bits: int, choices: Iterable[tuple[int, int]], fixed: int, doubtful: int
    ) -> list[int]:
        """A line with one of the two ways round each of some corners; with the one that is surely open, if
        one is. Raises Stuck if there are too many.
        """
        every = [bits]
        for choice in choices:
            rounds = [way for way in choice if not way & fixed]
            surely = [way for way in rounds if not way & doubtful] if self.prunes else []
            rounds = surely[:1] or rounds
            every = [one | way for one in every for way in rounds]
            bounded(len(every))
        return every


def bounded(ways: int) -> None:
    """Raises Stuck if there are more ways between two spaces than are looked at."""
    if ways > MOST_WAYS:
        raise Stuck(TANGLED)


def crossing(bits: int, crossed: tuple[int, ...]) -> RawWay:
    """A way that crosses these spaces."""
    return RawWay(bits, len(crossed), lambda: crossed)


def smallest(masks: Iterable[int]) -> tuple[int, ...]:
    """The masks of which no other is a part, those with the fewest bits first."""
    kept: list[int] = []
    bits, fewer = 0, 0
    different = set(masks)
    if len(different) < 2:
        return tuple(different)
    for mask in sorted(sorted(different), key=int.bit_count):
        if mask.bit_count() > bits:  # of those with as many bits none is a part
            bits, fewer = mask.bit_count(), len(kept)
        if all(other & mask != other for other in kept[:fewer]):
            kept.append(mask)
    return tuple(kept)
