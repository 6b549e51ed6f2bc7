"""What the session works out while the window goes on drawing: answers of people and of bots, undo and redo.

The rules of a package may take a second or two before a game is told to be stuck. So whatever makes them run
does that in a thread. Most of it is done before a person could notice; the table waits so long, and shows
what came of it. Else it goes on drawing and moving the camera, says that it is thinking, and lets nobody
ask the session anything: while `busy`, the session belongs to the thread alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

AT_ONCE = 0.15  # seconds that the table waits without drawing
SHOWN_AFTER = 0.3  # seconds after which it says that it is thinking
MOST = 0.2  # seconds between two pictures that the rules may have


class Thinking:
    """At most one thing at a time."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._then: Callable[[Any], object] = lambda _: None
        self._since = 0.0
        self._told = True
        self._apart = False
        self.wanted = True
        """Whether what is being worked out is still wanted; long work may ask and end early."""
        self.can_stop = False
        """Whether it asks that, so that a person can stop it."""
        self._turned = 0.0
        self._found: Any = None
        self._error: BaseException | None = None

    @property
    def busy(self) -> bool:
        """Whether the session is being used by the thread."""
        return self._thread is not None

    @property
    def long(self) -> bool:
        """Whether it takes so long that people ought to know, and nothing else tells them."""
        return self.busy and self._told and time.monotonic() - self._since > SHOWN_AFTER

    def begin(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], object],
        *,
        told: bool = True,
        can_stop: bool = False,
        apart: bool = False,
    ) -> None:
        """Work something out; `then` is called with it by this thread, here or in a later `look`.

        Work that stays `apart` from the session keeps nobody from closing it.
        """
        if self.busy:
            raise RuntimeError("the session does one thing at a time")
        self.wanted, self.can_stop, self._apart = True, can_stop, apart
        self._then, self._since, self._told, self._error = then, time.monotonic(), told, None
        # What stays apart ends before the process does: Python stops daemons wherever they are when it
        # ends, with the locks of Panda that they hold.
        self._thread = threading.Thread(target=self._work, args=(work,), daemon=not apart)
        self._thread.start()
        self.look(AT_ONCE)

    def look(self, patience: float = 0.0) -> None:
        """See whether it is done, and go on with what was found."""
        if self._thread is None:
            return
        self._thread.join(patience)
        if self._thread.is_alive():
            return
        self._thread = None
        if self._error is not None:
            raise self._error
        self._then(self._found)

    def look_again(self) -> None:
        """The same in every turn of the loop. Pictures and rules share one processor: as long as the last
        turn has taken, the rules have it for themselves.
        """
        if self.busy:
            self.look(min(MOST, time.monotonic() - self._turned))
        self._turned = time.monotonic()

    def stop(self) -> None:
        """What is being worked out is not wanted any more, if it can be stopped."""
        self.wanted = not (self.busy and self.can_stop)

    def rest(self) -> None:
        """Wait until the session is at rest; nobody wants to see any more what came of it."""
        self.wanted = False
        if self._thread is not None and not self._apart:
            self._thread.join()

    def _work(self, work: Callable[[], Any]) -> None:
        try:
            self._found = work()
        except BaseException as error:  # noqa: BLE001 (raised again where it can be handled)
            self._error = error
