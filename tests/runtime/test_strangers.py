"""Saves, recordings and records of strangers, through everything that reads one: a refusal, or a game."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from support.mutating import REFUSALS, forged, mutants, written
from support.rules import begun as begun_in_the_language
from support.scenarios import begun, machine
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import BadSave, Game, NotOffered
from tilewright.runtime.history import seat_recording
from tilewright.runtime.history.manual_edits import ManualEdit, flip, move, put, shuffle
from tilewright.runtime.history.replay import document, play
from tilewright.runtime.history.save import parse
from tilewright.runtime.state.primitives import MEMBERS
from tilewright.runtime.state.state import NO_NUMBER
from tilewright.runtime.tables.reloading import played
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.reading import BadDocument, misfit

Document = dict[str, Any]
CAMPAIGN = "learn/6_a_campaign/lamp_week"
GAMES = ("tiny", CAMPAIGN, "learn/3_first_mission", "words")
EACH = 150  # documents of a game and sort; of what seats have seen, which are large, a third


def touched(name: str) -> Game:
    """A game that was played, and changed by hand in between."""
    game = begun(name, 8)
    chance = random.Random(5)
    for _ in range(60):
        view = game.view(None)
        things = [one["name"] for one in view["things"]] or ["x"]
        places = [one["place"] for one in view["piles"]] + [one["name"] for one in view["board"]["spaces"]]
        thing, place = chance.choice(things), chance.choice([*places, "x"])
        sorts = [move(thing, place), flip(thing), shuffle(place)]
        sorts += [put("", one, "1") for one in view["values"]]
        try:
            game.adjust(chance.choice(sorts))
        except NotOffered:
            continue
        if len(game.steps) > 10 or game.over is not None:
            break
    game.note("Look here.")
    return game


def as_read(data: Document) -> Any:
    return json.loads(json.dumps(data))


def tried(data: Document, read: Callable[[Any], object], seed: int, each: int = EACH) -> None:
    """Read mutants of a document; what is refused is refused with a sentence, what is not is read."""
    share = each / (7 * json.dumps(data).count(":") + 1)
    for mutant in islice(mutants(data, random.Random(seed), min(1.0, share)), 2 * each):
        try:
            read(mutant)
        except REFUSALS as refused:
            said = str(refused)
            assert said.endswith(".") and "\n" not in said and len(said) < 500


@pytest.mark.parametrize("name", GAMES)
def test_a_save_that_was_changed_anywhere_is_refused_or_leads_where_it_says(name: str) -> None:
    saved = as_read(touched(name).save())

    def read(mutant: Any) -> None:
        game = Game.load(machine(name), mutant)
        snapshot = {key: value for key, value in mutant["snapshot"].items() if key != "checksum"}
        assert game.state.to_json() == snapshot and misfit("save", as_read(game.save())) is None

    tried(saved, read, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_recording_that_was_changed_anywhere_is_refused_or_played_as_far_as_it_fits(name: str) -> None:
    engine = machine(name)
    low, high = engine.program.data["game"]["players"]

    def read(mutant: Any) -> None:
        found = parse(written(mutant))
        wrong = misfit("replay", found)
        if wrong is not None:
            raise BadDocument("engine/doc_unusable", wrong)
        if low <= found["players"] <= high:
            result = play(Game(engine, found["seed"], found["players"]), found["answers"])
            assert result.diverged is None or str(result.diverged).startswith("At answer ")
            again = played(Game(engine, found["seed"], found["players"]), found["answers"], ())
            assert again.game.digest() == result.game.digest()

    tried(as_read(document(touched(name))), read, 2)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_a_seat_that_was_changed_anywhere_is_refused_or_read(name: str) -> None:
    game = touched(name)

    def read(mutant: Any) -> None:
        number, last = seat_recording.checked(mutant)
        views = list(seat_recording.views(mutant))
        assert len(views) == number and views[-1] == last and misfit("view", last) is None

    tried(as_read(game.seen(game.seats[0])), read, 3, EACH // 3)


def test_to_look_at_what_was_seen_changes_nothing_in_it() -> None:
    game = touched("tiny")
    kept = as_read(game.seen("player.1"))
    for change in (["log", 0, {"n": 1}], ["log", 0, "n", 2]):
        kept["moments"][-1]["changes"].append(change)
    before = json.dumps(kept)
    assert list(seat_recording.views(kept)) == list(seat_recording.views(kept)) and json.dumps(kept) == before


# ------------------------------------------------------------------ one by one


def campaign_save() -> Document:
    game = begun(CAMPAIGN, 0)
    bot = RandomBot(1)
    while game.state.below is None:
        number = game.state.q[2][0] if game.state.q else 0
        answer, by = bot.play(game.machine, game.state, number)
        game.give(by, (answer,) if isinstance(answer, int) else answer)
    found: Document = as_read(game.save())
    return found


@pytest.mark.parametrize("depth", [2, 30, 400, 100_000])
def test_a_campaign_has_one_mission_above_it_and_no_more(depth: int) -> None:
    saved = campaign_save()
    for _ in range(depth):
        saved["snapshot"]["below"] = {**saved["snapshot"]["below"], "below": saved["snapshot"]["below"]}
    with pytest.raises(BadSave, match="damaged"):
        Game.load(machine(CAMPAIGN), forged(saved))


@pytest.mark.parametrize("end", [3, "win", [], ["win"], ["win", 0, None, None, -1], ["win", [], None, None]])
def test_an_end_that_is_none_is_refused(end: object) -> None:
    saved = as_read(touched("tiny").save())
    saved["snapshot"]["over"] = end
    with pytest.raises(BadSave, match="damaged: its end does not fit"):
        Game.load(machine("tiny"), forged(saved))


@pytest.mark.parametrize("part", ["seed", "players"])
@pytest.mark.parametrize("value", [3.0, 1.0, -0.0, True, "1", None, 10**30, float("nan")])
@pytest.mark.parametrize("name", ["tiny", CAMPAIGN])
def test_a_number_of_a_save_that_is_not_whole_is_refused(name: str, part: str, value: Any) -> None:
    saved = as_read(begun(name, 3).save()) | {part: value}
    with pytest.raises(BadSave, match=part):
        Game.load(machine(name), forged(saved))


def test_a_note_is_no_longer_than_a_save_may_hold() -> None:
    game = begun("tiny", 3)
    game.note("long " * 10_000)
    assert Game.load(machine("tiny"), as_read(game.save())).notes == game.notes != []


# ------------------------------------------------------------------ at the table


@pytest.fixture
def session() -> TableSession:
    return TableSession(begun("tiny", 5), ["player.1"])


def evil_files(folder: Path) -> Iterator[Path]:
    """What may lie under the name of a save."""
    saved = as_read(begun("tiny", 9).save())
    texts = {
        "float": json.dumps(forged({**saved, "seed": 1.0})),
        "players": json.dumps(forged({**saved, "players": 3.0})),
        "nan": json.dumps({**saved, "seed": float("nan")}),
        "twice": json.dumps(saved)[:-1] + ', "seed": 5}',
        "half": json.dumps(saved).replace("player.1", "\\ud800"),
        "deep": json.dumps(saved)[:-1] + ', "notes": ' + "[" * 50_000 + "]" * 50_000 + "}",
        "number": json.dumps(saved)[:-1] + ', "notes": ' + "9" * 100_000 + "}",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
        yield folder / name
    with (folder / "large").open("wb") as file:
        file.truncate(10**12)
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to("loop")
    (folder / "gone").symlink_to("nothing")
    yield from (folder / name for name in ("large", "pipe", "loop", "gone", "nowhere", "."))
    yield from (Path("/dev/zero"), Path("/proc/self/mem"), folder / ("n" * 5_000), folder / "a\0b")


def test_a_table_survives_whatever_it_is_given_to_load(session: TableSession, tmp_path: Path) -> None:
    before, view = session.game.digest(), session.view(None)
    for path in evil_files(tmp_path):
        said = session.load(path)
        assert said is not None and said.endswith("."), path
        assert session.game.digest() == before and session.view(None) == view and session.lines == []
    session.game.answer(0)


def test_changes_by_hand_are_refused_or_made_whatever_they_name() -> None:
    chance = random.Random(9)
    base = begun(CAMPAIGN, 12)
    names = [*base.index.program.number, "", "none", "yes", "-1", "1", "999999999", "٣", "²", "a, b"]
    names.append("x" * 5_000)
    names += list(base.index.data.get("game_properties") or {})
    for _ in range(2_000):
        words = tuple(chance.choice(names) for _ in range(chance.choice((0, 1, 2, 3, 3, 4))))
        game = base.clone()
        sort = chance.choice(("move", "set", "set", "shuffle", "flip", "draw", "given", "", "x"))
        try:
            game.adjust(ManualEdit(sort, words), chance.choice((None, *game.seats)))
        except NotOffered as refused:
            assert str(refused) and game.digest() == base.digest()  # noqa: PT017 (refused or sound: either is right)
        else:
            assert Game.load(machine(CAMPAIGN), as_read(game.save())).digest() == game.digest()


def test_a_list_written_by_hand_has_an_end_and_a_number_may_be_none() -> None:
    game = begun_in_the_language(
        """
kind lad is figure:
  wishes: list of number
  best: number or none
lad tom
to play:
  choose n from 1 to 2 by player.1
  add n to tom.wishes
  set tom.best to n
"""
    )
    with pytest.raises(NotOffered, match="too long"):
        game.adjust(put("tom", "wishes", ", ".join("1" for _ in range(MEMBERS + 1))))
    game.adjust(put("tom", "wishes", "3, 4"))
    game.adjust(put("tom", "best", "7"))
    game.adjust(put("tom", "best", "none"))
    tom = {"of": {"op": "entity", "name": "tom"}, "kind": "lad"}
    assert game.machine.value(game.state, {"op": "property", **tom, "name": "wishes"}) == (3, 4)
    assert game.machine.value(game.state, {"op": "property", **tom, "name": "best"}) == NO_NUMBER


def test_a_table_gives_again_all_that_bots_answered_up_to_the_next_question_for_a_person() -> None:
    game = begun_in_the_language(
        """
game has:
  sum: number
to play:
  repeat 3:
    choose n from 1 to 2 by player.1
    choose m from 1 to 2 by player.2
    raise sum by n + m
""",
        players=2,
    )
    table = TableSession(game, ["player.1"], seed=3)
    assert str(table.answer("player.1", [17])).endswith(".")
    for _ in range(2):
        assert table.answer("player.1", [0]) is None and table.tick()
    before = game.digest()
    assert table.undo("player.1") is None and table.undo("player.1") is None
    assert table.redo("player.1") is None and table.asked() and len(game.steps) == 2
    assert table.redo("player.1") is None and game.digest() == before
    assert table.redo("player.1") is not None, "there is nothing more to give again"


def test_a_table_goes_on_with_no_game_of_more_or_fewer_players(tmp_path: Path) -> None:
    text = "to play:\n  repeat 3:\n    choose n from 1 to 2 by player.1\n  win\n"
    kept: list[int] = []
    table = TableSession(begun_in_the_language(text, players=2), ["player.1"])
    table.game.autosave = lambda game: kept.append(len(game.steps))
    other = TableSession(begun_in_the_language(text, players=3), ["player.1"])
    other.save(tmp_path / "three.json")
    said = table.load(tmp_path / "three.json")
    assert said == "three.json was played by 3, this table is for 2."
    assert table.answer("player.1", [0]) is None
    table.save(tmp_path / "two.json")
    assert table.load(tmp_path / "two.json") is None and kept[-1] == 1


COUNTING = """
system counting:
  players: 1
  begins: play

game has:
  gold: number

to play:
  repeat 5:
    choose m from 1 to 2
    raise gold by m
"""


def test_what_a_seat_sees_is_worked_out_once_for_each_moment() -> None:
    table = TableSession(begun_in_the_language(COUNTING), ["player.1"])
    first = table.view("player.1")
    assert table.view("player.1") is first is not table.view(None)
    assert table.answer("player.1", [first["question"]["options"][0]["id"]]) is None
    second = table.view("player.1")
    assert second["values"] != first["values"]
    assert table.undo() is None
    assert table.view("player.1") == first
    assert table.redo() is None
    assert table.view("player.1") == second
