"""Honest comparisons: two runs in turn, A B A B …, by the processor's time, and the medians of both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

ROUNDS = 5


def rate(run: Callable[[], int], seconds: float) -> float:
    """How many things a second `run` does; it answers how many it did each time it is called."""
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += run()
    return done / spent


def against(run: Callable[[], int], other: Callable[[], int], seconds: float = 1.0) -> tuple[float, float]:
    """The median rates of two runs, measured in turn after a warm-up."""
    rate(run, seconds / 4)
    rate(other, seconds / 4)
    pairs = [(rate(run, seconds), rate(other, seconds)) for _ in range(ROUNDS)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def in_turn(run: Callable[[int], int], other: Callable[[int], int], games: int = 200) -> tuple[float, float]:
    """The time of two runs over the same numbered games. Games differ more than what is measured, so each is
    played A B B A, and the next B A A B: whoever plays a game first plays it cold.
    """
    assert [run(-game) for game in range(5)] == [other(-game) for game in range(5)], (
        "the same games are played"
    )
    spent = {run: 0.0, other: 0.0}
    for game in range(1, games + 1):
        first, second = (run, other) if game % 2 else (other, run)
        for one in (first, second, second, first):
            began = time.process_time()
            one(game)
            spent[one] += time.process_time() - began
    return spent[run], spent[other]


def each(run: Callable[[], object], times: int = 2000) -> float:
    """The median time of one call in microseconds."""

    def once() -> float:
        began = time.process_time()
        for _ in range(times):
            run()
        return (time.process_time() - began) / times * 1e6

    once()
    return statistics.median(once() for _ in range(ROUNDS))


def figure(
    name: str,
    value: float,
    unit: str,
    against: str | None = None,
    ratio: float | None = None,
    target: float | None = None,
) -> dict[str, object]:
    """One row of `tilewright bench`."""
    return {
        "name": name,
        "value": round(value, 3),
        "unit": unit,
        "against": against,
        "ratio": None if ratio is None else round(ratio, 3),
        "target": target,
    }
