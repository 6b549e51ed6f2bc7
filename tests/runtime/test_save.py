"""Saves: what is written is read, and whatever is not a save of this program is refused with a sentence."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from support.scenarios import begun
from support.tiny import tiny
from tilewright.runtime.game import BadSave, Game
from tilewright.runtime.history.save import checksum, glance, parse

PROGRAM = tiny()


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(begun("tiny", 14).save()))
    return document


def test_a_save_of_another_program_is_refused(saved: dict[str, Any]) -> None:
    with pytest.raises(BadSave, match="another version of tiny"):
        Game.load(tiny(rounds=9), saved)
    other = tiny()
    other["game"]["name"] = "small"
    with pytest.raises(BadSave, match="This is a save of tiny, not of small"):
        Game.load(other, saved)


@pytest.mark.parametrize("document", [None, 3, "x", [], {}, {"format": "tilewright/replay/1"}, {"format": 1}])
def test_what_is_no_save_is_refused(document: Any) -> None:
    with pytest.raises(BadSave, match="not a saved game"):
        Game.load(PROGRAM, document)


def test_a_later_format_is_named(saved: dict[str, Any]) -> None:
    with pytest.raises(BadSave, match="tilewright/save/9"):
        Game.load(PROGRAM, {**saved, "format": "tilewright/save/9"})


@pytest.mark.parametrize("text", ["", "{", '{"format": "tilewright/save/1"', "\x00", "[" * 100_000])
def test_a_file_cut_short_is_refused(text: str) -> None:
    with pytest.raises(BadSave):
        Game.load(PROGRAM, parse(text))


@pytest.mark.parametrize("part", ["program", "seed", "players", "answers", "snapshot"])
def test_a_missing_part_is_refused(saved: dict[str, Any], part: str) -> None:
    document = {name: value for name, value in saved.items() if name != part}
    with pytest.raises(BadSave):
        Game.load(PROGRAM, document)


def test_a_glance_tells_of_a_game_saved_or_recorded(saved: dict[str, Any], tmp_path: Path) -> None:
    mod = {"id": "dark", "version": "1.0.0", "digest": "0", "as": "mod"}
    packages = [mod | {"id": "tiny", "as": "game"}, mod]
    document = {**saved, "program": {**saved["program"], "packages": packages}}
    document["notes"] = [{"after": 0, "text": "Dull."}]
    recording = {name: document[name] for name in ("program", "seed", "players", "answers")}
    file = tmp_path / "game.json"
    for written, notes in (document, 1), ({"format": "tilewright/replay/1", **recording}, 0):
        file.write_text(json.dumps(written))
        seen = glance(file)
        assert (seen.program["game"], seen.mods, seen.notes) == ("tiny", ["dark"], notes)
        assert not seen.over and bool(seen.mark) == ("snapshot" in written)
        assert seen.seats == [one["seat"] for one in saved["answers"] if one["seat"] != "chance"]
        assert 0 < len(seen.seats) < len(saved["answers"])
    ended = {**saved["snapshot"], "over": ["win", [], None, None, 0]}
    for snapshot, over in ((ended, True), ({**ended, "below": saved["snapshot"]}, False)):
        file.write_text(json.dumps({**saved, "snapshot": snapshot}))
        assert glance(file).over is over, "of a campaign it is its mission that has ended"
    damaged: list[Any] = [None, [], recording, {**document, "answers": [{}]}, {**document, "notes": 3}]
    for one in damaged:
        file.write_text(json.dumps(one))
        with pytest.raises(BadSave, match="not a saved game"):
            glance(file)


def test_a_changed_value_is_found_by_the_checksum(saved: dict[str, Any]) -> None:
    document = copy.deepcopy(saved)
    document["snapshot"]["v"][5] += 1
    with pytest.raises(BadSave, match="checksum"):
        Game.load(PROGRAM, document)


def test_a_changed_value_with_a_new_checksum_is_found_by_the_answers(saved: dict[str, Any]) -> None:
    document = copy.deepcopy(saved)
    document["snapshot"]["v"][5] += 1
    document["snapshot"]["checksum"] = checksum(document)
    with pytest.raises(BadSave, match="answers do not lead"):
        Game.load(PROGRAM, document)


def test_whatever_is_changed_the_engine_does_not_crash(saved: dict[str, Any]) -> None:
    chance = random.Random(4)
    for _ in range(300):
        document = copy.deepcopy(saved)
        change(document, chance)
        document["snapshot"]["checksum"] = checksum(document)
        try:
            game = Game.load(PROGRAM, document)
        except BadSave as error:
            assert str(error)  # noqa: PT017 (refused or sound: either is right)
        else:
            assert game.state.to_json() == {k: v for k, v in saved["snapshot"].items() if k != "checksum"}


def change(document: Any, chance: random.Random) -> None:
    """Change one leaf somewhere in the snapshot, the answers, or the seed."""
    node: Any = document
    key: Any = chance.choice(["snapshot", "snapshot", "answers", "seed", "players"])
    while isinstance(node[key], (dict, list)) and node[key]:
        node = node[key]
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
    node[key] = chance.choice([0, -1, 1, 10**6, 2**70, None, "x", [], [1, 2], {}, True, 1.5])


def test_a_game_that_was_open_stays_as_it_is(saved: dict[str, Any]) -> None:
    game = begun("tiny", 5)
    before = game.digest()
    with pytest.raises(BadSave):
        Game.load(PROGRAM, {**saved, "seed": 99})
    assert game.digest() == before


def test_a_game_that_is_over_is_saved_too() -> None:
    game = begun("tiny", 500)
    assert game.over is not None
    assert Game.load(PROGRAM, game.save()).over == game.over
