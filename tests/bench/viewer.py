"""How fast the 3D table is, on a scene of 400 tiles, 200 walls, 40 figures, 14 name plates, and all panels.

Every figure that needs a renderer comes from a process of its own, because Panda3D draws right only once in a
process; a renderer that this machine lacks is left out. Times are the processor's, so that other work on the
machine counts little; `wall` is said where it is not.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from ctypes import CDLL, c_void_p
from functools import lru_cache
from pathlib import Path
from typing import Any

from tilewright.viewer.common.session import Session

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
            "name": f"s{x}.{y}",
            "kind": "square",
            "title": f"{x} {y}",
            "at": [x, y],
            "layer": 0,
            "outline": [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]],
            "tile": f"{x // 5}.{y // 5}",
            "look": {},
            "values": {},
        }
        for x in range(across)
        for y in range(across)
    ]
    edges = [(x, y) for x in range(1, across) for y in range(across) if (x * 7 + y * 3) % 2 == 0][:200]
    links = [
        {
            "name": f"wall.{i}",
            "kind": "wall",
            "title": "Wall",
            "sides": [f"s{x - 1}.{y}", f"s{x}.{y}"],
            "line": [[x, y], [x, y + 1]],
            "look": {},
            "values": {},
        }
        for i, (x, y) in enumerate(edges)
    ]
    sorts = ("trooper", "officer", "beast", "crawler", "hunter")
    things = [
        {
            "handle": f"f{i}",
            "name": f"f{i}",
            "kind": sorts[i % 5],
            "kinds": [sorts[i % 5], "figure", "thing"],
            "title": f"Figure {i}" if i < 14 else "",
            "text": "",
            "place": f"s{i * 7 % 20}.{i * 3 % 20}",
            "face": "up",
            "values": {"owner": "player.1", "health": 3},
            "look": {"archetype": sorts[i % 5], "colour": ("blue", "red", "olive")[i % 3], "weapon": "rifle"},
        }
        for i in range(40)
    ]
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
        "seat": "player.1",
        "number": 1,
        "over": None,
        "phases": ["Round", "Turn"],
        "players": [{"name": "player.1", "title": "Player 1", "values": {"points": 3}}],
        "values": {"round": 3},
        "board": {"title": "R", "spaces": spaces, "links": links},
        "things": things,
        "piles": [
            {
                "place": f"pile{i}",
                "name": f"pile{i}",
                "title": f"Pile {i}",
                "owner": None,
                "sort": "pile",
                "count": 9 * i,
                "things": None,
                "backs": [],
            }
            for i in range(5)
        ],
        "question": {
            "number": 1,
            "seats": ["player.1"],
            "sort": "choose",
            "prompt": "Where to?",
            "least": 1,
            "most": 1,
            "rule": "R-1",
            "secret": False,
            "actor": None,
            "options": options,
            "refused": [],
        },
        "waiting": ["player.1"],
        "log": log,
    }


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
    from tilewright.viewer.camera import camera
    from tilewright.viewer.making import portrait
    from tilewright.viewer.panels.layout import MARGINS, UiState, plan, scale_for
    from tilewright.viewer.rendering import window
    from tilewright.viewer.rendering.backing import Backing
    from tilewright.viewer.rendering.hudlayer import HudLayer
    from tilewright.viewer.rendering.table import TableRenderer
    from tilewright.viewer.staging.overlay import layer
    from tilewright.viewer.staging.stage import stage

    view = reference()
    size = tuple(order.get("size", SIZE))
    smooth = order["quality"] != "baked"  # as in a window
    opened = window.open_window(order["renderer"], order["quality"], size, offscreen=True, smooth=smooth)
    table = TableRenderer(opened.base.render, opened.quality)
    scene = stage(view)
    table.show(scene, at_once=True)
    left, top, right, bottom = (m * scale_for(size) for m in MARGINS)
    eye = camera.fit(scene.bounds, size, margins=(left, top, right, bottom))
    kept, hud = Backing(opened, table), HudLayer(opened.base)

    def frame(panels: Any = None) -> None:
        table.look_from(eye.eye, eye.azimuth)
        window.aim(opened.base, eye, size)
        if panels is not None:
            hud.show(panels, scene, table, eye, size)
        kept.prepare()
        opened.base.graphicsEngine.render_frame()

    portrait.queue.open()  # as at a table
    placed = plan(view, UiState(), size)
    frame(placed)
    opened.base.graphicsEngine.render_frame()
    found = {"first": time.process_time()}  # Since the process began: Python's own start as well.
    while portrait.queue.make_one():
        pass
    placed = plan(view, UiState(), size)
    frame(placed)

    def turning(panels: Any = placed) -> None:
        nonlocal eye
        eye = camera.orbit(eye, 2.0, 0.0)
        frame(panels)

    turning()
    start, wall = time.process_time(), time.perf_counter()
    for _ in range(FRAMES):
        turning()
    found["frame"] = (time.process_time() - start) / FRAMES * 1000
    found["fps"] = FRAMES / (time.perf_counter() - wall)
    if order.get("more"):
        found["told"] = statistics.median(_told(table, view, turning, placed) for _ in range(5))
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


def _told(table: Any, view: dict[str, Any], turning: Callable[[list[Any]], None], placed: list[Any]) -> float:
    """How much dearer a frame is, in per cent, while events are told: a figure walks, rings lie where it
    happens, the caption says it. Each has as many frames as the other, with the camera moving.
    """
    from direct.interval.IntervalGlobal import ivalMgr

    from tilewright.viewer.panels.layout import Placed
    from tilewright.viewer.replaying.caption import caption
    from tilewright.viewer.replaying.pace import Beat
    from tilewright.viewer.staging.motion import MotionPath
    from tilewright.viewer.staging.overlay import Focus, layer
    from tilewright.viewer.staging.stage import stage

    def spent(tell: Callable[[int], list[Any]]) -> float:
        start = time.process_time()
        for number in range(FRAMES):
            panels = tell(number)
            ivalMgr.step()
            turning(panels)
        return time.process_time() - start

    def event(number: int) -> list[Any]:
        """A step every half second, at 40 frames a second."""
        step = number // 20 + 1
        if number % 20 == 0:
            mover = view["things"][3] | {"place": f"s{step}.{step}"}
            things = [mover if one["handle"] == "f3" else one for one in view["things"]]
            moved = stage(view | {"things": things})
            before, after = (next(p for p in s.pieces if p.id == "f3") for s in (table.scene, moved))
            table.show(moved, (MotionPath("f3", (before.at, after.at), 0.5),))
            told = layer("", {}, moved, view, Focus(("f3", "f4"), (mover["place"],), ("f3",)))
            table.show_layer(told, at_once=False)
        beat = Beat(view, (f"Figure 3 moves to {step} {step}.",), Focus(), None, 1.0)
        said = caption(beat, 40, 1.0, paused=False, most=700)
        return [*placed, Placed("caption", said, 400, 560, 50)]

    plain = spent(lambda _: placed)
    told = spent(event)
    table.show(stage(view), at_once=True)
    table.show_layer(None)
    return 100 * (told / plain - 1)


def _leaks() -> dict[str, float]:
    """Memory and view objects left by 1,000 boards built one after another, in a process without a window."""
    from panda3d.core import load_prc_file_data

    load_prc_file_data("", "window-type none\naudio-library-name null")
    import gc
    import resource

    from direct.showbase.ShowBase import ShowBase

    from tilewright.viewer.rendering import pieces
    from tilewright.viewer.rendering.table import TableRenderer
    from tilewright.viewer.staging.stage import stage

    base = ShowBase()
    view = reference()
    scenes = [
        stage(view | {"board": {"spaces": view["board"]["spaces"][:count], "links": []}, "things": things})
        for count, things in ((9, view["things"][:10]), (12, view["things"][10:22]))
    ]
    table = TableRenderer(base.render, "baked", detail=0.05)

    def rebuild(count: int) -> None:
        for i in range(count):
            table.show(scenes[i % 2], at_once=True)

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


class Unchanging(Session):
    """A session in which the reference scene is always asked about."""

    def __init__(self) -> None:
        self.shown = reference()

    def view(self, seat: str | None) -> dict[str, Any]:
        return self.shown | {"seat": seat}

    def seats(self) -> list[str]:
        return ["player.1"]

    def asked(self) -> list[str]:
        return self.seats()

    def answer(self, seat: str, ids: list[int]) -> str | None:
        return None

    def undo(self, seat: str | None = None) -> str | None:
        return None

    def redo(self, seat: str | None = None) -> str | None:
        return None

    def tick(self) -> bool:
        return False


def _table(order: dict[str, Any]) -> None:
    """A real window over the reference scene. Says where its lit squares are, then when each was lit up."""
    from tilewright.viewer.app.app import App
    from tilewright.viewer.camera import camera
    from tilewright.viewer.rendering import window

    class Told(App):
        lit = ""

        def run(self) -> None:
            self.base.task_mgr.add(self.drawn, "drawn", sort=60)  # after Panda's own, which draws at 50
            self.base.task_mgr.step()
            at = {m.id: camera.project(self.camera, m.at, self.size) for m in self.scene.marks}
            free = [(name, *p[:2]) for name, p in at.items() if p is not None and self.lights(name, p[:2])]
            print(json.dumps(free), flush=True)
            super().run()

        def lights(self, name: str, pixel: tuple[float, float]) -> bool:
            mark = self.pointer.under(pixel)[1]
            return self.pointer.action_at(pixel) is None and mark is not None and mark.id == name

        def drawn(self, task: Any) -> int:
            now = repr(self.ui.hover) if self.table.hovered is not None else ""
            if now not in ("", self.lit):
                self.base.graphicsEngine.flip_frame()
                print(f"{time.monotonic()} {time.process_time()}", flush=True)
            self.lit = now
            return int(task.cont)

    opened = window.open_window(order["renderer"], "auto", SIZE, offscreen=False)
    Told(Unchanging(), opened).run()


def _started(order: dict[str, Any], **more: str) -> subprocess.Popen[str]:
    """A process of its own that measures; what it prints can be read."""
    from tilewright.host import children

    home = str(Path(__file__).parents[1])
    environment = children.environment() | more
    environment["PYTHONPATH"] = os.pathsep.join([home, environment["PYTHONPATH"]])
    # Who installs Tilewright has it as bytecode, too.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = _bytecode()
    return subprocess.Popen(
        [*children.python("bench.viewer"), json.dumps(order)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


@lru_cache(1)
def _bytecode() -> str:
    """A folder for bytecode, for as long as this process lives."""
    folder = tempfile.mkdtemp(prefix="tilewright-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _asked(order: dict[str, Any], cache: str | None = None) -> dict[str, float] | None:
    """What a process of its own has measured; None where the renderer is missing."""
    process = _started(order, **({} if cache is None else {"TILEWRIGHT_CACHE": cache}))
    said, _ = process.communicate(timeout=240)
    lines = [line for line in said.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if process.returncode == 0 and lines else None


# ---- benchmarks


def frames() -> list[Row]:
    """Milliseconds of processor time a frame with the camera moving, and how long the first one takes."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as cache:
        _asked({"renderer": TINY, "quality": "baked"}, cache)  # From now on there is bytecode.
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
            rows.append(
                figure(f"an event that is told adds to a frame, {name}", warm["told"], "%", target=10)
            )
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
    from tilewright.viewer.camera import camera
    from tilewright.viewer.camera.picking import all_hits
    from tilewright.viewer.common import svg
    from tilewright.viewer.panels.layout import UiState, plan
    from tilewright.viewer.staging.stage import stage

    view = reference()
    scene = stage(view)
    eye = camera.fit(scene.bounds, SIZE)
    pixels = iter([(400 + 13 * i % 480, 200 + 7 * i % 320) for i in range(201)])
    panels = plan(view, UiState(), SIZE)
    spent = {}
    for placed in panels:
        svg.raster(placed.panel.svg, 0.8)
        spent[placed.key] = median(lambda: svg.raster(placed.panel.svg, 0.8), 9)  # noqa: B023 - called at once
    dearest = max(spent, key=lambda key: spent[key])
    return [
        figure("pick", median(lambda: all_hits(scene, eye, next(pixels), SIZE), 200), "ms CPU", target=0.2),
        figure("view to scene", median(lambda: stage(view), 5), "ms CPU"),
        figure("all panels laid out", median(lambda: plan(view, UiState(), SIZE), 9), "ms CPU"),
        figure(f"dearest panel drawn anew ({dearest})", spent[dearest], "ms CPU", target=25),
    ]


def window() -> list[Row]:
    """A real window: from a move of the mouse to the picture that shows it, and what an idle table takes.
    Left out where there is no Xvfb, or no library to move its mouse with."""
    from support.screens import screen

    try:
        x11, xtest = CDLL("libX11.so.6"), CDLL("libXtst.so.6")
    except OSError:
        return []
    if not shutil.which("Xvfb"):
        return []
    x11.XOpenDisplay.restype = c_void_p
    with tempfile.TemporaryDirectory() as cache, screen(SIZE) as name:
        process = _started({"window": "pandagl", "renderer": "pandagl"}, DISPLAY=name, TILEWRIGHT_CACHE=cache)
        assert process.stdout is not None
        first = process.stdout.readline()
        if not first:
            return []
        display = c_void_p(x11.XOpenDisplay(name.encode()))
        waited, worked = [], []
        try:
            time.sleep(3.0)
            for _, x, y in json.loads(first)[::4]:
                moved, before = time.monotonic(), _spent(process.pid)
                xtest.XTestFakeMotionEvent(display, -1, round(x), round(y), 0)
                x11.XFlush(display)
                at, spent = map(float, process.stdout.readline().split())
                waited.append((at - moved) * 1000)
                worked.append((spent - before) * 1000)
                time.sleep(0.5)  # until its tooltip is there, too
            xtest.XTestFakeMotionEvent(display, -1, 640, 719, 0)
            x11.XFlush(display)
            time.sleep(4.0)
            before = _spent(process.pid)
            time.sleep(4.0)
            idle = (_spent(process.pid) - before) / 4.0 * 100
        finally:
            process.kill()
            process.wait()
    return [
        figure("mouse move to highlight, median", statistics.median(waited), "ms wall", target=33),
        figure("mouse move to highlight, worst", max(waited), "ms wall", target=80),
        figure("mouse move to highlight, worked for it", statistics.median(worked), "ms CPU", target=33),
        figure("idle table", idle, "% of a core", target=3),
    ]


def _spent(process: int) -> float:
    """Seconds of processor time that all threads of a process have taken."""
    files = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9


def rebuilds() -> list[Row]:
    """What 1,000 boards leave behind."""
    found = _asked({"leaks": True})
    if found is None:
        return []
    return [
        figure("memory of 1,000 boards built anew", found["grown"], "MB", target=20),
        figure("view objects left", found["alive"], "objects", target=0),
    ]


def timeline() -> list[Row]:
    """Jumps and reloads. The processes that measure a first frame shall not import what these need."""
    from .timeline import jumps, reloads

    return [*jumps(), *reloads()]


BENCHMARKS = (pure, frames, window, timeline, rebuilds, full_at_1080p)

if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    if asked.get("window"):
        _table(asked)
    print(json.dumps(_leaks() if asked.get("leaks") else _worker(asked)))
