"""A run: processes that judge inputs, what they found written down, and the state to go on from.

Processes are forked from one that has made ready what all of them need; one that hangs within C code, dies or
has grown is replaced. How far each target is stands in a file that is written whole every few seconds: a run
that was interrupted goes on where it was.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

from tilewright.host.files import write_whole

from . import bases, corpus
from .judging import WALL, Failure, judged
from .target import Input, chance_of
from .targets import BY_NAME, TARGETS
from .worker import Done, Task, work

STUCK = 10 * WALL
"""Seconds after which a process is ended from outside. On a busy machine a sound input takes sixty."""
BATCH_SECONDS = 3.0
EXAMPLES = 3
"""Inputs of one signature that are kept."""
READY = 40
"""Inputs of each target that are tried before there are processes: what they need is then in memory."""
TOLD = 5.0
"""Seconds between two lines of progress."""


@dataclass(slots=True)
class Tally:
    """How far a target is."""

    next: int = 0
    inputs: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: int = -1
    failures: int = 0
    open: list[list[int]] = field(default_factory=list)  # ranges that were begun and not reported

    @property
    def cost(self) -> float:
        """Seconds of an input."""
        return self.seconds / self.inputs if self.inputs else 0.02


class Campaign:
    """One run of a seed, that may go on from an earlier one of the same seed."""

    def __init__(
        self, seed: int, jobs: int, folder: Path, targets: list[str], kept: Path = corpus.FOLDER
    ) -> None:
        self.seed, self.jobs, self.kept = seed, jobs, kept
        self.path = folder / f"state-{seed}.json"
        self.targets = targets
        self.tallies = {target.name: Tally() for target in TARGETS}
        self.signatures: dict[str, int] = {}
        self.elapsed = 0.0
        self._workers: list[_Worker] = []
        self._stopping = False
        if self.path.exists():
            self._resume(json.loads(self.path.read_text("utf-8")))

    @property
    def inputs(self) -> int:
        return sum(one.inputs for one in self.tallies.values())

    @property
    def failures(self) -> int:
        return sum(one.failures for one in self.tallies.values())

    def run(self, seconds: float, inputs: float) -> None:
        """Go on for so long, or until there are so many inputs in all; Ctrl-C ends it earlier."""
        began, before = monotonic(), self.elapsed
        told = monotonic()
        handler = signal.signal(signal.SIGINT, self._stop)
        try:
            self._workers = [_Worker() for _ in range(self.jobs)]
            for worker in self._workers:
                worker.give(self._next())
            while any(worker.task is not None for worker in self._workers):
                self.elapsed = before + monotonic() - began
                going = not self._stopping and self.elapsed - before < seconds and self.inputs < inputs
                for worker in self._ready():
                    self._take(worker)
                    if going:
                        worker.give(self._next())
                if monotonic() - told > TOLD:
                    told = monotonic()
                    self._tell()
        finally:
            signal.signal(signal.SIGINT, handler)
            for worker in self._workers:
                worker.end()
            self._tell()

    def report(self) -> dict[str, Any]:
        """The figures as plain data."""
        rows = {
            name: {
                "inputs": one.inputs,
                "cpu_seconds": round(one.seconds, 1),
                "ms": round(1000 * one.cost, 2),
                "slowest_seconds": round(one.slowest, 2),
                "slowest_input": one.slowest_input,
                "failures": one.failures,
            }
            for name, one in self.tallies.items()
            if one.inputs
        }
        speed = round(self.inputs / self.elapsed, 1) if self.elapsed else 0.0
        return {
            "seed": self.seed,
            "inputs": self.inputs,
            "seconds": round(self.elapsed, 1),
            "inputs_per_second": speed,
            "failures": self.failures,
            "signatures": self.signatures,
            "targets": rows,
        }

    # ------------------------------------------------------------------ tasks

    def _next(self) -> Task:
        """Of the target that is furthest behind: what an earlier run left open, or what comes next."""
        name = min(self.targets, key=lambda one: self.tallies[one].next / BY_NAME[one].share)
        tally = self.tallies[name]
        busy = [worker.task.first for worker in self._workers if worker.task and worker.task.target == name]
        for first, count in tally.open:
            if first not in busy:
                return Task(name, self.seed, first, count)
        count = max(1, min(500, int(BATCH_SECONDS / tally.cost), int(4000 * BY_NAME[name].share / 100) + 1))
        task = Task(name, self.seed, tally.next, count)
        tally.open.append([task.first, count])
        tally.next += count
        return task

    def _take(self, worker: _Worker) -> None:
        """Note what a worker has found. One that died, or is to end, is replaced."""
        task = worker.task
        assert task is not None
        done = worker.result()
        if done is None:
            number = max(worker.number, task.first)
            failure = Failure(
                "crash",
                task.target,
                f"the process ended with {worker.process.exitcode}"
                if not worker.stuck
                else f"stuck for {STUCK:g} s",
            )
            data = self._input(task.target, number)
            done = Done(task, number + 1 - task.first, failures=[(number, data, failure)], ends=True)
        tally = self.tallies[task.target]
        tally.open.remove([task.first, task.count])
        if done.count < task.count:
            tally.open.insert(0, [task.first + done.count, task.count - done.count])
        tally.inputs += done.count
        tally.seconds += done.seconds
        if done.slowest[0] > tally.slowest:
            tally.slowest, tally.slowest_input = done.slowest
        for number, data, failure in done.failures:
            tally.failures += 1
            self._keep(task.target, number, data, failure)
        if done.ends:
            worker.renew()

    def _input(self, target: str, number: int) -> Input:
        try:
            return BY_NAME[target].make(chance_of(target, self.seed, number), corpus.inputs(target))
        except Exception:  # noqa: BLE001
            return {}  # to make it was what failed

    def _keep(self, target: str, number: int, data: Input, failure: Failure) -> None:
        signature = f"{target}: {failure.sort} in {failure.place}"
        self.signatures[signature] = self.signatures.get(signature, 0) + 1
        if self.signatures[signature] <= EXAMPLES:
            path = corpus.keep(target, data, str(failure), f"{target}:{self.seed}:{number}", self.kept)
            print(f"\n{failure}\n  {path}   make fuzz ONLY={target}:{self.seed}:{number}", flush=True)

    def _ready(self) -> list[_Worker]:
        """The workers that have a result, have died, or are stuck."""
        active = {worker.pipe: worker for worker in self._workers if worker.task is not None}
        found = [active[pipe] for pipe in wait(list(active), timeout=1.0) if isinstance(pipe, Connection)]
        for worker in active.values():
            if worker not in found and worker.since and monotonic() - worker.since > STUCK:
                worker.stuck = True
                worker.process.kill()
        return found

    # ------------------------------------------------------------------ state

    def _tell(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "seed": self.seed,
            "elapsed": self.elapsed,
            "signatures": self.signatures,
            "tallies": {name: asdict(one) for name, one in self.tallies.items()},
        }
        write_whole(self.path, json.dumps(state, indent=1).encode())
        speed = self.inputs / self.elapsed if self.elapsed else 0
        line = f"{self.inputs:,} inputs, {self.elapsed / 60:.1f} min, {speed:,.0f}/s, {self.failures} failed"
        print(
            f"\r{line}   " if sys.stdout.isatty() else line,
            end="" if sys.stdout.isatty() else "\n",
            flush=True,
        )

    def _resume(self, state: dict[str, Any]) -> None:
        self.elapsed, self.signatures = state["elapsed"], state["signatures"]
        self.tallies |= {name: Tally(**one) for name, one in state["tallies"].items() if name in self.tallies}

    def _stop(self, *_: object) -> None:
        self._stopping = True


class _Worker:
    """A process and what it was given."""

    def __init__(self) -> None:
        self.task: Task | None = None
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self._at = context.Array("d", 2, lock=False)
        self.stuck = False
        self.process = context.Process(target=work, args=(other, self._at), daemon=True)
        self.process.start()
        other.close()

    @property
    def number(self) -> int:
        """What it is at."""
        return int(self._at[0])

    @property
    def since(self) -> float:
        return float(self._at[1])

    def give(self, task: Task) -> None:
        self.task = task
        self.pipe.send(task)

    def result(self) -> Done | None:
        """What it has done; None if it died. Afterwards it has nothing to do."""
        self.task = None
        try:
            done: Done = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(5)
            return None
        return done

    def renew(self) -> None:
        self.end()
        self._start()

    def end(self) -> None:
        # To close the pipe would tell nobody: processes that were forked later hold it open.
        with suppress(OSError):
            self.pipe.send(None)
        self.pipe.close()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def warm(targets: list[str]) -> None:
    """Make ready what all processes need, in the one that they are forked from."""
    bases.warm(games=bool({"saves", "recordings", "seen", "api"} & set(targets)))
    for name in targets:
        for number in range(READY):
            target = BY_NAME[name]
            data = target.make(chance_of(name, 0, number), ())
            if name not in ("resources", "cache"):
                judged(target, data)  # it is told when its turn comes
