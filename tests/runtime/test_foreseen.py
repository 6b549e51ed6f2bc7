"""What an answer makes of things that stay where they are: foreseen, but for chance."""

from __future__ import annotations

import pytest

from support.rules import begun
from tilewright.runtime.hints import foreseen

WATCH = """
die coin: 0, 1
kind guard is figure:
  facing: one of north, east
  steps: number
guard gil "Gil"
board yard of square "The yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission night "Night":
  board: yard
to play:
  move gil to a1
  repeat:
    choose one by player.1:
      "East": set gil.facing to east
      "By chance":
        roll coin
        set gil.steps to coin + 1
      "Go": move gil to b1
      "Wait": say "He waits."
"""


def test_only_what_an_answer_alone_decides_is_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreseen, "SECONDS", 60)
    game = begun(WATCH)
    before = game.view(None)
    assert foreseen.foreseen(game, "player.1", 0)["gil"]["facing"] == "east"
    assert foreseen.foreseen(game, None, 0), "the designer may know, too"
    assert foreseen.foreseen(game, "player.1", 1) == {}, "that is for the die to say"
    assert foreseen.foreseen(game, "player.1", 2) == {}, "who walks is seen walking"
    assert foreseen.foreseen(game, "player.1", 3) == {}, "nothing changes"
    assert foreseen.foreseen(game, "player.1", 17) == {}, "there is no such answer"
    assert game.view(None) == before, "nothing has happened"
    monkeypatch.setattr(foreseen, "SECONDS", -1)
    assert foreseen.foreseen(game, "player.1", 0) == {}, "nobody waits for it"


def test_who_is_not_asked_foresees_nothing() -> None:
    game = begun(WATCH.replace("  repeat:", '  win "So be it."\n  repeat:'))
    assert foreseen.foreseen(game, "player.1", 0) == {}


CHOICE = """
kind hero is figure:
  side: one of crowd, lead
  strength = 5 if this.side is lead else 1
hero ada "Ada"
hero bo "Bo"
to play:
  choose one from all(heroes) by player.1 asking "Who leads?"
  set one.side to lead
  repeat:
    choose n from 1 to 3 by player.1
"""


def test_what_is_chosen_from_the_box_is_foreseen_too() -> None:
    """The table shows it to whoever chooses, so it can show what it would be."""
    game = begun(CHOICE)
    options = game.view("player.1")["question"]["options"]
    for option in options:
        found = foreseen.foreseen(game, "player.1", option["id"])
        assert list(found) == [option["thing"]] and found[option["thing"]]["strength"] == 5
