"""Connected parts of a board: worked out once where nothing changes, else for each set of open doors."""

from __future__ import annotations

from support.rules import play

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
relation slide between fields:
  joins sides
  blocked by wall
  blocked by door
  never where to.start
game has:
  parts, ways, back: number
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
  choose n from 1 to 2
  for each door in doors: set door.open to n = 1
  set ways to count(connected(home, walk))
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
