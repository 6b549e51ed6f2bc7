"""A game that a story drives, played by the interpreter: no code is made of the program first."""

from __future__ import annotations

from typing import Any

from ..evaluating.position import Impulse
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..evaluating.watching import would_react
from ..interpreting.answers import checked, deep
from ..interpreting.play import Play
from ..interpreting.running import Frame, OnlyChoice, Question, Run
from ..questions.document import QuestionSite, site_of
from ..state.state import ASLEEP, NONE, State
from .playing import dropped


class InterpreterDriver:
    """A game that a story plays: it begins empty, and runs the statements that it is given."""

    def __init__(self, index: ProgramIndex, players: int, seed: int = 0, script: Any = None) -> None:
        self.index = index
        self.script = script
        self.env: Env = {"you": NONE}
        self.state: State = index.program.new_state(seed, players)
        self.state.script = script
        self.play = Play(index, self.state)
        self.play.defaults()
        self.done: list[tuple[Any, ...]] = []  # what was done so far, to come back to an earlier moment
        self.beginning = (players, seed)
        self.running: Run | None = None
        self.question: Question | None = None

    # ---------------------------------------------------------------- what a test does

    def drop(self) -> None:
        """Whatever runs is over, without an end."""
        self.done.append(("drop",))
        dropped(self.state, self.index.program)
        self.running = self.question = None
        before = self.play
        self.play = Play(self.index, self.state)
        self.play.told, self.play.reached = before.told, before.reached

    def silently(self, statements: list[Node]) -> None:
        """Run statements without any rule reacting."""
        self.done.append(("silently", statements))
        self.state.v[ASLEEP] = 1
        self._begin(self.play.block(statements, Frame(self.env)))
        self.state.v[ASLEEP] = 0

    def run(self, statements: list[Node], counters: tuple[int, ...] = ()) -> None:
        """Run statements, as far as their first question. Each of these cells counts one more before."""
        self.done.append(("run", statements, counters))
        for cell in counters:
            self.state.v[cell] += 1  # type: ignore[operator]
        self._begin(self.play.block(statements, Frame(self.env)))

    def set_up(self) -> None:
        """Set the mission up, as far as its first question."""
        self.done.append(("set_up",))
        self._begin(self.play.set_up())

    def mark(self) -> Any:
        """Where the game is now, to come back to: how much was done."""
        return len(self.done), dict(self.env)

    def back(self, mark: Any) -> None:
        """Come back to where the game was: all that was done before is done again."""
        number, env = mark
        done = self.done[:number]
        script = None if self.script is None else self.script.again()
        again = InterpreterDriver(self.index, *self.beginning, script)
        for what, *args in done:
            getattr(again, what)(*args)
        self.__dict__.update(again.__dict__)
        self.env.update(env)

    def _begin(self, statements: Run) -> None:
        self.play.unasked.clear()
        self.play.begin_answer()
        self.running = self.play.top(statements)
        self._resume(None)

    def answer(self, answer: int | tuple[int, ...], seat: int) -> None:
        """Answer the open question."""
        picked = checked(self.play, answer, seat)
        self.done.append(("answer", answer, seat))
        self.play.unasked.clear()
        self.play.begin_answer()
        self._resume(picked)

    def would_react(self) -> str | None:
        """The label of a rule that would react now, if anything happened."""
        return would_react(self.play)

    # ---------------------------------------------------------------- what a test looks at

    def any_time(self) -> list[Impulse]:
        """What can be done on top of the open question: who, menu, number of the action in it."""
        return self.play.any_time() if self.index.any_time else []

    def stands(self, mark: object, seat: int) -> str | None:
        """No answer stands here: what happened is not written down."""
        return None

    @property
    def events(self) -> None:
        """What has happened is not written down."""
        return None

    def site(self) -> QuestionSite:
        """Where the open question stands."""
        question = self.question
        if question is None or question.frame is None:
            return QuestionSite()
        kind = self.play.kind_asked(question.node)
        return site_of(self.index, self.state, question.node, question.frame.rule, kind, question.frame.env)

    @property
    def told(self) -> list[Any]:
        """What was said: a raw text, and to whom; None: to everybody."""
        return self.play.told

    @property
    def unasked(self) -> list[OnlyChoice]:
        """What was the only choice since the last answer, and so was taken without a question: the type, what
        was taken, and the rule.
        """
        return self.play.unasked

    @property
    def reached(self) -> dict[str, int]:
        """What of the program has run."""
        return self.play.reached

    def _resume(self, picked: Any) -> None:
        assert self.running is not None
        try:
            with deep():
                self.question = next(self.running) if picked is None else self.running.send(picked)
        except StopIteration:
            self.question = None
            self.running = None
