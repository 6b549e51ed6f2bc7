"""Each schema accepts a document as the pages describe it, and says where another one is wrong."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tilewright.schemas.load import fits, names, problems, schema

PACKAGE: Any = {
    "id": "hard_hunt",
    "title": "A hard hunt",
    "version": "1.0.0",
    "engine": ">=0.1,<0.2",
    "uses": [{"id": "std", "version": ">=0.1"}],
    "languages": ["en", "cs"],
    "licence": "MIT",
    "authors": ["Ada"],
}
DIAGNOSTIC: Any = {
    "code": "E0202",
    "severity": "error",
    "confidence": "certain",
    "file": "cards.wright",
    "line": 3,
    "column": 12,
    "end_line": 3,
    "end_column": 16,
    "message": "unknown effect `deel`",
    "found": "deel",
    "expected": "an effect",
    "help": "did you mean `deal`?",
    "related": [{"file": "rules.wright", "line": 1, "column": 1, "message": "`deal` is declared here"}],
    "suppressed": None,
}
REPLAY: Any = {
    "format": "tilewright/replay/1",
    "program": {"game": "ogres", "mission": "cave", "hash": "9f2c", "settings": {"hard": 1}},
    "seed": 2**64 - 1,
    "players": 2,
    "answers": [
        {"seat": "player.1", "at": "OG-1.02", "chosen": ["ogre.3"]},
        {"seat": "chance", "at": "fight", "chosen": ["6", "1"]},
    ],
}
SAVE: Any = {
    **REPLAY,
    "format": "tilewright/save/1",
    "snapshot": {"v": [1, [2, 5], 0], "entities": 2, "z": [[3, 4], []], "k": [["fight", 2, [7]]], "r": 9},
    "notes": [{"after": 2, "text": "Too easy."}],
}
OPTION: Any = {
    "id": 0,
    "label": "Ogre 3 at d1",
    "thing": "ogre.3",
    "space": "d1",
    "link": None,
    "number": None,
    "action": "fight",
    "cost": "2 actions",
    "key": None,
}
VIEW: Any = {
    "format": "tilewright/view/1",
    "game": {"name": "ogres", "title": "Ogres", "mission": {"name": "cave", "title": "The cave"}},
    "seat": "player.1",
    "number": 17,
    "over": None,
    "phases": ["Round", "Fight"],
    "players": [{"name": "player.1", "title": "Player 1", "values": {"gold": 3}}],
    "values": {"round": 3, "alarm": False, "leader": "ogre.3", "target": None},
    "board": {
        "title": "Cave",
        "spaces": [
            {
                "name": "a1",
                "kind": "square",
                "title": "a1",
                "at": [0, 0],
                "layer": 0,
                "outline": [[0, 0], [1, 0], [1, 1], [0, 1]],
                "tile": "cave",
                "look": {"floor": "rock"},
                "values": {"start": True},
            }
        ],
        "links": [
            {
                "name": "door.3",
                "kind": "door",
                "title": "Door",
                "sides": ["d1", "e1"],
                "line": [[4, 0], [4, 1]],
                "look": {},
                "values": {"open": False},
            }
        ],
    },
    "things": [
        {
            "handle": "ogre.3",
            "name": "ogre.3",
            "kind": "ogre",
            "kinds": ["ogre", "figure", "thing"],
            "title": "Ogre",
            "text": "",
            "place": "a1",
            "face": "up",
            "look": {"archetype": "brute", "height": 1.4},
            "values": {"hp": 5},
        }
    ],
    "piles": [
        {
            "place": "player.1.hand",
            "name": "hand",
            "title": "Hand",
            "owner": "player.1",
            "sort": "pile",
            "count": 4,
            "things": None,
            "backs": [{"worth": 3}],
        }
    ],
    "question": {
        "number": 17,
        "seats": ["player.1"],
        "sort": "choose",
        "prompt": "Choose a target",
        "rule": "OG-1.02",
        "secret": False,
        "actor": None,
        "least": 1,
        "most": 1,
        "options": [OPTION],
        "refused": [
            {"label": "Rest", "action": "rest", "thing": None, "reason": "No action left.", "rule": None}
        ],
    },
    "waiting": ["player.1"],
    "log": [
        {
            "n": 1,
            "text": "The ogre moves to b1.",
            "rule": None,
            "things": ["ogre.3"],
            "spaces": ["b1"],
            "sort": "move",
            "data": {"thing": "ogre.3", "from": "a1", "to": "b1"},
        },
        {
            "n": 2,
            "text": "A 7.",
            "rule": None,
            "things": [],
            "spaces": [],
            "sort": "roll",
            "data": {"die": "d10", "faces": ["7"], "by": "player.1"},
        },
    ],
}
DOCUMENTS = {"package": PACKAGE, "diagnostics": [DIAGNOSTIC], "replay": REPLAY, "save": SAVE, "view": VIEW}


@pytest.mark.parametrize("name", names())
def test_it_is_a_schema_and_is_named_like_its_file(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$id"] == f"urn:tilewright:schema:{name}"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_good_document_has_no_problems(name: str) -> None:
    assert problems(name, DOCUMENTS[name]) == []
    assert fits(name, DOCUMENTS[name])


def test_what_is_no_json_fits_nothing() -> None:
    assert not fits("package", PACKAGE | {1: "one"})


def test_a_view_for_the_designer_between_questions() -> None:
    over: Any = {"outcome": "lose", "winners": [], "reason": "No gold is left.", "rule": None}
    assert problems("view", {**VIEW, "seat": None, "question": None, "waiting": [], "over": over}) == []


@pytest.mark.parametrize(
    ("name", "path", "value", "message"),
    [
        ("package", ["id"], "Hard-Hunt", 'id: found "Hard-Hunt", expected a name in snake_case'),
        ("package", ["version"], "1.0", "expected a version in three numbers, such as 1.2.0"),
        ("package", ["version"], 1.0, "version: found 1.0, expected string"),
        ("package", ["engine"], "0.1", "expected a range of versions, such as >=0.1,<0.2"),
        ("package", ["uses", 0, "version"], "new", "uses[0].version: found"),
        ("package", ["homepage"], "x", "document: Additional properties are not allowed ('homepage'"),
        ("diagnostics", [0, "severity"], "bad", '[0].severity: found "bad", expected "error", "warning" or'),
        ("diagnostics", [0, "line"], 0, "[0].line: 0 is less than the minimum of 1"),
        ("replay", ["seed"], 2**64, "seed: 18446744073709551616 is greater than the maximum"),
        ("save", ["format"], "tilewright/replay/1", 'format: found "tilewright/replay/1", expected "tilew'),
        ("save", ["answers", 1, "chosen", 0], 6, "answers[1].chosen[0]: found 6, expected string"),
        ("save", ["snapshot", "v", 2], 0.5, "snapshot.v[2]: found 0.5, expected integer, string or array"),
        ("save", ["snapshot", "z"], {}, "snapshot.z: found {}, expected array"),
        ("view", ["things", 0, "face"], "left", 'things[0].face: found "left", expected "up" or "down"'),
        ("view", ["board", "spaces", 0, "at"], [1], "board.spaces[0].at: [1] is too short"),
        ("view", ["question", "most"], 2, "question.most: found 2, expected 1"),
        ("view", ["log", 0, "data"], {"thing": "ogre.3", "to": "b1"}, "log[0].data: 'from' is a required"),
        ("view", ["values", "round"], 2.5, "values.round: found 2.5, expected integer, boolean, string, "),
    ],
)
def test_a_problem_says_where_it_is(name: str, path: list[str | int], value: Any, message: str) -> None:
    document = copy.deepcopy(DOCUMENTS[name])
    inner = document
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    (found,) = problems(name, document)
    assert message in found
    assert len(found) < 200


def test_a_name_without_end_is_cut_short() -> None:
    (found,) = problems("view", {**VIEW, "sort" * 500: 1})
    assert len(found) < 300 and found.endswith("...")


def test_one_answer_names_several_options_only_where_it_may() -> None:
    question = {**VIEW["question"], "sort": "several", "least": 0, "most": 3}
    assert problems("view", {**VIEW, "question": question}) == []


def test_problems_come_in_the_order_of_the_document() -> None:
    answers = [{"seat": seat, "at": "x", "chosen": []} for seat in [*"abcdefghij", 10]]
    answers[2]["at"] = 2
    found = problems("replay", {**REPLAY, "answers": answers})
    assert [one.split(":")[0] for one in found] == ["answers[2].at", "answers[10].seat"]


def test_a_document_may_come_from_a_file() -> None:
    assert problems("view", json.loads(json.dumps(VIEW))) == []


def test_an_unknown_schema_is_a_mistake_of_ours() -> None:
    with pytest.raises(FileNotFoundError):
        schema("nonsense")
