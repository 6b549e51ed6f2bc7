"""How many answers a person types in a round: games of greedy bots, counted as the text table takes them.

One line takes a walk, also with the action that it is, and an action with all that is asked before anything
changes: who acts, what it is taken with, and what pays for it. Set-up is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from bench.programs import machine
from bench.timing import figure
from tilewright.runtime.bots import GreedyBot
from tilewright.runtime.game import Game
from tilewright.runtime.questions import document as documents
from tilewright.runtime.state.state import State
from tilewright.runtime.tables.walking import without_numbers
from tilewright.schemas.documents import Document

TABLES = {
    "aliens": ("newt_mission", 3, "round", 38.1),
    "sniper_elite": ("launch_facility", 2, "round_number", 22.3),
    "nemesis": ("awakening", 3, "round_number", 28.0),
    "avp": ("distress_call", 2, "round_number", 79.1),
}
"""Mission, players, the counter of rounds; and how many questions such bots answered in a round when people
had played the games by hand: at 05a7a799, of Nemesis when it had its whole box, at 7f3ab4f3."""
GAMES = 8
WANTED = 0.67


class Given(NamedTuple):
    """An answer, with what was asked."""

    seat: int
    question: Document
    chosen: list[Document]
    position: tuple[object, ...]  # in which it was given

    @property
    def begins(self) -> bool:
        """Whether it is an action of a menu."""
        return self.question["sort"] == "menu" and all(one["action"] for one in self.chosen)

    @property
    def steps(self) -> bool:
        """Whether it is a step on the board."""
        return len(self.chosen) == 1 and bool(self.chosen[0]["space"]) and not self.chosen[0]["thing"]

    @property
    def stops(self) -> bool:
        """Whether it is what is offered instead of going on."""
        return len(self.chosen) == 1 and self.chosen[0]["key"] == "0"

    def is_of(self, before: Given) -> bool:
        """Whether it is what somebody does who was chosen by the answer before."""
        chose = before.question["sort"] == "choose" and before.seat == self.seat and self.begins
        return chose and [self.question["actor"]] == [one["thing"] for one in before.chosen]

    def goes_on(self, before: Given) -> bool:
        """Whether it is of the same walk as the answer before, which may be the action: the same is asked, or
        with fewer steps left.
        """
        if self.seat != before.seat or not (self.steps or self.stops):
            return False
        if not before.steps:
            return before.begins and self.steps
        now, then = self.question["prompt"], before.question["prompt"]
        return without_numbers(now) == without_numbers(then) and _numbers(now) <= _numbers(then)


def answers() -> list[dict[str, object]]:
    """Answers a round, against those of the games that were played by hand."""
    return [_of_game(game) for game in TABLES]


def _of_game(game: str) -> dict[str, object]:
    mission, players, counter, then = TABLES[game]
    of = machine(game, mission)
    lines, rounds = 0, 0
    for seed in range(100, 100 + GAMES):
        played = Game(of, seed, players)
        given = list(_given(played, GreedyBot(seed)))
        began = next(number for number, one in enumerate(given) if one.question["sort"] == "menu")
        lines += typed(given[began:])
        rounds += cast("int", played.state.v[of.program.cells[counter]])
    now = lines / rounds
    return figure(f"{game}: answers a round", now, "", "those of the audit", now / then, WANTED)


def _given(game: Game, bot: GreedyBot) -> Iterator[Given]:
    while game.state.q is not None:
        answer, seat = bot.play(game.machine, game.state)
        ids = (answer,) if isinstance(answer, int) else answer
        name = next(one for one in game.seats if game.number_of(one) == seat)
        question, asked = game.question(name), documents.asked(game.state.q, seat, game.site())
        assert question is not None
        first = 0 if asked is None else asked.first
        chosen = [one for one in question["options"] if one["id"] + first in ids]
        yield Given(seat, question, chosen, _position(game.state))
        game.give(seat, ids)


def _position(state: State) -> tuple[object, ...]:
    return tuple(state.v), tuple(state.at), state.r


def _numbers(prompt: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", prompt)]


def typed(given: list[Given]) -> int:
    """How many lines these answers are."""
    lines = 0
    begun: Given | None = None  # the action that was begun last
    before: Given | None = None
    for one in given:
        part = begun is not None and (begun.seat, begun.position) == (one.seat, one.position)
        part = part or (before is not None and one.is_of(before))
        lines += not part and not (before is not None and one.goes_on(before))
        begun, before = one if one.begins else begun, one
    return lines


BENCHMARKS = (answers,)
