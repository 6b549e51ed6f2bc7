"""What is nested deeper than Python nests its own loops is played all the same, by both engines."""

from __future__ import annotations

import pytest

from support.rules import play

LAMPS = """
kind lamp is token:
  oil: 0 to 99
lamp hall "Hall"
lamp yard "Yard"
kind post is token:
  bent: 0 to 9
post gate "Gate"
game has:
  shelf: pile of post, in play
"""


def within(depth: int, *lines: str) -> str:
    """Loops over one lamp, in one another, and lines in the innermost."""
    loops = [f"{'  ' * (n + 1)}for each a{n} in list(hall):" for n in range(depth)]
    return "\n".join([*loops, *(f"{'  ' * (depth + 1)}{line}" for line in lines)])


@pytest.mark.parametrize("depth", [7, 8, 9, 20, 35])
def test_loops_in_loops(depth: int) -> None:
    body = within(depth, "raise hall.oil by 1", "for each b in all(lamps): raise b.oil by 2")
    assert play(f"{LAMPS}\nto play:\n{body}\n  win\n").of("hall", "oil") == 3


def test_what_leaves_a_loop_leaves_its_own() -> None:
    body = within(12, "for each b in all(lamps):", "  if b is yard: skip", "  raise b.oil by 1", "  stop")
    played = play(f"{LAMPS}\nto play:\n{body}\n  raise yard.oil by 5\n  win\n")
    assert (played.of("hall", "oil"), played.of("yard", "oil")) == (1, 5)


@pytest.mark.parametrize("depth", [7, 8, 9, 20, 35])
@pytest.mark.parametrize("found", [True, False])
def test_searches_in_searches(depth: int, found: bool) -> None:
    test = f"x0 is x{depth - 1}"
    for n in range(depth):
        test = f"any x{n} in posts where ({test} and x{n}.bent {'=' if found or n else '>'} 0)"
    body = f"  if {test}: raise hall.oil by 1\n  raise gate.bent by 1\n  win\n"
    text = f"{LAMPS}\nto play:\n  move gate to shelf\n{body}"
    assert play(text).of("hall", "oil") == int(found)
