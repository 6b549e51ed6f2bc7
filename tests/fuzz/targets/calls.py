"""Calls of the API in any order, with right, wrong and absurd arguments.

What is refused changes nothing; a copy goes its own way; redo brings back what undo took; in the end a save
is loaded and a recording played, and both are the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from time import process_time
from typing import Any

from support.scenarios import machine, players
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import CannotUndo, Game, NotOffered
from tilewright.runtime.history.manual_edits import ManualEdit, settable

from .. import bases
from ..playing import kept
from ..target import Input, Target, fewer_in, same, same_json

_IDS = (-1, 0, 1, 2, 3, 7, 40, 99, 10**6, 2**63, -(2**63), 10**30)
_SEATS = (
    "player.1",
    "player.2",
    "player.3",
    "player.9",
    "player",
    "",
    "table",
    "chance",
    "\0",
    "deck",
    "none",
)
_SORTS = ("move", "draw", "set", "shuffle", "flip", "given", "x", "")
_WORDS = ("", "none", "yes", "3", "-1", "9" * 12, "x", "a, b", "player.1", "bottom", "\0", "²")
_OPS = (
    "answer",
    "answer",
    "answer",
    "junk",
    "junk",
    "adjust",
    "adjust",
    "put",
    "undo",
    "undo",
    "redo",
    "clone",
    "note",
    "keep",
    "look",
)
Call = list[Any]


class Calls(Target):
    name = "api"
    share = 4.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        game = chance.choice(bases.LARGE) if chance.random() < 0.01 else chance.choice(bases.GAMES)
        calls = [_call(chance) for _ in range(chance.choice((3, 8, 12, 20)))]
        return {
            "game": game,
            "seed": chance.choice((1, 2, 2**64 - 1)),
            "most": chance.random() < 0.7,
            "calls": calls,
        }

    def judge(self, data: Input) -> None:
        game = _begun(data["game"], data["seed"], data["most"])
        bot = RandomBot(data["seed"])
        copies: list[tuple[Game, str]] = []
        for call in data["calls"]:
            before = _all(game)
            try:
                _do(game, bot, call, copies)
            except (NotOffered, CannotUndo, ValueError) as refused:
                str(refused)
                same(_all(game), before, f"{call[0]} was refused")
        for copy, digest in copies:
            same(copy.digest(), digest, "a copy goes its own way")
        kept(game)

    def usual(self, data: Input) -> float:
        """Some games take long to look at, and every call looks; some at a save and a recording, too."""
        return (len(data["calls"]) + 1) * _usual(data["game"], data["most"])

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "calls")


def _begun(name: str, seed: int, most: bool) -> Game:
    return Game(machine(name), seed, players(name)[-1 if most else 0])


@cache
def _usual(name: str, most: bool) -> float:
    """How long it takes to keep a game that has just begun."""
    game = _begun(name, 1, most)
    began = process_time()
    kept(game)
    return process_time() - began


def _call(chance: Random) -> Call:
    name = chance.choice(_OPS)
    pick = chance.randrange(10_000)
    seat = None if chance.random() < 0.3 else chance.choice(_SEATS)
    match name:
        case "junk":
            ids = chance.choices(_IDS, k=chance.choice((0, 1, 1, 2, 5)))
            return [name, ids, seat]
        case "adjust":
            words = [
                chance.choice((*_WORDS, 0, 1, 2, 3)) if chance.random() < 0.5 else chance.randrange(500)
                for _ in range(chance.choice((1, 2, 2, 3, 3, 4)))
            ]
            return [name, chance.choice(_SORTS), words, seat]
        case "put":
            return [name, pick, chance.choice(_WORDS), seat]
        case _:
            return [name, pick, seat]


def _do(game: Game, bot: RandomBot, call: Call, copies: list[tuple[Game, str]]) -> None:
    name, *rest, seat = call
    match name:
        case "answer" if game.state.q is not None:
            answer, by = bot.answer(game.state.q)
            if rest[0] % 2:
                game.give(by, [answer] if isinstance(answer, int) else list(answer))
            elif (asked := game.question(game.index.name(by))) is not None and asked["options"]:
                game.answer(asked["options"][rest[0] % len(asked["options"])]["id"], game.index.name(by))
        case "junk":
            game.answer(rest[0], seat)
        case "adjust":
            names = [one["name"] for one in (*game.index.entities, *game.index.places) if one.get("name")]
            words = [names[one % len(names)] if isinstance(one, int) else one for one in rest[1]]
            game.adjust(ManualEdit(rest[0], tuple(words)), seat)
        case "put":
            view = game.view(None)
            owners = [
                "",
                *(one["handle"] for one in view["things"]),
                *(one["name"] for one in view["players"]),
            ]
            owner = owners[rest[0] % len(owners)]
            for one in settable(view, game.index, owner)[:1]:
                value = one.words[rest[0] % len(one.words)] if one.words and rest[0] % 3 else rest[1]
                game.adjust(ManualEdit("set", (owner, one.name, value)), seat)
        case "undo":
            digest = game.digest()
            game.undo(seat)
            if rest[0] % 2:
                game.redo()
                same(game.digest(), digest, "undo and redo")
        case "redo":
            game.redo(seat)
        case "clone" if len(copies) < 3:
            copies.append((game.clone(), game.digest()))
        case "note":
            game.note(_WORDS[rest[0] % len(_WORDS)], rest[0] % 7)
        case "keep":
            kept(game)
        case "look":
            game.view(seat)
            game.log(seat)
            same_json(game.view(seat), game.clone().view(seat), "the view of a copy")


def _all(game: Game) -> tuple[Any, ...]:
    """Everything that a refusal must leave as it was."""
    return game.digest(), len(game.answers), len(game.steps), game.numbers(), game.log_lengths(), game.next
