"""Lines of sight on boards too large to look at all of them: found when asked for, paid for, and bounded."""

from __future__ import annotations

import tracemalloc
from unittest.mock import patch

import pytest

from support.rules import play, rules
from tilewright.runtime.analysis import sighting
from tilewright.runtime.emit import link, relations
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.geometry import distances, lattice, queries
from tilewright.runtime.geometry.relation import SPRAWLING
from tilewright.runtime.geometry.square_lines import TANGLED
from tilewright.runtime.state.primitives import ENDLESS
from tilewright.runtime.state.state import FUEL, State

GAME = """\
system large:
  players: 1
  begins: rounds
kind man plural men is figure
kind gate is link
game has:
  found, listed: number
{drawing}
relation sight between squares, "can see":
{relation}
man guard "Guard"
to rounds:
{rounds}
  win "done"
mission first "First":
  board: hall
  setup:
    move guard to a1
"""
FIGURES = """\
  line any_point to any_point
  blocked by square where any it.men"""
ALL_PAIRS = """\
  for each a in squares:
    raise found by count(squares where sight(a, it))"""


def hall(size: int, level: str = " ", upright: str = " ") -> str:
    """A square board of so many squares each way, with these signs on the edges below and right of each."""
    rim = "+" + "-+" * size
    row = "|" + upright.join("." * size) + "|"
    between = "+" + f"{level}+" * size
    lines = [rim, *[line for _ in range(size - 1) for line in (row, between)], row, rim]
    drawing = "\n".join(f"    {line}" for line in lines)
    signs = "  signs:\n    | sign | means |\n    | G    | gate  |\n" if "G" in level + upright else ""
    return f'board hall of square "The hall":\n  drawing:\n{drawing}\n{signs}'


def played(drawing: str, relation: str, rounds: str) -> tuple[Machine, State]:
    machine = rules(GAME.format(drawing=drawing, relation=relation, rounds=rounds))
    return machine, machine.start(1, 1)


def test_all_pairs_of_a_large_board_are_too_much_for_one_answer() -> None:
    _, state = played(hall(30), FIGURES.replace("any_point", "centre"), ALL_PAIRS)
    assert state.over is not None
    assert state.over[0] == "stuck"
    assert state.over[2:4] == (ENDLESS, "rounds")


@pytest.mark.parametrize("line", ["any_point", "centre"])
def test_some_pairs_of_the_largest_board_are_not(line: str) -> None:
    looking = "  raise found by count(squares where it.men is not empty and sight(it, f7))"
    _, state = played(hall(40), FIGURES.replace("any_point", line), looking)
    assert state.over is not None
    assert state.over[0] == "win"


def test_what_does_not_change_is_no_table_either() -> None:
    machine, _ = played(
        hall(30), "  line edge to edge", "  raise found by count(squares where sight(a1, it))"
    )
    assert not [name for name in machine.code.namespace if name.startswith("RELATED")]


@pytest.mark.parametrize(
    ("drawing", "relation", "rounds"),
    [
        pytest.param(
            hall(12, "G", "G"),
            "  line centre to centre\n  blocked by gate where not any it.sides.men",
            "  raise found by count(squares where sight(a1, it))",
            id="gates in every corner of a diagonal",
        ),
        pytest.param(
            hall(14, "G"),
            "  line any_point to any_point\n  passes borders\n"
            "  blocked by gate where not any it.sides.men\n  blocked by square where any it.men",
            "  raise found by count(squares where sight(a1, it))",
            id="gates in a row along a border",
        ),
    ],
)
def test_ways_that_double_with_each_gate_are_not_all_looked_at(
    drawing: str, relation: str, rounds: str
) -> None:
    _, state = played(drawing, relation, rounds)
    assert state.over is not None
    assert state.over[0] == "stuck"
    assert state.over[2:4] == (TANGLED, "rounds")


COUNTED = """\
  for each here in neighbours(a1, beside):
    raise found by count(squares where sight(here, it) and it is not here)
    raise listed by count(neighbours(here, sight))"""


def test_neighbours_along_lines_are_those_that_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = FIGURES + "\nrelation beside between squares:\n  joins sides, corners"
    found: list[list[int]] = []
    for kept in (queries.KEPT, 2_000):
        monkeypatch.setattr(queries, "KEPT", kept)
        monkeypatch.setattr(lattice, "KEPT", kept)
        rules.cache_clear()
        _, state = played(hall(15), beside, COUNTED)
        assert state.over is not None
        assert state.over[0] == "win"
        counts = [value for value in state.v if isinstance(value, int) and value > 100]
        assert len(counts) == 2
        assert counts[0] == counts[1]
        found.append(counts)
    assert found[0] == found[1], "what is kept makes no difference"


def test_lines_that_are_looked_at_one_by_one_say_the_same_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    standing = "\n".join(
        f"    move first(spares(post)) to {square}" for square in ("b3", "c2", "d5", "e4", "f6")
    )
    drawing = hall(7, "-", " ").replace("-+-+-", " + + ") + 'man post "Post":\n  copies: 5\n'
    for ends in ("any_point to any_point", "edge to edge", "centre to centre"):
        game = GAME.format(
            drawing=drawing, relation=f"  line {ends}\n  blocked by square where any it.men", rounds=ALL_PAIRS
        )
        found = []
        for few in (200, 0):
            monkeypatch.setattr(sighting, "ALL_LINES", few)
            monkeypatch.setattr(sighting, "ALL_CENTRES", few)
            rules.cache_clear()
            state = rules(f"{game}{standing}\n").start(1, 1)
            assert state.over is not None
            assert state.over[0] == "win"
            found.append(max(value for value in state.v if isinstance(value, int)))
        assert found[0] == found[1] < 49 * 49


@pytest.mark.parametrize(("more", "seen", "pairs"), [("", 49, 2401), ("\n  within 3", 16, 37 * 37)])
def test_lines_that_are_dear_say_the_same_to_the_oracle(
    monkeypatch: pytest.MonkeyPatch, more: str, seen: int, pairs: int
) -> None:
    """Also where only a part of what is found out can be kept."""
    asked = """\
  raise found by count(squares where sight(guard, it))
  for each here in squares:
    raise listed by count(squares where sight(here, it))
  if sight(post, a1) or sight(a1, post): lose
"""
    monkeypatch.setattr(sighting, "ALL_LINES", 0)
    monkeypatch.setattr(queries, "KEPT", 2_000)
    rules.cache_clear()
    drawing = hall(7) + 'man post "Post"\n'
    done = play(GAME.format(drawing=drawing, relation=FIGURES + more, rounds=asked))
    assert (done.over, done.game("found"), done.game("listed")) == ("win", seen, pairs)


def test_distances_that_never_change_are_laid_out_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = """\
  for each here in squares:
    raise found by steps(here, a1, sight)
    raise listed by steps(guard, here, sight)
    raise listed by steps(here, list(c1, a3), sight)
"""
    found = []
    for rows in (600, 0):
        monkeypatch.setattr(relations, "ALL_ROWS", rows)
        monkeypatch.setattr(link, "ALL_ROWS", rows)
        rules.cache_clear()
        done = play(GAME.format(drawing=hall(5), relation="  joins sides", rounds=asked))
        found.append((done.over, done.game("found"), done.game("listed")))
    assert found[0] == found[1] == ("win", 100, 160)


@pytest.mark.parametrize("relation", [FIGURES, f"{FIGURES}\n  within 60"])
def test_who_asks_about_every_pair_is_stopped_in_time(relation: str) -> None:
    machine, state = played(hall(24), relation, ALL_PAIRS)
    assert state.over is not None
    assert state.over[2:4] == (ENDLESS, "rounds")
    asked = FUEL // machine.code.linker.costs.sighting("sight")
    assert asked < 20_000, "and each takes a tenth of a millisecond at the most, on the average"


def test_of_a_large_board_only_what_is_asked_about_takes_memory() -> None:
    """Tables of all pairs of 49 x 49 squares have 46 MB each, and all lines of 30 x 30 squares far more."""
    tracemalloc.start()
    try:
        _ = played(hall(49), "  line any_point to any_point", "  if sight(a1, c2): raise found by 1\n")
        assert tracemalloc.get_traced_memory()[0] < 40_000_000
    finally:
        tracemalloc.stop()


def test_of_the_lines_between_two_squares_those_are_made_that_somebody_comes_to() -> None:
    squares = lattice.Lattice({(x, y): 30 * y + x for x in range(30) for y in range(30)})
    with patch.object(squares, "_pattern", wraps=squares._pattern) as made:
        _, patterns = squares.lines("any_point", False, 0, 899)
        first = next(iter(patterns))
        assert made.call_count == 1
        every = list(patterns)
        assert every[0] is first and made.call_count == len(every) > 50
        assert list(patterns) == every and made.call_count == len(every)


@pytest.mark.parametrize("end", ["from", "to"])
def test_what_may_change_with_an_end_of_a_line(end: str) -> None:
    """A guard blocks every line but those that begin, or end, in their own square."""
    standing = "    move guard to d4\n"
    counts = (
        "  raise found by count(squares where sight(d4, it))\n"
        "  raise listed by count(squares where sight(it, d4))"
    )
    relation = f"  line any_point to any_point\n  blocked by square where any it.men and it is not {end}"
    machine = rules(GAME.format(drawing=hall(7), relation=relation, rounds=counts) + standing)
    state = machine.start(1, 1)
    assert sorted(value for value in state.v if isinstance(value, int) and value > 9) == [49, 49]
    assert machine.code.geometry is not None
    assert len(machine.code.geometry.features("sight")) < 49 * 49, (
        "one for each square and end, not for each line"
    )


def test_a_board_on_which_too_much_may_change_with_the_ends_of_lines() -> None:
    _, state = played(hall(24), f"{FIGURES} and it is not from", ALL_PAIRS)
    assert state.over is not None
    assert state.over[0] == "stuck"
    assert state.over[2] == SPRAWLING


WALKED = """\
  repeat {times}:
    choose goal from squares by chance
    move guard to goal
    raise found by {asked}"""


def test_after_a_change_only_the_lines_of_spaces_that_are_asked_for_are_looked_at() -> None:
    rounds = WALKED.format(times=20, asked="count(neighbours(a1, sight))")
    with patch.object(distances.Openings, "row", autospec=True, side_effect=distances.Openings.row) as row:
        _, state = played(hall(8), FIGURES, rounds)
    assert state.over is not None and state.over[0] == "win"
    assert 0 < row.call_count <= 20


def test_only_so_many_rows_are_remembered() -> None:
    openings = distances.Openings([(0, 1, (1 << bit,)) for bit in range(12)], 2)
    found = [openings.row(0, mask) for mask in range(1 << 12)]
    assert found[:2] == [(1,) * 12, (1,) * 11]
    assert all(len(known) <= 256 for _, _, known in openings._bound.values())


def test_distances_along_lines_that_change_are_paid_for() -> None:
    rounds = WALKED.format(times=100_000, asked="count(squares where steps(it, goal, sight) > 1)")
    with patch.object(distances.Openings, "rows", autospec=True, side_effect=distances.Openings.rows) as rows:
        _, state = played(hall(14), FIGURES, rounds)
    assert state.over is not None and state.over[2:4] == (ENDLESS, "sight")
    assert rows.call_count < 30
