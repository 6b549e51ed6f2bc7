"""Answers between a seat and the engine: what the ids of its question mean, and what others may learn.

A seat counts its own options from 0, then what it can do besides; the engine counts through the options of
all who are asked together. A question that a seat does not see must not show in what is refused either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.engine import NotOffered
from ..state.state import TOGETHER
from .document import Extra, asked, awaited
from .prompts import QuestionSite

OpenQuestion = tuple[Any, ...]


def own_ids(
    question: OpenQuestion | None, site: QuestionSite, extras: Sequence[Extra], seat: int | None
) -> list[int]:
    """The engine's numbers of what a seat can answer now, in the order of the ids of its question."""
    mine = None if question is None else asked(question, seat, site)
    own = [] if mine is None else range(mine.first, mine.first + len(mine.options))
    return [*own, *(one.id for one in extras if seat in (None, one.seat))]


def meant(
    question: OpenQuestion | None,
    site: QuestionSite,
    extras: Sequence[Extra],
    seat: int,
    ids: Sequence[Any],
    title: str,
) -> tuple[int, ...]:
    """The engine's numbers of the options that a seat names by its own; NotOffered if it is not asked."""
    known = own_ids(question, site, extras, seat)
    if question is None or (not known and seat not in question[2]):
        raise NotOffered(f"{title} is not asked.")
    wrong = [one for one in ids if one.__class__ is not int or not 0 <= one < len(known)]
    if wrong:
        raise NotOffered(f"{wrong[0]!r} is not an option.")
    numbers = tuple(known[one] for one in ids)
    if len(numbers) > 1 and not {one.id for one in extras}.isdisjoint(numbers):
        raise NotOffered("What can be done besides answering is chosen by itself.")
    return numbers


def answering(question: OpenQuestion, extras: Sequence[Extra], ids: Sequence[int]) -> int:
    """Whose answer these options are, by the engine's numbers, where nobody says so: who is asked first."""
    for one in extras:
        if (one.id,) == tuple(ids):
            return one.seat
    end = 0
    for member in question[1] if question[0] == TOGETHER and ids else ():
        end += len(member[2])
        if ids[0] < end:
            return int(member[1][0])
    return awaited(question)[0]


def names_several(
    question: OpenQuestion | None, site: QuestionSite, extras: Sequence[Extra], seat: int, ids: Sequence[int]
) -> bool:
    """Whether an answer of a seat names several options, not one or an action besides the question."""
    mine = None if question is None or seat not in question[2] else asked(question, seat, site)
    several = mine is not None and mine.sort == "several"
    return several and tuple(ids[:1]) not in {(one.id,) for one in extras}


def told_by(question: OpenQuestion | None, site: QuestionSite, number: int, seat: int | None) -> Any:
    """By what a seat could tell the open question from the one before; `number` is that of all questions."""
    mine = None if question is None else asked(question, seat, site)
    if question is not None and question[0] == TOGETHER and mine is not None:
        # What the others answered is not shown, only that they did.
        return [given for one, given in zip(question[1], question[5], strict=True) if seat in one[1]]
    return number if mine is not None or not site.secret else None
