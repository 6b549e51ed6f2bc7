"""Two samples of games, one without mods and one with them: is it harder now, or longer, or never won?

Shares have Wilson's interval, differences of shares Newcombe's, which is made of two of these; medians have
that of order statistics. All are for 95 in 100 samples. What is called much harder or longer is more than
chance does, and more than a trifle.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, sqrt
from typing import NamedTuple

from tilewright.runtime.simulating import Report
from tilewright.schemas.documents import Document

Z = 1.959964
MUCH = 0.1
"""So much of all games more or less are won: less is no matter, however certain it is."""
LONGER = 1.25
"""So many times as many choices."""


class Interval(NamedTuple):
    """A figure of a sample, and between what it lies in all games with 95 in 100."""

    value: float
    low: float
    high: float


class MissionCompared(NamedTuple):
    """How the games of a mission end and how long they are; `before` without mods, unless there is none."""

    mission: str
    before: Report | None
    after: Report | None
    wins: dict[str, tuple[Interval | None, Interval | None]]
    lengths: tuple[Interval | None, Interval | None]
    findings: tuple[str, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether games get stuck, or are not won any more."""
        return any(one.startswith(WRONG) for one in self.findings)

    @property
    def nothing_because(self) -> str:
        """Why nothing is said of a difference, where nothing is."""
        if self.never_won:
            return "never won, so nothing can be said of how hard it is"
        return "no more than chance does"

    @property
    def never_won(self) -> bool:
        """Whether none of all these games was won by anybody."""
        return not any(one.value for both in self.wins.values() for one in both if one is not None)


WRONG = ("stuck", "no longer won", "gone")


def compared(
    mission: str, before: Report | None, after: Report | None, *, alone: bool = False
) -> MissionCompared:
    """What is different between the games of a mission without and with mods; `alone`: there are none."""
    who = {"everybody": 0} if _all_win_together(before, after) else {}
    seats = who or dict.fromkeys(sorted({*_wins(before), *_wins(after)}))
    wins = {seat: (_won(before, seat), _won(after, seat)) for seat in seats}
    lengths = _length(before), _length(after)
    findings = _findings(before, after, wins, lengths)
    findings += ["new"] if before is None and not alone else []
    return MissionCompared(mission, before, after, wins, lengths, tuple(findings))


def wilson(count: int, of: int) -> Interval:
    """The share of so many in a sample."""
    share, square = count / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def difference(before: Interval, after: Interval) -> Interval:
    """By how much the second of two shares is larger."""
    value = after.value - before.value
    low = value - sqrt((after.value - after.low) ** 2 + (before.high - before.value) ** 2)
    high = value + sqrt((after.high - after.value) ** 2 + (before.value - before.low) ** 2)
    return Interval(value, low, high)


def middle(values: Sequence[int]) -> Interval:
    """The median of a sample."""
    every, number = sorted(values), len(values)
    half = Z * sqrt(number) / 2
    low, high = floor(number / 2 - half) - 1, ceil(number / 2 + half)
    value = (every[(number - 1) // 2] + every[number // 2]) / 2
    return Interval(value, every[max(0, low)], every[min(number - 1, high)])


def _findings(
    before: Report | None,
    after: Report | None,
    wins: dict[str, tuple[Interval | None, Interval | None]],
    lengths: tuple[Interval | None, Interval | None],
) -> list[str]:
    if after is None:
        return ["gone: the mods take it out"]
    found = []
    stuck = [
        sum(one.outcomes[name] for name in ("stuck", "endless")) if one else 0 for one in (before, after)
    ]
    if stuck[1]:
        found.append(
            f"stuck: {stuck[1]} of {after.games} games" + (f" (before: {stuck[0]})" if before else "")
        )
    for seat, (then, now) in wins.items():
        found += _of_wins(then, now, "" if seat == "everybody" else f" by {seat}")
    then, now = lengths
    if then and now and then.value and now.value:
        if now.low > then.high and now.value >= LONGER * then.value:
            found.append(f"longer: {then.value:g} → {now.value:g} choices")
        if now.high < then.low and then.value >= LONGER * now.value:
            found.append(f"shorter: {then.value:g} → {now.value:g} choices")
    return found


def _of_wins(then: Interval | None, now: Interval | None, by: str) -> list[str]:
    if then is None or now is None:
        return []
    change = difference(then, now)
    if not now.value and then.value and change.high < 0:
        return [f"no longer won{by}"]
    if change.high < 0 and change.value <= -MUCH:
        return [f"much harder{by}" if not by else f"won much less{by}"]
    if change.low > 0 and change.value >= MUCH:
        return [f"much easier{by}" if not by else f"won much more{by}"]
    return []


def _all_win_together(*reports: Report | None) -> bool:
    """Whether all who play win or lose together: then there is one share of games that are won."""
    return all(
        one is None or all(count == one.outcomes["win"] for count in one.wins.values()) for one in reports
    ) and all(one is None or len(one.wins) in (0, one.players) for one in reports)


def _wins(report: Report | None) -> list[str]:
    return list(report.wins) if report else []


def _won(report: Report | None, seat: str) -> Interval | None:
    if report is None:
        return None
    count = report.outcomes["win"] if seat == "everybody" else report.wins[seat]
    return wilson(count, report.games)


def _length(report: Report | None) -> Interval | None:
    return None if report is None else middle(report.lengths)


def document(one: MissionCompared) -> Document:
    """The figures for other programs."""

    def shown(interval: Interval | None) -> dict[str, float] | None:
        return (
            None if interval is None else {name: round(part, 4) for name, part in interval._asdict().items()}
        )

    def arm(number: int) -> Document | None:
        report = (one.before, one.after)[number]
        if report is None:
            return None
        return {
            "games": report.games,
            "results": dict(report.outcomes.most_common()),
            "endings": dict(report.endings.most_common()),
            "won": {seat: shown(both[number]) for seat, both in one.wins.items()},
            "choices": shown(one.lengths[number]),
            "stuck_games": report.stuck,
        }

    changes = {
        seat: shown(difference(then, now))
        for seat, (then, now) in one.wins.items()
        if then is not None and now is not None
    }
    return {
        "mission": one.mission,
        "without": arm(0),
        "with": arm(1),
        "won_more": changes,
        "findings": list(one.findings),
    }
