"""What generated code calls: the few things that are the same for every program, and tables of its board.

`names(program)` is the namespace in which a program's functions run. Everything here is either a constant or
a function of its arguments; nothing keeps a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from . import placement
from .chance import INCREMENT, MASK, MULTIPLIER
from .placement import RulePlace
from .program import Program
from .state import FAR, FUEL, NONE, Arrangement, Over, RawText, State, Stuck

MEMBERS = 20_000
_PLACES = 4096  # of so many contents of places it is remembered which copies are alike
LARGEST = 2**53
BEYOND = "A number is beyond all bounds."
NOTHING = "A rule asks something of none: nothing was found, chosen or left in the box."
BY_ZERO = "A rule divides by 0."
ENDLESS = "A rule goes on without end."
DEEP = "Rules call each other without end."
NO_CAMPAIGN = "A mission can only be played by the verb of a campaign."


class FinishWith(Exception):
    """`finish with`: whatever runs is dropped for one last procedure."""

    def __init__(self, procedure: str, args: tuple[Any, ...]) -> None:
        super().__init__(procedure)
        self.procedure = procedure
        self.args_given = args


def names(program: Program) -> dict[str, Any]:
    """The namespace for the functions of a program, before any of them is in it."""
    first = program.players[0]
    found: dict[str, Any] = {name: globals()[name] for name in _FUNCTIONS}
    found.update(placement.names(program, found))
    found.update(
        FIRST=(first,),
        PLAYERS=tuple(range(*program.players)),
    )

    def players(v: list[Any]) -> tuple[int, ...]:
        return tuple(range(first, first + v[0]))

    found["players"] = players
    found["show"] = _show(first)
    found["arrangement"] = Arrangement
    found["distinct"], found["distinct_in_place"] = _distinct(program)
    return found


# ---- the game stops


def no(where: RulePlace) -> int:
    """Something was read through none. Raises Stuck."""
    raise Stuck(NOTHING, *where)


def by_zero(where: RulePlace) -> int:
    """Something was divided by 0. Raises Stuck."""
    raise Stuck(BY_ZERO, *where)


def some(value: int, where: RulePlace) -> int:
    """The value, which must not be none."""
    return value if value >= 0 else no(where)


def endless(where: RulePlace) -> None:
    """A rule goes on without end. Raises Stuck."""
    raise Stuck(ENDLESS, *where)


def spent(state: State, members: Sequence[int], each: int, where: RulePlace) -> Sequence[int]:
    """The members of a set, paid for as far as a loop over them goes that costs so much for each."""
    state.fuel -= len(members) * each
    if state.fuel < 0:
        endless(where)
    return members


def paid(state: State, price: int, where: RulePlace) -> bool:
    """Pay for a question that is dear by itself; always true."""
    state.fuel -= price
    if state.fuel < 0:
        endless(where)
    return True


def kept(state: State, members: Sequence[int], usual: int, where: RulePlace) -> Sequence[int]:
    """A list that is kept. If it has more members than usual, which is what prices go by, the game has to do
    with as much less from now on.
    """
    if len(members) > MEMBERS:
        too_many(where)
    budget = FUEL // max(1, -(-len(members) // usual))
    if budget < state.budget:
        state.fuel = state.fuel * budget // state.budget
        state.budget = budget
    return members


def longest(state: State) -> int:
    """The members of the longest list that a state keeps, between things or in what is being done."""
    cells = chain(state.v, *state.k)
    return max((len(one) for one in cells if one.__class__ is tuple), default=0)


def deep(where: RulePlace) -> None:
    """Rules call each other without end. Raises Stuck."""
    raise Stuck(DEEP, *where)


def changes_nothing(where: RulePlace) -> None:
    """A `whenever` reacts, and would react again. Raises Stuck."""
    raise Stuck("A rule reacts, but changes nothing.", *where)


def over(outcome: str, winners: tuple[int, ...], reason: RawText | None, where: RulePlace) -> None:
    """`win`, `lose` and `draw`: raises Over."""
    raise Over(outcome, winners, reason, *where)


def no_campaign(where: RulePlace) -> None:
    """A mission was to be played where no campaign goes on. Raises Stuck."""
    raise Stuck(NO_CAMPAIGN, *where)


def too_many(where: RulePlace) -> None:
    """A list is longer than anybody can want. Raises Stuck."""
    raise Stuck(f"A list has more than {MEMBERS:,} members.", *where)


def numbers(low: int, high: int, where: RulePlace) -> range:
    """The numbers from low to high."""
    if high - low >= MEMBERS:
        too_many(where)
    return range(low, high + 1)


def beyond(where: RulePlace) -> int:
    """A number is larger than anybody can want. Raises Stuck."""
    raise Stuck(BEYOND, *where)


def product(a: int, b: int, where: RulePlace) -> int:
    """a times b, as long as that is a number anybody can want. Raises Stuck if it is not."""
    found = a * b
    if -LARGEST <= found <= LARGEST:
        return found
    raise Stuck(BEYOND, *where)


def finish(procedure: str, args: tuple[Any, ...]) -> None:
    """`finish with`: raises FinishWith, which the engine catches."""
    raise FinishWith(procedure, args)


# ---- sets


def members(value: Any, nothing: int = NONE) -> Sequence[int]:
    """Whatever it is as a sequence: a list as it is, one thing as a set of one, none as an empty one."""
    if isinstance(value, int):
        return (value,) if value != nothing else ()
    return value  # type: ignore[no-any-return]


def union(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    known = frozenset(a) if len(a) > 8 else a
    return (*a, *[one for one in b if one not in known])


def without(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    if len(b) > 8:
        b = frozenset(b)  # type: ignore[assignment]
    return tuple([one for one in a if one not in b])


def both(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    if len(b) > 8:
        b = frozenset(b)  # type: ignore[assignment]
    return tuple([one for one in a if one in b])


def flattened(lists: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """The members of all these lists in order, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def unique(values: Iterable[int], nothing: int = NONE) -> tuple[int, ...]:
    """Each of them once, in order, none left out."""
    found = dict.fromkeys(values)
    found.pop(nothing, None)
    return tuple(found)


def first(sequence: Sequence[int], nothing: int = NONE) -> int:
    return sequence[0] if sequence else nothing


def last(sequence: Sequence[int], nothing: int = NONE) -> int:
    return sequence[-1] if sequence else nothing


def nth(sequence: Sequence[int], number: int, nothing: int = NONE) -> int:
    return sequence[number - 1] if 1 <= number <= len(sequence) else nothing


def position_in(sequence: Sequence[int], item: int) -> int:
    """Where an item stands, counted from 1; 0 if it is not there."""
    for place, one in enumerate(sequence, 1):
        if one == item:
            return place
    return 0


def top_n(content: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The top so many, top first."""
    return content[: -number - 1 : -1] if number > 0 else ()


def bottom_n(content: tuple[int, ...], number: int) -> tuple[int, ...]:
    return content[:number] if number > 0 else ()


def with_key(things: list[int], keys: list[int], best: int) -> list[int]:
    return [things[i] for i, key in enumerate(keys) if key == best]


def nearest(row: list[int], targets: Sequence[int]) -> int:
    """The least distance in a row to any of the targets."""
    if len(targets) == 1:
        return row[targets[0]]
    return min([row[target] for target in targets], default=FAR)


# ---- chance


def below(state: State, number: int) -> int:
    state.r = r = (state.r * MULTIPLIER + INCREMENT) & MASK
    return (r >> 33) % number


def shuffle(state: State, place: int, where: RulePlace) -> None:
    if place < 0:
        no(where)
    content = list(state.z[place])
    r = state.r
    for i in range(len(content) - 1, 0, -1):
        r = (r * MULTIPLIER + INCREMENT) & MASK
        j = (r >> 33) % (i + 1)
        content[i], content[j] = content[j], content[i]
    state.r = r
    if state.script is not None:
        content = state.script.shuffled(place, content, where)
    state.z[place] = tuple(content)
    if state.known:
        for thing in content:
            state.known.pop(thing, None)


# ---- knowledge, effects, reactions


def _show(first_player: int) -> Any:
    def show(state: State, things: Iterable[int], seats: Iterable[int]) -> None:
        bits = 0
        for seat in seats:
            bits |= 1 << (seat - first_player)
        for thing in things if bits else ():
            state.known[thing] = state.known.get(thing, 0) | bits

    return show


def hide(state: State, things: Iterable[int]) -> None:
    for thing in things:
        state.known.pop(thing, None)


def effects(state: State, sort: int, index: int) -> tuple[tuple[Any, ...], ...]:
    """The running effects with a rule, the oldest first."""
    return tuple([entry for entry in state.fx if entry[2] == (sort, index)]) if state.fx else ()


def effect_places(state: State, sort: int, index: int) -> tuple[int, ...]:
    """Where the running effects with a rule stand in `fx`, the oldest first."""
    return tuple([place for place, entry in enumerate(state.fx) if entry[2] == (sort, index)])


def bit(state: State, place: int, this: int, member: int) -> bool:
    """Whether a binding of an `as_soon_as` rule is on for the effect that stands there."""
    return (this, member) in state.fx[place][4]


def put_bit(state: State, place: int, this: int, member: int, value: int) -> None:
    """Turn that binding on or off. Only generated code calls it."""
    entry = state.fx[place]
    on = set(entry[4]) - {(this, member)} | ({(this, member)} if value else set())
    state.fx = (*state.fx[:place], (*entry[:4], tuple(sorted(on))), *state.fx[place + 1 :])


def stands(state: State, before: Arrangement | tuple[int, int]) -> bool:
    """Whether what a reaction must change has not changed. Out of a save it comes as numbers."""
    if isinstance(before, Arrangement):
        return before.stands(state)
    return Arrangement(state).numbers() == before


# ---- questions


def askers(asked: list[tuple[Any, ...]]) -> tuple[int, ...]:
    """All who have an answer to give, each once."""
    return tuple(dict.fromkeys(seat for one in asked for seat in one[1]))


def merged(taken: tuple[tuple[int, Any], ...], answers: tuple[Any, ...]) -> tuple[tuple[int, Any], ...]:
    """The answers put where one was missing, in the order of the members."""
    left = iter(answers)
    return tuple([(member, next(left) if value is None else value) for member, value in taken])


def _values(cells: Iterable[int]) -> Callable[[list[Any]], Any]:
    """The values in these cells."""
    found = tuple(cells)
    return itemgetter(*found) if found else lambda v: ()


def _distinct(program: Program) -> Any:  # noqa: C901 (closures that share tables, for speed)
    """Of identical copies in one place, the first stands for all."""
    alike: dict[str, list[int]] = {}
    for i, entity in enumerate(program.entities):
        if i >= program.players[1] and i not in program.nowhere:
            alike.setdefault(f"{entity['kind']} {entity.get('values')}", []).append(i)
    # Things that are no copies of anything are a group each.
    group = list(range(len(program.entities)))
    for copies in alike.values():
        for one in copies:
            group[one] = copies[0]
    values = [
        _values(column.base + i for column in program.columns.values() if column.low <= i < column.high)
        for i in range(len(program.entities))
    ]
    owned: list[list[int]] = [[] for _ in program.entities]
    for i, place in enumerate(program.places):
        if place.get("owner") is not None:
            owned[place["owner"]].append(program.first_place + i)

    def distinct(state: State, options: Sequence[int]) -> tuple[int, ...]:
        groups = [group[one] for one in options]
        if len(set(groups)) == len(groups):
            return tuple(options)
        v, at, z = state.v, state.at, state.z
        kept: dict[Any, int] = {}
        for one, alike_to in zip(options, groups, strict=True):
            key: Any = (alike_to, at[one], values[one](v))
            for place in owned[one]:
                if z[place]:
                    key = one
            kept.setdefault(key, one)
        return tuple(kept.values())

    firsts: dict[tuple[int, ...], tuple[int, ...]] = {}

    def distinct_in_place(options: tuple[int, ...]) -> tuple[int, ...]:
        """The same for the content of one place, of kinds that have neither stored properties nor places."""
        known = firsts.get(options)
        if known is None:
            kept: dict[int, int] = {}
            for one in options:
                kept.setdefault(group[one], one)
            if len(firsts) >= _PLACES:
                firsts.clear()
            known = firsts[options] = tuple(kept.values())
        return known

    return distinct, distinct_in_place


_FUNCTIONS = (
    "too_many",
    "numbers",
    "product",
    "beyond",
    "no",
    "by_zero",
    "some",
    "endless",
    "spent",
    "paid",
    "kept",
    "deep",
    "changes_nothing",
    "stands",
    "over",
    "finish",
    "members",
    "union",
    "without",
    "both",
    "flattened",
    "first",
    "last",
    "nth",
    "top_n",
    "bottom_n",
    "with_key",
    "shuffle",
    "hide",
    "effects",
    "effect_places",
    "bit",
    "put_bit",
    "position_in",
    "askers",
    "merged",
    "nearest",
    "unique",
    "no_campaign",
)
