"""The process that draws the frames of a film: it is given an order, then every moment. Started by
filming.py, with a clock of its own: what takes long to draw takes no longer in the film."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.host import children

from ..common import art, theme

if TYPE_CHECKING:
    from direct.task.Task import Task

    from tilewright.schemas.view import View

    from ..camera.camera import Camera
    from ..panels.layout import Placed
    from ..replaying.pace import Beat
    from ..scene.scene import Scene
    from ..staging.motion import MotionPath
    from ..staging.overlay import Focus, Layer

UNWRITABLE = 4  # the exit status that says so; 3: no renderer; 1, an exception: a mistake of ours
UNDER_BAR = 104.0
AFTER_MOTION = 30  # Panda moves at 20 and draws at 50.
SMALL = 88.0  # pixels of the plan: nobody can come nearer to a film
MOST_STEPS = 14  # frames of one movement; what walks further arrives at once


def main() -> None:
    """Draw every frame into the folder of the order; then tell the name of each, and how long it is seen."""
    take, tell = children.begin()
    order = take()
    art.use(order["art"])
    theme.use(order["look"])
    tell(list(frames(order, iter(take, None))))


def frames(order: dict[str, Any], moments: Iterator[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    """Draw one moment after another; gives the name of each picture and how long it is to be seen."""
    from ..panels.layout import scale_for
    from ..panels.roster import acting_in
    from ..replaying.pace import beats
    from ..staging import overlay
    from ..staging.overlay import NO_FOCUS
    from ..staging.stage import stage

    def layer(view: View, focus: Focus) -> Layer:
        """What lies over the board: zones and goals, and what is spoken of."""
        return overlay.layer("", {}, stage(view), view, focus, None, acting_in(view))

    reel = Reel(order)
    wide, high = (side / scale_for(reel.size) for side in reel.size)
    for moment in moments:
        bar = [*_of_time(moment, wide)]
        for beat in beats(iter(moment["told"])):
            words = [*bar, *_of_event(beat, wide, high)]
            over = layer(beat.view, beat.focus)
            yield from reel.show(beat.view, over, words, beat.seconds / moment["speed"], beat.focus)
        yield from reel.show(moment["view"], layer(moment["view"], NO_FOCUS), bar, moment["seconds"])


class Reel:
    """The table of one film, with the camera before it."""

    def __init__(self, order: dict[str, Any]) -> None:
        from ..camera import camera
        from ..rendering import window
        from ..rendering.hudlayer import HudLayer
        from ..rendering.table import TableRenderer
        from ..scene.scene import Scene

        self.size: tuple[float, float] = (order["size"][0], order["size"][1])
        self.fps, self.folder = float(order["fps"]), Path(order["folder"])
        small = self.size[0] * self.size[1] < 1_000_000
        times = 2 if order["renderer"] == "p3tinydisplay" and small else 1
        big = (order["size"][0] * times, order["size"][1] * times)
        opened = window.open_window(order["renderer"], order["quality"], big, offscreen=True)
        self.base = opened.base
        _keep_its_own_time(self.fps)
        self.table = TableRenderer(self.base.render, opened.quality)
        self.hud = HudLayer(self.base, times=times)
        self.scene, self.eye = Scene(), camera.Camera()
        self.whole = self.eye  # from where all is seen
        self.seen, self.number = -1, 0
        self.cards = False  # whether a hand covers the lower border
        self.placed: list[Placed] = []
        self.about: tuple[str, ...] = ()
        self.base.task_mgr.add(self._put_panels, "panels", sort=AFTER_MOTION)

    def show(
        self,
        view: View,
        over: Layer,
        panels: list[Placed],
        seconds: float,
        focus: Focus | None = None,
    ) -> Iterator[tuple[str, float]]:
        """What has become of the table, on its way there, and then for so long; before that the camera goes
        to what is in focus."""
        from ..panels.hand import hand
        from ..panels.layout import UiState, plan
        from ..scene.diff import diff
        from ..staging import motion
        from ..staging.stage import stage

        wanted, self.cards = stage(view), bool(hand(view))
        lines = motion.news(view.get("log") or (), self.seen) if self.seen >= 0 else []
        self.seen = max((int(one["n"]) for one in view.get("log") or ()), default=0)
        walks: tuple[MotionPath, ...] = ()
        if not self._moved_on(wanted):
            for camera in self._way(focus, wanted):
                self._look(camera)
                self.base.task_mgr.step()
                yield self._draw(), 1 / self.fps
            walks = motion.paths(diff(self.scene, wanted), self.scene, wanted, lines)
        self.scene = wanted
        self.table.show(wanted, walks, at_once=not walks)
        self.table.show_layer(over)
        self.placed = [*plan(view, UiState(), self.size), *panels]
        self.about = focus.things if focus else ()
        for _ in range(MOST_STEPS if walks else 0):
            if not self.table.moving:
                break
            self.base.task_mgr.step()
            yield self._draw(), 1 / self.fps
        self.table.finish()
        self.base.task_mgr.step()
        self.base.graphicsEngine.render_frame()
        yield self._draw(), seconds

    def _moved_on(self, wanted: Scene) -> bool:
        """Look at another board, if there is another one."""
        from ..camera import framing
        from ..scene.scene import Scene

        if self.scene.bounds == wanted.bounds and self.scene != Scene():
            return False
        self.whole = framing.whole(wanted, self.size, cards=self.cards)
        self._look(self.whole)
        return True

    def _way(self, focus: Focus | None, wanted: Scene) -> list[Camera]:
        """Where the camera stands, frame by frame, on its way to what will be in focus. Where a phase begins
        all is seen; of what is nowhere it takes no notice."""
        from ..camera import framing
        from ..staging.overlay import least_size, places

        if focus is None:
            return []
        there: Camera | None = self.whole
        if not focus.heading:
            about, small = places(focus, wanted, self.scene), SMALL / least_size(focus, wanted)
            there = framing.going(self.eye, wanted, self.size, about, cards=self.cards, small=small)
        if there is None or there == self.eye:
            return []
        count = max(1, round(framing.travel_seconds(self.eye, there) * self.fps))
        steps = [framing.between(self.eye, there, (n + 1) / count) for n in range(count)]
        return [*steps[:-1], there]

    def _look(self, camera: Camera) -> None:
        from ..rendering import window

        self.eye = camera
        self.table.look_from(camera.eye, camera.azimuth)
        window.aim(self.base, camera, self.size)

    def _put_panels(self, task: Task) -> int:
        """Panels and plates over what moves, after it has moved and before it is drawn."""
        self.hud.show(self.placed, self.scene, self.table, self.eye, self.size, about=self.about)
        return task.cont

    def _draw(self) -> str:
        from .still import picture, write_picture

        self.number += 1
        name = f"frame-{self.number:05}.png"
        size = (round(self.size[0]), round(self.size[1]))
        write_picture(picture(self.base, size), self.folder / name, compress_level=1)
        return name


def _of_event(beat: Beat, wide: float, high: float) -> Iterator[Placed]:
    """What happens, in words, and the card that comes."""
    from ..panels.layout import Placed
    from ..replaying.caption import event_card, subtitle

    said = subtitle(beat, wide * 0.5)
    yield Placed("caption", said, (wide - said.w) / 2, UNDER_BAR, 27)
    yield from event_card(beat, wide, high)


def _keep_its_own_time(fps: float) -> None:
    """However long a frame takes to draw, the next one is a frame later."""
    from panda3d.core import ClockObject

    clock = ClockObject.get_global_clock()
    clock.set_mode(ClockObject.M_non_real_time)
    clock.set_dt(1 / fps)


def _of_time(moment: dict[str, Any], wide: float) -> Iterator[Placed]:
    """The bar of time, and what is noted at this moment."""
    from ..panels.layout import Placed
    from ..replaying import dialogs, timeline_bar
    from ..replaying.playback import Playback

    playback = Playback(moment["last"], at=moment["shown"], playing=True, recording=True)
    bar = timeline_bar.bar(playback, moment["ticks"], moment["notes"])
    yield Placed("time", bar, (wide - bar.w) / 2, 57, 24)
    if moment["note"]:
        slip = dialogs.pinned(moment["note"])
        yield Placed("pinned", slip, (wide - slip.w) / 2, 98, 23)


if __name__ == "__main__":
    from ..rendering.window import NoRenderer

    try:
        main()
    except NoRenderer:
        sys.exit(3)
    except OSError as error:
        print(error.strerror or error, file=sys.stderr)
        sys.exit(UNWRITABLE)
