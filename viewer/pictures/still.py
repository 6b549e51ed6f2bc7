"""The process that draws one picture: is given an order, and tells a PNG and what it warns of. Started by
stills.py."""

from __future__ import annotations

import io
import os
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

from PIL import Image

from tilewright.host import children
from tilewright.host.files import write_whole
from tilewright.schemas.view import View
from tilewright.schemas.wording import Wording

from ..common import art, speech, theme
from ..staging import notices

NO_RENDERER = 3  # The exit status that says so; 1, an exception, is a mistake of ours.


def main() -> None:
    take, tell = children.begin()
    order = take()
    made = io.BytesIO()
    art.use(order["art"])
    theme.use(order["look"])
    speech.use(Wording(*order["speech"]))
    warnings = notices.Notices()
    picture = draw(order["view"], order["quality"], tuple(order["size"]), order["renderer"], hud=order["hud"])
    picture.save(made, "PNG")
    tell({"picture": b64encode(made.getvalue()).decode(), "warnings": warnings.texts()})


def draw(view: View, quality: str, size: tuple[int, int], renderer: str, *, hud: bool) -> Image.Image:
    from ..camera import camera, framing
    from ..panels.hand import hand
    from ..panels.layout import UiState, looked_at, plan
    from ..panels.roster import acting_in
    from ..rendering import window
    from ..rendering.hudlayer import HudLayer
    from ..rendering.table import TableRenderer
    from ..staging import overlay
    from ..staging.overlay import NO_FOCUS
    from ..staging.stage import stage

    # tinydisplay has no multisampling: draw double and shrink.
    times = 2 if renderer == "p3tinydisplay" else 1
    big = (size[0] * times, size[1] * times)
    opened = window.open_window(renderer, quality, big, offscreen=True)
    table = TableRenderer(opened.base.render, opened.quality, soft=2)
    scene = stage(view)
    notices.check(view)
    notices.count(scene)
    table.show(scene, at_once=True)
    eye = framing.first(scene, size, cards=bool(hand(view))) if hud else camera.fit(scene.bounds, size)
    table.look_from(eye.eye, eye.azimuth)
    window.aim(opened.base, eye, size)
    if hud:
        table.show_layer(overlay.layer("", {}, scene, view, NO_FOCUS, None, acting_in(view)))
        about = looked_at(view, UiState())
        table.point_out({str(about["handle"]): "cyan"} if about is not None else {})
        layer = HudLayer(opened.base, times=times)
        layer.show(plan(view, UiState(), size), scene, table, eye, size)
    for _ in range(2):
        opened.base.graphicsEngine.render_frame()
    return picture(opened.base, size)


def picture(base: Any, size: tuple[int, int] | None = None) -> Image.Image:
    """What the window shows now, shrunk to `size` when that is given. OSError if it shows nothing."""
    shot = base.win.get_screenshot()
    if shot is None:
        raise OSError("the window shows nothing")
    image = Image.frombytes(
        "RGBA", (shot.get_x_size(), shot.get_y_size()), bytes(shot.get_ram_image_as("RGBA"))
    )
    image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")
    return image if size is None or image.size == size else image.resize(size, Image.Resampling.BOX)


def keep_picture(base: object, folder: Path) -> Path:
    """Write what the window shows now into a folder, under a name that is free."""
    number = 1
    while os.path.lexists(file := folder / f"tilewright-{number}.png"):
        number += 1
    write_picture(picture(base), file)
    return file


def write_picture(image: Image.Image, path: Path, form: str = "PNG", **options: object) -> None:
    """Write a picture to a file, whole or not at all; options as Pillow's. OSError if it cannot be."""
    data = io.BytesIO()
    image.save(data, form, **options)
    write_whole(path, data.getvalue())


if __name__ == "__main__":
    from ..rendering.window import NoRenderer

    try:
        main()
    except NoRenderer:
        sys.exit(NO_RENDERER)
