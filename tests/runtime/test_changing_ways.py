"""Relations whose ways open, close and cost more during a game: in either engine."""

from __future__ import annotations

import pytest

from support.rules import play

YARD = """
kind lawn is square:
  bog: yes/no
kind gate is link:
  open: yes/no
kind pawn is piece
pawn runner
pawn walker
pawn idler
game has:
  found: number
  mud: number
relation way between lawns:
  joins sides
  blocked by wall
  blocked by gate where not it.open and (from.bog or to.bog)
relation view between lawns:
  line centre to centre
relation slow between lawns:
  joins sides
  blocked by wall
  costs 1 + (mud if to.bog else 0)
board yard of lawn:
  drawing:
    +---+---+---+
    | . G b   . |
    +   +   +---+
    | . | .   . |
    +---+---+---+
  signs:
    | sign | means    |
    | G    | gate     |
    | b    | bog: yes |

mission field:
  board: yard
  setup:
    move runner to a1
    move walker to b1
    move idler to c2

to play:
"""


def found(*lines: str) -> int:
    """The number that is left by these statements."""
    value: int = play(YARD + "".join(f"  {line}\n" for line in lines) + "  win\n").game("found")
    return value


def test_a_gate_that_closes_for_bogs_only_opens_for_all() -> None:
    near = "set found to found * 10 + count(within(runner, 1, way))"
    assert found(near, "set first(gates).open to yes", near) == 23


def test_a_step_costs_what_it_costs_now() -> None:
    far = "set found to found * 100 + steps(runner, walker, slow) * 10 + steps(walker, runner, slow)"
    assert found(far, "set mud to 4", far) == 1151


def test_the_nearest_of_several_is_reached_around_a_space_that_is_left_out() -> None:
    nearest = "set found to found * 10 + steps(runner, pawns where it is not runner, slow{})"
    assert found(nearest.format(""), "set mud to 7", nearest.format("")) == 18


def test_from_one_start_each_is_as_far_as_it_is_now() -> None:
    near = "set found to found * 10 + count(lawns where steps(runner, it, slow) < 3)"
    assert found(near, "set mud to 7", near) == 52


@pytest.mark.parametrize("relation", ["way", "slow"])
@pytest.mark.parametrize(
    "test",
    [
        "steps(it, runner, RELATION) < 3",
        "steps(runner, it, RELATION) < 3",
        "steps(it, pawns where it is not runner, RELATION, lawns where it.bog) = 1",
        "it.bog and steps(walker, it, RELATION, list(b1, c2)) + steps(it, idler, RELATION) < 9",
        "any other in lawns where other.bog and steps(it, other, RELATION) < 5",
    ],
)
def test_a_loop_through_all_spaces_finds_what_one_through_a_list_finds(test: str, relation: str) -> None:
    """In the one all distances are found at once, in the other those that are asked for."""
    test = test.replace("RELATION", relation)
    for opened in ("no", "yes"):
        assert (
            found(
                f"set first(gates).open to {opened}",
                "set mud to 3",
                "let listed = list(a1, b1, c1, a2, b2, c2)",
                f"let some = lawns where {test}",
                f"let each = listed where {test}",
                "let missed = some where not it in each",
                "let more = each where not it in some",
                "if missed is empty and more is empty and some is not empty: set found to 1",
            )
            == 1
        )


@pytest.mark.parametrize("relation", ["way", "slow"])
def test_what_nobody_asks_for_is_not_looked_for(relation: str) -> None:
    nobody = "let nobody = first(pawns where it.space is b1 and it is not walker)"
    asked = f"count(lawns where it.bog and not it.bog and steps(nobody, it, {relation}) < 3)"
    assert found(nobody, f"set found to 7 + {asked}") == 7


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("count(within(walker, 2, way))", 0),
        ("count(connected(walker, way))", 0),
        ("count(neighbours(walker, slow))", 0),
        ("steps(walker, runner, slow)", 1_000_000),
        ("line_length(view, walker, runner)", 1_000_000),
        ("line_length(view, runner, walker)", 1_000_000),
        ("count(crossed(view, walker, runner))", 0),
        ("line_length(view, runner, idler)", 3),
    ],
)
def test_what_is_off_the_board_is_near_to_nothing(value: str, number: int) -> None:
    assert (
        found("set first(gates).open to yes", "move walker to box", f"set found to 7 + {value}") == 7 + number
    )


def test_how_far_one_sees_may_change_with_the_game() -> None:
    text = """
relation view between squares:
  line centre to centre
  within sharp + from.height
square has:
  height: number
game has:
  sharp: number = 1
  first_seen: number
board lane of square:
  drawing:
    +-+-+-+-+
    |. . . .|
    +-+-+-+-+
mission walk:
  board: lane
to play:
  set first_seen to count(squares where view(a1, it))
  set sharp to 2
  set a1.height to 1
  if view(a1, d1) and not view(b1, a1): lose
  if view(a1, d1) and count(squares where view(b1, it)) = 4: win
  lose
"""
    done = play(text)
    assert done.game("first_seen") == 2 and done.over == "win"


LANE = """
relation way between squares:
  joins sides
kind pawn is figure
pawn tom
game has:
  n: number
board lane of square:
  drawing:
    +-+-+-+
    |. . .|
    +-+-+-+
mission walk:
  board: lane
"""


def test_steps_to_the_nearest_of_a_list_that_has_a_name() -> None:
    text = f"""{LANE}
to play:
  let ends = squares where it.column > 1
  let far = squares where it.column > 2
  if steps(a1, ends, way) > 0: raise n by 1
  if steps(a1, ends, way) > 1: raise n by 10
  if steps(a1, far, way) > 1: raise n by 100
  if steps(a1, far, way) > 2: raise n by 1000
  if steps(a1, far, way) > n - 110: raise n by 10000
  win
"""
    assert play(text).game("n") == 10101
