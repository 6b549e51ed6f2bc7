"""What one move may have made true: of rules that look for pieces near others.

Whether a guard sees anybody, or two pieces have come next to each other, is to be looked for after every step
on the board. Nearly all of that was known before: only what has moved may see, or be seen, from where it is
now. So a state keeps that such a search found nothing, and after a move a function made here looks whether
that still holds: whether the thing that moved is one of those that are looked at and would now be found, or
is the piece near one of them. Only then is what was kept forgotten (forgetting.py).

It is made for searches in which pieces are only looked for and never missed: what leaves a space lets none of
them succeed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .fragments import (
    AT,
    FALSE,
    TRUE,
    Callee,
    Clause,
    For,
    Fragment,
    Kept,
    LocalName,
    OnlyIf,
    StatePart,
    UniqueName,
    code,
    replaced,
)
from .instructions import Instruction, Return, nested
from .loops import lying
from .memo import Arrival
from .module import Module

_PURE = "rows related fill connected range len spent paid no some"
"""What may be called: what is asked of relations, and what reads no state."""


def arrival(module: Module, source: Sequence[Clause], ways: Sequence[Sequence[Clause]]) -> Arrival | None:
    """How to look again, after a move, for what passes a loop in one of these ways, where nothing did before.
    None if that may depend on more than on what has come near.
    """
    loops = [i for i, one in enumerate(source) if isinstance(one, For)]
    outer = source[: loops[1]] if len(loops) > 1 else source
    ways = [[*source[len(outer) :], *way] for way in ways]
    match outer:
        case [For(UniqueName() as member) as head, *_]:
            kept = _kept(outer, member, ways)
        case _:
            return None
    if kept is None or any(len(_located(way)) > 1 for way in ways):
        return None
    thing, place = module.name("p"), module.name("p")
    found: list[Instruction] = [Return(TRUE)]
    is_one = OnlyIf(code("{} in {}", thing, head.unpaid))
    itself = [one for way in ways for one in nested([_about(clause, member, thing) for clause in way], found)]
    near = [_arrived(way, thing, place) for way in ways if _located(way)]
    shared = _shared(near)
    first = [one for one in shared if member not in one.names]
    heads = [*first, *outer, *(one for one in shared if one not in first)]
    seen = [one for way in near for one in nested(way[len(shared) :], found)]
    body = [
        *nested([is_one, *(_about(one, member, thing) for one in outer[1:])], itself),
        *nested(heads, seen),
        Return(FALSE),
    ]
    name = module.fresh("q")
    module.function(name, [thing, place], body)
    return Arrival(name, kept)


def _shared(ways: Sequence[Sequence[Clause]]) -> list[OnlyIf]:
    """The tests with which all ways begin."""
    found: list[OnlyIf] = []
    for clauses in zip(*ways, strict=False):
        one = clauses[0]
        if not isinstance(one, OnlyIf) or any(other != one for other in clauses):
            break
        found.append(one)
    return found


def _located(way: Sequence[Clause]) -> list[int]:
    """Which of the clauses go through what lies somewhere, or through things of which it is read where they
    are.
    """
    read = {one for clause in way for one in _read_where(clause)}
    return [
        i
        for i, one in enumerate(way)
        if isinstance(one, For) and (lying(one) is not None or one.variable in read)
    ]


def _read_where(clause: Clause) -> list[str | Fragment]:
    """The variables of which a clause reads where they are."""
    parts = _read(clause).parts
    return [parts[i + 2] for i, part in enumerate(parts) if part == AT]


def _arrived(way: Sequence[Clause], thing: UniqueName, place: UniqueName) -> list[Clause]:
    """The same where the piece that is looked for is this thing, in this place. Tests of nothing else come
    first, where pieces of a place are looked for: most often they tell that the thing is none of those. They
    call nothing, since what is asked of a thing that is elsewhere could have no answer, and end the game.
    """
    (number,) = _located(way)
    before, head, after = way[:number], way[number], way[number + 1 :]
    assert isinstance(head, For)
    tests = [_about(one, head.variable, thing) for one in after]
    pile = lying(head)
    if pile is None:
        return [*before, OnlyIf(code("{} in {}", thing, head.members)), *tests]
    bound = {one.variable for one in before if isinstance(one, For)}
    first = [one for one in tests if isinstance(one, OnlyIf) and _is_plain(one.test, bound)]
    there = [*before, OnlyIf(code("{}=={}", pile.index, place))]
    match before:
        case [*outer, For(variable, members)] if variable is pile.index:
            there = [*outer, OnlyIf(code("{} in {}", place, members))]
    return [*first, *there, *(one for one in tests if one not in first)]


def _is_plain(test: Fragment, bound: set[Any]) -> bool:
    """Whether a test calls nothing, and needs none of these variables."""
    return bound.isdisjoint(test.names) and not any(isinstance(one, Callee | Kept) for one in test.parts)


def _about(clause: Clause, variable: UniqueName | LocalName, thing: UniqueName) -> Clause:
    if isinstance(clause, For):
        return For(clause.variable, replaced(clause.members, {variable: thing}))
    return OnlyIf(replaced(clause.test, {variable: thing}))


# ---- what may be read


def _read(clause: Clause) -> Fragment:
    """What a clause reads; of a loop through what lies in a place, which place that is."""
    if isinstance(clause, OnlyIf):
        return clause.test
    pile = lying(clause)
    return clause.members if pile is None else code("{}", pile.index)


def _kept(
    source: Sequence[Clause], member: UniqueName, ways: Sequence[Sequence[Clause]]
) -> frozenset[int] | None:
    """The numbers of what is read of all that a state keeps; None if what has moved may change anything else
    that is read, but for where it is itself and what lies where it is now.
    """
    kept: set[int] = set()
    for clauses in (source, *ways):
        looked_at = [one.variable for one in clauses if isinstance(one, For)]
        for clause in clauses:
            found = _kept_in(_read(clause).parts, [member, *looked_at])
            if found is None:
                return None
            kept |= found
    return frozenset(kept)


def _kept_in(parts: Sequence[str | Fragment], looked_at: Sequence[Fragment]) -> set[int] | None:
    """The same of a piece of code, in which may be read where these are."""
    kept: set[int] = set()
    for i, part in enumerate(parts):
        match part:
            case str():
                if "S." in part:
                    return None
            case Kept(number=number):
                kept.add(number)
            case Callee(name=name, generated=generated):
                if generated or name.rstrip("0123456789") not in _PURE.split():
                    return None
            case StatePart(name="at"):
                if (
                    parts[i + 1] != "["
                    or parts[i + 2] not in looked_at
                    or not str(parts[i + 3]).startswith("]")
                ):
                    return None
            case StatePart(name=name) if name != "v":
                return None
    return kept
