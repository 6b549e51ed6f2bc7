"""What budgets cost in lawful play: games with and without what counts against them, in turn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from unittest.mock import patch

from bench.programs import machine, playout
from bench.timing import against, figure
from tilewright.runtime.emit.expressions import Expressions
from tilewright.runtime.emit.module import Module
from tilewright.runtime.engine.engine import Machine, link

GAMES = {"aliens": 3, "sniper_elite": 2, "nemesis": 3, "avp": 2}
LEAST = 98  # lawful play may lose two per cent


def budgets() -> list[dict[str, object]]:
    """Whole games at random, the same ones both ways."""
    return [_paying(game, players) for game, players in GAMES.items()]


def _paying(game: str, players: int) -> dict[str, object]:
    paying = machine(game)
    free = _without(paying)
    assert _games(paying, players)() == _games(free, players)(), "the same games are played"
    counted, uncounted = against(_games(paying, players), _games(free, players), seconds=2)
    name = f"{game}: choices with budgets, as a share of those without"
    return figure(name, 100 * counted / uncounted, "%", target=LEAST)


def _without(of: Machine) -> Machine:
    """The same program without what pays: loops, calls, searches, lists."""
    with (
        patch.object(Module, "paying", lambda *_: []),
        patch.object(Expressions, "charged", lambda _self, _node, text, _each: text),
        patch.object(Expressions, "kept", lambda _self, _node, text: text),
    ):
        return link(of.program)


def _games(of: Machine, players: int) -> Callable[[], int]:
    """One game after another; how many choices were made in it."""
    chance, seeds = Random(1), count(1)
    return lambda: playout(of, next(seeds), players, chance)


BENCHMARKS = (budgets,)
