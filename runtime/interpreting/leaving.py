"""How bodies, loops and whole games are left from within: exceptions that play.py catches."""

from __future__ import annotations

from typing import Any

from ..state.state import NONE


class LeaveBody(Exception):
    """`done` and `give` leave the body of a verb or rule; what was given is its argument."""

    def __init__(self, value: Any = NONE, given: bool = False) -> None:
        super().__init__(value)
        self.value, self.given = value, given


class LeaveLoop(Exception):
    """`stop` leaves a loop."""


class NextPass(Exception):
    """`skip` goes on with the next pass."""


class LeaveGame(Exception):
    """`finish with`: everything that runs is dropped, one verb is played, and that is the end."""

    def __init__(self, verb: str, parts: list[Any], you: int) -> None:
        super().__init__(verb)
        self.verb, self.parts, self.you = verb, parts, you
