"""How deep rules may come in calling each other, in calls of Python's.

Rules that call each other without end do so until there is no room left. What they have done by then must be
the same whenever the game is played, or no save of it could be loaded. So the room is measured from where the
engine begins, wherever its caller stands, and what is compiled on the way takes up none of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any, Final

ROOM: Final = 900
"""Calls in one another that rules may come to."""

SHORT: Final = 60
"""A chain of procedures for which there is room wherever it begins."""

COMPILING: Final = 1_000
"""Calls in one another that it takes to compile a function, amply."""


LINKING: Final = 20_000
"""Calls in one another that it takes to link rules: every verb within those that call it, block by block."""


@contextmanager
def room_to_link() -> Iterator[None]:
    """Stack space for linking, which the limits of a package bound."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth() + LINKING))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def depth() -> int:
    """How many calls in one another lead to whoever asks, as Python counts them.

    That is more than there are frames: calls of classes count too, once they are fast, and so does some of
    what is written in C. Python names its count only where it refuses a limit ("… at the recursion depth 57:
    …"). To try limits until one is taken would do, but each holds for all threads, which may stand deeper.
    """
    said = ""
    try:
        sys.setrecursionlimit(1)
    except RecursionError as refused:  # always, since somebody calls
        said = str(refused)
    return int(said.partition("recursion depth ")[2].partition(":")[0])


def first_call(
    function: Callable[[], Callable[..., Any]], is_measured: Callable[[], bool]
) -> Callable[..., Any]:
    """What stands for a function until it is compiled, which is when it is first called.

    Where the room is measured there may be one call more, since this one lies among those of the rules.
    """

    def first(*args: object) -> Any:
        if not is_measured():
            return function()(*args)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + COMPILING)
        try:
            compiled = function()
            sys.setrecursionlimit(limit + 1)
            return compiled(*args)
        finally:
            sys.setrecursionlimit(limit)

    return first


def repeated(error: BaseException, rules: Container[str]) -> str:
    """Which of these functions called itself, by whatever ways, when an error was raised.

    The innermost of those that ran more than once: what it called last is not to blame. Where none did, in a
    chain that is only too long, it is the innermost of all; "" if none of them ran.
    """
    ran: dict[str, None] = {}
    found, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_name
        if name in ran:
            found = name
        elif name in rules:
            ran[name] = None
        trace = trace.tb_next
    return found or next(reversed(ran), "")
