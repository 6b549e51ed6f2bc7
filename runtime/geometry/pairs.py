"""What a relation says of pairs of spaces, whatever lies between: `also`, `never`, `one_way`, `within`.

A test that lasts is decided once; one that may change has a bit, and is a feature that the engine
looks after.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tilewright.schemas.walking import locals_in

from .blocks import Bits, Evaluate, Feature, Json, Lasts
from .board import BoardLink


class PairClauses:
    """These clauses of one relation. New bits are features in the list given."""

    def __init__(
        self,
        declared: Mapping[str, Json],
        bits: Bits,
        features: list[Feature],
        evaluate: Evaluate,
        lasts: Lasts,
    ) -> None:
        self._declared, self._bits, self._features = declared, bits, features
        self._evaluate, self._lasts = evaluate, lasts
        self._single: dict[tuple[Any, ...], int] = {}
        self._clause_reads: dict[tuple[str, int], tuple[set[str], bool]] = {}
        within = declared.get("within")
        self._within_reads = locals_in(within) & {"from", "to"} if within is not None else frozenset()
        self._within_lasts = within is not None and lasts(within)

    def forget(self) -> None:
        """Decide every test again when it is next asked for."""
        self._single.clear()

    @property
    def may_change(self) -> bool:
        """Whether some of them may turn out either way."""
        tests = [test for sort in ("never", "also", "one_way") for test in self._declared.get(sort) or ()]
        limit = self._declared.get("within") is not None and not self._within_lasts
        return limit or any(not self._lasts(test) for test in tests)

    def also(self, a: int, b: int) -> tuple[int, ...]:
        """What must be clear for what `also` opens, whatever blocks."""
        never = self.all_of("never", a, b, holds=True)
        if never is None:
            return ()
        found: list[int] = []
        for number, test in enumerate(self._declared.get("also") or ()):
            bits = self._clause("also", number, test, a, b, holds=False)
            if bits is not None:
                found.append(bits | never)
        return tuple(found)

    def all_of(self, sort: Literal["never"], a: int, b: int, holds: bool) -> int | None:
        """The bits of all clauses of a sort; None if one of them always holds."""
        bits = 0
        for number, test in enumerate(self._declared.get(sort) or ()):
            more = self._clause(sort, number, test, a, b, holds)
            if more is None:
                return None
            bits |= more
        return bits

    def _clause(
        self,
        sort: Literal["never", "also", "one_way"],
        number: int,
        test: Json,
        a: int,
        b: int,
        holds: bool,
        link: int = -1,
    ) -> int | None:
        """0 if a test never has that value, None if it always has, else the bit that is set while it does."""
        if (sort, number) not in self._clause_reads:
            self._clause_reads[sort, number] = locals_in(test), self._lasts(test)
        reads, lasts = self._clause_reads[sort, number]
        start, end = a if "from" in reads else -1, b if "to" in reads else -1
        key = (sort, number, start, end, link)
        if key not in self._single:
            if lasts:
                known = {"from": a, "to": b, "crossed": (), "it": link}
                self._single[key] = -1 if bool(self._evaluate(test, known)) == holds else 0
            else:
                bit = self._single[key] = self._bits.new()
                feature = Feature(bit, sort, number, link, start, end, holds=holds)
                self._features.append(feature)
        return None if self._single[key] < 0 else self._single[key]

    def against(self, link: BoardLink, start: int) -> int | None:
        """The bits that say a link is one way, if this is against it; None if it always is."""
        if start == link.sides[0]:
            return 0
        if link.one_way:
            return None
        bits = 0
        for number, test in enumerate(self._declared.get("one_way") or ()):
            more = self._clause("one_way", number, test, link.sides[1], link.sides[0], True, link.entity)
            if more is None:
                return None
            bits |= more
        return bits

    def never_reaches(self, a: int, b: int, length: int) -> bool:
        """Whether a line of that length is too long at all times."""
        return self._within_lasts and self.too_far(a, b, length) is None

    def too_far(self, a: int, b: int, length: int) -> int | None:
        """0 if a line of that length is within the distance, None if it never is, else a bit for it."""
        within = self._declared.get("within")
        if within is None:
            return 0
        start = a if "from" in self._within_reads else -1
        end = b if "to" in self._within_reads else -1
        if self._within_lasts:
            key: tuple[Any, ...] = ("within", start, end)
            if key not in self._single:
                self._single[key] = self._evaluate(within, {"from": a, "to": b, "crossed": ()})
            return 0 if length <= self._single[key] else None
        key = ("within", start, end, length)
        if key not in self._single:
            bit = self._single[key] = self._bits.new()
            self._features.append(Feature(bit, "within", 0, -1, start, end, length=length))
        return self._single[key]
