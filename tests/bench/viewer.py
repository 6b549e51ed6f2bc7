"""How fast the 3D table is, on section 7's reference scene: 400 tiles, 200 walls, 40 figures, 14 name plates.

Every figure that needs a renderer comes from a process of its own, because Panda3D draws right only once in a
process; a renderer that this machine lacks is left out. Times are the processor's, so that other work on the
machine counts little; `wall` is said where it is not.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .timing import figure

Row = dict[str, object]
SIZE = (1280, 720)
FRAMES = 40
TINY, GL = "p3tinydisplay", "p3headlessgl"


def reference() -> dict[str, Any]:
    """The reference scene as a view: 20 x 20 squares, 200 walls, 40 figures of which 14 have a name plate."""
    across = 20
    spaces = [
        {
            "name": f"s{x}.{y}", "kind": "square", "title": f"{x} {y}", "at": [x, y], "layer": 0,
            "outline": [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], "tile": f"{x // 5}.{y // 5}",
            "look": {}, "values": {},
        }
        for x in range(across) for y in range(across)
    ]  # fmt: skip
    edges = [(x, y) for x in range(1, across) for y in range(across) if (x * 7 + y * 3) % 2 == 0][:200]
    links = [
        {
            "name": f"wall.{i}", "kind": "wall", "title": "Wall", "sides": [f"s{x - 1}.{y}", f"s{x}.{y}"],
            "line": [[x, y], [x, y + 1]], "look": {}, "values": {},
        }
        for i, (x, y) in enumerate(edges)
    ]  # fmt: skip
    sorts = ("trooper", "officer", "beast", "crawler", "hunter")
    things = [
        {
            "handle": f"f{i}", "name": f"f{i}", "kind": sorts[i % 5],
            "kinds": [sorts[i % 5], "figure", "thing"],
            "title": f"Figure {i}" if i < 14 else "", "text": "", "place": f"s{i * 7 % 20}.{i * 3 % 20}",
            "face": "up", "values": {"owner": "player.1", "health": 3},
            "look": {"archetype": sorts[i % 5], "colour": ("blue", "red", "olive")[i % 3], "weapon": "rifle"},
        }
        for i in range(40)
    ]  # fmt: skip
    for thing in things[14:]:
        thing["name"] = ""
    options = [
        {"id": i, "label": f"Move to {s['title']}", "space": s["name"], "action": "move", "cost": "1 step"}
        for i, s in enumerate(spaces[:60])
    ]
    log = [{"n": i, "text": f"Figure {i} moves.", "sort": "say", "things": [], "data": {}} for i in range(30)]
    return {
        "format": "tilewright/view/1",
        "game": {"name": "r", "title": "Reference", "mission": {"name": "r", "title": "Scene R"}},
        "seat": "player.1", "number": 1, "over": None, "phases": ["Round", "Turn"],
        "players": [{"name": "player.1", "title": "Player 1", "values": {"points": 3}}],
        "values": {"round": 3}, "board": {"title": "R", "spaces": spaces, "links": links}, "things": things,
        "piles": [
            {"place": f"pile{i}", "name": f"pile{i}", "title": f"Pile {i}", "owner": None, "sort": "pile",
             "count": 9 * i, "things": None, "backs": []} for i in range(5)
        ],
        "question": {"number": 1, "seats": ["player.1"], "sort": "choose", "prompt": "Where to?", "least": 1,
                     "most": 1, "rule": "R-1", "secret": False, "options": options, "refused": []},
        "waiting": ["player.1"], "log": log,
    }  # fmt: skip


def median(run: Callable[[], object], times: int) -> float:
    """The median processor time of a call in milliseconds."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return statistics.median(spent) * 1000


# ---- in a process of its own


def _worker(order: dict[str, Any]) -> dict[str, float]:
    from tilewright.viewer import camera, window
    from tilewright.viewer.hudlayer import HudLayer
    from tilewright.viewer.hudplan import MARGINS, Ui, plan, scale_for
    from tilewright.viewer.overlay import layer
    from tilewright.viewer.stage import stage
    from tilewright.viewer.table import Table

    view = reference()
    size = tuple(order.get("size", SIZE))
    opened = window.open_window(order["renderer"], order["quality"], size, offscreen=True)
    table = Table(opened.base.render, opened.quality)
    scene = stage(view)
    table.show(scene, at_once=True)
    left, top, right, bottom = (m * scale_for(size) for m in MARGINS)
    eye = camera.fit(scene.bounds, size, margins=(left, top, right, bottom))
    hud = HudLayer(opened.base)

    def frame(panels: Any = None) -> None:
        table.look_from(eye.eye, eye.azimuth)
        window.aim(opened.base, eye, size)
        if panels is not None:
            hud.show(panels, scene, table, eye, size)
        opened.base.graphicsEngine.render_frame()

    placed = plan(view, Ui(), size)
    frame(placed)
    opened.base.graphicsEngine.render_frame()
    found = {"first": time.process_time()}  # Since the process began: Python's own start as well.

    def median(
        run: Callable[[], object], times: int, clock: Callable[[], float] = time.process_time
    ) -> float:
        spent = []
        for _ in range(times):
            start = clock()
            run()
            spent.append(clock() - start)
        return statistics.median(spent) * 1000

    def turning() -> None:
        nonlocal eye
        eye = camera.orbit(eye, 2.0, 0.0)
        frame(placed)

    turning()
    start, wall = time.process_time(), time.perf_counter()
    for _ in range(FRAMES):
        turning()
    found["frame"] = (time.process_time() - start) / FRAMES * 1000
    found["fps"] = FRAMES / (time.perf_counter() - wall)
    if order.get("more"):
        told = {
            "about": "s3.3",
            "spaces": {s["name"]: str(i % 9) for i, s in enumerate(view["board"]["spaces"])},
        }
        laid = layer("reach", told, scene, view)
        table.show_layer(laid)
        found["overlay"] = median(lambda: table.show_layer(layer("reach", told, scene, view)), 9)
        table.show_layer(None)
        found["still hud"] = median(lambda: hud.show(placed, scene, table, eye, size), 15)
        marks = [m.id for m in scene.marks]
        turns = iter(range(10_000))

        def highlight() -> None:
            table.hover(marks[next(turns) % len(marks)])
            frame()

        found["highlight"] = median(highlight, 25)
    return found


def _leaks() -> dict[str, float]:
    """Memory and view objects left by 1,000 scenes, in a process without a window."""
    from panda3d.core import load_prc_file_data

    load_prc_file_data("", "window-type none\naudio-library-name null")
    import gc
    import resource

    from direct.showbase.ShowBase import ShowBase

    from tilewright.viewer import pieces
    from tilewright.viewer.stage import stage
    from tilewright.viewer.table import Table

    base = ShowBase()
    view = reference()
    small = view | {
        "board": {"spaces": view["board"]["spaces"][:25], "links": []},
        "things": view["things"][:10],
        "question": None,
    }
    scenes = [stage(small), stage(small | {"things": view["things"][10:22]})]
    table = Table(base.render, "baked", detail=0.05)

    def rebuild(count: int) -> None:
        for i in range(count):
            table.show(scenes[i % 2], at_once=True)
            if i % 10 == 0:
                table.recolour()

    def memory() -> float:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20

    rebuild(150)
    before = memory()
    rebuild(1000)
    grown = memory() - before
    table.destroy()
    gc.collect()
    alive = sum(isinstance(o, (pieces.PieceView, pieces.DoorView, pieces.MarkView)) for o in gc.get_objects())
    return {"grown": grown, "alive": alive}


def _asked(order: dict[str, Any], cache: str | None = None) -> dict[str, float] | None:
    """What a process of its own has measured; None where the renderer is missing."""
    home = str(Path(__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([home, *(p for p in sys.path if p)])}
    if cache is not None:
        environment["TILEWRIGHT_CACHE"] = cache
    done = subprocess.run(
        [sys.executable, "-m", "bench.viewer"],
        input=json.dumps(order),
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if done.returncode == 0 and lines else None


# ---- benchmarks


def frames() -> list[Row]:
    """Milliseconds of processor time a frame with the camera moving, and how long the first one takes."""
    rows: list[Row] = []
    for renderer, quality, target in ((TINY, "baked", 33), (GL, "baked", 60), (GL, "lite", 140)):
        with tempfile.TemporaryDirectory() as cache:
            cold = _asked({"renderer": renderer, "quality": quality}, cache)
            warm = _asked({"renderer": renderer, "quality": quality, "more": quality == "baked"}, cache)
        if cold is None or warm is None:
            continue
        name = f"{quality} on {renderer.removeprefix('p3')}"
        rows.append(figure(f"frame, {name}", warm["frame"], "ms CPU", target=target))
        rows.append(figure(f"first frame cold, {name}", cold["first"], "s CPU", target=2.5))
        rows.append(figure(f"first frame cached, {name}", warm["first"], "s CPU", target=1.0))
        if quality == "baked":
            rows.append(figure(f"highlight and its frame, {name}", warm["highlight"], "ms CPU", target=33))
            rows.append(figure(f"overlay of 400 spaces, {name}", warm["overlay"], "ms CPU", target=50))
            rows.append(
                figure(f"panels that have not changed, {name}", warm["still hud"], "ms CPU", target=2)
            )
    return rows


def full_at_1080p() -> list[Row]:
    """Pictures a second in the best quality; only worth its time where something else than the processor
    draws."""
    if not (shutil.which("nvidia-smi") or Path("/dev/dri").is_dir()):
        return []
    found = _asked({"renderer": GL, "quality": "full", "size": (1920, 1080)})
    return [] if found is None else [figure("full at 1920x1080", found["fps"], "frames/s wall", target=60)]


def pure() -> list[Row]:
    """What needs no renderer: picking, staging, panels."""
    from tilewright.viewer import camera, svg
    from tilewright.viewer.hudplan import Ui, plan
    from tilewright.viewer.picking import all_hits
    from tilewright.viewer.stage import stage

    view = reference()
    scene = stage(view)
    eye = camera.fit(scene.bounds, SIZE)

    panels = plan(view, Ui(), SIZE)
    log = next(p for p in panels if p.key == "log").panel.svg
    svg.raster(log, 0.8)
    return [
        figure("pick", median(lambda: all_hits(scene, eye, (640, 360), SIZE), 200), "ms CPU", target=0.2),
        figure("view to scene", median(lambda: stage(view), 5), "ms CPU"),
        figure("one panel drawn anew (log)", median(lambda: svg.raster(log, 0.8), 15), "ms CPU", target=25),
    ]


def rebuilds() -> list[Row]:
    """What 1,000 scenes leave behind."""
    found = _asked({"leaks": True})
    if found is None:
        return []
    return [
        figure("memory of 1,000 scene rebuilds", found["grown"], "MB", target=20),
        figure("view objects left", found["alive"], "objects", target=0),
    ]


BENCHMARKS = (pure, frames, rebuilds, full_at_1080p)

if __name__ == "__main__":
    asked = json.load(sys.stdin)
    print(json.dumps(_leaks() if asked.get("leaks") else _worker(asked)))
