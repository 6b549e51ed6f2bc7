"""Relations of which nothing changes during a game: they are worked out before it, by whatever rules say."""

from __future__ import annotations

import pytest

from support.rules import play, rules
from tilewright.runtime.state.primitives import ENDLESS

YARD = """
kind lawn is square:
  start: yes/no
kind gate is link:
  heavy: yes/no
kind pawn is piece:
  strength: number = 2
  busy: yes/no
pawn anna
relation walking between lawns:
  joins sides
  RULE
game has:
  beside, far: number
board yard of lawn:
  drawing:
    +---+---+---+
    | s D .   . |
    +---+---+---+
  signs:
    | sign | means      |
    | s    | start: yes |
    | D    | gate       |
mission day:
  board: yard
  setup: move anna to a1
define home: lawn = first(lawns where it.start)
define foe: pawn or none = first(all(pawns) where it.strength > 3)
define rival: pawn or none = first(all(pawns) where it.busy)
define ladder(k: number): number = ladder(k - 1) if k > 0 else 0
define well(k: number): number = well(k + 1) if k > 0 else 0
to play:
  set anna.busy to no
  set beside to count(neighbours(b1, walking))
  set far to steps(a1, c1, walking)
  win
"""


@pytest.mark.parametrize(
    ("rule", "beside", "far"),
    [
        ("never where to is home", 1, 2),
        ("never where from is home and any f in lawns where count(lawns where it.start) = 1", 2, 1_000_000),
        ("costs 2 if any f in lawns where count(lawns where it.start) = 1 else 1", 2, 4),
        ("costs 2 + ladder(3)", 2, 4),
        ("blocked by gate where ladder(3) = 0", 1, 1_000_000),
        ("blocked by gate where ladder(3) = 0 and it.heavy", 2, 2),
        ("blocked by lawn where any p in it.pawns where p.strength > it.column", 1, 2),
    ],
)
def test_its_tests_may_search_and_call_what_calls_itself(rule: str, beside: int, far: int) -> None:
    done = play(YARD.replace("RULE", rule))
    assert (done.over, done.game("beside"), done.game("far")) == ("win", beside, far)


@pytest.mark.parametrize(
    ("rule", "alone", "of_three"),
    [
        ("blocked by gate where count(players) > 1", (2, 2), (1, 1_000_000)),
        ("never where count(all(players)) > 1", (2, 2), (0, 1_000_000)),
        ("never where player.3 in players", (2, 2), (0, 1_000_000)),
        ("costs count(players)", (2, 2), (2, 6)),
    ],
)
def test_who_plays_differs_from_one_game_to_the_next(
    rule: str, alone: tuple[int, int], of_three: tuple[int, int]
) -> None:
    for players, expected in ((1, alone), (3, of_three)):
        done = play(YARD.replace("RULE", rule), players=players)
        assert (done.game("beside"), done.game("far")) == expected, f"{players} players"


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("blocked by gate where well(1) = 0", "well"),
        ("blocked by gate where well(1) = 0 and it.heavy", "well"),
        ("never where well(to.column) = 0", "well"),
        ("costs well(to.column)", "well"),
        ("blocked by gate where foe.strength > 1", "walking"),
        ("costs foe.strength", "walking"),
        ("costs rival.strength", "walking"),
        ("never where rival.strength > 1", "walking"),
        ("blocked by gate where rival.strength > 1", "walking"),
    ],
)
def test_what_cannot_be_worked_out_is_told_as_a_rule_that_is_stuck(rule: str, named: str) -> None:
    done = play(YARD.replace("RULE", rule))
    assert done.over == "stuck" and done.why.endswith(f"[{named}]")


def test_what_blocks_is_paid_for_whenever_it_is_looked_at() -> None:
    text = YARD.replace("RULE", "blocked by lawn where it.start and any l in lawns where anna.busy")
    rows = "    +---+---+---+\n    | .   .   . |\n" * 40
    text = text.replace("drawing:\n", f"drawing:\n{rows}")
    asked = "  repeat:\n    set anna.busy to not anna.busy\n    if walking(a1, b1): set far to 1\n  win"
    over = rules(text.replace("  win", asked)).start(1, 1).over
    assert over is not None and (over.outcome, over.reason, over.rule) == ("stuck", ENDLESS, "walking")
