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


WHOLE = GAME.replace("to play: lose", """board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
die fate: 1, 2
die luck: miss x2, hit
menu deeds "Deeds" for player
relation walk between squares, "can reach":
  joins sides
to play:
  roll fate
  roll luck
  offer deeds to player.1
  if luck is hit and knight.1 can reach a1: lose
action rest by (player):
  in deeds
  win
mission raid:
  board: yard
""")  # fmt: skip


def replaced(text: str) -> dict[str, Any]:
    compiled = compile_package(package_of(WHOLE, ("mod.wright", f"mod harder for case\n{text}")))
    assert compiled.program is not None, compiled.problems
    return compiled.program


def test_a_die_that_is_replaced_has_other_faces_of_the_same_sort() -> None:
    dice = replaced("replace die fate: 3 to 5\nreplace die luck: hit x2")["dice"]
    assert dice["fate"] == {"type": "number", "faces": [3, 4, 5]}
    assert dice["luck"] == {"type": "word:luck", "faces": [1, 1]}


def test_a_relation_that_is_replaced_is_asked_in_the_same_words() -> None:
    relations = replaced("replace relation walk between squares:\n  joins corners")["relations"]
    assert relations["walk"] != replaced("")["relations"]["walk"]
    assert replaced("replace relation walk between squares:\n  joins sides")["relations"] is not None


def test_a_menu_that_is_replaced_keeps_its_actions_and_its_title_if_none_is_given() -> None:
    other = replaced("replace menu deeds for player, at any time")["menus"]["deeds"]
    assert (other["title"], other["any_time"], other["actions"]) == ("Deeds", True, ["rest"])
    assert replaced('replace menu deeds "Work" for player')["menus"]["deeds"]["title"] == "Work"
