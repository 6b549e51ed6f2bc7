"""`as soon as` for a while, and costs that leave something to be chosen: in either engine."""

from __future__ import annotations

import pytest

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


TWO = """
kind pawn is piece:
  hits: number
pawn anna
pawn bert
game has:
  told, counted: number
to watch (who: pawn):
  until play ends:
    as soon as who.hits > 1: raise told by 1 if who = anna else 10
    as soon as any p in all(pawns) where p.hits > who.hits: raise counted by 1 if who = anna else 10
to hit (who: pawn) for (n: number):
  set who.hits to n
to play:
  watch anna
  watch bert
  hit anna for 2
  {then}
"""


@pytest.mark.parametrize(
    ("then", "told", "counted"),
    [
        ("win", 1, 10),
        ("hit bert for 2\n  win", 11, 10),
        ("hit bert for 2\n  hit anna for 0\n  hit anna for 3\n  win", 12, 21),
        ("hit bert for 3\n  hit bert for 0\n  hit bert for 4\n  win", 21, 22),
        ("watch anna\n  hit bert for 1\n  hit anna for 0\n  hit anna for 2\n  win", 4, 22),
    ],
)
def test_each_of_several_effects_of_one_rule_comes_true_for_itself(
    then: str, told: int, counted: int
) -> None:
    played = play(TWO.format(then=then))
    assert (played.game("told"), played.game("counted")) == (told, counted)


def test_who_is_remembered_is_asked() -> None:
    text = """
game has:
  called, told: number
to watch (team: list of player):
  until play ends:
    whenever called = 1:
      raise called by 1
      choose n from 3 to 4 by team
      set told to told * 10 + n
to play:
  watch players
  raise called by 1
  set called to 0
  watch list()
  raise called by 1
  win
"""
    assert play(text, (2, 4), players=2).game("told") == 4


def test_an_effect_that_ends_takes_only_its_own_bits_along() -> None:
    text = """
kind pawn is piece:
  hits: number
pawn anna
pawn bert
game has:
  told: number
to watch (who: pawn):
  until visit ends:
    as soon as who.hits > 1: raise told by 1 if who = anna else 10
to visit (who: pawn):
  watch who
  if who = anna:
    visit bert
    raise anna.hits by 1
  raise who.hits by 2
to play:
  visit anna
  win
"""
    assert play(text).game("told") == 11


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


def test_a_cost_takes_what_it_is_not_told_from_its_verb() -> None:
    text = """
menu errands "Errands"
game has:
  gold, sum: number
to pay (n: number = gold / 2) for (m: number = n + 1):
  needs gold > m, "Too little is left."
  lower gold by m
action buy "Buy" by (player):
  in errands
  cost pay
  raise sum by 1
to play:
  set gold to 9
  repeat 4:
    offer errands to player.1, or "Rest": raise sum by 10
  win
"""
    done = play(text, "buy", "buy")
    assert (done.game("gold"), done.game("sum")) == (1, 22)


def test_what_a_cost_leaves_open_is_chosen_and_without_a_choice_it_cannot_be_paid() -> None:
    done = play(PAYING, "buy")
    assert done.game("sum") == 21


WAKES = """
kind pawn is piece
pawn anna
pawn bert
game has:
  ring: pile of pawn, in play
  yard: pile of pawn
  told: number
to tick: raise told by 0
to play:
  move all(pawns) to ring
  let called = list(anna, bert)
  let counts = list(3, 4)
  until play ends:
    after tick:
      for each one in called:
        raise told by 10
        move bert to yard
      for each n in counts: raise told by n
  tick
  win
"""


def test_who_has_left_play_is_passed_over_in_a_list_that_a_rule_remembers() -> None:
    assert play(WAKES).game("told") == 17
