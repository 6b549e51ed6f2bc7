"""Games over several processes, one of which is ended from outside."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any

from support.scenarios import program
from tilewright.runtime.simulating import simulate

WAIT = 120.0  # seconds after which something hangs


def killed_in(moment: str, games: int) -> list[type[BaseException]]:
    """What a simulation ends with when one of its processes is killed; nothing if all games were played."""
    over: list[type[BaseException]] = []
    playing = threading.Event()

    def play() -> None:
        def told(_: int) -> None:
            playing.set()

        try:
            simulate(program("nemesis"), games, jobs=2, progress=told)
        except BaseException as error:
            over.append(type(error))

    others = active_children()  # what tests before this one have left
    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    if moment == "play":
        assert playing.wait(WAIT)
    while not (own := [process for process in active_children() if process not in others]):
        time.sleep(0.001)
    os.kill(pid(own[0]), signal.SIGKILL)
    thread.join(WAIT)
    assert not thread.is_alive(), "it waits for a process that is gone"
    return over


def pid(process: Any) -> int:
    assert process.pid is not None
    return int(process.pid)


def test_a_process_that_is_killed_in_a_game_hangs_nothing() -> None:
    assert killed_in("play", 20_000) == [BrokenProcessPool]


def test_a_process_that_is_killed_before_its_first_game_hangs_nothing() -> None:
    """What has not taken any game yet may be gone unnoticed: the other process plays them all."""
    assert killed_in("start", 200) in ([], [BrokenProcessPool])
