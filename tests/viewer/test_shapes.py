"""Polygons; dice and things that stand about: closed, of a size that fits, and each unlike the others."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.viewer.common import plane
from tilewright.viewer.modelling import boardmesh, dice, markmesh
from tilewright.viewer.modelling.mesh import Mesh
from tilewright.viewer.modelling.props import WORDS, prop
from tilewright.viewer.scene.looks import PieceLook
from tilewright.viewer.scene.scene import FRAME, Floor, Wall

LOOK = PieceLook("die", (0.5, 0.1, 0.1), (1, 1, 1))
FLOOR = Floor("a1", ((0, 0), (1, 0), (1, 1), (0, 1)), "square", z=0.2)


def volume(body: Mesh) -> float:
    """What a closed body holds; the way round of its faces decides the sign."""
    a, b, c = (body.points[body.faces[:, corner]] for corner in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_a_die_is_a_body_that_lies_on_the_table(sides: int) -> None:
    body = dice.body(LOOK, sides)
    assert abs(volume(body)) > 0.001
    assert body.points[:, 2].min() == pytest.approx(0, abs=0.02)
    names = [str(number + 1) for number in range(sides)]
    shown = dice.faces(names, names[0])
    assert len(shown.faces) >= 2 and shown.points[:, 2].max() >= body.points[:, 2].max() - 0.02


@pytest.mark.parametrize("name", [*sorted(WORDS), "barrels", "crates", "something"])
def test_what_stands_about_stands_on_its_floor_and_within_it(name: str) -> None:
    for number in range(4):
        made = prop(name, FLOOR, number)
        low, high = made.points.min(0), made.points.max(0)
        assert len(made.faces) and low[2] == pytest.approx(FLOOR.z, abs=0.08) and high[2] < FLOOR.z + 1.2
        assert low[:2].min() > -0.2 and high[:2].max() < 1.2


def test_several_barrels_are_more_than_one() -> None:
    assert len(prop("barrels", FLOOR, 0).faces) > len(prop("barrel", FLOOR, 0).faces)


def test_odd_polygons_are_borne() -> None:
    assert plane.box([]) == (0, 0, 1, 1)
    assert plane.hull([(1, 2), (0, 0), (1, 2)]) == ((0, 0), (1, 2))
    corner = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
    for polygon in (corner, corner[::-1]):
        area = sum(plane.area(tuple(polygon[i] for i in three)) for three in plane.triangles(polygon))
        assert area == pytest.approx(3), "against the clock, whichever way the polygon goes"
    crossed = ((0, 0), (2, 2), (2, 0), (0, 2), (-1, 1), (3, 1))
    assert len(plane.triangles(crossed)) < 4, "what can be filled of it"
    spike = ((0, 0), (4, 0), (2, 0), (2, 2), (0, 2))
    assert plane.inset(spike, 0.1)[1] == (4, 0), "the end of a spike has no inside"


def test_many_pieces_stand_in_a_space_of_any_form() -> None:
    square = ((0, 0), (1, 0), (1, 1), (0, 1))
    nine = plane.standing_points(square, 9)
    assert len(set(nine)) == 9 and all(plane.contains(square, point) for point in nine)
    slit = ((0, 0), (2, 0), (2, 0.1), (0, 0.1))
    crowd = plane.standing_points(slit, 40)
    assert len(set(crowd)) == 40, "as many as are asked for, even where there is no room"


def test_a_board_without_walls_has_a_moulding_outside_of_it() -> None:
    wall = Wall("rim", ((0, 0), (4, 0)), (0.0, -1.0), z=0.2, style=FRAME)
    made = boardmesh._frame([wall])
    low, high = made.points.min(0), made.points.max(0)
    assert high[1] <= 0.01 and low[1] < -0.2, "it covers no space"
    assert low[0] < 0 and high[0] > 4, "and meets its neighbours at the corners"
    assert high[2] == pytest.approx(0.25, abs=0.02)


def test_marks_of_any_form_lie_flat_within_it() -> None:
    patch = ((0, 0), (3, 0), (3, 1), (0, 2))
    shade = markmesh.tints([(patch, 0.5, "cyan", 0.3), (FLOOR.outline, 0.5, "cyan", 0.3)])
    assert shade.points[:, 0].max() == pytest.approx(3, abs=0.1) and np.ptp(shade.points[:, 2]) < 0.01
    still = markmesh.thread(((0, 0, 0), (0, 0, 0), (2, 0, 0)), "red", arrow=True)
    assert still.points[:, 0].max() == pytest.approx(2), "who stays where he is draws nothing"


def test_a_word_on_a_die_fills_its_face() -> None:
    document = dice.pictures(LOOK, ["hit", "near miss", "9", "flame"])
    assert ">HIT<" in document and ">NEAR<" in document and ">MISS<" in document
    assert document.count("<rect") >= 1, "a line under the nine"
    assert dice.pictures(LOOK, list("123456")).count("<circle") == 21


def test_a_console_stands_along_its_border_and_glows_on_both_sides() -> None:
    made = boardmesh._desk(Wall("desk", ((0, 1), (2, 1)), z=0.5, style="console"))
    cabinet, top, *screens = made
    assert all(abs(box.foot[1] - 1) < 0.2 for box in made), "along the border"
    assert top.size[1] > cabinet.size[1] and len(screens) == 6 and all(box.glow for box in screens)
    assert {box.foot[1] > 1 for box in screens} == {True, False}
