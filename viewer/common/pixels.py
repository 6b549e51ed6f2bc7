"""Images in the order in which Panda keeps them; without Panda, so that the cache can hold them. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
"""(rows, columns, 4): from the bottom up; blue, green, red, alpha."""


def pixels(image: Image.Image) -> Pixels:
    rgba = image if image.mode == "RGBA" else image.convert("RGBA")
    ordered = rgba.tobytes("raw", "BGRA", 0, -1)
    return np.frombuffer(ordered, np.uint8).reshape(image.height, image.width, 4)
