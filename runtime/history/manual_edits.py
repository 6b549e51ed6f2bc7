"""Table mode: what people change by hand, outside of all rules, and how that becomes part of a game.

A change is recorded as an answer of the seat `table`: `at` says which sort it is, `chosen` its words. So
saves, recordings and branches hold it like any other answer. It is silent like the `given` of a test: no rule
reacts to it; then the open question is asked anew, because what can be chosen may be different now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tilewright.schemas.value_types import Type, type_of
from tilewright.schemas.walking import operations

from ..emit.link import GIVEN
from ..engine.engine import Machine
from ..evaluating.program_index import Book, Node
from ..evaluating.state_access import Memory
from ..reference.driving import Driver
from ..reference.play import Play
from ..seats.seat_view import Sight
from ..seats.visibility import Eyes
from ..state.events import HIDE, MOVE, REVEAL, SET, SHUFFLE, Event
from ..state.primitives import MEMBERS
from ..state.state import NO_NUMBER, NONE, NotOffered, State

TABLE = "table"  # the seat under which changes by hand are recorded

BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Change:
    """One change by hand, as it is recorded. Things and places are named as in the program."""

    sort: str
    words: tuple[str, ...]


# ------------------------------------------------------------------ the changes there are


def move(thing: str, place: str, *, bottom: bool = False) -> Change:
    """Put a thing on a space, a link, or into a pile: on top of it, or at the bottom."""
    return Change("move", (thing, place, BOTTOM) if bottom else (thing, place))


def draw(pile: str, place: str) -> Change:
    """Take the top of a pile somewhere, whether one may see it or not."""
    return Change("draw", (pile, place))


def put(owner: str, name: str, value: str) -> Change:
    """Give a property of a thing, space, link or player another value; of the game, if `owner` is empty."""
    return Change("set", (owner, name, value))


def shuffle(pile: str) -> Change:
    """Shuffle a pile by hand."""
    return Change("shuffle", (pile,))


def flip(thing: str) -> Change:
    """Let everybody know which thing this is; or nobody, if everybody does."""
    return Change("flip", (thing,))


def given(test: str) -> Change:
    """Begin anew where a test of the program begins: its `given` takes the place of set-up."""
    return Change("given", (test,))


# ------------------------------------------------------------------ making them


def resolved(change: Change, sight: Sight) -> Change:
    """The change with names of the program for what a seat calls by handles; `draw` names its thing."""
    program = sight.book.program
    if len(change.words) != {"draw": 2, "given": 1}.get(change.sort, len(change.words)):
        raise NotOffered(f"`{change.sort}` is no change that can be made by hand.")
    if change.sort == "draw":
        pile = program.number.get(change.words[0], NONE)
        lying = sight.state.z[pile] if pile >= program.first_place else ()
        if not lying:
            raise NotOffered("There is nothing to draw.")
        return move(sight.book.name(lying[-1]), change.words[1])
    if change.sort not in ("move", "set", "flip"):
        return change
    names = {sight.handle(thing): sight.book.name(thing) for thing in sight.visible()}

    def named(words: str) -> str:
        parts = words.split(", ")
        return ", ".join(part if part in program.number else names.get(part, part) for part in parts)

    return Change(change.sort, tuple(map(named, change.words)))


def events_of(change: Change, book: Book, state: State) -> list[Event]:
    """Change a state. Gives what happened; NotOffered, and nothing has changed, if it cannot be."""
    make = _SORTS.get(change.sort)
    if make is None or len(change.words) not in _LENGTHS[change.sort]:
        raise NotOffered(f"`{change.sort}` is no change that can be made by hand.")
    return make(book, state, *change.words)


def ask_anew(machine: Machine, book: Book, state: State) -> None:
    """Let `as soon as` rules look without reacting, and ask the open question again as things are now."""
    machine.forget(state)
    play = Play(book, state)
    for index, rule in enumerate(book.data.get("triggers") or ()):
        if rule["sort"] == "as_soon_as":
            for binding, env, entry in list(play.trigger_bindings(index, rule)):
                play.turned(binding, entry, play.values.holds(rule.get("test"), env))
    if state.q is not None:
        # The frame on top stands at the place that asks: run again, it asks again.
        state.q = None
        machine.run(state)


def began(machine: Machine, book: Book, title: str, seed: int, players: int) -> State:
    """A state in which a test's first `given` holds and the game begins."""
    test = test_called(book.data, title)
    if test is None:
        raise NotOffered(f"The game has no test “{title}”.")
    state = machine.new(seed, players, log=True)
    quiet = Driver(book, state=state)
    quiet.silently(next((part["steps"] for part in test["parts"] if part["sort"] == "given"), []))
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


def settable(view: Node, book: Book, owner: str) -> list[Settable]:
    """What can be set of something in a seat's view, or of the game (""): only what the seat may read."""
    lists = {one["handle"]: one for one in view["things"]} | {one["name"]: one for one in view["players"]}
    for one in (*view["board"]["spaces"], *view["board"]["links"]):
        lists[one["name"]] = one
    shown = view["values"] if not owner else (lists.get(owner) or {}).get("values") or {}
    number = book.program.number.get((lists.get(owner) or {}).get("name", ""), NONE)
    properties = book.properties[book.entities[number]["kind"]] if 0 <= number < book.size else {}
    found = []
    for name, value in shown.items():
        if not owner:
            declared: Node | None = (book.data.get("game_properties") or {}).get(name)
            stored = name in book.program.cells
        else:
            kind, declared = properties.get(name, ("", None))
            stored = (kind, name) in book.program.columns
        if declared is None or not stored:
            continue
        type_ = type_of(declared["type"])
        words = _words(type_, declared, view, book)
        if words and len(words) <= MOST_WORDS:
            found.append(Settable(name, _written(value), words, type_.is_list))
        elif type_.base == "number":
            found.append(Settable(name, _written(value), []))
    return found


MOST_WORDS = 60  # values that one may go through one by one
MOST_NUMBERS = 10  # in a list; a single number goes up and down


def _words(type_: Type, declared: Node, view: Node, book: Book) -> list[str]:
    """The values of a type, or of a list's members, as `set` takes them, as far as the seat knows them.
    Of a single number there are none.
    """
    one_of = type_ if type_.item is None else type_.item
    if one_of.base == "yes_no":
        return ["no", "yes"]
    if one_of.words:
        return list(book.data["words"][one_of.words])
    if one_of.is_thing:
        seen = [*view["things"], *view["players"], *view["board"]["spaces"], *view["board"]["links"]]
        names = [one.get("handle") or one["name"] for one in seen if _is(book, one["name"], one_of.kind)]
        return ["none", *names] if one_of.optional else names
    if one_of.base == "number" and type_.is_list:
        low, high = declared.get("low") or 0, declared.get("high")
        end = low + MOST_NUMBERS
        return [str(one) for one in range(low, end if high is None else min(end, high + 1))]
    return []


def _is(book: Book, name: str, of: str) -> bool:
    number = book.program.number.get(name, book.size)
    return number < book.size and book.is_kind(number, of)


def _written(value: Any) -> str:
    """A value of a view as `set` takes it."""
    if isinstance(value, list):
        return ", ".join(map(_written, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


# ------------------------------------------------------------------ one function for each sort


def _move(book: Book, state: State, name: str, place_name: str, where: str = "") -> list[Event]:
    thing, place = _number(book, name), _number(book, place_name)
    if thing >= book.size or state.at[thing] < 0:
        raise NotOffered(f"{book.title(thing)} cannot be moved.")
    _check_place(book, state, thing, place)
    start, under = state.at[thing], int(where == BOTTOM)
    state.z[start] = tuple(one for one in state.z[start] if one != thing)
    state.z[place] = (thing, *state.z[place]) if under else (*state.z[place], thing)
    state.at[thing] = place
    if place in book.program.forgets:
        state.known.pop(thing, None)
    return [(MOVE, thing, start, place, under, None)]


def _check_place(book: Book, state: State, thing: int, place: int) -> None:
    """Rules are not asked, but what the program says about its places must stay true."""
    title = book.full_title(thing)
    if place < book.size:
        if not (book.is_kind(place, "space") or book.is_kind(place, "link")):
            raise NotOffered(f"{title} cannot lie there.")
        return
    declared = book.places[place - book.size]
    holds, capacity = declared.get("holds"), declared.get("capacity")
    if holds and not book.is_kind(thing, holds):
        raise NotOffered(f"{title} cannot lie in {book.title(place)}.")
    if capacity is not None and state.at[thing] != place and len(state.z[place]) >= capacity:
        raise NotOffered(f"{book.title(place)} is full.")
    owner = declared.get("owner")
    while owner is not None and 0 <= owner < book.size:
        if owner == thing:
            raise NotOffered(f"{title} cannot lie in itself.")
        around = state.at[owner] - book.size
        owner = book.places[around].get("owner") if around >= 0 else None


def _set(book: Book, state: State, owner: str, name: str, written: str) -> list[Event]:
    memory = Memory(book, state)
    if not owner:
        declared = (book.data.get("game_properties") or {}).get(name)
        if declared is None or name not in book.program.cells:
            raise NotOffered(f"{name} cannot be set.")
        old, new = memory.game(name, declared), _value(book, declared, written)
        memory.set_game(name, new)
        return [(SET, NONE, name, old, new, None)]
    entity = _number(book, owner)
    kind = book.entities[entity]["kind"] if entity < book.size else ""
    found = book.properties.get(kind, {}).get(name)
    if found is None or (found[0], name) not in book.program.columns:
        raise NotOffered(f"{name} of {book.title(entity)} cannot be set.")
    old, new = memory.stored(found[0], name, entity), _value(book, found[1], written)
    memory.set(kind, name, entity, new)
    return [(SET, entity, name, old, new, None)]


def _value(book: Book, declared: Node, written: str) -> Any:
    """A value as the state keeps it, from what a person writes; numbers keep to their range."""
    return _typed(book, declared, type_of(declared["type"]), written)


def _typed(book: Book, declared: Node, kind: Type, written: str) -> Any:
    if kind.item is not None:
        parts = written.split(", ") if written else []
        if len(parts) > MEMBERS:
            raise NotOffered("That list is too long.")
        return tuple(_typed(book, declared, kind.item, one) for one in parts)
    if kind.base == "yes_no" and written in ("yes", "no"):
        return int(written == "yes")
    if kind.words and written in book.data["words"][kind.words]:
        return list(book.data["words"][kind.words]).index(written)
    if kind.base in ("place", "thing"):
        number = NONE if written == "none" else _number(book, written)
        if number == NONE or kind.base == "place" or (number < book.size and book.is_kind(number, kind.kind)):
            return number
    if kind.base == "number":
        if written == "none" and kind.optional:
            return NO_NUMBER
        if written.removeprefix("-").isdecimal() and len(written) < 10:
            low, high = declared.get("low"), declared.get("high")
            number = int(written)
            number = number if low is None else max(low, number)
            return number if high is None else min(high, number)
    raise NotOffered(f"{written} is no value of that kind.")


def _shuffle(book: Book, state: State, name: str) -> list[Event]:
    place, memory = _number(book, name), Memory(book, state)
    if place < book.size:
        raise NotOffered(f"{book.title(place)} cannot be shuffled.")
    lying = list(state.z[place])
    for last in range(len(lying) - 1, 0, -1):
        other = memory.below(last + 1)
        lying[last], lying[other] = lying[other], lying[last]
    state.z[place] = tuple(lying)
    for thing in lying:
        state.known.pop(thing, None)
    return [(SHUFFLE, place, None)]


def _flip(book: Book, state: State, name: str) -> list[Event]:
    thing = _number(book, name)
    if thing >= book.size or not 0 <= thing < len(state.at) or state.at[thing] < 0:
        raise NotOffered(f"{book.title(thing)} cannot be turned over.")
    first, last = book.program.players
    everybody, before = (1 << (last - first)) - 1, state.known.get(thing, 0)
    named = _named_by(book, state, thing)
    if all(named):
        state.known.pop(thing, None)
        if _named_by(book, state, thing) == named:
            if before:
                state.known[thing] = before
            raise NotOffered(f"{book.full_title(thing)} lies open where it is.")
        return [(HIDE, (thing,), None)]
    state.known[thing] = everybody
    return [(REVEAL, (thing,), None)]


def _named_by(book: Book, state: State, thing: int) -> list[bool]:
    """Of every player whether he knows which thing this is."""
    return [Eyes(book, state, seat).name(thing) for seat in book.range("player")]


def _number(book: Book, name: str) -> int:
    number = book.program.number.get(name)
    if number is None:
        raise NotOffered(f"There is no {name}.")
    return number


_SORTS: dict[str, Callable[..., list[Event]]] = {
    "move": _move,
    "set": _set,
    "shuffle": _shuffle,
    "flip": _flip,
}
_LENGTHS = {"move": (2, 3), "set": (3,), "shuffle": (1,), "flip": (1,)}
