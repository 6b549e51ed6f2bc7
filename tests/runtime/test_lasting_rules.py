"""`as soon as` for a while, and costs that leave something to be chosen: in either engine."""

from __future__ import annotations

from support.rules import play

LASTING = """
kind pawn is piece:
  hits: number
pawn anna
pawn bert
game has:
  hits: number
  told: number
to watch:
  until play ends:
    as soon as hits > 1: raise told by 1
    as soon as any p in all(pawns) where p.hits > 1: raise told by 10
to play:
  watch
  raise hits by 2
  raise hits by 1
  set hits to 0
  set hits to 5
  raise anna.hits by 2
  raise bert.hits by 2
  win
"""


def test_a_rule_that_holds_for_a_while_fires_each_time_that_it_comes_true() -> None:
    assert play(LASTING).game("told") == 12


PAYING = """
menu errands "Errands"
card ring:
  copies: 2
game has:
  deck, chest: pile of card
  sum: number
to pay (card from deck where it is a ring):
  needs count(deck) > 1, "Too little is left."
  move card to chest
action buy "Buy" by (player):
  in errands
  cost pay
  raise sum by 1
mission day:
  setup:
    move all(cards) to deck
to play:
  repeat 3:
    offer errands to player.1, or "Rest": raise sum by 10
  win
"""


def test_what_a_cost_leaves_open_is_chosen_and_without_a_choice_it_cannot_be_paid() -> None:
    done = play(PAYING, "buy")
    assert done.game("sum") == 21
