"""Verbs that begin with `if …: done`: whether they have nothing to do is asked before they get a frame."""

from __future__ import annotations

import pytest

from support.rules import HEAD, play, rules
from tilewright.runtime.engine.engine import link

GAME = """
kind guard is figure
guard ada "Ada"
kind note is card:
  good: yes/no
note plan "Plan"
player has:
  hand: pile of note, seen by this
game has:
  calm: yes/no
  talks: number
  ran: number
to talk of (guard: guard or none) for (n: number) gives number:
  {guard}
  raise ran by n
  choose one:
    "Talk": raise talks by n
    "Wait": done
  give n
to play:
  {calls}
  choose one:
    "Over": win
    "Still over": win
mission day:
  setup: move plan to player.1.hand
"""


def game(guard: str, *calls: str) -> str:
    return HEAD + GAME.replace("{guard}", guard).replace("{calls}", "\n  ".join(calls))


def calling(text: str) -> str:
    """The code of `play`, as far as the first frame that it makes; there is no log, of which it would ask."""
    machine = link(rules(text).program, telling=False)
    line = text.split("\n").index("to play:") + 1
    places = {i for i, span in enumerate(machine.program.data["spans"]) if span[1] == line}
    code = "\n".join(source for _, source in machine.code.listing(places) if "g=[" in source)
    return code[: code.index("g=[")]


ASKED = {
    "a value of the game": "if calm: done",
    "an argument": "if guard is none: done",
    "arguments": "if guard is ada and n = 2: done",
}


@pytest.mark.parametrize("guard", ASKED.values())
@pytest.mark.parametrize("calm", ["yes", "no"])
@pytest.mark.parametrize("counted", ["", "\nwhenever during talk and talks > 90: win\n"])
def test_it_is_as_if_it_had_been_called(guard: str, calm: str, counted: str) -> None:
    calls = ["talk of ada for 2", "talk of none for 3", "talk of ada for 4"]
    text = game(guard, f"set calm to {calm}", *calls) + counted
    skipped = {"if calm: done": 3 if calm == "yes" else 0}.get(guard, 1)
    end = play(text, *["Talk"] * (3 - skipped), "Over")
    assert end.over == "win"
    left = {"if calm: done": 0 if skipped else 9, "if guard is none: done": 6}.get(guard, 7)
    assert (end.game("talks"), end.game("ran")) == (left, left)


def test_no_frame_is_made_before_it_is_asked() -> None:
    assert "if v[" in calling(game("if calm: done", "set calm to yes", "talk of ada for 2"))


@pytest.mark.parametrize(
    ("guard", "call"),
    {
        "what it gives is used": ("if calm: done", "talk of ada for 2 as said"),
        "an argument that would be worked out twice": ("if n = 2: done", "talk of ada for talks + 2"),
        "it asks whether it runs itself": ("if during talk: done", "talk of ada for 2"),
        "what is hidden decides": ("if player.1.hand.top.good: done", "talk of ada for 2"),
    }.values(),
)
def test_where_it_cannot_be_asked_before_the_verb_is_called(guard: str, call: str) -> None:
    assert "if " not in calling(game(guard, "set calm to not calm", call))


def test_rules_after_a_verb_run_if_it_does_nothing() -> None:
    text = game("if calm: done", "set calm to yes", "talk of ada for 2") + "\nafter talk: raise talks by 1\n"
    end = play(text, "Over")
    assert (end.over, end.game("talks")) == ("win", 1)


def test_a_mistake_in_what_is_asked_names_the_verb_that_asks() -> None:
    text = game("if guard.space is none: done", "talk of none for 2")
    assert play(text).why.endswith("[talk]")
