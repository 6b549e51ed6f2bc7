"""Lines between unit squares that only touch what blocks: exactly through corners and along borders.

Such a line is open if close beside it a way is. At a corner that it goes through one of the two ways round
has to be free; else the corner is *pinched* by what blocks on either hand. Along a border one of its sides
has to be free, and the line changes sides where nothing parts them. It leaves its own square, and comes into
the other, over a side or round a corner as lines always do.

Which corners are pinched follows from what blocks (`pinched`), for all corners of a board at once. So every
line is one pattern of bits, however many corners it goes through.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .lattice import LEFT, PINCHED, SQUARE, UPPER, Ends, Lattice, LatticePoint, Pinch


def pinched(lattice: Lattice, mask: int) -> int:
    """The bits of the corners that are pinched, by how a line goes through them, while a mask blocks."""
    size, row = lattice.size, lattice.columns
    every = (1 << size) - 1
    squares, left, upper = ((mask >> field * size) & every for field in (SQUARE, LEFT, UPPER))
    # Around a corner, by its lower right square: four squares and the four edges between them.
    nw, ne, sw, se = squares << (row + 1), squares << row, squares << 1, squares
    north, south, west, east = left << row, left, upper << 1, upper
    by_sort = {
        Pinch.FALLING: (ne | north | east) & (sw | west | south),
        Pinch.RISING: (nw | north | west) & (se | east | south),
        Pinch.UPRIGHT: (nw | sw | west) & (ne | se | east),
        Pinch.LEVEL: (nw | ne | north) & (sw | se | south),
    }
    found = 0
    for sort, corners in by_sort.items():
        found |= (corners & every) << (PINCHED + sort) * size
    return found


def along(
    lattice: Lattice, squares: tuple[int, int], own: Ends, fixed: int, loose: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The lines along a border that both squares touch: what must be clear, and the squares crossed.

    Of the two squares beside a border the one on the side of the start counts as crossed, if there is one.
    """
    (ax, ay), (bx, by) = (lattice.places[square] for square in squares)
    for upright, across, there, start, end in ((True, ax, bx, ay, by), (False, ay, by, ax, bx)):
        if abs(across - there) > 1 or abs(start - end) < (1 if across == there else 2):
            continue
        for border in {across, across + 1} & {there, there + 1}:
            strip = _Strip(lattice, upright, border, fixed, loose)
            if strip.inside:
                yield from strip.lines((across, start), (there, end), own)


class _Strip:
    """The two rows of squares along one border. Sides are 0 and 1, places count along the border."""

    def __init__(self, lattice: Lattice, upright: bool, border: int, fixed: int, loose: int) -> None:
        self.lattice, self.upright, self.border = lattice, upright, border
        self.fixed, self.loose = fixed, loose
        begin, count = (lattice.left, lattice.columns) if upright else (lattice.top, lattice.rows)
        self.inside = begin < border < begin + count - 1

    def square(self, side: int, place: int) -> LatticePoint:
        across = self.border - 1 + side
        return (across, place) if self.upright else (place, across)

    def _free(self, side: int, place: int) -> int:
        return self.lattice.bit((SQUARE, self.square(side, place)))

    def _step(self, side: int, place: int) -> int:
        """The edge between a square and the one before it on the same side."""
        return self.lattice.bit((UPPER if self.upright else LEFT, self.square(side, place)))

    def _wall(self, place: int) -> int:
        """The edge between the two sides."""
        return self.lattice.bit((LEFT if self.upright else UPPER, self.square(1, place)))

    def _pinch(self, place: int) -> int:
        sort = Pinch.UPRIGHT if self.upright else Pinch.LEVEL
        return self.lattice.bit((PINCHED + sort, self.square(1, place)))

    def lines(self, a: LatticePoint, b: LatticePoint, own: Ends) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The ways along the border between two squares, given by their row of squares and their place."""
        (low, first), (high, last) = sorted((a, b), key=lambda one: one[1])
        free_low, free_high = own if a[1] < b[1] else own[::-1]
        side_low, side_high = low - self.border + 1, high - self.border + 1
        corners = 0
        for place in range(first + 1, last + 1):
            but = (self.square(side_low, first), self.square(side_high, last))
            corners |= self.lattice.at_corner(self.square(1, place), but)
        crossed = self._crossed(a, b)
        if last - first == 1:
            yield from ((corners | way, crossed) for way in self._round(side_low, first, any(own)))
            return
        begins = {s: self._out(side_low, s, first, first + 1, free_low) for s in (0, 1)}
        ends = {s: self._out(side_high, s, last, last, free_high) for s in (0, 1)}
        for begin, end, between in self._between(first + 1, last - 1):
            for one, other in product(begins[begin], ends[end]):
                yield corners | between | one | other, crossed

    def _out(self, own: int, side: int, place: int, step: int, free: bool) -> list[int]:
        """The ways between a square at an end and a side of the border: straight on, or round the corner.

        If it is free the line goes through it, whoever stands beside.
        """
        next_place = step if step != place else place - 1
        other = 1 - own
        there = self._wall(place) | self._step(other, step)
        back = self._wall(next_place)
        if side == own:
            return [self._step(own, step)] + [there | self._free(other, place) | back] * free
        return [there, self._step(own, step) | back] if free else [there | self._free(other, place)]

    def _round(self, own: int, place: int, free: bool) -> list[int]:
        """The ways round what parts two neighbours, along a border of both."""
        other = 1 - own
        way = self._wall(place) | self._step(other, place + 1) | self._wall(place + 1)
        near, far = self._free(other, place), self._free(other, place + 1)
        return [way | near, way | far] if free else [way | near | far]

    def _between(self, first: int, last: int) -> Iterator[tuple[int, int, int]]:
        """The ways from one place to another: the sides they begin and end on, and what must be clear.

        Along what parts the sides a way stays on one of them. What may be open parts them, or is open.
        """
        places = range(first, last + 1)
        parting = [place for place in places if self._wall(place) & self.fixed]
        doubtful = [place for place in places if self._wall(place) & self.loose & ~self.fixed]
        for opened in product((False, True), repeat=len(doubtful)):
            open_ = {place for place, is_open in zip(doubtful, opened, strict=True) if is_open}
            bits = sum(self._wall(place) for place in open_)
            runs = _runs(sorted({*parting, *doubtful} - open_))
            held = {place for run in runs for place in range(run.start, run.stop + 1)}
            for place in range(first + 1, last + 1):
                bits |= 0 if place in held else self._pinch(place)
            for sides in product((0, 1), repeat=len(runs)):
                stays = bits
                for side, run in zip(sides, runs, strict=True):
                    stays |= self._stays(side, run, first, last)
                begin = (sides[0],) if runs and runs[0].start == first else (0, 1)
                end = (sides[-1],) if runs and runs[-1].stop == last + 1 else (0, 1)
                for one, other in product(begin, end):
                    yield one, other, stays | self._free(one, first) | self._free(other, last)

    def _stays(self, side: int, run: range, first: int, last: int) -> int:
        bits = 0
        for place in range(max(run.start - 1, first), min(run.stop, last) + 1):
            bits |= self._free(side, place)
            bits |= self._step(side, place) if place > max(run.start - 1, first) else 0
        return bits

    def _crossed(self, a: LatticePoint, b: LatticePoint) -> tuple[int, ...]:
        side = a[0] - self.border + 1
        way = range(a[1] + 1, b[1]) if a[1] < b[1] else range(a[1] - 1, b[1], -1)
        numbers = self.lattice.squares
        beside = [[self.square(one, place) for one in (side, 1 - side)] for place in way]
        return tuple(numbers[place] for pair in beside for place in [p for p in pair if p in numbers][:1])


def _runs(places: list[int]) -> list[range]:
    """Numbers in order as runs without gaps."""
    found: list[range] = []
    for place in places:
        if found and found[-1].stop == place:
            found[-1] = range(found[-1].start, place + 1)
        else:
            found.append(range(place, place + 1))
    return found
