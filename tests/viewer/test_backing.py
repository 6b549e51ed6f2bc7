"""What is kept of a drawn table is what would be drawn anew, and only what has changed is drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from support.screens import nothing_draws
from support.unseen import Base

pytestmark = pytest.mark.usefixtures("kept")  # its cache

_PROGRAM = """
import dataclasses, json, sys
from tilewright.viewer.camera import camera
from tilewright.viewer.rendering import window
from tilewright.viewer.rendering.backing import Backing
from tilewright.viewer.pictures.still import picture
from tilewright.viewer.rendering.table import TableRenderer
from tilewright.viewer.staging.overlay import layer
from tilewright.viewer.staging.stage import stage

SIZE, folder = (640, 360), sys.argv[2]
mission, rooms = json.load(sys.stdin)
opened = window.open_window(sys.argv[1], "baked", SIZE, offscreen=True, smooth=False)
table = TableRenderer(opened.base.render, opened.quality, detail=0.05)
backing = Backing(opened, table)
scene = stage(mission)
eye = camera.fit(scene.bounds, SIZE)


def frame():
    table.look_from(eye.eye, eye.azimuth)
    window.aim(opened.base, eye, SIZE)
    backing.prepare()
    opened.base.graphicsEngine.render_frame()
    regions = backing.buffer.get_active_display_regions() if backing.buffer else []
    drawn = backing.buffer is not None and backing.buffer.is_active()
    if not drawn:
        return []
    return [round(r.get_pixel_width() * r.get_pixel_height() / SIZE[0] / SIZE[1], 2) for r in regions]


def compare(name):
    shown = picture(opened.base)
    shown.save(f"{folder}/{name}-kept.png")
    table.damage.all()
    frame()
    picture(opened.base).save(f"{folder}/{name}-anew.png")


table.show(scene, at_once=True)
drawn = {"moved": frame(), "at rest": frame(), "still": frame()}
marks = [m.id for m in scene.marks]
table.hover(marks[0])
drawn["lit"] = frame()
table.hover(marks[-1])
drawn["another lit"] = frame()
table.point_out({scene.pieces[0].id: "cyan"})
drawn["edged"] = frame()
compare("lit")
table.hover(None)
table.point_out({})
drawn["unlit"] = frame()
compare("unlit")
table.show_layer(layer("zones", {}, scene, mission))
drawn["overlay"] = frame()
compare("overlay")
eye = camera.orbit(eye, 20.0, 0.0)
drawn["turned"] = frame()
frame()
compare("turned")
table.show(stage(rooms), at_once=True)
table.show_layer(None)
drawn["another board"] = frame()
compare("rooms")
eye = dataclasses.replace(camera.fit(scene.bounds, SIZE), distance=1.5)
table.show(scene, at_once=True)
frame(), frame()
table.point_out({piece.id: "cyan" for piece in scene.pieces})
drawn["behind the eye"] = frame()
backing.destroy()
drawn["destroyed"] = backing.buffer is None
print(json.dumps(drawn))
"""


# tinydisplay moves corners to whole pixels, other ones where an edge is cut off: it wavers by a pixel.
@pytest.mark.parametrize(("renderer", "few_pixels"), [("p3tinydisplay", 0.002), ("p3headlessgl", 0.0002)])
def test_what_is_kept_is_what_would_be_drawn(
    renderer: str,
    few_pixels: float,
    mission: dict[str, Any],
    rooms: dict[str, Any],
    python_env: dict[str, str],
    tmp_path: Path,
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _PROGRAM, renderer, str(tmp_path)],
        input=json.dumps([mission, rooms]),
        env=python_env,
        capture_output=True,
        text=True,
        check=False,
    )
    if "NoRenderer" in ran.stderr:
        nothing_draws(renderer)
    assert ran.returncode == 0, ran.stderr
    drawn = json.loads(ran.stdout.splitlines()[-1])
    assert drawn["moved"] == drawn["turned"] == [], "what moves is not kept"
    assert drawn["at rest"] == drawn["overlay"] == drawn["another board"] == [1.0]
    assert drawn["still"] == []
    assert drawn["behind the eye"] == [1.0], "what reaches there may be anywhere in the picture"
    assert drawn["destroyed"]
    for few in ("lit", "another lit", "edged", "unlit"):
        assert 0 < len(drawn[few]) <= 4 and sum(drawn[few]) < 0.2, few
    for name in ("lit", "unlit", "overlay", "turned", "rooms"):
        now, anew = (picture(tmp_path / f"{name}-{what}.png") for what in ("kept", "anew"))
        assert (np.abs(now - anew).max(-1) > 8).mean() < few_pixels, name
    assert (np.abs(picture(tmp_path / "lit-kept.png") - picture(tmp_path / "unlit-kept.png")) > 8).any()


def picture(file: Path) -> NDArray[np.int16]:
    with Image.open(file) as image:
        return np.asarray(image.convert("RGB"), np.int16)


def test_where_no_picture_can_be_kept_every_frame_is_drawn_whole(mission: dict[str, Any]) -> None:
    from tilewright.viewer.rendering.backing import Backing
    from tilewright.viewer.rendering.table import TableRenderer
    from tilewright.viewer.rendering.window import Opened

    base = Base()
    base.win.make_texture_buffer.return_value = None
    table = TableRenderer(base.render, "baked", detail=0.08)
    backing = Backing(Opened(base, "baked", software=True), table)
    behind = [backing.behind]
    for _ in range(3):
        backing.prepare()
        assert backing.direct.set_active.call_args.args == (True,)
    assert [*behind, backing.behind] == [True, False]
    assert base.win.make_texture_buffer.call_count == 1, "it is asked for once"


def test_many_places_that_are_to_be_drawn_are_drawn_as_one() -> None:
    from panda3d.core import Lens, Mat4, PerspectiveLens, Point3

    from tilewright.viewer.rendering.backing import AROUND, PLACES, Backing

    lens: Lens = PerspectiveLens()
    base = SimpleNamespace(camLens=lens, cam=None, render=SimpleNamespace(get_mat=lambda _: Mat4.ident_mat()))
    boxes = [(Point3(x, 40, 0), Point3(x + 0.5, 41, 0.5)) for x in range(-3, -3 + PLACES)]
    damage = SimpleNamespace(boxes=boxes, everything=False)
    backing = Backing.__new__(Backing)
    table: Any = SimpleNamespace(damage=damage)
    backing.base, backing.table, backing.size = base, table, (800, 600)
    apart = backing._places()
    assert len(apart) == PLACES
    boxes.append((Point3(8, 40, 0), Point3(9, 41, 1)))
    ((left, right, bottom, top),) = backing._places()
    assert left == min(one[0] for one in apart) and right > max(one[1] for one in apart)
    assert bottom <= 300 - AROUND and top > 300
