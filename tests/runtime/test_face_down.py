"""What lies face down may be anybody: two games that differ only in that look the same to enemies."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from support.indistinguishable import Watched, choose, difference
from support.scenarios import program
from tilewright.runtime.game import Game
from tilewright.runtime.state.state import NONE

MISSION = "dark_corridors"
HIDERS = {"aliens": "player.2", "predators": "player.3"}
TOKENS = {"aliens": "alien_ping", "predators": "predator_ping"}
SWAPPED = ("stands_for", "decoy")  # what a token is


@dataclass
class Told:
    """How much was compared while the games were different."""

    moments: int = 0
    answers: int = 0


def tokens(game: Game, side: str) -> list[int]:
    """The tokens of a side on the ship, face down."""
    rules, v = game.program, game.state.v
    face, decoy = (rules.columns["fighter", name].base for name in SWAPPED)
    return [
        one
        for one in range(*rules.range("ping"))
        if game.index.entities[one]["kind"] == TOKENS[side]
        and (v[face + one] != NONE or v[decoy + one])
        and game.state.at[one] != rules.box
    ]


def swap(game: Game, one: int, other: int) -> None:
    """Let two tokens stand for what the other stood for."""
    for name in SWAPPED:
        base = game.program.columns["fighter", name].base
        v = game.state.v
        v[base + one], v[base + other] = v[base + other], v[base + one]
    game.machine.forget(game.state)


def sorts(game: Game, one: int) -> str:
    """Which kind of figure a token stands for."""
    face = game.state.v[game.program.columns["fighter", "stands_for"].base + one]
    return "decoy" if face == NONE else game.index.entities[face]["kind"]  # type: ignore[index]


def twins(seed: int, players: int, side: str) -> tuple[Watched, Watched, tuple[int, int]] | None:
    """Two games that differ only in which of two tokens of a side is which."""
    game = Game.start(program("avp", MISSION), seed, players)
    pairs = [
        pair for pair in combinations(tokens(game, side), 2) if sorts(game, pair[0]) != sorts(game, pair[1])
    ]
    if not pairs:
        return None
    pair = Random(seed).choice(pairs)
    watchers = [seat for seat in game.seats if seat != HIDERS[side]]
    other = game.clone()
    swap(other, *pair)
    assert game.view(HIDERS[side]) != other.view(HIDERS[side]), "whose tokens they are knows who is who"
    return Watched(game, HIDERS[side], watchers), Watched(other, HIDERS[side], watchers), pair


def common(one: Game, other: Game, seat: str, chance: Random) -> tuple[list[int], list[int]] | None:
    """An answer of the hider that can be given in both games, by what stands on it."""
    mine, its = one.question(seat), other.question(seat)
    if mine is None or its is None or mine["prompt"] != its["prompt"] or mine["sort"] == "several":
        return None
    labels = {option["label"]: option["id"] for option in its["options"]}
    both = [
        (option["id"], labels[option["label"]]) for option in mine["options"] if option["label"] in labels
    ]
    if not both:
        return None
    first, second = chance.choice(both)
    return [first], [second]


def played(seed: int, players: int, side: str, answers: int, told: Told) -> None:
    """Play both until one of the two tokens is no longer what it was, or what is known differs."""
    begun = twins(seed, players, side)
    if begun is None:
        return
    one, other, pair = begun
    chance = Random(seed)
    for number in range(answers):
        if (
            one.game.state.q is None
            or other.game.state.q is None
            or one.game.waiting() != other.game.waiting()
        ):
            return
        seat = one.game.waiting()[0]
        if seat == HIDERS[side]:
            given = common(one.game, other.game, seat, chance)
            if given is None:
                return
        else:
            question = one.game.question(seat)
            assert question is not None
            ids = choose(chance, question)
            given = ids, ids
        one.answer(seat, given[0])
        other.answer(seat, given[1])
        if one.facts != other.facts or any(token not in tokens(one.game, side) for token in pair):
            return
        assert one.game.digest() != other.game.digest()
        assert len(one.seen) == len(other.seen), f"seed {seed}, answer {number}"
        for mine, its in zip(one.seen, other.seen, strict=True):
            assert mine == its, f"seed {seed}, answer {number}: {difference(mine, its)}"
        told.moments += len(one.seen)
        told.answers += 1
        one.begin()
        other.begin()


@pytest.mark.parametrize(("players", "side"), [(2, "aliens"), (3, "aliens"), (3, "predators")])
def test_enemies_cannot_tell_one_token_from_another(players: int, side: str) -> None:
    told = Told()
    for seed in range(20):
        if told.answers <= 15:
            played(seed, players, side, 15, told)
    assert told.answers > 15 and told.moments > 15


@pytest.mark.soak
@pytest.mark.parametrize(("players", "side"), [(2, "aliens"), (3, "aliens"), (3, "predators")])
def test_over_many_games_enemies_cannot_tell_one_token_from_another(players: int, side: str) -> None:
    told = Told()
    for seed in range(100):
        played(seed, players, side, 400, told)
    assert told.answers > 3000
