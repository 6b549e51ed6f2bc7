"""Table mode: what is changed by hand is logged, taken back, saved and recorded like any other answer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from support.scenarios import program, stories
from tilewright.runtime.game import Game
from tilewright.runtime.history import replay, table_mode
from tilewright.runtime.history.table_mode import Change, draw, given, move, put, shuffle
from tilewright.runtime.running.engine import NotOffered
from tilewright.runtime.running.state import State
from tilewright.runtime.tables.session import Session

NAMES = ["tiny", "learn/3_first_mission", "nemesis"]


def test_a_thing_is_moved_and_the_question_is_asked_anew() -> None:
    game = Game.start(program("learn/3_first_mission"), 1)
    for _ in range(2):
        game.answer(game.question()["options"][0]["id"])  # type: ignore[index]
    figure = next(one for one in game.view()["things"] if "figure" in one["kinds"])
    spaces = [one["name"] for one in game.view()["board"]["spaces"]]
    elsewhere = next(name for name in reversed(spaces) if name != figure["place"])
    before, answers, number = game.digest(), list(game.answers), game.view()["number"]
    game.adjust(move(figure["handle"], elsewhere))
    now = next(one for one in game.view()["things"] if one["handle"] == figure["handle"])
    assert now["place"] == elsewhere and game.view()["number"] == number + 1
    assert game.answers[-1] == {"seat": "table", "at": "move", "chosen": [figure["name"], elsewhere]}
    assert game.log()[-1]["text"].startswith("By hand: ") and game.log()[-1]["sort"] == "move"
    game.undo()
    assert game.digest() == before and game.answers == answers
    game.redo()
    assert game.answers[-1]["seat"] == "table"


@pytest.mark.parametrize("name", NAMES)
def test_saves_recordings_and_copies_hold_what_was_changed_by_hand(name: str) -> None:
    chance = random.Random(5)
    session = Session(Game.start(program(name), 4), (), seed=4)
    assert len(session.timeline) == 0
    made = 0
    for turn in range(40):
        if turn % 4 == 1:
            view = session.view(None)
            made += any(session.adjust(some_change(view, chance)) is None for _ in range(30))
        elif not session.tick():
            break
        consistent(session.game)
    assert made
    saved = json.loads(json.dumps(session.game.save()))
    assert Game.load(program(name), saved).digest() == session.game.digest()
    again = replay.play(Game.start(program(name), 4), saved["answers"])
    assert again.diverged is None and again.game.view() == session.view(None)
    earlier = session.timeline.at(len(session.timeline) // 2)
    assert earlier.answers == saved["answers"][: len(earlier.answers)]


def some_change(view: dict[str, Any], chance: random.Random) -> Change:
    """A change that may well be refused."""
    places = [one["name"] for one in view["board"]["spaces"]] + [one["place"] for one in view["piles"]]
    thing, place = chance.choice(view["things"]), chance.choice(places)
    numbers = [name for name, value in thing["values"].items() if type(value) is int]
    match chance.randrange(4):
        case 0 if numbers:
            return put(thing["handle"], chance.choice(numbers), str(chance.randrange(5)))
        case 1:
            return draw(chance.choice(view["piles"])["place"], place)
        case 2:
            return shuffle(chance.choice(view["piles"])["place"])
    return move(thing["handle"], place, bottom=chance.random() < 0.3)


def consistent(game: Game) -> None:
    """Every thing lies in one place, and the open question can be answered."""
    state: State = game.state
    lying = [(thing, place) for place, things in enumerate(state.z) for thing in things]
    assert sorted(lying) == sorted((thing, place) for thing, place in enumerate(state.at[:-1]) if place >= 0)
    assert (state.q is None) == (state.over is not None)


def test_what_cannot_be_changes_nothing() -> None:
    game = Game.start(program("tiny"), 1)
    before = game.digest()
    wrong = [
        move("nobody", "nowhere"),
        move("player.1", "deck"),
        put("", "no_such_thing", "3"),
        put("nobody", "x", "3"),
        draw("nowhere", "deck"),
        given("No such test"),
        Change("explode", ()),
        Change("move", ("one",)),
    ]
    for change in wrong:
        with pytest.raises(NotOffered):
            game.adjust(change)
        assert game.digest() == before and not game.answers and not game.log()


def test_a_seat_moves_by_handle_what_it_does_not_know() -> None:
    game = Game.start(program("tiny"), 1)
    hidden = [
        (seat, one)
        for seat in game.seats
        for one in game.view(seat)["things"]
        if one["face"] == "down" and "#" in one["handle"]
    ]
    assert hidden, "there are masked things"
    seat, thing = hidden[0]
    free = next(one["name"] for one in game.view()["board"]["spaces"] if one["name"] != thing["place"])
    game.adjust(move(thing["handle"], free), seat)
    moved = next(one for one in game.view(seat)["things"] if one["handle"] == thing["handle"])
    assert moved["place"] == free and moved["face"] == "down"
    assert game.answers[-1]["chosen"][0] not in json.dumps(game.view(seat)), "and still does not know it"


def test_a_game_begins_where_a_test_begins() -> None:
    tests = [(one, test) for one in stories("nemesis") for test in one["tests"]][:6]
    begun = 0
    for source, test in tests:
        title = test["title"]
        game = Game.start(source, 1, table_mode.players_of(source, test))
        try:
            game.adjust(given(title))
        except NotOffered:
            continue
        begun += 1
        assert title in game.log()[0]["text"] or any(title in line["text"] for line in game.log())
        assert Game.load(source, json.loads(json.dumps(game.save()))).digest() == game.digest()
        game.undo()
        assert not game.answers
    assert begun
