"""What a seat sees and what it does not, in the tiny game: hands, a deck, masked tokens, secret numbers."""

from __future__ import annotations

from typing import Any

import pytest

from support import rules
from support.scenarios import begun
from support.tiny import tiny
from tilewright.runtime.game import Game
from tilewright.runtime.state.state import NONE
from tilewright.runtime.stories.testing import run_tests
from tilewright.schemas.load import problems

ONE, TWO = "player.1", "player.2"


@pytest.fixture
def game() -> Game:
    return Game.start(tiny(), 1, 3)


def pile(view: dict[str, Any], place: str) -> dict[str, Any]:
    return next(one for one in view["piles"] if one["place"] == place)


def things(view: dict[str, Any], place: str) -> list[dict[str, Any]]:
    return [one for one in view["things"] if one["place"] == place]


def act(game: Game, action: str) -> None:
    """Take an action from the menu, the first way it goes; then no gate is opened."""
    seat = game.waiting()[0]
    question = game.question(seat)
    assert question is not None
    game.answer(next(one["id"] for one in question["options"] if one["action"] == action), seat)
    while (question := game.question(seat)) is not None and question["sort"] == "choose":
        game.answer(question["options"][0]["id"], seat)
    if question is not None and question["sort"] == "options":
        game.answer(question["options"][-1]["id"], seat)


def test_a_hand_is_seen_by_its_owner_only(game: Game) -> None:
    own, other = pile(game.view(ONE), "player.1.hand"), pile(game.view(TWO), "player.1.hand")
    assert own["count"] == other["count"] == 2
    assert len(own["things"]) == 2 and other["things"] is None
    assert len(things(game.view(ONE), "player.1.hand")) == 2
    assert things(game.view(TWO), "player.1.hand") == []


def test_a_deck_that_nobody_sees_shows_its_size(game: Game) -> None:
    for seat in game.seats:
        deck = pile(game.view(seat), "deck")
        assert deck["count"] == 2 and deck["things"] is None and deck["backs"] == []
    assert pile(game.view(), "deck")["things"] is not None


ASIDE = """
kind guild:
  size: number
guild smiths "Old smiths":
  size: 3
kind ware is card:
  given price: number
  given fragile: yes/no, internal
ware pot "Pot":
  copies: 4
  price: count(players) + 2
  fragile: yes
player has:
  guild: guild or none
  shelf: pile of ware
game has:
  unused: pile of ware, internal
  shown: pile of ware

to play:
  move all(pots) to unused
  move pot.1 to player.1.shelf
  move pot.2 to shown
  move pot.1 to unused
  move pot.3 to box
  set player.1.guild to smiths
  repeat: pause
"""


def test_what_the_rules_put_aside_is_not_told_of_by_its_place() -> None:
    game = rules.begun(ASIDE)
    told = [line for line in game.view(ONE)["log"] if line["sort"] == "move"]
    assert [line["text"] for line in told] == [
        "Pot moves to the shelf of Player 1.",
        "Pot moves to Shown.",
        "Pot goes back to the box.",
    ]
    assert [line["data"]["from"] for line in told] == [None, None, "player.1.shelf"]
    assert told[-1]["data"]["to"] is None
    assert "Unused" in "".join(line["text"] for line in game.view()["log"]), "the designer sees everything"


def test_what_only_the_rules_ask_of_a_card_is_not_among_its_values() -> None:
    pots = [one["values"] for one in rules.begun(ASIDE).view(ONE)["things"] if one["kind"] == "pot"]
    assert pots and all(values == {"price": 3} for values in pots)


def test_what_is_never_on_the_table_is_called_by_its_title() -> None:
    game = rules.begun(ASIDE)
    assert game.view(ONE)["players"][0]["values"]["guild"] == "smiths"
    assert game.view(ONE)["titles"]["words"]["smiths"] == "Old smiths"
    assert not {"pot.1", "player.1"} & game.view(ONE)["titles"]["words"].keys()


def test_a_masked_token_is_a_back_with_a_handle(game: Game) -> None:
    masks = [one for one in things(game.view(ONE), "s0") if one["kind"] == "mask"]
    (mask,) = masks
    assert mask["face"] == "down" and mask["handle"].startswith("mask#") and mask["name"] == "mask"
    assert mask["values"] == {} and mask["title"] == "Mask"


def test_who_was_shown_a_token_knows_it_from_then_on(game: Game) -> None:
    act(game, "look_at")
    (shown,) = [one for one in things(game.view(ONE), "s0") if "mask" in one["kinds"]]
    (hidden,) = [one for one in things(game.view(TWO), "s0") if "mask" in one["kinds"]]
    assert (
        shown["face"] == "up"
        and shown["handle"] in ("ghost", "goblin", "statue")
        and "fear" in shown["values"]
    )
    assert hidden["face"] == "down"


def test_a_secret_number_and_what_is_derived_from_it_are_its_owners(game: Game) -> None:
    for seat in (ONE, TWO):
        for player in game.view(seat)["players"]:
            assert ("secret" in player["values"]) == ("hint" in player["values"]) == (player["name"] == seat)
            assert "double" in player["values"]
    assert "plan" not in game.view(ONE)["values"] and "plan" in game.view()["values"]


def test_only_who_is_asked_sees_the_options(game: Game) -> None:
    (asked,) = game.waiting()
    for seat in game.seats:
        question = game.view(seat)["question"]
        assert bool(question["options"]) == (seat == asked) and game.view(seat)["waiting"] == [asked]


def test_what_cannot_be_done_says_why(game: Game) -> None:
    for _ in range(2):
        act(game, "play_card")
        act(game, "rest")
        act(game, "rest")
    question = game.question(ONE)
    assert question is not None
    reasons = {one["action"]: one["reason"] for one in question["refused"]}
    assert reasons["play_card"] == "You have no card."


def test_the_log_says_as_much_as_a_seat_may_know(game: Game) -> None:
    act(game, "draw_card")
    (own,), (other,) = ([one for one in game.log(seat) if one["sort"] == "move"] for seat in (ONE, TWO))
    assert other["text"] == "Card moves to the hand of Player 1." and other["data"]["thing"] == "card"
    assert own["data"]["thing"].split(".")[0] in ("axe", "bell", "coin")


def test_each_seat_counts_its_log_on_its_own() -> None:
    game = begun("tiny", 20)
    for seat in (None, *game.seats):
        assert [one["n"] for one in game.log(seat)] == list(range(1, len(game.log(seat)) + 1))


def test_a_handle_is_new_once_a_thing_was_out_of_sight(game: Game) -> None:
    view = game.view(TWO)
    (mask,) = [one for one in things(view, "s0") if one["kind"] == "mask"]
    (other,) = [one for one in things(view, "s3") if one["kind"] == "mask"]
    assert mask["handle"] != other["handle"]
    number = game.index.program.number
    seat, thing = (
        number[TWO],
        next(one for one in game.state.z[number["s0"]] if game.index.is_kind(one, "mask")),
    )
    before = game.handles.number(seat, thing)
    assert game.handles.number(seat, thing) == before
    game.handles.forget(seat, thing)
    assert game.handles.number(seat, thing) != before


def test_swapping_two_masks_that_nobody_knows_changes_no_view(game: Game) -> None:
    number = game.index.program.number
    here, there = number["s0"], number["s3"]
    swapped = Game.start(tiny(), 1, 3)
    z, at = swapped.state.z, swapped.state.at
    (a,) = [one for one in z[here] if swapped.index.is_kind(one, "mask")]
    (b,) = [one for one in z[there] if swapped.index.is_kind(one, "mask")]
    z[here] = tuple(b if one == a else one for one in z[here])
    z[there] = tuple(a if one == b else one for one in z[there])
    at[a], at[b] = there, here
    for seat in (TWO, "player.3"):
        assert swapped.view(seat) == game.view(seat)


def test_nothing_is_left_to_test_in_a_program_without_stories() -> None:
    assert list(run_tests(tiny())) == []


def test_values_with_declared_bounds_say_how_far_they_go() -> None:
    view = begun("nemesis", 0).view(None)
    assert view["tracks"]["time"] == [0, 15] and view["values"]["time"] == 15
    assert view["tracks"].keys() <= view["values"].keys(), "nothing that is not seen"
    endless = begun("sniper_elite", 0).view(None)
    assert "round_number" in endless["values"] and "round_number" not in endless["tracks"]


MEANT = """
words glass: clear, green
kind lamp is token:
  oil: number = 2
  oil means "Nights that it burns."
  panes: number by each glass
  panes means "Panes that are whole."
  panes_green means "Green panes that are whole."
  burns = this.oil > 0
kind torch is lamp:
  oil means "Evenings that it burns."
  burns means "It can be carried into the cave."
torch pine "Pine torch"
court has:
  dust means "It is slow to cross."
square has:
  mud means "Steps that it takes to leave."
  mud, dust: number
game has:
  night: number 0 to 9
  night means "The game ends after the last."
  store: pile of lamp
  store means "What is for sale."
player has:
  coins: number, seen by owner
  coins means "Who has most of them wins."
board yard of court:
  drawing:
    +---+
    | . |
    +---+
kind court is square
mission evening:
  board: yard
  setup: move pine to store
to play:
  raise night by pine.oil + pine.panes(green) + a1.mud + a1.dust + player.1.coins
  repeat: pause
"""


def test_what_values_mean_is_said_by_the_kind_that_says_it() -> None:
    view = rules.begun(MEANT, 2).view(TWO)
    assert not problems("view", view)
    kinds, game = view["meanings"]["kinds"], view["meanings"]["game"]
    assert game == {"night": "The game ends after the last.", "store": "What is for sale."}
    assert kinds["player"] == {"coins": "Who has most of them wins."}, "also of what the seat does not see"
    assert kinds["lamp"] == {
        "oil": "Nights that it burns.",
        "panes_clear": "Panes that are whole.",
        "panes_green": "Green panes that are whole.",
    }
    burns = "It can be carried into the cave."
    assert kinds["torch"] == {"oil": "Evenings that it burns.", "burns": burns}
    told = {"mud": "Steps that it takes to leave.", "dust": "It is slow to cross."}
    assert kinds["court"] == told, "of spaces with all that their kinds say"


ACTED = """
kind gun is card:
  shots: number = 2
kind hero is figure
hero scout
gun rifle "Rifle":
  text: "It is heard far off."
gun bow "Bow"
menu deeds for player
player has:
  hand: pile of gun
action fire "Fire" by (player) with (gun from you.hand where it.shots > 0) from (place: space from spaces):
  in deeds
  means "You hit whoever you see."
  lower gun.shots by 1
action rest "Rest" by (player):
  in deeds
  done
to play:
  move rifle to player.1.hand
  repeat:
    offer deeds to player.1
    move bow to player.1.hand
mission evening:
  board: yard
  setup: move scout to a1
board yard:
  drawing:
    +---+
    | . |
    +---+
"""


def test_an_action_says_what_it_does_and_the_things_it_is_taken_with() -> None:
    game = rules.begun(ACTED)
    view = game.view(ONE)
    assert not problems("view", view)
    fire, rest = view["question"]["options"]
    assert (fire["means"], fire["taken_with"]) == ("You hit whoever you see.", ["rifle"]), "and no space"
    assert fire["note"] == "Rifle, a1"
    assert (rest["means"], rest["taken_with"]) == (None, [])
    game.answer(rest["id"], ONE)
    fire = game.view(ONE)["question"]["options"][0]
    assert fire["taken_with"] == [], "there is a choice now"


def test_of_a_set_up_is_told_what_is_said_and_then_everything() -> None:
    text = """
die six: 1 to 6
game has:
  count: number 0 to 9
mission hill "Hill":
  setup:
    raise count by 2
    say "It is cold."
to play:
  roll six as face
  raise count by 1
  choose k from 1 to 2
  win
"""
    told = [
        line["text"]
        for line in rules.begun("system weather:\n  players: 1\n  begins: play\n" + text).view(None)["log"]
    ]
    assert told[0] == "It is cold." and told[1].startswith("Rolled ") and told[2:] == ["Count 3 (+1)."]


def test_views_name_all_faces_of_the_dice() -> None:
    dice = begun("nemesis", 0).view("player.1")["dice"]
    assert dice["combat_die"].count("hit any") == 2 and len(dice["combat_die"]) == 6


def test_what_is_chosen_from_the_box_is_described_to_whoever_chooses() -> None:
    text = """
kind hero is figure:
  strength: number 0 to 9
hero ann "Ann":
  strength: 3
  text: "Never late."
hero bob "Bob"
hero cid "Cid"
to play:
  choose who from all(heroes) where it is not cid
  win
"""
    game = rules.begun(text, 2)
    found = {one["handle"]: one for one in things(game.view(ONE), "box")}
    assert found.keys() == {"ann", "bob"}, "what is offered, and nothing else of the box"
    assert found["ann"]["text"] == "Never late." and found["ann"]["values"]["strength"] == 3
    assert problems("view", game.view(ONE)) == []
    assert things(game.view(TWO), "box") == []


def test_a_local_without_a_value_is_seen_by_nobody_and_a_mistake_of_ours_is_raised(game: Game) -> None:
    visibility = game.seat_view(ONE).visibility
    assert visibility.players({"op": "local", "name": "somebody"}, NONE) == ()
    with pytest.raises(KeyError, match="no_such_operation"):
        visibility.players({"op": "no_such_operation"}, NONE)


OWNED = """
words moods: glad, sad
kind spy is figure:
  rank: number, seen by owner
  pocket: pile of note
  look when 6 / this.rank = 2: pose out
spy ann "Ann":
  rank: 3
spy bob "Bob"
kind note is card:
  worth: number, seen by owner
  mood = glad if 6 / this.worth > 0 else sad
  fee: number by mood
note slip "Slip":
  worth: 7
  fee: 1, 2
note scrap "Scrap":
  fee: 1, 2
game has:
  gold: number
  share = 6 / gold
  heap: pile of spy, in play, seen by everybody
player has:
  crew: pile of spy, seen by everybody
to play:
  move ann to player.1.crew
  move bob to heap
  move slip to ann.pocket
  move scrap to ann.pocket
  choose n from 1 to 2 by player.1
"""


def test_what_is_seen_by_the_owner_is_seen_by_who_has_it_at_any_depth() -> None:
    game = rules.begun(OWNED, 2)
    for seat, ranks, worths in ((ONE, [3, None], [7, 0]), (TWO, [None, None], [None, None])):
        values = {one["handle"]: one["values"] for one in game.view(seat)["things"]}
        assert [values[name].get("rank") for name in ("ann", "bob")] == ranks
        assert [values[name].get("worth") for name in ("slip", "scrap")] == worths


def test_values_and_looks_that_cannot_be_worked_out_are_left_out() -> None:
    view = rules.begun(OWNED, 2).view()
    assert view["values"] == {"gold": 0}
    things = {one["handle"]: one for one in view["things"]}
    assert [things[name]["look"].get("pose") for name in ("ann", "bob")] == ["out", None]
    assert [things[name]["values"].get("fee") for name in ("slip", "scrap")] == [2, None]
