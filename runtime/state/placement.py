"""Where things are: moving them, what being somewhere means, and tables of the board."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import filterfalse
from typing import Any

from tilewright.schemas.wording import ENGLISH

from .nesting import refusal
from .program import AS_HOLDER, IN, Program
from .state import NONE, State, Stuck

RulePlace = tuple[str | None, int]  # a rule, and an index into the spans

_FEW = 3  # things that are moved one by one


def names(program: Program, namespace: dict[str, Any]) -> dict[str, Any]:
    """What generated code needs to know of places; `namespace` will hold the tests of what fits."""
    return {
        **board_tables(program),
        "STANDING": program.standing,
        "HOLDERS": program.holders,
        "move": move,
        "move_under": move_under,
        "move_all": move_all,
        "move_all_under": move_all_under,
        "in_play": _in_play(program),
        "laden": _laden(program),
        "with_or_without": with_or_without,
        "space_of": _space_of(program),
        "put": _put(program, namespace),
    }


def move(at: list[int], z: list[tuple[int, ...]], thing: int, place: int) -> None:
    """Put a thing on top of a place."""
    old = at[thing]
    if old >= 0:
        content = z[old]
        if len(content) == 1:
            z[old] = ()
        elif content[-1] == thing:
            z[old] = content[:-1]
        else:
            i = content.index(thing)
            z[old] = content[:i] + content[i + 1 :]
    z[place] += (thing,)
    at[thing] = place


def move_under(at: list[int], z: list[tuple[int, ...]], thing: int, place: int) -> None:
    """Put a thing under all that lies in a place."""
    old = at[thing]
    if old >= 0:
        content = z[old]
        i = content.index(thing)
        z[old] = content[:i] + content[i + 1 :]
    z[place] = (thing, *z[place])
    at[thing] = place


def move_all(at: list[int], z: list[tuple[int, ...]], things: Sequence[int], place: int) -> None:
    """Put things on top of a place, one after another."""
    old = at[things[0]] if things and place >= 0 else place
    left = None if old == place else _left(z[old], things)
    if left is None:
        for thing in things:
            move(at, z, thing, place)
        return
    z[old] = left
    z[place] = (*z[place], *things)
    for thing in things:
        at[thing] = place


def _left(content: tuple[int, ...], things: Sequence[int]) -> tuple[int, ...] | None:
    """What things leave behind that all lie in one place; None where that is not found out at once."""
    if content is things:
        return ()
    if len(things) <= _FEW:
        return None
    left = tuple(filterfalse(frozenset(things).__contains__, content))
    return left if len(left) + len(things) == len(content) else None


def move_all_under(at: list[int], z: list[tuple[int, ...]], things: Sequence[int], place: int) -> None:
    for thing in things:
        move_under(at, z, thing, place)


def _put(program: Program, namespace: dict[str, Any]) -> Any:
    """Moves to places with rules of their own: room for so many, only what fits, a bag that forgets."""
    base = program.first_place
    capacities = [place.get("capacity") for place in program.places]
    forgets, nests = program.forgets, program.nests
    titles = [place["name"] for place in program.places]
    everything = 0, len(program.entities)
    held = [
        program.range(place["holds"]) if place.get("holds") in program.kinds else everything
        for place in program.places
    ]

    def name(thing: int) -> str:
        return str(program.entities[thing]["name"])

    def put(state: State, things: Sequence[int], place: int, under: int, where: RulePlace) -> None:
        fits = namespace["FITS"].get(place) if place >= base else None
        at, z = state.at, state.z
        refused = refusal(program, state, things, place, name) if nests else None
        if refused:
            raise Stuck(ENGLISH.tell(refused), *where)
        for thing in things:
            (move_under if under else move)(at, z, thing, place)
        if place < base:
            return
        capacity = capacities[place - base]
        if capacity is not None and len(z[place]) > capacity:
            raise Stuck(f"{titles[place - base]} is full.", *where)
        low, end = held[place - base]
        for thing in things:
            if not low <= thing < end or (fits is not None and not fits(state, thing)):
                raise Stuck(f"{name(thing)} does not fit into {titles[place - base]}.", *where)
        if place in forgets and state.known:
            for thing in things:
                state.known.pop(thing, None)

    return put


def _in_play(program: Program) -> Any:
    standing, holders = program.standing, program.holders
    first, end = program.players

    def in_play(state: State, thing: int) -> bool:
        """Whether any thing at all is in play; none is not."""
        while True:
            if thing < 0:
                return False
            if first <= thing < end:
                return thing - first < state.v[0]  # type: ignore[operator]
            place = state.at[thing]
            if standing[place] != AS_HOLDER:
                return standing[place] == IN
            thing = holders[place]

    return in_play


def _laden(program: Program) -> Any:
    standing = program.standing
    slots: list[tuple[int, ...]] = [()] * len(program.entities)
    for owner, places in program.places_of.items():
        slots[owner] = tuple(place for place in places if standing[place] == AS_HOLDER)

    def laden(z: list[tuple[int, ...]], thing: int) -> bool:
        """Whether a thing holds any other in a slot."""
        for place in slots[thing]:  # noqa: SIM110  # called for every thing that comes or goes
            if z[place]:
                return True
        return False

    return laden


def with_or_without(
    kept: tuple[tuple[int, ...]] | None, thing: int, is_there: bool
) -> tuple[tuple[int, ...]] | None:
    """The things that are kept, in the order of their numbers, once it is known whether this one is there."""
    if kept is None:
        return None
    things = kept[0]
    i = bisect_left(things, thing)
    if (i < len(things) and things[i] == thing) == is_there:
        return kept
    return ((*things[:i], thing, *things[i:]) if is_there else (*things[:i], *things[i + 1 :]),)


def _space_of(program: Program) -> Any:
    spaces, standing, holders = program.spaces, program.standing, program.holders

    def space_of(at: list[int], thing: int) -> int:
        """The space that anything is on, through what holds it; a space is on itself."""
        while thing >= spaces:
            place = at[thing]
            if place < spaces:
                return place
            if standing[place] != AS_HOLDER:
                return NONE
            thing = holders[place]
        return thing

    return space_of


def board_tables(program: Program) -> dict[str, Any]:
    """Spaces of places, links of spaces, sides of links; index -1 stands for none."""
    size = len(program.entities) + len(program.places) + 1
    spaces, first = program.spaces, program.spaces
    links: list[list[int]] = [[] for _ in range(spaces)]
    sides: list[tuple[int, ...]] = [()] * size
    between: dict[tuple[int, int], int] = {}
    for i, link in enumerate((program.data.get("board") or {}).get("links", ())):
        a, b = link["sides"]
        sides[first + i] = tuple(one for one in (a, b) if one is not None)
        for one in dict.fromkeys(sides[first + i]):
            links[one].append(first + i)
        between.setdefault((a, b), first + i)
        between.setdefault((b, a), first + i)
    board = spaces + program.links
    others = [()] * (size - spaces)

    def other_side(link: int, space: int) -> int:
        here = sides[link]
        return next((one for one in here if one != space), NONE) if space in here else NONE

    return {
        "SPACE": (*range(spaces), *([NONE] * (size - spaces))),
        "BOARD": (*range(board), *([NONE] * (size - board))),
        "LINKS": (*map(tuple, links), *others),
        "SIDES": tuple(sides),
        "LINKS_BETWEEN": between,
        "other_side": other_side,
    }
