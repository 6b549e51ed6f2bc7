"""The mouse over the table: hover with its delayed tooltip, clicks, drags along a path, a long press.

What was clicked becomes an answer, or changes what is shown; controls.py says which gesture it was.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.schemas.view import ViewValues

from ..camera import camera as cam
from ..camera.picking import all_hits
from ..common import choices
from ..panels import interface, redrawing
from ..panels.layout import hit_at
from ..panels.vocabulary import (
    Answer,
    Card,
    Hover,
    Ids,
    Inspect,
    OnBoard,
    ReadValue,
    Surface,
    Toggle,
    UiAction,
)
from ..scene.scene import Mark
from ..staging.tabletop import things_of
from . import answering, inspect_actions
from .aiming import Aiming
from .pulling import Pulling

if TYPE_CHECKING:
    from .app import App

Pixel = tuple[float, float]
TIP_SECONDS, HOLD_SECONDS = 0.25, 0.45


class Pointer:
    """Follows the mouse for one app."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.at: Pixel | None = None
        self.since = self.moved = time.monotonic()  # when it came over what it is over, and was moved last
        self.pressed: float | None = None  # since when the left button is down, while it has not moved
        self.pulling = False
        self.way = Pulling(app)
        self.aim = Aiming(app)
        self.tipped: object = None  # the moment of which the tooltip tells
        self.moment: object = None
        self.came = 0.0  # since when it is this moment
        self.passed: object = None  # the panels of the moment before, until there are others
        self.ahead: Mapping[str, ViewValues] = {}  # of things after the answer that it is over

    def point(self, pixel: Pixel | None) -> None:
        """The mouse is here now (screen pixels), or outside."""
        self.at, self.moved = pixel, time.monotonic()
        self._point(pixel)

    def _point(self, pixel: Pixel | None) -> None:
        app = self.app
        hover: Hover = None
        mark: Mark | None = None
        if pixel is not None:
            action = self.action_at(pixel)
            if action is None:
                hover, mark = self.under(pixel)
            elif action not in (Surface.PANEL, Surface.CHOICES, Surface.LOG):
                hover = action
                lit = set(action.ids) if isinstance(action, Answer) else set()
                mark = next((m for m in app.scene.marks if lit & set(m.options)), None)
        before = app.ui
        if hover != before.hover:
            self.since = time.monotonic()
            self._look_ahead({})
            self.way.plan(None)
            self.aim.plan(None)
            told = before.tip or not (redrawing.is_bare(before.hover) and redrawing.is_bare(hover))
            app.table.hover(mark.id if mark else None)
            app.become(interface.point(before, hover), panels=told)
        elif before.tip and isinstance(hover, OnBoard | Card | Inspect | ReadValue):
            app.redraw()  # Its tooltip follows the mouse.

    def poll(self) -> None:
        """What comes with time: the tooltip, the large card of a long press."""
        app, now = self.app, time.monotonic()
        self.way.poll()
        self.aim.poll()
        moment = app.view.get("number"), app.plugins.holds()
        if moment != self.moment:
            self.moment, self.came, self.passed = moment, now, app.placed
        elif self.passed is not None and self.passed is not app.placed and self.pressed is None:
            self.passed = None
            self._point(self.at)  # Something else may have come under the mouse.
        new = not app.ui.tip or moment != self.tipped
        if app.ui.hover is not None and new and now - self.since >= TIP_SECONDS:
            self.tipped = moment
            leads = self._plan(app.ui.hover)
            # Why something cannot be chosen is told to whoever points at it, not where a figure has come to.
            why = self._why() if self.moved > self.came else ()
            app.become(interface.explain(app.ui, self._odds(), why, leads=leads, deeds=self.aim.shown))
            ids = self._answer()
            past = app.plugins.view(app.eyes) is not None
            self._look_ahead(app.session.foreseen(app.eyes, ids[0]) if ids and not past else {})
        if self.pressed is not None and now - self.pressed >= HOLD_SECONDS:
            self.pressed = None
            if (thing := self.thing()) is not None:
                app.become(interface.show_large(app.ui, thing))

    def press(self, pixel: Pixel) -> None:
        """The left button went down: a click, a long press or the beginning of a pull."""
        action = self.action_at(pixel)
        self.way.cancel()
        self.aim.cancel()
        if self.app.plugins.press(pixel, action):
            self.pressed = None
            return
        self.pressed, self.pulling = time.monotonic(), False
        hover, mark = self.under(pixel)
        if action is not None or hover is None:
            return
        if hover.sort != "link":
            lit = hover.sort == "space" and mark is not None
            self.way.begin("" if lit else self._space(pixel) or "")

    def pull(self, pixel: Pixel) -> None:
        """The mouse moves with the left button down: show the way that leads into the space under it."""
        self.pressed = None
        if self.app.plugins.pull(pixel):
            self.point(pixel)
            return
        if self.way.start is None:
            return
        self.pulling = True
        self.point(pixel)
        if (space := self._space(pixel)) is not None:
            self.way.over(space)

    def release(self, pixel: Pixel, *, clicked: bool) -> None:
        """The left button came up. What was held or pulled is no click."""
        app = self.app
        if app.plugins.release(pixel, self.action_at(pixel), clicked=clicked):
            self.pressed, self.pulling = None, False
            self.way.cancel()
            app.redraw()
            return
        if not clicked and not self.pulling:
            self.pull(pixel)  # All of a quick pull may have come between two pictures.
        held, pulled = app.ui.large is not None and self.pressed is None, self.pulling
        self.pressed, self.pulling = None, False
        if held:
            self.way.cancel()
            app.become(interface.show_large(app.ui, None))
        elif pulled:
            self.way.let_go(self._space(pixel))
        elif clicked:
            self.way.cancel()
            self.click(pixel)
            self.point(pixel)

    def give_up(self) -> bool:
        """Somebody thinks better of what is pulled, or is still to be gone of it; whether there was anything.
        A button that is still down is no click when it comes up."""
        self.pulling = self.pulling or self.way.start is not None
        return self.aim.cancel() or self.way.cancel()

    def action_at(self, pixel: Pixel) -> UiAction | None:
        """What a click on a panel here asks for; None over the board."""
        return hit_at(self.app.placed, pixel, self.app.size, self.app.ui.text)

    def under(self, pixel: Pixel) -> tuple[OnBoard | None, Mark | None]:
        """What of the board is under the mouse: the nearest that can be answered, else the nearest."""
        app = self.app
        marks = {m.id: m for m in app.scene.marks}
        hits = all_hits(app.scene, app.camera, pixel, app.size, app.table.highest)
        for hit in hits:
            mark = marks.get(f"{hit.sort}:{hit.name}")
            if mark is not None:
                return hit.target, mark
        return (hits[0].target if hits else None), None

    def _space(self, pixel: Pixel) -> str | None:
        """The space under the mouse, or under what stands there; none where a panel is."""
        hover, _ = self.under(pixel)
        if hover is None or hover.sort == "link" or self.action_at(pixel) is not None:
            return None
        return hover.name if hover.sort == "space" else self._place(hover.name)

    def thing(self) -> str | None:
        """The card or thing of the game under the mouse, also where its space can be answered."""
        app = self.app
        names: list[str] = []
        match app.ui.hover:
            case OnBoard("thing", name) | Card(name) | Inspect(name) | ReadValue(name):
                names = [name]
            case Answer(ids) if (found := choices.thing_of(app.view, ids)) is not None:
                names = [found]
            case OnBoard("space", _) if self.at is not None:
                hits = all_hits(app.scene, app.camera, self.at, app.size, app.table.highest)
                names = [hit.name for hit in hits if hit.sort == "thing"]
        things = {t["handle"] for t in app.view.get("things") or ()}
        return next((name for name in names if name in things), None)

    def click(self, pixel: Pixel) -> None:
        """Do what the panel under the mouse asks for, answer with what lies there, or look at it."""
        app = self.app
        if app.ui.large is not None:
            app.become(interface.show_large(app.ui, None))
            return
        action = self.action_at(pixel)
        if app.ui.briefing and action in (None, Surface.PANEL):
            action = Toggle.BRIEFING  # beside what is to be read
        if action is not None:
            answering.press(app, action)
            app.redraw()
            return
        hover, mark = self.under(pixel)
        offered = app.ui.beside
        app.hold(interface.put_away(app.ui))
        if mark is not None:
            answering.choose(app, mark.options)
        elif hover is None or (offered is not None and offered.name == hover.name):
            app.become(app.ui)  # with the menu that was there put away
        elif not self._led(hover, pixel):
            app.become(interface.look_at(app.ui, hover.name))

    def _plan(self, hover: Hover) -> str:
        """Show what a click would do with what is under the mouse, else with the space on which that is; of a
        way over the board, where it leads.
        """
        for one in (hover, self._beneath(hover)):
            leads = self.way.plan(self._far(one))
            self.aim.plan(None if leads else one)
            if leads or self.aim.shown:
                return leads
        self.aim.plan(hover)
        return ""

    def _led(self, hover: OnBoard, pixel: Pixel) -> bool:
        """Whether what is no choice leads to one: a way over the board, or something that can be done."""
        for one in (hover, self._beneath(hover)):
            far = self._far(one)
            if one is not None and ((far is not None and self.way.walk(far)) or self.aim.take(one, pixel)):
                return True
        return False

    def _beneath(self, hover: Hover) -> OnBoard | None:
        """The space of a thing that is not one's own: those are looked at."""
        if not isinstance(hover, OnBoard) or hover.sort != "thing" or self.aim.is_own(hover.name):
            return None
        space = self._place(hover.name)
        return None if space is None else OnBoard("space", space)

    def _place(self, thing: str) -> str | None:
        found = things_of(self.app.view).get(thing)
        return None if found is None else found.get("place")

    @staticmethod
    def _far(hover: Hover) -> str | None:
        """The space under the mouse, where nothing stands on it."""
        return hover.name if isinstance(hover, OnBoard) and hover.sort == "space" else None

    def wheel(self, pixel: Pixel, steps: int) -> None:
        """Scroll the list under the mouse, else zoom to the mouse."""
        app = self.app
        action = self.action_at(pixel)
        if app.plugins.wheel(action, steps):
            app.redraw()
        elif action is not None:
            app.become(interface.wheel(app.ui, action, steps, app.view))
        else:
            app.rig.aim(cam.zoom(app.camera, 1.12**steps, pixel, app.size))

    def _why(self) -> tuple[tuple[str, str, str], ...]:
        """Why what is under the mouse cannot be chosen, as the rules have it."""
        app = self.app
        if self.way.spaces:
            return ()  # of a way only the first step has to be a choice now
        if app.plugins.view(app.eyes) is not None or choices.question_for(app.view) is None:
            return ()
        match app.ui.hover:
            case OnBoard(_, name) | Card(name):
                return tuple(app.session.why_not(app.eyes, name))
        return ()

    def _odds(self) -> tuple[tuple[str, str], ...]:
        """What an answer under the mouse may lead to, where chance decides at once."""
        ids = self._answer() or self.aim.ids()
        return tuple(self.app.session.odds(self.app.eyes, *ids)) if ids else ()

    def _look_ahead(self, values: Mapping[str, ViewValues]) -> None:
        """Show what an answer makes of things, or show it no more."""
        if values != self.ahead:
            self.ahead = values
            self.app.become(interface.foresee(self.app.ui, values))
            inspect_actions.show_overlay(self.app)

    def _answer(self) -> Ids:
        """The answer under the mouse, if there is just one."""
        app = self.app
        ids: Ids = ()
        match app.ui.hover:
            case Answer(ids):
                pass
            case OnBoard(sort, name):
                ids = next((m.options for m in app.scene.marks if (m.sort, m.name) == (sort, name)), ())
        return ids if len(ids) == 1 and choices.several(app.view) is None else ()
