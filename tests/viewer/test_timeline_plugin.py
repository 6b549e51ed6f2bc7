"""Time at a table that people share, without a window: the bar counts what a seat could tell apart."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from support.hiding import GUARD, HUNTER, SECRET
from support.indistinguishable import Compared, compare
from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.app.seating import Seating
from tilewright.viewer.panels.interface import InspectEntry
from tilewright.viewer.panels.layout import UiState
from tilewright.viewer.replaying import track
from tilewright.viewer.replaying.timeline import TimelinePlugin


class Table:
    """As much of the app as stands beside the plugin."""

    def __init__(self, session: TableSession, seat: str | None) -> None:
        self.session, self.seating, self.ui = session, Seating(session), UiState()
        self.seating.sit(seat)
        self.showing = self
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
        table.plugin.load(number)
        assert table.said


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
    table = Table(session, GUARD)
    table.plugin.choose_save()
    assert "2 answers of yours" in table.svg()
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
