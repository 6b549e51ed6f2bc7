"""What sets, players, links and numbers give, in either engine: a rule for each, and what comes of it."""

from __future__ import annotations

import pytest

from support.rules import play

YARD = """
kind lawn is square
kind gate is link
kind pawn is piece:
  strength: number = 2
  friends: list of pawn
  load: slot for 1 coin
kind coin is token
coin penny:
  copies: 3
pawn anna
pawn bert:
  strength: 5
pawn carl
die d6: 1 to 6
relation walking between squares:
  joins sides
game has:
  chest: pile of coin
  sum: number
  best: pawn or none
  twice = sum + sum
player has:
  points: number
board yard of lawn:
  drawing:
    +---+---+---+
    | . D .   . |
    +---+---+---+
  signs:
    | sign | means |
    | D    | gate  |
mission day:
  board: yard
  setup:
    move anna to a1
    move bert to c1
    move penny.1 to chest
    add bert to anna.friends
    move carl to box
to play:
  set player.2.points to 4
"""


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("anna in pawns", True),
        ("carl in pawns", False),
        ("carl in all(pawns)", True),
        ("anna in (pawns where it.strength > 3)", False),
        ("bert in (pawns where it.strength > 3)", True),
        ("carl in (all(pawns) where it.strength = 2)", True),
        ("anna in anna.space.pawns", True),
        ("bert in anna.space.pawns", False),
        ("player.2 in players", True),
        ("player.2 in (all(players) where it.points = 4)", True),
        ("player.1 in (all(players) where it.points = 4)", False),
        ("count(all(players)) = 2", True),
        ("any p in all(players) where p.points > 3", True),
        ("any anna.space.links", True),
        ("any gates", True),
        ("twice = 0", True),
        ("none is best", True),
        ("best is none", True),
        ("anna.friends is empty", False),
        ("steps(anna, pawns where it is not anna, walking) = 2", True),
        ("steps(anna, bert, walking) <= 1 + 1", True),
        ("sum / (1 + 1) = 0", True),
        ("remainder(7, 2 + 1) = 1", True),
        ("anna.space is anna.space", True),
        ("count(lawns.space) = 3", True),
        ("penny.1 in chest", True),
        ("any pawns where it.strength = max(2, 5)", True),
        ("any (pawns where it.strength > 4) + (coins where it.holder is none)", True),
        ("any (pawns where it.strength > 9) + (coins where it.holder is none)", False),
        ("steps(anna, list(), walking) > 1000", True),
        ("anna.holder is none", True),
        ("penny.1.holder is none", True),
        ("carl.space is none and carl.space.pawns is empty", True),
    ],
)
def test_a_test_holds_or_not(test: str, holds: bool) -> None:
    done = play(f"{YARD}  if {test}: set sum to 1\n  win\n", players=2)
    assert done.game("sum") == holds


@pytest.mark.parametrize(
    ("rule", "sum_"),
    [
        ("  for each p in all(players): raise sum by 1 + p.points\n", 6),
        ("  for each n in numbers(1, 4): raise sum by n\n", 10),
        ("  for each pawn in anna.friends: raise sum by pawn.strength\n", 5),
        ("  for each pawn in all(pawns) with the most it.strength: raise sum by pawn.strength\n", 9),
        ("  repeat 3: raise sum by 2\n", 6),
        ("  set best to anna\n  if best.strength = 2: raise sum by 1\n", 1),
        ("  move top 1 of chest to anna.load\n  if anna.load is penny.1: raise sum by 1\n", 1),
    ],
)
def test_a_rule_comes_to_this(rule: str, sum_: int) -> None:
    assert play(f"{YARD}{rule}  win\n", players=2).game("sum") == sum_


@pytest.mark.parametrize(
    "rule",
    [
        "  raise sum by best.strength\n",
        "  raise sum by 3 / sum\n",
        "  raise sum by remainder(3, sum)\n",
        "  set best.strength to 3\n",
    ],
)
def test_what_cannot_be_worked_out_ends_the_game_in_either_engine(rule: str) -> None:
    done = play(f"{YARD}{rule}  win\n", players=2)
    assert done.over == "stuck" and "play" in done.why


def test_what_somebody_has_who_does_not_play_is_not_in_play() -> None:
    text = """
kind hen is token
hen grey
player has:
  pet: slot for 1 hen
game has:
  sum: number
to play:
  move grey to player.{0}.pet
  if any hens: raise sum by 10
  if grey in hens: raise sum by 1
  win
"""
    assert [play(text.format(seat), players=2).game("sum") for seat in (1, 2, 3)] == [11, 11, 0]


def test_sets_of_many_are_joined_and_taken_apart_like_sets_of_few() -> None:
    text = """
kind pawn is piece
kind pebble is token
pebble stone:
  copies: 20
game has:
  found: number
  chief: pawn or none
  deck: pile of pebble
to play:
  move all(pebbles) to deck
  move top 9 of deck to box
  set found to count(deck except top {0} of deck) * 100 + count(both(deck, top {0} of deck))
  if chief is gone: win
  lose
"""
    for some in (2, 9):
        done = play(text.format(some))
        assert (done.over, done.game("found")) == ("win", (11 - some) * 100 + some)
