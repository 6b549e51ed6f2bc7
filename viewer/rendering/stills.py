"""One picture of a view, without a window. Each is drawn by a process of its
own: Panda3D draws right only once in a process,
and a renderer that crashes takes nothing else with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tilewright.host.files import write_whole

from .window import HOW_TO_GET_ONE, OFFSCREEN, NoRenderer

__all__ = ["NoRenderer", "screenshot"]

SECONDS = 240


def screenshot(
    view: dict[str, Any],
    path: str | os.PathLike[str],
    *,
    quality: str = "auto",
    size: tuple[int, int] = (1600, 900),
    renderers: tuple[str, ...] = OFFSCREEN,
    hud: bool = True,
) -> str:
    """Draw the view into a PNG file with the first renderer that works, and return that renderer's name.

    `quality` is auto, baked, lite or full; tinydisplay knows `baked` only. Raises NoRenderer when none works.
    """
    target = Path(path).absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    said: list[str] = []
    for renderer in renderers:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "still.png"
            order = {
                "view": view,
                "path": str(made),
                "quality": quality,
                "size": list(size),
                "renderer": renderer,
                "hud": hud,
            }
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "tilewright.viewer.rendering.still"],
                    input=json.dumps(order),
                    text=True,
                    capture_output=True,
                    timeout=SECONDS,
                    env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
                    check=False,
                )
            except subprocess.TimeoutExpired:
                said.append(f"{renderer}: no picture within {SECONDS} seconds")
                continue
            if done.returncode == 0 and made.exists():
                write_whole(target, made.read_bytes())
                return renderer
            if (
                done.returncode == 1
            ):  # An exception of Python's: a mistake of ours, which no other renderer mends.
                raise RuntimeError(f"the picture could not be drawn:\n{done.stderr}")
            said.append(f"{renderer}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    raise NoRenderer("\n".join([HOW_TO_GET_ONE, *said]))
