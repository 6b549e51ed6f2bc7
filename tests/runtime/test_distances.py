"""Distances that are remembered are those that would be found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tilewright.runtime.geometry.distances import Fields, Openings, Ways, steps
from tilewright.runtime.state.state import FAR, empty

# Six spaces in a row, the last of them apart. With the first bit of the mask set the third has no way on, and
# from the fourth one can go back while the first or the second bit is clear.
ALWAYS = [(0, 1), (1, 0), (1, 2), (2, 1), (3, 4), (4, 3)]
STEPS = Openings([*((a, b, (0,)) for a, b in ALWAYS), (2, 3, (1,)), (3, 2, (1, 2))], 6)
STATE = empty([], 0, 0, 0)


@pytest.fixture(params=["ways", "rows"])
def fields(request: pytest.FixtureRequest) -> Callable[[], Fields]:
    """Distances along shifts, and along rows."""
    return lambda: Fields(getattr(STEPS, request.param), steps)


def test_asking_in_any_order_gives_what_asking_once_gives(fields: Callable[[], Fields]) -> None:
    kept = fields()
    goals = (0,), (0, 4), (5,), ()
    for mask, targets, around, a in product((4, 5), goals, ((), (1,)), range(-1, 6)):
        # The same tuples and equal lists: whoever asks gets the same.
        expected = fields().steps(STATE, a, targets, mask, around)
        assert kept.steps(STATE, a, targets, mask, around) == expected
        assert kept.steps(STATE, a, list(targets), mask, tuple(around)) == expected
        assert kept.steps(STATE, a, targets, mask, around) == expected
    assert kept.steps(STATE, -1, (0,), 4, ()) == kept.steps(STATE, 0, (-1,), 4, ()) == FAR


def test_from_one_start_to_many_goals(fields: Callable[[], Fields]) -> None:
    kept = fields()

    def reach(a: int, mask: int, around: tuple[int, ...] = ()) -> list[int]:
        return [kept.reach(STATE, a, b, mask, around) for b in range(6)]

    assert kept.reach(STATE, 0, -1, 4, ()) == FAR
    assert reach(0, 4) == [0, 1, 2, 3, 4, FAR]
    assert reach(0, 5) == [0, 1, 2, FAR, FAR, FAR]
    assert reach(3, 5) == [3, 2, 1, 0, 1, FAR]
    assert reach(3, 7) == [FAR, FAR, FAR, 0, 1, FAR]
    assert reach(3, 4, (2,)) == [FAR, FAR, 1, 0, 1, FAR]


def test_all_at_once_is_what_each_gives(fields: Callable[[], Fields]) -> None:
    kept = fields()
    for mask, targets, around in product((4, 5, 7), ((0,), (0, 4), (5,), (), (-1,)), ((), (1,), (0, 3))):
        each = [fields().steps(STATE, a, targets, mask, around) for a in range(6)]
        # Before anything else has been asked, and once some are known.
        assert fields().steps_all([], STATE, targets, mask, around)[:6] == each
        assert kept.steps(STATE, 2, targets, mask, around) == each[2]
        assert kept.steps_all([], STATE, list(targets), mask, around)[:6] == each
        assert [kept.steps(STATE, a, targets, mask, around) for a in range(6)] == each
    for a in range(-1, 6):
        each = [fields().reach(STATE, a, b, 4, (2,)) for b in range(6)]
        assert kept.steps_all([], STATE, (a,), 4, (2,))[:6] == each


def test_a_list_that_grows_is_asked_anew(fields: Callable[[], Fields]) -> None:
    kept = fields()
    goals = [0]
    assert kept.steps(STATE, 3, goals, 4, ()) == 3
    goals.append(2)
    assert kept.steps(STATE, 3, goals, 4, ()) == 1


def test_rows_and_shifts_open_the_same_steps() -> None:
    for mask in range(8):
        rows, along = STEPS.rows(mask), STEPS.ways(mask)
        assert isinstance(along, Ways)
        for a, row in enumerate(rows):
            assert along.next(1 << a) == sum(1 << b for b in row)
    assert STEPS.rows(0)[2:4] == [(1, 3), (2, 4)]
    assert STEPS.rows(1)[2:4] == [(1,), (2, 4)]
    assert STEPS.rows(3)[2:4] == [(1,), (4,)]
