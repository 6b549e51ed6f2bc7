"""A way over the board that is pulled with the mouse: shown while the button is down, gone when it is let go.

It begins on a figure or a space that can be chosen. Its first step is what a click there would answer. The
others are taken in turn, as long as the same question comes again and the next space can be chosen: where
something comes between, the way ends.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..common import choices
from ..scene.scene import Mark
from ..staging.overlay import PulledWay
from . import answering, inspect_actions

if TYPE_CHECKING:
    from .app import App

Spaces = tuple[str, ...]


def went(way: Spaces, start: str, space: str, *, lit: bool) -> Spaces:
    """The way with one space more; shorter where the mouse has come back to a space of it."""
    if space == start:
        return ()
    if space in way:
        return way[: way.index(space) + 1]
    return (*way, space) if way or lit else way


class Pulling:
    """The way of one table, if there is one."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.start: str | None = None  # where the pull began; empty on a space that is itself the first step
        self.spaces: Spaces = ()
        self.ahead: Spaces = ()  # what is still to be gone after the button came up
        self.asked: tuple[str | None, ...] = ()
        self.number: object = None  # of the moment of the last step

    @property
    def way(self) -> PulledWay | None:
        """What is shown of it."""
        return PulledWay(self.start or "", self.spaces) if self.spaces else None

    def begin(self, start: str) -> None:
        self.start, self.spaces, self.ahead = start, (), ()

    def over(self, space: str) -> None:
        """The mouse is over a space now."""
        if self.start is None:
            return
        spaces = went(self.spaces, self.start, space, lit=self._step_to(space) is not None)
        if spaces != self.spaces:
            self.spaces = spaces
            inspect_actions.show_overlay(self.app)

    def let_go(self, space: str | None) -> None:
        """The button came up over a space, which has to be the last one of the way."""
        spaces = self.spaces
        self.cancel()
        if spaces and spaces[-1] == space:
            self.ahead, self.asked, self.number = spaces, _asked(self.app), None
            self.poll()

    def cancel(self) -> bool:
        """Nothing is pulled any more, and nothing more is gone; whether anything was."""
        shown, pulled = bool(self.spaces), self.start is not None or bool(self.ahead)
        self.start, self.spaces, self.ahead = None, (), ()
        if shown:
            inspect_actions.show_overlay(self.app)
        return pulled

    def poll(self) -> None:
        """Take the next step, once the one before has been shown."""
        app = self.app
        if not self.ahead or app.plugins.holds() or app.view.get("number") == self.number:
            return
        mark = self._step_to(self.ahead[0])
        if mark is None or _asked(app) != self.asked or app.ui.curtain is not None:
            self.ahead = ()
            return
        self.ahead, self.number = self.ahead[1:], app.view.get("number")
        answering.choose(app, mark.options)

    def _step_to(self, space: str) -> Mark | None:
        """The mark of a space that is an answer now."""
        marks = self.app.scene.marks
        return next((m for m in marks if m.id == f"space:{space}" and len(m.options) == 1), None)


def _asked(app: App) -> tuple[str | None, ...]:
    """What makes a question the same one as before. Its numbers may count down what is left."""
    question = choices.question_for(app.view)
    if question is None:
        return (app.seating.seat,)
    prompt = re.sub(r"\d+", "", str(question.get("prompt")))
    return app.seating.seat, question.get("sort"), question.get("actor"), prompt
