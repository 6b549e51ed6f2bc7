"""Mouse and keyboard of a Panda3D window → calls of the app. No decision
is made here beyond which gesture it was."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from direct.showbase.DirectObject import DirectObject
from panda3d.core import KeyboardButton

from ..camera import camera as cam
from ..panels import interface
from . import answering, settings_actions
from .commands import BEHIND_CURTAIN, bound, help_keys

if TYPE_CHECKING:
    from .app import App

CLICK_MOVES = 6  # pixels that a click may wander
PAN, TURN = 0.55, 70.0  # by arrow keys: screens and degrees per second


class Controls(DirectObject):
    """Listens to one window. `poll` is called in every turn of the loop."""

    def __init__(self, base: Any, app: App) -> None:
        super().__init__()
        self.base, self.app = base, app
        self.pressed: dict[str, tuple[float, float]] = {}
        self.last: tuple[float, float] | None = None
        self.under: tuple[Any, ...] = ()  # the camera and the scene that the mouse was over last
        self.before = time.monotonic()
        for problem in self.use_keys():
            app.tell(problem)
        thrower = base.buttonThrowers[0].node()
        thrower.set_button_down_event("button down")
        thrower.set_button_up_event("button up")
        thrower.set_button_repeat_event("button again")
        self.accept("button down", self._down)
        self.accept("button up", self._up)
        self.accept("button again", self._again)
        thrower.set_keystroke_event("typed")
        self.accept("typed", self._typed)
        self.accept("window-event", self._window)
        base.win.set_close_request_event("close table")
        self.accept("close table", app.leave)

    def destroy(self) -> None:
        self.ignore_all()

    def use_keys(self) -> list[str]:
        """Take the keys of the settings; gives what is wrong with them."""
        keys = self.app.settings.keys
        self.commands, problems = bound(keys)
        self.app.become(interface.list_keys(self.app.ui, help_keys(keys)))
        return problems

    def poll(self) -> None:
        """Follow the mouse and the keys that are held down."""
        now = time.monotonic()
        passed, self.before = min(now - self.before, 0.1), now
        # Panda would hand on what the window has heard only after the next picture. Buttons come before the
        # way of the mouse: a pull may begin and move on between two looks.
        self.base.dgTrav.traverse(self.base.dataRootNode)
        self.base.eventMgr.do_events()
        pixel = self._pixel()
        if self.app.thinking.busy and not self.pressed.keys() & {"mouse2", "mouse3"}:
            self.last = pixel  # only the camera follows
        elif pixel != self.last:
            if pixel is not None and self.last is not None and (self.pressed.keys() & {"mouse2", "mouse3"}):
                self._drag(self.last, pixel)
            elif pixel is not None and "mouse1" in self.pressed and self._wandered(pixel):
                if self.held("control"):
                    self._drag(self.last or pixel, pixel)
                else:
                    self.app.pointer.pull(pixel)
            else:
                self.app.pointer.point(pixel)
            self.last = pixel
        elif not self.pressed and (self.app.camera, self.app.scene) != self.under:
            self.app.pointer.point(pixel)  # The mouse rests, but the table has moved under it.
        self.under = self.app.camera, self.app.scene
        self._arrows(passed)

    def _pixel(self) -> tuple[float, float] | None:
        watcher = self.base.mouseWatcherNode
        if not watcher.has_mouse():
            return None
        width, height = self.app.size
        return (
            round((watcher.get_mouse_x() + 1) / 2 * width, 1),
            round((1 - watcher.get_mouse_y()) / 2 * height, 1),
        )

    def _wandered(self, pixel: tuple[float, float]) -> bool:
        return math.dist(self.pressed["mouse1"], pixel) > CLICK_MOVES

    def held(self, *names: str) -> bool:
        """Whether one of these keys is down."""
        watcher = self.base.mouseWatcherNode
        return any(watcher.is_button_down(getattr(KeyboardButton, name)()) for name in names)

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        app = self.app
        if "mouse2" in self.pressed or self.held("control"):
            app.rig.aim(cam.orbit(app.camera, (start[0] - end[0]) * 0.3, (end[1] - start[1]) * 0.25))
        else:
            app.rig.aim(cam.drag(app.camera, start, end, app.size))

    def _arrows(self, passed: float) -> None:
        right = self.held("right") - self.held("left")
        up = self.held("up") - self.held("down")
        if (not right and not up) or self.held("alt") or self.app.ui.settings:
            return
        app = self.app
        if self.held("shift"):
            app.rig.aim(cam.orbit(app.camera, -right * TURN * passed, -up * TURN / 2 * passed))
        else:
            far = app.camera.distance * PAN * passed
            app.rig.aim(cam.pan(app.camera, right * far, up * far))

    def _down(self, name: str) -> None:
        pixel = self._pixel() or self.last or (0.0, 0.0)
        if name.startswith("mouse"):
            if name == "mouse3" and self.app.pointer.pulling and self.app.pointer.give_up():
                return
            self.pressed[name] = pixel
            if name == "mouse1" and not self.app.thinking.busy:
                self.app.pointer.press(pixel)
        elif name in ("wheel_up", "wheel_down"):
            self.app.pointer.wheel(pixel, -1 if name == "wheel_up" else 1)
        else:
            self._command(name)

    def _up(self, name: str) -> None:
        start = self.pressed.pop(name, None)
        if name != "mouse1" or start is None or self.app.thinking.busy:
            return
        pixel = self._pixel() or start
        self.app.pointer.release(pixel, clicked=math.dist(start, pixel) <= CLICK_MOVES)

    def _again(self, name: str) -> None:
        if name in ("backspace", "tab"):
            self._command(name)

    def _typed(self, character: str) -> None:
        if not self.app.thinking.busy:
            self.app.plugins.typed(character)

    def _command(self, name: str) -> None:
        """What a key does; nothing while the table is thinking: it cannot be asked anything."""
        if self.app.pointer.give_up() and parted(name)[0] == "escape":
            return
        if not self.app.thinking.busy:
            self._key(name)
        elif parted(name)[0] == "escape":
            self.app.thinking.stop()

    def _key(self, name: str) -> None:
        """A command of the settings or the usual ones; else a letter or digit, which is a row's."""
        name, said = parted(name)
        held = [word for word in ("control", "alt", "shift") if word in said or self.held(word)]
        if self.app.ui.rebinding:
            settings_actions.take_key(self.app, name, held)
            return
        if self.app.ui.settings and not held and settings_actions.key(self.app, name):
            return
        if self.app.plugins.key(name, tuple(held)):
            return
        command = self.commands.get("-".join([*held, name]))
        if command is None and held == ["shift"]:
            command = self.commands.get(name)
        if command is not None:
            if self.app.ui.curtain is None or command.name in BEHIND_CURTAIN:
                command.do(self.app)
        elif not held and len(name) == 1 and name.isalnum():
            self._letter(name)

    def _letter(self, name: str) -> None:
        """A letter or digit: the row of the menu with that key, else a plugin's."""
        app = self.app
        free = app.ui.curtain is None and not app.view.get("over")
        if free and not answering.row(app, name):
            app.plugins.letter(name)

    def _window(self, win: Any) -> None:
        if win != self.base.win:  # Another wrapper of the same window: `is` would not do.
            return
        if win.is_closed():
            self.app.close()
        elif (win.get_x_size(), win.get_y_size()) != self.app.size:
            self.app.resized()
        else:
            self.app.redraw(panels=False)


def parted(name: str) -> tuple[str, list[str]]:
    """Panda's name of a key without the modifiers before it, and those: `control-s` is s, with control."""
    words = name.split("-")
    if name.endswith("-"):
        return "-", [word for word in words if word]
    return words[-1], words[:-1]
