"""Players by chance, and many games of them."""

from __future__ import annotations

from support.tiny import tiny
from tilewright.runtime.bots import RandomBot, simulate


def test_equal_seeds_give_equal_reports() -> None:
    reports = [simulate(tiny(), 20, seed=5, players=3).to_json() for _ in range(2)]
    for report in reports:
        report.pop("cpu_seconds"), report.pop("choices_per_second")
    assert reports[0] == reports[1]
    assert reports[0]["outcomes"] == {"win": 20} and reports[0]["stuck"] == []
    assert reports[0]["choices"]["least"] > 10


def test_processes_change_nothing() -> None:
    alone, together = (simulate(tiny(), 12, seed=5, players=2, jobs=jobs) for jobs in (1, 2))
    assert (alone.lengths, alone.wins) == (together.lengths, together.wins)


def test_a_bot_picks_as_many_as_are_asked_for() -> None:
    bot = RandomBot(1)
    for _ in range(100):
        picked = bot.some((7, 8, 9, 10), 1, 3)
        assert 1 <= len(picked) <= 3 and len(set(picked)) == len(picked) and max(picked) < 4
