"""Distances that are remembered are those that would be found."""

from __future__ import annotations

from itertools import product

from tilewright.runtime.geometry.distances import Fields, Rows, steps, ways
from tilewright.runtime.running.state import FAR

# Six spaces in a row, the last of them apart; with the first bit of the mask set the third has no way on.
OPEN: Rows = [(1,), (0, 2), (1, 3), (2, 4), (3,), ()]
SHUT: Rows = [(1,), (0, 2), (1,), (4,), (3,), ()]


def fields() -> Fields:
    return Fields(lambda mask: ways(SHUT if mask & 1 else OPEN), steps)


def test_asking_in_any_order_gives_what_asking_once_gives() -> None:
    kept = fields()
    goals = (0,), (0, 4), (5,), ()
    for mask, targets, around, a in product((2, 3), goals, ((), (1,)), range(-1, 6)):
        # The same tuples and equal lists: whoever asks gets the same.
        expected = fields().steps(a, targets, mask, around)
        assert kept.steps(a, targets, mask, around) == expected
        assert kept.steps(a, list(targets), mask, tuple(around)) == expected
        assert kept.steps(a, targets, mask, around) == expected


def test_from_one_start_to_many_goals() -> None:
    kept = fields()
    assert [kept.reach(0, b, 2, ()) for b in range(-1, 6)] == [FAR, 0, 1, 2, 3, 4, FAR]
    assert [kept.reach(0, b, 3, ()) for b in range(6)] == [0, 1, 2, FAR, FAR, FAR]
    assert [kept.reach(3, b, 3, ()) for b in range(6)] == [FAR, FAR, FAR, 0, 1, FAR]
    assert [kept.reach(3, b, 2, (2,)) for b in range(6)] == [FAR, FAR, 1, 0, 1, FAR]


def test_a_list_that_grows_is_asked_anew() -> None:
    kept = fields()
    goals = [0]
    assert kept.steps(3, goals, 2, ()) == 3
    goals.append(2)
    assert kept.steps(3, goals, 2, ()) == 1
