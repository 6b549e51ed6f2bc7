"""What generated code calls for what a log tells in full, and for chance, which a script may decide.

A script is any object with `roll(die, faces, where)` and `choose(options, where)` that give a value, or None
to leave it to the generator, `certain(option)`, which hears of what was the only thing to choose, and
`shuffled(place, lying, where)`, which may lay what was shuffled in another order. Stories use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .placement import RulePlace
from .primitives import MEMBERS, below, spent, too_many
from .state import State


def tell_moves(state: State, things: Sequence[int], place: int, under: int, where: RulePlace) -> None:
    """Tell that things go to a place; for states with a log only."""
    assert state.log is not None
    for thing in things:
        state.log.append(("move", thing, state.at[thing], place, under, where[0]))


def tell_reset(
    state: State, entity: int, name: str, old: Sequence[Any], new: Sequence[Any], rule: str | None
) -> None:
    """Tell which values of entities, of which this is the first, are others than before; for states with a
    log only.
    """
    assert state.log is not None
    for number, (was, now) in enumerate(zip(old, new, strict=True), entity):
        if was != now:
            state.log.append(("reset", number, name, was, now, rule))


def roll(
    state: State,
    die: int,
    faces: tuple[int, ...],
    number: int | None,
    purpose: str,
    by: int,
    where: RulePlace,
) -> Any:
    """One face, or with a number a tuple of faces."""
    if number is not None and number > MEMBERS:
        too_many(where)
    rolled = tuple([_face(state, die, faces, where) for _ in range(1 if number is None else number)])
    if state.log is not None:
        state.log.append(("roll", die, rolled, purpose, by, where[0]))
    return rolled[0] if number is None else rolled


def _face(state: State, die: int, faces: tuple[int, ...], where: RulePlace) -> int:
    if state.script is not None:
        face = state.script.roll(die, faces, where)
        if face is not None:
            return int(face)
    return faces[below(state, len(faces))]


def one_by_chance(state: State, options: tuple[int, ...], empty: int, where: RulePlace) -> int:
    if not options:
        return empty
    taken = _draw(state, options, where)
    if state.log is not None and len(options) > 1:
        state.log.append(("chance", options, (taken,), where[0]))
    return taken


def some_by_chance(state: State, options: tuple[int, ...], number: int, where: RulePlace) -> tuple[int, ...]:
    """So many of the options, drawn one after another."""
    left = list(options)
    taken: list[int] = []
    each = 100 + len(left) // 2  # to draw one, and to look for it
    spent(state, left[: max(0, number)], each, where)
    while left and len(taken) < number:
        one = _draw(state, left, where)
        left.remove(one)
        taken.append(one)
    if state.log is not None and len(options) > len(taken):
        state.log.append(("chance", options, tuple(taken), where[0]))
    return tuple(taken)


def _draw(state: State, options: Sequence[int], where: RulePlace) -> int:
    if len(options) == 1:
        if state.script is not None:
            state.script.certain(options[0], where)
        return options[0]
    if state.script is not None:
        chosen = state.script.choose(tuple(options), where)
        if chosen is not None:
            return int(chosen)
    return options[below(state, len(options))]


TELLING: Final[dict[str, Any]] = {
    one.__name__: one for one in (tell_moves, tell_reset, roll, one_by_chance, some_by_chance)
}
"""Those functions by the names under which generated code finds them."""
