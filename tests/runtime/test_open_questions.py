"""Whether somebody is asked tells nothing: where hidden things leave one answer, or none, it is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from support.cases import package_of
from support.indistinguishable import seen_by
from support.rules import begun, play
from tilewright.dsl.compile import test_programs as programs_of
from tilewright.runtime.game import Game
from tilewright.runtime.stories.testing import run_tests

ME, OTHER = "player.1", "player.2"
TABLE = """
kind spell is card:
  cost: number
spell spark "Spark":
  cost: 1
spell blast "Blast":
  cost: 2
player has:
  hand: pile of spell, seen by owner
game has:
  count: number
  luck: number, seen by player.1
menu turns for player
action cast by (player) with (spell: spell from player.hand where it.cost > 1):
  in turns
  say "Something is cast."
action guess by (player) with (n: number from list(-1, 1, 2)):
  in turns
  needs any spell in player.hand where spell.cost = n
  raise count by n
action bet by (player) with (n: number from list(2)):
  in turns
  needs any spell in player.hand where spell.cost = n
  raise count by n
to draw_lots by (player) with (n: number from list(-1, 1, 2) where it <= luck):
  raise count by 10 + n
to play:
  move all(spells) to player.1.hand
  set luck to LUCK
  QUESTION
  choose n from 1 to 2 by player.2 asking "And you?"
"""
CAST = "offer turns to player.1"
MAY = 'as player.1:\n    you may "Shout" when luck > 1: raise count by 1'
ONE = """choose one by player.1:
    "Left" when luck > 1: raise count by 1
    "Right" when luck > 0: raise count by 2"""
NUMBER = "choose n from 1 to luck by player.1\n  raise count by n"
LOTS = "draw_lots by player.1"


def table(question: str, luck: int = 2) -> str:
    return TABLE.replace("QUESTION", question).replace("LUCK", str(luck))


def labels(game: Game) -> list[str]:
    """What the first player may choose from; nothing if he is not asked."""
    question = game.question(ME) if game.waiting() == [ME] else None
    return [one["label"] for one in question["options"]] if question else []


@pytest.mark.parametrize(
    ("action", "choices"),
    [("Cast", ["Blast"]), ("Guess", ["1", "2"]), ("Bet", [])],
    ids=["counted by its player alone", "hidden things leave some", "there never were two"],
)
def test_a_part_of_an_action(action: str, choices: list[str]) -> None:
    game = begun(table(CAST), 2)
    game.answer(labels(game).index(action), ME)
    assert labels(game) == choices
    assert play(table(CAST), action.lower(), *([2] if action == "Guess" else []), players=2)


def test_a_part_of_which_hidden_things_leave_one() -> None:
    text = table(CAST).replace("move all(spells)", "move blast")
    game = begun(text, 2)
    game.answer(labels(game).index("Guess"), ME)
    assert labels(game) == ["2"]
    assert play(text, "guess", 2, 1, players=2).game("count") == 2


@pytest.mark.parametrize(
    ("question", "luck", "shown", "answer", "count"),
    [
        (MAY, 2, ["Shout", "No"], "Shout", 1),
        (MAY, 1, ["No"], "No", 0),
        (ONE, 2, ["Left", "Right"], "Right", 2),
        (ONE, 1, ["Right"], "Right", 2),
        (ONE, 0, ["Nothing"], -1, 0),
        (NUMBER, 2, ["1", "2"], 2, 2),
        (NUMBER, 1, ["1"], 1, 1),
        (NUMBER, 0, ["1"], 1, 1),
        (LOTS, 2, ["-1", "1", "2"], -1, 9),
        (LOTS, -1, ["-1"], -1, 9),
        (LOTS, -2, ["Nothing"], None, 0),
    ],
)
def test_a_question_is_put_whatever_is_left(
    question: str, luck: int, shown: list[str], answer: Any, count: int
) -> None:
    text = table(question, luck)
    game = begun(text, 2)
    assert labels(game) == shown
    if answer is None:
        answer = play(text, players=2).options[0]
    assert play(text, answer, players=2).game("count") == count


@pytest.mark.parametrize("question", [MAY, ONE, NUMBER, LOTS])
def test_what_others_see_tells_nothing_of_what_was_left(question: str) -> None:
    one, other = begun(table(question, 2), 2), begun(table(question, 0), 2)
    assert labels(one) != labels(other) and seen_by(one, OTHER) == seen_by(other, OTHER)


STORY = """\
tests for case
test "It goes on":
  do: play
  expect:
    asked player.2 "And you?"
    count = {}
"""


@pytest.mark.parametrize(
    ("question", "luck", "count"), [(MAY, 1, 0), (ONE, 0, 0), (ONE, 1, 2), (NUMBER, 0, 1), (LOTS, -2, 0)]
)
def test_a_story_need_not_answer_what_has_one_answer(question: str, luck: int, count: int) -> None:
    text = "system case:\n  players: 2\n" + table(question, luck)
    programs, problems = programs_of(package_of(text, ("tests.wright", STORY.format(count))))
    assert not problems
    for interpreted in (False, True):
        played = [one for program in programs for one in run_tests(program, interpreted=interpreted)]
        assert [one.message for one in played] == [""]


def test_all_that_a_story_expects_holds_at_one_moment() -> None:
    text = "system case:\n  players: 2\n" + table(NUMBER, 0)
    story = STORY.format("1\n    count = 0")
    programs, _ = programs_of(package_of(text, ("tests.wright", story)))
    for interpreted in (False, True):
        (failed,) = [one for program in programs for one in run_tests(program, interpreted=interpreted)]
        assert failed.message.startswith("Found 1, expected exactly 0"), failed.message
    alone = STORY.replace('asked player.2 "And you?"', "asked player.1").format("0")
    programs, _ = programs_of(package_of(text, ("tests.wright", alone)))
    assert [one.message for program in programs for one in run_tests(program)] == [""]


@pytest.mark.parametrize(
    ("question", "shown", "count"),
    [
        ("choose spell from player.hand where it.cost > luck by player", ["Nothing"], 0),
        ("choose spell from player.hand where it.cost >= luck by player", ["Blast"], 2),
        ("choose any number of spell from player.hand where it.cost > luck by player", [], 0),
    ],
)
def test_who_is_asked_together_with_others_is_asked_whatever_is_left(
    question: str, shown: list[str], count: int
) -> None:
    counted = "raise count by count(spell)" if "any" in question else "if spell is blast: raise count by 2"
    game = begun(table(f"together for each player in list(player.1):\n    {question}\n    {counted}"), 2)
    asked = game.question(ME)
    assert asked is not None and [one["label"] for one in asked["options"]] == shown
    game.answer([one["id"] for one in asked["options"]], ME)
    assert game.view(None)["values"]["count"] == count
