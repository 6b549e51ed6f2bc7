"""Tiny games in the language, played on both back ends at once: `play(text, answers)` gives the end of it.

Answers are what the options mean: the name of a thing, a number, the label of an alternative, the name of an
action, a list of these where several may be named. At every question the two must agree, a saved state must
read back as itself, and a copy must go on alike.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.engine.engine import Machine, link
from tilewright.runtime.evaluating.program_index import ProgramIndex
from tilewright.runtime.game import Game
from tilewright.runtime.questions.document import is_thing
from tilewright.runtime.questions.prompts import QuestionSite, site_now
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.state import ELSE, TOGETHER, State

HEAD = """system tiny:
  players: 1 to 3
  begins: play
"""


@cache
def rules(text: str) -> Machine:
    """The machine of a game; the head of its first file is added if it has none."""
    source = text if text.lstrip().startswith("system") else f"{HEAD}\n{text}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.wright"
        path.write_text(source, encoding="utf-8")
        package, found = read_package(path)
        assert package is not None, found
        compiled = compile_package(package)
        assert compiled.program is not None, "\n".join(map(str, compiled.problems))
        return link(compiled.program)


HANDS = """
kind note is card
note plan "Plan"
note map "Map"
game has:
  deck: pile of note, seen by nobody
player has:
  hand: pile of note, seen by this
to play:
  repeat:
    for each player:
      choose one by player:
        "Draw":
          if deck is not empty: move deck.top to player.hand
        "Wait": say "{player} waits."
mission day "Day":
  setup: move all(notes) to deck
"""
"""Two cards for two players who hide what they have drawn."""


def begun(text: str, players: int = 1, seed: int = 1) -> Game:
    """The same as a game with views and a log, at its first question."""
    return Game.start(rules(text).program.data, seed, players)


class Played:
    """A game after some answers."""

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine = machine
        self.state = state
        self.index = ProgramIndex(machine.program)

    @property
    def over(self) -> str | None:
        """How it ended, None while it goes on."""
        return None if self.state.over is None else str(self.state.over.outcome)

    @property
    def why(self) -> str:
        """What the engine says about a game that is stuck, and which rule it names."""
        assert self.state.over is not None
        return f"{self.state.over.reason} [{self.state.over.rule}]"

    @property
    def options(self) -> list[Any]:
        """What the options of the open question mean."""
        question = self.state.q
        assert question is not None, f"nothing is asked: {self.state.over}"
        site = site_now(self.machine, self.index, self.state)
        asked = question[1] if question[0] != TOGETHER else [one for each in question[1] for one in each[2]]
        more = [
            list(self.machine.program.data["menus"].values())[menu]["actions"][action]
            for _, menu, action in self.machine.any_time(self.state)
        ]
        return [*(self.meaning(site, value) for value in asked), *more]

    def meaning(self, site: QuestionSite, value: int) -> Any:
        """What an option means to the author of the rules."""
        data = self.machine.program.data
        text = site.other if value == ELSE else site.labels[value] if site.labels and value >= 0 else None
        if text is not None:
            return data["texts"].get(text[0], text[0])
        if value == ELSE:
            return "No"
        if site.menu is not None and value >= 0:
            return data["menus"][site.menu]["actions"][value]
        thing = value >= 0 and is_thing(site.kind, value, self.index.size)
        return self.index.name(value) if thing else value

    def game(self, name: str) -> Any:
        """A property of the game."""
        return self.machine.value(self.state, {"op": "game", "property": name})

    def of(self, thing: str, name: str) -> Any:
        """A stored property of a thing."""
        program = self.machine.program
        number = program.number[thing]
        kind = program.declared_by(program.entities[number]["kind"], name)
        of = {"op": "entity", "name": thing}
        return self.machine.value(self.state, {"op": "property", "of": of, "kind": kind, "name": name})

    def where(self, thing: str) -> str:
        """The name of the place in which a thing lies."""
        names = {number: name for name, number in self.machine.program.number.items()}
        return names[self.state.at[self.machine.program.number[thing]]]


def play(text: str, *answers: Any, players: int = 1, seed: int = 1) -> Played:
    """Play a game from its beginning with these answers; an answer `(seat, what)` comes from that player."""
    machine = rules(text)
    state = machine.start(seed, players)
    told = machine.start(seed, players, log=True)
    oracle = ReferenceMachine(machine.program).play(seed, players)
    played = Played(machine, state)
    same(state, told, oracle.state)
    first = machine.program.players[0]
    for answer in answers:
        seat, what = answer if isinstance(answer, tuple) else (None, answer)
        options = played.options
        player = None if seat is None else first + seat - 1
        begins = own_begin(state, player)
        ids = (
            [options.index(one, begins) for one in what]
            if isinstance(what, list)
            else options.index(what, begins)
        )
        read = machine.load(json.loads(json.dumps(state.to_json())))
        assert read == state
        copy = state.clone()
        for one in (state, told, read, copy):
            machine.answer(one, ids, player)
        oracle.answer(tuple(ids) if isinstance(ids, list) else ids, player)
        assert state == read == copy
        same(state, told, oracle.state)
    return played


def own_begin(state: State, player: int | None) -> int:
    """Where the options of a player begin among those of all who are asked at once."""
    begins = 0
    if state.q is not None and state.q[0] == TOGETHER and player is not None:
        for _, seats, options, *_ in state.q[1]:
            if player in seats:
                break
            begins += len(options)
    return begins


def same(state: State, told: State, other: State) -> None:
    """The engine without a log, with one, and the oracle stand at the same position."""
    assert state.position() == told.position()
    mine, its = list(state.position()), list(other.position())
    if state.over is not None and state.over.outcome == "stuck":
        # How far a rule without end came is each one's own affair, but not whose rule it was.
        assert (state.over.outcome, state.over.rule) == (other.over or ())[0:4:3]
        return
    assert mine == its
