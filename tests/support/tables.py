"""What the viewer is tested with: questions of small games, as the engine shows them to a seat.

The games are packages under tests/viewer/games: no test of the viewer looks at what the engine cannot make.
"""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.game import Game
from tilewright.schemas.load import problems
from tilewright.schemas.view import View

GAMES = Path(__file__).parents[1] / "viewer" / "games"


def mission() -> View:
    """Two joined tiles with doors and walls, two squads, creatures, tokens, a hand of cards, many targets."""
    return _first("derelict")


def menu() -> View:
    """The same with a menu: actions that can be taken, and those that cannot with the reasons."""
    return copy.deepcopy(_menu())


def rooms() -> View:
    """Rooms that lie apart, joined by corridors, some of them with doors."""
    return _first("ship")


def regions() -> View:
    """Irregular patches on two layers."""
    return _first("town")


def fair() -> View:
    """A game without a board: a row to buy from, hands, slots, and what three players have laid out."""
    return _first("fair")


def of(view: View, handle: str) -> Any:
    """The thing of a view with this handle."""
    return next(thing for thing in view["things"] if thing["handle"] == handle)


def begun(name: str) -> Game:
    """A new game of one of the packages."""
    package, found = read_package(GAMES / name)
    assert package is not None, found
    program = compile_package(package).program
    assert program is not None
    return Game.start(program, 1)


def _first(name: str) -> View:
    return copy.deepcopy(_seen(name))


@cache
def _seen(name: str) -> View:
    return _held(begun(name).view("player.1"))


@cache
def _menu() -> View:
    game = begun("derelict")
    offered = game.view("player.1")["question"]["options"]
    game.answer(next(option["id"] for option in offered if option["label"] == "Give orders"))
    return _held(game.view("player.1"))


def _held(view: View) -> View:
    """The view, held against its schema."""
    wrong = problems("view", view)
    assert not wrong, wrong
    return view
