"""Processes that a test starts, waits for and ends."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

WAIT = 60


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; fails after a minute."""
    ends = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.05)


def interruptible() -> None:
    """For `preexec_fn`: Ctrl-C ends the process, also where it is ignored (`pytest &`)."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
