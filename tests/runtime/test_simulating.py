"""Games over several processes, one of which is ended from outside."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any

import pytest

from support.scenarios import program
from tilewright.runtime.simulating import simulate

WAIT = 120.0  # seconds after which something hangs


def killed_in(moment: str) -> list[type[BaseException]]:
    """What a simulation ends with when one of its processes is killed."""
    over: list[type[BaseException]] = []
    playing = threading.Event()

    def play() -> None:
        def told(_: int) -> None:
            playing.set()

        try:
            simulate(program("nemesis"), 1_000_000, jobs=2, progress=told)
        except BaseException as error:
            over.append(type(error))

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    if moment == "play":
        assert playing.wait(WAIT)
    while not active_children():
        time.sleep(0.001)
    os.kill(pid(active_children()[0]), signal.SIGKILL)
    thread.join(WAIT)
    assert not thread.is_alive(), "it waits for a process that is gone"
    return over


def pid(process: Any) -> int:
    assert process.pid is not None
    return int(process.pid)


@pytest.mark.parametrize("moment", ["start", "play"])
def test_a_process_that_is_killed_hangs_nothing(moment: str) -> None:
    assert killed_in(moment) == [BrokenProcessPool]
