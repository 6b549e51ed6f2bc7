"""Every moment of a game can be gone to; branches, saves and notes keep their promises. Needs no window."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from support.rules import begun
from support.scenarios import program
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession

NAMES = ["tiny", "learn/3_first_mission", "learn/6_a_campaign/lamp_week", "nemesis"]


def played(name: str, seed: int = 3, answers: int = 40) -> tuple[TableSession, list[Any]]:
    """A session some answers on, and what every seat saw at each moment."""
    session = TableSession(Game.start(program(name), seed), (), seed=seed)
    assert len(session.timeline) == 0
    seen = [views(session)]
    for _ in range(answers):
        if not session.tick():
            break
        seen.append(views(session))
    return session, seen


def views(session: TableSession) -> list[Any]:
    return [session.view(seat) for seat in (None, *session.seats())]


def renamed(seen: list[Any]) -> list[str]:
    """Views with the handles of unseen things counted anew: their numbers depend on who looked when."""
    return [_renamed(json.dumps(view, sort_keys=True)) for view in seen]


def _renamed(text: str) -> str:
    names: dict[str, str] = {}
    return re.sub(r"[a-z_]+#\d+", lambda match: names.setdefault(match[0], f"#{len(names)}"), text)


@pytest.mark.parametrize("name", NAMES)
def test_a_moment_shows_what_every_seat_saw_then(name: str) -> None:
    session, seen = played(name)
    order = list(range(len(seen)))
    random.Random(1).shuffle(order)
    for moment in order:
        again = [session.view_at(moment, seat) for seat in (None, *session.seats())]
        assert renamed(again) == renamed(seen[moment])
    assert session.view(None) == seen[-1][0], "looking back changes nothing"


def test_a_moment_is_a_game_of_its_own() -> None:
    session, seen = played("nemesis", answers=20)
    earlier = session.timeline.at(10)
    before = earlier.digest()
    earlier.give_again(session.game.steps[10])
    assert earlier.digest() == session.timeline.at(11).digest() != before
    assert session.timeline.at(10).digest() == before and views(session) == seen[-1]


def test_a_line_of_the_log_knows_its_moment() -> None:
    session, seen = played("tiny", answers=30)
    for number, seat in enumerate((None, *session.seats())):
        for line in session.view(seat)["log"]:
            moment = session.moment_of_line(seat, line["n"])
            assert line in seen[moment][number]["log"]
            assert moment == 0 or line not in seen[moment - 1][number]["log"]


def test_ticks_say_only_what_the_seat_was_told() -> None:
    session, seen = played("tiny", answers=30)
    for number, seat in enumerate((None, *session.seats())):
        for moment, tick in enumerate(session.ticks(seat)):
            before = len(seen[max(0, moment - 1)][number]["log"])
            told = [line["sort"] for line in seen[moment][number]["log"][before:]] if moment else []
            assert tick in told if told else tick == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_branch_goes_on_from_an_earlier_moment_and_the_old_line_can_be_returned_to(name: str) -> None:
    session, seen = played(name)
    last, end = len(seen) - 1, session.game.digest()
    session.recording = True
    session.note("The end.")
    session.branch(last // 2)
    assert not session.recording, "a branch is played, not only looked at"
    assert session.moment() == last // 2 and views(session) == seen[last // 2]
    while session.moment() < last // 2 + 3 and session.tick():
        pass
    assert len(session.timeline) == session.moment()
    for moment in range(last // 2 + 1):
        assert session.view_at(moment, None) == seen[moment][0]
    session.note("A branch.", last // 2)
    session.return_to(0)
    assert session.game.digest() == end and views(session) == seen[-1]
    assert len(session.lines) == 1, "the branch can be returned to as well"
    assert [one["text"] for one in session.notes()] == ["The end."], "each line has its own notes"
    session.return_to(0)
    assert [one["text"] for one in session.notes()] == ["A branch."]


def test_undo_and_redo_move_the_timeline_too() -> None:
    session = TableSession(Game.start(program("learn/3_first_mission"), 1), ["player.1", "player.2"])
    moments, chance = len(session.timeline), random.Random(2)
    for _ in range(25):
        if chance.random() < 0.3:
            session.undo()
        elif chance.random() < 0.3:
            session.redo()
        elif session.asked():
            seat = session.asked()[0]
            question = session.view(seat)["question"]
            session.answer(seat, [chance.choice(question["options"])["id"]])
        moments = max(moments, session.moment())
        assert len(session.timeline) == session.moment()
        assert session.view_at(session.moment(), None) == session.view(None)
    assert moments > 2


def test_a_game_is_saved_with_its_notes_and_loaded_at_the_table(tmp_path: Path) -> None:
    session, seen = played("tiny", answers=20)
    last = len(seen) - 1
    session.note("Too many ghosts.", 4)
    session.note("Here it turns.")
    session.note("", 3)
    file = tmp_path / "kept.save.json"
    session.save(file)
    fresh = TableSession(Game.start(program("tiny"), 9), ())
    assert fresh.load(file) is None
    assert [(note["after"], note["text"]) for note in fresh.notes()] == [
        (4, "Too many ghosts."),
        (last, "Here it turns."),
    ]
    assert [fresh.view_at(n, None) for n in range(last + 1)] == [one[0] for one in seen]
    fresh.branch(last - 2)
    assert [note["after"] for note in fresh.notes()] == [4], "notes on what is not played any more are left"
    fresh.game.answer(fresh.view(None)["question"]["options"][0]["id"])
    digest = fresh.game.digest()
    file.write_text("{}")
    told = fresh.load(file)
    assert told is not None and "not a saved game" in told and fresh.game.digest() == digest


@pytest.mark.parametrize("name", [*NAMES, "aliens"])
def test_a_table_loads_what_it_has_saved(name: str, tmp_path: Path) -> None:
    session, _ = played(name, answers=8)
    session.save(tmp_path / "now.game.json")
    moment, digest = session.moment(), session.game.digest()
    session.branch(3)
    assert session.load(tmp_path / "now.game.json") is None and session.game.digest() == digest
    assert len(session.timeline) == session.moment() == moment > 3


def test_notes_do_not_break_a_checksum() -> None:
    session, _ = played("tiny", answers=6)
    session.note("Once.")
    document = json.loads(json.dumps(session.game.save()))
    document["notes"][0]["text"] = "Twice."
    assert Game.load(program("tiny"), document).notes[0]["text"] == "Twice."


def test_a_game_that_was_begun_elsewhere_has_a_timeline_too() -> None:
    first = TableSession(Game.start(program("tiny"), 3), (), seed=3)
    for _ in range(5):
        first.tick()
    session = TableSession(first.game, (), seed=3)
    assert len(session.timeline) == session.moment() > 2
    session.tick()
    assert session.view_at(session.moment(), None) == session.view(None)


def test_an_answer_after_which_a_bot_has_not_answered_yet_is_given_again() -> None:
    text = "to play:\n  choose n from 1 to 2 by player.1\n  choose m from 1 to 2 by player.2\n  win\n"
    session = TableSession(begun(text, 2), ["player.1"])
    assert session.answer("player.1", [1]) is None
    asked = session.game.digest()
    assert session.undo("player.1") is None and session.game.digest() != asked
    assert session.redo("player.1") is None and session.game.digest() == asked
    assert session.tick() and session.game.over is not None
