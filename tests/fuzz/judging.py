"""An input is judged: within its limits of time and memory, and what it showed if it failed.

Time is the processor's, so that a loaded machine is no alarm; only what sleeps for ever meets the other
clock. Both are timers of the operating system, whose signals Python turns into exceptions with a place. What
is stuck within C code is ended from outside (campaign.py).
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from .target import Different, Input, Target

try:
    import resource
except ImportError:  # Windows has no limits of this sort
    resource = None  # type: ignore[assignment]

SECONDS = 5.0
"""Of the processor, for one input, on top of what is usual."""
WALL = 30.0
"""Of the clock on the wall, for one input that is asleep."""
AWAKE = 0.01
"""Whoever has had so many seconds of the processor was not asleep, however busy the machine is."""
TRIALS, TRIAL_SECONDS = 400, 20.0
"""What making one failure smaller may take."""

_ROOT = Path(__file__).parents[2]
_HERE = Path(__file__).parent


class Hang(BaseException):
    """An input took longer than it may. No `except Exception` on the way shall catch it."""


class Failure(NamedTuple):
    """What an input showed: a traceback, a difference, a hang, or more memory than it may take."""

    sort: str
    place: str
    said: str

    @property
    def signature(self) -> tuple[str, str]:
        """By this two failures are taken for one."""
        return self.sort, self.place

    def __str__(self) -> str:
        return f"{self.sort} in {self.place}: {self.said}"


def judged(target: Target, data: Input) -> Failure | None:
    """What went wrong with an input; None if nothing did."""
    seconds = SECONDS + target.usual(data)
    began = process_time()
    try:
        with _within(seconds, WALL, target.memory):
            target.judge(data)
    except Hang as hang:
        return Failure("hang", _place(hang), str(hang))
    except MemoryError as error:
        return Failure("memory", _place(error), f"more than {target.memory} MB")
    except Different as error:
        return Failure("difference", str(error).partition(":")[0], str(error)[:600])
    except Exception as error:  # noqa: BLE001 (that is what is looked for)
        said = " ".join(str(error).split())[:400]
        return Failure("traceback", _place(error), f"{type(error).__name__}: {said}")
    took = process_time() - began
    return Failure("hang", target.name, f"{took:.1f} s") if took > seconds else None


def smallest(
    target: Target, data: Input, failure: Failure, alive: Callable[[], object] = lambda: None
) -> tuple[Input, Failure]:
    """An input that fails in the same way and has as little in it as a moment of trying finds.

    `alive` is called before each try, for whoever watches that something goes on.
    """
    if failure.sort in ("hang", "memory"):
        return data, failure
    began, trials = process_time(), 0
    going = True
    while going:
        going = False
        for smaller in target.smaller(data):
            trials += 1
            alive()
            if trials > TRIALS or process_time() - began > TRIAL_SECONDS:
                return data, failure
            found = judged(target, smaller)
            if found is not None and found.signature == failure.signature:
                data, failure, going = smaller, found, True
                break
    return data, failure


# ------------------------------------------------------------------ limits


@contextmanager
def _within(seconds: float, wall: float, megabytes: int) -> Iterator[None]:
    with (
        _timer("ITIMER_PROF", "SIGPROF", (seconds, 1.0), 0.0, f"more than {seconds:g} s of the processor"),
        _timer("ITIMER_REAL", "SIGALRM", (wall, wall / 6), AWAKE, f"more than {wall:g} s, asleep"),
        _memory(megabytes),
    ):
        yield


@contextmanager
def _timer(clock: str, name: str, rings: tuple[float, float], awake: float, said: str) -> Iterator[None]:
    """Raise Hang after so many seconds, and again and again. With `awake` only if the processor was used for
    less than that since the ring before.
    """
    number: Any = getattr(signal, name, None)
    if number is None:
        yield
        return
    used = process_time()

    def ring(*_: object) -> None:
        nonlocal used
        since, used = used, process_time()
        if not awake or used - since < awake:
            raise Hang(said)

    before = signal.signal(number, ring)
    # It rings on: an exception may be lost where Python cannot pass it on.
    signal.setitimer(getattr(signal, clock), *rings)
    try:
        yield
    finally:
        signal.setitimer(getattr(signal, clock), 0)
        signal.signal(number, before)


@contextmanager
def _memory(megabytes: int) -> Iterator[None]:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        pages = 0
    if resource is None or not pages:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = pages * resource.getpagesize() + megabytes * 2**20
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _place(error: BaseException) -> str:
    """The function of the project that was running, or the library's that it had called."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame
        for frame in frames
        if Path(frame.filename).is_relative_to(_ROOT)
        and "site-packages" not in frame.filename
        and not frame.filename.endswith("judging.py")
    ]
    ours = [frame for frame in own if not Path(frame.filename).is_relative_to(_HERE)]
    for frame in (*reversed(ours), *reversed(own)):
        return f"{Path(frame.filename).relative_to(_ROOT).as_posix()}:{frame.name}"
    return "elsewhere"
