"""What is said of things: whom it is about and how it looks, as each seat may know it."""

from __future__ import annotations

from typing import Any

import pytest

from support import rules

YARD = """
kind field is square
kind walker is figure
walker ada "Ada"
walker bea "Bea"
kind fate is card
fate storm "Storm"
game has:
  deck: pile of fate, seen by nobody
board yard of field "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+

mission day "Day":
  layout:
    | board | at   |
    | yard  | 0, 0 |
  setup:
    move ada to a1
    move bea to b1
    move storm to deck

define nobody: walker or none = none

to play:
  choose n from 1 to 2 by player.1
  {said}
  repeat: pause
"""


def told(said: str) -> dict[str, Any]:
    """The line of the log that this makes, as a player reads it; both back ends have played it."""
    text = YARD.replace("{said}", said)
    rules.play(text, [1])
    game = rules.begun(text)
    game.answer(0)
    return next(line for line in game.log("player.1") if line["sort"] == "say")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("{n} {n|card is|cards are} left.", "1 card is left."),
        ("{n + 1} {n + 1|card is|cards are} left.", "2 cards are left."),
        ("{n - 1} {n - 1|card|cards}", "0 cards"),
        ("{walkers|One walks|They walk}: {walkers}.", "They walk: Ada, Bea."),
        ("{walkers where it.space is a1|One walks|They walk}.", "One walks."),
        ("{n|A card|Cards}, that is {n}.", "A card, that is 1."),
    ],
)
def test_a_word_has_the_form_that_goes_with_a_number(said: str, read: str) -> None:
    assert told(f'say "{said}"')["text"] == read


@pytest.mark.parametrize(
    ("said", "things", "spaces", "look"),
    [
        ('say "Hm."', [], [], None),
        ('say "A hit." about ada, bea as hit', ["ada", "bea"], [], "hit"),
        ('say "All." about walkers, ada as alarm to player.1', ["ada", "bea"], [], "alarm"),
        ('say "There." about ada, bea.space', ["ada"], ["b1"], None),
        ('say "Nobody." about nobody as miss', [], [], "miss"),
        ('say "First." about first(walkers where it is not ada) as wound', ["bea"], [], "wound"),
        ('say "None." about first(walkers where it.space is gone)', [], [], None),
    ],
)
def test_whom_it_is_about_and_how_it_looks(
    said: str, things: list[str], spaces: list[str], look: str | None
) -> None:
    line = told(said)
    assert (line["things"], line["spaces"], line["data"].get("look")) == (things, spaces, look)


def test_whom_one_does_not_see_is_not_named() -> None:
    line = told('say "Something stirs." about storm, ada as alarm')
    assert line["things"] == ["ada"]


def test_what_cannot_be_worked_out_ends_the_game_whether_anybody_listens_or_not() -> None:
    text = YARD.replace("{said}", 'say "Of all." about nth(walkers, first(numbers(0, n * 1000000)))')
    assert rules.play(text, [1]).over == "stuck"


@pytest.mark.parametrize("of", ["word(n)", "plain", "in_cases(n)"])
def test_a_text_that_has_to_be_worked_out_is_said(of: str) -> None:
    more = """
define plain: text = "Of old"
define word(n: number): text = "Both" if n = 2 else plain
define in_cases(n: number): text:
  "Both" when n = 2
  otherwise plain
"""
    text = YARD.replace("{said}", f'say "{{{of}}}, it is said."') + more
    rules.play(text, [1])
    game = rules.begun(text)
    game.answer(1)
    lines = [line["text"] for line in game.log("player.1") if line["sort"] == "say"]
    assert lines == [f"{'Of old' if of == 'plain' else 'Both'}, it is said."]
