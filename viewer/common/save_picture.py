"""The picture beside a save: `NAME.png`, which also says what is played and how far it has come.

Who deletes it loses nothing, and one that is damaged is not shown. The file may be a stranger's: no more is
read of it than a picture of its size needs, and what is shown is written anew.
"""

from __future__ import annotations

import io
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.host.text import on_one_line

if TYPE_CHECKING:
    from PIL import Image

SIZE = (480, 270)
MAX_SAVE_PICTURE = 600_000  # bytes
MAX_SAVE_TEXT = 120  # letters of each text in it
_TEXTS = ("Title", "Mission", "Position")


class SavePicture(NamedTuple):
    """What stands beside a save: a URI of the picture, and what it says."""

    uri: str = ""
    title: str = ""
    mission: str = ""
    position: str = ""  # the round, or whatever the game counts


def beside(save: Path) -> Path:
    """Where the picture of a save lies."""
    return save.with_suffix(".png")


def write(save: Path, image: Image.Image, title: str, mission: str, position: str) -> None:
    """Put a picture beside a save. OSError if that cannot be."""
    from PIL import Image as pillow
    from PIL import ImageOps
    from PIL.PngImagePlugin import PngInfo

    said = PngInfo()
    for name, text in zip(_TEXTS, (title, mission, position), strict=True):
        said.add_itxt(name, on_one_line(text)[:MAX_SAVE_TEXT])
    data = io.BytesIO()
    ImageOps.fit(image.convert("RGB"), SIZE, pillow.Resampling.BOX).save(data, "PNG", pnginfo=said)
    write_whole(beside(save), data.getvalue())


def forget(save: Path) -> None:
    """Take away the picture of a save that is gone."""
    with suppress(OSError):
        beside(save).unlink(missing_ok=True)


def read(save: Path) -> SavePicture:
    """The picture beside a save; an empty one if there is none, or if it is damaged."""
    from PIL import Image as pillow

    try:
        found, data = read_whole(beside(save), MAX_SAVE_PICTURE), io.BytesIO()
        with pillow.open(io.BytesIO(found), formats=["PNG"]) as image:
            if image.size != SIZE:
                return SavePicture()
            image.load()
            texts = [on_one_line(str(image.info.get(name, "")))[:MAX_SAVE_TEXT] for name in _TEXTS]
            image.convert("RGB").save(data, "PNG")
    except (OSError, ValueError, SyntaxError, pillow.DecompressionBombError):
        return SavePicture()
    uri = f"data:image/png;base64,{b64encode(data.getvalue()).decode()}"
    return SavePicture(uri, *texts)
