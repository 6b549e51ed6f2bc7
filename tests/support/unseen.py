"""A table without a window: the whole app over a scene graph that nobody draws. Its mouse and its keys are
the test's, and its loop takes the turns that the test asks for."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import MagicMock

from tilewright.viewer.camera import camera as cam
from tilewright.viewer.common import plane
from tilewright.viewer.common.session import Session
from tilewright.viewer.panels.layout import hit_at, scale_for
from tilewright.viewer.panels.vocabulary import UiAction
from tilewright.viewer.plugin import Maker, Sitting, TablePlugin

if TYPE_CHECKING:
    from tilewright.viewer.app.app import App

SIZE = (1280, 720)
Pixel = tuple[float, float]
P = TypeVar("P", bound=TablePlugin)


class Base:
    """As much of Panda's ShowBase as the app uses: a scene graph, and a window that shows nothing."""

    def __init__(self) -> None:
        from direct.interval.IntervalGlobal import ivalMgr
        from panda3d.core import ButtonThrower, ClockObject, NodePath, PerspectiveLens

        def step() -> None:
            ClockObject.get_global_clock().tick()
            ivalMgr.step()

        self.render, self.render2d, self.pixel2d = map(NodePath, ("render", "render2d", "pixel2d"))
        self.camera = self.render.attach_new_node("camera")
        self.camLens = PerspectiveLens()
        self.buttonThrowers = [NodePath(ButtonThrower("keys"))]
        pixel = {
            "get_x_size.return_value": 1,
            "get_y_size.return_value": 1,
            "get_ram_image_as.return_value": bytes(4),
        }
        self.win = MagicMock(
            **{"is_closed.return_value": False, "get_screenshot.return_value": MagicMock(**pixel)}
        )
        self.resize(SIZE)
        self.mouseWatcherNode = MagicMock()
        self.task_mgr = MagicMock(**{"step.side_effect": step})
        self.pipe, self.camNode, self.graphicsEngine, self.dgTrav, self.dataRootNode, self.eventMgr = (
            MagicMock() for _ in range(6)
        )

    def resize(self, size: tuple[int, int]) -> None:
        self.win.get_x_size.return_value, self.win.get_y_size.return_value = size

    def destroy(self) -> None:
        self.render.remove_node()


class Unseen:
    """The table, and hands on its mouse and keyboard."""

    def __init__(
        self,
        session: Session,
        plugins: Sequence[Maker] = (),
        *,
        autoplay: bool = False,
        seated: bool = True,
        sitting: Sitting | None = None,
    ) -> None:
        """Where the first person has secrets a curtain is down, unless they have `seated` themselves."""
        from direct.showbase.MessengerGlobal import messenger

        from tilewright.viewer.app.app import App
        from tilewright.viewer.rendering.window import Opened

        self.base, self.send = Base(), messenger.send
        self.held: set[str] = set()
        self._watch(None)
        opened = Opened(self.base, "baked", software=False)
        self.app: App = App(session, opened, autoplay=autoplay, plugins=plugins, sitting=sitting)
        if seated and self.app.ui.curtain is not None:
            self.app.showing.lift()
        self.turn()
        self.until(lambda: not self.app.table.waiting)

    def turn(self, count: int = 1) -> None:
        """Let the loop turn."""
        for _ in range(count):
            self.app.turn()

    def until(self, holds: Callable[[], Any], seconds: float = 20.0) -> None:
        """Let the loop turn until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"that did not come; said: {self.said}"
            self.turn()

    def resize(self, size: tuple[int, int]) -> None:
        """Somebody makes the window larger or smaller."""
        self.base.resize(size)
        self.send("window-event", [self.base.win])
        self.turn()

    def plugin(self, sort: type[P]) -> P:
        """The plugin of this class."""
        return next(one for one in self.app.plugins.every if isinstance(one, sort))

    def close(self) -> None:
        """Close the window, and all that was open with it."""
        self.app.close()
        self.app.run()

    # ---- hands

    def point(self, pixel: Pixel | None) -> None:
        """Move the mouse to a pixel, or out of the window."""
        self._watch(pixel)
        self.turn()

    def press(self, pixel: Pixel, button: int = 1) -> None:
        self.point(pixel)
        self.send("button down", [f"mouse{button}"])
        self.turn()

    def release(self, button: int = 1) -> None:
        self.send("button up", [f"mouse{button}"])
        self.turn()

    def click(self, where: Pixel | UiAction) -> None:
        """Click on a pixel, or on what asks for an action."""
        self.press(where if isinstance(where, tuple) else self.on(where))
        self.release()

    def drag(self, *pixels: Pixel, button: int = 1) -> None:
        """Pull with a button from the first over the others to the last."""
        self.press(pixels[0], button)
        for pixel in pixels[1:]:
            self.point(pixel)
        self.release(button)

    def wheel(self, pixel: Pixel, *, up: bool) -> None:
        self.point(pixel)
        self.send("button down", ["wheel_up" if up else "wheel_down"])
        self.turn()

    def keys(self, *names: str) -> None:
        """Press keys, each as Panda calls it, with `control-`, `alt-`, `shift-` before it."""
        for name in names:
            self.send("button down", [name])
            self.send("button up", [name])
            self.turn()

    def type(self, text: str) -> None:
        for character in text:
            self.send("typed", [character])
        self.turn()

    @contextmanager
    def holding(self, *names: str) -> Iterator[None]:
        """These keys are down meanwhile: `control`, `alt`, `shift`, `left`, ..."""
        self.held.update(names)
        yield
        self.held.difference_update(names)

    # ---- eyes

    @property
    def said(self) -> str:
        """The sentence on the screen."""
        return self.app.ui.notice

    @property
    def svg(self) -> str:
        """All panels as they are drawn."""
        return "".join(one.panel.svg for one in self.app.placed)

    def panel(self, key: str) -> str:
        """One panel as it is drawn; empty if it is not there."""
        return "".join(one.panel.svg for one in self.app.placed if one.key == key)

    def actions(self) -> list[UiAction]:
        """All that can be clicked on panels."""
        return [box.action for placed in self.app.placed for box in placed.panel.hits]

    def on(self, action: UiAction) -> Pixel:
        """The pixel of a panel at which a click asks for this."""
        app = self.app
        unit = scale_for(app.size, app.ui.text)
        for placed, across, up in itertools.product(
            reversed(app.placed), (0.5, 0.02, 0.98), (0.5, 0.02, 0.98)
        ):
            for box in placed.panel.hits:
                x = (placed.x + (box.x + box.w * across) * placed.size) * unit
                y = (placed.y + (box.y + box.h * up) * placed.size) * unit
                if box.action == action and hit_at(app.placed, (x, y), app.size, app.ui.text) == action:
                    return x, y
        raise AssertionError(f"nothing asks for {action}; there are {self.actions()}")

    def at(self, x: float, y: float, z: float = 0.0) -> Pixel:
        """The pixel of a point of the table."""
        point = cam.project(self.app.camera, (x, y, z), self.app.size)
        assert point is not None
        return point[0], point[1]

    def thing(self, handle: str) -> Pixel:
        """The pixel of something that stands on the table."""
        x, y, z = next(piece.at for piece in self.app.scene.pieces if piece.id == handle)
        return self.at(x, y, z + 0.2)

    def space(self, name: str) -> Pixel:
        """The pixel of the middle of a space."""
        floor = next(one for one in self.app.scene.floors if one.space == name)
        return self.at(*plane.inner_point(floor.outline), floor.z)

    # ---- within

    def _watch(self, pixel: Pixel | None) -> None:
        watcher = self.base.mouseWatcherNode
        watcher.has_mouse.return_value = pixel is not None
        watcher.is_button_down.side_effect = lambda button: (
            button.get_name().removeprefix("arrow_") in self.held
        )
        if pixel is not None:
            watcher.get_mouse_x.return_value = pixel[0] / self.app.size[0] * 2 - 1
            watcher.get_mouse_y.return_value = 1 - pixel[1] / self.app.size[1] * 2
