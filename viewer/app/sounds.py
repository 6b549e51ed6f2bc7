"""What is heard at a table: sounds of the table's own and those a game brings along, and what goes on and on.

Nothing needs them: where they are off, where there is no device, and where a file breaks, the game goes on.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilewright.host.files import write_whole
from tilewright.schemas.art import BadArt
from tilewright.schemas.sounds import MOST_SECONDS
from tilewright.schemas.view import LogEntry, View

from ..common import art
from ..common.speech import say, why_not
from ..making import tones
from ..staging.hearing import to_hear

MOST = 2  # sounds at once: more are noise
_LOG = logging.getLogger(__name__)


class Sounds:
    """What plays sounds; it is made when the first one is to be heard."""

    def __init__(self) -> None:
        self.manager: Any = None
        self.silent = False
        self.home: TemporaryDirectory[str] | None = None
        self.ready: dict[str, Any] = {}  # by word or reference; None for one that cannot be played
        self.around, self.wanted = "", ""  # what goes on and on, and what is to from the next turn

    def hear(self, before: View, view: View, lines: Sequence[LogEntry]) -> None:
        """Play what is heard as one view becomes another, of which these lines of the log tell."""
        for name in to_hear(before, view, lines)[:MOST] if not self.silent else ():
            sound = self._sound(name)
            if sound is not None:
                sound.play()

    def surround(self, word: str) -> None:
        """Let this go on and on, in place of what did; nothing, if the word is empty."""
        self.wanted = word

    def poll(self) -> None:
        """Once in every turn of the loop, when its picture is shown: a device may take long to open."""
        if self.wanted != self.around and not self.silent:
            self._go_round()
        if self.manager is not None and not self.silent:
            self.manager.update()  # what is played from a file is read on

    def close(self) -> None:
        """Be silent at once."""
        if self.manager is not None:
            self.manager.stop_all_sounds()
        self.ready.clear()
        self.around = self.wanted = ""
        if self.home is not None:
            self.home.cleanup()
            self.home = None

    def _go_round(self) -> None:
        before = self.ready.get(self.around)
        if before is not None:
            before.stop()
        self.around = self.wanted
        sound = self._sound(self.around) if self.around in tones.AMBIENCES else None
        if sound is not None:
            sound.set_loop(True)
            sound.play()

    def _sound(self, name: str) -> Any:
        if self.manager is None:
            self.manager = _opened()
            if not self.manager.is_valid():
                self.silent = True
                _LOG.warning(say("sound_no_device"))
                return None
        if name not in self.ready:
            self.ready[name] = self._read(name)
        return self.ready[name]

    def _read(self, name: str) -> Any:
        from panda3d.core import AudioManager

        if not art.is_ref(name):
            return self._own(name)
        try:
            file = self._file(f"{name.rpartition('@')[2]}.ogg", art.data(name))
        except (BadArt, OSError) as error:
            art.tell(
                name, error if isinstance(error, BadArt) else BadArt(f"{error.strerror or error}".lower())
            )
            return None
        # Read while it is played: how long a file says it is may be wrong.
        sound = self.manager.get_sound(file, False, AudioManager.SM_stream)
        if not 0 < sound.length() <= MOST_SECONDS + 1:
            art.tell(name, BadArt("it is damaged"))
            return None
        return sound

    def _own(self, word: str) -> Any:
        """A sound of the table's own; nothing for a word that is none of it."""
        from panda3d.core import AudioManager

        if word not in tones.SOUNDS and word not in tones.AMBIENCES:
            return None
        try:
            file = self._file(f"{word}.wav", tones.wav(word))
        except OSError as error:
            _LOG.warning(say("sound_not_kept", why_not(error)))
            return None
        return self.manager.get_sound(file, False, AudioManager.SM_sample)

    def _file(self, name: str, data: bytes) -> Any:
        """A file of these bytes. What is played is what was looked at, whatever becomes of a game's file
        meanwhile. Panda reads sounds from folders only: of those in memory it misses the end of some."""
        from panda3d.core import Filename

        if self.home is None:
            self.home = TemporaryDirectory(prefix="tilewright-", ignore_cleanup_errors=True)
        file = Path(self.home.name, name)
        write_whole(file, data)
        return Filename.from_os_specific(str(file))


def _opened() -> Any:
    """What plays sounds on this machine, which may be nothing."""
    from panda3d.core import AudioManager, load_prc_file_data

    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    # OpenAL looks there for what headphones need, else in the current folder, which may be a stranger's.
    os.environ.setdefault("ALSOFT_LOCAL_PATH", str(Path(__file__).parent))
    load_prc_file_data("tilewright sounds", "audio-library-name p3openal_audio\nnotify-level-audio fatal")
    load_prc_file_data("tilewright sounds", "notify-level-movies fatal")
    return AudioManager.create_AudioManager()
