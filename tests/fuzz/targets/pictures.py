"""Art: pictures, drawings, models, sounds and fonts with damage; looked at, decoded, shown.

A file is refused with a sentence, or something is made of it; whatever else a decoder does is a failure, and
one that takes the process with it is known as well.
"""

from __future__ import annotations

import atexit
import io
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from tilewright.schemas import art as known
from tilewright.schemas.art import BadArt

from .. import bases
from ..target import Different, Input, Target, fewer_in
from ..trees import damage, damaged

_SHOWN = (40, 30)
_TEXT = "Ahoj, 12 žab?"
_PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    f'<text y="18" font-family="Rajdhani" font-weight="500" font-size="18">{_TEXT}</text></svg>'
)


class Pictures(Target):
    name = "art"
    share = 6.0
    memory = 400

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        return {
            "file": chance.choice(sorted(_files())),
            "damage": damage(chance, chance.choice((1, 1, 1, 2, 4))),
        }

    def judge(self, data: Input) -> None:
        name, spoilt = data["file"], damaged(_files()[data["file"]], data["damage"])
        with suppress(BadArt):
            known.checked(name, spoilt)
            _shown(name, spoilt)

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "damage")


@cache
def _files() -> dict[str, bytes]:
    """The art of the example, a photograph, and a font."""
    from PIL import Image

    folder = bases.SCENARIOS / "learn/7_own_art/art"
    found = {path.name: path.read_bytes() for path in folder.iterdir() if known.sort_of(path.name)}
    photo = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(photo, "JPEG")
    fonts = bases.SCENARIOS.parent / "viewer/assets/fonts"
    return {**found, "photo.jpg": photo.getvalue(), "font.ttf": min(fonts.glob("*.ttf")).read_bytes()}


@cache
def _home(pid: int) -> Path:
    home = Path(mkdtemp(prefix="tilewright-fuzz-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return home


def _shown(name: str, data: bytes) -> None:
    """What a table makes of a file that looks sound. Raises BadArt."""
    from tilewright.viewer.common import art, svg, theme
    from tilewright.viewer.making import models

    path = _home(os.getpid()) / name
    path.write_bytes(data)
    art.use({f"castle/{name}": path})
    ref = art.ref(f"castle/{name}")
    if not ref:
        return  # it has been told
    sort = known.sort_of(name)
    if sort is known.MODEL:
        if not len(models.decoded(ref, "ready").faces):
            raise Different("a model without a face is shown")
    elif sort is known.FONT:
        theme.use({"font": f"castle/{name}"})
        svg.width(_TEXT, 20.0)
        svg.raster(_PAGE)
    elif sort is not known.SOUND and art.fitted(ref, _SHOWN).size != _SHOWN:
        raise Different("a picture of another size is shown")
