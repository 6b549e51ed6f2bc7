"""What code need not test again: that a thing is not none of which something was read, or which a test has
shown to be there. Where it is none, the first reading ends the game, as it does in the oracle.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from support.rules import Played, play

ROW = """
kind cell is square
kind pawn is piece:
  shield: pawn or none
  worth: number = 2
pawn runner
pawn walker

game has:
  chosen: pawn or none
  found: number

board row of cell:
  drawing:
    +---+---+
    | .   . |
    +---+---+

mission field:
  board: row
  setup:
    move runner to a1
    move walker to b1
    set runner.shield to walker
    set walker.worth to 3

define covered(pawn: pawn): pawn = pawn if pawn.shield is none else pawn.shield

to find (one: pawn) gives pawn:
  give one.shield

to play:
  {setting}
  look_at chosen

to look_at (one: pawn):
{body}
"""

READ_TWICE = "raise found by one.worth\nraise found by one.worth * 10"
READ_BY_A_TEST = "if one.worth = 2: raise found by one.worth"
READ_BY_A_DEFINE = "raise found by covered(one).worth\nraise found by one.worth * 10"
RULED_OUT = "if one is none: done\nraise found by one.worth"
OTHERWISE = "if one is none: set found to 9\nelse: raise found by one.worth"
SET_AGAIN = "let other = one\nrepeat 2:\n  raise found by other.worth\n  set other to other.shield"
SET_IN_BETWEEN = "let other = one\nif other.worth = 2: set other to other.shield\nraise found by other.worth"
PERHAPS = "if chosen is none and one.worth = 2: done\nraise found by one.worth"
GIVEN = "find one as other\nraise found by other.worth\nraise found by other.worth * 10"
EITHER = """
let here = one.space
if any pawn in pawns where (any cell in cells where cell is pawn.space and cell is not here) or
  any other in here.pawns where other.shield is pawn: raise found by one.worth
"""
SHORT = "if one is none or one.worth = 3: set found to 7"


def looking(body: str, chosen: str) -> Played:
    setting = f"set chosen to {chosen}"
    return play(ROW.format(setting=setting, body=indent(body, "  ")))


def checks_in(played: Played) -> int:
    """How often the code of `look_at` tests that something is not none."""
    code = played.machine.code
    sources = [code.module.rendered(name).source for name in code.module.generated]
    titled = zip(code.module.generated, sources, strict=True)
    return sum(source.count("no(K") for name, source in titled if code.rule_of(name)[0] == "look_at")


@pytest.mark.parametrize(
    ("body", "tests", "runner", "walker", "none"),
    [
        (READ_TWICE, 1, 22, 33, None),
        (READ_BY_A_TEST, 1, 2, 0, None),
        (READ_BY_A_DEFINE, 1, 23, 33, None),
        (RULED_OUT, 0, 2, 3, 0),
        (OTHERWISE, 0, 2, 3, 9),
        (SET_AGAIN, 2, 5, None, None),
        (SET_IN_BETWEEN, 3, 3, 3, None),
        (PERHAPS, 2, 2, 3, None),
        (GIVEN, 1, 33, None, None),
        (EITHER.strip(), 1, 2, 3, None),
        (SHORT, 0, 0, 7, 7),
    ],
)
def test_what_was_read_of_is_tested_once(
    body: str, tests: int, runner: int | None, walker: int | None, none: int | None
) -> None:
    for chosen, found in (("runner", runner), ("walker", walker), ("none", none)):
        played = looking(body, chosen)
        assert checks_in(played) == tests
        over = played.state.over
        if found is None:
            assert over is not None
            assert over.outcome == "stuck"
        else:
            cells = played.machine.program.cells
            assert played.state.v[cells["found"]] == found
