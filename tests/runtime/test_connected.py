"""Connected parts and costs of ways: worked out once where nothing changes, else for each set of doors."""

from __future__ import annotations

from support.rules import play
from tilewright.runtime.geometry.expressions import Lasting

YARD = """
kind field is square:
  start: yes/no
kind door is link:
  open: yes/no
kind walker is figure
walker scout "Scout"
relation room between fields:
  joins sides
  blocked by wall
  blocked by door
relation walk between fields:
  joins sides
  blocked by wall
  blocked by door where not it.open
relation call between fields:
  joins sides
  never where to not in connected(from, room)
relation shout between fields:
  joins sides
  never where to not in connected(from, walk)
relation slide between fields:
  joins sides
  blocked by wall
  blocked by door
  never where to.start
game has:
  parts, ways, back, called, shouted: number
  same, apart, nowhere: yes/no
board yard of field "Yard":
  drawing:
    +---+---+---+---+
    | s   .   . D . |
    +---+   +   +   +
    | . | .   . | . |
    +---+---+---+---+
  signs:
    | sign | means      |
    | s    | start: yes |
    | D    | door       |
    | - \\| | wall       |
mission day "Day":
  layout:
    | board | at   |
    | yard  | 0, 0 |
define home: field = first(fields where it.start)
define far_off: field = last(fields)
define slid: list of field = neighbours(home, slide)

to play:
  set parts to count(connected(home, room))
  set ways to count(connected(home, walk))
  set same to last(neighbours(home, room)) in connected(home, room)
  set apart to no f in connected(far_off, room) where f is home
  set nowhere to connected(scout, room) is empty
  set back to count(connected(first(slid), slide))
  set called to count(neighbours(far_off, call))
  choose n from 1 to 2
  for each door in doors: set door.open to n = 1
  set ways to count(connected(home, walk))
  set shouted to count(neighbours(far_off, shout))
  choose m from 1 to 2
  win
"""


def test_every_space_to_which_steps_lead_is_in_the_part() -> None:
    played = play(YARD)
    assert [played.game(name) for name in ("parts", "ways", "same", "apart", "nowhere")] == [5, 5, 1, 1, 1]
    assert played.game("back") == 4, "one way only: the start is not reached again"


def test_an_open_door_joins_two_parts() -> None:
    assert play(YARD, 1).game("ways") == 7
    assert play(YARD, 2).game("ways") == 5


COSTS = YARD.replace(
    "relation slide",
    """relation climb between fields:
  joins sides
  blocked by wall
  blocked by door
  costs 3 if to.start else 2
relation slide""",
)


ASKED = """  set far_away to steps(home, last(fields), climb)
  set there to steps(home, nth(fields, 3), climb)
  set back_home to steps(nth(fields, 3), home, climb)
  set near to count(within(home, 4, climb))
  let nearest = fields where not it.start with least steps(it, home, climb)
  set tied to count(nearest)
"""


def test_what_steps_cost_is_a_table_where_it_never_changes() -> None:
    more = "parts, far_away, there, back_home, near, tied"
    played = play(COSTS.replace("to play:\n", f"to play:\n{ASKED}").replace("  parts", f"  {more}"))
    names = ("far_away", "there", "back_home", "near", "tied")
    assert [played.game(name) for name in names] == [1_000_000, 4, 5, 4, 1]


def test_one_relation_may_ask_what_another_connects() -> None:
    closed, opened = play(YARD, 2), play(YARD, 1)
    assert closed.game("called") == closed.game("shouted") == 1
    assert opened.game("called") == 1 and opened.game("shouted") == 2


def test_what_a_relation_without_changes_connects_is_known_before_the_game() -> None:
    program = play(YARD).machine.program.data
    relations, lasts = program["relations"], Lasting(program)
    assert lasts(relations["call"]["never"]) and not lasts(relations["shout"]["never"])


def test_of_doors_that_open_and_close_in_many_ways_only_the_last_are_remembered() -> None:
    """There are more ways than are kept of what a relation opens, and each is right when it comes."""
    text = """
kind field is square
kind door is link:
  open: yes/no
relation walk between fields:
  joins sides
  blocked by door where not it.open
relation hike between fields:
  joins sides
  blocked by door where not it.open
  costs 1 + to.column
game has:
  sum, bits, open: number
board lane of field:
  drawing:
    +-+-+-+-+-+-+-+-+-+
    |.D.D.D.D.D.D.D.D.|
    +-+-+-+-+-+-+-+-+-+
  signs:
    | sign | means |
    | D    | door  |
mission day:
  board: lane
to play:
  for each i in numbers(0, 255):
    set bits to i
    for each d in doors:
      set d.open to remainder(bits, 2) = 1
      set bits to bits / 2
    raise sum by count(connected(a1, walk))
    raise open by count(neighbours(e1, walk))
    if steps(a1, i1, hike) < 100: raise sum by 1000 + steps(a1, i1, hike)
  win
"""
    done = play(text)
    # With the first k doors open and the next one shut, there are k + 1 fields: 2 ** (7 - k) times, all once.
    fields = sum((k + 1) * 2 ** (7 - k) for k in range(8)) + 9
    assert done.game("sum") == fields + 1000 + sum(range(3, 11))
    assert done.game("open") == 256
