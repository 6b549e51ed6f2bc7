"""What happens next: a compiled program, a state and an answer give the next state, the same everywhere.
Nothing here reads source text, draws a picture or looks at the clock; a player's knowledge leaves it as a
view only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bots import GreedyBot, RandomBot
    from .game import BadSave, CannotUndo, Game, NotOffered
    from .history.replay import Diverged, Replayed
    from .simulating import Report, simulate
    from .stories.testing import Result, run_tests

__all__ = [
    "BadSave",
    "CannotUndo",
    "Diverged",
    "Game",
    "GreedyBot",
    "NotOffered",
    "RandomBot",
    "Replayed",
    "Report",
    "Result",
    "run_tests",
    "simulate",
]

# What docs/api.md shows, and where it is. It is imported when asked for: `tilewright --help` needs none.
_HOME = dict.fromkeys(("BadSave", "CannotUndo", "Game", "NotOffered"), ".game")
_HOME |= dict.fromkeys(("GreedyBot", "RandomBot"), ".bots")
_HOME |= dict.fromkeys(("Report", "simulate"), ".simulating")
_HOME |= dict.fromkeys(("Diverged", "Replayed"), ".history.replay")
_HOME |= dict.fromkeys(("Result", "run_tests"), ".stories.testing")


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)
