"""Where name plates stand: every one near its own figure, over nothing that is to be seen."""

from __future__ import annotations

import math

from tilewright.viewer.panels.layout import Placed
from tilewright.viewer.panels.plates import FURTHEST, Rectangle, Wanted, plates
from tilewright.viewer.scene.scene import Plate


def figure(name: str, x: float, y: float, depth: float = 10.0) -> Wanted:
    return Wanted(depth, name, Plate(name.upper(), "cyan"), (x, y))


def body(one: Wanted) -> list[Rectangle]:
    """A head a little under the plate, and a base."""
    x, y = one.at
    return [(x - 9, y + 4, x + 9, y + 20), (x - 25, y + 60, x + 25, y + 90)]


def boxes(placed: list[Placed]) -> dict[str, Rectangle]:
    return {p.key.removeprefix("plate "): (p.x, p.y, p.x + p.panel.w, p.y + p.panel.h) for p in placed}


def meet(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_plates_never_cover_each_other() -> None:
    crowd = [figure(f"number {i}", 400.0 + 9 * i, 300.0 - 3 * i, 10.0 + i) for i in range(5)]
    found = list(boxes(plates(crowd, {})).values())
    assert len(found) == 5
    assert not any(meet(a, b) for i, a in enumerate(found) for b in found[i + 1 :])


def test_plates_never_hide_what_is_to_be_seen_of_another_figure() -> None:
    """Those of a row in front would, if they stood where they are read best."""
    crowd = [figure(f"number {i}", 400.0 + 4 * i, 300.0 - 24 * i, 10.0 + i) for i in range(8)]
    bodies = {one.piece: body(one) for one in crowd}
    for name, box in boxes(plates(crowd, bodies)).items():
        assert not any(meet(box, part) for other, parts in bodies.items() if other != name for part in parts)


def test_a_plate_that_has_no_room_over_its_figure_stands_under_or_beside_it() -> None:
    """One that stands far above seems to be another figure's."""
    front, back = figure("front", 400, 300), figure("back", 400, 270, 11.0)
    bodies = {one.piece: body(one) for one in (front, back)}
    found = boxes(plates([front, back], bodies))
    assert found["front"][1] == bodies["front"][1][3] + 2, "under its base: over it is the other one's face"
    wall = {"wall": [(340.0, 360.0, 460.0, 500.0)]}
    assert boxes(plates([front, back], bodies | wall))["front"][0] > bodies["front"][0][2], "beside its head"


def test_a_line_leads_from_a_plate_to_its_own_figure() -> None:
    crowd = [figure(f"number {i}", 400.0 + 12 * i, 300.0, 10.0 + i) for i in range(4)]
    bodies = {one.piece: body(one) for one in crowd}
    for placed in plates(crowd, bodies):
        name = placed.key.removeprefix("plate ")
        assert placed.lead is not None
        x, y = placed.lead
        assert any(a <= x <= c and b <= y <= d for a, b, c, d in bodies[name])
        box = boxes([placed])[name]
        near = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
        assert math.dist(near, placed.lead) <= FURTHEST


def test_a_plate_leaves_tokens_and_panels_free_where_there_is_another_place() -> None:
    one = figure("one", 400, 300)
    over = (380.0, 280.0, 420.0, 296.0)
    assert meet(boxes(plates([one], {"one": body(one)}))["one"], over)
    wall = (300.0, 0.0, 500.0, 299.0)
    for tokens, panels in (([over], []), ([], [wall])):
        [box] = boxes(plates([one], {"one": body(one)}, tokens=tokens, panels=panels)).values()
        assert not any(meet(box, under) for under in (*tokens, *panels))
    everywhere = [(0.0, 0.0, 900.0, 900.0)]
    [box] = boxes(plates([one], {"one": body(one)}, tokens=everywhere)).values()
    assert meet(box, over), "where there is none, it stands where it is read best"


def test_a_plate_stands_by_no_other_head_where_there_is_another_place() -> None:
    """On the way up it would come to the head of whoever stands behind."""
    front, behind = figure("front", 400, 300), figure("somebody behind", 400, 276, 11.0)
    bodies = {one.piece: body(one) for one in (front, behind)}
    box = boxes(plates([front, behind], bodies))["front"]

    def gap(head: Rectangle) -> float:
        across, down = max(box[0] - head[2], head[0] - box[2], 0), max(box[1] - head[3], head[1] - box[3], 0)
        return math.hypot(across, down)

    assert gap(bodies["front"][0]) < gap(bodies["somebody behind"][0])


def test_a_crowd_leaves_plates_out_but_never_that_of_whom_something_is_about() -> None:
    crowd = [figure(f"p{i}", 400, 300, 10.0 + i) for i in range(60)]
    found = boxes(plates(crowd, {}, ("p59",)))
    assert len(found) < 60 and abs(found["p59"][3] - 300) < 1
