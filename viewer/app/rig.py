"""What the camera of a table stands on: it is put somewhere, or travels there; it follows what happens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..camera import framing
from ..camera.camera import STEEPEST, Camera, Vec
from ..common.speech import say
from ..panels.hand import hand
from ..rendering import window
from ..scene.scene import LAYER_HEIGHT

if TYPE_CHECKING:
    from .app import App

TRAVEL_SECONDS = 0.45


class CameraRig:
    """The camera of one table; camera/camera.py and camera/framing.py work out where it should stand."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.camera = Camera()
        self.begun: Camera | None = None  # where it stood when the board was new
        self.way: tuple[Camera, Camera, float] | None = None  # from where, to where, since when

    def aim(self, camera: Camera) -> None:
        """Look from there, at once."""
        app = self.app
        self.way = None
        self.camera = camera
        app.table.look_from(camera.eye, camera.azimuth)
        window.aim(app.base, camera, app.size)
        app.redraw()

    def travel(self, camera: Camera) -> None:
        """Take the camera there: on a short way, or at once where movements are not wanted."""
        if self.app.settings.reduced_motion:
            self.aim(camera)
        else:
            self.way = (self.camera, camera, time.monotonic())

    def poll(self) -> None:
        """Go on with the way."""
        if self.way is not None:
            start, end, begun = way = self.way
            part = min(1.0, (time.monotonic() - begun) / TRAVEL_SECONDS)
            self.aim(framing.between(start, end, part))
            self.way = way if part < 1.0 else None

    def begin(self) -> None:
        """Where the camera stands when a board is new."""
        app = self.app
        self.begun = framing.first(app.scene, app.size, text=app.ui.text, cards=self._cards)
        self.aim(self.begun)

    def resized(self) -> None:
        """The window has another size: as a game begins, if nobody has moved the camera since."""
        if self.camera == self.begun:
            self.begin()
        else:
            self.aim(self.camera)

    def fit(self) -> None:
        """The whole board, from where a game begins; once more, nearer to what matters."""
        app, at = self.app, self.camera
        text, cards = app.ui.text, self._cards
        whole = framing.whole(app.scene, app.size, text=text, cards=cards)
        near = framing.nearer(whole, app.scene, app.size, text=text, cards=cards)
        there = abs(at.distance - whole.distance) < 0.01 and at.elevation == whole.elevation
        self.travel(near if there else whole)

    def above(self) -> None:
        """Straight down on the whole board, as on a plan; once more, as a game begins."""
        if self.camera.elevation >= STEEPEST:
            self.travel(
                framing.first(self.app.scene, self.app.size, text=self.app.ui.text, cards=self._cards)
            )
            return
        look = {"azimuth": 0.0, "elevation": STEEPEST}
        app = self.app
        self.travel(framing.whole(app.scene, app.size, text=app.ui.text, cards=self._cards, **look))

    def follow(self, moved: Sequence[Vec], *, at_once: bool) -> None:
        """Go to what can be answered, or to what has moved, if none of it can be seen."""
        app = self.app
        there = framing.follows(self.camera, app.scene, app.size, moved, text=app.ui.text, cards=self._cards)
        if there is not None:
            self.aim(there) if at_once else self.travel(there)

    def layer(self, by: int) -> None:
        """Look at the board with its upper layers taken off, one more or one fewer."""
        app = self.app
        heights = sorted({f.z for f in app.scene.floors if f.space})
        if len(heights) < 2:
            return
        now = sum(h <= app.table.highest for h in heights) - 1
        wanted = max(0, min(len(heights) - 1, now + by))
        app.table.show_layers(heights[wanted] + LAYER_HEIGHT / 3)
        app.tell(say("told_layers", wanted + 1, len(heights)))

    @property
    def _cards(self) -> bool:
        """Whether a hand of cards covers the lower border."""
        return bool(hand(self.app.view))
