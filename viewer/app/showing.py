"""What of the game lies on the table: whose view, as which scene, and what in it is new to these eyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from tilewright.schemas.view import LogEntry, View

from ..common import theme
from ..common.choices import Chosen
from ..common.session import Timed, until_asked
from ..panels import interface
from ..scene.diff import diff
from ..scene.scene import Scene
from ..staging import motion, notices
from ..staging.hearing import ambience
from ..staging.stage import stage
from . import inspect_actions

if TYPE_CHECKING:
    from .app import App

T = TypeVar("T")


class Showing:
    """The view and the scene of one table."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.view: View = {}
        self.scene = Scene()
        self.seen: View = {}  # the same as the session has given it
        self.coming: tuple[View, Scene] | None = None  # a view that is shown next, and its scene
        self.heard: dict[str | None, int] = {}  # up to which line of the log each seat's eyes have come
        self.unbriefed: set[str | None] = set()  # who plays from the start, and has not been told what for

    def begin(self) -> None:
        """The first view. Bots may open the game; nobody's view is shown before the first person is asked. A
        table at which nobody is a person is watched from the start.
        """
        session = self.app.session
        if not session.recording and not (isinstance(session, Timed) and session.moment()):
            self.unbriefed = set(session.seats())
        until_asked(session)
        self.refresh(at_once=True)
        self.app.rig.begin()

    def refresh(self, *, at_once: bool = False) -> None:
        """Show the game as it is now to the seat that is asked; to another person behind a curtain, if their
        view holds anything that the one before must not see."""
        app = self.app
        open_ = not at_once and app.ui.curtain is None
        if open_ and app.seating.exposed(self.heard.get(app.seating.seat, 0)):
            coming = app.seating.seat
        elif not at_once and app.plugins.went_on():
            return
        else:
            coming = app.seating.follow(curtain=app.ui.curtain is not None)
        if coming is None:
            self.show_moment(at_once=at_once)
            return
        if not self.view:  # nothing has been shown yet: a curtain names whom it is for
            self.view = {"players": app.session.view(coming).get("players") or ()}
        app.hold(interface.fresh(app.ui, curtain=coming))
        app.table.show_layer(None)
        app.redraw()

    def foresee(self, done: T) -> T:
        """Work out what will be shown after something was done, in the thread that did it: a package can make
        that as dear as its rules.
        """
        session, seat = self.app.session, self.app.seating.seat
        asked = session.asked()
        eyes = None if session.recording else asked[0] if asked and seat not in asked else seat
        view = session.view(eyes)
        # What is told first has views of its own; the scene of the present comes after it.
        if view is not self.seen and not self.app.plugins.foresee():
            self.ahead(view)
        return done

    def ahead(self, view: View) -> Scene:
        """The scene of a view that is shown next."""
        scene = stage(self._watched(view))
        self.coming = view, scene
        return scene

    def lift(self) -> None:
        """The next person sits down."""
        app = self.app
        app.seating.sit(app.ui.curtain, alone=True)
        app.hold(interface.fresh(app.ui))
        self.refresh()

    def begin_again(self) -> None:
        """Another game lies on the table, or an earlier moment of this one: nothing of it has been seen."""
        self.heard.clear()
        self.refresh(at_once=True)

    def look_again(self) -> None:
        """The same moment with other eyes."""
        self.app.hold(interface.other_eyes(self.app.ui))
        self.show_moment()

    def show_moment(self, *, at_once: bool = True) -> None:
        """The view of the seat that looks: of the present, unless a plugin shows something else."""
        app = self.app
        view = app.plugins.view(app.eyes)
        self.take(app.session.view(app.eyes) if view is None else view, at_once=at_once)

    def take(self, view: View, *, at_once: bool) -> None:
        """Show a view, with movement where it goes on from the one before."""
        app = self.app
        self.seen, view = view, self._watched(view)
        notices.check(view)
        first = app.eyes not in self.heard
        lines = motion.news(view.get("log") or (), self.heard.get(app.eyes, 0))
        self.heard[app.eyes] = max((int(x.get("n", 0)) for x in view.get("log") or ()), default=0)
        rolled = () if first else motion.rolls(lines)
        app.hold(interface.shown(app.ui, self.view, view, rolled))
        if app.eyes in self.unbriefed:
            self.unbriefed.discard(app.eyes)
            app.hold(interface.brief(app.ui, view))
        if lines and not first and app.settings.sound:
            app.sounds.hear(self.view, view, lines)
        if rolled:
            app.fleeting.keep("dice")
        self.view = view
        app.pointer.ahead = {}  # what was an answer before is none of this view
        self.restage([] if first else lines, at_once=at_once or first)

    def _watched(self, view: View) -> View:
        """A view as this table shows it: what bots are asked nobody here can answer."""
        return view if self.app.session.people() else {**view, "watched": True}

    def sound(self) -> None:
        """What is heard all the time at this table."""
        if self.app.settings.sound:
            self.app.sounds.surround(ambience(self.view, theme.look()))

    def restage(self, lines: Sequence[LogEntry] = (), *, at_once: bool = False) -> None:
        """The scene for the present view and choice; `lines` of the log say how it came about."""
        app, before = self.app, self.scene
        coming, self.coming = self.coming, None
        if coming is not None and coming[0] is self.seen and app.ui.chosen == Chosen():
            self.scene = wanted = coming[1]
        else:
            self.scene = wanted = stage(self.view, app.ui.chosen)
        notices.count(wanted)
        at_once = at_once or app.settings.reduced_motion
        walks = () if at_once else motion.paths(diff(before, wanted), before, wanted, lines)
        app.table.show(wanted, walks, at_once=at_once)
        if before.bounds != wanted.bounds and not (at_once and before.floors):
            app.rig.begin()
        elif not app.rig.telling:
            app.rig.follow([walk.points[-1] for walk in walks], at_once=at_once)
        inspect_actions.show_overlay(app)
        self.sound()
