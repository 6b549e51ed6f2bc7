"""Numbers that may be none, and numbers below zero: none of them is taken for another, alone or in a list."""

from __future__ import annotations

import pytest

from support.rules import begun, play

GAME = """
die dusk: -1
kind lamp is token:
  wishes: list of number
  height: number or none
  depth: number = -1
lamp low:
  height: -1
lamp dark
game has:
  dug: number or none
  none_yet: list of number
  held: list of number

define given(n: number or none): number or none = n

to play:
  add -1 to held
  add 2 to held
"""


@pytest.mark.parametrize(
    "test",
    [
        "count(list(-1, 2)) = 2",
        "count(held) = 2",
        "count(list(low.height, dark.height, 3)) = 2",
        "count(list(low.depth)) = 1",
        "-1 in list(low.height)",
        "first(list(dark.height, low.height)) = -1",
        "count(all(lamps).height) = 1",
        "first(all(lamps).height) = -1",
        "count(all(lamps).depth) = 1",
        "first(none_yet) is none",
        "last(none_yet) is none",
        "nth(none_yet, 1) is none",
        "first(none_yet) is dug",
        "last(none_yet) = dug",
        "nth(none_yet, 1) = dark.height",
        "first(list(dark.height)) = last(none_yet)",
        "given(first(none_yet)) is none",
        "given(-1) is not none",
        "low.height is not none",
        "none is dug",
        "none is not low.height",
        "low.height is not dark.height",
        "first(held) is not none",
        "first(held except 2) = -1",
        "(first(none_yet) else 4) = 4",
        "(first(held) else 4) = -1",
        "(none if dug is none else 1) is none",
        "not any number in held where given(number) is none",
    ],
)
def test_a_number_below_zero_is_not_none(test: str) -> None:
    assert play(f"{GAME}  if {test}: win\n  lose\n").over == "win"


@pytest.mark.parametrize(
    ("body", "test"),
    [
        ("roll dusk\n  add dusk to low.wishes", "count(low.wishes) = 1"),
        ("add -1 to low.wishes\n  drop -1 from low.wishes", "low.wishes is empty"),
        ("add dark.height to low.wishes", "low.wishes is empty"),
        ("add first(none_yet) to low.wishes", "low.wishes is empty"),
        ("set low.height to first(none_yet)", "low.height is none"),
        ("set low.height to none", "low.height = dark.height"),
        ("set dark.height to -1", "dark.height is not none"),
        ("let n = first(none_yet)\n  set dark.height to n", "dark.height is none"),
        ("let n = nth(held, 1)\n  set dark.height to n", "dark.height = -1"),
        ("for each n in held: raise low.depth by n", "low.depth = 0"),
    ],
)
def test_none_and_numbers_below_zero_are_kept_apart(body: str, test: str) -> None:
    assert play(f"{GAME}  {body}\n  if {test}: win\n  lose\n").over == "win"


@pytest.mark.parametrize(
    ("body", "answers", "test"),
    [
        ("choose n from held", [-1], "n = -1 and n is not none"),
        ("choose n from none_yet", [], "n is none"),
        ("choose n from none_yet by chance", [], "n is none"),
        ('choose n from held, or "No": done', [-1], "n = -1"),
        ('choose n from none_yet, or "No": set dug to 1', [], "n is none and dug = 1"),
        ('choose n from held, or "No": set dug to 1', ["No"], "n is none and dug = 1"),
        ('choose n from -2 to 2, or "No": set dug to 1', ["No"], "dug = 1"),
        ("choose n from -2 to 2", [-2], "n = -2"),
        ("choose n from none_yet, or none: set dug to 1", [], "n is none and dug = 1"),
        (
            "let hits = (count(none_yet) - 1)\n  roll hits dusk as all_of\n  let n = count(all_of)",
            [],
            "n = 0",
        ),
    ],
)
def test_choices_of_numbers(body: str, answers: list[object], test: str) -> None:
    assert play(f"{GAME}  {body}\n  if {test}: win\n  lose\n", *answers).over == "win"


def test_what_is_read_of_numbers_below_zero() -> None:
    game = begun(f"{GAME}  choose n from held\n  choose m from -2 to 2\n  win\n")
    question = game.question()
    assert question is not None
    assert [(one["label"], one["number"]) for one in question["options"]] == [("-1", -1), ("2", 2)]
    game.answer(0)
    labels = [one["label"] for one in (game.question() or {})["options"]]
    assert labels == ["-2", "-1", "0", "1", "2"]
