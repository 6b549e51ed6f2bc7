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
    from tilewright.schemas.view import View

    from ..panels.layout import Placed
    from ..replaying.pace import Beat
    from ..staging.overlay import Layer

UNWRITABLE = 4  # the exit status that says so; 3: no renderer; 1, an exception: a mistake of ours
UNDER_BAR, CARD_SIZE = 104.0, 0.8
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
    from ..camera import camera, framing
    from ..panels.layout import UiState, plan, scale_for
    from ..panels.roster import acting_in
    from ..rendering import window
    from ..rendering.hudlayer import HudLayer
    from ..rendering.table import TableRenderer
    from ..replaying.pace import beats
    from ..scene.diff import diff
    from ..scene.scene import Scene
    from ..staging import motion, overlay
    from ..staging.stage import stage
    from .still import picture, write_picture

    size: tuple[int, int] = (order["size"][0], order["size"][1])
    renderer, fps, folder = order["renderer"], float(order["fps"]), Path(order["folder"])
    times = 2 if renderer == "p3tinydisplay" and size[0] * size[1] < 1_000_000 else 1
    opened = window.open_window(
        renderer, order["quality"], (size[0] * times, size[1] * times), offscreen=True
    )
    base = opened.base
    _keep_its_own_time(fps)
    table, hud = TableRenderer(base.render, opened.quality), HudLayer(base, times=times)
    wide, high = (side / scale_for(size) for side in size)
    scene, eye, seen, number = Scene(), camera.Camera(), -1, 0

    def draw() -> str:
        nonlocal number
        number += 1
        name = f"frame-{number:05}.png"
        write_picture(picture(base, size), folder / name, compress_level=1)
        return name

    def shown(
        view: View, over: Layer | None, panels: list[Placed], seconds: float
    ) -> Iterator[tuple[str, float]]:
        """What has become of the table, on its way there, and then for so long."""
        nonlocal scene, eye, seen
        wanted = stage(view)
        lines = motion.news(view.get("log") or (), seen) if seen >= 0 else []
        seen = max((int(one["n"]) for one in view.get("log") or ()), default=0)
        walks = motion.paths(diff(scene, wanted), scene, wanted, lines)
        if scene.bounds != wanted.bounds or scene == Scene():
            eye = framing.whole(wanted, size)
            table.look_from(eye.eye, eye.azimuth)
            window.aim(base, eye, size)
            walks = ()
        scene = wanted
        table.show(wanted, walks, at_once=not walks)
        table.show_layer(over)
        placed = [*plan(view, UiState(rolled=motion.rolls(lines)[-3:]), size), *panels]
        for _ in range(MOST_STEPS if walks else 0):
            if not table.moving:
                break
            hud.show(placed, scene, table, eye, size)
            base.task_mgr.step()
            yield draw(), 1 / fps
        table.finish()
        hud.show(placed, scene, table, eye, size)
        base.task_mgr.step()
        base.graphicsEngine.render_frame()
        yield draw(), seconds

    for moment in moments:
        bar = [*_of_time(moment, wide)]
        for beat in beats(iter(moment["told"])):
            staged = stage(beat.view)
            over = overlay.layer("", {}, staged, beat.view, beat.focus, None, acting_in(beat.view))
            words = [*bar, *_of_event(beat, wide, high)]
            yield from shown(beat.view, over, words, beat.seconds / moment["speed"])
        yield from shown(moment["view"], None, bar, moment["seconds"])


def _of_event(beat: Beat, wide: float, high: float) -> Iterator[Placed]:
    """What happens, in words, and the card that comes."""
    from ..panels.large import large
    from ..panels.layout import Placed
    from ..replaying.caption import subtitle

    said = subtitle(beat, wide * 0.5)
    yield Placed("caption", said, (wide - said.w) / 2, UNDER_BAR, 27)
    card = None if beat.card is None else large(beat.view, beat.card)
    if card is not None:
        top = UNDER_BAR + said.h + 8
        size = min(CARD_SIZE, (high - top - 20) / card.h)
        yield Placed("event card", card, (wide - card.w * size) / 2, top, 28, size=size)


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
