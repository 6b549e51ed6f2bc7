"""Play a recording again.

It is played as far as it fits; at the table, or as a film.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.host.terminal import say
from tilewright.schemas.documents import Document
from tilewright.schemas.wording import counted

from ..recordings import PlayedRecording, begun, played_again, read_recording
from ..seats import language_option, mod_option
from ..targets import unwritable

if TYPE_CHECKING:
    from tilewright.runtime.tables.session import TableSession


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", "name", metavar="GAME", help="Where its package is, if not found by name.")
@click.option("--log", "tell", is_flag=True, help="Print everything that happens.")
@mod_option
@language_option
@click.option(
    "--table", "at_table", is_flag=True, help="Show it at the 3D table: look back, play on from any moment."
)
@click.option(
    "--film",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Draw a film without a window: OUT.gif, OUT.webp, or a folder of PNG files.",
)
@click.option("--seat", metavar="NAME", help="For the film and --seen: as this player sees it.")
@click.option(
    "--seen",
    type=click.Path(path_type=Path),
    metavar="OUT.json",
    help="Write what --seat has seen, moment by moment, and nothing that only others know.",
)
@click.option("--size", default="960x540", metavar="WxH", show_default=True, help="Size of the film.")
@click.option(
    "--fps",
    type=click.FloatRange(1, 60),
    default=10,
    show_default=True,
    help="Frames of the film per second.",
)
@click.option(
    "--speed", type=click.FloatRange(0.25, 16), default=1, show_default=True, help="Speed of the film."
)
@click.option("--quality", type=click.Choice(["auto", "baked", "lite", "full"]), default="auto")
def command(
    file: Path,
    name: str | None,
    tell: bool,
    mods: tuple[str, ...],
    language: str,
    at_table: bool,
    film: Path | None,
    seat: str | None,
    seen: Path | None,
    size: str,
    fps: float,
    speed: float,
    quality: str,
) -> None:
    """Play the recording or saved game in FILE again, from seed and answers.

    If the game has changed since, the recording is played up to the first answer that no longer fits; that
    answer is shown, and the exit status is 1. What one seat has seen (--seen) can only be looked at.
    """
    from tilewright.runtime.tables.session import write_json

    pixels = _size(size)
    if seen is not None and seat is None:
        raise click.UsageError("--seen needs --seat: say whose view to write")
    recording = read_recording(file)
    if "first" in recording:
        _look(file, recording, tell)
        return

    @cache
    def played() -> PlayedRecording:
        found = played_again(*begun(file, recording, name, mods, language, (film, seen)), recording)
        _tell(found, recording, tell)
        return found

    if seat is not None and seat not in played().session.game.seats:
        raise click.UsageError(
            f"there is no seat `{seat}`; there are {', '.join(played().session.game.seats)}"
        )
    if seen is not None and seat is not None:
        try:
            write_json(seen, played().session.game.seen(seat))
        except OSError as error:
            raise unwritable(seen, error) from None
    if film is not None:
        played().loaded.dress_table()
        _film(played().session, film, seat, pixels, fps, speed, quality)
    if at_table:
        _show(file.name, played, language, quality)
    if played().misfit:
        say(played().misfit, err=True)
        raise click.exceptions.Exit(1)


def _tell(played: PlayedRecording, recording: Document, whole_log: bool) -> None:
    """How far a recording could be played, and how the game ended."""
    from tilewright.runtime.history.save import CHANCE

    from ..text_view import ending, log_lines

    view = played.session.game.view(None)
    for line in log_lines(view) if whole_log else ():
        say(line)
    every = sum(one["seat"] != CHANCE for one in recording["answers"])
    of = f" of {every}" if played.misfit else ""
    say(f"{played.answers}{of} answer{'s' * (every != 1)} played.")
    for line in ending(view):
        say(line)


def _look(file: Path, seen: Any, tell: bool) -> None:
    """What one seat has seen: its log, and how it stood at its last moment."""
    from tilewright.runtime.history.save import BadSave
    from tilewright.runtime.history.seat_recording import checked

    from ..text_view import ending, log_lines

    try:
        number, last = checked(seen)
    except BadSave as error:
        raise click.ClickException(f"{file}: {error}") from None
    for line in (*(log_lines(last) if tell else ()), *ending(last)):
        say(line)
    say(f"{seen['seat']} has seen {counted(number, 'moment')}.")


def _film(
    session: TableSession,
    out: Path,
    seat: str | None,
    size: tuple[int, int],
    fps: float,
    speed: float,
    quality: str,
) -> None:
    from tilewright.viewer.pictures.filming import film, moments
    from tilewright.viewer.rendering.window import NoRenderer

    try:
        frames = film(moments(session, seat, speed), out, quality=quality, size=size, fps=fps)
    except NoRenderer as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.UsageError(f"{out} cannot be written: {(error.strerror or str(error)).lower()}") from None
    say(f"{out}: {frames} frames.")


def _show(title: str, played: Callable[[], PlayedRecording], language: str, quality: str) -> None:
    """At the table it stands still at its first moment, until it is played or branched."""
    from tilewright.viewer.app.sittings import run_sittings
    from tilewright.viewer.menus.opening import opening
    from tilewright.viewer.plugin import Sitting
    from tilewright.viewer.rendering.window import NoRenderer

    from ..start_shelf import StartShelf

    def lay(found: PlayedRecording) -> Sitting:
        found.session.recording = True
        return Sitting(found.session, art=found.loaded.package.art, look=found.loaded.look)

    try:
        run_sittings(opening(title, played, lay, StartShelf().speech(language)), None, quality=quality)
    except NoRenderer as error:
        played()  # what the terminal tells of it is there without a window, too
        raise click.ClickException(str(error)) from None


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 8000 and 0 < int(height) <= 8000):
        raise click.UsageError(f"`{text}` is not a size; write 960x540")
    return int(width), int(height)
