"""What lies face down may be anybody: two games that differ only in that look the same to enemies.

All that a seat can get is compared: its view with the question, its options and the log, what it is told if
it tries what it may not, what it can take back (`seen_by`), and besides the odds, what is foreseen, why
something cannot be chosen, and what bots would do in its place (`thought_by`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from support.indistinguishable import Watched, choose, difference
from support.scenarios import ROOT, program, wander
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.playable import missions
from tilewright.runtime.bots import GreedyBot, RandomBot
from tilewright.runtime.game import Game
from tilewright.runtime.hints.foreseen import foreseen
from tilewright.runtime.hints.odds import odds
from tilewright.runtime.hints.why_excluded import reasons
from tilewright.runtime.history.manual_edits import move, put
from tilewright.runtime.state.state import NONE
from tilewright.runtime.stories.testing import with_settings

PACKAGE, _ = read_package(ROOT / "avp")
assert PACKAGE is not None
MISSIONS = list(missions(PACKAGE))

TOKENS = {"aliens": "alien_ping", "predators": "predator_ping"}  # marines are chosen when they are turned up
SWAPPED = ("stands_for", "decoy")  # what a token is
OPTIONS = 3  # of so many options the odds are asked
BEFORE = (0, 0, 8, 24, 60)  # answers by chance before the twin is made

Table = tuple[int, dict[str, int], str]
TABLES: dict[str, Table] = {
    "two without marines, aliens hide": (2, {"left_out": 1}, "aliens"),
    "two without marines, predators hide": (2, {"left_out": 1}, "predators"),
    "two without aliens, predators hide": (2, {"left_out": 2}, "predators"),
    "two without predators, aliens hide": (2, {"left_out": 3}, "aliens"),
    "two, and aliens that nobody leads": (2, {"left_out": 2, "fewest_sides": 3}, "aliens"),
    "two, and predators whom nobody leads": (2, {"left_out": 3, "fewest_sides": 3}, "predators"),
    "three, aliens hide": (3, {}, "aliens"),
    "three, predators hide": (3, {}, "predators"),
    "one, against aliens": (1, {"fewest_sides": 3}, "aliens"),
    "one, against predators": (1, {"fewest_sides": 3}, "predators"),
    "one with predators, against aliens": (1, {"alone_as": 3, "fewest_sides": 3}, "aliens"),
    "one with aliens, against predators": (1, {"alone_as": 2, "fewest_sides": 3}, "predators"),
}
"""How many players, with which settings, and the side that hides, whether somebody leads it or not."""

TURNED_UP = {
    ("dark_corridors", "one with aliens, against predators"),
    ("arena", "one, against predators"),
    ("arena", "one with aliens, against predators"),
}
"""Where no token lies face down when somebody is asked for the first time: hunters have met the horde."""

QUICK = [(mission, list(TABLES)[number % len(TABLES)]) for number, mission in enumerate(MISSIONS, -1)]


@dataclass
class Told:
    """How much was compared while the games were different."""

    moments: int = 0
    answers: int = 0
    thoughts: int = 0


@cache
def rules(mission: str, table: str) -> dict[str, Any]:
    return with_settings(program("avp", mission), TABLES[table][1])


def leader(game: Game, side: str) -> str | None:
    """The seat that leads a side, if any does."""
    one = game.state.v[game.program.columns["faction", "player"].base + game.index.number(side)]
    assert isinstance(one, int)
    return None if one == NONE else game.index.name(one)


def tokens(game: Game, side: str) -> list[int]:
    """The tokens of a side on the ship of which not all have seen what they are."""
    rules, v = game.program, game.state.v
    face, decoy, face_up = (rules.columns["fighter", name].base for name in (*SWAPPED, "face_up"))
    return [
        one
        for one in range(*rules.range("ping"))
        if game.index.entities[one]["kind"] == TOKENS[side]
        and (v[face + one] != NONE or v[decoy + one])
        and not v[face_up + one]
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


def twins(game: Game, side: str, chance: Random) -> tuple[Watched, Watched, tuple[int, int]] | None:
    """Two games that differ only in which of two tokens of a side is which."""
    pairs = [
        pair for pair in combinations(tokens(game, side), 2) if sorts(game, pair[0]) != sorts(game, pair[1])
    ]
    if not pairs or game.state.q is None:
        return None
    pair, hider = chance.choice(pairs), leader(game, side)
    watchers = [seat for seat in game.seats if seat != hider]
    other = game.clone()
    swap(other, *pair)
    assert game.view(hider) != other.view(hider), "whose tokens they are knows who is who"
    return Watched(game, hider or "", watchers), Watched(other, hider or "", watchers), pair


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


def thought_by(game: Game, seat: str, pair: tuple[int, int], luck: int) -> list[Any]:
    """What somebody who is asked can have worked out: the odds, what an option will change, why the tokens
    are not among the choices, and what bots would answer.
    """
    question, number = game.question(seat), game.number_of(seat)
    assert question is not None
    ids = [one["id"] for one in question["options"]]
    some = Random(luck).sample(ids, min(len(ids), OPTIONS))
    bots = [bot.play(game.machine, game.state.clone(), number) for bot in (RandomBot(luck), GreedyBot(luck))]
    return [
        [odds(game, seat, one) for one in some],
        [foreseen(game, seat, one) for one in some],
        [reasons(game, seat, game.index.name(one)) for one in pair],
        bots,
    ]


def under_fire(deed: str) -> tuple[Game, tuple[int, int]]:
    """A flame trooper is asked where to, and on two tiles there a stalker and an infant hide."""
    game, picked = Game.start(rules("dark_corridors", "two without predators, aliens hide"), 1, 2), []
    for sort, tile in (("stalker", "c1"), ("infant_warrior", "d1")):
        token = next(one for one in tokens(game, "aliens") if sorts(game, one) == sort)
        name = game.index.name(token)
        game.adjust(put(name, "hidden", "yes"))
        game.adjust(move(name, tile))
        picked.append(token)
    game.adjust(move("flame_trooper.1", "b1"))
    for _ in range(40):
        seat = game.waiting()[0]
        question = game.question(seat)
        assert question is not None
        if question["prompt"].startswith(deed):
            return game, (picked[0], picked[1])
        options = question["options"]
        plain = [one for one in options if one["action"] is None or question["sort"] == "menu"]
        wanted = ("Flame trooper 1 at b1", deed, "Pass", "No", "Keep it")
        named = [one for label in wanted for one in plain if one["label"] == label]
        game.answer((named or plain[-1:])[0]["id"], seat)
    raise AssertionError("nobody shoots")


def played(mission: str, table: str, seed: int, answers: int, told: Told, thoughts: int) -> None:
    """Play both until one of the two tokens is no longer what it was, or what is known differs."""
    players, _, side = TABLES[table]
    chance, game = Random(seed), Game.start(rules(mission, table), seed, players)
    wander(game, chance.choice(BEFORE), RandomBot(seed))
    begun = twins(game, side, chance)
    if begun is None:
        return
    one, other, pair = begun
    hider = one.hider
    where = f"{mission}, {table}, seed {seed}"
    assert one.seen == other.seen, f"{where}: {difference(one.seen, other.seen)}"
    for number in range(answers):
        if (
            one.game.state.q is None
            or other.game.state.q is None
            or one.game.waiting() != other.game.waiting()
        ):
            return
        seat = one.game.waiting()[0]
        if seat == hider:
            given = common(one.game, other.game, seat, chance)
            if given is None:
                return
        else:
            question = one.game.question(seat)
            assert question is not None
            if told.thoughts < thoughts:
                mine, its = (thought_by(each.game, seat, pair, seed + number) for each in (one, other))
                assert mine == its, f"{where}, answer {number}: {difference(mine, its)}"
                told.thoughts += 1
            ids = choose(chance, question)
            given = ids, ids
        one.answer(seat, given[0])
        other.answer(seat, given[1])
        if one.facts != other.facts or any(token not in tokens(one.game, side) for token in pair):
            return
        assert one.game.digest() != other.game.digest()
        assert len(one.seen) == len(other.seen), f"{where}, answer {number}"
        for mine, its in zip(one.seen, other.seen, strict=True):
            assert mine == its, f"{where}, answer {number}: {difference(mine, its)}"
        told.moments += len(one.seen)
        told.answers += 1
        one.begin()
        other.begin()


def test_every_mission_and_every_table_takes_part() -> None:
    assert len(MISSIONS) == len(set(MISSIONS)) == 12
    assert {table for _, table in QUICK} == set(TABLES)


@pytest.mark.parametrize(("mission", "table"), QUICK)
def test_enemies_cannot_tell_one_token_from_another(mission: str, table: str) -> None:
    told = Told()
    for seed in range(20):
        if told.answers <= 4:
            played(mission, table, seed, 5, told, thoughts=1)
    assert told.answers > 4 and told.moments > 4 and told.thoughts


@pytest.mark.parametrize(("deed", "chance_decides"), [("Burning inferno", True), ("Shooting", False)])
def test_nobody_who_shoots_can_work_out_who_hides(deed: str, chance_decides: bool) -> None:
    """Who it is decides what comes of it, so that odds, bots and what is foreseen would tell if they knew."""
    game, pair = under_fire(deed)
    if chance_decides:  # no card answers, and the dice fall at once
        for card in game.state.z[game.index.number("player.2.hand")]:
            game.adjust(move(game.index.name(card), "player.2.discards"))
    other = game.clone()
    swap(other, *pair)
    assert game.view("player.1") == other.view("player.1") and game.view("player.2") != other.view("player.2")
    found = []
    for luck in range(6):
        mine, its = (thought_by(each, "player.1", pair, luck) for each in (game, other))
        assert mine == its, difference(mine, its)
        found.append(mine)
    assert any(any(one[0]) for one in found) == chance_decides, "odds were compared"
    assert any(any(one[1]) for one in found), "what is foreseen was compared"


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("mission", MISSIONS)
def test_over_many_games_enemies_cannot_tell_one_token_from_another(mission: str, table: str) -> None:
    told = Told()
    for seed in range(30):
        if told.answers <= 25:
            played(mission, table, seed, 60, told, thoughts=3)
    if (mission, table) not in TURNED_UP:
        assert told.answers > 2 and told.thoughts
