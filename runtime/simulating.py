"""Many games of bots, counted: how they end, how long they are, which cards come to the table.

Who answers is in bots.py, how a game is played out in playouts.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from statistics import mean, median

from tilewright.host.children import Child, Ended, give_all
from tilewright.schemas.documents import Document

from .engine.campaign import engine
from .playouts import GOING, Played, PlayoutSetup, cards_of, play_all
from .state.program import load

EXAMPLES = 20  # stuck games that a report names


class ProcessEnded(Exception):
    """A process that played games was ended from outside."""


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
    stuck: list[Document] = field(default_factory=list)
    cards: Counter[str] | None = None

    @property
    def choices(self) -> int:
        return sum(self.lengths)

    @property
    def choices_per_second(self) -> float:
        """Choices answered in a second of one processor."""
        return self.choices / self.seconds if self.seconds else 0.0

    def to_json(self) -> Document:
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


def simulate(  # noqa: PLR0913 (settings, each with a default)
    program: Document,
    games: int = 100,
    seed: int = 0,
    players: int | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    bot: str = "random",
    cards: bool = False,
    going: Callable[[Played], None] | None = None,
) -> Report:
    """Let bots of one sort play that many games, with seeds one after another, over that many processes.

    `progress` is told from time to time how many games are over, `going` of a game that is long, while it
    goes on. `cards` counts which cards come into play, which takes a little longer.

    Raises ProcessEnded if a process is ended from outside.
    """
    players = program["game"]["players"][0] if players is None else players
    report = Report(games=games, players=players, seed=seed, bot=bot)
    names = [one["name"] for one in program["entities"]]
    if cards:
        report.cards = Counter(dict.fromkeys(sorted(cards_of(load(program)).values()), 0))
    table = PlayoutSetup(players, bot, cards)
    seeds = range(seed, seed + games)
    with closing(_games(program, seeds, table, min(jobs, games), going or (lambda _: None))) as played:
        for one in played:
            _count(report, one, names)
            done = len(report.lengths)
            if progress is not None and (done == games or done % 10 == 0):
                progress(done)
    return report


def _games(
    program: Document, seeds: range, table: PlayoutSetup, jobs: int, going: Callable[[Played], None]
) -> Generator[Played, None, None]:
    """All games in the order of their seeds."""
    if jobs <= 1:
        yield from play_all(engine(program, telling=table.cards), seeds, table, going)
        return
    # Each has all its work from the start and a pipe of its own that ends when it does: nobody waits for one
    # that has died, and nothing is shared that it could take along.
    with ExitStack() as running:
        workers = [running.enter_context(Child("tilewright.runtime.playouts")) for _ in range(jobs)]
        try:
            give_all(workers, program)
            for number, worker in enumerate(workers):
                own = seeds[number::jobs]
                worker.give([table, [own.start, own.stop, own.step]])
            games = [_told(worker) for worker in workers]
            for number in range(len(seeds)):
                while (one := next(games[number % jobs])).outcome == GOING:
                    going(one)
                yield one
        except Ended as ended:
            if ended.code == 1:
                raise RuntimeError(f"a process that plays games has failed: {ended}\n{ended.said}") from None
            raise ProcessEnded(f"exit code {ended.code}") from None


def _told(worker: Child) -> Iterator[Played]:
    """The games that a process plays, as it tells of them."""
    while True:
        yield from (Played(*one) for one in worker.told())


def _count(report: Report, one: Played, names: list[str]) -> None:
    report.outcomes[one.outcome] += 1
    report.endings[f"{one.outcome}: {one.rule}" if one.rule else one.outcome] += 1
    report.wins.update(names[winner] for winner in one.winners)
    report.lengths.append(one.choices)
    report.seconds += one.seconds
    if report.cards is not None:
        report.cards.update(one.cards)
    if one.outcome in ("stuck", "endless"):
        report.stuck.append(
            {"seed": one.seed, "rule": one.rule, "reason": one.reason, "choices": one.choices, "at": one.at}
        )
