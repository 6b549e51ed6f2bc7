"""The standard streams of a command, so that it can use them whatever they are.

Somebody may have closed one, a terminal may know few letters, a disk may be full: none of that is a mistake
of ours. What the texts may hold is not looked at here.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class OutputLost(OSError):
    """Standard output takes nothing any more, as on a full disk. Who reads it may also just have left: that
    stays a BrokenPipeError."""


def prepare() -> None:
    """Open what is closed, with nothing to read and to nowhere; take and give letters that cannot be told.

    A number below three must be in use: a file that got it would receive what is printed.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            _open_nowhere(number)
            nowhere = os.fdopen(number, mode, encoding="utf-8", errors="replace", closefd=False)
            setattr(sys, name, nowhere)
        elif stream is getattr(sys, f"__{name}__") and isinstance(stream, io.TextIOWrapper) and number < 2:
            if stream.errors != "replace":  # a command that follows another in one process finds it done
                stream.reconfigure(errors="replace")
            if number == 1 and not stream.isatty():
                sys.stdout = _telling_of_loss(stream)


def give_up() -> None:
    """Forget what standard output would not take, or Python would try once more when it ends."""
    _open_nowhere(1)


class _Output(io.FileIO):
    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(error.errno, error.strerror) from None


def _telling_of_loss(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    stream.flush()
    buffer = io.BufferedWriter(_Output(stream.fileno(), "wb", closefd=False))
    return io.TextIOWrapper(buffer, stream.encoding, "replace", line_buffering=stream.line_buffering)


def _open_nowhere(number: int) -> None:
    found = os.open(os.devnull, os.O_RDWR)
    if found != number:
        os.dup2(found, number)
        os.close(found)
    os.set_inheritable(number, True)
