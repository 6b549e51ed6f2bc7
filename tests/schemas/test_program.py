from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from support.packages import write_package
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.schemas.generate import MODULE, SCHEMA, operation_table, program_schema, written
from tilewright.schemas.load import first_problem, fits, problems
from tilewright.schemas.walking import operations

GAME = """\
system game:
  players: 1 to 2

die d6: 1 to 6

kind pawn is figure:
  steps: number 0 to 9 = 3

## Everybody walks.
to play:
  repeat 3:
    choose target from spaces asking "Where to?"
    move red to target
    roll d6
    lower red.steps by d6
    if red.steps = 0: win "There."

pawn red "Red"

board field of square:
  drawing:
    +---+---+
    | .   . |
    +---+---+

mission walk "A walk":
  board: field
  setup:
    move red to a1
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    package, found = read_package(write_package(tmp_path_factory.mktemp("p") / "game", {"a.wright": GAME}))
    assert package is not None and found == []
    compiled = compile_package(package)
    assert compiled.program is not None, compiled.problems
    return compiled.program


def test_the_schema_is_up_to_date() -> None:
    said = "run python -m tilewright.schemas.generate"
    assert SCHEMA.read_text("utf-8") == written(program_schema()), said
    assert MODULE.read_text("utf-8") == operation_table(), said


def test_what_the_compiler_writes_fits(program: Any) -> None:
    assert problems("program", program) == []


@pytest.mark.parametrize("wrong", ["win", "local", "nothing", 3, "left out"])
def test_whoever_looks_quickly_sees_the_same(program: Any, wrong: Any) -> None:
    """It is another validator, with the schema in another shape. One operation after the other is changed."""
    text = json.dumps(program)
    for at in range(0, len(operations(program)), 3):
        changed = json.loads(text)
        operation = operations(changed)[at]
        if wrong == "left out":
            del operation["op"]
        else:
            operation["op"] = wrong
        assert fits("program", changed) == (first_problem("program", changed) is None), operation
    assert fits("program", json.loads(text))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "tilewright/program/1", 'format: found "tilewright/program/1", expected "tilewright/'),
        (["verbs", "play", "body", 0, "op"], "ropeat", 'verbs.play.body[0].op: found "ropeat", expected '),
        (["verbs", "play", "body", 0, "times", "value"], "3", "verbs.play.body[0].times.value: found"),
        (["verbs", "play", "body", 0, "extra"], 1, "verbs.play.body[0]: Additional properties"),
        (["kinds", "pawn", "range"], [1], "kinds.pawn.range: [1] is too short"),
        (["dice", "d6", "faces"], [], "dice.d6.faces: [] should be non-empty"),
        (["kinds", "pawn", "properties", "steps", "type"], "nmber", 'found "nmber", expected a type'),
    ],
)
def test_what_does_not_fit_is_named(program: Any, path: list[Any], value: Any, message: str) -> None:
    changed = copy.deepcopy(program)
    inner = changed
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    found = problems("program", changed)
    assert any(message in one for one in found), found


def test_looking_the_operation_up_finds_what_trying_each_finds(program: Any) -> None:
    """The short cut of schemas/load.py against a validator that takes none."""
    from jsonschema import Draft202012Validator

    broken = copy.deepcopy(program)
    broken["verbs"]["play"]["body"][0]["times"] = {"op": "add", "a": {"op": "number", "value": 1}}
    broken["verbs"]["play"]["body"][0]["body"][0].pop("at")
    broken["setup"].append({"op": "move"})
    plain = {error.json_path for error in Draft202012Validator(program_schema()).iter_errors(broken)}
    assert {one.split(":")[0] for one in problems("program", broken)} == {p.removeprefix("$.") for p in plain}
    assert len(plain) >= 3
