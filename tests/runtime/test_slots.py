"""A slot speaks of the one thing that lies in it: in tests, moves, relations and steps, in either engine."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from support.rules import play, rules
from tilewright.runtime.game import BadSave, Game
from tilewright.runtime.history.save import checksum

FARM = """
kind field is square
kind rider plural riders is figure:
  saddle: slot for 1 horse
  hand: slot for 1 tool
  bag: pile of tool
  likes: list of horse
kind horse is figure:
  speed: number = 2
  does gallop
  rug: slot for 1 blanket
kind blanket is token
kind tool is token:
  edge: number = 1
kind axe is tool
rider anna
rider bert
horse bay:
  speed: 5
  gallop: set ran to 7
blanket red_blanket
axe hatchet
tool rope
relation walking between squares:
  joins sides
game has:
  ran: number = 0
  spot: place
board yard of field:
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission day:
  board: yard
  setup:
    move anna to a1
    move bert to b1
    move bay to anna.saddle
    move red_blanket to bay.rug
    move hatchet to anna.hand
    move rope to anna.bag
    add bay to bert.likes

to play:
  set ran to 1
"""


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("anna.saddle is bay", True),
        ("bay is bert.saddle", False),
        ("bert.saddle is none", True),
        ("none is anna.saddle", False),
        ("anna.saddle in horses", True),
        ("anna.hand is an axe", True),
        ("anna.hand is not an axe", False),
        ("anna.saddle.speed = 5", True),
        ("anna.saddle.holder is anna", True),
        ("anna.saddle has red_blanket", True),
        ("bert has bay", True),
        ("anna has rope", True),
        ("anna.bag.axes is empty", True),
        ("any anna.bag.tools", True),
        ("walking(anna.saddle, bert)", True),
        ("walking(bert, anna.saddle)", True),
        ("(anna.saddle else none).speed = 5", True),
    ],
)
def test_what_lies_in_a_slot_is_what_is_spoken_of(test: str, holds: bool) -> None:
    done = play(f"{FARM}  if {test}: set ran to 2\n  win")
    assert done.game("ran") == 1 + holds


def test_a_slot_gives_steps_and_moves_what_it_holds() -> None:
    done = play(f"{FARM}  do anna.saddle.gallop\n  win")
    assert done.game("ran") == 7
    done = play(f"{FARM}  move anna.hand to bert.hand\n  if bert has hatchet: set ran to 3\n  win")
    assert done.game("ran") == 3


@pytest.mark.parametrize(("strong", "end"), [("no", "stuck"), ("yes", "win")])
def test_what_does_not_fit_is_never_laid_in_a_slot(strong: str, end: str) -> None:
    text = f"""
kind lifter is figure:
  strong: yes/no
  hand: slot for 1 load where it.weight < 3 or this.strong
kind load is token:
  weight: number
lifter anna:
  strong: {strong}
load anvil:
  weight: 9
to play:
  move anvil to anna.hand
  win
"""
    played = play(text)
    assert played.over == end
    assert end == "win" or "anvil does not fit into" in played.why


def test_the_steps_of_what_lies_in_nobodys_slot_end_in_a_game_that_is_stuck() -> None:
    nobody = "  let nobody = first(riders where it.hand is rope)\n"
    assert play(FARM + nobody + "  do nobody.saddle.gallop\n  win\n").over == "stuck"


@pytest.mark.parametrize(
    ("what", "to", "end"),
    [
        ("red_blanket", "rope.place", "stuck"),  # the place is found only while playing
        ("hatchet", "rope.place", "win"),
        ("first(tokens where it is red_blanket)", "anna.bag", "stuck"),  # a token may be a tool, or not
        ("first(tokens where it is hatchet)", "anna.bag", "win"),
        ("(tokens where it is not rope)", "rope.place", "stuck"),
    ],
)
def test_a_place_takes_nothing_but_things_of_its_kind(what: str, to: str, end: str) -> None:
    played = play(f"{FARM}  move {what} to {to}\n  win\n")
    assert played.over == end
    assert end == "win" or "does not fit into anna.bag" in played.why


NESTED = """
kind pawn plural pawns is figure:
  inside: {place}
pawn anna
pawn bert
pawn cork:
  copies: 20
to play:
  {moves}
  win
"""


@pytest.mark.parametrize("place", ["slot for 1 pawn", "pile of pawn", "slot for 3 figure"])
@pytest.mark.parametrize(
    "moves",
    [
        "move anna to anna.inside",
        "move bert to anna.inside\n  move anna to bert.inside",
        "move bert to anna.inside\n  move cork.1 to bert.inside\n  move anna to bottom of cork.1.inside",
    ],
)
def test_nothing_comes_to_lie_in_itself(place: str, moves: str) -> None:
    played = play(NESTED.format(place=place, moves=moves))
    assert played.over == "stuck"
    assert "anna cannot lie in itself" in played.why


def test_what_holds_a_thing_may_change_with_it() -> None:
    moves = "move bert to anna.inside\n  move bert to cork.1.inside\n  move anna to bert.inside"
    assert play(NESTED.format(place="slot for 1 pawn", moves=moves)).over == "win"


@pytest.mark.parametrize("first", ["outermost", "innermost"])
@pytest.mark.parametrize(("deep", "end"), [(10, "win"), (11, "stuck")])
def test_things_lie_in_one_another_only_so_deep(first: str, deep: int, end: str) -> None:
    """Whether each is laid in the last, or the last with all that it holds in the next."""
    pairs = [(f"cork.{i + 1}", f"cork.{i}") for i in range(1, deep + 1)]
    pairs = pairs if first == "outermost" else pairs[::-1]
    moves = "\n  ".join(f"move {thing} to {holder}.inside" for thing, holder in pairs)
    played = play(NESTED.format(place="slot for 1 pawn", moves=moves))
    assert played.over == end
    assert end == "win" or "in more than 10 holders" in played.why


CORKS = [f"cork.{i + 1}" for i in range(12)]


@pytest.mark.parametrize("line", [["anna", "anna"], ["anna", "bert", "anna"], CORKS], ids=" in ".join)
def test_a_save_in_which_something_lies_in_itself_or_too_deep_is_refused(line: list[str]) -> None:
    moves = 'choose one:\n    "stop": win\n    "go on": set depth to 1'
    program = rules(
        NESTED.format(place="slot for 1 pawn", moves=moves) + "game has:\n  depth: number = 0"
    ).program
    number = {one["name"]: i for i, one in enumerate(program.entities)}
    document = json.loads(json.dumps(Game.start(program.data, 1, 1).save()))
    z = document["snapshot"]["z"]
    for thing, holder in pairwise(line):
        z[program.box].remove(number[thing])
        (place,) = program.places_of[number[holder]]
        z[place] = [number[thing]]
    document["snapshot"]["checksum"] = checksum(document)
    with pytest.raises(BadSave, match="lies in itself, or too deep"):
        Game.load(program.data, document)
