"""Why one thing, space or card is not among the choices: what stands against it, and never what is hidden."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from support.rules import begun
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.hints.why_excluded import reasons
from tilewright.runtime.seats.determinize import dealt, unknown
from tilewright.runtime.tables.session import TableSession

FIELD = """system field:
  players: 1 to 2
  begins: play

kind weapon is card:
  range: number 0 to 9
  cost: number 0 to 9
kind fighter is figure:
  energy: number 0 to 9
  asleep: yes/no
  side: one of red, blue
  hand: pile of weapon
kind mask is token:
  identity seen by nobody
  worth: number 0 to 9
kind bat is token
game has:
  shelf: pile of weapon
  alarm: yes/no
  noise: number
fighter ogre "Ogre":
  side: red
fighter imp "Imp":
  side: blue
  copies: 4
weapon axe "Axe":
  range: 1
weapon bow "Bow":
  range: 3
  cost: 5
weapon club "Club":
  range: 2
  cost: 9
weapon whip "Whip"
mask ghost "Ghost":
  worth: 5
mask goblin "Goblin":
  worth: 1

relation step between squares [F-1]:
  joins sides
relation near between squares, "is near to" [F-2]:
  joins sides
relation climb between squares:
  joins corners

define doubled(n: number): number = n * 2
define load_of(who: fighter) = who.hand
define price_for(who: fighter): number = who.energy + 3
define can_be_hit(who: fighter): yes/no [F-7] = who.side is blue and not who.asleep

board field of square:
  drawing:
    +---+---+---+---+---+
    | .   .   .   .   . |
    +---+---+---+---+---+

menu moves "Moves" for fighter
action attack "Attack" by (actor: fighter) with (weapon from actor.hand) at (
    enemy: fighter from fighters where can_be_hit(it) and steps(actor, it, step) <= weapon.range) [F-3]:
  in moves
  takes 2 of actor.energy
  needs weapon.cost <= actor.energy, "The {weapon} is too heavy"
  lower actor.energy by 1
action walk "Walk" by (actor: fighter) to (
    square from neighbours(actor.space, step) where no it.figures) [F-4]:
  in moves
  move actor to square
action rest "Rest" by (actor: fighter):
  in moves
  raise actor.energy by 1

mission duel "Duel":
  board: field
  setup:
    move ogre to a1
    move imp.1 to b1
    move imp.2 to c1
    move imp.3 to e1
    move imp.4 to d1
    set imp.2.asleep to yes
    set ogre.energy to 6
    move axe to ogre.hand
    move bow to ogre.hand
    move club to ogre.hand
    move whip to shelf
    move ghost to a1
    move goblin to b1
"""

TURN = """
to play:
  offer moves to ogre
  win
"""


def asked(text: str = TURN, answers: tuple[str, ...] = ()) -> Game:
    game = begun(FIELD + text)
    for label in answers:
        question = game.question()
        assert question is not None
        game.answer(next(one["id"] for one in question["options"] if one["label"] == label))
    return game


def why(name: str, text: str = TURN, answers: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    return reasons(asked(text, answers), "player.1", name)


def choosing(what: str) -> str:
    return f'to play:\n  choose x from {what}, or "None": done\n  win\n'


def test_what_is_chosen_is_kept_out_by_the_first_condition_that_fails() -> None:
    at_enemy = ("Attack", "Bow")
    assert why("imp.2", answers=at_enemy) == [("", "Imp 2 is asleep.", "F-7")]
    assert why("ogre", answers=at_enemy) == [("", "Side of Ogre is red, not blue.", "F-7")]
    assert why("imp.3", answers=at_enemy) == [
        ("", "Way from Ogre to e1 is 4, and at most 3 is allowed.", "F-3")
    ]


def test_a_choice_for_which_the_rest_of_the_action_fails_has_that_reason() -> None:
    assert why("club", answers=("Attack",)) == [("", "The Club is too heavy", "F-3")]


def test_over_a_menu_each_action_says_why_it_does_not_go_there() -> None:
    assert why("b1") == [("Walk", "Imp 1 is at b1.", "F-4")]
    assert why("c1") == [("Walk", "No step leads from a1 to c1.", "F-1")]
    assert why("a1") == [("Walk", "It is the same place.", "F-1")]
    assert why("imp.2") == [("Attack", "Imp 2 is asleep.", "F-7")]
    assert why("imp.1") == [], "it can be attacked"
    assert why("ghost") == [], "no action asks for such a thing"


def test_an_action_that_cannot_be_taken_at_all_says_so_itself() -> None:
    tired = "to play:\n  set ogre.energy to 1\n  move imp.1 to imp.3.space\n  offer moves to ogre\n  win\n"
    assert why("imp.1", tired) == [], "the question tells it once, not over every target"
    question = asked(tired).question()
    assert question is not None
    assert [(one["action"], one["reason"]) for one in question["refused"]] == [
        ("attack", "2 energy needed, 1 left.")
    ]


PRICE = "Price for Imp 1 is 3, and at most 1 is allowed."
NEAREST = "Cost of Bow is 5, and at most 0 is allowed."
SAID = [
    ("fighters where it.energy > 0", "imp.1", "Imp 1 has no energy."),
    ("fighters where it.asleep", "imp.1", "Imp 1 is not asleep."),
    ("fighters where it.side is not blue", "imp.1", "Side of Imp 1 is blue."),
    ("fighters where it.space is ogre.space", "imp.1", "Imp 1 is at b1, not at a1."),
    ("fighters where it is near to ogre", "imp.3", "Imp 3 is not near to Ogre."),
    ("fighters where it is not near to ogre", "imp.1", "Imp 1 is near to Ogre."),
    ("fighters where it is not ogre", "ogre", "Ogre is Ogre."),
    ("fighters where it is ogre or it.asleep", "imp.1", "Imp 1 is not asleep."),
    ("fighters where not (it.side is blue and it.asleep)", "imp.2", "Imp 2 is asleep."),
    (
        "fighters with least steps(it, ogre, step)",
        "imp.1",
        "Others come first: way from Imp 1 to a1 is 1, not 0.",
    ),
    ("fighters except imp.1", "imp.1", ""),
    ("squares where any it.masks", "d1", "There is no mask at d1."),
    ("(fighters where price_for(it) < 2) + (fighters where it is ogre)", "imp.1", PRICE),
    ("squares where any m in it.masks where m.worth > 3", "d1", "There is no mask at d1."),
    ("fighters where any w in ogre.hand where w.range > 1 and w.cost < it.energy + 1", "imp.1", NEAREST),
    ("fighters where any w in ogre.hand where w.cost > 9 or w.range > 3", "imp.1", ""),
    (
        "(fighters where any f in ogre.space.fighters where f.asleep) + (fighters where it is ogre)",
        "imp.1",
        "Ogre is not asleep.",
    ),
    (
        "fighters where it.energy + noise - 1 > 0",
        "imp.1",
        "Energy of Imp 1 + noise - 1 is -1, and at least 1 is needed.",
    ),
    ("ogre.hand where it.range > 2", "axe", "Range of Axe is 1, and at least 3 is needed."),
    ("shelf", "axe", "Axe is not in Shelf."),
    ("(fighters where load_of(it) is shelf) + list(ogre)", "imp.1", "Load of Imp 1 is Hand, not Shelf."),
    ("both(fighters, imp.2.space.fighters)", "imp.1", "Imp 1 is not at c1."),
    ("both(fighters where it.asleep, imp.2.space.fighters)", "imp.1", "Imp 1 is not asleep."),
    ("imp.2.space.fighters", "bow", ""),
    ("(imp.1.space.fighters where it.asleep) + list(ogre)", "imp.1", "Imp 1 is not asleep."),
    ("fighters where doubled(3) <= it.energy", "imp.1", ""),
    ("imp.2.space.fighters", "ghost", ""),
    ("(fighters with least it.energy) where it.asleep", "imp.1", "Imp 1 is not asleep."),
    ("(fighters where it.asleep) with least it.energy", "imp.1", "Imp 1 is not asleep."),
    ("fighters with most (1 if it.asleep else 0)", "imp.1", "Others come first."),
    ("(fighters where alarm) + (fighters where it is ogre)", "imp.1", "Alarm: no."),
    ("fighters where not alarm or it is ogre", "imp.1", ""),
    ("pieces where it is a mask", "imp.1", "Imp 1 is no mask."),
    ("pieces where it is not a fighter", "imp.1", "Imp 1 is a fighter."),
    ("(fighters where any it.hand) + (fighters where it is ogre)", "imp.1", "Hand of Imp 1 is empty."),
    ("(fighters where any bats) + (fighters where it is ogre)", "imp.1", "There is no bat."),
    ("fighters where no n in list(1, 2) where n > it.energy", "imp.1", ""),
    (
        "(fighters where steps(it, ogre, climb) < 3) + (fighters where it is ogre)",
        "imp.1",
        "There is no way from Imp 1 to a1.",
    ),
    (
        "(fighters where noise > it.energy) + (fighters where it is ogre)",
        "imp.1",
        "Noise is 0, and at least 1 is needed.",
    ),
    ("fighters where count(it.hand) > 0", "imp.1", "Hand of Imp 1 is empty."),
    ("squares where count(it.masks) > 0", "d1", "There is no mask at d1."),
]


@pytest.mark.parametrize(("what", "name", "said"), SAID)
def test_each_sort_of_condition_has_its_words(what: str, name: str, said: str) -> None:
    text = choosing(what)
    assert [reason for _, reason, _ in why(name, text)] == ([said] if said else [])


def test_what_a_name_stands_for_is_like_what_it_is_compared_with() -> None:
    """A number is not taken for the thing that has it in the program."""
    given = "let left = 2\n  let side = red\n  let foe = imp.2\n  choose x from list(ogre) + (fighters where"
    for test, said in (
        ("it.energy > left", "Energy of Imp 1 is 0, and at least 3 is needed."),
        ("it.side is side", "Side of Imp 1 is blue, not red."),
        ("left < it.energy", ""),
        ("left = it.energy", ""),
        ("side is it.side", ""),
        ("foe is imp.3", "Imp 2 is not Imp 3."),
        ("foe is it", ""),
        ("left = 3", ""),
    ):
        text = f'to play:\n  {given} {test}), or "None": done\n  win\n'
        assert [reason for _, reason, _ in why("imp.1", text)] == ([said] if said else [])


def test_who_is_not_asked_learns_nothing_and_what_is_offered_has_no_reason() -> None:
    text = choosing("fighters where it.asleep")
    game = begun(FIELD + text, 2)
    assert reasons(game, "player.2", "imp.1") == []
    assert reasons(game, "player.1", "imp.2") == []
    assert reasons(game, "player.1", "nobody") == []


def test_what_the_seat_may_not_know_is_no_reason() -> None:
    """A mask's worth is on its hidden side: that it is too little must not be told."""
    text = choosing("masks where it.worth > 3 and it.space is ogre.space")
    game = asked(text)
    view = game.view("player.1")
    handle = next(one["handle"] for one in view["things"] if one["place"] == "b1" and "mask" in one["kinds"])
    assert reasons(game, None, "goblin") == [("", "Worth of Goblin is 1, and at least 4 is needed.", "Play")]
    assert reasons(game, "player.1", handle) == [("", "Mask is at b1, not at a1.", "Play")]


def test_a_set_that_hangs_on_what_is_hidden_has_no_reason() -> None:
    game = asked(choosing("(fighters if goblin.worth > 3 else fighters where it.energy > 6)"))
    assert reasons(game, None, "ogre") == [("", "Energy of Ogre is 6, and at least 7 is needed.", "Play")]
    assert reasons(game, "player.1", "ogre") == []


HIDING = """
kind spy is figure:
  place seen by first(players)
spy shadow "Shadow"
to play:
  set imp.3.asleep to yes
  let there = imp.1.space
  move shadow to there
  move imp.1 to ogre.space
  move imp.1 to there
  choose fighter from fighters where it.asleep by last(players) asking "Who sleeps?"
"""


def test_who_hides_on_the_same_space_makes_no_difference() -> None:
    game = begun(FIELD + HIDING, 2)
    assert reasons(game, "player.2", "imp.1") == [("", "Imp 1 is not asleep.", "Play")]


@cache
def program(name: str) -> dict[str, Any]:
    return load(name).program


@pytest.mark.parametrize("name", ["avp", "nemesis", "bench/dungeon"])
def test_reasons_do_not_change_with_what_is_hidden(name: str) -> None:
    """In a position that looks the same to the seat everything has the same reasons."""
    game = Game.start(program(name), 5)
    session, chance, told = TableSession(game, (), seed=2), random.Random(1), 0
    for number in range(60):
        if not session.tick() or game.state.q is None:
            break
        if number % 4:
            continue
        seat = game.waiting()[0]
        view = game.view(seat)
        twin = game.clone()
        twin.state = dealt(game.state, unknown(game.index, game.state, game.number_of(seat)), number)
        if twin.view(seat)["question"] != view["question"]:
            continue  # what is offered tells more than the deal knows
        places = [one["name"] for one in view["board"]["spaces"]]
        names = [one["handle"] for one in view["things"] if "#" not in one["handle"]] + places
        for one in chance.sample(names, min(5, len(names))):
            said = reasons(game, seat, one)
            assert reasons(twin, seat, one) == said
            told += bool(said)
    assert told > 0, "something was said"


def test_where_all_are_asked_at_once_it_is_about_the_one_who_asks() -> None:
    text = """
to play:
  together for each player:
    choose foe from fighters where it.side is blue and not it.asleep by player
    set foe.asleep to yes
  win
"""
    game = begun(FIELD + text, 2)
    for seat in ("player.1", "player.2", None):
        assert reasons(game, seat, "imp.2") == [("", "Imp 2 is asleep.", "Play")]
    game.answer(0, "player.1")
    assert reasons(game, "player.2", "ogre") == [("", "Side of Ogre is red, not blue.", "Play")]


def test_of_relations_reasons_speak_the_language_of_the_game() -> None:
    """In the words of the game's catalogue, which has both sentences for each relation."""
    texts = load("aliens/blackout", language="cs").program["texts"]
    assert texts["relation/sight/fails"] == "{0} – {1}: mimo výhled"
    assert load("aliens/blackout").program["texts"]["relation/sight/fails"] == "{0} cannot see {1}"
    assert "relation/walking/holds" in texts
