"""Players that need nobody: one that answers by chance, and many games of it, counted.

A bot has a generator of its own; the game's belongs to the game. Bots that look at what they do live
elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import mean, median
from time import process_time
from typing import Any

from .running.engine import Machine, link
from .running.state import AGREE, ELSE, SEVERAL, TOGETHER, State

LIMIT = 100_000  # answers after which a game counts as one that does not end
EXAMPLES = 20  # stuck games that a report names


class RandomBot:
    """Answers any question with an option by chance; the same seed gives the same answers."""

    def __init__(self, seed: int = 0) -> None:
        self._random = (seed * 2862933555777941757 + 3037000493) % 2**64

    def below(self, number: int) -> int:
        """A number from 0 to below `number`."""
        self._random = (self._random * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._random >> 33) % number

    def answer(self, question: tuple[Any, ...]) -> tuple[int | tuple[int, ...], int]:
        """An answer to `State.q`: the position of an option or several, and the seat that gives it."""
        sort, options, seats, least, most, answers = question
        if sort == TOGETHER:
            waiting = answers.index(None)
            first = sum(len(one[2]) for one in options[:waiting])
            _, (seat, *_), options, least, most = options[waiting]
            if most == 1 and least == 1:
                return first + self.below(len(options)), seat
            return tuple(first + one for one in self.some(options, least, most)), seat
        if sort == SEVERAL:
            return self.some(options, least, most), seats[0]
        if sort == AGREE:
            # Whoever comes later agrees: players by chance would never.
            given = [one for one in answers if one is not None]
            return options.index(given[0]) if given else self.below(len(options)), seats[answers.index(None)]
        return self.below(len(options)), seats[0]

    def some(self, options: Sequence[int], least: int, most: int) -> tuple[int, ...]:
        """Several options in the order of the question; the alternative is taken alone."""
        left = [i for i, one in enumerate(options) if one != ELSE]
        if len(left) < len(options) and not self.below(len(options)):
            return (len(options) - 1,)
        number = least + self.below(min(most, len(left)) - least + 1)
        while len(left) > number:
            left.pop(self.below(len(left)))
        return tuple(left)


@dataclass(frozen=True, slots=True)
class Played:
    """How one game ended."""

    seed: int
    outcome: str
    winners: tuple[int, ...]
    rule: str | None
    reason: Any
    choices: int
    seconds: float


@dataclass
class Report:
    """Many games: results, lengths, choices, speed, and the games that got stuck."""

    games: int = 0
    players: int = 0
    seed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    seconds: float = 0.0
    stuck: list[dict[str, Any]] = field(default_factory=list)

    @property
    def choices(self) -> int:
        return sum(self.lengths)

    @property
    def choices_per_second(self) -> float:
        """Choices answered in a second of one processor."""
        return self.choices / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        lengths = self.lengths or [0]
        return {
            "games": self.games,
            "players": self.players,
            "seed": self.seed,
            "outcomes": dict(self.outcomes.most_common()),
            "endings": dict(self.endings.most_common()),
            "wins": dict(sorted(self.wins.items())),
            "choices": {
                "all": self.choices,
                "least": min(lengths),
                "median": median(lengths),
                "mean": round(mean(lengths), 1),
                "most": max(lengths),
            },
            "cpu_seconds": round(self.seconds, 3),
            "choices_per_second": round(self.choices_per_second),
            "stuck": self.stuck[:EXAMPLES],
        }


def play_out(machine: Machine, seed: int, players: int, bot: RandomBot | None = None) -> State:
    """Play one game by chance to its end. Gives its last state."""
    bot = bot or RandomBot(seed)
    state = machine.start(seed, players)
    while state.q is not None and state.number < LIMIT:
        answer, seat = bot.answer(state.q)
        machine.answer(state, answer, seat)
    return state


def simulate(
    program: dict[str, Any],
    games: int = 100,
    seed: int = 0,
    players: int | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play that many games by chance, with seeds one after another, over that many processes.

    `progress` is told from time to time how many games are over.
    """
    players = program["game"]["players"][0] if players is None else players
    report = Report(games=games, players=players, seed=seed)
    names = [one["name"] for one in program["entities"]]
    for part in _parts(program, range(seed, seed + games), players, jobs):
        for one in part:
            _count(report, one, names)
        if progress is not None:
            progress(len(report.lengths))
    return report


def _parts(program: dict[str, Any], seeds: range, players: int, jobs: int) -> Iterator[list[Played]]:
    """All games in the order of their seeds, some at a time."""
    size = max(1, min(200 if jobs > 1 else 10, -(-len(seeds) // (jobs * 4))))
    chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    if jobs <= 1:
        machine = link(program)
        yield from (_play_all(machine, chunk, players) for chunk in chunks)
        return
    # A fresh interpreter each: forking a process that has threads or an open display does not end well.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (program,)) as pool:
        yield from pool.map(_play_chunk, chunks, [players] * len(chunks))


def _count(report: Report, one: Played, names: list[str]) -> None:
    report.outcomes[one.outcome] += 1
    report.endings[f"{one.outcome}: {one.rule}" if one.rule else one.outcome] += 1
    report.wins.update(names[winner] for winner in one.winners)
    report.lengths.append(one.choices)
    report.seconds += one.seconds
    if one.outcome in ("stuck", "endless"):
        report.stuck.append(
            {"seed": one.seed, "rule": one.rule, "reason": one.reason, "choices": one.choices}
        )


def _play_all(machine: Machine, seeds: Sequence[int], players: int) -> list[Played]:
    played = []
    for seed in seeds:
        began = process_time()
        state = play_out(machine, seed, players)
        outcome, winners, reason, rule = ("endless", (), None, None) if state.over is None else state.over[:4]
        played.append(Played(seed, outcome, winners, rule, reason, state.number, process_time() - began))
    return played


_machines: list[Machine] = []  # of a worker process: linked once


def _prepare(program: dict[str, Any]) -> None:
    _machines[:] = [link(program)]


def _play_chunk(seeds: Sequence[int], players: int) -> list[Played]:
    return _play_all(_machines[0], seeds, players)
