"""The Dungeon: what the language costs, against the rules written by hand and against our interpreter."""

from __future__ import annotations

import time
from itertools import count

from bench.dungeon_by_hand import FACTOR, MASK, STEP, playouts
from bench.programs import machine
from bench.timing import against, figure, rate
from tilewright.runtime.engine.engine import Machine
from tilewright.runtime.reference import ReferenceMachine
from tilewright.runtime.state.state import State

ENDS = {"win": 1, "lose": 2, "draw": 3}
GAMES, SEED = 60, 5


def in_the_language(of: Machine, games: int, seed: int) -> tuple[int, int]:
    """The same random games as `dungeon_by_hand.playouts`, and the same checksum."""
    r, choices, checksum = seed, 0, 0
    answer, start = of.answer, of.start
    for i in range(games):
        state = start(seed * 1000 + i + 1, 1)
        while (q := state.q) is not None:
            r = (r * FACTOR + STEP) & MASK
            answer(state, (r >> 33) % len(q[1]))
            choices += 1
        checksum = (checksum * 31 + _score(of, state)) & 0xFFFFFFFF
    return choices, checksum


def _score(of: Machine, state: State) -> int:
    """What the checksum takes of a finished game: its end, the round, the health left, the cards used up."""
    assert state.over is not None
    value = of.value
    health = value(
        state,
        {
            "op": "total",
            "set": {"op": "all", "kind": "creature"},
            "it": "it",
            "value": {
                "op": "property",
                "of": {"op": "local", "name": "it"},
                "kind": "creature",
                "name": "health",
            },
        },
    )
    pile = {"op": "contents", "of": {"op": "place", "name": "exhausted", "of": None}}
    exhausted = value(state, {"op": "count", "of": pile})
    rounds = value(state, {"op": "game", "property": "round"})
    return int(ENDS[state.over.outcome] * 1000 + rounds * 7 + health + exhausted)


def over_by_hand() -> dict[str, object]:
    """Choices a second of both, after checking that they play the same games."""
    of = machine("bench/dungeon")
    ours, theirs = in_the_language(of, GAMES, SEED), playouts(GAMES, SEED)
    if ours != theirs:
        raise AssertionError(f"the two do not play the same games: {ours} against {theirs}")
    seeds, others = count(1), count(1)
    mine, hand = against(lambda: in_the_language(of, 5, next(seeds))[0], lambda: playouts(5, next(others))[0])
    against_what = f"a hand-written class ({hand:,.0f})"
    return figure("Dungeon, choices a second", mine, "1/s", against_what, mine / hand, 0.5)


def over_oracle() -> dict[str, object]:
    """Choices a second of the generated code and of the interpreter that checks it."""
    of = machine("bench/dungeon")
    oracle = ReferenceMachine(of.program)
    seeds, others = count(1), count(1)

    def interpreted() -> int:
        session = oracle.play(next(others), 1)
        made = 0
        while session.state.q is not None and made < 40:
            session.answer(made % len(session.state.q[1]))
            made += 1
        return made

    mine = rate(lambda: in_the_language(of, 5, next(seeds))[0], 1.0)
    began = time.process_time()
    made = sum(interpreted() for _ in range(3))
    slow = made / (time.process_time() - began)
    against_what = f"our reference interpreter ({slow:,.0f})"
    return figure("Dungeon, choices a second", mine, "1/s", against_what, mine / slow, 10)


BENCHMARKS = (over_by_hand, over_oracle)
