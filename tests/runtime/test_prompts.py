"""How questions read: what is asked, what the options are called, and why an action cannot be taken."""

from __future__ import annotations

from typing import Any

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.questions.why_refused import TRIED, Why

ARENA = """system arena:
  players: 1 to 2
  begins: play

kind weapon is card
kind fighter is figure:
  energy: number 0 to 9
  hand: pile of weapon
game has:
  pool: number 0 to 9
  shelf: pile of weapon
fighter ogre "Ogre"
fighter imp "Imp":
  copies: 3
weapon axe "Axe"
weapon whip "Whip":
  copies: 2

board field of square:
  drawing:
    +---+---+---+
    | .   .   . |
    +---+---+---+

menu moves "Moves" for fighter
action attack "Attack" by (actor: fighter) with (weapon from actor.hand) at (
    enemy: fighter from imps):
  in moves
  takes 2 of actor.energy
  lower pool by 1
action walk "Walk" by (actor: fighter) to (square from squares where it is not actor.space):
  in moves
  move actor to square
action rest "Rest" by (actor: fighter):
  in moves
  raise actor.energy by 1
action pay_up "Pay up" by (actor: fighter):
  in moves
  cost discard 3 by actor
  lower pool by 1
action dance "Dance" by (actor: fighter):
  in moves
  needs pool > 0, "No music"
  lower pool by 1
to discard (n: number) by (actor: fighter):
  needs count(actor.hand) >= n
  move top n of actor.hand to shelf

mission duel "Duel":
  board: field
  setup:
    move ogre to a1
    move all(imps) to b1
    move imp.2 to c1
    move axe to ogre.hand
    move whip.1 to ogre.hand
"""


def asked(text: str, answers: tuple[str, ...] = (), players: int = 1) -> Game:
    """A game of the arena with this `play`, after options with these labels were chosen."""
    game = begun(ARENA + text, players)
    for label in answers:
        options = question(game)["options"]
        game.answer(next(one["id"] for one in options if one["label"] == label))
    return game


def question(game: Game) -> dict[str, Any]:
    found = game.question()
    assert found is not None
    return found


def prompt(text: str, *answers: str) -> str:
    return str(question(asked(text, answers))["prompt"])


def refused(text: str) -> dict[str, str]:
    return {one["label"]: one["reason"] for one in question(asked(text))["refused"]}


TURN = """
to play:
  set ogre.energy to ENERGY
  set pool to POOL
  offer moves to ogre
  win
"""


def turn(energy: int = 9, pool: int = 1) -> str:
    return TURN.replace("ENERGY", str(energy)).replace("POOL", str(pool))


def test_an_action_is_asked_of_whoever_takes_it() -> None:
    assert prompt(turn()) == "Ogre: choose an action"


def test_whose_action_is_asked_for_is_said_once() -> None:
    for title, put in (
        ("Moves", "Ogre: choose an action"),
        ("Night", "Ogre: Night"),
        ("The Ogre's turn", "The Ogre's turn"),
    ):
        arena = ARENA.replace('menu moves "Moves"', f'menu moves "{title}"')
        assert question(begun(arena + turn()))["prompt"] == put


def test_parts_of_an_action_are_asked_with_its_title_and_their_preposition() -> None:
    assert prompt(turn(), "Walk") == "Walk: to where?"
    assert prompt(turn(), "Attack") == "Attack: which weapon?"
    assert prompt(turn(), "Attack", "Axe") == "Attack: at whom?"


def test_who_plays_in_another_language_reads_no_name_of_a_part() -> None:
    let_go = 'action let_go "Drop" by (actor: fighter) with (prize: thing from actor.hand):\n  in moves\n'
    game = begun(ARENA + let_go + "  move prize to shelf\n" + turn())
    assert shown(game, "Drop") == "Drop: which thing?"
    latin = {"code": "xx", "of": "0", "sentences": {"engine/part_what": "{0}: quid?"}}
    assert shown(Game.start({**game.index.data, "language": latin}, 1, 1), "Drop") == "Drop: quid?"


def shown(game: Game, action: str) -> str:
    game.answer(next(one["id"] for one in question(game)["options"] if one["label"] == action))
    return str(question(game)["prompt"])


def test_a_question_names_who_acts() -> None:
    assert question(asked(turn()))["actor"] == "ogre"
    assert question(asked(turn(), ("Attack",)))["actor"] == "ogre"
    assert question(asked("to play:\n  choose n from 1 to 3\n  win\n"))["actor"] is None


def test_a_part_that_a_call_leaves_open_is_asked_alike() -> None:
    assert prompt("to play:\n  walk by ogre\n  win\n") == "Walk: to where?"


def test_a_choice_without_words_is_asked_by_what_is_chosen() -> None:
    choose = "to play:\n  choose {}\n  win\n"
    assert prompt(choose.format("w from ogre.hand")) == "Choose a weapon"
    assert prompt(choose.format("space from squares")) == "Choose a square"
    assert prompt(choose.format("exactly 2 who from imps")) == "Choose 2 imps"
    assert prompt(choose.format("up to 2 who from fighters")) == "Choose up to 2 fighters"
    assert prompt(choose.format("n from 1 to 3")) == "Choose a number"
    assert prompt(choose.format('w from ogre.hand asking "Which one?"')) == "Which one?"


def test_things_with_one_title_say_where_they_are() -> None:
    text = """
to play:
  move whip.2 to imp.1.hand
  choose w from all(whips)
  win
"""
    labels = [one["label"] for one in question(asked(text))["options"]]
    assert labels == ["Whip (Hand of Ogre)", "Whip (Hand of Imp 1)"]
    text = "to play:\n  move whip.2 to ogre.hand\n  choose up to 2 w from all(whips)\n  win\n"
    labels = [one["label"] for one in question(asked(text))["options"]]
    assert labels == ["Whip (1)", "Whip (2)"], "where they are does not tell them apart"
    text = "to play:\n  choose who from imps\n  win\n"
    assert [one["label"] for one in question(asked(text))["options"]] == ["Imp 1 at b1", "Imp 2 at c1"]


def test_links_are_called_by_what_they_join() -> None:
    text = ARENA.replace("kind weapon is card", "kind gate is link\nkind weapon is card")
    text = text.replace("    | .   .   . |", "    | . : . : . |").replace(
        "    +---+---+---+\n\n", "    +---+---+---+\n  signs:\n    | sign | means |\n    | :    | gate  |\n\n"
    )
    game = begun(text + "to play:\n  choose gate from gates\n  win\n", 1)
    assert [one["label"] for one in question(game)["options"]] == ["Gate a1–b1", "Gate b1–c1"]


def test_what_cannot_be_done_says_the_true_reason() -> None:
    found = refused(turn(energy=1, pool=0))
    assert found["Attack"] == "2 energy needed, 1 left."
    assert found["Dance"] == "No music"
    assert found["Pay up"] == "The price cannot be paid: discard 3."


def test_where_there_is_nothing_to_choose_it_says_so() -> None:
    text = turn().replace("  offer", "  move ogre.hand to shelf\n  offer")
    assert refused(text)["Attack"] == "No weapon can be chosen."


def test_the_way_that_comes_closest_gives_the_reason() -> None:
    text = turn().replace("  offer", "  move imps to box\n  offer")
    assert refused(text)["Attack"] == "No fighter can be chosen."


@pytest.mark.parametrize(
    ("enemies", "said"),
    [
        ("imps where it.space is a1", "No fighter can be chosen."),
        ("imps where it.space is b1 and it.energy > 3", "Energy of Imp 1 is 0, and at least 4 is needed."),
        ("fighters where it is a fighter and it.energy > 9", "No fighter can be chosen."),
        ("list(imp.1) where it.space is actor.space", "Imp 1 is at b1, not at a1."),
    ],
)
def test_what_comes_closest_tells_why_nothing_can_be_chosen(enemies: str, said: str) -> None:
    arena = ARENA.replace("enemy: fighter from imps", f"enemy: fighter from {enemies}")
    found = question(begun(arena + turn()))["refused"]
    assert [one["reason"] for one in found if one["label"] == "Attack"] == [said]


MAY = """
kind hound is figure:
  before sniff when dog is this:
    you may "Growl at {this}.": say "Grr."
hound rex "Rex"
board yard of square:
  drawing:
    +---+
    | . |
    +---+
mission day "Day":
  board: yard
  setup: move rex to a1
to sniff by (dog: hound): say "Sniff."
to play:
  sniff by rex
  you may "Bark": say "Wuff."
  win
"""


def test_what_may_be_done_is_asked_in_its_own_words_and_told_to_nobody_else() -> None:
    game = begun(MAY, 2)
    mine, theirs = (game.view(seat)["question"] for seat in ("player.1", "player.2"))
    assert (mine["prompt"], mine["actor"]) == ("Growl at Rex?", "rex")
    assert (theirs["prompt"], theirs["actor"], theirs["options"]) == ("Choose one", None, [])
    game.answer(1)
    assert game.view("player.1")["question"]["prompt"] == "Bark?"
    barking = begun(MAY.replace("Growl at {this}.", "Growl"), 2)
    assert barking.view("player.1")["question"]["prompt"] == "Rex: growl?"
    asked_so = MAY.replace('"Growl at {this}."', '"Growl" asking "Shall {this} growl, or lie down?"')
    mine, theirs = (begun(asked_so, 2).view(seat)["question"] for seat in ("player.1", "player.2"))
    assert (mine["prompt"], mine["options"][0]["label"]) == ("Shall Rex growl, or lie down?", "Growl")
    assert theirs["prompt"] == "Choose one"


HUNT = """
action hunt "Hunt" by (actor: fighter) with (
    weapon from actor.hand, noting "{count(actor.hand)} in hand") at (enemy: fighter from imps,
    noting "{weapon}: {it.energy} left" when it.energy > 0):
  in moves
  cost discard enemy.energy by actor
  lower pool by 1

to play:
  set imp.1.energy to 1
  set imp.2.energy to 2
  choose n from 1 to 2, noting "twice is {2 * it}" when it > 1
  offer moves to ogre
  win
"""


def noted(game: Game) -> list[str | None]:
    return [one["note"] for one in question(game)["options"]]


def test_what_comes_of_a_choice_is_said_beside_it_where_it_is_so() -> None:
    assert noted(asked(HUNT)) == [None, "twice is 4"]
    assert noted(asked(HUNT, ("1", "Hunt"))) == ["2 in hand", "2 in hand"]
    assert noted(asked(HUNT, ("1", "Hunt", "Axe"))) == ["Axe: 1 left", "Axe: 2 left", None]


def test_an_action_names_what_it_leaves_no_choice_of_and_what_it_may_cost() -> None:
    hunt = next(one for one in question(asked(HUNT, ("1",)))["options"] if one["action"] == "hunt")
    assert (hunt["note"], hunt["cost"]) == (None, "discard 0–2")
    alone = HUNT.replace("  set imp.1", "  move whip.1 to shelf\n  set imp.1")
    hunt = next(one for one in question(asked(alone, ("1",)))["options"] if one["action"] == "hunt")
    assert hunt["note"] == "Axe, 1 in hand"


MARKET = """
game has:
  coins: number = 3
  none_left: number
kind lad is figure
lad tom "Tom"
menu day "Day" for player
action buy "Buy" by (player):
  in day
  takes 1 of coins
action sell "Sell" by (player):
  in day
  takes 2 of coins
action hire "Hire" by (player):
  in day
  takes 5 of coins
action walk "Walk" by (player):
  in day
  limit 2 per play
action call "Call" by (player) with (lad from lads):
  in day
  needs coins > 3, "No money for {lad}"
action ride "Ride" by (player):
  in day
  needs coins > 3, "Only {7 / none_left} rides"
action halve "Halve" by (player) with (n: number from list(1, 0)) by (m: number from numbers(1, 6 / n)):
  in day
action sum_up "Sum up" by (player) with (n: number from numbers(1, 60)) by (m: number from numbers(1, 60)):
  in day
  needs n + m > 200, "Too little"
to play:
  repeat:
    offer day to player.1 by player.1
"""


def test_an_action_says_what_it_takes_of_the_game_or_how_often_it_was_to_be_taken() -> None:
    game = begun(MARKET)
    for _ in range(2):
        question = game.question("player.1")
        assert question is not None
        game.answer(next(one["id"] for one in question["options"] if one["label"] == "Walk"), "player.1")
    question = game.question("player.1")
    assert question is not None
    assert [(one["label"], one["cost"]) for one in question["options"]] == [
        ("Buy", "1 coin"),
        ("Sell", "2 coins"),
        ("Halve", None),
    ]
    assert question["options"][2]["note"] is None, "what it goes with cannot be worked out"
    assert {one["action"]: one["reason"] for one in question["refused"]} == {
        "hire": "5 coins needed, 3 left.",
        "walk": "Only 2 times in each play.",
        "call": "That is not possible now.",
        "ride": "That is not possible now.",
        "sum_up": "Too little",
    }


SHARED = """
menu day "Day" for player
action ring "Ring" by (player):
  in day
  limit {} per play as noise
action sing "Sing" by (player):
  in day
  limit {} per play as noise
action walk "Walk" by (player):
  in day
  limit 2 per play as steps
action hum "Hum" by (player):
  in day
  limit {} per play as noise
action wait "Wait" by (player):
  in day
to play:
  repeat:
    offer day to player.1 by player.1
"""


@pytest.mark.parametrize(
    ("most", "answers", "reason"),
    [
        (1, ["Sing"], "Only one of these in each play: Ring, Sing and Hum."),
        (2, ["Sing", "Hum"], "Only 2 of these in each play: Ring, Sing and Hum."),
    ],
)
def test_actions_that_share_a_limit_say_so(most: int, answers: list[str], reason: str) -> None:
    """Whoever did one of them would else read that another could be done only once, though it was not."""
    game = begun(SHARED.replace("{}", str(most)))
    for answer in answers:
        question = game.question("player.1")
        assert question is not None
        game.answer(next(one["id"] for one in question["options"] if one["label"] == answer), "player.1")
    question = game.question("player.1")
    assert question is not None
    assert {one["action"]: one["reason"] for one in question["refused"]} == dict.fromkeys(
        ("ring", "sing", "hum"), reason
    )


def test_of_very_many_ways_to_take_an_action_not_all_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    game, looked_at, now = begun(MARKET), 0, Why._now

    def counted(self: Why, verb: str, env: Any) -> str | None:
        nonlocal looked_at
        looked_at += verb == "sum_up"
        return now(self, verb, env)

    monkeypatch.setattr(Why, "_now", counted)
    question = game.question("player.1")
    assert question is not None and question["refused"][-1]["reason"] == "Too little"
    assert 60 < looked_at < 2 * TRIED


def test_a_question_is_asked_though_its_text_cannot_be_worked_out() -> None:
    question = begun(
        """
game has:
  none_left: number
to play:
  choose one by player.1 asking "How many of {7 / none_left}?":
    "One": win
    "Nearly {1 / none_left}": lose
"""
    ).question("player.1")
    assert question is not None
    assert (question["prompt"], question["options"][1]["label"]) == ("How many of {0}?", "Nearly {0}")


@pytest.mark.parametrize(("copies", "read"), [(2, "2 karty"), (5, "5 karet")])
def test_things_are_counted_in_the_form_that_a_translation_gives(copies: int, read: str) -> None:
    data = begun(
        f"""
card ace:
  copies: {copies}
game has:
  heap: pile of card, in play, seen by everybody
to play:
  move all(aces) to heap
  choose n from 1 to 2 by player.1
"""
    ).program.data
    card = {**data["kinds"]["card"], "count": "{0} {0|karta|karty|karet}"}
    language = {"code": "cs", "of": "0", "sentences": {}}
    game = Game.start({**data, "kinds": {**data["kinds"], "card": card}, "language": language}, 1, 1)
    assert [one["text"] for one in game.log("player.1")] == [f"{read} move to Heap."]


def test_the_first_word_of_an_empty_list_reads_as_none() -> None:
    game = begun(
        """
words moods: glad, sad
game has:
  seen: list of moods
to play:
  say "Everybody is {first(seen)}."
  choose mood from list(glad, sad) by player.1 asking "And not {last(seen)}?"
  add mood to seen
  say "Everybody is {first(seen)}."
  choose n from 1 to 2 by player.1
"""
    )
    assert game.question("player.1")["prompt"] == "And not none?"  # type: ignore[index]
    game.answer(1, "player.1")
    said = [one["text"] for one in game.log("player.1") if one["sort"] == "say"]
    assert said == ["Everybody is none.", "Everybody is sad."]
