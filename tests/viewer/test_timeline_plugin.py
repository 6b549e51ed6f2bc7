"""Time at a table that people share, without a window: the bar counts what a seat could tell apart."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.hiding import GUARD, HUNTER, SECRET
from support.indistinguishable import Compared, compare
from support.rules import begun
from support.unseen import Unseen
from tilewright.runtime.game import Game
from tilewright.runtime.history.timeline import Timeline
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.app.seating import Seating
from tilewright.viewer.app.thinking import Thinking
from tilewright.viewer.panels.layout import UiState
from tilewright.viewer.panels.vocabulary import InspectEntry, LoadGame, ReturnToLine, TimeButton
from tilewright.viewer.replaying import dialogs, timeline_bar, track
from tilewright.viewer.replaying import playback as pb
from tilewright.viewer.replaying.timeline import TimelinePlugin


class Table:
    """As much of the app as stands beside the plugin."""

    def __init__(self, session: TableSession, seat: str | None) -> None:
        self.session, self.seating, self.ui = session, Seating(session), UiState()
        self.seating.sit(seat)
        self.showing = self
        self.thinking = Thinking()
        self.view = session.view(seat)
        self.placed: list[Any] = []
        self.size, self.said = (1280, 720), ""
        self.plugin: TimelinePlugin = TimelinePlugin(self)  # type: ignore[arg-type]

    @property
    def eyes(self) -> str | None:
        return self.seating.eyes

    def redraw(self) -> None:
        self.placed = self.plugin.panels([], *map(float, self.size))

    def refresh(self, *, at_once: bool = False) -> None:
        self.seating.use_own_eyes()
        self.show_moment()

    def begin_again(self) -> None:
        self.refresh()

    def show_moment(self, *, at_once: bool = True) -> None:
        view = self.plugin.view(self.eyes)
        self.view = self.session.view(self.eyes) if view is None else view
        self.redraw()

    def tell(self, text: str) -> None:
        self.said = text

    def load(self, number: int) -> None:
        """Choose the saved game with that number, and wait until it is loaded."""
        self.plugin.load(number)
        while self.thinking.busy:
            self.thinking.look(0.05)

    def svg(self) -> str:
        """The bar as it is drawn now."""
        self.redraw()
        return "".join(one.panel.svg for one in self.placed)


NIGHT = (GUARD, "1"), (HUNTER, "Sneak"), (HUNTER, "b1"), (HUNTER, "Stay"), (GUARD, "2")
ONE_ROUND = SECRET.replace("repeat:\n    choose n", "repeat 1:\n    choose n")


def a_night(text: str = SECRET, steps: Sequence[tuple[str, str]] = NIGHT) -> TableSession:
    """The guard plans, the hunter sneaks in three answers that nobody hears of, the guard plans again."""
    session = TableSession(begun(text, 2), (GUARD, HUNTER))
    assert len(session.timeline) == 0
    for seat, label in steps:
        question = session.game.question(seat)
        assert question is not None
        ids = [one["id"] for one in question["options"] if one["label"] == label]
        assert session.answer(seat, ids) is None
    return session


def test_what_lies_among_the_saved_games_is_listed_and_never_ends_the_table(tmp_path: Path) -> None:
    session = a_night()
    session.kept = tmp_path / "game-20200101-000000-1.save.json"
    table = Table(session, GUARD)
    good = tmp_path / "game-0.game.json"
    session.save(good)
    texts = ("[" * 50_000, "[]", '{"answers": [1]}', '{"answers": [[]], "notes": 3}', "\xff")
    for number, text in enumerate(texts):
        (tmp_path / f"game-{number + 1}.game.json").write_text(text)
    os.mkfifo(tmp_path / "game-6.game.json")
    (tmp_path / "game-7.game.json").symlink_to("/proc/self/mem")
    (tmp_path / "game-8.game.json").symlink_to("nothing")
    table.plugin.choose_save()
    assert table.plugin.listed is not None and len(table.plugin.listed) == 9
    shown = table.svg()
    assert shown.count("(damaged)") == 8 and " answers of yours" in shown
    for number in range(9):
        table.plugin.choose_save()
        table.load(number)
        assert table.said


def test_a_saved_game_is_listed_with_its_mods_and_says_which_are_missing(tmp_path: Path) -> None:
    session = a_night()
    session.kept = tmp_path / "game-20200101-000000-1.save.json"
    session.offer = lambda file, kept: f"To continue it: {file.name} with {len(kept['program']['packages'])}."
    saved = session.game.save()
    mod = {"id": "dark", "version": "1.0.0", "digest": "0", "as": "mod"}
    saved["program"] |= {"packages": [mod], "hash": "0"}
    (tmp_path / "game-1.game.json").write_text(json.dumps(saved))
    table = Table(session, GUARD)
    table.plugin.choose_save()
    assert "with dark" in table.svg()
    table.load(0)
    assert "It was played with the mod `dark` 1.0.0, which is missing here." in table.said
    assert table.said.endswith("To continue it: game-1.game.json with 1.")


def test_only_the_moments_that_a_seat_can_tell_apart_are_on_its_bar() -> None:
    session = a_night()
    assert [Table(session, seat).plugin.playback.last for seat in (GUARD, HUNTER, None)] == [3, 5, 5]
    table = Table(session, GUARD)
    numbers = []
    for _ in range(4):
        table.show_moment()
        numbers.append((table.view["number"], table.plugin.moment))
        table.plugin.step(-1)
    assert numbers == [(4, 5), (3, 4), (2, 1), (1, 0)]
    assert "2 / 3" not in table.svg() and "0 / 3" in table.svg()


def test_who_looks_back_sees_the_same_moment_with_other_eyes() -> None:
    table = Table(a_night(), GUARD)
    table.plugin.go(2)
    table.seating.sit(HUNTER)
    table.show_moment()
    assert (table.plugin.playback.at, table.plugin.playback.last, table.plugin.moment) == (4, 5, 4)
    table.plugin.step(-1)
    table.seating.sit(GUARD)
    table.show_moment()
    assert (table.plugin.playback.at, table.plugin.moment) == (1, 1), (
        "the hunter's moment looks like that one"
    )
    table.plugin.go(99)
    assert table.plugin.playback.at is None and table.view["question"] is not None


def test_overlays_are_those_of_the_moment_that_is_shown() -> None:
    table = Table(a_night(), HUNTER)
    assert table.plugin.past() is None
    starts = []
    for place in (2, 3):
        table.plugin.go(place)
        starts.append(table.session.overlay(HUNTER, "adjacent", "shade", None, table.plugin.past())["about"])
    assert starts == ["a1", "b1"] and table.session.overlay(HUNTER, "adjacent", "shade")["about"] == "b1"


def test_a_line_of_the_log_leads_to_a_place_on_the_bar() -> None:
    table = Table(a_night(), GUARD)
    log = table.session.view(GUARD)["log"]
    for line in log:
        assert not table.plugin.release((0, 0), InspectEntry(line["n"]), clicked=True), (
            "the table shows it too"
        )
        place = table.plugin.playback.shown
        moments = table.plugin.track.moments
        there, before = (table.session.view_at(moments[n], GUARD) for n in (place, place - 1))
        assert line in there["log"] and line not in before["log"]
    assert len(log) > 1


def test_a_branch_begins_at_the_moment_that_is_shown() -> None:
    table = Table(a_night(), GUARD)
    table.plugin.go(1)
    table.plugin.branch()
    assert table.session.moment() == 1 and table.said.startswith("A new line from moment 1.")
    assert (table.plugin.playback.at, table.plugin.playback.last) == (None, 1)
    table.plugin.choose_line()
    assert "3 moments" in table.svg() and "5 moments" not in table.svg()
    table.plugin.return_to(0)
    assert table.session.moment() == 5 and table.plugin.playback.last == 3


def test_of_a_game_that_is_over_every_moment_is_shown_as_a_whole() -> None:
    table = Table(a_night(ONE_ROUND, NIGHT[:-1]), GUARD)
    assert table.view["over"] and table.plugin.playback.last == 2
    table.plugin.step(-1)
    assert (table.eyes, table.said) == (None, "The game is over: nothing is hidden any more.")
    assert (table.plugin.playback.at, table.plugin.playback.last) == (1, 4)
    table.plugin.go(3)
    assert [one["place"] for one in table.view["things"] if one["name"] == "shade"] == ["b1"]
    table.seating.look_through(GUARD)
    table.show_moment()
    assert table.plugin.playback.last == 2, "a seat can be looked through as well"
    table.plugin.go(99)
    assert (table.eyes, table.plugin.playback.at) == (GUARD, None)


def test_a_note_is_read_where_its_moment_cannot_be_told_from_others() -> None:
    table = Table(a_night(), GUARD)
    table.session.note("He is gone.", 3)
    table.plugin.go(1)
    assert "He is gone." in table.svg()
    table.plugin.note()
    assert table.plugin.writing == "He is gone."
    table.plugin.typed("!")
    table.plugin.key("enter", ())
    assert [(one["after"], one["text"]) for one in table.session.notes()] == [(1, "He is gone.!")]


def test_saved_games_tell_a_seat_of_its_own_answers_only(tmp_path: Path) -> None:
    session = a_night()
    session.kept = tmp_path / "night-20260101-101010-1.save.json"
    session.save(tmp_path / "night-20260102-101010.game.json")
    (tmp_path / "night-20260103-101010-2.save.json").write_bytes(
        (tmp_path / "night-20260102-101010.game.json").read_bytes()
    )
    table = Table(session, GUARD)
    table.plugin.choose_save()
    assert table.svg().count("2 answers of yours") == 2 and table.svg().count("(saved automatically)") == 1
    table.seating.sit(None)
    assert "5 answers" in table.svg()


def shown_to(game: Game, seat: str) -> list[str]:
    """The bar, place by place, and what is listed over it, as the seat sees it."""
    table = Table(TableSession(game, game.seats), seat)
    found = []
    for place in range(table.plugin.playback.last + 1):
        table.plugin.go(place)
        found.append(table.svg() + repr(table.view))
    table.plugin.go(0)
    table.plugin.branch()
    table.plugin.choose_line()
    return [*found, table.svg()]


def compared() -> Compared:
    result = Compared()
    for seed in range(3):
        compare(begun(SECRET, 3, seed), HUNTER, seed, 30, result, shown_to)
    return result


def test_the_bar_is_the_same_whatever_somebody_does_in_secret() -> None:
    assert compared().steps > 5


def test_a_bar_that_counts_every_answer_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    every = staticmethod(lambda session, seat: track.Track(tuple(range(len(session.ticks(seat))))))
    monkeypatch.setattr(track.Track, "of", every)
    with pytest.raises(AssertionError, match="seen something else"):
        compared()


# ------------------------------------------------------------------ at a table


@pytest.fixture
def table(opened_table: Callable[..., Unseen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Unseen:
    """A table that the hunter looks at, with its bar, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    session = a_night()
    made = opened_table(session, TimelinePlugin)
    made.app.seating.sit(HUNTER)
    made.app.showing.show_moment()
    made.turn()
    return made


def playback(table: Unseen) -> pb.Playback:
    return table.plugin(TimelinePlugin).playback


def test_the_buttons_of_the_bar_do_what_their_keys_do(table: Unseen) -> None:
    for back, on, first, end in (
        (TimeButton.BACK, TimeButton.ON, "control-,", "control-."),
        (",", ".", "control-,", "end"),
    ):
        for wanted, at in ((back, 4), (back, 3), (on, 4), (first, 0), (end, None)):
            table.keys(wanted) if isinstance(wanted, str) else table.click(wanted)
            assert playback(table).at == at
    table.keys(",")
    assert table.app.view["question"] is None, "what was asked then cannot be answered"
    table.keys("escape")
    assert playback(table).at is None and "leave" not in table.said


def test_the_bar_is_pulled_to_a_moment(table: Unseen) -> None:
    y = table.on(TimeButton.TRACK)[1]
    bar = next(one for one in table.app.placed if one.key == "time")
    unit = table.on(TimeButton.PLAY)[1] / (bar.y + timeline_bar.MIDDLE)

    def at(moment: int) -> tuple[float, float]:
        return (bar.x + timeline_bar.x_of(moment, 5)) * unit, y

    table.press(at(2))
    assert playback(table).at == 2
    table.point(at(4))
    assert playback(table).at == 4
    table.point((at(1)[0], 700))
    table.release()
    assert playback(table).at == 1, "beside the bar it is still held"
    table.drag((640, 600), at(3))
    assert playback(table).at == 1, "what begins elsewhere does not move it"


def test_a_game_plays_itself_again_at_a_speed_of_ones_choice(table: Unseen) -> None:
    speeds = []
    for _ in range(len(pb.SPEEDS) + 1):
        speeds.append(playback(table).speed)
        table.click(TimeButton.SPEED)
    assert sorted(set(speeds)) == sorted(pb.SPEEDS), "round and round"
    table.keys("]", "]", "]", "]", "]", "control-,")
    table.click(TimeButton.PLAY)
    assert playback(table).playing
    table.until(lambda: playback(table).at is None)
    assert not playback(table).playing and table.app.view["question"]
    table.keys("[", "[", "[", "[", "[", "control-,", "control-p", "control-p")
    assert not playback(table).playing and playback(table).speed == pb.SPEEDS[0]


def test_a_note_is_written_at_the_moment_that_is_shown(table: Unseen) -> None:
    table.click(TimeButton.NOTE)
    assert "NOTE TO MOMENT 5" in table.panel("slip").upper()
    table.keys("escape", ",", "control-n")
    table.type("Here hee")
    table.keys("backspace", "1")
    assert "Here he" in table.panel("slip") and "hee" not in table.panel("slip")
    table.type("\x07" + "x" * 500)
    assert len(table.plugin(TimelinePlugin).writing or "") == dialogs.MOST_LETTERS and "\x07" not in table.svg
    table.keys("escape")
    assert not table.panel("slip") and not table.panel("pinned")
    table.keys("control-n")
    table.type(" Gone ")
    table.keys("enter")
    assert "Gone" in table.panel("pinned") and playback(table).at == 4
    table.keys("control-n", *["backspace"] * 4, "enter")
    assert not table.panel("pinned"), "a note without words is none"


def test_a_branch_and_the_way_back_by_mouse_and_keys(table: Unseen) -> None:
    table.keys("control-b")
    assert table.said.startswith("Go to an earlier moment first")
    table.keys("control-j")
    assert table.said.startswith("There is only this line")
    table.keys(",", ",")
    table.click(TimeButton.BRANCH)
    assert playback(table).last == 3 and table.said.startswith("A new line from moment 3.")
    table.keys("control-j")
    table.click(ReturnToLine(0))
    assert playback(table).last == 5 and table.said == "Back on the other line."
    table.keys("control-j", "9")
    assert playback(table).last == 5 and not table.panel("slip"), "there is no ninth line"
    table.keys("control-j", "1")
    assert playback(table).last == 3


def test_games_are_saved_listed_and_loaded(table: Unseen, tmp_path: Path) -> None:
    table.keys("control-o")
    assert table.panel("slip"), "an empty list says so"
    table.keys("x", "control-s")
    (file,) = tmp_path.glob("game-*.game.json")
    assert table.said == "Saved: Night, Plan 2, Alarms 0", "not a long path"
    table.keys("control-o")
    table.click(LoadGame(0))
    table.until(lambda: table.said.startswith("Loaded."))
    table.keys("enter")  # before what the hunter knows
    assert playback(table).last == 5
    file.write_text("{}")
    table.keys("control-o", "1")
    table.until(lambda: not table.app.thinking.busy)
    assert not table.said.startswith("Loaded") and not table.panel("slip")


def test_what_takes_long_to_load_leaves_the_window_alone_and_can_be_stopped(
    table: Unseen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, follow = table.app.session, Timeline.follow
    assert isinstance(session, TableSession)
    table.keys("control-s")
    game = session.game

    def slowly(timeline: Timeline, one: Game) -> None:
        time.sleep(0.3)
        follow(timeline, one)

    monkeypatch.setattr(Timeline, "follow", slowly)
    table.keys("control-o")
    table.click(LoadGame(0))
    assert table.app.thinking.busy
    table.until(lambda: table.said == "Playing the answers again ... Esc stops that.")
    table.keys("escape")
    table.until(lambda: not table.app.thinking.busy)
    assert table.said.endswith("Loading was stopped.") and session.game is game
    table.keys("control-o")
    table.click(LoadGame(0))
    table.app.thinking.rest()  # as whoever closes the window does
    table.app.thinking.look()
    assert session.game is game


def test_a_number_that_no_saved_game_has_loads_nothing(table: Unseen) -> None:
    table.keys("control-o", "8")
    assert playback(table).last == 5


def test_a_game_that_cannot_be_saved_is_said(table: Unseen, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table.app.session, "save", full)
    table.keys("control-s")
    assert table.said == "The game cannot be saved: the disk is full."


def test_behind_a_curtain_and_without_a_past_there_is_no_bar(
    table: Unseen, opened_table: Callable[..., Unseen]
) -> None:
    table.app.seating.sit(GUARD)
    assert table.panel("time")
    new = TableSession(begun(SECRET, 2), (GUARD, HUNTER))
    assert len(new.timeline) == 0
    fresh = opened_table(new, TimelinePlugin)
    assert not fresh.panel("time")


def test_a_session_without_moments_has_no_bar_and_its_keys_do_nothing(
    opened_table: Callable[..., Unseen],
) -> None:
    table = opened_table(FakeSession(tables.mission()), TimelinePlugin)
    number = table.app.view["number"]
    table.keys(",", "control-s", "control-o", "control-n", "control-p")
    assert not table.panel("time") and not table.panel("slip") and not table.said
    table.keys("control-b")
    assert table.said.startswith("Go to an earlier")
    table.click(next(a for a in table.actions() if isinstance(a, InspectEntry)))
    assert table.app.view["number"] == number


def test_a_recording_is_looked_at_from_its_beginning(opened_table: Callable[..., Unseen]) -> None:
    session = a_night()
    session.recording = True
    table = opened_table(session, TimelinePlugin)
    assert playback(table) == pb.Playback(last=5, at=0, recording=True)
    table.keys("escape", "end")
    assert playback(table).at == 5
    table.keys("control-b")
    assert table.said.startswith("A new line from moment 5.")
