"""What a story needs of the game that it drives: played by the engine (driving.py) or interpreted.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..evaluating.position import Impulse
from ..evaluating.program_index import Env, Node, ProgramIndex
from ..interpreting.running import OnlyChoice
from ..questions.document import QuestionSite
from ..state.events import Event
from ..state.program import Program
from ..state.state import State


class Playing(Protocol):
    """What a story drives: a game played by the engine or by the interpreter."""

    index: ProgramIndex
    state: State
    env: Env

    def drop(self) -> None: ...
    def silently(self, statements: list[Node]) -> None: ...
    def run(self, statements: list[Node], counters: tuple[int, ...] = ()) -> None: ...
    def set_up(self) -> None: ...
    def answer(self, answer: int | tuple[int, ...], seat: int) -> None: ...
    def would_react(self) -> str | None: ...
    def mark(self) -> Any: ...
    def back(self, mark: object) -> None: ...
    def site(self) -> QuestionSite: ...
    def any_time(self) -> list[Impulse]: ...
    def stands(self, mark: object, seat: int) -> str | None: ...
    @property
    def events(self) -> Sequence[Event] | None: ...
    @property
    def told(self) -> list[Any]: ...
    @property
    def unasked(self) -> list[OnlyChoice]: ...


def dropped(state: State, program: Program) -> None:
    """Nothing is asked, nothing lasts, no verb runs."""
    state.q, state.fx, state.busy = None, (), ()
    for cell in program.depths.values():
        state.v[cell] = 0
