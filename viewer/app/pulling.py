"""A way over the board: dragged with the mouse, shown while the button is down and taken when it is released;
or taken to a distant space with one click, and shown while the mouse rests there.

It begins on a figure or a space that can be chosen. Its first step is what a click there would answer. The
others are taken in turn, as long as the same question comes again and the next space can be chosen: where
something comes between, the way ends. From one space to another it leads as the rules do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.runtime.tables.walking import without_numbers

from ..common import choices
from ..panels.roster import acting_at
from ..scene.scene import Mark
from ..staging.ahead import PulledWay
from . import answering, inspect_actions

if TYPE_CHECKING:
    from .app import App

Spaces = tuple[str, ...]


def went(way: Spaces, start: str, space: str, ahead: Spaces) -> Spaces:
    """The way with what leads on to a space; shorter where the mouse has come back to a space of it."""
    if space == start:
        return ()
    if space in way:
        return way[: way.index(space) + 1]
    return (*way, *ahead)


class Pulling:
    """The way of one table, if there is one."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.start: str | None = None  # where the pull began; empty on a space that is itself the first step
        self.spaces: Spaces = ()
        self.planned: PulledWay | None = None  # where a click on the space under the mouse would lead
        self.ahead: Spaces = ()  # what is still to be gone after the button came up
        self.asked: tuple[str | None, ...] = ()
        self.number: object = None  # of the moment of the last step

    @property
    def way(self) -> PulledWay | None:
        """What is shown of it."""
        return PulledWay(self.start or "", self.spaces) if self.spaces else self.planned

    def begin(self, start: str) -> None:
        self.start, self.spaces, self.ahead = start, (), ()

    def over(self, space: str) -> None:
        """The mouse is over a space now."""
        assert self.start is not None, "nothing is pulled before it has begun"
        spaces = went(self.spaces, self.start, space, self._leading_to(space))
        if spaces != self.spaces:
            self.spaces = spaces
            inspect_actions.show_overlay(self.app)

    def let_go(self, space: str | None) -> None:
        """The button came up over a space, which has to be the last one of the way."""
        spaces = self.spaces
        self.cancel()
        if spaces and spaces[-1] == space:
            self._go(spaces)

    def plan(self, space: str | None) -> str:
        """Show where a click on a space would lead, nothing for none; the last space that it reaches."""
        planned = None if space is None else self._planned(space)
        if planned != self.planned:
            self.planned = planned
            inspect_actions.show_overlay(self.app)
        return "" if planned is None else planned.stop

    def walk(self, space: str, *, further: bool = False) -> bool:
        """Go to a space that is further than a step, or only `further` on; False if there is no way."""
        planned = self._planned(space, 1 if further else 2)
        self.plan(None)
        if planned is not None:
            self._go(planned.spaces)
        return planned is not None

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

    def _go(self, spaces: Spaces) -> None:
        self.ahead, self.asked, self.number = spaces, _asked(self.app), None
        self.poll()

    def _planned(self, space: str, least: int = 2) -> PulledWay | None:
        """The way of whoever acts to a space so many steps off, where the question is about the next step."""
        start = acting_at(self.app.view)
        if start is None:
            return None
        spaces = self.leads(start, space)
        if len(spaces) < least or self._step_to(spaces[0]) is None:
            return None
        marks = [mark.name for mark in self.app.scene.marks]
        one_step = all(len(self.leads(start, one)) <= 1 for one in marks)  # or none: who may stay
        if not one_step:
            return None
        return PulledWay(start, spaces, self.stop(spaces))

    def stop(self, spaces: Spaces, first: Sequence[int] = ()) -> str:
        """The last of the spaces of a way that is reached, after the answers that begin it."""
        reached = self.app.session.walked(self.app.eyes, first, spaces)
        return spaces[max(reached, 1) - 1]

    def _leading_to(self, space: str) -> Spaces:
        """What leads from the end of the way to a space under the mouse; its first step can be chosen."""
        last = self.spaces[-1] if self.spaces else self.start
        ahead = self.leads(last, space) if last else ()
        if self.spaces or (ahead and self._step_to(ahead[0]) is not None):
            return ahead
        return (space,) if self._step_to(space) is not None else ()

    def leads(self, start: str, space: str) -> Spaces:
        """The spaces by which the rules lead from one to another, the last included."""
        app = self.app
        return tuple(app.session.overlay(app.eyes, "way", start, space, app.plugins.past()).get("spaces", ()))

    def _step_to(self, space: str) -> Mark | None:
        """The mark of a space that is an answer now."""
        marks = (mark for mark in self.app.scene.marks if (mark.sort, mark.name) == ("space", space))
        return next((mark for mark in marks if len(mark.options) == 1), None)


def _asked(app: App) -> tuple[str | None, ...]:
    """What makes a question the same one as before. Its numbers may count down what is left."""
    question: Mapping[str, Any] = choices.question_for(app.view) or {}
    prompt = without_numbers(str(question.get("prompt")))
    return app.seating.seat, question.get("sort"), question.get("actor"), prompt
