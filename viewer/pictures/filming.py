"""A film of a game, without a window: views → frames, by a process of its own (film.py) → one GIF or WebP, or
PNG files."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from tilewright.host.children import Child, Ended
from tilewright.host.files import write_whole

from ..common import art, theme
from ..rendering.window import HOW_TO_GET_ONE, OFFSCREEN, NoRenderer
from ..replaying.track import Track
from .film import UNWRITABLE
from .still import write_picture

ANIMATED = (".gif", ".webp")
HOLD = 0.6  # seconds that a moment is seen after everything has arrived, at speed 1
LAST = 2.5
NO_RENDERER = 3

FilmFrame = tuple[Path, float]


def moments(session: Any, seat: str | None, speed: float = 1.0) -> Iterator[dict[str, Any]]:
    """Every moment that the seat could tell apart, as the film needs it: view, place on the bar, how long it
    is seen, and a view for each thing that the seat was told meanwhile."""
    track = Track.of(session, seat)
    told, coming = session.told(seat, 0), None
    ticks, notes = track.ticks(session.ticks(seat)), track.notes(session.notes())
    for place, moment in enumerate(track.moments):
        # A note is to be read; the last picture stays.
        seconds = (LAST if place == track.last else HOLD + 0.05 * len(notes.get(place, ""))) / speed
        view = {**session.view_at(moment, seat), "question": None, "waiting": []}
        number = max((int(line["n"]) for line in view["log"]), default=0)
        events = []
        while (coming := coming or next(told, None)) is not None and coming["log"][-1]["n"] <= number:
            events.append(coming)
            coming = None
        yield {
            "view": view,
            "told": events,
            "speed": speed,
            "shown": place,
            "last": track.last,
            "ticks": ticks,
            "notes": sorted(notes),
            "note": notes.get(place, ""),
            "seconds": seconds,
        }


def film(
    told: Iterable[dict[str, Any]],
    out: Path,
    *,
    quality: str = "auto",
    size: tuple[int, int] = (960, 540),
    fps: float = 10.0,
    renderers: tuple[str, ...] = OFFSCREEN,
) -> int:
    """Draw a film into OUT: an animated .gif or .webp, else a folder of PNG files. Gives how many frames.

    A folder also gets `frames.txt`, the list with durations that ffmpeg's concat reads. Raises NoRenderer if
    nothing draws here.
    """
    kept = list(told) if len(renderers) > 1 else told
    for renderer in renderers:
        with tempfile.TemporaryDirectory() as folder:
            animated = out.suffix.lower() in ANIMATED
            home = Path(folder) if animated else out
            home.mkdir(parents=True, exist_ok=True)
            order = {"folder": str(home.absolute()), "quality": quality, "size": list(size), "fps": fps}
            order |= {"art": art.files(), "look": theme.look()}
            drawn = _drawn({**order, "renderer": renderer}, kept)
            if drawn is None:
                continue
            out.parent.mkdir(parents=True, exist_ok=True)
            if animated:
                animate(drawn, out)
            else:
                _list(drawn, out)
            return len(drawn)
    raise NoRenderer(HOW_TO_GET_ONE)


def _drawn(order: dict[str, Any], told: Iterable[dict[str, Any]]) -> list[FilmFrame] | None:
    """The frames that a process of its own has drawn; None if its renderer does not work here."""
    try:
        with Child("tilewright.viewer.pictures.film") as drawer:
            drawer.give(order)
            for moment in told:
                drawer.give(moment)
            drawer.give(None)
            found = drawer.told()
    except Ended as ended:
        if ended.code == UNWRITABLE:
            raise OSError(errno.EIO, str(ended)) from None
        if ended.code == 1:
            raise RuntimeError(f"the film could not be drawn: {ended}\n{ended.said}") from None
        return None
    return [(Path(order["folder"]) / name, seconds) for name, seconds in found]


def animate(frames: list[FilmFrame], out: Path) -> None:
    """Put frames together into one animated file. Each is seen for as long as it says."""
    durations = [max(20, round(seconds * 1000)) for _, seconds in frames]
    first, *rest = frames
    options: dict[str, Any] = {"save_all": True, "duration": durations, "loop": 0}
    if out.suffix.lower() == ".gif":
        options |= {"optimize": False, "disposal": 1}
        options["append_images"] = (_open(path, few=True) for path, _ in rest)
        write_picture(_open(first[0], few=True), out, "GIF", **options)
    else:
        options |= {"quality": 82, "method": 2, "append_images": (_open(path) for path, _ in rest)}
        write_picture(_open(first[0]), out, "WEBP", **options)


def _open(path: Path, *, few: bool = False) -> Image.Image:
    with Image.open(path) as image:
        whole = image.convert("RGB")
    return whole.quantize(255, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE) if few else whole


def _list(frames: list[FilmFrame], out: Path) -> None:
    """The list of frames with their durations; the last one is named twice, as ffmpeg wants it."""
    lines = ["ffconcat version 1.0"]
    for path, seconds in frames:
        lines += [f"file {path.name}", f"duration {seconds:.4f}"]
    if frames:
        lines.append(f"file {frames[-1][0].name}")
    write_whole(out / "frames.txt", ("\n".join(lines) + "\n").encode())
