"""What becomes of things that a mod replaces, as a table would show them."""

from __future__ import annotations

from typing import Any

from support.cases import package_of
from tilewright.dsl.compile import compile_package

GAME = """system case:
  players: 1
kind hero plural heroes is figure:
  health: number = 5
  speed: number = 2
hero knight "Knight":
  text: "He rides."
  copies: 3
  health: 3
  look: colour red
to play: lose
"""


def with_mod(text: str) -> dict[str, Any]:
    compiled = compile_package(package_of(GAME, ("mod.wright", f"mod harder for case\n{text}")))
    assert compiled.program is not None, compiled.problems
    return compiled.program


def test_a_thing_that_is_replaced_keeps_nothing_but_its_name() -> None:
    program = with_mod('replace hero knight "Sir Knight":\n  speed: 4')
    kind = program["kinds"]["knight"]
    assert (kind["title"], kind["text"], kind["look"]) == ("Sir Knight", "", {})
    (knight,) = [one for one in program["entities"] if one["kind"] == "knight"]
    assert knight["values"] == {"speed": 4}
