"""Questions: what is asked, of whom, what is taken without asking, and what an answer may be."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from support.rules import begun, play, rules
from tilewright.runtime.engine.engine import NotOffered
from tilewright.runtime.game import Game
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state import chance, primitives
from tilewright.runtime.state.program import load
from tilewright.runtime.state.state import ELSE

TABLE = """
game has:
  count: number 0 to 100
  order: number
  deck, discards: pile of card
  bag: bag of card
player has:
  hand: pile of card, seen by owner
  bid: number
card coin "Coin":
  copies: 3
card ring "Ring"
card gem "Gem"

to mark (n: number): set order to order * 10 + n
mission table "Table":
  setup:
    move all(cards) to deck
"""


def test_identical_copies_are_one_option_unless_several_are_chosen() -> None:
    text = (
        TABLE
        + """
to play:
  choose card from deck
  move card to discards
  choose exactly 2 cards from deck
  move cards to player.1.hand
  win
"""
    )
    assert play(text).options == ["coin.1", "ring", "gem"]
    played = play(text, "coin.1")
    assert played.options == ["coin.2", "coin.3", "ring", "gem"]
    assert play(text, "coin.1", ["coin.3", "gem"]).where("gem") == "player.1.hand"


def test_one_option_is_taken_without_asking_and_none_gives_none() -> None:
    text = (
        TABLE
        + """
to play:
  choose a from deck where it is a ring
  choose b from discards
  if a is a ring and b is none: win
"""
    )
    assert play(text).over == "win"


def test_with_nothing_to_choose_the_alternative_is_taken() -> None:
    text = (
        TABLE
        + """
to play:
  choose a from discards, or "Leave it": mark 1
  choose b from discards, or none: mark 2
  choose c from deck where it is a gem, or "Leave it": mark 3
  win
"""
    )
    played = play(text)
    assert (played.options, played.game("order")) == (["gem", "Leave it"], 12)
    assert play(text, "Leave it").game("order") == 123


def test_together_answers_come_in_any_order_and_may_be_changed() -> None:
    text = (
        TABLE
        + """
to play:
  together for each player:
    choose n from 1 to 3 secretly
    set player.bid to n
    mark n
  win
"""
    )
    machine = rules(text)
    first = machine.program.players[0]
    state = machine.start(1, 2)
    machine.answer(state, 3, first + 1)  # the second player bids 1
    machine.answer(state, 0, first)
    assert state.over is not None
    state = machine.start(1, 2)
    machine.answer(state, 3, first + 1)
    machine.answer(state, 5, first + 1)  # and changes it to 3
    with pytest.raises(NotOffered):
        machine.answer(state, 5, first)
    machine.answer(state, 1, first)
    assert machine.value(state, {"op": "game", "property": "order"}) == 23


def test_all_of_several_choosers_have_to_agree() -> None:
    text = (
        TABLE
        + """
to play:
  choose n from numbers(1, 3) by all of players
  set count to n
  win
"""
    )
    machine = rules(text)
    first = machine.program.players[0]
    state = machine.start(1, 2)
    machine.answer(state, 0, first)
    machine.answer(state, 1, first + 1)
    assert state.q is not None
    machine.answer(state, 1, first)
    assert state.over is not None
    assert machine.value(state, {"op": "game", "property": "count"}) == 2


@pytest.mark.parametrize(
    ("asking", "options"),
    [
        ('choose one by all of players:\n    "Left": mark 1\n    "Right": mark 2', ["Left", "Right"]),
        ("choose n from 1 to 2 by all of players\n  mark n", [1, 2]),
        ('offer ways to player.1 by all of players, or "Stay": mark 2', ["go", "Stay"]),
    ],
)
def test_all_have_to_agree_on_everything_that_can_be_asked(asking: str, options: list[Any]) -> None:
    text = f"""{TABLE}
menu ways for player
action go by (player):
  in ways
  mark 1
to play:
  {asking}
  win
"""
    assert play(text, players=3).options == options
    assert play(text, (3, options[0]), (1, options[0]), (2, options[0]), players=3).game("order") == 1
    apart = play(text, (1, options[0]), (2, options[1]), (3, options[1]), players=3)
    assert apart.over is None
    assert play(text, (1, options[0]), (2, options[1]), (1, options[1]), (3, options[1]), players=3).over
    assert play(text, options[1], players=1).game("order") == 2


def test_all_may_have_to_agree_that_something_is_done() -> None:
    text = (
        TABLE
        + """
to play:
  you may "Ring": mark 1
  else: mark 2
  win
"""
    )
    program = deepcopy(rules(text).program.data)
    everybody = {"op": "kind", "kind": "player"}
    program["verbs"]["play"]["body"][0]["by"] = {"by": everybody, "all": True, "chance": False}
    for first, then in ((0, 1), (1, 2)):
        game, session = Game.start(program, 1, 2), ReferenceMachine(load(program)).play(1, 2)
        for seat in game.seats:
            assert session.state.q == game.state.q
            asked = game.question(seat)
            assert asked is not None and [one["label"] for one in asked["options"]] == ["Ring", "No"]
            session.answer(first, game.number_of(seat))
            game.answer(first, seat)
        assert session.state.position() == game.state.position()
        assert game.view()["values"]["order"] == then


def test_several_of_nothing_is_not_asked() -> None:
    text = (
        TABLE
        + """
to play:
  choose up to 2 a from discards
  choose any number of b from discards
  choose up to 2 c from deck
  mark count(a) + count(b) + count(c)
  win
"""
    )
    assert play(text).options == ["coin.1", "coin.2", "coin.3", "ring", "gem"]
    assert play(text, []).game("order") == 0


def test_an_open_question_for_several_of_nothing_is_asked_and_answered_with_nothing() -> None:
    text = (
        TABLE
        + """
to play:
  choose up to 2 a from discards
  mark count(a)
  win
"""
    )
    program = deepcopy(rules(text).program.data)
    program["verbs"]["play"]["body"][0]["open"] = True
    game = Game.start(program, 1, 1)
    question = game.question()
    assert question is not None and question["sort"] == "several" and question["options"] == []
    assert (question["least"], question["most"]) == (0, 0)
    session = ReferenceMachine(load(program)).play(1, 1)
    assert session.state.q == game.state.q
    game.answer([])
    assert game.over is not None and game.over["outcome"] == "win"


def test_an_open_question_with_nothing_to_choose_from_does_what_none_says() -> None:
    text = (
        TABLE
        + """
to play:
  choose a from discards, or none: mark 7
  mark 1
  win
"""
    )
    program = deepcopy(rules(text).program.data)
    program["verbs"]["play"]["body"][0]["open"] = True
    game, session = Game.start(program, 1, 1), ReferenceMachine(load(program)).play(1, 1)
    assert session.state.q == game.state.q
    game.answer(0)
    session.answer(0, 0)
    assert game.over is not None and game.over["outcome"] == "win"
    order = game.state.v[load(program).cells["order"]]
    assert order == 71 and session.state.v == game.state.v


def test_what_can_be_done_at_any_time_runs_on_top_and_the_question_is_computed_anew() -> None:
    text = (
        TABLE
        + """
menu tricks for player, at any time
action swap by (player):
  in tricks
  needs count < 1, "Once only"
  raise count by 1
  choose card from deck
  move card to discards
to play:
  choose card from deck
  mark count
  win
"""
    )
    played = play(text)
    assert played.options == ["coin.1", "ring", "gem", "swap"]
    played = play(text, "swap", "ring")
    assert played.options == ["coin.1", "gem"]
    assert play(text, "swap", "ring", "gem").game("order") == 1


def test_what_can_be_done_at_any_time_is_no_part_of_an_answer() -> None:
    text = """
menu tricks for player, at any time
action swap by (player):
  in tricks
  raise count by 1
to play:
  choose up to 2 cards from deck by player.1
  win
"""
    game = begun(TABLE + text)
    question = game.question("player.1")
    assert question is not None
    swap = next(one["id"] for one in question["options"] if one["action"] == "swap")
    with pytest.raises(NotOffered, match="is chosen by itself"):
        game.answer([0, swap], "player.1")
    game.answer([swap], "player.1")
    game.answer([0, 1], "player.1")
    assert game.over is not None


def test_a_pause_is_over_when_all_who_could_act_have_gone_on() -> None:
    text = (
        TABLE
        + """
menu tricks for player, at any time
action swap by (player):
  in tricks
  needs player.bid < 2, "Twice at most"
  raise player.bid by 1
  mark position(players, player)
to play:
  set player.3.bid to 2
  pause "Somebody is about to win."
  win
"""
    )
    machine = rules(text)
    state, session = machine.start(1, 3), ReferenceMachine(machine.program).play(1, 3)
    first, second = (machine.program.number[name] for name in ("player.1", "player.2"))
    assert state.q is not None and state.q[2] == (first, second)
    for seat, answer, asked in (
        (second, 2, (first, second)),  # who acts is asked again
        (second, 0, (first,)),
        (first, 1, (first,)),
        (first, 0, ()),
    ):
        machine.answer(state, answer, seat)
        session.answer(answer, seat)
        assert session.state.q == state.q
        assert (state.q[2] if state.q else ()) == asked
    assert state.over is not None and state.v[machine.program.cells["order"]] == 21
    assert session.state.v == state.v


def test_for_each_with_a_key_sets_both_anew_and_asks_about_ties() -> None:
    text = (
        TABLE
        + """
to play:
  set player.1.bid to 2
  set player.2.bid to 1
  set player.3.bid to 1
  for each player with least player.bid, ties by player.1:
    mark player.bid
    if player is player.3: set player.1.bid to 0
  win
"""
    )
    assert play(text, "player.3", players=3).game("order") == 101
    assert play(text, "player.2", players=3).game("order") == 110


def test_an_answer_that_was_not_offered_changes_nothing() -> None:
    machine = rules(
        TABLE
        + """
to play:
  choose card from deck
  win
"""
    )
    state = machine.start(1, 1)
    before = state.clone()
    for wrong in (-1, 3, 99, [0, 1], [], "0", None, True):
        with pytest.raises(NotOffered):
            machine.answer(state, wrong)  # type: ignore[arg-type]
        assert state == before
    with pytest.raises(NotOffered):
        machine.answer(state, 0, seat=1)
    machine.answer(state, 0)
    with pytest.raises(NotOffered):
        machine.answer(state, 0)


def test_the_alternative_stands_for_itself() -> None:
    machine = rules(f'{TABLE}to play:\n  choose up to 2 cards from deck, or "None": mark 7\n  win\n')
    state = machine.start(1, 1)
    assert state.q is not None
    other = state.q[1].index(ELSE)
    with pytest.raises(NotOffered, match="stands for itself"):
        machine.answer(state, [0, other])
    machine.answer(state, [other])
    assert machine.value(state, {"op": "game", "property": "order"}) == 7


def test_chance_is_drawn_only_where_there_is_a_choice() -> None:
    text = (
        TABLE
        + """
to play:
  choose a from deck where it is a gem by chance
  choose b from deck by chance
  move b to discards
  win
"""
    )
    machine = rules(text)
    state = machine.start(5, 1)
    assert state.r == chance.following(chance.begun(5)), "one number was drawn"


def test_chance_finds_the_first_number_where_there_is_none_between() -> None:
    text = f"{TABLE}to play:\n  choose n from {{}} by chance\n  mark n\n  win\n"
    assert [play(text.format(span)).game("order") for span in ("3 to 2", "3 to 3")] == [3, 3]


def test_the_script_of_a_test_decides_dice_and_draws() -> None:
    class Script:
        def roll(self, die: int, faces: tuple[int, ...], where: object) -> int:
            return 6

        def choose(self, options: tuple[int, ...], where: object) -> None:
            return None

        def certain(self, option: int) -> None:
            return None

    machine = rules(
        TABLE
        + """
die six: 1 to 6
to play:
  choose n from 1 to 2
  roll six as a
  set count to a
  win
"""
    )
    state = machine.start(1, 1)
    state.script = Script()
    machine.answer(state, 0)
    assert machine.value(state, {"op": "game", "property": "count"}) == 6


def test_where_chance_finds_nothing_somebody_may_be_asked() -> None:
    text = """
kind pawn is piece:
  shy: yes/no
pawn runner
pawn walker
game has:
  row: pile of pawn, in play
  left: number
to play:
  move all(pawns) to row
  {}
  choose p from pawns where it.shy by chance, or none:
    choose q from pawns by player.1
    set left to 5 if q is walker else 3
  if p is none: raise left by 10
  win
"""
    assert play(text.format("set left to 1"), "walker").game("left") == 15
    assert play(text.format("set walker.shy to yes")).game("left") == 0


@pytest.mark.parametrize("seat", [1, 2])
def test_where_several_may_answer_the_action_is_that_of_whoever_does(seat: int) -> None:
    text = (
        TABLE
        + """
menu turns for player
action take by (player) with (card: card from deck):
  in turns
  move card to player.hand
action pass by (player):
  in turns
to play:
  offer turns by players
  mark count(player.1.hand)
  mark count(player.2.hand)
  win
"""
    )
    played = play(text, (seat, "take"), (seat, "ring"), players=2)
    assert played.game("order") == (10, 1)[seat - 1]


def test_an_action_is_over_if_what_is_done_on_top_of_it_takes_its_last_choice() -> None:
    text = (
        TABLE
        + """
menu tricks for player, at any time
action swap by (player):
  in tricks
  needs any card in deck
  move all(cards) to bag
menu turns for player
action take by (player) with (card: card from deck):
  in turns
  mark 3
to play:
  offer turns to player.1
  mark 5
  win
"""
    )
    assert play(text, "swap").game("order") == 5
    assert play(text, "ring").game("order") == 35


def test_which_copies_are_alike_is_found_anew_where_it_is_remembered_of_few_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(primitives, "_PLACES", 1)
    text = (
        TABLE
        + """
to play:
  repeat 4:
    choose card from deck
    move card to discards
    choose other from discards, or "None": done
    move other to deck
  win
"""
    )
    first = ["coin.1", "ring", "gem"]
    assert play(text).options == first
    assert play(text, "coin.1", "coin.1").options == ["coin.2", "ring", "gem"]
    assert play(text, "coin.1", "coin.1", "ring", "ring").options == ["coin.2", "gem", "ring"]
