"""A seat cannot tell a game from another in which all that it may not know is dealt anew.

Such a twin is made again and again in a game that is played by chance, for one seat after the other. What the
seat sees must be the same in both; after one more answer, too, unless that has shown something.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from support.indistinguishable import Watched, choose, difference
from support.rules import begun
from support.scenarios import program, wander
from tilewright.runtime.bots import RandomBot
from tilewright.runtime.game import Game
from tilewright.runtime.seats.determinize import dealt, unknown
from tilewright.runtime.state.state import NO_NUMBER


@dataclass
class Told:
    """How often the games were compared while they were different."""

    views: int = 0
    answers: int = 0


def twin_of(game: Game, seat: str, luck: int) -> Game:
    """Another game that looks the same to a seat; chance decides alike in both."""
    other = game.clone()
    other.state = dealt(other.state, unknown(game.index, game.state, game.number_of(seat)), luck)
    other.state.r, other.state.log = game.state.r, []
    game.machine.forget(other.state)
    # A back that a seat follows is the one that lies there now, in the same place and at the same height.
    pairs = zip(game.state.z, other.state.z, strict=True)
    moved = {new: old for here, there in pairs for old, new in zip(here, there, strict=True)}
    numbers = other.handles._numbers
    for seen, followed in numbers.items():
        numbers[seen] = {new: followed[old] for new, old in moved.items() if old in followed}
    return other


def alike(one: Game, other: Game, seat: str, chance: Random) -> tuple[list[int], list[int]] | None:
    """An answer that can be given in both games, by what stands on its options; None if there is none."""
    mine, its = one.question(seat), other.question(seat)
    if mine is None or its is None or (mine["prompt"], mine["sort"]) != (its["prompt"], its["sort"]):
        return None
    labels = {option["label"]: option["id"] for option in its["options"]}
    both = [(here["id"], labels[here["label"]]) for here in mine["options"] if here["label"] in labels]
    least, most = max(mine["least"], its["least"]), min(mine["most"], its["most"], len(both))
    if most < least:
        return None
    taken = chance.sample(both, chance.randint(least, most))
    return [here for here, _ in taken], [there for _, there in taken]


def compared(game: Game, seat: str, luck: int, told: Told, where: str) -> None:
    """A game beside its twin, as it stands and after one answer more."""
    other = twin_of(game, seat, luck)
    if game.state.z == other.state.z and game.state.v == other.state.v:
        return
    mine, its = (Watched(each, seat, [seat]) for each in (game.clone(), other))
    assert mine.seen == its.seen, f"{where}: {difference(mine.seen, its.seen)}"
    told.views += 1
    asked, chance = game.waiting()[0], Random(luck)
    if asked == seat:
        question = game.question(seat)
        assert question is not None
        given = (ids := choose(chance, question)), ids
    else:
        found = alike(mine.game, its.game, asked, chance)
        if found is None:
            return
        given = found
    mine.answer(asked, given[0])
    its.answer(asked, given[1])
    if mine.facts == its.facts and mine.game.waiting() == its.game.waiting():
        assert mine.seen == its.seen, f"{where}, then: {difference(mine.seen, its.seen)}"
        told.answers += 1


def played(name: str, mission: str, players: int, seed: int, moments: int, apart: int) -> Told:
    """One game by chance, compared now and then for one seat after the other."""
    game, bot, told = Game.start(program(name, mission), seed, players), RandomBot(seed), Told()
    for moment in range(moments):
        if game.state.q is None:
            break
        seat = game.seats[moment % len(game.seats)]
        compared(
            game,
            seat,
            seed + moment,
            told,
            f"{mission}, {players} players, seed {seed}, moment {moment}, {seat}",
        )
        wander(game, apart, bot)
    return told


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_aboard_can_tell_what_lies_hidden(players: int) -> None:
    told = played("nemesis", "awakening", players, players + 1, 16, 11)
    assert told.views >= 10 and told.answers >= 3


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("mission", ["awakening", "one_crew", "brood", "hard_awakening", "hard_brood"])
def test_over_whole_games_nobody_aboard_can_tell(mission: str, players: int) -> None:
    for seed in range(5):
        played("nemesis", mission, players, seed, 200, 2)


@pytest.mark.parametrize(
    ("name", "mission"),
    [("avp", "specimen"), ("nemesis", "awakening"), ("sniper_elite", None), ("aliens", "last_stand")],
)
def test_compiled_audiences_are_those_of_the_interpreter(name: str, mission: str | None) -> None:
    game = Game.start(program(name, mission), 3)
    bot = RandomBot(3)
    for _ in range(30):
        wander(game, 6, bot)
        for number in map(game.number_of, game.seats):
            walked = unknown(game.index, game.state, number)
            assert unknown(game.index, game.state, number, game.machine.audience) == walked


# ------------------------------------------------------------------ what it has found, in a small game

TABLE = """
kind item is card
kind tile is item:
  identity seen by nobody
tile gem "Gem"
tile rock "Rock"
item rope "Rope"
item lamp "Lamp"
game has:
  row: pile of item
  stock: pile of item, seen by nobody, internal
  spent: pile of item, internal
  lucky = gem in row
  sought: item or none = gem, internal
  found = sought in row
to play:
  move list(gem, rope) to row
  move list(rock, lamp) to stock
  choose n from 1 to 2 by player.1
  reveal gem
  choose m from 1 to 2 by player.1
"""


def test_what_names_a_thing_that_lies_face_down_is_not_to_be_read() -> None:
    game = begun(TABLE)
    assert not {"lucky", "found"} & game.view("player.1")["values"].keys()
    assert game.view()["values"] == {"lucky": True, "found": True}
    game.answer(0)
    assert game.view("player.1")["values"] == {"lucky": True, "found": True}


def test_what_the_rules_put_aside_is_not_on_the_table() -> None:
    game = begun(TABLE)
    piles = {seat: [one["name"] for one in game.view(seat)["piles"]] for seat in ("player.1", None)}
    assert piles == {"player.1": ["row"], None: ["row", "stock", "spent"]}


def test_what_is_seen_to_lie_there_is_known_by_its_kind() -> None:
    kinds = {thing["kind"] for thing in begun(TABLE).view("player.1")["things"] if thing["place"] == "row"}
    assert kinds == {"tile", "rope"}


def test_what_would_be_known_is_not_dealt_into_sight() -> None:
    game = begun(TABLE)
    index, row = game.index, game.index.number("row")
    hidden = unknown(index, game.state, game.number_of("player.1"))
    dealt_there = {tuple(map(index.name, dealt(game.state, hidden, luck).z[row])) for luck in range(20)}
    assert dealt_there == {("gem", "rope"), ("rock", "rope")}


KENNEL = """
words mood: calm, wild, mad
kind wolf is figure:
  hungry: yes/no, seen by nobody
  age: number 3 to 5, seen by nobody
  mood: mood, seen by nobody
  prey: wolf or none, seen by nobody
  wants: list of number, seen by nobody
  best: number or none, seen by nobody
wolf grey "Grey"
wolf white "White"
to play:
  set white.hungry to yes
  set white.age to 4
  set white.mood to wild
  set white.prey to grey
  add 3 to white.wants
  set white.best to 3
  choose n from 1 to 2 by player.1
"""


def test_a_hidden_value_is_dealt_from_what_its_declaration_allows() -> None:
    game = begun(KENNEL, 2)
    number, hidden = game.machine.program.number, unknown(game.index, game.state, 0)
    dealt_values: dict[str, set[Any]] = {
        name: set() for name in ("hungry", "age", "mood", "prey", "wants", "best")
    }
    chance = Random(1)
    for _ in range(60):
        state = dealt(game.state, hidden, chance.getrandbits(64))
        for name, values in dealt_values.items():
            of = {"op": "entity", "name": "white"}
            values.add(game.machine.value(state, {"op": "property", "of": of, "kind": "wolf", "name": name}))
    wolves = {number["grey"], number["white"]}
    assert dealt_values == {
        "hungry": {0, 1},
        "age": {3, 4, 5},
        "mood": {0, 1, 2},
        "prey": wolves,
        "wants": {()},
        "best": {NO_NUMBER},
    }
