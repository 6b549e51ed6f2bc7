"""Table mode: what is changed by hand is logged, taken back, saved and recorded like any other answer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.fake_session import FakeSession
from support.packages import write
from support.rules import begun
from support.scenarios import program, stories
from support.unseen import Unseen
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.engine.engine import NotOffered
from tilewright.runtime.game import CannotUndo, Game
from tilewright.runtime.history import manual_edits, replay
from tilewright.runtime.history.manual_edits import (
    ManualEdit,
    Settable,
    draw,
    flip,
    given,
    move,
    put,
    shuffle,
)
from tilewright.runtime.state.state import State
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.authoring.manual_edit import ManualEditPlugin
from tilewright.viewer.common.settings import TEXT_SIZES
from tilewright.viewer.panels.vocabulary import (
    Answer,
    Card,
    ChangeValue,
    Inspect,
    ManualEditButton,
    OnPile,
    ShufflePile,
    Surface,
)
from tilewright.viewer.replaying.timeline import TimelinePlugin

MANIFEST = 'id: lists\ntitle: Lists\nversion: 1.0.0\nengine: ">=0.1"\n'
NAMES = ["tiny", "learn/3_first_mission", "learn/6_a_campaign/lamp_week", "nemesis"]


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
    session = TableSession(Game.start(program(name), 4), (), seed=4)
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


def some_change(view: dict[str, Any], chance: random.Random) -> ManualEdit:
    """A change that may well be refused."""
    places = [one["name"] for one in view["board"]["spaces"]] + [one["place"] for one in view["piles"]]
    thing, place = chance.choice(view["things"]), chance.choice(places)
    numbers = [name for name, value in thing["values"].items() if type(value) is int]
    match chance.randrange(5):
        case 4:
            return flip(thing["handle"])
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
    before = game.digest(), game.log()
    wrong = [
        flip("nowhere"),
        flip("player.1"),
        ManualEdit("flip", ()),
        move("nobody", "nowhere"),
        move("player.1", "deck"),
        put("", "no_such_thing", "3"),
        put("nobody", "x", "3"),
        draw("nowhere", "deck"),
        given("No such test"),
        ManualEdit("explode", ()),
        ManualEdit("move", ("one",)),
    ]
    for change in wrong:
        with pytest.raises(NotOffered):
            game.adjust(change)
        assert (game.digest(), game.log()) == before and not game.answers


CROWDED = """
kind axe is card
axe old_axe:
  copies: 2
kind sack is token:
  inside: pile of sack
sack big "Big sack"
sack small "Small sack"
game has:
  heap: pile of sack
player has:
  belt: slot for 1 axe
to play:
  move old_axe.1 to player.1.belt
  move big to heap
  move small to big.inside
  reveal big
  choose n from 1 to 2 by player.1
"""


def test_what_a_place_cannot_take_is_not_laid_there_and_what_lies_open_is_not_turned_over() -> None:
    game = begun(CROWDED)
    before, known = game.digest(), dict(game.state.known)
    for change, why in (
        (move("old_axe.2", "player.1.belt"), "Belt is full."),
        (move("big", "small.inside"), "Big sack cannot lie in itself."),
        (flip("big"), "Big sack lies open where it is."),
    ):
        with pytest.raises(NotOffered) as refused:
            game.adjust(change)
        assert str(refused.value).casefold() == why.casefold()
    assert game.digest() == before and game.state.known == known != {}


def test_a_seat_takes_back_nothing_that_was_changed_by_hand() -> None:
    game = begun(CROWDED)
    game.adjust(move("small", "heap"))
    with pytest.raises(CannotUndo, match="by hand"):
        game.undo("player.1")
    game.undo()
    with pytest.raises(CannotUndo, match="by hand"):
        game.redo("player.1")


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


def test_a_thing_is_turned_over_for_everybody_and_back() -> None:
    game = Game.start(program("tiny"), 1)
    seat, thing = next(
        (seat, one)
        for seat in game.seats
        for one in game.view(seat)["things"]
        if one["face"] == "down" and "#" in one["handle"]
    )
    place = thing["place"]

    def faces() -> list[set[str]]:
        return [
            {one["face"] for one in game.view(one_seat)["things"] if one["place"] == place}
            for one_seat in game.seats
        ]

    before, hidden = game.digest(), faces()
    game.adjust(flip(thing["handle"]), seat)
    name = game.answers[-1]["chosen"][0]
    assert faces() != hidden and name in json.dumps(game.view(seat))
    assert game.log(seat)[-1]["text"].startswith("By hand: ")
    game.adjust(flip(name), seat)
    assert faces() == hidden and game.digest() != before, "it was asked anew"
    assert name not in json.dumps(game.view(seat)["things"]), "and nobody knows it any more"
    game.undo()
    game.undo()
    assert game.digest() == before


def test_what_lies_open_cannot_be_turned_over() -> None:
    game = Game.start(program("learn/3_first_mission"), 1)
    figure = next(one for one in game.view()["things"] if "figure" in one["kinds"])
    digest = game.digest()
    with pytest.raises(NotOffered, match="lies open"):
        game.adjust(flip(figure["handle"]))
    assert game.digest() == digest and not game.answers


LISTS = """\
system lists:
  players: 1
  begins: rest

words hue: red, green, blue
kind lamp is token
lamp near "Near"
lamp far "Far"
game has:
  hues: list of hue
  counts: list of number
  lamps: list of lamp
  best: lamp
to rest:
  choose n from 1 to 2
  set hues to list(red)
  set counts to list(n)
  set lamps to list(near)
  set best to far

board yard of square:
  drawing:
    +---+
    | . |
    +---+

mission dusk "Dusk":
  board: yard
  setup:
    move near to a1
    move far to a1
"""


def test_lists_and_things_are_set(tmp_path: Path) -> None:
    package, problems = read_package(
        write(tmp_path / "lists", {"package.yaml": MANIFEST, "rules.wright": LISTS})
    )
    assert package is not None, problems
    compiled = compile_package(package)
    assert compiled.program is not None, compiled.problems
    session = TableSession(Game.start(compiled.program, 1), ["player.1"])

    def values() -> dict[str, Any]:
        found: dict[str, Any] = session.view(None)["values"]
        return found

    offered = {one.name: one for one in session.settable("", "player.1")}
    assert offered["hues"] == Settable("hues", "", ["red", "green", "blue"], True)
    assert offered["counts"].words[:3] == ["0", "1", "2"] and offered["counts"].several
    for name, value, shown in (
        ("hues", "green, red", ["green", "red"]),
        ("counts", "3, 1, 2", [3, 1, 2]),
        ("hues", "", []),
    ):
        assert session.adjust(put("", name, value)) is None
        assert values()[name] == shown
    assert session.adjust(put("", "hues", "green, pink")) is not None and values()["hues"] == []
    assert offered["lamps"].words == ["near", "far"] and not offered["best"].several
    assert session.adjust(put("", "lamps", "far, near")) is None
    assert session.adjust(put("", "best", "near")) is None
    assert values()["lamps"] == ["far", "near"] and values()["best"] == "near"
    saved = json.loads(json.dumps(session.game.save()))
    assert Game.load(compiled.program, saved).digest() == session.game.digest()


def test_a_game_begins_where_a_test_begins() -> None:
    tests = [(one, test) for one in stories("nemesis") for test in one["tests"]][:6]
    begun = 0
    for source, test in tests:
        title = test["title"]
        game = Game.start(source, 1, manual_edits.players_of(source, test))
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


# ------------------------------------------------------------------ at a table

OpenTable = Callable[..., Unseen]


@pytest.fixture
def table(opened_table: OpenTable) -> Unseen:
    """A table in table mode."""
    session = TableSession(tables.begun("derelict"), ["player.1", "player.2"])
    assert len(session.timeline) == 0
    made = opened_table(session, TimelinePlugin, ManualEditPlugin)
    made.keys("t")
    assert "RULES ARE ASLEEP" in made.panel("hands")
    return made


def place_of(table: Unseen, name: str) -> str | None:
    things = table.app.session.view(None)["things"]
    return next((one["place"] for one in things if one["name"] == name), None)


def done_by_hand(table: Unseen) -> list[list[str]]:
    session = table.app.session
    assert isinstance(session, TableSession)
    return [[one["at"], *one["chosen"]] for one in session.game.answers if one["seat"] == "table"]


def test_a_figure_is_carried_to_a_space_and_says_where_it_would_lie(table: Unseen) -> None:
    table.press(table.thing("varga"))
    table.point(table.space("g3"))
    table.point(table.space("d4"))
    assert "Sergeant Varga &gt; d4" in table.panel("carried")
    table.release()
    assert place_of(table, "varga") == "d4" and not table.panel("carried")


def test_what_is_dropped_beside_every_place_stays_where_it_was(table: Unseen) -> None:
    table.press(table.thing("varga"))
    table.point((640, 5))
    assert "Sergeant Varga</text>" in table.panel("carried")
    table.point(table.on(ManualEditButton.GAME))
    table.release()
    assert place_of(table, "varga") == "h3" and not done_by_hand(table)
    table.drag(table.at(-1.5, 2.0), table.space("d4"))
    assert not done_by_hand(table), "what begins on nothing carries nothing"


def test_cards_and_the_figures_of_the_roster_are_carried_as_well(table: Unseen) -> None:
    table.press(table.on(Card("frag")))
    table.point(table.space("d4"))
    table.point(table.on(OnPile("discards")))
    assert "Frag Out &gt; Discards" in table.panel("carried")
    table.release()
    table.drag(table.on(Inspect("koss")), table.space("d4"), table.space("g3"))
    assert (place_of(table, "frag"), place_of(table, "koss")) == ("discards", "g3")


def test_a_pile_is_drawn_from_and_shuffled(table: Unseen) -> None:
    table.press(table.on(OnPile("player.1.hand")))
    table.point(table.space("d4"))
    table.point(table.on(OnPile("discards")))
    assert "Top of Sergeant" not in table.panel("carried") and "Top of " in table.panel("carried")
    table.release()
    table.click(OnPile("orders"))
    table.click(ShufflePile("orders"))
    assert [one[0] for one in done_by_hand(table)] == ["move", "shuffle"], "to click on a pile does nothing"
    view = table.app.session.view(None)
    assert next(pile["count"] for pile in view["piles"] if pile["place"] == "discards") == 1


def test_the_values_of_what_is_clicked_are_set(table: Unseen) -> None:
    table.click(table.thing("varga"))
    assert "Sergeant Varga" in table.panel("hands")
    table.click(ChangeValue("moves", "less"))
    assert tables.of(table.app.session.view(None), "varga")["values"]["moves"] == 3
    table.click(ManualEditButton.GAME)
    assert "The game" in table.panel("hands")
    table.click(table.space("d4"))
    assert ">d4<" in table.panel("hands")
    table.keys("home")
    table.until(lambda: table.app.rig.way is None)
    table.click(table.at(-1.5, 2.0))
    assert "The game" in table.panel("hands"), "beside the board lies nothing"


def test_what_cannot_be_done_by_hand_is_said(table: Unseen) -> None:
    table.click(table.thing("varga"))
    table.click(ManualEditButton.FLIP)
    assert "lies open" in table.said and not done_by_hand(table)


def test_nothing_is_answered_in_table_mode(table: Unseen) -> None:
    before = table.app.session.view(None)["number"]
    mark = next(mark for mark in table.app.scene.marks if mark.outline)
    table.keys("1", "enter", "space", "tab")
    table.click(table.at(*mark.at))
    table.click(Surface.MANUAL_EDIT)
    assert table.app.session.view(None)["number"] == before and not table.app.ui.cursor
    table.keys("f1")
    assert table.app.ui.help, "other keys work"
    table.keys("escape", "escape", "1")
    assert table.app.session.view(None)["number"] == before + 1, "Esc ends it"


def test_its_pages_are_turned(opened_table: OpenTable, table: Unseen) -> None:
    table.app.use(replace(table.app.settings, text=TEXT_SIZES[-1]))
    table.resize((1280, 600))
    assert ">1–" in table.panel("hands")
    table.keys("page_down")
    assert "PgDn" in table.panel("hands") and "1–" not in table.panel("hands")
    table.keys("page_up")
    assert ">1–" in table.panel("hands")


def test_table_mode_is_of_the_present_and_of_games_that_can_be_changed(
    opened_table: OpenTable, table: Unseen
) -> None:
    table.keys("t", "1", "t")
    assert table.panel("hands")
    table.keys("t", ",", "control-t")
    assert table.said.startswith("Table mode works on the present") and not table.panel("hands")
    fixed = opened_table(FakeSession(tables.mission()), ManualEditPlugin)
    fixed.keys("t", "control-t")
    assert not fixed.panel("hands")
    without = opened_table(FakeSession(tables.mission()))
    without.keys("control-t")
    assert not without.panel("hands")
    without.click(Answer((0,)))
    assert without.app.view["number"] == tables.mission()["number"] + 1, "the game goes on"
