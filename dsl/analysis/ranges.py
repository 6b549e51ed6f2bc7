"""What a value can be, as far as rules say: an interval of numbers, a set of words or things, yes or no.

This is the domain of an abstract interpretation: a value stands for all that an expression may give, and
every function here keeps that promise. `None` stands for anything at all. Which values there are for a name,
and how expressions are worked out, is the matter of `estimates.py`.
"""

from collections.abc import Callable, Iterable
from itertools import product
from math import inf
from typing import NamedTuple

from ..value_types import NO_NUMBER

FEW = 48
"""Numbers that are kept one by one, as the faces of a die are; more of them are an interval."""
LARGEST = 2**53
"""No number that a game keeps is larger, either way; what may be larger is not worked out any further."""


class Range(NamedTuple):
    """Numbers from `low` to `high`; `members` if they are few."""

    low: float
    high: float
    members: frozenset[float] | None = None

    def __str__(self) -> str:
        if self.low == self.high:
            return f"always {_written(self.low)}"
        if self.low == -inf:
            return f"never above {_written(self.high)}"
        if self.high == inf:
            return f"never below {_written(self.low)}"
        gaps = self.members is not None and len(self.members) <= self.high - self.low
        if gaps and self.members is not None and len(self.members) <= 6:
            return f"one of {', '.join(_written(one) for one in sorted(self.members))}"
        return f"from {_written(self.low)} to {_written(self.high)}"


class Names(NamedTuple):
    """Words, or things by their names; `none` is one of them."""

    names: frozenset[str]

    def __str__(self) -> str:
        known = sorted(name.rpartition(":")[2] for name in self.names)
        return (
            f"always `{known[0]}`" if len(known) == 1 else f"one of {', '.join(f'`{one}`' for one in known)}"
        )


class Many(NamedTuple):
    """A list: what its members can be, and how many they are."""

    item: "AbstractValue"
    low: float = 0
    high: float = inf


Truth = frozenset[bool]
AbstractValue = Range | Names | Many | Truth | None

YES: Truth = frozenset((True,))
NO: Truth = frozenset((False,))
UNSURE: Truth = frozenset((True, False))
EVERY = Range(-inf, inf)


def _written(number: float) -> str:
    return "none" if number == NO_NUMBER else str(int(number))


def numbers(values: Iterable[float]) -> Range:
    """These numbers and no others."""
    known = frozenset(values)
    return Range(min(known), max(known), known if len(known) <= FEW else None)


def between(low: float, high: float) -> Range:
    """All whole numbers from one to the other."""
    if high - low < FEW:
        return numbers(range(int(low), int(high) + 1)) if low <= high else Range(low, high)
    return Range(low, high)


def empty(value: AbstractValue) -> bool:
    """Whether no value is left."""
    match value:
        case Range(low=low, high=high):
            return low > high
        case Names(names=names):
            return not names
    return value == frozenset()


def joined(a: AbstractValue, b: AbstractValue) -> AbstractValue:
    """What is one or the other."""
    match a, b:
        case Range(), Range():
            if a.members is not None and b.members is not None:
                return numbers(a.members | b.members)
            return Range(min(a.low, b.low), max(a.high, b.high))
        case Names(), Names():
            return Names(a.names | b.names)
        case Many(), Many():
            return Many(joined(a.item, b.item), min(a.low, b.low), max(a.high, b.high))
        case frozenset(), frozenset():
            return a | b
    return None


def common(a: AbstractValue, b: AbstractValue) -> AbstractValue:
    """The values that both allow; possibly `empty`. Values of two different sorts do not restrict each
    other.
    """
    match a, b:
        case None, _:
            return b
        case Range(), Range():
            low, high = max(a.low, b.low), min(a.high, b.high)
            members = a.members if b.members is None else b.members
            if a.members is not None and b.members is not None:
                members = a.members & b.members
            if members is not None:
                kept = [one for one in members if low <= one <= high]
                return numbers(kept) if kept else Range(1, 0)
            return Range(low, high)
        case Names(), Names():
            return Names(a.names & b.names)
        case frozenset(), frozenset():
            return a & b
    return a


# ------------------------------------------------------------------ arithmetic


def arithmetic(op: str, a: Range, b: Range) -> Range:
    """What `add`, `subtract`, `multiply`, `divide` or `remainder` can give."""
    if op == "remainder":
        return between(0, b.high - 1) if a.low >= 0 and b.low > 0 else EVERY
    if op == "divide" and b.low <= 0:
        return EVERY
    how = _HOW[op]
    if a.members is not None and b.members is not None and len(a.members) * len(b.members) <= FEW * 4:
        return _bounded(numbers(how(x, y) for x, y in product(a.members, b.members)))
    ends = [how(x, y) for x, y in product((a.low, a.high), (b.low, b.high))]
    return EVERY if any(one != one for one in ends) else _bounded(Range(min(ends), max(ends)))


def _bounded(found: Range) -> Range:
    """Beyond the largest number there is only more: who squares and squares keeps nobody waiting."""
    if found.low >= -LARGEST and found.high <= LARGEST:
        return found
    low = -inf if found.low < -LARGEST else min(found.low, LARGEST)
    return Range(low, inf if found.high > LARGEST else max(found.high, -LARGEST))


def _times(a: float, b: float) -> float:
    return 0 if 0 in (a, b) else a * b


def _divided(a: float, b: float) -> float:
    if abs(a) == inf:
        return a
    return a // b if b != inf else (0 if a >= 0 else -1)


_HOW: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": _times,
    "divide": _divided,
}


# ------------------------------------------------------------------ tests

_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "less": lambda a, b: a < b,
    "at_most": lambda a, b: a <= b,
    "more": lambda a, b: a > b,
    "at_least": lambda a, b: a >= b,
}
TURNED = {
    "less": "more",
    "at_most": "at_least",
    "more": "less",
    "at_least": "at_most",
    "equal": "equal",
    "not_equal": "not_equal",
}
"""What a test is with its sides exchanged."""


def compared(op: str, a: AbstractValue, b: AbstractValue) -> Truth:
    """Whether a comparison holds: always, never, or it depends."""
    if op == "not_equal":
        return frozenset(not one for one in compared("equal", a, b))
    if op == "equal":
        return _equal(a, b)
    if not isinstance(a, Range) or not isinstance(b, Range) or empty(a) or empty(b):
        return UNSURE
    holds = _COMPARED[op]
    if op in ("less", "at_most"):
        surely, possibly = holds(a.high, b.low), holds(a.low, b.high)
    else:
        surely, possibly = holds(a.low, b.high), holds(a.high, b.low)
    return YES if surely else UNSURE if possibly else NO


def _equal(a: AbstractValue, b: AbstractValue) -> Truth:
    shared = common(a, b)
    match a, b:
        case (Range(), Range()) | (Names(), Names()) | (frozenset(), frozenset()):
            return NO if empty(shared) else YES if single(a) and a == b else UNSURE
    return UNSURE


def single(value: AbstractValue) -> bool:
    """Whether it can be one thing only."""
    match value:
        case Range(low=low, high=high):
            return low == high
        case Names(names=names):
            return len(names) == 1
        case frozenset():
            return len(value) == 1
    return False


def held(op: str, a: AbstractValue, b: AbstractValue) -> AbstractValue:
    """What `a` can be once its comparison with `b` holds."""
    if op == "equal":
        return common(a, b)
    if op == "not_equal":
        if single(b):
            if isinstance(a, Names) and isinstance(b, Names):
                return Names(a.names - b.names)
            if isinstance(a, frozenset) and isinstance(b, frozenset):
                return a - b
            if isinstance(a, Range) and isinstance(b, Range):
                if a.members is not None:
                    return numbers(a.members - {b.low}) if a.members - {b.low} else Range(1, 0)
                return Range(a.low + (a.low == b.low), a.high - (a.high == b.low))
        return a
    if not isinstance(b, Range) or not (a is None or isinstance(a, Range)):
        return a
    match op:
        case "less":
            limit = Range(-inf, b.high - 1)
        case "at_most":
            limit = Range(-inf, b.high)
        case "more":
            limit = Range(b.low + 1, inf)
        case _:
            limit = Range(b.low, inf)
    return common(a if a is not None else EVERY, limit)
