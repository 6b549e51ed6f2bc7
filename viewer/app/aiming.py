"""Pointing at what is no choice yet: at an enemy, while an action is offered that can be taken with it.

A click does what can be done; where several things can, or one's own figure is pointed at, a small menu
beside it offers them. While the mouse rests there, what a click would do is shown. Each step is an answer of
its own, given once the one before has been shown: where something comes between, the deed ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..common import choices
from ..common.deeds import Deed, meant
from ..panels import interface
from ..panels.hand import hand
from ..panels.interface import Beside
from ..panels.roster import acting_at
from ..panels.vocabulary import Answer, Card, Ids, OnBoard
from ..staging.rims import owner_of
from ..staging.tabletop import things_of
from . import answering, inspect_actions

if TYPE_CHECKING:
    from ..panels.vocabulary import Hover
    from .app import App


class Aiming:
    """What is aimed at from one table."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.shown: tuple[Deed, ...] = ()  # what a click on what is under the mouse would do
        self.within: tuple[str, ...] = ()  # what can be chosen after the option under the mouse
        self.left: Deed | None = None  # what is still to be done of it
        self.number: object = None  # of the moment of the last step
        self.asked: object = None  # the question whose cards are known

    # ---- looking

    def plan(self, hover: Hover) -> None:
        """Show what a click would do with what is under the mouse, or what an option there leads to."""
        shown = self.deeds(hover)
        within = self._within(hover.ids) if isinstance(hover, Answer) else ()
        if (shown, within) != (self.shown, self.within):
            self.shown, self.within = shown, within
            inspect_actions.show_overlay(self.app)

    def deeds(self, hover: Hover) -> tuple[Deed, ...]:
        """What can be done with what is under the mouse that is no choice itself."""
        app = self.app
        match hover:
            case OnBoard(sort, name) if not self._is_choice(sort, name):
                pass
            case Card(name) if not self._is_choice("thing", name):
                pass
            case _:
                return ()
        if not self._asked():
            return ()
        found = tuple(Deed(name, tuple(way)) for way in app.session.leading(app.eyes, name))
        walks = self._walks(name) if isinstance(hover, OnBoard) and hover.sort == "space" else ()
        return (*walks, *found)

    def ids(self) -> Ids:
        """The answers that a click on what is under the mouse would give, if it does just one thing there."""
        only = self.shown[0] if len(self.shown) == 1 and not self.shown[0].further else None
        return () if only is None else tuple(int(step["id"]) for step in only.steps)

    def playable(self) -> frozenset[str]:
        """The cards of the hand with which something can be done now."""
        app = self.app
        cards = {str(card["handle"]) for card in hand(app.view)}
        if not cards or not self._asked():
            return frozenset()
        every = [one["id"] for one in choices.options(app.view)]
        return frozenset(cards & {name for one in every for name in app.session.within(app.eyes, one)})

    def _within(self, ids: Ids) -> tuple[str, ...]:
        app = self.app
        return tuple(app.session.within(app.eyes, ids[0])) if len(ids) == 1 and self._asked() else ()

    def _walks(self, space: str) -> tuple[Deed, ...]:
        """What begins a walk to a space further off: the last step is the first of the way there."""
        app = self.app
        start = acting_at(app.view)
        spaces = app.pointer.way.leads(start, space) if start else ()
        if len(spaces) < 2:
            return ()
        ways = app.session.leading(app.eyes, spaces[0])
        stops = (app.pointer.way.stop(spaces, [step["id"] for step in way]) for way in ways)
        return tuple(Deed(space, tuple(way), spaces, stop) for way, stop in zip(ways, stops, strict=True))

    def _is_choice(self, sort: str, name: str) -> bool:
        return (sort, name) in choices.on_board(self.app.view, self.app.ui.chosen)

    def _asked(self) -> bool:
        """Whether one thing is to be chosen now, by whose eyes look."""
        app = self.app
        question = choices.question_for(app.view)
        open_ = question is not None and app.ui.curtain is None and not app.plugins.holds()
        return open_ and choices.several(app.view) is None and app.plugins.view(app.eyes) is None

    # ---- doing

    def take(self, hover: Hover, pixel: tuple[float, float]) -> bool:
        """Something was clicked: do what can be done with it, or offer that; False if there is nothing."""
        deeds = self.deeds(hover)
        self.plan(None)
        if not deeds:
            return False
        if len(deeds) == 1 and self._at_once(hover, deeds[0]):
            self.begin(deeds[0])
        else:
            looked = hover.name if isinstance(hover, OnBoard) and hover.sort == "thing" else None
            offered = Beside(deeds[0].name, pixel, deeds)
            self.app.become(interface.offer_beside(self.app.ui, offered, looked))
        return True

    def _at_once(self, hover: Hover, deed: Deed) -> bool:
        """Whether a click is enough: not on one's own figures, which are looked at, nor on a space to which
        nobody walks.
        """
        match hover:
            case OnBoard("thing", name):
                return not self.is_own(name)
            case OnBoard("space", name):
                start = acting_at(self.app.view)
                beside = start is not None and self.app.pointer.way.leads(start, name) == (name,)
                return bool(deed.further) or beside
        return True

    def is_own(self, thing: str) -> bool:
        """Whether a thing belongs to whoever looks."""
        found = things_of(self.app.view).get(thing)
        owner = None if found is None else owner_of(self.app.view, found)
        return owner is not None and owner in (self.app.eyes, *self._own_seats())

    def _own_seats(self) -> Sequence[str]:
        """Those whose things are the viewer's own: everybody's are the designer's."""
        return self.app.session.seats() if self.app.eyes is None else ()

    def begin(self, deed: Deed) -> None:
        """Do it, step by step."""
        self.app.hold(interface.put_away(self.app.ui))
        self.left, self.number = deed, None
        self.poll()

    def cancel(self) -> bool:
        """Nothing more is done; whether anything was still to be done."""
        left, self.left = self.left, None
        return left is not None

    def poll(self) -> None:
        """Find out which cards can be played; take the next step, once the one before has been shown."""
        app, deed = self.app, self.left
        if self.asked != (asked := (app.eyes, app.view.get("number"))) and not app.plugins.holds():
            self.asked = asked
            if (cards := self.playable()) != app.ui.ahead:
                app.become(interface.know_playable(app.ui, cards))
        if deed is None or app.plugins.holds() or app.view.get("number") == self.number:
            return
        if not deed.steps:
            self.left = None
            app.pointer.way.walk(deed.name, further=True)
            return
        step = meant(deed.steps[0], choices.options(app.view)) if app.ui.curtain is None else None
        rest = replace(deed, steps=deed.steps[1:])
        self.left = rest if step is not None and (rest.steps or rest.further) else None
        self.number = app.view.get("number")
        if step is not None:
            answering.choose(app, (step["id"],))
        else:
            app.redraw()
