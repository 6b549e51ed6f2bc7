"""Rules around `move` and `roll`, and things in the way of a relation: in either engine."""

from __future__ import annotations

from support.rules import play

YARD = """
kind lawn is square
kind pawn is piece:
  tall: yes/no
  reach: number = 1
pawn runner
pawn guard:
  tall: yes
die spot: 1 to 6

game has:
  rolls: number
  moves: number
  found: number
  last_one: number
  pit: pile of pawn

relation way between lawns:
  joins sides
  blocked by pawn where it.tall
relation view between lawns:
  line centre to centre
  blocked by pawn where it.space is not from and it.space is not to

board yard of lawn:
  drawing:
    +---+---+---+
    | .   .   . |
    +---+---+---+

mission field:
  board: yard
  setup:
    move runner to a1
    move guard to b1

"""


def test_rules_stand_around_every_move_of_one_thing_or_many() -> None:
    text = (
        YARD
        + """
before move when thing is guard: raise moves by 1
after move when place is pit: raise moves by 10
instead of move when thing is runner and place is pit: raise moves by 100
to play:
  move runner to pit
  move guard to pit
  move all(pawns) to pit
  if runner in pit: lose
  win
"""
    )
    done = play(text)
    assert (done.over, done.game("moves")) == ("win", 223)


def test_rules_stand_around_the_moves_of_those_that_were_chosen_before_the_first() -> None:
    text = (
        YARD
        + """
before move when thing is guard: raise moves by 1
to play:
  move (all(pawns) where it.space is not none) to pit
  if count(pit) = 2: win
  lose
"""
    )
    done = play(text)
    assert (done.over, done.game("moves")) == ("win", 2), "once in the set-up"


def test_rules_stand_around_every_die_that_is_rolled() -> None:
    text = (
        YARD
        + """
before roll: raise moves by 1
instead of roll when moves < 3:
  proceed as face
  give face * 10 + 1
after roll: raise rolls by result
to play:
  roll spot as once
  roll 3 spot as faces
  set found to first(faces)
  set last_one to last(faces)
  win
"""
    )
    done = play(text)
    assert (done.over, done.game("moves")) == ("win", 4)
    # What stands instead of a roll is asked first, and what comes after it knows the face itself.
    assert done.game("found") % 10 == 1 and 1 <= done.game("last_one") <= 6
    assert 4 <= done.game("rolls") <= 24


def test_things_that_move_stand_in_the_way() -> None:
    text = (
        YARD
        + """
modifier far for reach when it.tall: + 2
to play:
  set moves to steps(runner, last(lawns), way)
  if moves < 100 or view(runner, last(lawns)): lose
  if guard.reach is not 3 or runner.reach is not 1: lose
  move guard to last(lawns)
  set rolls to steps(runner, nth(lawns, 2), way)
  if view(runner, last(lawns)) and rolls = 1: win
  lose
"""
    )
    done = play(text)
    assert (done.over, done.game("rolls")) == ("win", 1)
