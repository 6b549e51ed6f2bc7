"""Where the camera stands at first, and where it goes when a question points out of the picture."""

from __future__ import annotations

import math

from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.camera.camera import FIELD_OF_VIEW, Camera
from tilewright.viewer.panels.layout import MARGINS, scale_for
from tilewright.viewer.scene.scene import Scene
from tilewright.viewer.staging.stage import stage

SIZE = (1600, 900)


def field(wide: int, high: int, options: tuple[str, ...] = ()) -> Scene:
    """Squares in rows; the question points at some of them."""
    spaces = [{"name": f"{x}.{y}", "at": [x, y]} for y in range(high) for x in range(wide)]
    question: View = {"seats": ["p"], "sort": "choose", "options": []}
    question["options"] = [{"id": i, "space": name, "label": name} for i, name in enumerate(options)]
    return stage({"seat": "p", "board": {"spaces": spaces}, "question": question})


def tile(camera: Camera) -> float:
    """How many pixels a tile has in the middle of the picture."""
    return SIZE[1] / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2) / camera.distance


def frame() -> tuple[float, float, float, float]:
    left, top, right, bottom = (m * scale_for(SIZE) for m in MARGINS)
    return left, top, SIZE[0] - right, SIZE[1] - bottom


def test_a_small_board_is_seen_as_a_whole_between_the_panels(mission: View) -> None:
    scene = stage(mission)
    camera = framing.whole(scene, SIZE)
    left, top, right, bottom = frame()
    for floor in scene.floors:
        for x, y in floor.outline:
            point = cam.project(camera, (x, y, floor.z), SIZE)
            assert point is not None
            assert left - 1 <= point[0] <= right + 1 and top - 1 <= point[1] <= bottom + 1
    small = field(6, 4)
    assert framing.first(small, SIZE) == framing.whole(small, SIZE)


def test_a_large_board_begins_near_enough_at_what_can_be_answered() -> None:
    scene = field(40, 30, ("38.28",))
    camera = framing.first(scene, SIZE)
    assert tile(framing.whole(scene, SIZE)) < framing.TILE - 20
    assert abs(tile(camera) - framing.TILE) < 1
    assert framing.seen(camera, scene.marks[0].at, SIZE)


def test_all_that_can_be_answered_is_in_sight_when_a_game_begins() -> None:
    near = field(40, 30, ("20.14", "24.16"))
    assert abs(tile(framing.first(near, SIZE)) - framing.TILE) < 1
    far = field(40, 30, ("8.8", "31.21"))
    camera = framing.first(far, SIZE)
    assert all(framing.seen(camera, mark.at, SIZE) for mark in far.marks)
    assert tile(framing.whole(far, SIZE)) < tile(camera) < framing.TILE, "no further off than that takes"
    corners = field(40, 30, ("0.0", "39.29"))
    assert framing.first(corners, SIZE) == framing.whole(corners, SIZE)
    empty = field(40, 30)
    assert framing.first(empty, SIZE) == framing.whole(empty, SIZE)


def test_the_picture_is_filled_with_the_board_as_far_as_it_goes() -> None:
    """Near a corner the camera stops where the board's border comes into the picture."""
    scene = field(40, 30, ("0.0",))
    camera = framing.first(scene, SIZE)
    corner = cam.project(camera, (0, 0, 0), SIZE)
    assert corner is not None and corner[1] < 0.5 * SIZE[1] and corner[0] < 0.5 * SIZE[0]


def test_the_camera_follows_a_question_only_when_it_points_out_of_the_picture() -> None:
    scene = field(40, 30, ("1.1",))
    camera = framing.first(scene, SIZE)
    assert framing.follows(camera, scene, SIZE) is None
    far = field(40, 30, ("38.28", "37.28"))
    there = framing.follows(camera, far, SIZE)
    assert there is not None and framing.seen(there, far.marks[0].at, SIZE)
    assert (there.distance, there.azimuth) == (camera.distance, camera.azimuth), "it only moves"
    quiet, away = far._replace(marks=()), [mark.at for mark in far.marks]
    assert framing.follows(camera, quiet, SIZE) is None
    assert framing.follows(camera, quiet, SIZE, away) == framing.follows(camera, far, SIZE), "it has moved"
    assert framing.follows(camera, scene, SIZE, away) is None, "what is asked comes first"
    assert framing.follows(camera, quiet, SIZE, [(-9.0, 3.0, 0.0)]) is None, "it lies beside the board"


def test_the_way_of_the_camera_begins_and_ends_where_it_should() -> None:
    a, b = Camera((0, 0), 350, 40, 10), Camera((8, -2), 10, 60, 30)
    assert framing.between(a, b, 1.0) == b
    assert framing.between(a, b, 0.0) == a
    assert framing.between(a, b, 0.5).azimuth % 360 == 0, "the short way round"
