"""The scene graph without a window: it follows the scene, and nothing survives that was taken away."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

View = dict[str, Any]

_PROGRAM = """
import copy, gc, json, math, sys
from panda3d.core import load_prc_file_data
load_prc_file_data("", "window-type none\\naudio-library-name null")
from direct.showbase.ShowBase import ShowBase
base = ShowBase()
from tilewright.viewer.rendering import pieces
from tilewright.viewer.scene.diff import diff
from tilewright.viewer.staging.motion import paths
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
    walking = table.moving
    table.finish()
    at = table.position("varga")
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
        if path.get_hidden_ancestor().is_empty() and path.get_tight_bounds()[0][2] > LAYER_HEIGHT - 0.1:
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
                  "edged": edged, "layers": layers,
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
    assert said["first"] == said["last"], "nodes and view objects after four other boards"
    assert said["edged"] == said["last"][0] + 1, "one figure has an edge"
    whole_again, everything, hidden = said["layers"]
    assert whole_again and {"floor", "word", "props"} <= set(everything) and hidden == [], "layers come off"
    assert said["alive"] == 0, "no view object outlives the table"
