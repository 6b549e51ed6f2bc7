"""What may be asked of several players at once: numbers, several things, alternatives; and by chance."""

from __future__ import annotations

from typing import Any

import pytest

from support.rules import play

MARKET = """
kind stall is figure:
  owner: player or none
  controlled by this.owner
stall north
stall south
card ring
card gem
card cup
game has:
  deck: pile of card
  gone: pile of card
  sum: number
player has:
  bid: number
  hand: pile of card
to add_up (n: number): set sum to sum * 10 + n
mission day:
  setup:
    move all(cards) to deck
    set north.owner to player.1
    set south.owner to player.2
to play:
"""


def asked(rule: str, *answers: Any) -> Any:
    return play(f"{MARKET}{rule}  win\n", *answers, players=2)


def test_numbers_are_asked_of_all_at_once() -> None:
    rule = """
  together for each player:
    choose n from 1 to 3 by player
    set player.bid to n
  add_up player.1.bid
  add_up player.2.bid
"""
    assert asked(rule, (2, 3), (1, 2)).game("sum") == 23


def test_one_number_is_taken_without_asking() -> None:
    rule = """
  together for each player:
    choose n from 2 to 2 by player
    add_up n
"""
    assert asked(rule).game("sum") == 22


SEVERAL = """
  together for each player:
    choose up to 2 chosen from deck by player
    add_up count(chosen)
"""


@pytest.mark.parametrize(
    ("first", "second", "sum_"), [(["ring"], ["gem", "cup"], 12), ([], ["ring"], 1), ([], [], 0)]
)
def test_several_things_are_asked_of_all_at_once(first: list[str], second: list[str], sum_: int) -> None:
    assert asked(SEVERAL, (1, first), (2, second)).game("sum") == sum_


def test_nobody_is_asked_what_leaves_no_choice() -> None:
    rule = """
  move all(cards) to gone
  together for each player:
    choose up to 2 chosen from deck by player
    add_up 1 + count(chosen)
  move ring to deck
  together for each player:
    choose card from deck by player
    add_up 5 if card is ring else 6
"""
    assert asked(rule).game("sum") == 1155


@pytest.mark.parametrize(("first", "second", "sum_"), [(1, 1, 119), (1, 2, 129), (2, 1, 29)])
def test_what_stops_after_an_answer_leaves_those_who_come_later(first: int, second: int, sum_: int) -> None:
    rule = """
  together for each player:
    choose n from 1 to 2 by player
    add_up n
    if n = 2: stop
  add_up 9
"""
    assert asked(rule, (1, first), (2, second)).game("sum") == sum_


ALTERNATIVE = """
  together for each player:
    choose card from deck by player, or "Pass":
      add_up 7
    if card is ring: add_up 3
"""


@pytest.mark.parametrize(
    ("first", "second", "sum_"), [("ring", "Pass", 37), ("Pass", "gem", 7), ("Pass", "Pass", 77)]
)
def test_who_is_asked_at_once_may_pass(first: str, second: str, sum_: int) -> None:
    assert asked(ALTERNATIVE, (1, first), (2, second)).game("sum") == sum_


def test_things_are_asked_at_once_of_those_who_control_them() -> None:
    rule = """
  together for each stall in all(stalls):
    choose card from deck
    move card to stall.owner.hand
  if ring in player.1.hand and gem in player.2.hand: add_up 8
"""
    assert asked(rule, (2, "gem"), (1, "ring")).game("sum") == 8


@pytest.mark.parametrize(
    ("rule", "sums"),
    [
        ("  choose n from 4 to 4 by chance\n  add_up n\n", {4}),
        ("  choose n from 1 to 3 by chance\n  add_up n\n", {1, 2, 3}),
        ("  choose card from deck by chance\n  if card is gem: add_up 1\n", {0, 1}),
        ("  choose exactly 2 some from deck by chance\n  add_up count(some)\n", {2}),
        ('  choose one by chance:\n    "Left": add_up 1\n    "Right": add_up 2\n', {1, 2}),
        ('  choose one:\n    "Left" when sum > 3: add_up 1\n  add_up 5\n', {5}),
        (
            '  choose one by chance:\n    "Left":\n      choose card from deck where it is not cup\n'
            '      add_up 3\n    "No way" when sum > 3: add_up 9\n',
            {0},
        ),
    ],
)
def test_chance_chooses(rule: str, sums: set[int]) -> None:
    found = {
        play(f"{MARKET}\n{rule}  win\n", players=2, seed=seed).game("sum")
        for seed in range(0, 2**63, 2**58 + 12345)
    }
    assert found == sums


def test_several_may_be_passed_by() -> None:
    rule = """
  choose exactly 2 some from deck, or "Pass": add_up 4
  add_up count(some)
"""
    assert asked(rule, ["Pass"]).game("sum") == 40
    assert asked(rule, ["ring", "cup"]).game("sum") == 2
