"""Statements from outside, run by the engine: how a test drives a game.

Before every answer the game is written down, read back and copied, and goes on as the copy: whatever a test
shows also holds for games that were saved.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tilewright.schemas.value_types import SOMEBODY

from ..analysis.program_types import Types
from ..engine.engine import Machine
from ..evaluating.position import Impulse, Position
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..evaluating.watching import would_react
from ..interpreting.running import OnlyChoice
from ..interpreting.silent import run_silently
from ..questions.document import QuestionSite, site_now
from ..seats.handles import Handles
from ..seats.log import Log, Teller, stands
from ..state.events import Event
from ..state.state import ASLEEP, NONE, State
from .playing import dropped

ENDED = "The game has ended."


class NotResumed(Exception):
    """A game that was written and read is not the same."""


class EngineDriver:
    """A game that a test plays: it begins empty, and runs what it is told."""

    def __init__(
        self, machine: Machine, index: ProgramIndex, players: int, seed: int = 0, script: Any = None
    ) -> None:
        self.machine = machine
        self.index = index
        self.script = script
        self.env: Env = {"you": NONE}
        self.types = Types(machine.program, {"you": SOMEBODY})
        self.state: State = machine.new(seed, players, log=True)
        self.state.script = script
        self.naming: str | None = None  # what is to bear the result of the statement that runs

    # ---------------------------------------------------------------- what a test does

    def drop(self) -> None:
        """Whatever runs is over, without an end."""
        dropped(self.state, self.machine.program)
        self.state.k = [[0, NONE, 0]]
        self.naming = None

    def silently(self, statements: list[Node]) -> None:
        """Run statements without any rule reacting. No code is made for them, as they run this once."""
        run_silently(self.index, self.state, statements, self.env)
        self.types.learn(statements)
        self.state.memo = [None] * len(self.state.memo)

    def run(self, statements: list[Node], counters: tuple[int, ...] = ()) -> None:
        """Run statements, as far as their first question. What the last one names is known from then on.

        The cells `counters`, which count for limits, go up by one before.
        """
        if counters:
            self.state.memo = [None] * len(self.state.memo)
        for cell in counters:
            self.state.v[cell] += 1  # type: ignore[operator]
        self.types.learn(statements)
        known = {name: self.types.locals.get(name, "any") for name in self.env}
        self.naming = statements[-1].get("name") if statements else None
        if self.naming is not None:
            statements = [*statements, {"op": "give", "value": {"op": "local", "name": self.naming}}]
        name = self.machine.block(statements, known)
        parameters = self.machine.linker.weaver.procedures[name].parameters
        bottom = self.state.k[0]
        self.machine.begin(self.state, name, [self.env[one] for one in parameters])
        self._go_on(bottom)

    def set_up(self) -> None:
        """Set the mission up, as far as its first question: rules sleep meanwhile, then all of them look."""
        bottom = self.state.k[0]
        self.machine.set_up(self.state)
        self._go_on(bottom)

    def answer(self, answer: int | tuple[int, ...], seat: int) -> None:
        """Answer the open question, in a copy of the game that was written down and read."""
        self._resume()
        bottom = self.state.k[0]
        self.machine.answer(self.state, list(answer) if isinstance(answer, tuple) else answer, seat)
        self._go_on(bottom)

    def would_react(self) -> str | None:
        """The label of a rule that would react now, though nothing happens."""
        return would_react(Position(self.index, self.state))

    def mark(self) -> Any:
        """Where the game is now, to come back to."""
        script = self.script.clone() if self.script is not None else None
        return self.state.clone(), len(self.state.log or ()), dict(self.env), script, self.naming

    def back(self, mark: Any) -> None:
        """Come back to where the game was."""
        state, told, env, script, self.naming = mark
        log = (self.state.log or [])[:told]
        self.state, self.env, self.script = state.clone(), dict(env), script
        self.state.log, self.state.script = log, script

    # ---------------------------------------------------------------- what a test looks at

    def any_time(self) -> list[Impulse]:
        """What can be done on top of the open question: who, menu, number of the action in it."""
        menus = list(self.index.data.get("menus") or {})
        every = self.machine.any_time(self.state) if self.index.any_time else []
        return [Impulse(player, menus[menu], action) for player, menu, action in every]

    def stands(self, mark: Any, seat: int) -> str | None:
        """Why the answer of a seat before which the game was there cannot be taken back; None if it can."""
        before, told, *_ = mark
        teller = Teller(self.index, before.clone(), Handles(), Log())
        return stands(teller, (self.state.log or [])[told:], seat, before, self.state)

    @property
    def events(self) -> Sequence[Event] | None:
        """What has happened since the beginning (state/events.py)."""
        return self.state.log

    def site(self) -> QuestionSite:
        """Where the open question stands."""
        return site_now(self.machine, self.index, self.state)

    @property
    def told(self) -> list[Any]:
        """What was said: a raw text, and to whom; None: to everybody."""
        return [(event[1], event[2]) for event in self.state.log or () if event[0] == "say"]

    @property
    def unasked(self) -> list[OnlyChoice]:
        """What was the only choice, and so was taken without a question: generated code does not note it."""
        return []

    # ---------------------------------------------------------------- within

    def _go_on(self, bottom: list[Any]) -> None:
        """The end of what a test told is not the end of the game; that of `finish with` is.

        What was told has left its result in the frame at the bottom.
        """
        over = self.state.over
        if over is not None and over.reason == ENDED and not self.state.v[ASLEEP]:
            if self.naming is not None:
                self.env[self.naming], self.naming = bottom[1], None
            self.state.over = None
            self.state.k = [[0, NONE, 0]]
            if self.state.log and self.state.log[-1][0] == "over":
                self.state.log.pop()

    def _resume(self) -> None:
        before = self.state
        read = self.machine.load(json.loads(json.dumps(before.to_json())), log=True)
        copy = read.clone()
        if read != before or copy != before or copy.digest() != before.digest():
            raise NotResumed("The game is not the same after it was written and read.")
        copy.log, copy.script = list(before.log or ()), before.script
        self.state = copy
