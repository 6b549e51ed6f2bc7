"""The window in which a mission is played: mouse and keys → answers;
the session's views → scene, panels, movement.

Knows no rule: what can be answered is what the view's question offers. Nothing here waits for an animation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from tilewright.host.terminal import say
from tilewright.schemas.view import View

from ..authoring.manual_edit import ManualEditPlugin
from ..camera.camera import Camera
from ..common import art, palette, settings, speech, theme
from ..common.session import Session
from ..common.settings import Settings
from ..making import portrait
from ..menus.pausing import EndPlugin, PausePlugin
from ..panels import interface
from ..panels.interface import Action, Outcome, Passing, Refuse, Submit, UiState
from ..panels.layout import Placed, inspected, plan, scale_for
from ..panels.vocabulary import OnBoard
from ..plugin import Maker, Sitting, TablePlugins
from ..rendering import window
from ..rendering.backing import Backing
from ..rendering.hudlayer import HudLayer
from ..rendering.table import TableRenderer
from ..replaying.telling import TellingPlugin
from ..replaying.timeline import TimelinePlugin
from ..scene.scene import Scene
from . import answering, gc_pauses, inspect_actions, keepsake, notices
from .controls import Controls
from .minimap import MinimapPlugin
from .pacing import Pacing
from .pointer import Pointer
from .rig import CameraRig
from .seating import Seating
from .showing import Showing
from .sounds import Sounds
from .thinking import Thinking

# What stands beside every table. Menus come first: while one is open, it has all keys.
OF_TABLES: tuple[Maker, ...] = (
    EndPlugin,
    PausePlugin,
    TimelinePlugin,
    TellingPlugin,
    ManualEditPlugin,
    MinimapPlugin,
)

# Seconds of sleep in a turn of the loop in which nothing is drawn: short while somebody plays, longer once
# all is quiet.
REST, LONG_REST, QUIET_AFTER = 0.004, 0.04, 1.5
SETTLE_AFTER = 0.1
PASSING_SECONDS = 3.5


def run_sittings(
    first: Sitting,
    home: Callable[[], Sitting] | None,
    *,
    quality: str = "auto",
    autoplay: bool = False,
    size: tuple[int, int] = (1280, 720),
) -> None:
    """Open a window and play until it is closed: the first table and all that comes after it, which is the
    same again, the next mission, and what lies at `home`, the start screen. With `autoplay`, people's
    questions are answered at random too.

    Whatever was begun gets its farewell; the first one from whoever calls this, unless the screen goes: then
    the process ends after it.

    Raises NoRenderer if no window can be opened, and WindowLost if its graphics go away.
    """
    renderer = window.first_that_works(window.ON_SCREEN)
    kept, _ = settings.load(settings.file())
    opened = window.open_window(
        renderer, kept.quality if quality == "auto" else quality, size, offscreen=False
    )
    sitting: Sitting | None = first
    window.when_screen_goes(lambda: sitting.farewell() if sitting is not None else None)
    window.fit_screen(opened.base)
    window.full_screen(opened.base, kept.full_screen)
    try:
        while sitting is not None:
            if sitting.art is not None:
                art.use(sitting.art)
                theme.use(sitting.look)
            app = App(
                sitting.session,
                opened,
                autoplay=autoplay,
                plugins=(*OF_TABLES, *sitting.plugins),
                sitting=sitting,
                home=home,
            )
            try:
                app.run()
            except KeyboardInterrupt:
                say()  # what is said now does not stand beside the ^C
                raise
            finally:
                if sitting is not first:
                    sitting.farewell()
            sitting = app.then
    finally:
        opened.base.destroy()


class App:
    """One window, one session. Everything that is shown follows from `view`, `ui` and `camera`."""

    def __init__(
        self,
        session: Session,
        opened: window.Opened,
        *,
        autoplay: bool = False,
        plugins: Sequence[Maker] = (),
        sitting: Sitting | None = None,
        home: Callable[[], Sitting] | None = None,
    ) -> None:
        self.session, self.base = session, opened.base
        self.sitting = Sitting(session, plugins) if sitting is None else sitting
        self.home = home  # what lies on the table at the start screen
        self.then: Sitting | None = None  # what comes after this
        self.warnings = notices.Notices()
        portrait.queue.open()
        self.size = self._window_size()
        self.table = TableRenderer(opened.base.render, opened.quality)
        self.backing = Backing(opened, self.table)
        self.hud = HudLayer(opened.base)
        speech.use(self.sitting.speech or session.speech)
        self.ui = UiState()
        self.thinking = Thinking()
        self.until: dict[Passing, float] = {}  # what is to vanish, and when
        self.running, self.drawing, self.plan_again = True, True, True
        self.settings = Settings()
        self.sounds = Sounds()
        self.rig: CameraRig = CameraRig(self)
        self.seating = Seating(session)
        self.showing = Showing(self)
        found, problems = settings.load(settings.file())
        self.use(found)
        for problem in problems:
            self.tell(problem)
        self.pointer = Pointer(self)
        self.controls = Controls(opened.base, self)
        self.placed: list[Placed] = []
        self.pacing = Pacing(self, autoplay=autoplay)
        self.drawn_at = 0.0
        self.plugins = TablePlugins(self, plugins)
        self.showing.begin()
        self.greet()

    def greet(self) -> None:
        """Say what there is to say before anything is done."""
        if self.sitting.greeting:
            self.tell(self.sitting.greeting)

    # ---- the loop

    def run(self) -> None:
        """Until the window is closed. Raises WindowLost if it goes away."""
        gc_pauses.begin()
        while self.running:
            if not window.lives(self.base):
                self.base.task_mgr.step()  # If somebody has closed it, that is told now.
                break
            self.turn()
        gc_pauses.end()
        self.thinking.rest()  # whoever closes the session must find it done
        if not self.running:
            keepsake.keep_on_leaving(self)
        self.warnings.close()
        self.sounds.close()
        self.plugins.close()
        self.controls.destroy()
        self.backing.destroy()
        self.table.destroy()
        self.hud.destroy()
        if self.running:
            raise window.WindowLost(window.LOST)

    def turn(self) -> None:
        """One turn of the loop: what was done meanwhile, what is due; a picture only if something changes."""
        self.thinking.look_again()
        self.controls.poll()
        if not self.thinking.busy:
            self.pointer.poll()
            self.plugins.poll()
            self.pacing.poll()
        self._forget()
        if warning := self.warnings.news():
            self.tell(warning)
        self.rig.poll()
        moving = self.table.moving
        if not moving and portrait.queue.make_one():
            self.redraw()
        if self.plan_again or moving or self.thinking.long:
            self.draw_panels()
        active = self.drawing or moving or self._settles()
        if active:
            self.drawn_at = time.monotonic()
        else:
            # Before the step, which hears of the mouse: what it did meanwhile is answered at once.
            time.sleep(LONG_REST if self._quiet_for() > QUIET_AFTER else REST)
        if active != self.base.win.is_active():
            self.base.win.set_active(active)
        self.backing.prepare(active)
        self.drawing = False
        self.base.task_mgr.step()
        if active:
            # Panda shows a picture when it begins the next one; this may be the last for a while.
            self.base.graphicsEngine.flip_frame()
        self.sounds.poll()
        gc_pauses.look(resting=self._quiet_for() > QUIET_AFTER)

    def _settles(self) -> bool:
        """Whether everything has come to rest, and is now to be drawn so that it can be kept."""
        return self.backing.behind and self._quiet_for() > SETTLE_AFTER

    def _quiet_for(self) -> float:
        """For how many seconds nothing has been drawn, and the mouse has not moved."""
        return time.monotonic() - max(self.drawn_at, self.pointer.moved)

    def redraw(self, *, panels: bool = True) -> None:
        self.drawing = True
        self.plan_again = self.plan_again or panels

    def _forget(self) -> None:
        """Notices and dice vanish after a while."""
        now = time.monotonic()
        for what in [w for w, end in self.until.items() if now >= end]:
            del self.until[what]
            self.become(interface.pass_by(self.ui, what))

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.showing.view

    @property
    def scene(self) -> Scene:
        """What lies on the table."""
        return self.showing.scene

    @property
    def eyes(self) -> str | None:
        """The seat whose view is shown."""
        return self.seating.eyes

    @property
    def camera(self) -> Camera:
        """Where one looks from."""
        return self.rig.camera

    # ---- the interface

    def become(self, ui: UiState, *, panels: bool = True) -> None:
        """Take another state of the interface, and show again what depends on what has changed."""
        before, self.ui = self.ui, ui
        if ui.chosen != before.chosen:
            self.showing.restage()
        elif not interface.same_layer(before, ui):
            inspect_actions.show_overlay(self)
        self.redraw(panels=panels)

    def hold(self, ui: UiState) -> None:
        """Take another state of the interface, which is shown with what comes next."""
        self.ui = ui

    def settle(self, ui: UiState, outcome: Outcome) -> None:
        """Take another state of the interface; give the answer that it made, or say why it made none."""
        match outcome:
            case Submit(ids):
                self.hold(ui)
                answering.give(self, ids)
            case Refuse(reason):
                self.become(ui)
                self.tell(reason)
            case None:
                self.become(ui)
            case _:
                assert_never(outcome)

    def tell(self, text: str) -> None:
        """A sentence that stands on the screen for a few seconds."""
        self.remember("notice")
        self.become(interface.notify(self.ui, text))

    def remember(self, what: Passing, seconds: float = PASSING_SECONDS) -> None:
        """Something passes after so many seconds."""
        self.until[what] = time.monotonic() + seconds

    def use(self, wanted: Settings) -> None:
        """Have these settings from now on."""
        self.settings = wanted
        palette.use(wanted.palette)
        self.become(interface.adopt(self.ui, wanted))

    def keep_picture(self, save: Path) -> None:
        """Put a picture of the table beside its save."""
        keepsake.keep(self, save)

    def press(self, action: Action) -> None:
        """Do what a click on a panel would."""
        answering.press(self, action)

    # ---- the window

    def resized(self) -> None:
        """A window of one pixel, or of none while it is hidden, is borne: nothing is drawn then."""
        self.size = self._window_size()
        self.rig.resized()

    def leave(self) -> None:
        """Somebody closes the window, which may be kept open for what would be lost."""
        if not self.plugins.leaving():
            self.close()

    def close(self, then: Sitting | None = None) -> None:
        """Leave this table, for another one or for good."""
        self.running, self.then = False, then

    def _window_size(self) -> tuple[float, float]:
        return (max(1, self.base.win.get_x_size()), max(1, self.base.win.get_y_size()))

    def _edges(self) -> dict[str, str]:
        """The figure whose panel is shown has a bright edge, and so has the one under the mouse."""
        shown, hover = inspected(self.view, self.ui), self.ui.hover
        edges = {str(shown["handle"]): "cyan"} if shown is not None and self.ui.curtain is None else {}
        return edges | ({hover.name: "white"} if isinstance(hover, OnBoard) and hover.sort == "thing" else {})

    def draw_panels(self) -> None:
        if self.thinking.busy:
            said = speech.say("panel_loading" if self.thinking.can_stop else "panel_thinking")
            if self.thinking.long and self.ui.notice != said:
                self.tell(said)
            if self.ui.notice == said:
                # All else stays as it was: the session cannot be asked anything.
                over = [p for p in plan(self.view, self.ui, self.size) if p.key == "notice"]
                self.placed = [*(p for p in self.placed if p.key != "notice"), *over]
        elif self.plan_again:
            self.hold(interface.unsay(self.ui, *map(speech.say, ("panel_thinking", "panel_loading"))))
            self.placed = plan(self.view, self.ui, self.size, self.pointer.at)
            unit = scale_for(self.size, self.ui.text)
            self.placed = self.plugins.panels(self.placed, self.size[0] / unit, self.size[1] / unit)
        self.plan_again = False
        self.table.point_out(self._edges())
        self.hud.show(self.placed, self.scene, self.table, self.camera, self.size, self.ui.text)
