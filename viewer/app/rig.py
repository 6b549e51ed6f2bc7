"""What the camera of a table stands on: it is put somewhere, or travels there; it follows what happens."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..camera import framing
from ..camera.camera import STEEPEST, Camera, Vec
from ..common.speech import say
from ..panels.hand import hand
from ..rendering import window
from ..scene.scene import LAYER_HEIGHT, Scene
from ..staging.overlay import Focus, least_size, places

if TYPE_CHECKING:
    from .app import App

TRAVEL_SECONDS = 0.45


class CameraTravel(NamedTuple):
    """From where, to where, since when and for how long the camera travels."""

    start: Camera
    end: Camera
    begun: float
    seconds: float


class CameraRig:
    """The camera of one table; camera/camera.py and camera/framing.py work out where it should stand."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.camera = Camera()
        self.begun: Camera | None = None  # where it stood when the board was new
        self.way: CameraTravel | None = None
        self.own: Camera | None = None  # the person's own view, while the camera is at what happens
        self.telling = False  # whether what happens is shown, one thing after another
        self.led = False  # and the camera goes there: not after a person has moved it

    def aim(self, camera: Camera) -> None:
        """Look from there, at once."""
        self.way = self.own = None
        self.led = False
        self._put(camera)

    def travel(self, camera: Camera) -> None:
        """Take the camera there: on a short way, or at once where movements are not wanted."""
        self.own, self.led = None, False
        self._go(camera, TRAVEL_SECONDS)

    def poll(self) -> None:
        """Go on with the way."""
        if self.way is not None:
            way = self.way
            part = (time.monotonic() - way.begun) / way.seconds
            self._put(framing.between(way.start, way.end, part) if part < 1.0 else way.end)
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
            self._put(self.camera)

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
        """Go to what can be answered, or to what has moved, if none of it can be seen; where nobody has moved
        the camera since a board was new, as if it were new, so that all of it can be."""
        app, at = self.app, self._bound_for
        text, cards = app.ui.text, self._cards
        there = framing.follows(at, app.scene, app.size, moved, text=text, cards=cards)
        covered = not all(framing.seen(at, mark.at, app.size, text, cards) for mark in app.scene.marks)
        if at == self.begun and covered:
            there = self.begun = framing.first(app.scene, app.size, text=text, cards=cards)
        if there is None or there == at:
            return
        self.own = None
        if at_once:
            self.way = None
            self._put(there)
        else:
            self._go(there, TRAVEL_SECONDS)

    def lead(self) -> None:
        """From now on what happens is shown, and the camera may go there."""
        self.telling = self.led = True

    def to_event(self, focus: Focus, scene: Scene, pace: float) -> float:
        """Go to what will be so in a scene, unless it can be seen well from here, or a person has moved the
        camera since events are shown; how many seconds the way takes."""
        app = self.app
        if not (self.led and app.settings.follow_events):
            return 0.0
        at = self._bound_for
        there = framing.going(
            at,
            scene,
            app.size,
            places(focus, scene, app.scene),
            text=app.ui.text,
            cards=self._cards,
            small=framing.SMALL / least_size(focus, scene),
        )
        if there is None:
            return 0.0
        self.own = self.own or at
        return self._go(there, framing.travel_seconds(self.camera, there) / pace)

    def show(self, about: Iterable[Vec]) -> None:
        """Go to what somebody wants to see, unless it can be seen well from here."""
        at, app = self._bound_for, self.app
        there = framing.going(at, app.scene, app.size, about, text=app.ui.text, cards=self._cards)
        if there is not None:
            self._go(there, framing.travel_seconds(self.camera, there))

    def back(self) -> None:
        """Nothing more happens: return to the person's own view."""
        own, self.own, self.telling = self.own, None, False
        if own is not None:
            self._go(own, framing.travel_seconds(self.camera, own))

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
    def _bound_for(self) -> Camera:
        """Where the camera stands, or will once it is there."""
        return self.camera if self.way is None else self.way.end

    def _go(self, camera: Camera, seconds: float) -> float:
        if self.app.settings.reduced_motion:
            self.way = None
            self._put(camera)
            return 0.0
        self.way = CameraTravel(self.camera, camera, time.monotonic(), seconds)
        return seconds

    def _put(self, camera: Camera) -> None:
        app = self.app
        self.camera = camera
        app.table.look_from(camera.eye, camera.azimuth)
        window.aim(app.base, camera, app.size)
        app.redraw()

    @property
    def _cards(self) -> bool:
        """Whether a hand of cards covers the lower border."""
        return bool(hand(self.app.view))
