"""A game in the reference interpreter, up to its open question."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..evaluating.program_index import ProgramIndex
from ..state.state import ELSE, SEVERAL, TOGETHER, State
from .play import Play
from .running import Acted, Picked, Question, Run


class ReferenceSession:
    """One game in progress: its state, and the generator that waits for the next answer."""

    def __init__(
        self,
        index: ProgramIndex,
        seed: int = 0,
        players: int | None = None,
        before: Callable[[Play], None] | None = None,
    ) -> None:
        """`before` is called before set-up, when every property has its default."""
        self.index = index
        low, _ = self.index.data["game"]["players"]
        self.state: State = self.index.program.new_state(seed, low if players is None else players)
        self.play = Play(self.index, self.state)
        self.play.defaults()
        if before is not None:
            before(self.play)
        self.run: Run = self.play.game()
        self.question: Question | None = None
        self._resume(None)

    def answer(self, answer: object, seat: int | None = None) -> None:
        """Answer the open question with positions of options. What is not offered changes nothing."""
        picked = checked(self.play, answer, seat)
        self._resume(picked)

    def _resume(self, picked: Picked | Acted | None) -> None:
        self.play.begin_answer()
        try:
            with deep():
                self.question = next(self.run) if picked is None else self.run.send(picked)
        except StopIteration:
            self.question = None


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
