"""What budgets cost in lawful play: games with and without what counts against them, in turn."""

from __future__ import annotations

from functools import partial
from random import Random
from unittest.mock import patch

from bench.programs import machine, playout
from bench.timing import figure, in_turn
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
    with_budgets, without = in_turn(partial(_play, paying, players), partial(_play, free, players))
    name = f"{game}: choices with budgets, as a share of those without"
    return figure(name, 100 * without / with_budgets, "%", target=LEAST)


def _without(of: Machine) -> Machine:
    """The same program without what pays: loops, calls, searches, lists."""
    with (
        patch.object(Module, "paying", lambda *_: []),
        patch.object(Expressions, "charged", lambda _self, _node, text, _each: text),
        patch.object(Expressions, "kept", lambda _self, _node, text: text),
    ):
        return link(of.program)


def _play(of: Machine, players: int, seed: int) -> int:
    """One game; how many choices were made in it."""
    return playout(of, seed, players, Random(seed))


BENCHMARKS = (budgets,)
