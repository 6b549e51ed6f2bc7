"""The page that is seen while a game is made ready: it is there before anything is begun, and goes on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from support import tables
from support.driving import start_screen as window
from support.fake_session import FakeSession
from support.unseen import Unseen
from tilewright.schemas.view import View
from tilewright.schemas.wording import ENGLISH
from tilewright.viewer.common import speech
from tilewright.viewer.menus.opening import opening
from tilewright.viewer.plugin import Sitting

OpenTable = Callable[..., Unseen]


def thinking(table: Unseen) -> bool:
    """Whether something is being done now."""
    return table.app.thinking.busy


def test_the_page_is_there_first_and_says_what_is_done(opened_table: OpenTable) -> None:
    read, laid = threading.Event(), threading.Event()
    following = Sitting(FakeSession(tables.mission()))

    def lay(found: str) -> Sitting:
        laid.wait(20)
        return following if found == "rules" else Sitting(FakeSession({}))

    def reading() -> str:
        read.wait(20)
        return "rules"

    first = opening("Night Watch", reading, lay, ENGLISH)
    speech.use(ENGLISH)
    table = opened_table(first.session, *first.plugins)
    page = table.panel("menu")
    assert all(word in page for word in ("Night Watch", "Reading the rules", "Laying the table"))
    assert not thinking(table), "the page comes before the work"
    table.keys("escape")
    table.click((200.0, 200.0))
    table.app.pointer.wheel((200.0, 200.0), 1)
    assert table.app.running and thinking(table) and not table.app.thinking.long
    read.set()
    table.until(lambda: table.panel("menu") != page)
    assert thinking(table) and table.app.running
    laid.set()
    table.until(lambda: not table.app.running)
    assert table.app.then is following


def test_what_bots_do_first_and_what_is_seen_then_keeps_no_window_waiting(opened_table: OpenTable) -> None:
    busy: set[str] = set()

    class Opened(FakeSession):
        """A game that bots open: two answers of theirs come before anybody is asked."""

        left = 2

        def asked(self) -> list[str]:
            return [] if self.left else super().asked()

        def tick(self) -> bool:
            busy.add(threading.current_thread().name)
            self.left -= 1
            return True

        def view(self, seat: str | None) -> View:
            busy.add(threading.current_thread().name)
            return super().view(seat)

    session = Opened(tables.mission())
    first = opening("Night Watch", lambda: "rules", lambda _: Sitting(session), ENGLISH)
    table = opened_table(first.session, *first.plugins)
    table.until(lambda: not table.app.running)
    assert session.left == 0 and busy and threading.main_thread().name not in busy


def test_what_is_wrong_with_a_game_is_told_by_whoever_opened_it(opened_table: OpenTable) -> None:
    def read() -> str:
        raise ValueError("no such rule")

    first = opening("Night Watch", read, lambda _: Sitting(FakeSession({})), ENGLISH)
    with pytest.raises(ValueError, match="no such rule"):
        opened_table(first.session, *first.plugins).turn(3)


@pytest.mark.window
def test_a_game_that_is_opened_so_is_kept_when_it_is_interrupted(
    kept: Callable[[str], Path], python_env: dict[str, str]
) -> None:
    folder = kept("opening")
    with window(folder, python_env, "play", "tic_tac_toe", "--seed", "1") as driver:
        now = driver.wait(lambda one: one["rows"], 120)
        driver.key("Return")  # the briefing is read
        driver.key(now["rows"][0][0])
        driver.wait(lambda one: one["number"] > now["number"])
        driver.process.send_signal(signal.SIGINT)
        assert driver.process.wait(30) == 0
    assert "Traceback" not in (folder / "said").read_text()
    assert len(list((folder / "state" / "games").glob("*.save.json"))) == 1, "it was kept"
