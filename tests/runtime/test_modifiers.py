"""Modifiers of properties, stored and computed, of numbers and of what is no number."""

from __future__ import annotations

import pytest

from support.rules import play

GAME = """
words mood: calm, angry
kind nail is token
kind door is piece:
  shut: yes/no
  temper: mood = calm
  guest: nail or none
  strength: number 0 to 9 = 1
  nails: pile of nail
  barred = any this.nails
  many = count(this.nails)
  given worth: number
kind curse is card:
  power: number = 2
  cursed: door
  modifier weak for many when it is this.cursed: + this.power
  modifier soft for barred when this.power > 1 and this.cursed is door: becomes yes
door gate:
  worth: 3
door hatch:
  worth: 4
nail rusty
curse spell:
  cursed: gate
game has:
  table: pile of curse, in play

to play:
"""


def test_what_is_called_the_same_elsewhere_is_not_modified() -> None:
    text = """
kind cart is token:
  load: number = 2
kind boat is token:
  load: number = 5
cart one
boat two
game has:
  found: number
modifier heavy for load when it is a cart: + 1
to play:
  set found to one.load * 10 + two.load
  win
"""
    assert play(text).game("found") == 35


@pytest.mark.parametrize(
    ("modifier", "test"),
    [
        ("shut when it is gate: becomes yes", "gate.shut and not hatch.shut"),
        ("temper when it is gate: becomes angry", "gate.temper is angry and hatch.temper is calm"),
        ("guest when it is gate: becomes rusty", "gate.guest is rusty and hatch.guest is none"),
        ("strength when it is gate: at least 4", "gate.strength = 4 and hatch.strength = 1"),
        ("barred when it is gate: becomes yes", "gate.barred and not hatch.barred"),
        ("barred when door is gate: becomes yes", "gate.barred and not hatch.barred"),
        ("many when it is gate: + it.strength", "gate.many = 1 and hatch.many = 0"),
        ("worth when it is gate: - 1", "gate.worth = 2 and hatch.worth = 4"),
    ],
)
def test_a_property_is_modified_for_its_own_thing(modifier: str, test: str) -> None:
    """Twice, since a value that has been found may be kept."""
    text = f"modifier odd for {modifier}\n{GAME}  if {test}:\n    if {test}: win\n  lose\n"
    assert play(text).over == "win"


@pytest.mark.parametrize("test", ["gate.many = 2 and hatch.many = 0", "gate.barred and not hatch.barred"])
def test_a_thing_modifies_what_others_compute(test: str) -> None:
    """`this` is the thing that has the modifier, `it` the one whose value it is."""
    text = f"{GAME}  if gate.barred or gate.many > 0: lose\n  move spell to table\n  if {test}: win\n  lose\n"
    assert play(text).over == "win"
