"""A process that makes and judges inputs, a few hundred at a time, until it is told to end or has grown.

What it is at stands in memory that it shares with whoever started it, so that an input which takes the
process with it is known as well.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from . import corpus
from .judging import Failure, judged, smallest
from .target import Input, chance_of
from .targets import BY_NAME

RENEWED = 6_000
"""Inputs after which a process makes place for a new one."""
GROWN = 600
"""Megabytes that it may have grown by before that."""


@dataclass(frozen=True, slots=True)
class Task:
    """So many inputs of a target, from one number on."""

    target: str
    seed: int
    first: int
    count: int


@dataclass(slots=True)
class Done:
    """What became of a task. `count` inputs have been judged: fewer than wanted if the process has to end."""

    task: Task
    count: int = 0
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, -1)
    failures: list[tuple[int, Input, Failure]] = field(default_factory=list)
    ends: bool = False


@cache
def known(target: str) -> Sequence[Input]:
    """The corpus, as it was when the run began."""
    return corpus.inputs(target)


def work(tasks: Connection, at: Any) -> None:
    """Do tasks until None comes. `at` is shared: the number that is being judged, and since when."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it lets it finish
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    gc.collect()
    gc.freeze()
    began, total, parent = _megabytes(), 0, os.getppid()
    met: set[tuple[str, str, str]] = set()
    while True:
        while not tasks.poll(5):
            if os.getppid() != parent:
                return  # nobody is left to tell
        task: Task | None = tasks.recv()
        if task is None:
            return
        done = do(task, met, at)
        total += done.count
        done.ends = done.ends or total >= RENEWED or _megabytes() - began > GROWN
        try:
            tasks.send(done)
        except OSError:
            return
        if done.ends:
            return


def do(task: Task, met: set[tuple[str, str, str]], at: Any = None) -> Done:
    """Judge the inputs of a task. A failure like one that was met is only counted, not made smaller."""
    target = BY_NAME[task.target]
    done = Done(task)
    for number in range(task.first, task.first + task.count):
        alive = partial(_note, at, number)
        alive()
        began = process_time()
        data = target.make(chance_of(task.target, task.seed, number), known(task.target))
        failure = judged(target, data)
        if failure is not None and failure.sort == "hang":
            # On a busy machine the processor itself is slower: what hangs does so again.
            failure = judged(target, data)
        took = process_time() - began
        done.count += 1
        done.seconds += took
        done.slowest = max(done.slowest, (took, number))
        if failure is not None:
            if (key := (task.target, *failure.signature)) not in met:
                met.add(key)
                data, failure = smallest(target, data, failure, alive)
            done.failures.append((number, data, failure))
            if failure.sort in ("hang", "memory"):  # something may have been left half done
                done.ends = True
                break
    _note(at, -1)
    return done


def _note(at: Any, number: int) -> None:
    """Say which input is being judged, and that this goes on; -1 for none."""
    if at is not None:
        at[0], at[1] = number, monotonic() if number >= 0 else 0


def _megabytes() -> float:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError):
        return 0.0
