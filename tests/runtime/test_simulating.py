"""Games over several processes, one of which is ended from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.exhausting import text
from support.processes import WAIT, interruptible, until
from support.rules import rules
from support.scenarios import program
from tilewright.host import children
from tilewright.host.children import Child
from tilewright.runtime import playouts, simulating
from tilewright.runtime.playouts import BUDGETS, LIMIT, Played, PlayoutSetup, play_all
from tilewright.runtime.simulating import ProcessEnded, simulate


def ending(progress: Callable[[int], None] | None = None) -> tuple[threading.Thread, list[Any]]:
    """A simulation over two processes that runs beside the test, and what it ends with."""
    over: list[Any] = []

    def play() -> None:
        try:
            over.append(simulate(program("nemesis"), 20_000, jobs=2, progress=progress))
        except BaseException as error:  # noqa: BLE001 (looked at below)
            over.append(type(error))

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    return thread, over


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that are started from now on."""
    pids: list[int] = []

    class Counted(Child):
        def __init__(self, module: str) -> None:
            super().__init__(module)
            pids.append(self.pid)

    monkeypatch.setattr(simulating, "Child", Counted)
    return pids


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_a_process_that_is_killed_in_a_game_hangs_nothing(started: list[int]) -> None:
    playing = threading.Event()
    thread, over = ending(lambda _: playing.set())
    assert playing.wait(WAIT)
    os.kill(started[0], signal.SIGKILL)
    thread.join(WAIT)
    assert over == [ProcessEnded]
    assert len(started) == 2 and gone(started), "the other process ended as well"


def test_a_process_that_is_killed_before_its_first_game_hangs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is dead before anything is written to it."""
    killed: list[int] = []

    class StillBorn(Child):
        def __init__(self, module: str) -> None:
            super().__init__(module)
            os.kill(self.pid, signal.SIGKILL)
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            killed.append(self.pid)

    monkeypatch.setattr(simulating, "Child", StillBorn)
    thread, over = ending()
    thread.join(WAIT)
    assert over == [ProcessEnded] and killed and gone(killed)


def test_a_mistake_in_a_process_is_one_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        simulate(program("nemesis"), 10, jobs=2, bot="nobody")


@pytest.mark.parametrize(
    ("name", "bot"), [("nemesis", "random"), ("tiny", "random"), ("learn/1_first_card", "greedy")]
)
def test_however_many_processes_there_are_the_figures_are_the_same(name: str, bot: str) -> None:
    def figures(jobs: int) -> dict[str, Any]:
        found = simulate(program(name), 13, seed=5, jobs=jobs, bot=bot, cards=True).to_json()
        return {key: value for key, value in found.items() if "second" not in key}

    assert figures(1) == figures(2) == figures(5) == figures(20)


def test_cards_that_are_used_out_of_a_hand_are_counted() -> None:
    cards = simulate(program("learn/1_first_card"), 20, seed=1, cards=True).to_json()["cards"]
    assert len(cards) == 3
    assert all(0 < count <= 20 for count in cards.values())


@pytest.mark.parametrize(("said", "most"), [("", LIMIT), ('repeat 5000: say "More."', 3 * BUDGETS)])
def test_a_game_that_asks_without_end_is_told_with_its_question(said: str, most: int) -> None:
    source = text("loop").replace("repeat:", f"repeat:\n    {said or 'lower gold by 1'}")
    game = rules(f"{source}    choose m from 1 to 2\n")
    (played,) = play_all(game, [1], PlayoutSetup(0, "random", cards=False))
    assert (played.outcome, played.rule) == ("endless", "play") and played.choices <= most
    assert game.program.data["spans"][played.at][1] == source.count("\n") + 1


def test_a_long_game_is_told_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONG", 0.0)
    source = text("loop").replace("repeat:", "repeat 9:\n    lower gold by 1")
    game, long = rules(f"{source}    choose m from 1 to 2\n"), list[Played]()
    over = list(play_all(game, [1, 2], PlayoutSetup(0, "random", cards=False), long.append))
    assert [one.seed for one in over] == [1, 2]
    assert [(one.seed, one.outcome, one.rule) for one in long] == [(1, playouts.GOING, "play")]
    assert game.program.data["spans"][long[0].at][1] == source.count("\n") + 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_whoever_ends_it_leaves_neither_processes_nor_files(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    environment = children.environment() | {"TMPDIR": str(tmp_path / "tmp")}
    words = ["simulate", "nemesis", "--games", "1000000", "--jobs", "2"]
    command = subprocess.Popen(
        [*children.python("tilewright.cli.main"), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
        preexec_fn=interruptible,
    )
    try:
        until(lambda: len(of_session(command.pid)) == 3)
        time.sleep(1)
        # Ctrl-C reaches all of them.
        (os.killpg if number == signal.SIGINT else os.kill)(command.pid, number)
        command.wait(WAIT)
        until(lambda: not of_session(command.pid))
        assert list((tmp_path / "tmp").iterdir()) == []
    finally:
        for pid in of_session(command.pid):
            os.kill(pid, signal.SIGKILL)


def of_session(leader: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if state != "Z" and int(session) == leader:
            found.append(int(path.parent.name))
    return found
