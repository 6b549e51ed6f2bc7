"""Who waits for answers that are played again is told how far it is, at a terminal, and how to stop it."""

from __future__ import annotations

import sys

import pytest

from support.rules import begun
from tilewright.cli import patience
from tilewright.runtime.game import Game
from tilewright.runtime.history import replay

ASKING = """
to play:
  repeat 3:
    choose n from 1 to 2
"""


def play_again(monkeypatch: pytest.MonkeyPatch, *, seconds: float, terminal: bool) -> list[int]:
    """Play a game of three answers again; how many were given whenever somebody looked."""
    game = begun(ASKING)
    for _ in range(3):
        game.answer(0)
    monkeypatch.setattr(patience, "SECONDS", seconds)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    seen: list[int] = []
    again = Game(game.engine, game.seed, game.players)
    replay.play(
        again, game.answers, patience.counted_off(game.answers, lambda one: seen.append(len(one.steps)))
    )
    return seen


def test_it_counts_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_again(monkeypatch, seconds=-1.0, terminal=True) == [0, 1, 2, 3]
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1] == "3 of 3 answers have been played again. Ctrl+C stops that."


@pytest.mark.parametrize(("seconds", "terminal"), [(-1.0, False), (60.0, True)])
def test_else_it_says_nothing(
    seconds: float, terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play_again(monkeypatch, seconds=seconds, terminal=terminal) == [0, 1, 2, 3]
    assert capsys.readouterr() == ("", "")
