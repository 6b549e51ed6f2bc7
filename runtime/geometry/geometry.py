"""The geometry of one build: relations over its board, asked by name.

All questions take a *mask*, the bits of what blocks at the moment: see `SpaceRelation.features` and
`Geometry.mask`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from ..state.state import FAR, NONE
from . import line_cache
from .all_lines import LineClass, every_line
from .blocks import Evaluate, Feature, Json, Lasts
from .board import Board
from .expressions import Lasting
from .lattice import Lattice
from .polygon_sight import Polygons
from .relation import SpaceRelation

WORTH_KEEPING = 1.02
"""How many times as many pairs as are kept must be known before they are kept again."""


class Geometry:
    """Answers about the board of a program.

    `evaluate` gives the value of an expression whose value cannot change, with its locals (`it`, `from`,
    `to`, `crossed`) given: it is asked while tables are made. `lasts` says which expressions those are;
    without it the geometry finds out for itself (`expressions.py`).
    """

    def __init__(self, program: Mapping[str, Json], evaluate: Evaluate, lasts: Lasts | None = None) -> None:
        self.board = Board(program)
        self._program = program
        self._declared = program["relations"]
        self._evaluate = evaluate
        self._lasts = lasts or Lasting(program)
        self._relations: dict[str, SpaceRelation] = {}
        self._open: dict[str, tuple[int, tuple[tuple[int, ...], ...]]] = {}
        self._recalled: dict[str, tuple[str, int]] = {}

    def relation(self, name: str) -> SpaceRelation:
        """A relation with its tables, made when it is first asked for."""
        if name not in self._relations:
            self._relations[name] = SpaceRelation(
                self._declared[name],
                self.board,
                self._lattice,
                lambda: self._polygons,
                self._evaluate,
                self._lasts,
                lambda: self._dependent,
            )
        return self._relations[name]

    @cached_property
    def _dependent(self) -> int:
        """How many relations have tests that may change and read both ends of a way."""
        return sum(self.relation(name).depends_on_pairs for name in self._declared)

    def recall(self, name: str) -> None:
        """What earlier plays found out about a relation's lines over squares is known from the start."""
        relation = self.relation(name)
        if relation.plain_lines is None:
            return
        kept_as = line_cache.key(self._program, name)
        known = line_cache.load_masks(kept_as, len(self.board), relation.plain_lines.lattice.bits)
        relation.found.update(known or {})
        self._recalled[name] = kept_as, len(relation.found)

    def keep(self) -> None:
        """Keep what was found out about lines over squares, if it is much more than was known before."""
        for name, (kept_as, known) in self._recalled.items():
            found = self.relation(name).found
            if len(found) > known * WORTH_KEEPING:
                line_cache.store_masks(kept_as, found)
                self._recalled[name] = kept_as, len(found)

    def prepare(self, name: str) -> None:
        """Find out about every pair of a relation that never changes, unless that is kept on disk."""
        relation = self.relation(name)
        if relation.lattice is not None or not relation.line:
            return  # nothing takes long
        kept_as = line_cache.key(self._program, name)
        known = line_cache.load(kept_as, len(self.board))
        if known is not None:
            relation.best = known
        elif (found := relation.every_best()) is not None:
            line_cache.store(kept_as, found)

    def features(self, name: str) -> tuple[Feature, ...]:
        """What can change in a relation: tests that the engine evaluates, each with its bit of the mask."""
        return self.relation(name).features

    def mask(self, name: str, holds: Callable[[Feature], int]) -> int:
        """A mask from scratch. `holds` gives the value of a feature's test; of the distance for "within"."""
        mask = 0
        for feature in self.features(name):
            value = holds(feature)
            if value < feature.length if feature.sort == "within" else bool(value) == feature.holds:
                mask |= feature.bit
        return self.relation(name).with_pinched(mask)

    def related(self, name: str, a: int, b: int, mask: int = 0) -> bool:
        """Whether a is related to b. None is related to nothing."""
        if a < 0 or b < 0:
            return False
        return any(not (needed & mask) for needed in self.relation(name).masks(a, b))

    def looked_at(self, name: str, a: int, b: int, mask: int) -> bool:
        """What `related` says of two spaces, without a table of all lines where that can be."""
        lines = self.relation(name).plain_lines
        if lines is None or a < 0 or b < 0 or a == b:
            return self.related(name, a, b, mask)
        return lines.is_open(a, b, mask)

    def neighbours(self, name: str, a: int, mask: int = 0) -> tuple[int, ...]:
        """The other spaces that a is related to, in the order of their numbers."""
        return self._opened(name, mask)[a] if a >= 0 else ()

    def line_length(self, name: str, a: int, b: int, mask: int = 0) -> int:
        """How many spaces the best open line crosses, the target's included; FAR if none is open."""
        if a > b >= 0 and self.relation(name).mirrored(a, b):
            a, b = b, a
        crossed = self._best(name, a, b, mask)
        return FAR if crossed is None else len(crossed) + 1

    def crossed(self, name: str, a: int, b: int, mask: int = 0) -> tuple[int, ...]:
        """The spaces that the best open line crosses, in order, without its ends."""
        return self._best(name, a, b, mask) or ()

    def lines(self, name: str, a: int, b: int) -> Iterator[LineClass]:
        """Every class of lines between two spaces, whatever blocks: for engines without masks."""
        return every_line(self.relation(name), a, b) if a >= 0 and b >= 0 else iter(())

    def direction(self, a: int, b: int) -> int:
        """The nearest of eight directions by the centres: 0 north, clockwise; of hexes the nearest of the six
        sides: 0 upper right, clockwise. None for the same space.
        """
        if a < 0 or b < 0 or a == b:
            return NONE
        (ax, ay), (bx, by) = self.board.centres[a], self.board.centres[b]
        dx, dy = bx - ax, by - ay
        if self.board.of_hexes:
            return _side(dx / self.board.scale, dy / self.board.hex_row)
        wide, high = abs(dx), abs(dy)
        # An eighth ends where one leg is 1 + √2 times the other: squared, that is exact.
        if high > wide and (high - wide) ** 2 > 2 * wide**2:
            return 0 if dy < 0 else 4
        if wide > high and (wide - high) ** 2 > 2 * high**2:
            return 2 if dx > 0 else 6
        if dx > 0:
            return 1 if dy < 0 else 3
        return 7 if dy < 0 else 5

    def _best(self, name: str, a: int, b: int, mask: int) -> tuple[int, ...] | None:
        if a < 0 or b < 0:
            return None
        for needed, crossed in self.relation(name).ways(a, b):
            if not needed & mask:
                return crossed
        return () if self.related(name, a, b, mask) else None

    def _opened(self, name: str, mask: int) -> tuple[tuple[int, ...], ...]:
        """All neighbours under a mask; the last mask of each relation is remembered."""
        known = self._open.get(name)
        if known is None or known[0] != mask:
            opened = tuple(
                tuple(b for b, alternatives in row if any(not (needed & mask) for needed in alternatives))
                for row in self.relation(name).beside
            )
            known = self._open[name] = (mask, opened)
        return known[1]

    @cached_property
    def _lattice(self) -> Lattice | None:
        layers = {space.layer for space in self.board.spaces}
        squares = self.board.squares if len(layers) == 1 else None
        return Lattice(squares) if squares else None

    @cached_property
    def _polygons(self) -> Polygons:
        return Polygons(self.board)


def _side(across: Fraction, down: Fraction) -> int:
    """The side of a hex towards a place so many hexes across and rows down: 0 upper right, clockwise. What
    lies exactly in the direction of a corner counts to the side that comes next clockwise.
    """
    if down > 0 or (down == 0 and across < 0):
        return (_side(-across, -down) + 3) % 6
    up = -down * 3 / 2  # so far across lie the lines through the corners beside the upper sides
    if across < 0:
        return 4 if across < -up else 5
    return 0 if across < up else 1
