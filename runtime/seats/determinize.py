"""Another position that a seat could just as well be in: what it does not know is dealt again.

Odds and bots try things out on such copies, so that what they find tells nothing about what really lies
hidden. Cards change places with cards that look alike, hidden figures stand where their kind says that they
can be (`place seen by …, else among …`) or anywhere, hidden values may be any of their range. Such a position
need not have come about by the rules; it is only thought of, never played on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.value_types import type_of

from ..evaluating.program_index import Node, ProgramIndex
from ..state.chance import GUESS, Luck, begun
from ..state.program import Program, missing
from ..state.state import CHOOSE, PAUSE, State, StoredValue
from .handles import Handles
from .seat_view import SeatView
from .visibility import Visibility


@dataclass(frozen=True, slots=True)
class Unknown:
    """What a seat does not know in one position.

    `lots` are things that it cannot tell from each other; only `faceless` ones of them, of which it would
    know no more than their kind anywhere, can lie in the `open` places that it sees into. `roaming` are
    things on the board that it does not see, each with the spaces where it may be, `values` the cells of
    `State.v` that it may not read, each with all that may stand there.
    """

    lots: tuple[tuple[int, ...], ...]
    faceless: dict[int, str]
    open: frozenset[int]
    roaming: dict[int, Sequence[int]]
    values: tuple[tuple[int, Sequence[StoredValue]], ...]


def unknown(
    index: ProgramIndex,
    state: State,
    seat: int | None,
    compiled: Callable[[State, Node, int], Any] | None = None,
) -> Unknown:
    """What the seat cannot know; nothing for the designer, who sees everything. Whoever asks often has
    audiences `compiled` (see Visibility).
    """
    sight = SeatView(index, state, seat, Handles(), Visibility(index, state, seat, compiled))
    lots: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    roaming: dict[int, Sequence[int]] = {}
    for thing in range(index.size):
        at = state.at[thing]
        if at < 0 or at == index.box:
            continue
        if not sight.visibility.name(thing):
            lots[sight.mixed_with(thing), str(sight.back(thing))].append(thing)
        if at < len(index.spaces) and not sight.visibility.where(thing):
            roaming[thing] = sight.visibility.whereabouts(thing) or range(len(index.spaces))
    alike = tuple(tuple(things) for _, things in sorted(lots.items()) if len(things) > 1)
    mixed = [thing for things in alike for thing in things]
    faceless = {thing: sight.hidden_kind(thing) for thing in mixed if not sight.visibility.face(thing)}
    open_ = frozenset(at for at in {state.at[thing] for thing in mixed} if sight.visibility.into(at))
    return Unknown(alike, faceless, open_, roaming, tuple(_values(sight)))


def dealt(state: State, hidden: Unknown, seed: int) -> State:
    """A copy with other luck, in which everything hidden is dealt again.

    How it really lies makes no difference: positions that look alike to the seat give equal copies.
    """
    copy, luck = state.clone(), Luck(begun(seed, GUESS))
    copy.r = begun(seed)
    copy.memo = [None] * len(copy.memo)
    for thing, spaces in hidden.roaming.items():
        place = spaces[luck.below(len(spaces))]
        copy.z[copy.at[thing]] = tuple(one for one in copy.z[copy.at[thing]] if one != thing)
        copy.z[place] = (*copy.z[place], thing)
        copy.at[thing] = place
    for cell, among in hidden.values:
        copy.v[cell] = among[luck.below(len(among))]
    instead = {old: new for things in hidden.lots for old, new in _exchanged(state, things, hidden, luck)}
    if instead:
        _exchange(copy, state, instead)
    return copy


def _exchanged(state: State, things: tuple[int, ...], hidden: Unknown, luck: Luck) -> list[tuple[int, int]]:
    """Each thing of a lot, in the order of where it lies, and the one that takes its place."""
    lot, places = set(things), sorted({state.at[thing] for thing in things})
    lying = [one for place in places for one in state.z[place] if one in lot]
    drawn = list(things)
    for i in range(len(drawn) - 1, 0, -1):
        j = luck.below(i + 1)
        drawn[i], drawn[j] = drawn[j], drawn[i]
    # Where the seat sees what lies there, only what it knows as little about can take the place.
    kinds = hidden.faceless
    instead = {}
    for one in (one for one in lying if state.at[one] in hidden.open):
        instead[one] = next(other for other in drawn if kinds.get(other) == kinds[one])
        drawn.remove(instead[one])
    instead.update(zip((one for one in lying if one not in instead), drawn, strict=True))
    return list(instead.items())


def _exchange(copy: State, state: State, instead: dict[int, int]) -> None:
    """Put things in each other's places, and in each other's stead where the rules that wait name them.

    Frames do not say which of their numbers are things. A count that happens to equal the number of a hidden
    card is mistaken for it; that costs a thought, not a game.
    """
    for place in {state.at[thing] for thing in instead}:
        copy.z[place] = tuple([instead.get(thing, thing) for thing in copy.z[place]])
    for old, new in instead.items():
        copy.at[new] = state.at[old]
    copy.known = {instead.get(thing, thing): mask for thing, mask in state.known.items()}
    copy.k = [[frame[0], *(_renamed(one, instead) for one in frame[1:])] for frame in copy.k]
    if copy.q is not None and (copy.q[0] == CHOOSE or copy.q[0] > PAUSE):
        copy.q = (copy.q[0], _renamed(copy.q[1], instead), *copy.q[2:5], _renamed(copy.q[5], instead))


def _renamed(value: object, instead: dict[int, int]) -> Any:
    if value.__class__ is tuple:
        return tuple([_renamed(one, instead) for one in value])
    return instead.get(value, value) if value.__class__ is int else value


def _values(sight: SeatView) -> list[tuple[int, Sequence[StoredValue]]]:
    """The stored values that the seat may not read, although it may know whose they are."""
    found: list[tuple[int, Sequence[StoredValue]]] = []
    program = sight.index.program
    for (kind, name), column in program.columns.items():
        declared = program.property(kind, name)
        if declared.get("seen") not in (None, "everybody"):
            among = _possible(program, declared)
            found += [
                (column.base + thing, among)
                for thing in range(column.low, column.high)
                if not sight.visibility.value(thing, kind, name, declared)
            ]
    for name, cell in program.cells.items():
        declared = sight.index.data["game_properties"][name]
        if not sight.visibility.game_value(name, declared):
            found.append((cell, _possible(program, declared)))
    return found


def _possible(program: Program, declared: Node) -> Sequence[StoredValue]:
    """What a value may be, as far as its declaration tells; nothing, where it tells nothing."""
    kind, low, high = type_of(declared["type"]), declared["low"], declared["high"]
    if kind.is_list:
        return ((),)
    if kind.base == "yes_no":
        return (0, 1)
    if kind.words:
        return range(len(program.data["words"][kind.words]))
    if kind.kind in program.kinds:
        return range(*program.range(kind.kind))
    if low is not None and high is not None:
        return range(low, high + 1)
    return (missing(kind),)
