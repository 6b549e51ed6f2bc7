"""Draws the pictures of docs/ anew: `make pictures`.

Each is a screenshot of the game on its page, made by `tilewright view` and saved as a JPEG, so that the
checkout stays small. `tests/test_docs.py` sees to it that every picture on a page is one of these.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MOST = 120_000
"""Bytes of a picture."""


class Picture(NamedTuple):
    """A picture beside the page whose game it shows."""

    page: str
    mission: str = ""
    options: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        return (ROOT / "docs" / self.page).with_suffix(".jpg")


PICTURES = (
    Picture("cookbook/line_of_sight.md", "skirmish"),
    Picture("cookbook/fog.md", "moonless", ("--seat", "player.2", "--after", "3", "--seed", "7")),
)


def draw(picture: Picture) -> None:
    """Draw one."""
    from PIL import Image

    from support.pages import written

    with tempfile.TemporaryDirectory() as folder:
        game, drawn = written(ROOT / "docs" / picture.page, Path(folder)), Path(folder) / "drawn.png"
        named = f"{game}/{picture.mission}" if picture.mission else str(game)
        words = ("view", named, "--screenshot", str(drawn), "--size", "960x540", *picture.options)
        command = "from tilewright.cli.main import main; main()"
        subprocess.run([sys.executable, "-c", command, *words], check=True)
        with Image.open(drawn) as whole:
            whole.convert("RGB").save(picture.file, quality=82, optimize=True)
    print(f"{picture.file.relative_to(ROOT)}: {picture.file.stat().st_size:,} bytes")


def main() -> None:
    """Draw all of them, or those of the pages that are named."""
    sys.path.insert(0, str(ROOT / "tests"))
    for picture in PICTURES:
        if not sys.argv[1:] or picture.page in sys.argv[1:]:
            draw(picture)


if __name__ == "__main__":
    main()
