"""Many games of bots, counted: how they end, how long they are, which cards come to the table.

Who answers is in bots.py.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from .bots import BOTS, Bot, RandomBot
from .program import OUT, Program, load
from .running.campaign import Engine, engine
from .running.events import MOVE
from .running.state import State

LIMIT = 100_000  # answers after which a game counts as one that does not end
EXAMPLES = 20  # stuck games that a report names


class ProcessEnded(Exception):
    """A process that played games was ended from outside."""


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
    at: int = -1  # where that rule stands, in the program's spans
    cards: frozenset[str] | None = None  # those that came into play


@dataclass
class Report:
    """Many games: results, lengths, choices, speed, and the games that got stuck.

    `cards`, if they were counted, says for each card in how many games it came into play.
    """

    games: int = 0
    players: int = 0
    seed: int = 0
    bot: str = "random"
    outcomes: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    seconds: float = 0.0
    stuck: list[dict[str, Any]] = field(default_factory=list)
    cards: Counter[str] | None = None

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
            "bot": self.bot,
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
            "cards": None if self.cards is None else dict(self.cards.most_common()),
        }


def play_out(machine: Engine, seed: int, players: int, bot: Bot | None = None, log: bool = False) -> State:
    """Play one game to its end, by chance if no bot is given. Gives its last state."""
    bot = bot or RandomBot(seed)
    state = machine.start(seed, players, log)
    while state.q is not None and state.number < LIMIT:
        answer, seat = bot.play(machine.on(state), state)
        machine.answer(state, answer, seat)
    return state


def simulate(
    program: dict[str, Any],
    games: int = 100,
    seed: int = 0,
    players: int | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    bot: str = "random",
    cards: bool = False,
) -> Report:
    """Let bots of one sort play that many games, with seeds one after another, over that many processes.

    `progress` is told from time to time how many games are over. `cards` counts which cards come into play,
    which takes a little longer. Raises ProcessEnded if a process is ended from outside.
    """
    players = program["game"]["players"][0] if players is None else players
    report = Report(games=games, players=players, seed=seed, bot=bot)
    names = [one["name"] for one in program["entities"]]
    if cards:
        report.cards = Counter(dict.fromkeys(sorted(_cards(load(program)).values()), 0))
    for part in _parts(program, range(seed, seed + games), _Table(players, bot, cards), jobs):
        for one in part:
            _count(report, one, names)
        if progress is not None:
            progress(len(report.lengths))
    return report


@dataclass(frozen=True, slots=True)
class _Table:
    """How each of the games is played."""

    players: int
    bot: str
    cards: bool


def _parts(program: dict[str, Any], seeds: range, table: _Table, jobs: int) -> Iterator[list[Played]]:
    """All games in the order of their seeds, some at a time."""
    size = max(1, min(200 if jobs > 1 else 10, -(-len(seeds) // (jobs * 4))))
    chunks = _chunks(seeds, size)
    if jobs <= 1:
        machine = engine(program)
        yield from (_play_all(machine, chunk, table) for chunk in chunks)
        return
    # A fresh interpreter each: forking a process that has threads or an open display does not end well. Each
    # is given its work at its start, and has a pipe of its own that ends when it does: nobody waits for one
    # that has died, and nothing is shared that it could take along. What a process is started with has to fit
    # into the buffer of a pipe, or writing it to one that has died would wait for ever: so the program goes
    # by a file.
    context = get_context("spawn")
    workers: list[tuple[SpawnProcess, Connection]] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.json"
        path.write_text(json.dumps(program), "utf-8")
        try:
            for number in range(jobs):
                played, told = context.Pipe(duplex=False)
                work = (told, path, table, seeds, size, number, jobs)
                worker = context.Process(target=_play_chunks, args=work, daemon=True)
                worker.start()
                told.close()
                workers.append((worker, played))
            for number in range(len(chunks)):
                yield _received(*workers[number % jobs])
        finally:
            for worker, played in workers:
                played.close()
                worker.terminate()
                worker.join()


def _chunks(seeds: range, size: int) -> list[range]:
    return [seeds[i : i + size] for i in range(0, len(seeds), size)]


def _received(worker: SpawnProcess, played: Connection) -> list[Played]:
    """The next that a process has played."""
    try:
        found: list[Played] = played.recv()
    except (EOFError, OSError):
        worker.join()
        if worker.exitcode == 1:
            raise RuntimeError("a process that plays games has failed, and has said why") from None
        raise ProcessEnded(f"exit code {worker.exitcode}") from None
    return found


def _count(report: Report, one: Played, names: list[str]) -> None:
    report.outcomes[one.outcome] += 1
    report.endings[f"{one.outcome}: {one.rule}" if one.rule else one.outcome] += 1
    report.wins.update(names[winner] for winner in one.winners)
    report.lengths.append(one.choices)
    report.seconds += one.seconds
    if report.cards is not None:
        report.cards.update(one.cards or ())
    if one.outcome in ("stuck", "endless"):
        report.stuck.append(
            {"seed": one.seed, "rule": one.rule, "reason": one.reason, "choices": one.choices, "at": one.at}
        )


def _play_all(machine: Engine, seeds: Sequence[int], table: _Table) -> list[Played]:
    played = []
    for seed in seeds:
        began = process_time()
        state = play_out(machine, seed, table.players, BOTS[table.bot](seed), log=table.cards)
        seconds = process_time() - began
        outcome, winners, reason, rule, at = state.over or ("endless", (), None, None, -1)
        cards = _came_into_play(machine.program, state) if table.cards else None
        played.append(Played(seed, outcome, winners, rule, reason, state.number, seconds, at, cards))
    return played


def _came_into_play(program: Program, state: State) -> frozenset[str]:
    """The cards that went to where their rules are in force, set-up included."""
    cards = _cards(program)
    moved = (event[1:4:2] for event in state.log or () if event[0] == MOVE)
    return frozenset(cards[thing] for thing, to in moved if thing in cards and program.standing[to] != OUT)


def _cards(program: Program) -> dict[int, str]:
    """Every copy of every card, and which card it is one of."""
    return {
        number: str(entity["kind"])
        for number, entity in enumerate(program.entities)
        if program.is_a(entity["kind"], "card")
    }


def _play_chunks(
    told: Connection, path: Path, table: _Table, seeds: range, size: int, number: int, jobs: int
) -> None:
    """What the process of that number plays, of so many: every so manieth chunk."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who began it is interrupted as well, and ends it
    machine = engine(json.loads(path.read_text("utf-8")))
    for chunk in _chunks(seeds, size)[number::jobs]:
        told.send(_play_all(machine, chunk, table))
