"""What piles, things and spaces know of themselves, and values from tables: in either engine."""

from __future__ import annotations

import pytest

from support.rules import play

YARD = """
words ground: mud, grass
kind lawn is square
kind gate is link
kind pawn is piece:
  load: slot for 1 coin
  controlled by first(players)
kind coin is token:
  worth: number = 2
coin penny:
  copies: 3
card ace
pawn runner

game has:
  chest: pile of thing
  found: number
  kinds: number
  left: number

board yard of lawn:
  drawing:
    +---+---+
    | . D . |
    +   +---+
    | . | . |
    +---+---+
  signs:
    | sign | means |
    | D    | gate  |

define price(on: ground): number:
  | ground | price |
  | mud    | 3     |
  | grass  | 1     |

define way(on: ground, far: yes/no): number:
  | ground | yes | no |
  | mud    | 7   | 5  |
  | grass  | 4   | 2  |

mission field:
  board: yard
  setup:
    move runner to b1
    move all(coins) to chest
    move ace to chest

to play:
"""


def test_a_table_gives_the_value_of_its_row_and_column() -> None:
    done = play(
        YARD
        + "  set found to price(mud) * 10 + price(grass)\n"
        + "  set left to way(mud, yes) * 10 + way(grass, no)\n"
        + "  win\n"
    )
    assert (done.game("found"), done.game("left")) == (31, 72)


def test_a_space_has_its_links_a_pile_its_kinds_and_a_thing_its_controller() -> None:
    done = play(
        YARD
        + "  set kinds to count(runner.space.links) * 10 + count(runner.space.gates)\n"
        + "  set found to count(chest.coins) * 10 + count(chest.cards)\n"
        + "  set left to count(runner.space.walls)\n"
        + "  if runner.controller is player.1 and runner.space.pawns has runner: win\n"
        + "  lose\n"
    )
    assert (done.over, done.game("found"), done.game("kinds"), done.game("left")) == ("win", 31, 21, 1)


def test_what_lies_in_a_slot_is_asked_by_the_slot() -> None:
    done = play(
        YARD
        + "  move penny.2 to runner.load\n"
        + "  set left to count(box.coins)\n"
        + "  set found to runner.load.worth\n"
        + "  if runner.load is penny.2 and runner has penny.2: win\n"
        + "  lose\n"
    )
    assert (done.over, done.game("found"), done.game("left")) == ("win", 2, 0)


UNSAID = """
setting harsh "Harsh": yes/no
setting pace "Pace": number 2 to 4
setting dip "Dip": number -9 to -3
setting stock "Stock": number or none
words tint: red, blue
menu errands "Errands" for rock
action skim "Skim" by (stone: rock):
  in errands
  set found to 3
action sink "Sink" by (stone: rock):
  in errands
  set found to 4
kind rock is token
kind pawn is piece:
  friends: list of pawn = list(walker, runner)
  cost = price
  rate = fee(red)
define price:
  4 when found = 0
  otherwise 9
define fee(t: tint):
  | t    | fee |
  | red  | 5   |
  | blue | 6   |
pawn runner
pawn walker
rock pebble
game has:
  found: number
  shelf: pile of rock, in play
to play:
"""


def test_what_nothing_is_said_of_begins_with_no_none_or_the_number_nearest_to_zero() -> None:
    done = play(
        UNSAID
        + "  if harsh or stock is not none: lose\n"
        + "  set found to (pace * 10 - dip) * 10 + count(runner.friends)\n"
        + "  win\n"
    )
    assert (done.over, done.game("found")) == ("win", 232)


def test_a_define_of_cases_or_of_a_table_needs_no_type_to_be_read_before_it_is_declared() -> None:
    assert play(UNSAID + "  set found to runner.cost * 10 + runner.rate\n  win\n").game("found") == 45


def test_a_menu_is_offered_to_what_nobody_controls() -> None:
    offered = "  move pebble to shelf\n  offer errands to pebble{}\n  win\n"
    for by in ("", " by player.1"):
        assert play(UNSAID + offered.format(by), "sink").game("found") == 4


def test_the_links_of_whatever_may_be_a_space_are_those_at_its_space() -> None:
    counted = (
        "  let x = first(all(things) where it is runner)\n"
        "  set found to count(x.links) * 10 + count(x.gates)\n"
        "  win\n"
    )
    assert play(YARD + counted).game("found") == 21


def test_what_a_game_works_out_is_asked_like_what_it_keeps() -> None:
    text = """
kind pawn is piece:
  given met: number
pawn runner:
  met: 3
game has:
  chief: pawn or none{}
  pace: number = 2 + chief.met
  found: number
  both = found * 10 + pace
to play:
  set found to both
  win
"""
    done = play(text.format(" = runner"))
    assert (done.over, done.game("found"), done.game("both")) == ("win", 5, 55)
    assert play(text.format("")).over == "stuck", "none gives nothing to begin with"


@pytest.mark.parametrize("sorts", [2, 5, 6, 7, 13])
def test_of_many_that_compute_a_value_each_gives_its_own(sorts: int) -> None:
    text = "kind pawn is piece:\n  given met: number\n"
    text += "".join(f"pawn sort_{n}:\n  copies: {n % 3 + 1}\n  met: {n}\n" for n in range(10, 10 + sorts))
    text += "game has:\n  found, number_of: number\nto play:\n"
    text += (
        "  for each one in all(pawns):\n    raise number_of by 1\n    raise found by one.met * number_of\n"
    )
    each = [n for n in range(10, 10 + sorts) for _ in range(n % 3 + 1)]
    assert play(text + "  win\n").game("found") == sum(i * n for i, n in enumerate(each, start=1))


def test_lists_of_numbers_are_gone_through_by_size_and_lists_of_things_taken_apart() -> None:
    text = """
kind pawn is piece
pawn runner
pawn walker
game has:
  found: number
  some: list of number
  held: list of pawn
  deck: pile of pawn
to play:
  add 3 to some
  add 4 to some
  for each n in some:
    raise found by n
  for each n in list(3, 5) with most n:
    raise found by n * 10
    stop
  add walker to held
  move all(pawns) to deck
  move bottom 1 of deck to box
  raise found by count(all(pawns) except held) * 100 + count(both(deck, held)) * 1000
  win
"""
    assert play(text).game("found") == 1157


def test_what_things_give_is_as_long_as_the_longest_of_it() -> None:
    text = """
words tint: red, blue
kind ox plural oxen is token:
  tone: tint
  marks: list of number by tone
  given mates: list of ox
ox a:
  tone: blue
  marks: list(1, 2), list(3, 4, 5)
  mates: list(b)
ox b:
  marks: list(6), list(7)
  mates: all(oxen)
game has:
  found: number
to play:
  set found to total(a.marks, it) * 100 + count(a.mates) * 10 + count(b.mates)
  win
"""
    done = play(text)
    assert done.game("found") == 1212
    sizes, of = done.machine.code.linker.costs.sizes, {"op": "entity", "name": "a"}
    assert sizes.of({"op": "define", "name": "ox.mates", "args": [of]}) == 2
    assert sizes.of({"op": "property", "kind": "ox", "name": "marks", "of": of}) >= 3
