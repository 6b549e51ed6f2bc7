"""Values where others are needed: a slot as what lies in it, a piece as its space, none as a set."""

from __future__ import annotations

import pytest

from support.rules import play

YARD = """
words tint: red, blue
kind lawn is square
kind pawn is piece:
  load: slot for 1 coin
  friends: list of pawn
  aim: lawn or none
  shade: tint or none
  does greet by (other from pawns)
kind wagon is piece:
  seat: slot for 1 pawn
kind coin is token:
  worth: number = 2
  does shine by (n: number)
coin penny:
  copies: 3
  shine: raise found by n
pawn runner:
  greet: set found to 5 if other is walker else 7
pawn walker:
  greet: set found to 9
wagon cart

game has:
  chest: pile of coin
  cold: number or none
  found: number
relation sight between squares, "can see":
  line centre to centre
  blocked by wall
board yard of lawn:
  drawing:
    +---+---+
    | .   . |
    +   +   +
    | . | . |
    +---+---+

mission field:
  board: yard
  setup:
    move runner to b1
    move walker to a1
    move all(coins) to chest

to keep (c: coin): set found to found * 10 + c.worth
to aim_at (spot: lawn): set walker.aim to spot

to play:
"""


def found(*lines: str) -> tuple[str | None, int]:
    """How the game ended after these statements, and the number that they left."""
    done = play(YARD + "".join(f"  {line}\n" for line in lines) + "  win\n")
    return done.over, done.game("found")


@pytest.mark.parametrize(
    "test",
    [
        "(runner.load else penny.2) is penny.1 and (walker.load else penny.2) is penny.2",
        "runner.load is a coin and not walker.load is a coin",
        "runner.load.holder is runner and runner.load.owner is runner and penny.1.holder is runner",
        "runner.load can see walker",
        "cart.seat has penny.1 and not cart.seat has penny.2",
        "walker.place is walker.space and walker.place is not runner.space",
        "none is runner.shade",
        "(none if cold is none else penny.2) is none and (none if cold is not none else penny.2) is penny.2",
    ],
)
def test_a_slot_stands_for_what_lies_in_it_and_a_piece_for_its_space(test: str) -> None:
    moved = ["move penny.1 to runner.load", *(["move runner to cart.seat"] if "seat" in test else [])]
    assert found(*moved, f"if not ({test}): lose") == ("win", 0)


def test_a_slot_may_be_what_a_verb_is_about_or_whose_steps_are_done() -> None:
    moved = "move penny.1 to runner.load"
    assert found(moved, "keep runner.load", "keep penny.2") == ("win", 22)
    assert found(moved, "do runner.load.shine by 4") == ("win", 4)


def test_steps_may_choose_their_part_from_a_set() -> None:
    assert found("do runner.greet by walker") == ("win", 5)
    assert found("do runner.greet by runner") == ("win", 7)


def test_a_pile_by_a_name_of_its_own_is_the_set_of_what_lies_in_it() -> None:
    assert found("let some = chest", "move penny.1 to box", "set found to count(some)") == ("win", 3)


def test_where_a_space_is_needed_a_piece_stands_for_its_own() -> None:
    assert found("aim_at runner", "if walker.aim is not runner.space: lose") == ("win", 0)


def test_a_thing_that_may_be_a_space_can_be_moved_to() -> None:
    there = "let goal = first(all(things) where it is a square and it is runner.space)"
    assert found(there, "move walker to goal", "if walker.space is not runner.space: lose") == ("win", 0)


def test_none_is_a_set_without_members_and_a_local_may_be_none_and_a_thing_in_turn() -> None:
    assert found(
        "add walker to runner.friends", "set runner.friends to none", "if any runner.friends: lose"
    ) == (
        "win",
        0,
    )
    assert found(
        "let x = none",
        "let x = walker",
        "let y = walker",
        "let y = none",
        "if x is none or y is not none: lose",
    ) == ("win", 0)


def test_after_what_is_no_coin_was_skipped_the_rest_are_coins() -> None:
    every = (
        "for each piece in all(pieces):",
        "  if piece is not a coin: skip",
        "  raise found by piece.worth",
    )
    assert found(*every) == ("win", 6)
