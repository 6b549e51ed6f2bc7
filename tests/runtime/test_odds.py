"""What an answer may come to, as a share for each outcome, where chance decides at once."""

from __future__ import annotations

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.hints import odds

FAIR = """
die coin: 0, 1
die cube: 1 to 6
game has:
  gold: number
kind lad is figure
lad tom "Tom"
menu day "The day" for player
action gamble "Gamble" by (player):
  in day
  roll coin
  say "All or nothing."
  if coin = 1: win players, "Rich at last"
  else: lose players, "Poor as ever"
action haul "Haul" by (player):
  in day
  roll cube
  if cube > 3: raise gold by 2
  else: say "Nothing to haul."
action idle "Idle" by (player):
  in day
  roll cube
action rest "Rest" by (player):
  in day
to play:
  repeat:
    offer day to player.1 by player.1
"""


@pytest.fixture
def fair(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Every try is made, however slow the machine."""
    monkeypatch.setattr(odds, "SECONDS", 60)
    return begun(FAIR)


def shares(game: Game, option: int) -> dict[str, int]:
    return {text: int(share.removesuffix(" %")) for text, share in odds.odds(game, "player.1", option)}


def test_outcomes_are_told_by_what_not_all_of_them_have(fair: Game) -> None:
    found = shares(fair, 0)
    assert set(found) == {"Player 1 wins. Rich at last", "All lose. Poor as ever"}
    assert sum(found.values()) == 100 and all(30 < share < 70 for share in found.values())


def test_what_is_said_is_told_before_what_is_set(fair: Game) -> None:
    assert set(shares(fair, 1)) == {"Nothing to haul.", "Gold up to 2."}


def test_nothing_is_said_where_chance_decides_nothing(fair: Game) -> None:
    assert odds.odds(fair, "player.1", 2) == [], "a roll that comes to nothing"
    assert odds.odds(fair, "player.1", 3) == []
    assert odds.odds(fair, "player.1", 17) == [], "there is no such option"


def test_time_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "SECONDS", -1)
    assert odds.odds(begun(FAIR), "player.1", 0) == [], "one try is no share"
