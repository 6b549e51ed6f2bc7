"""A value for each word of a list: read, changed and seen by a word that is written or found out in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.rules import begun, play

GAME = """
words fever: red, green, blue
words crop: red, rye
kind city is token:
  cubes: number 0 to 3 by each fever
  wanted: list of number by each fever
kind farm is token:
  cubes: number by each crop
city paris:
  cubes: 1, 0, 2
city rome:
  cubes: 1
  cubes_blue: 3
farm mill:
  cubes: 5, 6
game has:
  left: number by each fever = 24
  cured: yes/no by each fever
  supply: pile of city by each fever
  last: number
player has:
  samples: number by each fever, seen by owner
menu lab "Lab" for player
action trade "Trade" by (player):
  in lab
  takes 2 of player.samples(red)
  set last to 7
to play:
"""


def after(rule: str, *answers: Any) -> Any:
    return play(f"{GAME}{rule}  win\n", *answers, players=2)


@pytest.mark.parametrize(
    ("value", "last"),
    [
        ("paris.cubes(blue)", 2),
        ("rome.cubes(green) + rome.cubes(blue)", 4),
        ("mill.cubes(red)", 5),
        ("left(green)", 24),
        ("highest(all(cities), it.cubes(blue))", 3),
        ("total(all(cities), it.cubes(red))", 2),
        ("1 if cured(red) else 2", 2),
        ("paris.cubes_blue", 2),
    ],
)
def test_a_word_that_is_written(value: str, last: int) -> None:
    assert after(f"  set last to {value}\n").game("last") == last


@pytest.mark.parametrize("word", range(1, 5))
def test_of_many_words_the_one_that_is_found_out(word: int) -> None:
    many = GAME.replace("red, rye\n", "red, rye, oat, corn, flax\n").replace(
        "cubes: 5, 6\n", "cubes: 5, 6, 7, 8, 9\n"
    )
    rule = "  choose crop from list(rye, oat, corn, flax) by player.1\n  set last to mill.cubes(crop)\n"
    assert play(f"{many}{rule}  win\n", word, players=2).game("last") == 5 + word


@pytest.mark.parametrize("word", [0, 1, 2])
@pytest.mark.parametrize(
    ("change", "value", "before", "then"),
    [
        ("raise paris.cubes(colour) by 1", "paris.cubes", [1, 0, 2], lambda n: n + 1),
        ("lower left(colour) by 20", "left", [24, 24, 24], lambda n: n - 20),
        ("at once: set left(colour) to 3", "left", [24, 24, 24], lambda n: 3),
        ("raise player.1.samples(colour) by colour_of(colour)", "player.1.samples", [0, 0, 0], lambda n: 4),
    ],
)
def test_a_word_that_is_found_out(
    word: int, change: str, value: str, before: list[int], then: Callable[[int], int]
) -> None:
    rule = f"""
  choose colour from list(red, green, blue) by player.1
  {change}
  for each n in list({value}(red), {value}(green), {value}(blue)): set last to last * 100 + n
  if {value}(colour) = {then(before[word])}: raise last by 1000000
"""
    a, b, c = (then(n) if at == word else n for at, n in enumerate(before))
    text = f"define colour_of(f: fever): number = 4{chr(10)}{GAME}"
    assert play(f"{text}{rule}  win\n", word, players=2).game("last") == a * 10_000 + b * 100 + c + 1_000_000


def test_lists_and_piles_by_word() -> None:
    rule = """
  choose colour from list(red, green, blue) by player.1
  add 3 to paris.wanted(colour)
  add 4 to paris.wanted(green)
  drop 4 from paris.wanted(colour)
  set cured(colour) to yes
  move all(cities) to supply(colour)
  shuffle supply(colour)
  set last to count(paris.wanted(green)) * 10 + count(supply(green)) if cured(green) else 1
"""
    assert after(rule, 1).game("last") == 12
    assert after(rule, 0).game("last") == 1


def test_one_line_gives_a_thing_its_values_and_a_line_of_its_own_one_of_them() -> None:
    found = after("")
    assert [found.of("rome", f"cubes_{one}") for one in ("red", "green", "blue")] == [1, 1, 3]


def test_a_price_of_a_word_that_is_written() -> None:
    rule = '  set player.1.samples(red) to 3\n  offer lab to player.1, or "No": done\n'
    assert after(rule, "trade").of("player.1", "samples_red") == 1


def test_who_sees_one_sees_each() -> None:
    game = begun(f"{GAME}  choose n from 1 to 2 by player.1\n  win\n", players=2)
    samples = {seat: game.view(seat)["players"][0]["values"] for seat in ("player.1", "player.2")}
    own, other = (list(samples[seat]) for seat in ("player.1", "player.2"))
    assert own == ["samples_red", "samples_green", "samples_blue"]
    assert not other
