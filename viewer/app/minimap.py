"""The small map beside the table: there while the window shows only a part of the board; a click or a pull on
it takes the camera there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..camera import camera as cam
from ..panels import minimap
from ..panels.layout import GAP, Placed, ceiling_for, scale_for
from ..panels.vocabulary import Surface, UiAction
from ..plugin import Pixel, TablePlugin

if TYPE_CHECKING:
    from .app import App

LARGE = 24  # spaces: smaller boards are known by heart


class MinimapPlugin(TablePlugin):
    """The map of one table."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.chart: minimap.Chart | None = None  # while the map is shown
        self.corner = (0.0, 0.0)  # where it stands, in pixels of the plan
        self.pulling = False

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        scene, used = self.app.scene, {p.key: p for p in placed}
        self.chart = None
        if "curtain" in used or sum(bool(f.space) for f in scene.floors) < LARGE or self._whole():
            return placed
        lists = [used[key] for key in ("roster", "players") if key in used]
        top = max((one.y + one.panel.h for one in lists), default=ceiling_for(w) - GAP)
        cards = [p.y for p in placed if p.key.startswith("card ") and p.x < minimap.WIDE]
        bottom = min([used["inspector"].y if "inspector" in used else h, *cards]) - GAP
        if bottom - top - GAP < minimap.LEAST:
            return placed
        self.chart = minimap.chart(scene, min(bottom - top - GAP, minimap.WIDE))
        self.corner = (GAP, bottom - self.chart.h)
        size = self.app.size
        corners = [(0.0, 0.0), (size[0], 0.0), size, (0.0, size[1])]
        ground = [
            at for corner in corners if (at := cam.on_ground(self.app.camera, corner, size)) is not None
        ]
        shown = [Placed("map", minimap.minimap(scene, self.chart), *self.corner, 18)]
        if len(ground) == len(corners):
            shown.append(Placed("map frame", minimap.frame(self.chart, ground), *self.corner, 19))
        return [*placed, *shown]

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        self.pulling = self._on_map(pixel)
        if self.pulling:
            self._go(pixel)
        return self.pulling

    def pull(self, pixel: Pixel) -> bool:
        if self.pulling:
            self._go(pixel)
        return self.pulling

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        pulled, self.pulling = self.pulling, False
        return pulled

    # ---- within

    def _whole(self) -> bool:
        """Whether all of the board is in the picture."""
        left, bottom, right, top = self.app.scene.bounds
        w, h = self.app.size
        corners = [(x, y, 0.0) for x in (left, right) for y in (bottom, top)]
        seen = [cam.project(self.app.camera, corner, (w, h)) for corner in corners]
        return all(at is not None and 0 <= at[0] <= w and 0 <= at[1] <= h for at in seen)

    def _on_map(self, pixel: Pixel) -> bool:
        return self.chart is not None and self.app.pointer.action_at(pixel) is Surface.MAP

    def _go(self, pixel: Pixel) -> None:
        assert self.chart is not None
        unit = scale_for(self.app.size, self.app.ui.text)
        x, y = pixel[0] / unit - self.corner[0], pixel[1] / unit - self.corner[1]
        left, bottom, right, top = self.app.scene.bounds
        at = self.chart.under(x, y)
        target = min(max(at[0], left), right), min(max(at[1], bottom), top)
        self.app.rig.aim(replace(self.app.camera, target=target))
