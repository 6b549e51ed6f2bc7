"""Undo is no way to find something out: what was decided by what the answering seat may not see stands."""

from __future__ import annotations

import re

import pytest

from support.rules import begun, rules
from tilewright.runtime.game import CannotUndo, Game

TABLE = """
kind card_of_luck is card:
  luck: number
card_of_luck coin "Coin":
  luck: 1
card_of_luck gem "Gem":
  luck: 2
card_of_luck ring "Ring":
  luck: 3
game has:
  deck, shelf: pile of card_of_luck, seen by nobody
  count: number
player has:
  hand: pile of card_of_luck, seen by owner
  bid: number, seen by owner
mission table "Table":
  setup:
    move gem to deck
    move coin to deck
    move ring to player.1.hand
"""
ONE, TWO = "player.1", "player.2"
SEALED = "it depended on something you may not see"


def answered(text: str, players: int = 2) -> Game:
    """A game in which the first player has answered a question, and now another is open."""
    asked = "  choose n from 1 to 2 by player.1\n"
    game = begun(f"{TABLE}\nto play:\n{asked}{text}{asked.replace(' n ', ' m ')}", players)
    game.answer(0)
    assert game.question() is not None, game.over
    return game


def stands(text: str) -> None:
    with pytest.raises(CannotUndo, match=SEALED):
        answered(text).undo(ONE)


def reason(text: str) -> str:
    with pytest.raises(CannotUndo) as refused:
        answered(text).undo(ONE)
    return str(refused.value).removeprefix(f"The last answer cannot be taken back: {SEALED}")


def is_taken_back(text: str) -> None:
    answered(text).undo(ONE)


def test_a_branch_on_a_card_that_nobody_sees_stands_though_nothing_happened() -> None:
    stands("  if deck.top is gem: set count to 1\n")
    stands("  if deck.top is coin: set count to count\n")


def test_what_everybody_sees_may_be_looked_at() -> None:
    is_taken_back("  if count > 0: set count to 2\n")
    is_taken_back("  if count(deck) > 0: set count to 2\n")


def test_an_own_secret_is_none_but_that_of_another_is() -> None:
    is_taken_back("  if player.1.bid > 3: set count to 1\n")
    stands("  if player.2.bid > 3: set count to 1\n")
    is_taken_back("  if any player.1.hand where it.luck > 1: set count to 1\n")
    stands("  if any player.2.hand where it.luck > 1: set count to 1\n")


def test_it_is_said_which_value_or_place_it_was() -> None:
    assert reason("  if count = 0 and player.2.bid > 3: set count to 1\n") == " (Bid)."
    assert (
        reason("  if player.1.bid >= 0 and any player.2.hand where it.luck > 1: set count to 1\n")
        == " (Hand)."
    )
    # The first counts: what is read after it may depend on it.
    assert reason("  if player.2.bid > 3 and deck.top is gem: set count to 1\n") == " (Bid)."
    assert reason("  if deck.top is gem and player.2.bid > 3: set count to 1\n") == " (Deck)."


def test_a_hidden_number_in_a_local_and_in_a_loop() -> None:
    stands("  let luck = deck.top.luck\n  if luck > 1: set count to 1\n")
    stands("  repeat while deck.top.luck > 5: set count to 1\n")
    stands("  for each card_of_luck in deck where it.luck > 7: set count to 1\n")


def test_options_for_another_that_his_cards_decide() -> None:
    stands("  choose pick from player.2.hand where it.luck > 5 by player.2\n")


def test_a_card_that_was_handed_to_a_verb_stays_hidden() -> None:
    text = (
        TABLE
        + """
to play:
  choose n from 1 to 2 by player.1
  look_at deck.top
  choose m from 1 to 2 by player.1
to look_at (card_of_luck):
  if card_of_luck is gem: set count to 1
"""
    )
    game = begun(text, 2)
    game.answer(0)
    with pytest.raises(CannotUndo, match=SEALED):
        game.undo()


@pytest.mark.parametrize(
    "rule",
    [
        "as soon as count > 0 and deck.top is gem:\n  set count to 9\n",
        "whenever count > 0 and deck.top is gem:\n  set count to 0\n",
        "after stir when deck.top is gem:\n  set count to 9\n",
        "before stir when deck.top is gem:\n  set count to 9\n",
        "instead of stir when deck.top is gem:\n  set count to 9\n",
    ],
)
def test_rules_that_look_at_hidden_things(rule: str) -> None:
    text = f"""{TABLE}
to stir: raise count by 1
{rule}
to play:
  choose n from 1 to 2 by player.1
  stir
  choose m from 1 to 2 by player.1
"""
    game = begun(text, 2)
    game.answer(0)
    with pytest.raises(CannotUndo, match=SEALED):
        game.undo(ONE)


def test_needs_that_look_at_hidden_things() -> None:
    text = f"""{TABLE}
to stir:
  needs deck.top is gem
  raise count by 1
to play:
  choose n from 1 to 2 by player.1
  stir
  choose m from 1 to 2 by player.1
"""
    game = begun(text, 2)
    game.answer(0)
    with pytest.raises(CannotUndo, match=SEALED):
        game.undo(ONE)


def test_a_game_without_secrets_has_no_marks() -> None:
    text = re.sub(r", seen by \w+", "", TABLE) + "\nto play:\n  if deck.top is gem: win\n"
    assert "reads_hidden" not in str(rules(text).program.data)


def test_with_and_without_a_log_the_same_positions_are_played() -> None:
    text = f"""{TABLE}
to play:
  for each card_of_luck in all(cards_of_luck):
    if card_of_luck.luck > player.2.bid:
      choose n from 1 to 2 by player.1
      raise count by n
  win
"""
    machine = rules(text.replace("all(cards_of_luck)", "all(card_of_lucks)"))
    plain, told = machine.start(1, 2), machine.start(1, 2, log=True)
    while plain.q is not None:
        assert plain.position() == told.position()
        machine.answer(plain, 0)
        machine.answer(told, 0)
    assert plain.position() == told.position()


def test_setting_what_another_sees_stands_though_it_was_so_before() -> None:
    for value in (0, 3):
        game = answered(f"  set player.2.bid to {value}\n")
        with pytest.raises(CannotUndo, match="was told something"):
            game.undo(ONE)


def test_an_offer_whose_alternative_looks_at_hidden_things_stands() -> None:
    text = f"""{TABLE}
menu acts
action stir "Stir":
  in acts
  raise count by 1
to play:
  choose n from 1 to 2 by player.1
  offer acts by player.2, or "Wait" when deck.top is gem: done
  choose m from 1 to 2 by player.1
"""
    game = begun(text, 2)
    game.answer(0)
    with pytest.raises(CannotUndo, match=SEALED):
        game.undo(ONE)
    game = begun(text.replace("deck.top is gem", "count = 0"), 2)
    game.answer(0)
    game.undo(ONE)


WOOD = """
kind prey is figure:
  place seen by player.1
  controlled by player.1
prey fox "Fox"
kind marker is token
marker scent "Scent"
kind dog is figure
dog hound "Hound"
game has:
  near, far: square or none
board wood of square:
  drawing:
    +---+---+---+
    | .   .   . |
    +---+---+---+
mission hunt:
  board: wood
  setup:
    move fox to b1
    move scent to a1
    set near to b1
    set far to c1
to play:
  choose way from 1 to 5 by player.{who}
  if way = 1: move scent to fox.space
  if way = 2: move scent to far
  if way = 3: move fox to far
  if way = 4: move hound to near
  if way = 5:
    move scent to fox.space
    move scent to far
  choose way_on from 1 to 2 by player.{who}
"""


@pytest.mark.parametrize(
    ("who", "way", "stands"),
    [
        (1, 1, True),  # a marker beside him tells where he is
        (1, 5, True),  # though it goes on at once
        (1, 2, False),  # that he moves a marker elsewhere tells nothing
        (1, 3, False),  # nor does he when nobody sees him move
        (2, 4, False),  # who does not know that he is there tells nothing
    ],
)
def test_what_tells_others_where_somebody_hides_stands(who: int, way: int, stands: bool) -> None:
    game = begun(WOOD.format(who=who), 2)
    game.answer(way - 1)
    if stands:
        with pytest.raises(CannotUndo, match="Player 2 was told something"):
            game.undo(f"player.{who}")
    else:
        game.undo(f"player.{who}")


def test_where_somebody_hides_has_no_name_to_tell() -> None:
    hiding = WOOD.replace("  if way = 4: move", "  if way = 4 and fox.space is near: move").format(who=2)
    game = begun(hiding, 2)
    game.answer(3)
    with pytest.raises(CannotUndo, match=f"{SEALED}\\.$"):
        game.undo(TWO)


@pytest.mark.parametrize(
    ("needs", "otherwise", "sealed"),
    [
        ("deck.top is gem", "", True),
        ("count < 3", "", False),
        ("count < 3", ', or "Rest" when deck.top is coin: done', True),
        ("any player.hand where it.luck > 7", ', or "Rest" when count < 3: done', True),
    ],
)
def test_what_all_are_offered_at_once_may_depend_on_hidden_things(
    needs: str, otherwise: str, sealed: bool
) -> None:
    text = f"""{TABLE}
menu deeds "Deeds" for player
action peek "Peek" by (player):
  in deeds
  needs {needs}
  set count to 1
to play:
  choose n from 1 to 2 by player.1
  together for each player:
    offer deeds{otherwise}
    raise count by 1
  choose m from 1 to 2 by player.1
"""
    game = begun(text, 2)
    game.answer(0)
    if sealed:
        with pytest.raises(CannotUndo, match=SEALED):
            game.undo(ONE)
    else:
        game.undo(ONE)


BACKS = TABLE.replace("  luck: number\n", "  luck: number\n  suit: 1 to 4\n  back: suit\n")
BACKS = BACKS.replace("move ring to player.1.hand", "move ring to player.2.hand")
"""Of each card the suit stands on its back."""


@pytest.mark.parametrize(
    ("test", "seen"),
    [
        ("deck.top.suit > 1", True),
        ("deck.top.luck > 1", False),
        ("deck.bottom.suit > 1", False),
        ("deck.top is gem and deck.top.suit > 1", False),
        ("player.2.hand.top.suit > 1", False),
    ],
)
def test_what_stands_on_the_back_of_the_topmost_card_is_no_secret(test: str, *, seen: bool) -> None:
    asked = "  choose n from 1 to 2 by player.1\n"
    text = f"{BACKS}\nto play:\n{asked}  if {test}: set count to 1\n{asked.replace(' n ', ' m ')}"
    game = begun(text, 2)
    deck = next(one for one in game.view(ONE)["piles"] if one["name"] == "deck")
    assert deck["things"] is None and deck["backs"] == [{"suit": 1}]
    game.answer(0)
    if seen:
        game.undo(ONE)
    else:
        with pytest.raises(CannotUndo, match=SEALED):
            game.undo(ONE)
