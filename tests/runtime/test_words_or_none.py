"""Words that may be none: they begin as none, and are compared with and set to words of the same list."""

from __future__ import annotations

import pytest

from support.rules import play

GAME = """
words army: red, blue
kind lord is figure:
  side: army
  rival: army or none = blue
lord anna:
  side: blue
lord otto:
  rival: none
game has:
  held: army or none
  turn: army

to note (who: army or none):
  if who is none: done
  set held to who
  set turn to who

to play:
"""


@pytest.mark.parametrize(
    "body",
    [
        "if held is none: win",
        "if none is held and held is not red and held is not turn: win",
        "if anna.rival is blue and otto.rival is none: win",
        "set held to anna.side\n  if held is anna.side and held is not none: win",
        "note blue\n  note none\n  if held is turn and turn is blue: win",
        "set turn to held else blue\n  if turn is blue: win",
        "set held to blue\n  set turn to held else red\n  if turn is blue: win",
        "let first_held = blue if turn is blue else held\n  if first_held is none: win",
        "set held to blue\n  let now = held\n  if now is not none: set turn to now\n  if turn is blue: win",
        "set held to red\n  set held to none\n  if held is none: win",
    ],
)
def test_words_may_be_none(body: str) -> None:
    over = play(f"{GAME}  {body}\n  lose\n").state.over
    assert over is not None and over.outcome == "win"
