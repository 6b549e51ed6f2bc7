"""Pictures as they were looked at and found good: each is drawn by a process of its own, and compared at half
its size. `pytest tests/viewer/test_goldens.py --update` takes what is drawn now; look at it then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops

from support.screens import nothing_draws
from support.tables import of
from tilewright.viewer.pictures.stills import NoRenderer, screenshot

GOLDEN = Path(__file__).parent / "golden"
SIZE = (640, 360)
TINY, GL = "p3tinydisplay", "p3headlessgl"
# What another processor or version of Mesa may change: a little everywhere, much at few pixels.
MEAN, MUCH, FEW = 1.0, 24, 0.002

pytestmark = pytest.mark.usefixtures("kept")  # its cache


@pytest.mark.parametrize(
    ("name", "renderer", "quality"),
    [
        ("mission", TINY, "baked"),
        ("rooms", TINY, "baked"),
        ("regions", TINY, "baked"),
        ("fair", TINY, "baked"),
        ("mission", GL, "lite"),
        ("mission", GL, "full"),
    ],
)
def test_a_picture_is_as_it_was(
    name: str, renderer: str, quality: str, request: pytest.FixtureRequest, tmp_path: Path, update: bool
) -> None:
    now = picture(request.getfixturevalue(name), tmp_path / "now.png", renderer, quality)
    file = GOLDEN / f"{name}-{quality}.png"
    if update:
        GOLDEN.mkdir(exist_ok=True)
        now.save(file, optimize=True)
    with Image.open(file) as image:
        was = image.convert("RGB")
    if not alike(now, was):
        seen = ImageChops.difference(now, was).point([min(255, 4 * v) for v in range(256)] * 3)
        seen.save(tmp_path / "difference.png")
        raise AssertionError(f"{file} is not what is drawn: see now.png and difference.png in {tmp_path}")


def test_a_figure_that_has_moved_is_noticed(mission: dict[str, Any], tmp_path: Path) -> None:
    """The tolerance is no blindness."""
    pictures = []
    for place in ("h3", "g4"):
        of(mission, "varga")["place"] = place
        pictures.append(picture(mission, tmp_path / f"{place}.png", TINY, "baked"))
    assert not alike(*pictures)


def picture(view: dict[str, Any], file: Path, renderer: str, quality: str) -> Image.Image:
    try:
        screenshot(view, file, quality=quality, size=SIZE, renderers=(renderer,))
    except NoRenderer as problem:
        nothing_draws(problem)
    with Image.open(file) as image:
        return image.convert("RGB").reduce(2)


def alike(now: Image.Image, was: Image.Image) -> bool:
    apart = np.asarray(ImageChops.difference(now, was)).astype(float)
    return bool(apart.mean() < MEAN and (apart.max(axis=-1) > MUCH).mean() < FEW)
