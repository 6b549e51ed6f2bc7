from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.packages import write_package
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.render import render_text
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession, write_json
from tilewright.schemas.load import problems

RULES = """\
system votes:
  players: 1 to 3

kind stone is token:
  look: archetype pawn
stone red "Red"
stone green "Green"
stone blue "Blue"
game has:
  heap: pile of stone, in play
  taken: pile of stone
player has:
  mine: list of stone

to play:
  for each s in spares(stone): move s to heap
  repeat 4:
    take_turns
    agree
    bid
    any_of_us
  win players

to take_turns:
  for each p in players:
    as p:
      choose s from stones by p asking "A stone"
      add s to p.mine

to agree:
  choose s from stones by all of players asking "The same for all"

to bid:
  together for each p in players:
    choose s from stones by p asking "All at once" secretly

to any_of_us:
  choose s from stones by players asking "Who knows?"
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    package, _ = read_package(write_package(tmp_path_factory.mktemp("p") / "votes", {"rules.wright": RULES}))
    assert package is not None
    compiled = compile_package(package)
    assert compiled.program is not None, render_text(compiled.problems, package)
    return compiled.program


def started(program: Any, players: int, people: list[str], autosave: Path | None = None) -> TableSession:
    return TableSession(Game.start(program, 1, players), people, seed=2, autosave=autosave)


def bots_play(session: TableSession) -> int:
    number = 0
    while session.tick():
        number += 1
        assert number < 500
    return number


def test_bots_play_a_game_to_its_end(program: Any) -> None:
    session = started(program, 3, [])
    assert bots_play(session) > 12
    assert session.view(None)["over"]["outcome"] == "win"
    assert session.asked() == [] and session.people() == []


def test_bots_wait_for_people(program: Any) -> None:
    session = started(program, 3, ["player.2"])
    assert bots_play(session) == 1
    assert session.asked() == ["player.2"]
    assert session.answer("player.2", [0]) is None
    assert bots_play(session) == 1
    assert session.view("player.2")["question"]["prompt"] == "The same for all"


def test_bots_agree_with_what_was_chosen_first(program: Any) -> None:
    session = started(program, 3, ["player.2"])
    bots_play(session)
    session.answer("player.2", [0])
    bots_play(session)
    assert session.answer("player.2", [2]) is None
    bots_play(session)
    assert session.view("player.2")["question"]["prompt"] == "All at once"


def test_bots_answer_at_once_with_people(program: Any) -> None:
    session = started(program, 2, ["player.2"])
    while session.view("player.2")["question"]["prompt"] != "All at once":
        assert session.tick() or session.answer("player.2", [0]) is None
    assert session.tick(), "the bot need not wait for the person"
    assert session.asked() == ["player.2"]
    first = session.view("player.2")["question"]["options"][0]
    assert session.answer("player.2", [first["id"]]) is None
    assert session.view("player.2")["question"]["prompt"] == "Who knows?"
    assert not session.tick(), "where anybody may answer, people go first"


def test_an_answer_that_was_not_offered_changes_nothing(program: Any) -> None:
    session = started(program, 1, ["player.1"])
    before = session.game.digest()
    for seat, ids in (("player.1", [7]), ("player.1", [0, 1]), ("player.1", []), ("player.2", [0])):
        assert session.answer(seat, ids)
    assert session.game.digest() == before


def test_a_person_takes_back_what_bots_answered_since(program: Any) -> None:
    session = started(program, 3, ["player.1"])
    before = session.game.digest()
    session.answer("player.1", [1])
    bots_play(session)
    assert session.asked() == ["player.1"]
    after = session.game.digest()
    assert session.undo() is None
    assert session.game.digest() == before
    assert session.undo() is not None
    assert session.redo() is None
    assert session.game.digest() == after
    assert session.redo() is not None


def test_where_bots_began_nothing_is_taken_back(program: Any) -> None:
    session = started(program, 3, ["player.2"])
    bots_play(session)
    before = session.game.digest()
    assert session.undo() is not None
    assert session.game.digest() == before


def test_every_answer_is_kept_on_disk(program: Any, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    session = started(program, 2, ["player.1"], kept)
    session.answer("player.1", [1])
    document = json.loads(kept.read_text())
    assert problems("save", document) == []
    assert Game.load(program, document).digest() == session.game.digest()
    bots_play(session)
    assert Game.load(program, json.loads(kept.read_text())).digest() == session.game.digest()
    for turn in (session.undo, session.redo):
        before = session.game.digest()
        assert turn() is None and session.game.digest() != before
        assert Game.load(program, json.loads(kept.read_text())).digest() == session.game.digest()


def test_a_disk_that_is_full_does_not_end_the_game(program: Any, tmp_path: Path) -> None:
    session = started(program, 1, ["player.1"], tmp_path / "no" / "kept.json")
    assert session.answer("player.1", [0]) is None
    assert session.answer("player.1", [0]) is None


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "there.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert json.loads(path.read_text()) == {"a": 1}
    assert [one.name for one in tmp_path.iterdir()] == ["there.json"]
