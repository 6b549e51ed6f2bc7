"""When Python looks for garbage. Whoever makes thousands of values that stay has it wait meanwhile."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_counting = Lock()
_inside = 0
_was_on = False
_in_use = 500_000
"""Blocks of memory in use when all was last looked through; at first as many as a large game takes."""


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """No garbage collection for a while: what is made stays, and would be looked through again and again.

    Afterwards it is set aside until the next time, or the first thing would be to look through it all. Only
    when twice as much memory is in use as after the last look is it looked through. The collector is the
    process's: with several threads inside, the first turns it off, the last on.
    """
    global _inside, _was_on, _in_use
    with _counting:
        _inside += 1
        if _inside == 1:
            _was_on = gc.isenabled()
            if _was_on:
                gc.unfreeze()
                if sys.getallocatedblocks() > 2 * _in_use:
                    gc.collect()
                    _in_use = sys.getallocatedblocks()
                gc.disable()
    try:
        yield
    finally:
        with _counting:
            _inside -= 1
            if _inside == 0 and _was_on:
                gc.freeze()
                gc.enable()
