"""Tic-Tac-Toe and Connect Four in the language, against OpenSpiel driven from Python (extra `bench`)."""

from __future__ import annotations

from itertools import count
from random import Random

from bench.programs import machine
from bench.timing import against, figure


def _ours(package: str) -> int:
    of = machine(f"bench/{package}")
    random = _random.random
    answer = of.answer
    made = 0
    for _ in range(20):
        state = of.start(next(_seeds), 2)
        while state.q is not None:
            answer(state, int(random() * len(state.q[1])))
            made += 1
    return made


_random = Random(1)
_seeds = count(1)


def boards() -> list[dict[str, object]]:
    """Choices a second of whole random games; a row a game."""
    try:
        import pyspiel
    except ImportError:
        return [figure("board games against OpenSpiel", 0, "not measured: pip install 'tilewright[bench]'")]
    figures = []
    for package in ("tic_tac_toe", "connect_four"):
        theirs = pyspiel.load_game(package)

        def peer(game: object = theirs) -> int:
            random = _random.random
            made = 0
            for _ in range(20):
                state = game.new_initial_state()  # type: ignore[attr-defined]
                while not state.is_terminal():
                    legal = state.legal_actions()
                    state.apply_action(legal[int(random() * len(legal))])
                    made += 1
            return made

        def own(name: str = package) -> int:
            return _ours(name)

        mine, other = against(own, peer)
        peer_name = f"OpenSpiel from Python ({other:,.0f})"
        figures.append(figure(f"{package}, choices a second", mine, "1/s", peer_name, mine / other, 0.5))
    return figures


BENCHMARKS = (boards,)
