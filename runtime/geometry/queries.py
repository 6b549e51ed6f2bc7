"""The questions of one relation as plain functions, fast enough to be asked at every step.

The geometry knows which ways there are and what each needs to be clear. Here that is laid out in tables by
space number, filled when they are first needed, and what a mask opens is remembered for the last few masks.
Bits that no way of the relation needs make no difference, so masks are compared without them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, TypeAlias

from ..state.program import Program
from ..state.state import FAR, NONE, State, Stuck
from . import Geometry
from .distances import ChangingFields, CostDistances, Fields, Openings, Rows, WeightedRows, steps
from .expressions import place_of
from .square_lines import SquareLines

_MASKS = 128  # so many masks of a relation are remembered

KEPT = 40_000_000
"""Bytes of what lines need to be clear that are kept for a larger board."""

CLOSED: tuple[int, ...] = (-1,)  # what is never related: some bit is set in every mask

AnyRows: TypeAlias = "Rows | _LazyRows"
StepCost = Callable[[State, int, int], int]


class Relating:
    """One relation. `cost` computes what a step costs, where that is not always 1; `lasting` says that the
    costs never change; `far_sighted`, that its lines are too many to look at all of them. `blank` gives a
    state for what no state decides.
    """

    def __init__(
        self,
        program: Program,
        geometry: Geometry,
        name: str,
        cost: StepCost | None,
        lasting: bool,
        far_sighted: bool,
        blank: Callable[[], State],
    ) -> None:
        self.geometry = geometry
        self.name = name
        self.cost = cost
        self.lasting = lasting
        self.blank = blank
        self._where = place_of(program.data, name)
        self._sees = bool(program.data["relations"][name].get("line"))
        self.size = program.spaces
        self.places = program.first_place + len(program.places) + 1
        # A row for every place and a last one for none, as in all tables; what is no space is never related.
        never: list[tuple[int, ...] | None] = [CLOSED] * (self.size + 1)
        # One row for all of which nobody has asked: on a large board most of a table stays empty.
        self._unknown: list[tuple[int, ...] | None] = [*[None] * self.size, CLOSED]
        self._alternatives = [self._unknown if place < self.size else never for place in range(self.places)]
        self._far_sighted = far_sighted
        self._kept = 0
        self._open: dict[int, AnyRows] = {}
        self._parts: dict[int, dict[int, tuple[int, ...]]] = {}
        self._opened: dict[int, AnyRows] = {}  # the same by masks with all their bits

    def functions(self) -> dict[str, Any]:
        """The functions by the beginnings of the names under which generated code calls them.

        `needs` is a table: by two spaces the bits of which one must be clear, None until `fill` finds them.
        """
        table, fill, rows_of, opened = self._alternatives, self._fill, self.rows, self._opened

        def related(a: int, b: int, mask: int) -> bool:
            found = table[a][b]
            if found is None:
                found = fill(a, b)
            for needed in found:  # noqa: SIM110  # called for every line of sight: `any` takes three times as long
                if not needed & mask:
                    return True
            return False

        def rows(mask: int) -> AnyRows:
            return opened.get(mask) or rows_of(mask)

        def neighbours(a: int, mask: int) -> tuple[int, ...]:
            return (opened.get(mask) or rows_of(mask))[a] if a >= 0 else ()

        def seen(a: int, mask: int) -> tuple[int, ...]:
            """What `neighbours` gives, without a look at the lines of any other space."""
            return tuple(b for b in range(self.size) if b != a and related(a, b, mask)) if a >= 0 else ()

        def connected(a: int, mask: int) -> tuple[int, ...]:
            if a < 0:
                return ()
            parts = self._parts.setdefault(mask & self._ahead.relevant, {})
            if a not in parts:
                parts[a] = reached(rows(mask), a)
                if len(self._parts) > _MASKS:
                    self._parts.pop(next(iter(self._parts)))
            return parts[a]

        geometry, name = self.geometry, self.name
        if self._far_sighted and (lines := geometry.relation(name).plain_lines):
            related = partial(self._looked_at, lines)
        return {
            "related": related,
            "needs": table,
            "fill": fill,
            "neighbours": seen if self._far_sighted else neighbours,
            "connected": connected,
            "rows": partial(_Seen, seen) if self._far_sighted else rows,
            **self._steps(),
            "line": lambda a, b, mask: geometry.line_length(name, a, b, mask),
            "crossed": lambda a, b, mask: geometry.crossed(name, a, b, mask),
        }

    def rows(self, mask: int) -> AnyRows:
        """The neighbours of every space under a mask, and a last row for none."""
        asked = mask
        mask &= self._ahead.relevant
        found = self._open.get(mask)
        if found is None:
            if len(self._open) >= _MASKS:
                self._open.pop(next(iter(self._open)))
            found = _LazyRows(self._ahead, mask) if self._sees else [*self._ahead.rows(mask), ()]
            self._open[mask] = found
        if len(self._opened) >= _MASKS:
            self._opened.clear()
        self._opened[asked] = found
        return found

    def distances(self, mask: int) -> tuple[list[Any], Callable[[int], list[int]]]:
        """Rows of the steps, or their costs, from each space to all others; the function that fills in a row.

        Only for relations and costs that never change. There is a row and a column for every place, and a
        last one for none; from what is no space nothing can be reached.
        """
        nothing = [FAR] * self.places
        found: list[Any] = [*([None] * self.size), *([nothing] * (self.places - self.size))]
        counts = [*range(1, self.size + 1)]  # of each number one object, however many rows have it

        def fill(a: int) -> list[int]:
            row = found[a] = nothing[:]
            row[a] = 0
            if self.cost is not None:
                costs = CostDistances(self.forward(mask), (a,), ())
                row[: self.size] = [costs.of(b) for b in range(self.size)]
                return row
            rows = self.rows(mask)
            order = [a]  # grows while it is gone through
            for space in order:
                steps = counts[row[space]]
                for beside in rows[space]:
                    if row[beside] > steps:
                        row[beside] = steps
                        order.append(beside)
            return row

        return found, fill

    def lengths(self, mask: int) -> Callable[[int, int, int], int]:
        """The function for the lengths of lines where nothing changes: each is found once."""
        found: dict[int, list[int]] = {}

        def length(a: int, b: int, _: int) -> int:
            if a < 0 or b < 0:
                return FAR
            row = found.get(a) or found.setdefault(a, [-1] * self.size)
            known = row[b]
            if known < 0:
                known = row[b] = self.geometry.line_length(self.name, a, b, mask)
            return known

        return length

    def _fill(self, a: int, b: int) -> tuple[int, ...]:
        found = tuple(self.geometry.relation(self.name).masks(a, b)) or CLOSED
        if self._alternatives[a] is self._unknown:
            self._alternatives[a] = self._unknown.copy()
        self._alternatives[a][b] = found
        self._kept += sum(needed.bit_length() // 8 + 60 for needed in found)
        if self._far_sighted and self._kept > KEPT:
            self._kept = 0
            self.geometry.relation(self.name).forget()
            self._alternatives[: self.size] = [self._unknown] * self.size
        return found

    def _looked_at(self, lines: SquareLines, a: int, b: int, mask: int) -> bool:
        """What `related` says, without a table."""
        return 0 <= a < self.size and 0 <= b < self.size and lines.is_open(a, b, mask)

    def _openings(self, backward: bool) -> Openings:
        steps = [
            (b, a, alternatives) if backward else (a, b, alternatives)
            for a, row in enumerate(self.geometry.relation(self.name).beside)
            for b, alternatives in row
        ]
        return Openings(steps, self.size)

    @cached_property
    def _ahead(self) -> Openings:
        return self._openings(backward=False)

    @cached_property
    def _behind(self) -> Openings:
        return self._openings(backward=True)

    # ---- distances

    def _steps(self) -> dict[str, Callable[..., Any]]:
        """The functions for distances, outward from the goals and from a start."""
        behind, ahead = self._fields(backward=True), self._fields(backward=False)
        return {
            "steps": behind.steps,
            "steps_all": behind.steps_all,
            "reach": ahead.reach,
            "reach_all": ahead.steps_all,
        }

    def _fields(self, backward: bool) -> Fields | ChangingFields:
        if self.cost is not None and not self.lasting:
            return ChangingFields(partial(self._weighted, backward=backward))
        along = self._along(backward=True) if backward else self.forward
        return Fields(along, CostDistances if self.cost else steps)

    def _along(self, backward: bool) -> Callable[[int], Any]:
        """What distances are found along, kept for the last few masks."""
        kept: dict[int, Any] = {}

        def along(mask: int) -> Any:
            openings = self._behind if backward else self._ahead
            mask &= openings.relevant
            found = kept.get(mask)
            if found is None:
                if len(kept) >= _MASKS:
                    kept.pop(next(iter(kept)))
                found = kept[mask] = (
                    self._weighted(mask, self.blank(), backward) if self.cost else openings.ways(mask)
                )
            return found

        return along

    @cached_property
    def forward(self) -> Callable[[int], Any]:
        return self._along(backward=False)

    def _weighted(self, mask: int, state: State, backward: bool) -> WeightedRows:
        assert self.cost is not None
        found: WeightedRows = [[] for _ in range(self.size)]
        rows = self.rows(mask)
        for a in range(self.size):
            for b in rows[a]:
                try:
                    cost = self.cost(state, a, b)
                except Stuck as stuck:
                    raise stuck.inside(*self._where) from None
                if backward:
                    found[b].append((a, cost))
                else:
                    found[a].append((b, cost))
        return found


def without_board(program: Program) -> dict[str, Any]:
    """The names of all relations where a game has no board, which a library may have none the less: nothing
    is related, and all is far.
    """
    nothing = [FAR] * (program.first_place + len(program.places) + 1)
    empty: list[tuple[int, ...]] = [()] * len(nothing)
    found: dict[str, Any] = {"direction": lambda a, b: NONE, "mask": lambda state, number: 1}
    for number in range(len(program.relations)):
        found |= {
            f"MASK{number}": 1,
            f"NEIGHBOURS{number}": empty,
            f"RELATED{number}": [frozenset()] * len(nothing),
            f"DISTANCES{number}": [nothing] * len(nothing),
            f"related{number}": lambda a, b, mask: False,
            f"needs{number}": [[CLOSED]],
            f"CONNECTED{number}": empty,
            f"neighbours{number}": lambda a, mask: (),
            f"connected{number}": lambda a, mask: (),
            f"rows{number}": lambda mask: empty,
            f"steps{number}": lambda state, a, targets, mask, around: FAR,
            f"steps_all{number}": lambda found, state, targets, mask, around: [FAR],
            f"reach{number}": lambda state, a, b, mask, around: FAR,
            f"reach_all{number}": lambda found, state, targets, mask, around: [FAR],
            f"line{number}": lambda a, b, mask: FAR,
            f"crossed{number}": lambda a, b, mask: (),
        }
    return found


class _LazyRows(dict[int, tuple[int, ...]]):
    """Rows of lines under a mask. Each is found when it is first asked for, since to find one takes a look at
    the lines to all other spaces, and a mask may be another one after every step.
    """

    def __init__(self, openings: Openings, mask: int) -> None:
        super().__init__({NONE: ()})
        self.openings, self.mask = openings, mask

    def __missing__(self, a: int) -> tuple[int, ...]:
        row = self[a] = self.openings.row(a, self.mask)
        return row


class _Seen:
    """Rows of which each is found when it is asked for."""

    def __init__(self, seen: Callable[[int, int], tuple[int, ...]], mask: int) -> None:
        self.seen, self.mask = seen, mask

    def __getitem__(self, a: int) -> tuple[int, ...]:
        return self.seen(a, self.mask)


def reached(rows: AnyRows, start: int) -> tuple[int, ...]:
    """The spaces to which any number of steps leads, the start among them, in the order of their numbers."""
    found, edge = {start}, {start}
    while edge:
        edge = set().union(*[rows[space] for space in edge]) - found
        found |= edge
    return tuple(sorted(found))
