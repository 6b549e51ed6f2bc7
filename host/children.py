"""Processes that Tilewright starts: its own, and programs of the person's. Nobody else starts any.

People stand in the folder of a package when they look at it, and the package may be a stranger's. So no child
finds code there: neither the current folder nor anything relative is on its Python's path (`-P`, and a
PYTHONPATH of absolute entries), and programs are looked for in absolute folders only.

A child that works for us is given documents and tells documents, lines of JSON, through pipes that nobody
else holds: when one side is gone, the other learns of it at once. So a dead child hangs nothing, and a child
whose parent is gone, in whatever way, ends by itself. No file is left behind. `begin` is the child's side.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Queue
from threading import Thread, Timer
from types import TracebackType
from typing import Any, Self

AHEAD = 2  # documents that a child reads before it is done with the last one


class Ended(Exception):
    """A child ended before it told what was awaited: `code` is its exit status, `said` its standard error."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__((said.strip().splitlines() or [f"exit status {code}"])[-1])
        self.code, self.said = code, said


class Late(Ended):
    """A child did not tell in time what was awaited, and was ended."""


class Child:
    """A process that runs a module of ours and works for this one; with `with`, no longer than that."""

    def __init__(self, module: str) -> None:
        """Start it. Raises OSError if there can be no more processes."""
        with ExitStack() as opened:
            self._said = opened.enter_context(tempfile.TemporaryFile())
            self._process = subprocess.Popen(
                python(module),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env=environment(),
            )
            opened.pop_all()
        self._late = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, sort: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def give(self, document: object) -> None:
        """Give it something to work on. Raises Ended."""
        give_all([self], document)

    def told(self, within: float | None = None) -> Any:
        """The next that it tells, once it does. Raises Ended; Late after so many seconds."""
        assert self._process.stdout is not None
        watch = None if within is None else Timer(within, self._stop_waiting)
        if watch is not None:
            watch.start()
        line = self._process.stdout.readline()
        if watch is not None:
            watch.cancel()
        if not line.endswith(b"\n"):
            raise self._ended()
        return json.loads(line)

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._said):
            if stream is not None:
                stream.close()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            _write(self._process.stdin.fileno(), line)
        except BrokenPipeError:
            raise self._ended() from None

    def _stop_waiting(self) -> None:
        self._late = True
        self._process.kill()

    def _ended(self) -> Ended:
        code = self._process.wait()
        self._said.seek(0)
        return (Late if self._late else Ended)(code, self._said.read().decode("utf-8", "replace"))


def give_all(to: Sequence[Child], document: object) -> None:
    """Give the same to several children, which takes less time than to give it to each. Raises Ended."""
    line = _line(document)
    for child in to:
        child._write(line)  # noqa: SLF001 (of this module)


def begin() -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """In a child: how it takes the next document that it is given, and how it tells one.

    From now on the process ends when nobody works with it any more; and what libraries print is nothing that
    it tells.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # its parent is interrupted as well, and ends it
    out = os.dup(1)
    os.dup2(2, 1)
    given: Queue[bytes] = Queue(AHEAD)
    Thread(target=_listen, args=(given,), daemon=True).start()

    def take() -> Any:
        return json.loads(given.get())

    def tell(document: object) -> None:
        try:
            _write(out, _line(document))
        except BrokenPipeError:
            os._exit(0)

    return take, tell


def _listen(given: Queue[bytes]) -> None:
    """Read standard input to its end, which is that of its parent, and so of this process."""
    begun: list[bytes] = []
    try:
        # No stream of Python's: its lock would still be held when the process ends otherwise.
        while data := os.read(0, 1 << 20):
            first, *lines = data.split(b"\n")
            begun.append(first)
            for line in lines:
                given.put(b"".join(begun))
                begun = [line]
    finally:
        os._exit(0)


def _line(document: object) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode("ascii") + b"\n"


def _write(pipe: int, line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[os.write(pipe, left) :]


# ------------------------------------------------------------------ processes that go on by themselves


def start(module: str, *words: str) -> None:
    """Run a module of ours beside this process, with a window of its own; it goes on when this one ends."""
    subprocess.Popen(
        [*python(module), *words], stdin=subprocess.DEVNULL, env=environment(), start_new_session=True
    )


def open_program(words: Sequence[str]) -> bool:
    """Start a program of the person's beside this process; false if there is none of that name.

    Raises OSError if it cannot be started.
    """
    found = program(words[0])
    if found is None:
        return False
    subprocess.Popen([found, *words[1:]], start_new_session=True)
    return True


def program(name: str) -> str | None:
    """Where a program lies: in a folder that PATH names in full, or where an absolute name says.

    The current folder is not searched, as Windows does, nor by an empty or relative entry of PATH.
    """
    if os.path.isabs(name):
        return shutil.which(name)
    for folder in filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep)):
        found = shutil.which(name, path=folder) if os.path.basename(name) == name else None
        if found is not None and Path(found).parent == Path(folder):
            return found
    return None


# ------------------------------------------------------------------ how Python is started


def python(module: str) -> list[str]:
    """The command that runs a module of ours; it wants `environment`."""
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """The environment of this process, for a Python that finds what it finds, and nothing relative.

    A Python that it starts in its turn is kept from the current folder as well. `-I` would keep out too much:
    what people have installed for themselves alone.
    """
    path = (one for one in sys.path if os.path.isabs(one) and os.pathsep not in one and not _is_here(one))
    return os.environ | {"PYTHONPATH": os.pathsep.join(path), "PYTHONSAFEPATH": "1"}


def _is_here(folder: str) -> bool:
    # An empty entry of PYTHONPATH has become the full name of the current folder by now.
    with suppress(OSError):
        return os.path.samefile(folder, os.curdir)
    return False
