"""What is promised of a program that compiled: it can be played, kept, and played in three ways alike."""

from __future__ import annotations

import json
from typing import Any

from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import Game
from tilewright.runtime.history import replay
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.primitives import DEEP, ENDLESS
from tilewright.runtime.state.state import SEVERAL

from .target import Different, same, same_json


def plays(program: dict[str, Any], seed: int, answers: int, *, keeping: bool, oracle: bool) -> Game:
    """At each moment it is over, or somebody is asked and has an answer.

    With `keeping` a save is loaded and a recording played in the middle; with `oracle` the second
    implementation plays along.
    """
    bot = RandomBot(seed)
    players = program["game"]["players"][seed % 2]
    game = Game.start(program, seed, players)
    session = ReferenceMachine(game.program).play(seed, players) if oracle else None
    for number in range(answers):
        question = game.state.q
        if (question is None) != (game.state.over is not None):
            raise Different(f"a dead end: {question} and {game.state.over}")
        if session is not None:
            what = f"engine and oracle: answer {number}"
            same(_position(game.state, session.state), _position(session.state, game.state), what)
        if question is None:
            break
        if not question[1] and not (question[0] == SEVERAL and question[3] == 0):
            raise Different(f"nothing can be answered: {question}")
        answer, seat = bot.answer(question)
        game.give(seat, [answer] if isinstance(answer, int) else list(answer))
        if session is not None:
            session.answer(answer, seat)
    over = game.state.over
    if over is not None and over.outcome == "stuck" and over.rule is None and over.at < 0:
        raise Different(f"neither rule nor place: {over}")
    for viewer in (None, *game.seats):
        json.dumps(game.view(viewer))
    if keeping:
        kept(game)
    return game


def kept(game: Game) -> None:
    """A save leads to the same game, and so does a recording."""
    document = json.loads(json.dumps(game.save()))
    again = Game.load(game.engine, document)
    same(again.digest(), game.digest(), "save and load: digest")
    same_json(again.save(), document, "save and load: save")
    recording = replay.document(game)
    other = Game(game.engine, recording["seed"], recording["players"])
    result = replay.play(other, recording["answers"])
    same(result.diverged, None, "replay: diverged")
    same(other.digest(), game.digest(), "replay: digest")
    for seat in (None, *game.seats):
        # Both begin anew: handles are numbered as a seat first looks at things.
        same_json(again.view(seat), other.view(seat), "save and load: view")


def _position(state: Any, other: Any) -> tuple[Any, ...]:
    """Where both ran out of their budgets, each does so in its own rule, and what came before may differ."""
    if all(one.over is not None and one.over.reason in (ENDLESS, DEEP) for one in (state, other)):
        return ("stuck",)
    found: tuple[Any, ...] = state.position()
    return found
