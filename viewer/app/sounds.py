"""Sounds of a game: heard when what has one moves, when `say` is about it, when its look takes it.

Nothing needs them: where they are off, where there is no device, and where a file breaks, the game goes on.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilewright.host.files import write_whole
from tilewright.schemas.art import BadArt
from tilewright.schemas.sounds import MOST_SECONDS
from tilewright.schemas.view import LogEntry, View

from ..common import art

MOST = 2  # sounds at once: more are noise
_LOG = logging.getLogger(__name__)


class Sounds:
    """What plays sounds; it is made when the first one is to be heard."""

    def __init__(self) -> None:
        self.manager: Any = None
        self.silent = False
        self.home: TemporaryDirectory[str] | None = None
        self.ready: dict[str, Any] = {}  # by reference; None for one that cannot be played

    def hear(self, before: View, view: View, lines: Sequence[LogEntry]) -> None:
        """Play what is heard as one view becomes another, of which these lines of the log tell."""
        for ref in to_hear(before, view, lines)[:MOST] if not self.silent else ():
            sound = self._sound(ref)
            if sound is not None:
                sound.play()

    def close(self) -> None:
        """Be silent at once."""
        if self.manager is not None:
            self.manager.stop_all_sounds()
        self.ready.clear()
        if self.home is not None:
            self.home.cleanup()
            self.home = None

    def _sound(self, ref: str) -> Any:
        if self.manager is None:
            self.manager = _opened()
            if not self.manager.is_valid():
                self.silent = True
                _LOG.warning("The sounds of this game cannot be heard: no sound device can be opened.")
                return None
        if ref not in self.ready:
            self.ready[ref] = self._read(ref)
        return self.ready[ref]

    def _read(self, ref: str) -> Any:
        from panda3d.core import AudioManager, Filename

        try:
            if self.home is None:
                # What is played is what was looked at, whatever becomes of the file meanwhile. Panda reads
                # sounds from folders only: of those in memory it misses the end of some.
                self.home = TemporaryDirectory(prefix="tilewright-", ignore_cleanup_errors=True)
            file = Path(self.home.name, f"{ref.rpartition('@')[2]}.ogg")
            write_whole(file, art.data(ref))
        except (BadArt, OSError) as error:
            art.tell(
                ref, error if isinstance(error, BadArt) else BadArt(f"{error.strerror or error}".lower())
            )
            return None
        # Read while it is played: how long a file says it is may be wrong.
        sound = self.manager.get_sound(Filename.from_os_specific(str(file)), False, AudioManager.SM_stream)
        if not 0 < sound.length() <= MOST_SECONDS + 1:
            art.tell(ref, BadArt("it is damaged"))
            return None
        return sound


def to_hear(before: View, view: View, lines: Sequence[LogEntry]) -> list[str]:
    """The sounds of what moves or is spoken of in these lines, and of what has another one now."""
    now = _sounds(view)
    if not now:
        return []
    then = _sounds(before)
    spoken = (str(name) for line in lines for name in _about(line))
    changed = (name for name, hint in now.items() if then.get(name, hint) != hint)
    return list(dict.fromkeys(filter(None, (art.ref(now.get(name)) for name in (*spoken, *changed)))))


def _sounds(view: View) -> dict[str, str]:
    """The hints of all that is in sight of which any has a sound: its name, or nothing."""
    board = view.get("board") or {}
    seen = (*(view.get("things") or ()), *(board.get("spaces") or ()), *(board.get("links") or ()))
    found = {
        str(one.get("handle") or one["name"]): str((one.get("look") or {}).get("sound", "")) for one in seen
    }
    return found if any(found.values()) else {}


def _about(line: LogEntry) -> Iterator[Any]:
    data = line.get("data") or {}
    match line.get("sort"):
        case "move":
            yield from (one.get("thing") for one in (data, *(data.get("more") or ())))
        case "say":
            yield from (*(line.get("things") or ()), *(line.get("spaces") or ()))


def _opened() -> Any:
    """What plays sounds on this machine, which may be nothing."""
    from panda3d.core import AudioManager, load_prc_file_data

    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    load_prc_file_data("tilewright sounds", "audio-library-name p3openal_audio\nnotify-level-audio fatal")
    load_prc_file_data("tilewright sounds", "notify-level-movies fatal")
    return AudioManager.create_AudioManager()
