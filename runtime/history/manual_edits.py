"""Table mode: what people change by hand, outside of all rules, and how that becomes part of a game.

A change is recorded as an answer of the seat `table`: `at` says which sort it is, `chosen` its words. So
saves, recordings and branches hold it like any other answer. It is silent like the `given` of a test: no rule
reacts to it; then the open question is asked again, because what can be chosen may be different now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from tilewright.schemas.value_types import ValueType, type_of
from tilewright.schemas.walking import operations

from ..emit.link import GIVEN
from ..engine.engine import Machine
from ..evaluating.position import Position
from ..evaluating.program_index import Node, ProgramIndex
from ..evaluating.state_access import StateAccess
from ..evaluating.watching import look
from ..interpreting.silent import run_silently
from ..seats.seat_view import SeatView
from ..seats.titles import numbered_title_of, title_of
from ..seats.visibility import Visibility
from ..seats.wording import wording
from ..state.events import HIDE, MOVE, REVEAL, SET, SHUFFLE, Event
from ..state.nesting import refusal
from ..state.primitives import MEMBERS
from ..state.state import NO_NUMBER, NONE, NotOffered, State

TABLE = "table"  # the seat under which changes by hand are recorded

BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class ManualEdit:
    """One change by hand, as it is recorded. Things and places are named as in the program."""

    sort: str
    words: tuple[str, ...]


# ------------------------------------------------------------------ the changes there are


def move(thing: str, place: str, *, bottom: bool = False) -> ManualEdit:
    """Put a thing on a space, a link, or into a pile: on top of it, or at the bottom."""
    return ManualEdit("move", (thing, place, BOTTOM) if bottom else (thing, place))


def draw(pile: str, place: str) -> ManualEdit:
    """Take the top of a pile somewhere, whether one may see it or not."""
    return ManualEdit("draw", (pile, place))


def put(owner: str, name: str, value: str) -> ManualEdit:
    """Give a property of a thing, space, link or player another value; of the game, if `owner` is empty."""
    return ManualEdit("set", (owner, name, value))


def shuffle(pile: str) -> ManualEdit:
    """Shuffle a pile by hand."""
    return ManualEdit("shuffle", (pile,))


def flip(thing: str) -> ManualEdit:
    """Let everybody know which thing this is; or nobody, if everybody does."""
    return ManualEdit("flip", (thing,))


def given(test: str) -> ManualEdit:
    """Begin afresh where a test of the program begins: its `given` takes the place of set-up."""
    return ManualEdit("given", (test,))


# ------------------------------------------------------------------ making them


def resolved(change: ManualEdit, sight: SeatView) -> ManualEdit:
    """The change with names of the program for what a seat calls by handles; `draw` names its thing. Raises
    NotOffered for what is no change.
    """
    program = sight.index.program
    if len(change.words) != {"draw": 2, "given": 1}.get(change.sort, len(change.words)):
        raise _refused(sight.index, "hand_no_change", change.sort)
    if change.sort == "draw":
        pile = program.number.get(change.words[0], NONE)
        lying = sight.state.z[pile] if pile >= program.first_place else ()
        if not lying:
            raise _refused(sight.index, "hand_nothing")
        return move(sight.index.name(lying[-1]), change.words[1])
    if change.sort not in ("move", "set", "flip"):
        return change
    names = {sight.handle(thing): sight.index.name(thing) for thing in sight.visible()}

    def named(words: str) -> str:
        parts = words.split(", ")
        return ", ".join(part if part in program.number else names.get(part, part) for part in parts)

    return ManualEdit(change.sort, tuple(map(named, change.words)))


def events_of(change: ManualEdit, index: ProgramIndex, state: State) -> list[Event]:
    """Change a state. Gives what happened; NotOffered, and nothing has changed, if it cannot be."""
    make = _SORTS.get(change.sort)
    if make is None or len(change.words) not in _LENGTHS[change.sort]:
        raise _refused(index, "hand_no_change", change.sort)
    return make(index, state, *change.words)


def ask_anew(machine: Machine, index: ProgramIndex, state: State) -> None:
    """Let `as soon as` rules look without reacting, and ask the open question again as things are now."""
    machine.forget(state)
    look(Position(index, state))
    if state.q is not None:
        # The frame on top stands at the place that asks: run again, it asks again.
        state.q = None
        machine.run(state)


def began(machine: Machine, index: ProgramIndex, title: str, seed: int, players: int) -> State:
    """A state in which a test's first `given` holds, and the game goes on from there; the beginning of the
    game for a test that gives nothing. Raises NotOffered if there is no such test.
    """
    test = test_called(index.data, title)
    if test is None:
        raise _refused(index, "hand_no_test", title)
    steps = next((part["steps"] for part in test["parts"] if part["sort"] == "given"), None)
    if steps is None:
        return machine.start(seed, players, log=True)
    state = machine.new(seed, players, log=True)
    run_silently(index, state, steps, {"you": NONE})
    machine.forget(state)
    state.log = []
    machine.begin(state, GIVEN)
    return state


def test_called(program: Node, title: str) -> Node | None:
    """The test with this title; else the only one whose title contains it."""
    tests: list[Node] = list(program.get("tests") or ())
    wanted = title.casefold()
    same = [one for one in tests if one["title"].casefold() == wanted]
    like = [one for one in tests if wanted in one["title"].casefold()]
    return same[0] if same else like[0] if len(like) == 1 else None


def players_of(program: Node, test: Node) -> int:
    """How many take part in a test that does not say: those it mentions, at least the fewest."""
    names = {one["name"] for one in operations(test) if one.get("op") == "entity"}
    seats = [int(name.partition(".")[2]) for name in names if name.startswith("player.")]
    return int(test.get("players") or max(program["game"]["players"][0], *seats, 0))


class Settable(NamedTuple):
    """What can be set: `words` are the values to go through; a number without them goes up and down.

    A list (`several`) has its members in `value`, parted by commas, and what may be in it in `words`.
    """

    name: str
    value: str
    words: list[str]
    several: bool = False


def settable(view: Node, index: ProgramIndex, owner: str) -> list[Settable]:
    """What can be set of something in a seat's view, or of the game (""): only what the seat may read."""
    lists = {one["handle"]: one for one in view["things"]} | {one["name"]: one for one in view["players"]}
    for one in (*view["board"]["spaces"], *view["board"]["links"]):
        lists[one["name"]] = one
    shown = view["values"] if not owner else (lists.get(owner) or {}).get("values") or {}
    number = index.program.number.get((lists.get(owner) or {}).get("name", ""), NONE)
    properties = index.properties(index.entities[number]["kind"]) if 0 <= number < index.size else {}
    found = []
    for name, value in shown.items():
        if not owner:
            declared: Node | None = (index.data.get("game_properties") or {}).get(name)
            stored = name in index.program.cells
        else:
            kind, declared = properties.get(name, ("", None))
            stored = (kind, name) in index.program.columns
        if declared is None or not stored:
            continue
        type_ = type_of(declared["type"])
        words = _words(type_, declared, view, index)
        if words and len(words) <= MOST_WORDS:
            found.append(Settable(name, _written(value), words, type_.is_list))
        elif type_.base == "number":
            found.append(Settable(name, _written(value), []))
    return found


MOST_WORDS = 60  # values that one may go through one by one
MOST_NUMBERS = 10  # in a list; a single number goes up and down


def _words(type_: ValueType, declared: Node, view: Node, index: ProgramIndex) -> list[str]:
    """The values of a type, or of a list's members, as `set` takes them, as far as the seat knows them.
    Of a single number there are none.
    """
    one_of = type_ if type_.item is None else type_.item
    if one_of.base == "yes_no":
        return ["no", "yes"]
    if one_of.words:
        return list(index.data["words"][one_of.words])
    if one_of.is_thing:
        seen = [*view["things"], *view["players"], *view["board"]["spaces"], *view["board"]["links"]]
        names = [one.get("handle") or one["name"] for one in seen if _is(index, one["name"], one_of.kind)]
        return ["none", *names] if one_of.optional else names
    if one_of.base == "number" and type_.is_list:
        low, high = declared.get("low") or 0, declared.get("high")
        end = low + MOST_NUMBERS
        return [str(one) for one in range(low, end if high is None else min(end, high + 1))]
    return []


def _is(index: ProgramIndex, name: str, of: str) -> bool:
    number = index.program.number.get(name, index.size)
    return number < index.size and index.is_kind(number, of)


def _written(value: object) -> str:
    """A value of a view as `set` takes it."""
    if isinstance(value, list):
        return ", ".join(map(_written, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


# ------------------------------------------------------------------ one function for each sort


def _move(index: ProgramIndex, state: State, name: str, place_name: str, where: str = "") -> list[Event]:
    thing, place = _number(index, name), _number(index, place_name)
    if thing >= index.size or state.at[thing] < 0:
        raise _refused(index, "hand_no_move", title_of(index, thing))
    _check_place(index, state, thing, place)
    start, under = state.at[thing], int(where == BOTTOM)
    state.z[start] = tuple(one for one in state.z[start] if one != thing)
    state.z[place] = (thing, *state.z[place]) if under else (*state.z[place], thing)
    state.at[thing] = place
    if place in index.program.forgets:
        state.known.pop(thing, None)
    return [(MOVE, thing, start, place, under, None)]


def _check_place(index: ProgramIndex, state: State, thing: int, place: int) -> None:
    """Rules are not asked, but what the program says about its places must stay true."""
    title = numbered_title_of(index, thing)
    if place < index.size:
        if not (index.is_kind(place, "space") or index.is_kind(place, "link")):
            raise _refused(index, "hand_not_there", title)
        return
    declared = index.places[place - index.size]
    holds, capacity = declared.get("holds"), declared.get("capacity")
    if holds and not index.is_kind(thing, holds):
        raise _refused(index, "hand_not_in", title, title_of(index, place))
    if capacity is not None and state.at[thing] != place and len(state.z[place]) >= capacity:
        raise _refused(index, "hand_full", title_of(index, place))
    refused = refusal(index.program, state, (thing,), place, partial(numbered_title_of, index))
    if refused:
        raise NotOffered(wording(index).tell(refused))


def _set(index: ProgramIndex, state: State, owner: str, name: str, written: str) -> list[Event]:
    access = StateAccess(index, state)
    if not owner:
        declared = (index.data.get("game_properties") or {}).get(name)
        if declared is None or name not in index.program.cells:
            raise _refused(index, "hand_not_set", name)
        old, new = access.game(name, declared), _value(index, declared, written)
        access.set_game(name, new)
        return [(SET, NONE, name, old, new, None)]
    entity = _number(index, owner)
    kind = index.entities[entity]["kind"] if entity < index.size else ""
    found = index.properties(kind).get(name)
    if found is None or (found[0], name) not in index.program.columns:
        raise _refused(index, "hand_not_set_of", name, title_of(index, entity))
    old, new = access.stored(found[0], name, entity), _value(index, found[1], written)
    access.set(kind, name, entity, new)
    return [(SET, entity, name, old, new, None)]


def _value(index: ProgramIndex, declared: Node, written: str) -> Any:
    """A value as the state keeps it, from what a person writes; numbers keep to their range."""
    return _typed(index, declared, type_of(declared["type"]), written)


def _typed(index: ProgramIndex, declared: Node, kind: ValueType, written: str) -> Any:
    if kind.item is not None:
        parts = written.split(", ") if written else []
        if len(parts) > MEMBERS:
            raise _refused(index, "hand_too_long")
        return tuple(_typed(index, declared, kind.item, one) for one in parts)
    if kind.base == "yes_no" and written in ("yes", "no"):
        return int(written == "yes")
    if kind.words and written in index.data["words"][kind.words]:
        return list(index.data["words"][kind.words]).index(written)
    if kind.base in ("place", "thing"):
        number = NONE if written == "none" else _number(index, written)
        if (
            number == NONE
            or kind.base == "place"
            or (number < index.size and index.is_kind(number, kind.kind))
        ):
            return number
    if kind.base == "number":
        if written == "none" and kind.optional:
            return NO_NUMBER
        if written.removeprefix("-").isdecimal() and len(written) < 10:
            low, high = declared.get("low"), declared.get("high")
            number = int(written)
            number = number if low is None else max(low, number)
            return number if high is None else min(high, number)
    raise _refused(index, "hand_no_value", written)


def _shuffle(index: ProgramIndex, state: State, name: str) -> list[Event]:
    place, access = _number(index, name), StateAccess(index, state)
    if place < index.size:
        raise _refused(index, "hand_no_shuffle", title_of(index, place))
    lying = list(state.z[place])
    for last in range(len(lying) - 1, 0, -1):
        other = access.below(last + 1)
        lying[last], lying[other] = lying[other], lying[last]
    state.z[place] = tuple(lying)
    for thing in lying:
        state.known.pop(thing, None)
    return [(SHUFFLE, place, None)]


def _flip(index: ProgramIndex, state: State, name: str) -> list[Event]:
    thing = _number(index, name)
    if thing >= index.size or not 0 <= thing < len(state.at) or state.at[thing] < 0:
        raise _refused(index, "hand_no_flip", title_of(index, thing))
    first, last = index.program.players
    everybody, before = (1 << (last - first)) - 1, state.known.get(thing, 0)
    named = _named_by(index, state, thing)
    if all(named):
        state.known.pop(thing, None)
        if _named_by(index, state, thing) == named:
            if before:
                state.known[thing] = before
            raise _refused(index, "hand_open", numbered_title_of(index, thing))
        return [(HIDE, (thing,), None)]
    state.known[thing] = everybody
    return [(REVEAL, (thing,), None)]


def _named_by(index: ProgramIndex, state: State, thing: int) -> list[bool]:
    """Of every player whether he knows which thing this is."""
    return [Visibility(index, state, seat).name(thing) for seat in index.range("player")]


def _number(index: ProgramIndex, name: str) -> int:
    number = index.program.number.get(name)
    if number is None:
        raise _refused(index, "hand_no_name", name)
    return number


def _refused(index: ProgramIndex, key: str, *parts: str) -> NotOffered:
    """Why something cannot be done, in the language of the program."""
    return NotOffered(wording(index).say(f"engine/{key}", *parts))


_SORTS: dict[str, Callable[..., list[Event]]] = {
    "move": _move,
    "set": _set,
    "shuffle": _shuffle,
    "flip": _flip,
}
_LENGTHS = {"move": (2, 3), "set": (3,), "shuffle": (1,), "flip": (1,)}
