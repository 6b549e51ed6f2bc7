"""Dice and things that stand about: closed, of a size that fits, and each unlike the others."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.viewer.modelling import dice
from tilewright.viewer.modelling.mesh import Mesh
from tilewright.viewer.modelling.props import WORDS, prop
from tilewright.viewer.scene.looks import PieceLook
from tilewright.viewer.scene.scene import Floor

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
