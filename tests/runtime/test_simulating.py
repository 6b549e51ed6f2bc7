"""Games over several processes, one of which is ended from outside."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import active_children, util
from typing import Any

import pytest

from support.scenarios import program
from tilewright.runtime.simulating import ProcessEnded, simulate

WAIT = 120.0  # seconds after which something hangs


def ending(progress: Callable[[int], None] | None = None) -> tuple[threading.Thread, list[Any]]:
    """A simulation over two processes that runs beside the test, and what it ends with."""
    over: list[Any] = []

    def play() -> None:
        try:
            over.append(simulate(program("nemesis"), 20_000, jobs=2, progress=progress))
        except BaseException as error:
            over.append(type(error))

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    return thread, over


def test_a_process_that_is_killed_in_a_game_hangs_nothing() -> None:
    others = active_children()  # what tests before this one have left
    playing = threading.Event()
    thread, over = ending(lambda _: playing.set())
    assert playing.wait(WAIT)
    own: list[Any] = [process for process in active_children() if process not in others]
    os.kill(own[0].pid, signal.SIGKILL)
    thread.join(WAIT)
    assert over == [ProcessEnded]
    assert all(process in others for process in active_children()), "the other process ended as well"


def test_a_process_that_is_killed_before_its_first_game_hangs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is dead before anything is written to it."""
    spawned = util.spawnv_passfds
    killed: list[int] = []

    def still_born(path: Any, words: Any, passed: Any) -> int:
        pid: int = spawned(path, words, passed)
        if "--multiprocessing-fork" in words:
            os.kill(pid, signal.SIGKILL)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            killed.append(pid)
        return pid

    monkeypatch.setattr(util, "spawnv_passfds", still_born)
    thread, over = ending()
    thread.join(WAIT)
    assert over == [ProcessEnded] and killed
