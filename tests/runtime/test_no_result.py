"""What a verb gives that does not happen, or that ends without giving anything."""

from __future__ import annotations

import pytest

from support.rules import play

GAME = """
words colour: red, green
kind lamp is token
lamp low
game has:
  ways: list of number
  heard: yes/no

to find (n: number) gives {type}:
  needs n < 9
  if n > 2: give {value}

to pick (way: number from ways) gives {type}: give {value}

to wait gives {type}:
  if heard: give {value}
  choose a from 1 to 2

to play:
  {call} as got
  {test}
  win
"""

TYPES = {
    "number or none": ("7", "if got is not none: lose"),
    "number": ("7", "if got != 0: lose"),
    "lamp or none": ("low", "if got is not none: lose"),
    "lamp": ("low", "if got = low: lose"),
    "list of lamp": ("list(low)", "for each one in got: lose"),
    "list of number": ("list(7)", "if count(got) > 0: lose"),
    "colour or none": ("green", "if got is not none: lose"),
    "colour": ("green", "if got is not red: lose"),
    "yes/no": ("yes", "if got: lose"),
}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize(
    ("call", "answers", "end"),
    [
        ("find 3", (), "lose"),  # it happens and gives something
        ("find 2", (), "win"),  # it happens and gives nothing
        ("find 9", (), "win"),  # it does not happen
        ("pick", (), "win"),  # there is nothing to pick from
        ("wait", (1,), "win"),  # it gives nothing after a question
    ],
)
def test_a_verb_without_a_result_gives_none_of_its_type(
    kind: str, call: str, answers: tuple[int, ...], end: str
) -> None:
    value, test = TYPES[kind]
    text = GAME.format(type=kind, value=value, call=call, test=test)
    assert play(text, *answers).over == end


RULES = """
game has:
  seen: number or none = 5
to find (n: number) gives number or none:
  if n > 2: give 7
{rules}
to play:
  find {n} as got
  {test}
  lose
"""


@pytest.mark.parametrize(
    ("n", "rules", "test"),
    [
        (1, "after find: set seen to result", "if seen is none and got is none: win"),
        (3, "after find: set seen to result", "if seen = 7 and got = 7: win"),
        (3, "instead of find: set seen to 4", "if seen = 4 and got is none: win"),
        (3, "instead of find: proceed", "if got = 7: win"),
        (1, "instead of find:\n  proceed as one\n  set seen to one", "if seen is none and got is none: win"),
        (3, "instead of find: done", "if got is none: win"),
    ],
)
def test_rules_around_a_verb_hand_its_none_on(n: int, rules: str, test: str) -> None:
    assert play(RULES.format(n=n, rules=rules, test=test)).over == "win"
