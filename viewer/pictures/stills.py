"""One picture of a view, without a window. Each is drawn by a process of its
own: Panda3D draws right only once in a process,
and a renderer that crashes takes nothing else with it."""

from __future__ import annotations

import logging
import os
from base64 import b64decode
from pathlib import Path

from tilewright.host.children import Child, Ended, Late
from tilewright.host.files import write_whole
from tilewright.host.text import printable
from tilewright.schemas.view import View

from ..common import art, speech, theme
from ..rendering.window import HOW_TO_GET_ONE, OFFSCREEN, NoRenderer

_LOG = logging.getLogger(__name__)

__all__ = ["NoRenderer", "screenshot"]

SECONDS = 240


def screenshot(
    view: View,
    path: str | os.PathLike[str],
    *,
    quality: str = "auto",
    size: tuple[int, int] = (1600, 900),
    renderers: tuple[str, ...] = OFFSCREEN,
    hud: bool = True,
) -> str:
    """Draw the view into a PNG file with the first renderer that works, and return that renderer's name. What
    is left out, or replaced, is warned of (`logging`).

    `quality` is auto, baked, lite or full; tinydisplay knows `baked` only. Raises NoRenderer when none works.
    """
    target = Path(path).absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    said: list[str] = []
    order = {"view": view, "quality": quality, "size": list(size), "hud": hud, "art": art.files()}
    order["look"], order["speech"] = theme.look(), list(speech.spoken())
    for renderer in renderers:
        try:
            with Child("tilewright.viewer.pictures.still") as drawer:
                drawer.give({**order, "renderer": renderer})
                told = drawer.told(SECONDS)
        except Late:
            said.append(f"{renderer}: no picture within {SECONDS} seconds")
        except Ended as ended:
            if ended.code == 1:  # An exception of Python's: a mistake of ours, which no other renderer mends.
                raise RuntimeError(f"the picture could not be drawn: {ended}\n{ended.said}") from None
            said.append(f"{renderer}: {ended}")
        else:
            for text in told["warnings"]:
                _LOG.warning(printable(text))
            write_whole(target, b64decode(told["picture"]))
            return renderer
    raise NoRenderer("\n".join([HOW_TO_GET_ONE, *said]))
