"""Ctrl+C is heeded between two turns of the loop.

Python raises it wherever the main thread is. While that waits for the thread that works for the table, Python
3.11 takes the other thread for done, though it holds the session or a lock of Panda; then the process may
never end.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import Self


class Interrupts:
    """Hears Ctrl+C while it is entered, in the main thread. Pressed once more it is heeded at once."""

    def __enter__(self) -> Self:
        self._heard = False
        self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def heed(self) -> None:
        """Raises KeyboardInterrupt if Ctrl+C was pressed."""
        if self._heard:
            raise KeyboardInterrupt

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.heed()
        self._heard = True
