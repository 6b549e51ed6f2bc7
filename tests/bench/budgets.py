"""What budgets cost in lawful play: games with and without what counts against them, in turn."""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from unittest.mock import patch

from bench.programs import machine, playout
from bench.timing import figure, in_turn
from tilewright.runtime.emit.expressions import Expressions
from tilewright.runtime.emit.module import Module
from tilewright.runtime.engine.engine import Machine, link
from tilewright.runtime.state.program import Program

PLAYED = {"aliens": 3, "sniper_elite": 2, "nemesis": 3, "avp": 2}
LINKS, GAMES = 8, 40
LEAST = 98  # lawful play may lose two per cent


def budgets() -> list[dict[str, object]]:
    """Whole games at random, the same ones both ways."""
    return [_paying(game, players) for game, players in PLAYED.items()]


def _paying(game: str, players: int) -> dict[str, object]:
    """Both ways are linked anew for every round, one first and then the other: where code lies in memory
    makes as much of a difference as is measured.
    """
    program = machine(game).program
    shares = []
    for turn in range(LINKS):
        if turn % 2:
            paying, free = link(program), _without(program)
        else:
            free, paying = _without(program), link(program)
        with_budgets, without = in_turn(partial(_play, paying, players), partial(_play, free, players), GAMES)
        shares.append(without / with_budgets)
    name = f"{game}: choices with budgets, as a share of those without"
    return figure(name, 100 * median(shares), "%", target=LEAST)


def _without(program: Program) -> Machine:
    """The same program without what pays: loops, calls, searches, lists."""
    with (
        patch.object(Module, "paying", lambda *_: []),
        patch.object(Expressions, "charged", lambda _self, _node, text, _each: text),
        patch.object(Expressions, "kept", lambda _self, _node, text: text),
    ):
        return link(program)


def _play(of: Machine, players: int, seed: int) -> int:
    """One game; how many choices were made in it."""
    return playout(of, seed, players, Random(seed))


BENCHMARKS = (budgets,)
