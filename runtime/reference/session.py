"""A game played by the interpreter, up to its open question."""

from __future__ import annotations

from collections.abc import Callable

from ..evaluating.program_index import ProgramIndex
from ..interpreting.answers import checked, deep
from ..interpreting.play import Play
from ..interpreting.running import Acted, Picked, Question, Run
from ..state.state import NONE, Over, State


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
        self.run: Run = self._game()
        self.question: Question | None = None
        self._resume(None)

    def answer(self, answer: object, seat: int | None = None) -> None:
        """Answer the open question with positions of options. What is not offered changes nothing."""
        picked = checked(self.play, answer, seat)
        self._resume(picked)

    def _game(self) -> Run:
        """A game to its end; every property has its default."""
        if self.state.over is None:
            yield from self.play.top(self._from_set_up())

    def _from_set_up(self) -> Run:
        program = self.index.data
        yield from self.play.set_up()
        if program["game"]["begins"] in program["verbs"]:
            yield from self.play.call(program["game"]["begins"], [], NONE)
        raise Over("draw", (), "The game has ended.", None, -1)

    def _resume(self, picked: Picked | Acted | None) -> None:
        self.play.begin_answer()
        try:
            with deep():
                self.question = next(self.run) if picked is None else self.run.send(picked)
        except StopIteration:
            self.question = None
