"""Recordings: played again they give the same game; with changed content they say where they stop to fit."""

from __future__ import annotations

from support import rules
from support.scenarios import begun
from support.tiny import tiny
from tilewright.runtime.game import Game
from tilewright.runtime.history.replay import document, play
from tilewright.runtime.history.save import CHANCE


def test_an_answer_names_the_place_of_the_question_and_what_was_chosen() -> None:
    game = Game.start(tiny(), 1, 2)
    question = game.question()
    assert question is not None
    game.answer(next(one["id"] for one in question["options"] if one["action"] == "rest"))
    assert game.answers[0] == {"seat": "player.1", "at": "turn_of", "chosen": ["rest"]}


def test_a_word_is_named_and_so_is_who_does_what_is_open_at_any_time() -> None:
    text = """
words moods: glad, sad
menu sighs for player, at any time
action sigh "Sigh" by (player):
  in sighs
to play:
  choose mood from list(glad, sad) by player.1
  choose n from 1 to 2 by player.1
"""
    game = rules.begun(text, 2)
    question = game.question()
    assert question is not None
    game.answer([one["id"] for one in question["options"] if one["label"] == "Sigh"][1])
    game.answer(1)
    assert [(one["seat"], one["chosen"]) for one in game.answers] == [
        ("player.2", ["sigh"]),
        ("player.1", ["sad"]),
    ]
    again = play(Game.start(game.program.data, 1, 2), game.answers)
    assert again.diverged is None and again.game.digest() == game.digest()


def test_what_chance_decided_is_written_down_as_its_answers() -> None:
    game = begun("tiny", 60, seed=4)
    rolled = [one for one in game.answers if one["seat"] == CHANCE]
    assert rolled and all(one["at"] == "six" and one["chosen"][0] in "123456" for one in rolled)


def test_changed_content_is_played_as_far_as_it_fits() -> None:
    recording = document(begun("tiny", 20, seed=3))
    changed = tiny()
    changed["menus"]["turn"]["actions"].remove("rest")
    for verb in ("draw_card", "play_card", "walk", "look_at"):
        changed["verbs"][verb]["label"] = None
    played = play(Game.start(changed, recording["seed"], recording["players"]), recording["answers"])
    assert played.diverged is not None
    first = next(i for i, one in enumerate(recording["answers"], 1) if one["chosen"] == ["rest"])
    assert played.diverged.answer <= first
    assert str(played.diverged) == (
        "At answer 4, the recording has Bell by Player 2 in T-2; here Player 2 chooses from Coin, Bell."
    )


def test_a_shorter_game_says_that_it_is_over() -> None:
    recording = document(begun("tiny", 500, seed=3))
    played = play(Game.start(tiny(rounds=1), recording["seed"], recording["players"]), recording["answers"])
    assert played.diverged is not None and "; here the game is over." in str(played.diverged)


def test_a_recording_of_another_number_of_players_stops_at_the_wrong_seat() -> None:
    recording = document(begun("tiny", 30, seed=3, seats=3))
    played = play(Game.start(tiny(), recording["seed"], 1), recording["answers"])
    assert played.diverged is not None and "; here Player 1 chooses from" in str(played.diverged)
