"""What an answer may come to, as a share for each outcome, where chance decides at once."""

from __future__ import annotations

from typing import Any

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.hints import odds
from tilewright.runtime.state.state import State

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
def fair() -> Game:
    return begun(FAIR)


def shares(game: Game, option: int) -> dict[str, int]:
    return {text: int(share.removesuffix(" %")) for text, share in odds.odds(game, "player.1", option)}


def test_outcomes_are_told_by_what_not_all_of_them_have(fair: Game) -> None:
    found = shares(fair, 0)
    assert found == {"Player 1 wins. Rich at last": 50, "Everybody loses. Poor as ever": 50}


def test_what_is_said_is_told_before_what_is_set(fair: Game) -> None:
    assert set(shares(fair, 1)) == {"Nothing to haul.", "Gold 2 (+2)."}


def test_nothing_is_said_where_chance_decides_nothing(fair: Game) -> None:
    assert odds.odds(fair, "player.1", 2) == [], "a roll that comes to nothing"
    assert odds.odds(fair, "player.1", 3) == []
    assert odds.odds(fair, "player.1", 17) == [], "there is no such option"
    assert odds.odds(begun(FAIR, 2), "player.2", 0) == [], "somebody else is asked"
    fair.answer(0, "player.1")
    assert fair.state.over is not None and odds.odds(fair, "player.1", 0) == [], "the game is over"


def test_what_can_be_done_out_of_turn_has_odds_too() -> None:
    game = begun(
        FAIR
        + """
menu bets "Bets" for player, at any time
action bet "Bet" by (player):
  in bets
  roll coin
  if coin = 1: raise gold by 1
""",
        2,
    )
    assert odds.odds(game, "player.2", 0) == [("Gold 1 (+1).", "50 %"), ("Nothing more happens.", "50 %")]


def test_outcomes_that_only_come_in_another_order_are_not_told_apart() -> None:
    either = "  if coin = 0: set gold to 2\n  set luck to 2\n  if coin = 1: set gold to 2\n"
    game = begun(
        FAIR.replace("gold: number", "gold: number\n  luck: number").replace(
            "  roll cube\naction rest", f"  roll coin\n{either}action rest"
        )
    )
    assert odds.odds(game, "player.1", 2) == []


@pytest.mark.parametrize(("faces", "exact"), [(20, True), (21, False)])
def test_tries_go_on_until_the_last_of_a_few_faces_is_met(
    faces: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few they would be in a large game. Of more faces the shares are what the tries came to."""
    monkeypatch.setattr(odds, "WORK", 1)
    game = begun(FAIR.replace("1 to 6", f"1 to {faces}"))
    share = round(100 * 3 / faces)
    assert (shares(game, 1) == {"Gold 2 (+2).": 100 - share, "Nothing to haul.": share}) == exact


def test_what_takes_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "LONG", 1)
    assert odds.odds(begun(FAIR), "player.1", 0) == []


SHOT = (
    FAIR.replace(
        'action idle "Idle" by (player):\n  in day\n  roll cube\n',
        'action idle "Idle" by (player):\n  in day\n  roll cube\n'
        '  if cube > 4: say "Rolled {cube}, more than 4: a hit." about tom as hit\n'
        '  else: say "Rolled {cube}, 4 or less: a miss." about tom as miss\n'
        '  if cube > 4:\n    raise gold by cube\n    say "Tom is down."\n  move top 1 of deck to pile\n',
    )
    .replace(
        "game has:\n",
        "kind note is card\nnote slip:\n  copies: 9\nnote leaf:\n  copies: 9\n"
        "game has:\n  deck: pile of note, seen by nobody\n  pile: pile of note, seen by nobody\n",
    )
    .replace("  repeat:\n    offer", "  move all(notes) to deck\n  shuffle deck\n  repeat:\n    offer")
)


@pytest.mark.parametrize(("times", "told"), [(20, True), (600, False), (20_000, False)])
def test_rules_that_run_for_long_are_not_tried_for_long(
    times: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few events there are: the window waits for what a tooltip says."""
    game = begun(
        FAIR.replace("roll coin\n", f"roll coin\n  repeat {times}: set gold to far(coin)\n", 1)
        + "define far(n: number): number = total(numbers(1, 500), it + n)\n"
    )
    spent, tried = 0, odds.tried

    def counted(game: Game, state: State, *more: Any) -> Any:
        nonlocal spent
        found = tried(game, state, *more)
        spent += state.budget - state.fuel
        return found

    monkeypatch.setattr(odds, "tried", counted)
    assert bool(odds.odds(game, "player.1", 0)) == told
    assert 0 < spent < 1.2 * odds.SPENT


def test_an_outcome_is_named_by_what_came_of_it_and_not_by_single_rolls() -> None:
    """Which card nobody sees moves tells no outcomes apart, and all faces are counted."""
    assert shares(begun(SHOT), 2) == {"Tom is down.": 33, "Rolled 1–4, 4 or less: a miss.": 67}


LATER = (
    SHOT.replace("    offer day to player.1 by player.1\n", "    day_by_day\n")
    + """
to day_by_day "A day":
  offer day to player.1 by player.1
  say "Night falls."
  storm
to storm "Storm":
  roll cube
  if cube = 1: lose players, "The storm takes all"
"""
)


def test_what_comes_after_the_deed_is_not_told_with_it() -> None:
    assert shares(begun(LATER), 2) == {"Tom is down.": 33, "Rolled 1–4, 4 or less: a miss.": 67}
    assert odds.odds(begun(LATER), "player.1", 3) == [], (
        "a rest leaves nothing to chance, whatever the night brings"
    )


def test_what_is_said_of_somebody_by_the_way_is_not_what_came_of_it() -> None:
    wearing = SHOT.replace('    say "Tom is down."\n', '    say "Tom is down." about tom as death\n')
    wearing = wearing.replace(
        "  move top 1 of deck", '  if cube > 4: say "A shot tires Tom." about tom\n  move top 1 of deck'
    )
    assert shares(begun(wearing), 2) == {"Tom is down.": 33, "Rolled 1–4, 4 or less: a miss.": 67}


def test_the_faces_of_the_first_die_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few tries are enough: rules that run for long leave time for no more."""
    for sides in (3, 6, 12):
        game = begun(FAIR.replace("1 to 6", f"1 to {sides}").replace("cube > 3", "cube > 1"))
        monkeypatch.setattr(odds, "WORK", 1)
        found = odds.odds(game, "player.1", 1, tries=13)
        nothing = round(100 / sides)
        assert dict(found) == {"Gold 2 (+2).": f"{100 - nothing} %", "Nothing to haul.": f"{nothing} %"}


def test_the_sides_of_a_large_die_do_not_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance would have to go on for long until each comes, and a stranger's die may have thousands."""
    turned: list[int] = []
    monkeypatch.setattr(odds, "_turn_up", lambda state, side, sides: turned.append(sides))
    assert odds.odds(begun(FAIR.replace("1 to 6", f"1 to {odds.FEW + 1}")), "player.1", 1) and not turned
    assert odds.odds(begun(FAIR), "player.1", 1) and set(turned) == {6}


def test_whoever_asks_twice_is_told_the_same() -> None:
    game = begun(SHOT.replace("die cube: 1 to 6", "die cube: 1 to 60"))
    assert len({str(odds.odds(game, "player.1", 2)) for _ in range(3)}) == 1


def test_what_is_hidden_of_the_game_is_as_if_dealt_again() -> None:
    text = FAIR.replace("gold: number", "gold: number\n  trap: yes/no, seen by nobody")
    text = text.replace("to play:\n", "to play:\n  set trap to yes\n")
    found = shares(begun(text.replace("  roll coin\n", "").replace("if coin = 1", "if trap")), 0)
    assert set(found) == {"Player 1 wins. Rich at last", "Everybody loses. Poor as ever"}
    assert all(30 < share < 70 for share in found.values())
