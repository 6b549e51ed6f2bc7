"""What is out of date once something is written, of all that is kept beside a position (memo.py).

What is written makes out of date whatever reads it. After one thing has moved it is asked which thing that
was and between which places, since most moves change little: what happens far from every link changes no mask
of what links block. Two sorts of what is kept are not found anew after a move, but brought up to date: which
things are in play, and that a search found nothing (arrivals.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..analysis.read_write import PLAY, StateKey, StateKeys
from ..state.program import AS_HOLDER, IN
from .fragments import MEMO, Called, Callee, Fragment, Integer, Item, OnlyIf, Z, code, listed, replaced
from .instructions import Block, CodeLine, Forget, Instruction, ThingMove, nested
from .memo import Arrival, KindInPlay, Memo, MemoSlot

NamesConstant = Callable[[Any], Fragment]
"""Gives a value the name that generated code knows it by."""


def forgetting(memo: Memo, forget: Forget, constant: NamesConstant) -> list[Instruction]:
    """What forgets all that reads what was written, or brings it up to date."""
    if forget.move is not None:
        return _Moved(memo, forget.move, constant).forgetting(forget.written)
    stale = [slot.number for slot in memo.reading(forget.written)]
    return [_forgotten(stale)] if stale else []


class _Moved:
    """What the move of one thing changes."""

    def __init__(self, memo: Memo, move: ThingMove, constant: NamesConstant) -> None:
        self.memo = memo
        self.program = memo.program
        self.analysis = memo.analysis
        self.move = move
        self.constant = constant

    def forgetting(self, written: StateKeys) -> list[Instruction]:
        stale: dict[tuple[Fragment, ...], list[int]] = {}
        mended: dict[tuple[Fragment, ...], list[Instruction]] = {}
        again: list[Instruction] = []
        for slot in self.memo.reading(written):
            reads = slot.reads
            in_play, arrival = self.memo.in_play.get(slot.number), self._arrival(slot)
            if arrival is not None:
                reads = frozenset(key for key in reads if not self._is_anywhere(key))
                again.append(self._looking_again(slot, arrival))
            if not self.analysis.touch(reads, written):
                continue
            when = self._matters(reads)
            if in_play is not None:
                mended.setdefault(when, []).extend(self._mending(slot, in_play))
            else:
                stale.setdefault(when, []).append(slot.number)
        found: list[Instruction] = []
        for when in {**stale, **mended}:
            body = [_forgotten(stale[when])] if when in stale else []
            body += mended.get(when, [])
            found += nested([OnlyIf(listed(when, " or "))] if when else [], body)
        return found + again

    # ---- what is brought up to date

    def _mending(self, slot: MemoSlot, kept: KindInPlay) -> list[Instruction]:
        """The things of a kind that are in play, with or without what has moved. If that holds some of them,
        they are found anew.
        """
        known, thing = Item(MEMO, slot.number), self.move.thing
        found: list[Instruction] = []
        if any(self.analysis.overlap(one, self.move.kind) for one in self.analysis.holders(kept.kind)):
            found.append(Block(OnlyIf(Called("laden", Z, thing)), [_forgotten([slot.number])]))
        if self.analysis.overlap(kept.kind, self.move.kind):
            is_there = replaced(kept.test, {kept.one: thing})
            mended = CodeLine(code("{}={}", known, Called("with_or_without", known, thing, is_there)))
            (low, high), (first, end) = self._range(kept.kind), self._range(self.move.kind)
            inside = [] if low <= first and end <= high else [OnlyIf(code("{}<={}<{}", low, thing, high))]
            found += nested(inside, [mended])
        return found

    def _looking_again(self, slot: MemoSlot, arrival: Arrival) -> Instruction:
        """What was found may have left; where nothing was, what has moved may be found."""
        known = Item(MEMO, slot.number)
        seen = Called(Callee(arrival.function, generated=True), "S", self.move.thing, self.move.new)
        return Block(
            OnlyIf(code("{} or {} is False and {}", known, known, seen)), [_forgotten([slot.number])]
        )

    def _arrival(self, slot: MemoSlot) -> Arrival | None:
        """How a search looks again after a move that would otherwise make it out of date: it reads where
        things like the one that moved are, and nothing else that is kept does.
        """
        arrival = self.memo.arrivals.get(slot.number)
        if arrival is None or not any(self._is_anywhere(key) for key in slot.reads):
            return None
        others = (key for number in arrival.kept for key in self.memo.all[number].reads)
        return None if any(self._is_anywhere(key) for key in others) else arrival

    def _is_anywhere(self, key: StateKey) -> bool:
        """Whether what is read is where things are, anywhere at all, that may be the one that moved."""
        return len(key) == 2 and key[0] == "at" and self.analysis.overlap(key[1], self.move.kind)

    # ---- when it matters

    def _matters(self, reads: StateKeys) -> tuple[Fragment, ...]:
        """If a move changes something that is read, at least one of these tests holds. Where every such move
        may change it, there are none.
        """
        ranges: list[tuple[int, int]] = []
        places: set[int] = set()
        tests: list[Fragment] = []
        move, standing = self.move, self._standing()
        for key in reads:
            if key[0] != "at" or not self.analysis.overlap(key[1], self.move.kind):
                continue
            if len(key) == 2:
                ranges.append(self._range(key[1]))
            elif key[2] != PLAY:
                places |= key[2]
            elif standing is None:
                tests.append(code("STANDING[{}]!=STANDING[{}]", move.old, move.new))
                tests.append(code("STANDING[{}]=={}", move.new, AS_HOLDER))
            elif standing == AS_HOLDER:
                return ()
            else:
                tests.append(code("STANDING[{}]!={}", move.old, standing))
        low, high = self._range(move.kind)
        for first, end in joined_ranges(ranges):
            if first <= low and high <= end:
                return ()
            tests.append(code("{}<={}<{}", first, move.thing, end))
        if places:
            if isinstance(move.new, Integer) and move.new.value in places:
                return ()
            table = self.constant(tuple(place in places for place in range(len(self.program.standing))))
            tests += [Item(table, one) for one in (move.old, move.new) if not isinstance(one, Integer)]
        return tuple(dict.fromkeys(tests))

    def _standing(self) -> int | None:
        """Whether the new place is in play, where that is certain."""
        if self.move.onto_board:
            return IN
        new = self.move.new
        return self.program.standing[new.value] if isinstance(new, Integer) else None

    def _range(self, kind: str) -> tuple[int, int]:
        everything = 0, len(self.program.entities)
        return self.program.range(kind) if kind in self.program.kinds else everything


def _forgotten(numbers: Iterable[int]) -> Instruction:
    return CodeLine(code("{}=None", listed((Item(MEMO, number) for number in numbers), "=")))


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranges of numbers, those that touch put together."""
    low = high = -1
    for first, end in sorted(ranges):
        if first > high:
            if high >= 0:
                yield low, high
            low = first
        high = max(high, end)
    if high >= 0:
        yield low, high
