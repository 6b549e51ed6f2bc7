"""The camera's matrices and the mouse's ray, without a window."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.camera.camera import Camera
from tilewright.viewer.camera.picking import all_hits, capsule, height_of, pick
from tilewright.viewer.common import plane
from tilewright.viewer.staging.stage import stage

SIZE = (1280, 720)


def test_projection_and_ray_are_inverse() -> None:
    camera = Camera((3, -4), 37, 48, 22)
    for point in ((0.0, 0.0, 0.0), (5.5, -3.0, 0.0), (2.0, -7.0, 0.0)):
        projected = cam.project(camera, point, SIZE)
        assert projected is not None
        assert cam.on_ground(camera, projected[:2], SIZE) == pytest.approx(point[:2], abs=1e-6)


def test_fit_shows_the_whole_board_between_the_margins() -> None:
    bounds = (0, -8, 16, 0)
    camera = cam.fit(bounds, SIZE, margins=(200, 80, 260, 100))
    for x in (0, 16):
        for y in (-8, 0):
            shown = cam.project(camera, (x, y, 0), SIZE)
            assert shown is not None and 200 <= shown[0] <= 1020 and 80 <= shown[1] <= 620
    assert cam.fit(bounds, SIZE).distance < camera.distance


def test_zoom_and_drag_keep_the_ground_under_the_mouse() -> None:
    camera = cam.fit((0, -8, 16, 0), SIZE)
    spot = cam.on_ground(camera, (900, 300), SIZE)
    assert cam.on_ground(cam.zoom(camera, 0.8, (900, 300), SIZE), (900, 300), SIZE) == pytest.approx(spot)
    assert cam.on_ground(cam.drag(camera, (900, 300), (870, 350), SIZE), (870, 350), SIZE) == pytest.approx(
        spot
    )


def test_the_camera_stays_within_its_bounds() -> None:
    camera = cam.fit((0, -8, 16, 0), SIZE)
    for _ in range(50):
        camera = cam.orbit(cam.pan(camera, 3, 3), 20, 9)
    assert camera.elevation == cam.STEEPEST and camera.target[0] <= 17 and camera.target[1] <= 1
    assert cam.zoom(camera, 1e-6, (0, 0), SIZE).distance == cam.NEAREST


@pytest.mark.parametrize("azimuth", [0, 13, 100, 250])
def test_every_square_and_every_figure_is_picked_where_it_is_seen(mission: View, azimuth: float) -> None:
    scene = stage(mission)
    camera = cam.fit(scene.bounds, SIZE, azimuth=azimuth)
    for floor in scene.floors:
        x, y = plane.inner_point(floor.outline)
        point = cam.project(camera, (x, y, 0), SIZE)
        assert point is not None
        spaces = [h.name for h in all_hits(scene, camera, point[:2], SIZE) if h.sort == "space"]
        assert spaces[0] == floor.space
    for piece in scene.pieces:
        point = cam.project(camera, (*piece.at[:2], height_of(piece) * 0.8), SIZE)
        assert point is not None
        assert piece.id in [h.name for h in all_hits(scene, camera, point[:2], SIZE) if h.sort == "thing"]


def test_a_click_beside_the_board_is_nothing_and_irregular_regions_are_told_apart(regions: View) -> None:
    scene = stage(regions)
    camera = cam.fit(scene.bounds, SIZE)
    assert pick(scene, camera, (3, 700), SIZE) is None
    for floor in scene.floors:
        x, y = plane.inner_point(floor.outline)
        point = cam.project(camera, (x, y, floor.z), SIZE)
        assert point is not None
        spaces = [h.name for h in all_hits(scene, camera, point[:2], SIZE) if h.sort == "space"]
        assert spaces[0] == floor.space


def test_hidden_layers_are_looked_through(regions: View) -> None:
    scene = stage(regions)
    camera = cam.fit(scene.bounds, SIZE, elevation=88)
    point = cam.project(camera, (7.2, -0.5, 0.42), SIZE)
    assert point is not None
    assert all_hits(scene, camera, point[:2], SIZE)[-1].name == "b"
    assert "r" not in [h.name for h in all_hits(scene, camera, point[:2], SIZE, highest=0.1)]


def test_a_ray_meets_a_capsule_where_it_should() -> None:
    assert capsule((0, -5, 0.5), (0, 1, 0), (0, 0, 0), 1.0, 0.3) == pytest.approx(4.7)
    assert capsule((0, 0, 9), (0, 0, -1), (0, 0, 0), 1.0, 0.3) == pytest.approx(8.0)
    assert capsule((0.4, -5, 0.5), (0, 1, 0), (0, 0, 0), 1.0, 0.3) is None


def test_polygons() -> None:
    ell = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0))
    assert plane.area(ell) == 3 and len(plane.triangles(ell)) == 4
    found = sum(abs(plane.area(tuple(ell[i] for i in t))) for t in plane.triangles(ell))
    assert found == pytest.approx(3)
    heart = plane.inner_point(ell)
    assert plane.contains(ell, heart) and plane.distance_to_border(ell, plane.centre(ell)) < 0.3
    assert plane.distance_to_border(ell, heart) >= 0.4, "not at the corner that juts in"
    assert plane.area(plane.clip(ell, 0.5, 0.5, 2, 2)) == pytest.approx(1.25)
    inner = plane.inset(ell, 0.1)
    assert all(plane.contains(ell, p) and plane.distance_to_border(ell, p) > 0.09 for p in inner)
    for count in range(1, 12):
        points = plane.standing_points(ell, count)
        assert len(points) == count and all(plane.contains(ell, p) for p in points)
        assert count > 6 or min((math.dist(a, b) for a in points for b in points if a != b), default=1) > 0.2


def test_the_sky_is_no_ground(mission: View) -> None:
    """A camera that is kept in the settings may stand as low as somebody wrote there."""
    low, sky, scene = Camera((3, -4), 0, 4, 22), (640, 10), stage(mission)
    assert cam.on_ground(low, sky, SIZE) is None
    assert cam.drag(low, sky, (640, 700), SIZE) == low
    assert cam.zoom(low, 0.5, sky, SIZE) == replace(low, distance=11)
    assert cam.project(low, (3, -60, 0), SIZE) is None, "behind the eye"
    assert cam.fit((0, -8, 16, 0), SIZE, elevation=2, margins=(0, 0, 0, 700)).elevation == 2
    upwards = replace(low, elevation=-20)
    assert framing.towards((2.0, 100.0), upwards, scene, SIZE).target == (2.0, 100.0)
    assert not [hit for hit in all_hits(scene, low, sky, SIZE) if hit.name.startswith("noise")]
