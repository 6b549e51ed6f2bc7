"""The small map: all of the board and what stands on it, what the window shows, where a click leads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tilewright.schemas.view import View
from tilewright.viewer.app.minimap import MinimapPlugin
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.panels.interface import UiState
from tilewright.viewer.panels.layout import hit_at, plan, scale_for
from tilewright.viewer.panels.vocabulary import Surface
from tilewright.viewer.scene.looks import FLAT
from tilewright.viewer.staging.stage import stage

SIZE = (1280.0, 720.0)
PLAIN = UiState()


def table(view: View, camera: cam.Camera, ui: UiState = PLAIN) -> Any:
    """As much of an app as a map needs, with the panels that it has then."""
    app: Any = SimpleNamespace(scene=stage(view), camera=camera, size=SIZE, ui=ui, pointer=None)
    app.pointer = SimpleNamespace(action_at=lambda pixel: hit_at(app.placed, pixel, SIZE, ui.text))
    app.rig = SimpleNamespace(aim=lambda wanted: setattr(app, "camera", wanted))
    app.plugin = MinimapPlugin(cast("Any", app))
    unit = scale_for(SIZE, ui.text)
    app.placed = app.plugin.panels(plan(view, ui, SIZE), SIZE[0] / unit, SIZE[1] / unit)
    return app


def near(view: View) -> cam.Camera:
    """A camera that shows the left half of the board only."""
    left, bottom, _, top = stage(view).bounds
    return cam.Camera(target=(left + 2, (bottom + top) / 2), distance=9.0)


def pixel_on_map(app: Any, x: float, y: float) -> tuple[float, float]:
    assert app.plugin.chart is not None
    unit, (left, top) = scale_for(SIZE, app.ui.text), app.plugin.corner
    at = app.plugin.chart.at(x, y)
    return (left + at[0]) * unit, (top + at[1]) * unit


def test_a_board_that_is_seen_whole_has_no_map(mission: View) -> None:
    app = table(mission, framing.whole(stage(mission), SIZE))
    assert not [p for p in app.placed if p.key.startswith("map")]


def test_a_small_board_has_none(rooms: View) -> None:
    assert not [p for p in table(rooms, near(rooms)).placed if p.key.startswith("map")]


def test_the_map_shows_every_space_who_stands_there_and_what_is_lit(mission: View) -> None:
    app = table(mission, near(mission))
    shown = next(p for p in app.placed if p.key == "map")
    scene = app.scene
    assert shown.panel.svg.count("M") >= sum(bool(f.space) for f in scene.floors)
    standing = [p for p in scene.pieces if p.look.archetype not in FLAT]
    assert shown.panel.svg.count("transform") == len(standing) > 5
    for floor in scene.floors:
        for x, y in floor.outline if floor.space else ():
            at = app.plugin.chart.at(x, y)
            assert 0 <= at[0] <= shown.panel.w and 0 <= at[1] <= shown.panel.h


def test_a_click_takes_the_camera_there_and_a_pull_along(mission: View) -> None:
    app = table(mission, near(mission))
    right = stage(mission).bounds[2]
    assert app.plugin.press(pixel_on_map(app, right - 3, -2.0), Surface.MAP)
    assert app.camera.target == pytest.approx((right - 3, -2.0))
    assert app.plugin.pull(pixel_on_map(app, right + 50, -2.0))
    assert app.camera.target == pytest.approx((right, -2.0)), "no further than the board"
    assert app.plugin.release((0.0, 0.0), None, clicked=False)
    assert not app.plugin.pull((0.0, 0.0)) and not app.plugin.press((640.0, 300.0), None)


@pytest.mark.parametrize("text", [0.8, 1.0, 1.4, 2.0])
def test_the_map_covers_no_panel(mission: View, text: float) -> None:
    placed = table(mission, near(mission), UiState(text=text)).placed
    maps = [p for p in placed if p.key == "map"]
    assert maps or text > 1.0
    for p in maps:
        for other in placed:
            if other.key in ("roster", "inspector", "log", "prompt") or other.key.startswith("card "):
                apart = (
                    other.x >= p.x + p.panel.w
                    or other.y >= p.y + p.panel.h
                    or other.x + other.panel.w <= p.x
                    or other.y + other.panel.h <= p.y
                )
                assert apart, other.key
