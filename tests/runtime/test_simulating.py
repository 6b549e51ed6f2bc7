"""Games over several processes, one of which is ended from outside."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any

from support.scenarios import program
from tilewright.runtime.simulating import simulate

WAIT = 120.0  # seconds after which something hangs


def test_a_process_that_is_killed_in_a_game_hangs_nothing() -> None:
    over: list[type[BaseException]] = []
    playing = threading.Event()

    def play() -> None:
        try:
            simulate(program("nemesis"), 20_000, jobs=2, progress=lambda _: playing.set())
        except BaseException as error:
            over.append(type(error))

    others = active_children()  # what tests before this one have left
    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    assert playing.wait(WAIT)
    own: list[Any] = [process for process in active_children() if process not in others]
    os.kill(own[0].pid, signal.SIGKILL)
    thread.join(WAIT)
    assert over == [BrokenProcessPool]
