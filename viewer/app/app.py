"""One table in a window: the loop, and what its parts tell one another. Each of them is a module beside this.

Knows no rule: what can be answered is what the view's question offers. Nothing here waits for an animation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tilewright.schemas.view import View

from ..camera.camera import Camera
from ..common import palette, settings, speech
from ..common.session import Session
from ..common.settings import Settings
from ..making import portrait
from ..panels import interface, redrawing
from ..panels.interface import UiState
from ..panels.layout import Placed
from ..panels.vocabulary import UiAction
from ..plugin import Maker, Sitting, TablePlugins
from ..rendering import window
from ..rendering.backing import Backing
from ..rendering.table import TableRenderer
from ..scene.scene import Scene
from ..staging.notices import Notices
from . import answering, gc_pauses, inspect_actions, keepsake
from .controls import Controls
from .display import Display
from .fleeting import Fleeting
from .interrupts import Interrupts
from .pacing import Pacing
from .pointer import Pointer
from .rig import CameraRig
from .seating import Seating
from .showing import Showing
from .sounds import Sounds
from .thinking import Thinking

# Seconds of sleep in a turn of the loop in which nothing is drawn: short while somebody plays, longer once
# all is quiet.
REST, LONG_REST, QUIET_AFTER = 0.004, 0.04, 1.5
SETTLE_AFTER = 0.1
# Seconds in which what a scene shows is made before the first picture, and then between two of them.
AT_ONCE, BETWEEN = 0.5, 0.15


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
        self.warnings = Notices()
        portrait.queue.open()
        self.size = self._window_size()
        self.table = TableRenderer(opened.base.render, opened.quality, patience=AT_ONCE)
        self.backing = Backing(opened, self.table)
        self.display = Display(self)
        speech.use(self.sitting.speech or session.speech)
        self.ui = UiState()
        self.thinking = Thinking()
        self.fleeting = Fleeting(self)
        self.running, self.drawing = True, True
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
        with Interrupts() as interrupts:
            try:
                while self.running:
                    if not window.lives(self.base):
                        self.base.task_mgr.step()  # If somebody has closed it, that is told now.
                        break
                    self.turn()
                    interrupts.heed()
            finally:
                gc_pauses.end()
                self.thinking.rest()  # whoever closes the session, or keeps it, must find it done
        if not self.running:
            keepsake.keep_on_leaving(self)
        self._put_away()
        if self.running:
            raise window.WindowLost(window.LOST)

    def _put_away(self) -> None:
        self.warnings.close()
        self.sounds.close()
        self.plugins.close()
        self.controls.destroy()
        self.backing.destroy()
        self.table.destroy()
        self.display.hud.destroy()

    def turn(self) -> None:
        """One turn of the loop: what was done meanwhile, what is due; a picture only if something changes."""
        self._go_on()
        self._draw()
        self.sounds.poll()
        gc_pauses.look(resting=self._quiet_for() > QUIET_AFTER)

    def _go_on(self) -> None:
        """Answers and gestures, and what comes with time."""
        self.thinking.look_again()
        self.controls.poll()
        if not self.thinking.busy:
            self.pointer.poll()
            self.plugins.poll()
            self.pacing.poll()
        self.fleeting.poll()
        if warning := self.warnings.news():
            self.tell(warning)
        self.rig.poll()

    def _draw(self) -> None:
        """A picture, if it would be another one than the last; else a short sleep."""
        if self.table.make_more(BETWEEN):
            self.redraw()
        moving = self.table.moving
        if not moving and portrait.queue.make_one():
            self.redraw()
        if self.display.outdated or moving or self.thinking.long:
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

    def _settles(self) -> bool:
        """Whether everything has come to rest, and is now to be drawn so that it can be kept."""
        return self.backing.behind and self._quiet_for() > SETTLE_AFTER

    def _quiet_for(self) -> float:
        """For how many seconds nothing has been drawn, and the mouse has not moved."""
        return time.monotonic() - max(self.drawn_at, self.pointer.moved)

    def redraw(self, *, panels: bool = True) -> None:
        """Something has changed: draw the next picture, with its panels planned anew unless these stay."""
        self.drawing = True
        self.display.outdated = self.display.outdated or panels

    def draw_panels(self) -> None:
        """Show the panels as they should be now."""
        self.display.show()

    # ---- what its parts know

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

    @property
    def placed(self) -> list[Placed]:
        """The panels that are shown, and where."""
        return self.display.placed

    # ---- the interface

    def become(self, ui: UiState, *, panels: bool = True) -> None:
        """Take another state of the interface, and show again what depends on what has changed."""
        before, self.ui = self.ui, ui
        if ui.chosen != before.chosen:
            self.showing.restage()
        elif not redrawing.same_layer(before, ui):
            inspect_actions.show_overlay(self)
        self.redraw(panels=panels)

    def hold(self, ui: UiState) -> None:
        """Take another state of the interface, which is shown with what comes next."""
        self.ui = ui

    def tell(self, text: str) -> None:
        """A sentence that stands on the screen for a few seconds."""
        self.fleeting.keep("notice")
        self.become(interface.notify(self.ui, text))

    def use(self, wanted: Settings) -> None:
        """Have these settings from now on."""
        self.settings = wanted
        palette.use(wanted.palette)
        self.become(interface.adopt(self.ui, wanted))

    def keep_picture(self, save: Path) -> None:
        """Put a picture of the table beside its save."""
        keepsake.keep(self, save)

    def press(self, action: UiAction) -> None:
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
