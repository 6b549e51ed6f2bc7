"""Labels and actions that several choose at once, and questions that are asked whatever there is."""

from __future__ import annotations

from typing import Any

import pytest

from support.rules import begun, play
from tilewright.runtime.game import Game

GAME = """
game has:
  coins: number = 3
  last: number
player has:
  purse: number
  place: number
  told: number
kind disc is token
disc penny:
  copies: 2
menu market "Market" for player
action grab "Grab the last" by (player):
  in market
  needs coins > 2, "There are too few coins."
  set coins to 0
  set player.purse to 3
action beg "Beg" by (player) for (n: number from 1 to 2):
  in market
  raise player.purse by n
action wait "Wait" by (player):
  in market
  takes 1 of player.told
to note (n: number): set last to last * 10 + n
to play:
"""


def game(rule: str, *answers: Any, players: int = 2) -> Any:
    return play(f"{GAME}{rule}  win\n", *answers, players=players)


LABELS = """
  together for each player:
    choose one asking "{player}: what do you do?":
      "Dig":
        choose n from 1 to 2
        note n
      "Sleep" when player is player.2: note 7
      "Rest": note 8
    note 9
"""


@pytest.mark.parametrize(
    ("answers", "last"),
    [
        (((2, "Sleep"), (1, "Rest")), 8979),
        (((1, "Dig"), (2, "Dig"), (1, 2), (2, 1)), 2919),
        (((2, "Rest"), (2, "Dig"), (1, "Rest"), (2, 2)), 8929),
    ],
)
def test_all_choose_labels_at_once(answers: tuple[Any, ...], last: int) -> None:
    assert game(LABELS, *answers).game("last") == last


@pytest.mark.parametrize(
    ("when", "last"), [("player.purse > 0", 0), ("player is player.1", 7), ("player.purse = 0", 77)]
)
def test_one_label_or_none_is_not_asked(when: str, last: int) -> None:
    rule = f"""
  together for each player:
    choose one:
      "Dig" when {when}: note 7
"""
    assert game(rule).game("last") == last


ACTIONS = """
  together for each player:
    offer market, or "Pass": note 5
    note player.purse
"""


@pytest.mark.parametrize(
    ("answers", "last"),
    [
        (((2, "Pass"), (1, "grab")), 350),
        (((2, "beg"), (1, "grab"), (2, 2)), 32),
        (((1, "beg"), (2, "beg"), (1, 1), (2, 2)), 12),
        # When it is the second player's turn, the coins are gone: his action is given up.
        (((1, "grab"), (2, "grab")), 30),
    ],
)
def test_all_choose_actions_at_once(answers: tuple[Any, ...], last: int) -> None:
    assert game(ACTIONS, *answers).game("last") == last


MAY = """
  together for each player:
    you may "Dig" when player.told = 0 secretly:
      choose n from 1 to 2
      note n
    else: note 8
    note 9
"""


@pytest.mark.parametrize(
    ("before", "answers", "last"),
    [
        ("", ((2, "Dig"), (1, "No"), (2, 2)), 8929),
        ("", ((1, "Dig"), (2, "No"), (1, 2)), 2989),
        ("  set player.2.told to 1\n", ((1, "Dig"), (1, 1)), 1989),
        ("  for each player: set player.told to 1\n", (), 8989),
    ],
)
def test_all_say_at_once_whether_they_do_it(before: str, answers: tuple[Any, ...], last: int) -> None:
    assert game(before + MAY, *answers).game("last") == last


def test_whether_somebody_may_is_asked_of_the_controller() -> None:
    rule = """
  together for each disc in first(all(discs)):
    you may "Spin": note 1
    else: note 2
"""
    text = GAME.replace("kind disc is token", "kind disc is token:\n  controlled by player.2")
    assert play(f"{text}{rule}  win\n", (2, "Spin"), players=2).game("last") == 1


def test_with_no_action_to_take_the_alternative_is_taken() -> None:
    rule = """
  set coins to 0
  together for each player:
    offer waiting to player, or "Pass": note 5
    note 1
"""
    text = GAME.replace("menu market", 'menu waiting "Wait" for player\nmenu market').replace(
        '"Wait" by (player):\n  in market', '"Wait" by (player):\n  in waiting'
    )
    assert play(f"{text}{rule}  win\n", players=2).game("last") == 5151
    one = rule.replace(', or "Pass": note 5', "").replace("set coins to 0", "set player.2.told to 1")
    assert play(f"{text}{one}  win\n", players=2).of("player.2", "told") == 0


def question(text: str, seat: str, players: int = 2) -> dict[str, Any]:
    asked = begun(f"{GAME}{text}  win\n", players=players).view(seat)["question"]
    assert asked is not None
    return dict(asked)


def test_each_is_asked_in_words_of_his_own() -> None:
    mine, other = question(LABELS, "player.1"), question(LABELS, "player.2")
    assert (mine["sort"], mine["prompt"]) == ("options", "Player 1: what do you do?")
    assert [one["label"] for one in mine["options"]] == ["Dig", "Rest"]
    assert other["prompt"] == "Player 2: what do you do?"
    assert [one["label"] for one in other["options"]] == ["Dig", "Sleep", "Rest"]


def test_each_is_offered_actions_and_told_what_cannot_be_done() -> None:
    mine = question(ACTIONS, "player.2")
    assert (mine["sort"], mine["prompt"]) == ("menu", "Market")
    assert [one["label"] for one in mine["options"]] == ["Grab the last", "Beg", "Pass"]
    assert [one["label"] for one in mine["refused"]] == ["Wait"]


@pytest.mark.parametrize(
    "rule",
    [
        '  as player.1:\n    you may "Turn" secretly: note 1\n',
        '  choose one secretly:\n    "Left": note 1\n    "Right": note 2\n',
        "  offer market to player.1 by player.1 secretly\n",
        "  choose n from 1 to 2 by player.1 secretly\n",
    ],
)
def test_others_do_not_see_what_is_asked_secretly(rule: str) -> None:
    rule = rule.replace("choose one secretly", "choose one by player.1 secretly")
    now = begun(f"{GAME}{rule}  win\n", players=2)
    assert now.view("player.2")["question"] is None
    assert now.view("player.1")["question"]["secret"]


@pytest.mark.parametrize(
    ("rule", "answer", "last"),
    [
        ("  choose n from 4 to 4 always\n  note n\n", 4, 4),
        ('  choose n from 4 to 4 asking "How many?" secretly always\n  note n\n', 4, 4),
        ("  choose disc from first(all(discs)) always\n  note 6\n", "penny.1", 6),
        ("  choose disc from discs always, or none: note 3\n", -1, 3),
        ("  choose exactly 1 some from first(all(discs)) always\n  note count(some)\n", ["penny.1"], 1),
        ('  choose one always:\n    "Dig": note 2\n', "Dig", 2),
        ('  choose one by player.1 always:\n    "Dig" when coins = 0: note 2\n  note 4\n', -1, 4),
        ("  raise player.1.told by 1\n  offer waiting to player.1 always\n  note 1\n", "wait", 1),
        (
            "  together for each player where it is player.1:\n    choose n from 3 to 3 always\n    note n\n",
            3,
            3,
        ),
        (
            '  together for each player where it is player.1:\n    choose one always:\n      "Dig": note 3\n',
            "Dig",
            3,
        ),
        (
            "  together for each player where it is player.1:\n    choose one always:\n"
            '      "Dig" when coins = 0: note 3\n    note 5\n',
            -1,
            5,
        ),
        (
            "  together for each player where it is player.2:\n    offer waiting always\n    note 5\n",
            -1,
            5,
        ),
    ],
)
def test_what_is_always_asked_is_asked_with_one_answer_or_none(rule: str, answer: Any, last: int) -> None:
    text = GAME.replace("menu market", 'menu waiting "Wait" for player\nmenu market').replace(
        '"Wait" by (player):\n  in market', '"Wait" by (player):\n  in waiting'
    )
    assert play(f"{text}{rule}  win\n", answer, players=2).game("last") == last
    assert play(f"{text}{rule.replace(' always', '')}  win\n", players=2).over == "win"


def test_bots_answer_together() -> None:
    for rule in (LABELS, ACTIONS, MAY):
        for seed in range(6):
            now = Game.start(begun(f"{GAME}{rule}  win\n", players=2).machine.program.data, seed, 2)
            while now.state.over is None:
                seat = now.waiting()[-1]
                options = now.view(seat)["question"]["options"]
                now.answer([options[seed % len(options)]["id"]], seat)
            assert now.state.over.outcome == "win"


PARTS = """
menu post "Post" for player
action send "Send" by (player) with (disc: disc from first(all(discs)) always):
  in post
  note 1
action drop_it "Drop" by (player) with (disc: disc from discs always):
  note 2
to play:
"""


@pytest.mark.parametrize(
    ("rule", "answers", "last"),
    [
        ("  offer post to player.1\n", ("penny.1",), 1),
        ("  send by player.1\n", ("penny.1",), 1),
        ("  send by player.1 with spare disc\n", (), 1),
        ("  drop_it by player.1\n  note 4\n", (-1,), 4),
    ],
)
def test_a_part_that_is_always_asked(rule: str, answers: tuple[Any, ...], last: int) -> None:
    text = GAME.replace("to play:\n", PARTS)
    assert play(f"{text}{rule}  win\n", *answers, players=2).game("last") == last
    without = text.replace(" always", "")
    assert play(f"{without}{rule}  win\n", players=2).game("last") == last
