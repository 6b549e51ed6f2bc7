"""What an answer to an open question is, and the room that rules need to call one another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..state.state import ELSE, SEVERAL, TOGETHER
from .play import Play
from .running import Acted, Picked


def checked(play: Play, answer: object, seat: int | None = None) -> Picked | Acted:
    """An answer to the open question, if it is one: positions of its options, and who gives it."""
    question = play.state.q
    if question is None:
        raise ValueError("nothing is asked")
    sort, options, seats, least, most, answers = question
    beyond = sum(len(one[2]) for one in options) if sort == TOGETHER else len(options)
    if isinstance(answer, int) and answer >= beyond:
        every = play.any_time()
        if answer - beyond >= len(every) or seat not in (None, every[answer - beyond].player):
            raise ValueError(f"{answer} is not offered")
        player, menu, action = every[answer - beyond]
        return Acted(player, play.index.data["menus"][menu]["actions"][action])
    seat = seats[0] if seat is None else seat
    if seat not in seats:
        raise ValueError(f"{seat} is not asked")
    ids, member = answer if isinstance(answer, tuple) else (answer,), 0
    if sort == TOGETHER:
        # Options are counted through all members in turn.
        starts = [sum(len(one[2]) for one in options[:i]) for i in range(len(options))]
        own = [i for i, one in enumerate(options) if seat in one[1]]
        named = [i for i in own if ids and starts[i] <= ids[0] < starts[i] + len(options[i][2])]
        if not named and ids:
            raise ValueError(f"{answer} is not offered")
        member = named[0] if named else next((i for i in own if answers[i] is None), own[0])
        ids = tuple(one - starts[member] for one in ids)
        _, _, options, least, most = options[member]
    if len(set(ids)) != len(ids) or not all(0 <= one < len(options) for one in ids):
        raise ValueError(f"{answer} is not offered")
    if sort in (SEVERAL, TOGETHER):
        alone = len(ids) == 1 and options[ids[0]] == ELSE
        if not alone and not least <= len(ids) <= most:
            raise ValueError(f"{least} to {most} are asked for, not {len(ids)}.")
    elif len(ids) != 1:
        raise ValueError("one option is asked for")
    return Picked(tuple(sorted(ids)), seat, member)


@contextmanager
def deep() -> Iterator[None]:
    """Rules may call each other four hundred deep, and each call is a handful of Python's."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
