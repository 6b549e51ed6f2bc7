"""How much something may take of the processor, whatever else the machine does."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ends_within(seconds: float) -> Iterator[None]:
    """Fail after so many seconds of the processor, also in the middle of a regular expression."""

    def ring(*_: object) -> None:
        raise AssertionError(f"it takes more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def calls(work: Callable[[], object]) -> int:
    """The calls of functions that something takes."""
    count = 0

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
