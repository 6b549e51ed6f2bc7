"""The scene graph without a window: it follows the scene, and nothing survives that was taken away."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.schemas.view import View
from tilewright.viewer.camera import camera as cam
from tilewright.viewer.camera.camera import Camera
from tilewright.viewer.common import plane
from tilewright.viewer.staging.motion import MotionPath
from tilewright.viewer.staging.stage import stage

_PROGRAM = """
import copy, gc, json, math, sys
from panda3d.core import load_prc_file_data
load_prc_file_data("", "window-type none\\naudio-library-name null")
from direct.showbase.ShowBase import ShowBase
base = ShowBase()
from tilewright.viewer.rendering import pieces
from tilewright.viewer.scene.diff import diff
from tilewright.viewer.staging.happening import Float
from tilewright.viewer.staging.motion import paths
from tilewright.viewer.staging.overlay import Layer
from tilewright.viewer.scene.scene import LAYER_HEIGHT
from tilewright.viewer.staging.stage import stage
from tilewright.viewer.rendering.table import TableRenderer

views = json.load(sys.stdin)
mission, rooms, regions = views
table = TableRenderer(base.render, sys.argv[1], detail=0.05)


def count(path):
    return path.find_all_matches("**").get_num_paths()


def alive():
    gc.collect()
    return sum(isinstance(o, (pieces.PieceView, pieces.DoorView, pieces.MarkView)) for o in gc.get_objects())


table.show(stage(mission), at_once=True)
first = count(table.root), alive()
for i in range(4):
    moved = copy.deepcopy(mission)
    moved["things"] = [thing for thing in moved["things"] if thing["handle"] != "okonjo"]
    next(thing for thing in moved["things"] if thing["handle"] == "varga")["place"] = "g3"
    next(link for link in moved["board"]["links"] if link["name"] == "door.1")["values"]["open"] = True
    before, after = stage(mission), stage(moved)
    table.show(after, paths(diff(before, after), before, after, ()))
    walking, leaving = table.moving, len(table.leaving)
    table.finish()
    at, gone = table.position("varga"), not table.leaving and table.position("okonjo") is None
    table.show(stage(mission))
    coming = table.pieces["okonjo"].moving and table.pieces["okonjo"].node.get_scale()[0] < 1
    table.finish()
    coming = coming and table.pieces["okonjo"].node.get_scale()[0] == 1
    floating = Layer(floats=(Float((1, 1, 1), "red", "death-skull"), Float((2, 1, 1), "white", "", "dial 5")))
    table.show_layer(floating, at_once=False)
    shown, rising = table.layer, table.moving
    table.show_layer(floating)
    floats = rising and table.layer is shown
    table.finish()
    floats = floats and not table.moving
    table.show_layer(None)
    table.show(after)  # what is leaving when another board comes goes with it
    table.show(stage(rooms), at_once=True)
    table.hover("space:lab")
    table.show(stage(mission), at_once=True)
    table.point_out({"varga": "cyan", "nobody": "white"})
    edged = count(table.root)
    table.point_out({})
last = count(table.root), alive()
wanted = {p.id: p.at for p in stage(mission).pieces}
shown = {name: table.position(name) for name in table.pieces}
regions["board"]["spaces"][-1]["look"]["props"] = "crate"
table.show(stage(regions), at_once=True)


def above():  # what stands on the upper layer and can be seen
    found = set()
    for path in table.root.find_all_matches("**/+GeomNode"):
        low = path.get_tight_bounds(table.root)[0][2]
        if path.get_hidden_ancestor().is_empty() and low > LAYER_HEIGHT - 0.1:
            found.add(path.get_name())
    return sorted(found)


everything = above()
table.show_layers(LAYER_HEIGHT / 3)
hidden = above()
table.show_layers(math.inf)
layers = everything == above(), everything, hidden
table.destroy()
left = count(base.render)
print(json.dumps({"first": first, "last": last, "walking": walking, "at": at, "left": left, "alive": alive(),
                  "edged": edged, "layers": layers, "came": [leaving, gone, coming, floats],
                  "same": all(max(abs(a - b) for a, b in zip(wanted[n], shown[n])) < 1e-4 for n in wanted)}))
"""


@pytest.mark.parametrize("quality", ["baked", "lite"])
def test_the_table_follows_the_scene_and_leaves_nothing_behind(
    mission: View, rooms: View, regions: View, python_env: dict[str, str], kept: object, quality: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, quality],
        input=json.dumps([mission, rooms, regions]),
        env=python_env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["walking"] and said["same"]
    assert [round(v, 3) for v in said["at"]] == [6.5, -2.5, 0.0], (
        "a movement that is skipped ends where it leads"
    )
    assert said["came"] == [1, True, True, True], "who leaves and who comes is seen to, and what floats rises"
    assert said["first"] == said["last"], "nodes and view objects after four other boards"
    assert said["edged"] == said["last"][0] + 1, "one figure has an edge"
    whole_again, everything, hidden = said["layers"]
    assert whole_again and {"floor", "word", "props"} <= set(everything) and hidden == [], "layers come off"
    assert said["alive"] == 0, "no view object outlives the table"


# ------------------------------------------------------------------ what can lie on a table

SQUARES = [
    {"name": name, "title": "", "at": [x, 0], "outline": [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]]}
    for x, name in enumerate("abcdefgh")
]


def thing(place: str, archetype: str, **hints: Any) -> View:
    """A thing on a square, of the sort that the hints of its look ask for."""
    look = {"archetype": archetype, "colour": "red", **hints}
    kinds = [archetype, "token" if archetype in ("token", "card", "cube") else "figure"]
    return {
        "handle": place,
        "name": place,
        "title": f"{place} one",
        "kinds": kinds,
        "place": place,
        "look": look,
    }


def laid(opened_table: Callable[..., Unseen], *things: View, links: tuple[View, ...] = ()) -> Unseen:
    board = {"spaces": SQUARES, "links": list(links)}
    return opened_table(FakeSession({"board": board, "things": list(things)}))


def tall(table: Unseen, piece: str) -> float:
    """How high something stands, without its shadow."""
    low, high = table.app.table.pieces[piece].solids[0][0].get_tight_bounds()
    return float(high[2] - low[2])


def test_what_stands_is_high_and_what_lies_is_low(opened_table: Callable[..., Unseen]) -> None:
    table = laid(
        opened_table,
        thing("a", "trooper"),
        thing("b", "trooper", pose="down", weapon="none"),
        thing("c", "card"),
        thing("d", "cube"),
        thing("e", "token"),
        thing("f", "standee"),
    )
    high = [tall(table, name) for name in "abdec"]
    assert high == sorted(high, reverse=True) and high[0] > 1.4 * high[1] and high[-1] < 0.05
    faces = {name: view.node.find("**/face") for name, view in table.app.table.pieces.items()}
    assert [name for name, face in faces.items() if face] == ["c", "e"], "what is to be read lies on top"
    board = table.app.table.pieces["f"].board
    assert board is not None
    table.drag((640, 300), (760, 300), button=2)
    turned = board.get_h(table.base.render) - table.app.camera.azimuth
    assert math.cos(math.radians(turned)) == pytest.approx(1, abs=1e-3), "it faces whoever looks"


def test_a_lamp_shines_only_while_it_is_lit_and_one_sun_shines_on_every_board(kept: object) -> None:
    from panda3d.core import NodePath

    from tilewright.viewer.rendering.table import TableRenderer

    renderer = TableRenderer(NodePath("render"), "full", detail=0.08)
    lamps = [thing("a", "lamp", pose="lit"), thing("b", "lamp", pose="off")]
    for spaces in (SQUARES[:4], SQUARES):
        renderer.show(stage({"board": {"spaces": spaces, "links": []}, "things": lamps}), at_once=True)
        shine = [bool(renderer.pieces[name].node.find("**/glow")) for name in "ab"]
        assert shine == [True, False]
        assert renderer.root.find_all_matches("**/+DirectionalLight").get_num_paths() == 1
    renderer.destroy()


def test_a_bright_edge_changes_its_colour_and_goes(opened_table: Callable[..., Unseen]) -> None:
    table = laid(opened_table, thing("a", "trooper"), thing("f", "standee"))
    renderer = table.app.table

    def edges(wanted: dict[str, str]) -> list[int]:
        renderer.point_out(wanted)
        return [int(view.edge is not None) for view in renderer.pieces.values()]

    count = renderer.root.find_all_matches("**").get_num_paths()
    for wanted, has in (({"a": "cyan", "f": "cyan"}, [1, 0]), ({"a": "white"}, [1, 0]), ({}, [0, 0])):
        assert edges(wanted) == has
    assert renderer.root.find_all_matches("**").get_num_paths() == count


def test_who_walks_far_goes_over_every_space_of_the_way(opened_table: Callable[..., Unseen]) -> None:
    session = FakeSession({"board": {"spaces": SQUARES, "links": []}, "things": [thing("a", "trooper")]})
    table = opened_table(session)
    path = MotionPath("a", tuple((x + 0.5, -0.5, 0.0) for x in range(4)), 0.3)
    view = table.app.table.pieces["a"]
    view.move(view.piece._replace(at=(3.5, -0.5, 0.0)), path)
    seen = []
    while view.moving:
        table.turn()
        seen.append(table.app.table.position("a"))
    assert seen[-1] == pytest.approx((3.5, -0.5, 0.0))
    xs = [at[0] for at in seen if at is not None]
    assert xs == sorted(xs) and len({int(x) for x in xs}) > 1


def test_a_door_that_looks_otherwise_is_another_door(opened_table: Callable[..., Unseen]) -> None:
    def door(style: str) -> View:
        link = {"name": "d", "kind": "door", "sides": ["a", "b"], "line": [[1, 0], [1, 1]]}
        return {"board": {"spaces": SQUARES, "links": [link | {"look": {"door": style}}]}, "things": []}

    session = FakeSession(door("sliding"))
    table = opened_table(session)
    before = table.app.table.doors["d"]
    session.present = door("hinged")
    table.app.showing.refresh()
    after = table.app.table.doors["d"]
    assert after is not before and after.door.style == "hinged"
    session.present = {"board": {"spaces": SQUARES, "links": []}, "things": []}
    table.app.showing.refresh()
    assert not table.app.table.doors


def test_windows_have_glass_and_what_lies_over_a_space_is_seen_through(
    opened_table: Callable[..., Unseen],
) -> None:
    def space(name: str, layer: int) -> View:
        return {"name": name, "layer": layer, "outline": [[0, 0], [2, 0], [2, 2], [0, 2]]}

    wall = {
        "name": "w",
        "kind": "wall",
        "sides": ["yard"],
        "line": [[0, 0], [2, 0]],
        "look": {"wall": "window"},
    }
    board = {"spaces": [space("tunnel", 0), space("yard", 1)], "links": [wall]}
    table = opened_table(FakeSession({"board": board, "things": []}))
    root = table.app.table.board
    assert root.find("**/glass") and root.find("**/cover").has_transparency()


def test_a_sign_without_a_known_icon_is_left_out(opened_table: Callable[..., Unseen]) -> None:
    def link(name: str, icon: str) -> View:
        return {
            "name": name,
            "kind": "way",
            "sides": ["a", "b"],
            "line": [[1, 0], [1, 1]],
            "look": {"icon": icon},
        }

    words = []
    for icon in ("ladder", "wombat"):
        table = laid(opened_table, links=(link("w", icon),))
        assert len(table.app.scene.signs) == 1
        words.append(len(table.app.table.words))
    assert words == [1, 0]


def test_what_is_lettered_faces_the_reader(opened_table: Callable[..., Unseen]) -> None:
    table = opened_table(FakeSession(tables.mission()))
    app = table.app

    def headings(sides: int) -> set[float]:
        found = app.table.root.find_all_matches(f"**/=readable={sides}")
        return {round(path.get_h() % 360) for path in found}

    assert headings(2) == {0} == headings(4) and headings(4)
    words = app.table.layer
    for azimuth, quarter, half in ((50, 90, 0), (140, 180, 180), (-95, 270, 180), (400, 0, 0)):
        app.rig.aim(replace(app.camera, azimuth=azimuth))
        table.turn()
        assert (headings(4), headings(2)) == ({quarter}, {half}), azimuth
    app.rig.aim(replace(app.camera, azimuth=180))
    table.keys("f6")
    table.turn()
    assert app.table.layer is not None and app.table.layer is not words and app.table.layer.turn == 180
    app.rig.aim(replace(app.camera, azimuth=90))
    assert app.table.layer.turn == 90, "words of an overlay, too"
    app.table.recolour()
    table.until(lambda: headings(4) == {90})  # and what is made anew, bit by bit where that takes long


def test_a_mark_may_have_its_word_on_the_floor(opened_table: Callable[..., Unseen]) -> None:
    table = opened_table(FakeSession(tables.mission()))
    mark = next(mark for mark in table.app.scene.marks if mark.outline)
    from tilewright.viewer.rendering.pieces import MarkView

    counts = []
    for label in ("", "3"):
        view = MarkView(mark._replace(label=label), table.app.table.materials, table.app.table.root)
        counts.append(view.node.find_all_matches("**").get_num_paths())
        view.destroy()
    assert counts[1] > counts[0]


def test_the_name_of_a_space_lies_in_the_corner_away_from_whoever_reads_it(
    opened_table: Callable[..., Unseen],
) -> None:
    """What stands before a space hides its nearer half."""
    app = opened_table(FakeSession(tables.mission())).app
    mark = next(mark for mark in app.scene.marks if mark.outline)
    from tilewright.viewer.rendering.lettering import face_reader
    from tilewright.viewer.rendering.pieces import MarkView

    view = MarkView(mark._replace(label="g4"), app.table.materials, app.table.root)
    for azimuth in (0, 90, 180, 270):
        face_reader(view.node, azimuth)
        camera = Camera(mark.at[:2], azimuth, 52.0, 20.0)
        low, high = view.node.find("corner").get_tight_bounds(app.table.root)
        word = cam.project(camera, tuple((low + high) / 2), app.size)
        middle = cam.project(camera, mark.at, app.size)
        assert word is not None and middle is not None and word[0] > middle[0] and word[1] < middle[1]
    view.destroy()


def test_no_line_runs_over_the_face_of_a_figure_with_a_bright_edge(
    opened_table: Callable[..., Unseen],
) -> None:
    """What stands out lies behind all of the figure, not between its parts."""
    app = opened_table(FakeSession(tables.mission())).app
    app.table.point_out({"varga": "white"})
    edge: Any = app.table.pieces["varga"].edge
    from panda3d.core import DepthOffsetAttrib

    assert edge is not None and edge.get_attrib(DepthOffsetAttrib).get_min_value() > 0


def test_a_long_title_of_a_small_space_has_two_lines(opened_table: Callable[..., Unseen]) -> None:
    titles = ("Den", "Starboard gallery", "Unpronounceable", "Very great hall")
    spaces = [{"name": f"s{n}", "title": title, "at": [3 * n, 0]} for n, title in enumerate(titles)]
    outline = [[9, 0], [15, 0], [15, 1], [9, 1]]
    table = opened_table(FakeSession({**tables.mission(), "board": {"spaces": spaces}, "things": []}))
    words = [one.node.find_all_matches("word").get_num_paths() for one in table.app.table.words]
    assert words == [1, 2, 1, 2]
    spaces[3]["outline"] = outline
    table = opened_table(FakeSession({**tables.mission(), "board": {"spaces": spaces}, "things": []}))
    words = [one.node.find_all_matches("word").get_num_paths() for one in table.app.table.words]
    assert words == [1, 2, 1, 1], "where it has room it stays on one"


def test_a_title_grows_with_the_distance_as_far_as_its_space_has_room(
    opened_table: Callable[..., Unseen],
) -> None:
    """Where that is not enough, it is told to whoever draws plates."""
    small = {"name": "small", "title": "Starboard gallery", "at": [0, 0]}
    large = {"name": "large", "title": "Yard", "at": [2, 0], "outline": [[2, 0], [8, 0], [8, 4], [2, 4]]}
    board = {"spaces": [small, large]}
    table = opened_table(FakeSession({**tables.mission(), "board": board, "things": []})).app.table

    def from_(far: float) -> list[float]:
        table.look_from((4.0, -far, far), 0.0)
        for word in table.words:
            low, high = word.node.get_tight_bounds()
            outline = next(floor.outline for floor in table.scene.floors if floor.space == word.space)
            left, bottom, right, top = plane.box([outline])
            assert left <= low[0] and high[0] <= right and bottom <= low[1] and high[1] <= top
        return [float(word.node.get_sx()) for word in table.words]

    near, far = from_(4), from_(30)
    assert near == [1, 1] and far[0] < 1.1 and far[1] > 1.5
    assert [one.space for one in table.unread()] == ["small"]
    from_(4)
    assert table.unread() == []


def test_a_space_whose_letters_are_too_small_has_a_plate(opened_table: Callable[..., Unseen]) -> None:
    """And then no letters on its floor, as long as it has."""
    titles = ("Starboard gallery", "Unpronounceable")
    spaces = [{"name": f"s{n}", "title": title, "at": [30 * n, 0]} for n, title in enumerate(titles)]
    table = opened_table(FakeSession({**tables.mission(), "board": {"spaces": spaces}, "things": []}))
    table.turn()
    assert {"plate title s0", "plate title s1"} <= set(table.app.display.hud.shown)

    def lettered() -> list[str]:
        words = table.app.table.words
        return [word.space for word in words if not any(line.is_hidden() for line in word.node.children)]

    assert lettered() == []
    table.app.rig.aim(replace(table.app.camera, target=(0.0, 0.0), distance=3.0))
    table.turn()
    standing = {key.removeprefix("plate title ") for key in table.app.display.hud.shown}
    assert lettered() and not standing & set(lettered())
