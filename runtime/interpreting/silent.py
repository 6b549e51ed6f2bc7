"""Statements from outside that no rule reacts to: what a story gives, or a game that begins in its midst."""

from __future__ import annotations

from ..evaluating.program_index import Env, Node, ProgramIndex
from ..state.state import ASLEEP, State
from .answers import deep
from .play import Play
from .running import Frame


def run_silently(index: ProgramIndex, state: State, statements: list[Node], env: Env) -> None:
    """Change a state by statements, as far as their first question, while rules sleep."""
    play = Play(index, state)
    state.v[ASLEEP] = 1
    play.begin_answer()
    with deep():
        next(play.top(play.block(statements, Frame(env))), None)
    state.v[ASLEEP] = 0
