"""Things in the slots, piles and hands of things that lie in others: how deep, and never in themselves.

What asks where a thing is walks from holder to holder (`placement.py`). So nothing may come to lie in itself,
and nothing deeper than a walk may cost. Only programs whose kinds could bring that about are watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilewright.schemas.wording import Sentence

from .program import MOST_NESTED, Program
from .state import NONE, State

_PRICE = 60  # of fuel, for each thing that is looked at; as much as an operation of the interpreter


def refusal(
    program: Program, state: State, things: Sequence[int], place: int, name: Callable[[int], str]
) -> Sentence | None:
    """Why things cannot be laid in a place; None where they can. In the state nothing lies wrongly yet."""
    depth = 0
    for holder in _holders(program, state.at, place):
        if holder in things:
            return Sentence("engine/hand_in_itself", (name(holder),))
        depth += 1
    if not depth:
        return None
    level = list(things)
    while level:
        if depth > MOST_NESTED:
            return Sentence("engine/hand_too_deep", (name(things[0]), MOST_NESTED))
        state.fuel -= len(level) * _PRICE
        level = [
            one for thing in level for owned in program.places_of.get(thing, ()) for one in state.z[owned]
        ]
        depth += 1
    return None


def lies_wrongly(program: Program, z: Sequence[Sequence[int]]) -> bool:
    """Whether anything lies in itself, or too deep, where `z` says what lies in each place."""
    at = [NONE] * program.first_place
    for place, content in enumerate(z):
        for thing in content:
            at[thing] = place
    return program.nests and any(
        depth >= MOST_NESTED for place in set(at) for depth, _ in enumerate(_holders(program, at, place))
    )


def _holders(program: Program, at: Sequence[int], place: int) -> Iterator[int]:
    """Whose place it is, who holds that one, and so on; without end where a thing lies in itself."""
    holder = program.holders[place]
    while holder >= 0:
        yield holder
        holder = program.holders[at[holder]]
