"""Where the camera stands at first, and where it goes when a question points out of the picture."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera import framing
from tilewright.viewer.camera.camera import FIELD_OF_VIEW, Camera
from tilewright.viewer.common import plane
from tilewright.viewer.panels.layout import BAR, MARGINS, UiState, plan, scale_for
from tilewright.viewer.pictures.film import SMALL, Reel
from tilewright.viewer.scene.scene import Scene
from tilewright.viewer.staging.overlay import Focus
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


def peopled(*at: tuple[float, float], own: int) -> Scene:
    """The same board with figures, of which the first so many are one's own."""
    things = [
        {"handle": f"f{n}", "name": f"f{n}", "kinds": ["figure"], "place": f"{x}.{y}"}
        for n, (x, y) in enumerate(at)
    ]
    for one in things[:own]:
        one["controllers"] = ["p"]
    spaces = [{"name": f"{x}.{y}", "at": [x, y]} for y in range(30) for x in range(40)]
    return stage({"seat": "p", "board": {"spaces": spaces}, "things": things, "players": [{"name": "p"}]})


def test_a_game_begins_at_all_figures_where_they_are_near_else_at_ones_own() -> None:
    near, far = peopled((20, 14), (24, 16), own=1), peopled((20, 14), (2, 2), own=1)
    for scene, wanted in ((near, [True, True]), (far, [True, False])):
        camera = framing.first(scene, SIZE)
        assert tile(camera) >= framing.FAIR
        heads = [(x, y, z + framing.OVERHEAD) for x, y, z in (piece.at for piece in scene.pieces)]
        assert [framing.seen(camera, head, SIZE) for head in heads] == wanted
    assert tile(framing.whole(far, SIZE)) < framing.FAIR / 2


def test_a_game_begins_with_what_is_played_for_in_sight_where_it_is_near() -> None:
    scene = peopled((20, 14), (22, 14), own=1)
    for aim, wanted in (((14.5, -16.5, 0.0), True), ((38.5, -28.5, 0.0), False)):
        camera = framing.first(scene._replace(aims=(aim,)), SIZE)
        assert framing.seen(camera, aim, SIZE) == wanted
        assert tile(camera) >= framing.FAIR
    assert not framing.seen(framing.first(scene, SIZE), (14.5, -16.5, 0.0), SIZE), "else it would not be"


def test_what_the_panel_in_the_corner_covers_is_not_seen() -> None:
    camera = framing.first(field(40, 30, ("20.14",)), SIZE)
    x, y = cam.on_ground(camera, (framing.CORNER[0] - 20, SIZE[1] - framing.CORNER[1] + 20), SIZE) or (0, 0)
    assert not framing.seen(camera, (x, y, 0.0), SIZE)
    x, y = cam.on_ground(camera, (framing.CORNER[0] + 20, SIZE[1] - framing.CORNER[1] + 20), SIZE) or (0, 0)
    assert framing.seen(camera, (x, y, 0.0), SIZE)


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


def test_the_camera_goes_to_what_happens_outside_of_the_middle_and_stays_for_all_else() -> None:
    scene = field(40, 30, ("1.1",))
    own = framing.first(scene, SIZE)
    middle = (own.target[0], own.target[1], 0.0)
    assert framing.going(own, scene, SIZE, [middle]) is None
    assert framing.going(own, scene, SIZE, []) is None
    assert framing.going(own, scene, SIZE, [(-9.0, 3.0, 0.0)]) is None, "it lies beside the board"
    far = [(30.0, -20.0, 0.0), (32.0, -22.0, 0.0)]
    there = framing.going(own, scene, SIZE, far)
    assert there is not None and all(framing.seen(there, point, SIZE, edge=framing.EDGE) for point in far)
    assert (there.distance, there.azimuth, there.elevation) == (own.distance, own.azimuth, own.elevation)
    assert framing.going(there, scene, SIZE, far) is None, "it is there"
    left, bottom, right, top = scene.bounds
    for corner in [(left, bottom, 0.0)], [(right, top, 0.0)], [(left, top, 0.0)]:
        at = framing.going(own, scene, SIZE, corner) or own
        assert framing.going(at, scene, SIZE, corner) is None, "at a border it comes to rest, too"


def test_the_camera_steps_back_for_what_happens_far_apart_and_comes_near_to_what_is_small() -> None:
    scene = field(40, 30, ("1.1",))
    own, whole = framing.first(scene, SIZE), framing.whole(scene, SIZE)
    apart = [(4.0, -4.0, 0.0), (34.0, -20.0, 0.0)]
    there = framing.going(own, scene, SIZE, apart)
    assert there is not None and all(framing.seen(there, point, SIZE) for point in apart)
    assert own.distance < there.distance <= whole.distance
    assert tile(whole) < framing.SMALL
    near = framing.going(whole, scene, SIZE, [(20.0, -15.0, 0.0)])
    assert near is not None and tile(near) > framing.SMALL


def test_a_longer_way_takes_longer_but_not_for_ever() -> None:
    here = Camera()
    near, far, further = (replace(here, target=(x, 0.0)) for x in (2.0, 10.0, 400.0))
    times = [framing.travel_seconds(here, one) for one in (near, far, further)]
    assert framing.QUICKEST < times[0] < times[1] < times[2] == framing.SLOWEST


def test_cards_in_hand_leave_room_for_the_bar_of_time_above_the_piles(mission: View) -> None:
    """Where cards lie below, the bar of time hangs above, and the prompt under it."""
    scene = stage(mission)
    camera = framing.whole(scene, SIZE, cards=True)
    beside = [one for one in scene.pieces if not scene.bounds[1] <= one.at[1] <= scene.bounds[3]]
    assert beside
    for one in beside:
        point = cam.project(camera, one.at, SIZE)
        assert point is not None and point[1] > (MARGINS[1] + BAR) * scale_for(SIZE)


def set_out(wide: int, high: int, options: tuple[str, ...], piles: int, tracks: Mapping[str, int]) -> View:
    """The same board with decks and tracks behind it."""
    deck: dict[str, Any] = {
        "title": "A deck",
        "owner": None,
        "sort": "pile",
        "count": 20,
        "things": None,
        "backs": [],
    }
    return {
        "seat": "p",
        "players": [{"name": "p"}],
        "board": {"spaces": [{"name": f"{x}.{y}", "at": [x, y]} for y in range(high) for x in range(wide)]},
        "question": {
            "seats": ["p"],
            "sort": "choose",
            "prompt": "Which of these",
            "options": [{"id": i, "space": name, "label": name} for i, name in enumerate(options)],
        },
        "piles": [deck | {"place": f"d{n}", "name": f"d{n}"} for n in range(piles)],
        "values": dict.fromkeys(tracks, 0),
        "tracks": {name: [0, most] for name, most in tracks.items()},
    }


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)])
@pytest.mark.parametrize(
    ("wide", "options", "piles", "tracks"),
    [
        (19, ("0.2", "18.2", "2.8", "16.8"), 12, {"time": 15, "fuse": 7, "course": 3}),
        (19, ("1.2", "14.5"), 4, {}),
        (32, ("3.2", "27.7"), 3, {"wounds": 2}),
    ],
)
def test_no_deck_lies_half_under_the_prompt_at_the_first_look(
    wide: int, options: tuple[str, ...], piles: int, tracks: dict[str, int], size: tuple[int, int]
) -> None:
    view = set_out(wide, 10, options, piles, tracks)
    scene, unit = stage(view), scale_for(size)
    camera = framing.first(scene, size)
    assert camera != framing.whole(scene, size)
    panels = [(one.x, one.y, one.x + one.panel.w, one.y + one.panel.h) for one in plan(view, UiState(), size)]
    for piece in framing.beside(scene):
        corners = framing.box_of(piece, piece.size * piece.look.height)
        shown = [at[:2] for corner in corners if (at := cam.project(camera, corner, size))]
        left, top, right, bottom = (v / unit for v in plane.box([tuple(shown)]))
        assert top > 0, piece.title
        for panel in panels:
            apart = right < panel[0] or panel[2] < left or bottom < panel[1] or panel[3] < top
            assert apart, (piece.title, panel)
    bare = stage(view | {"piles": [], "tracks": {}})
    assert camera.distance <= 1.05 * framing.first(bare, size).distance, "all is as large as without them"


def test_a_row_of_decks_that_fits_nowhere_moves_the_camera_to_no_side() -> None:
    scene = stage(set_out(19, 10, ("9.1",), 12, {}))
    bare = stage(set_out(19, 10, ("9.1",), 0, {}))
    assert abs(framing.first(scene, SIZE).target[0] - framing.first(bare, SIZE).target[0]) < 0.5


def test_in_a_film_the_camera_goes_to_events_and_shows_all_where_a_phase_begins() -> None:
    reel = Reel.__new__(Reel)  # without a window
    reel.scene, reel.size, reel.fps, reel.cards = field(40, 30), SIZE, 10.0, False
    reel.whole = reel.eye = framing.whole(reel.scene, SIZE)
    way = reel._way(Focus(spaces=("30.20",)), reel.scene)
    assert len(way) > 3 and framing.seen(way[-1], (30.0, -20.0, 0.0), SIZE) and tile(way[-1]) > SMALL
    assert all(a.distance > b.distance for a, b in itertools.pairwise(way)), "it goes straight there"
    reel.eye = way[-1]
    assert reel._way(Focus(spaces=("30.20",)), reel.scene) == [] == reel._way(None, reel.scene), (
        "it is there, or nothing happens"
    )
    assert reel._way(Focus(), reel.scene) == [] == reel._way(Focus(("nobody",)), reel.scene), (
        "what happens is nowhere"
    )
    back = reel._way(Focus(heading=True), reel.scene)
    assert back[-1] == reel.whole and len(back) > 3


def test_the_way_of_the_camera_begins_and_ends_where_it_should() -> None:
    a, b = Camera((0, 0), 350, 40, 10), Camera((8, -2), 10, 60, 30)
    assert framing.between(a, b, 1.0) == b
    assert framing.between(a, b, 0.0) == a
    assert framing.between(a, b, 0.5).azimuth % 360 == 0, "the short way round"
