"""What a seat may not know is nowhere on its table: not in the scene, the panels, tooltips, log, movement,
overlays or odds. Asked of the four shipped games, as they are played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.hints import overlays
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.panels.large import large
from tilewright.viewer.panels.layout import UiState, plan
from tilewright.viewer.panels.tips import tip_for
from tilewright.viewer.panels.vocabulary import OnBoard
from tilewright.viewer.scene.diff import diff
from tilewright.viewer.staging import motion, overlay
from tilewright.viewer.staging.stage import stage

SCENARIOS = Path(__file__).parents[2] / "scenarios"
GAMES = ("aliens", "sniper_elite", "avp", "nemesis")
SIZE = (1280, 720)
EVERY = 14  # answers between two looks

Moment = tuple[TableSession, str]


@lru_cache
def program(name: str) -> dict[str, Any]:
    return load(str(SCENARIOS / name)).program


def moments(name: str, answers: int = 45) -> Iterator[Moment]:
    """A game as it goes on, with each seat at some moments."""
    low, high = program(name)["game"]["players"]
    session = TableSession(Game.start(program(name), 5, max(low, min(2, high))), (), seed=4)
    for count in range(answers):
        if count % EVERY == 0:
            for seat in session.seats():
                yield session, seat
        if not session.tick():
            return


def lines(session: TableSession, seat: str) -> list[dict[str, Any]]:
    """The log of a seat from the first question on: before it, all pieces are laid out before all eyes."""
    game = session.game
    begun = len(Game.start(program(game.index.data["game"]["name"]), game.seed, game.players).log(seat))
    return game.log(seat)[begun:]


def everything_shown(session: TableSession, seat: str) -> str:
    """Every word that the table of a seat could show at this moment, whatever the mouse is over."""
    view = session.view(seat) | {"log": lines(session, seat)}
    scene = stage(view)
    said = [repr(scene)]
    said += [p.panel.svg + repr(p.panel.hits) for p in plan(view, UiState(whole_log=True, tip=True), SIZE)]
    hovers = [OnBoard("thing", p.id) for p in scene.pieces]
    hovers += [OnBoard("thing", t["handle"]) for t in view["things"]]
    hovers += [OnBoard("space", f.space) for f in scene.floors if f.space]
    said += [repr(tip_for(view, UiState(hover=hover, tip=True))) for hover in dict.fromkeys(hovers)]
    for thing in view["things"][::5]:
        card = large(view, thing["handle"])
        said.append(card.svg if card is not None else "")
    moved = scene._replace(pieces=())
    said.append(repr(motion.paths(diff(moved, scene), moved, scene, view["log"])))
    for sort in overlay.SORTS:
        told = session.overlay(seat, sort, scene.pieces[0].id if scene.pieces else None)
        said.append(json.dumps(told) + repr(overlay.layer(sort, told, scene, view)))
    return "\n".join(said)


def unseen(session: TableSession, seat: str) -> set[str]:
    """Names of single things of which the seat knows neither which nor where they are, and that no line of
    its log has named."""
    game = session.game
    sight = game.seat_view(seat)
    told = json.dumps(lines(session, seat))
    found = set()
    for thing in range(game.index.size):
        name = game.index.name(thing)
        hidden = game.state.at[thing] >= 0 and not sight.visibility.name(thing)
        if hidden and len(name) > 4 and f'"{name}"' not in told:
            found.add(name)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_nothing_unseen_is_on_the_table(name: str) -> None:
    checked = 0
    for session, seat in moments(name):
        hidden = unseen(session, seat)
        asked = json.dumps(session.view(seat)["question"])
        shown = everything_shown(session, seat)
        for secret in hidden:
            quoted = [f"'{secret}'", f'"{secret}"', f":{secret}'"]
            if secret not in asked:
                assert not any(word in shown for word in quoted), f"{secret} is shown to {seat}"
                checked += 1
    assert checked > 0 or name == "aliens", "there are secrets in this game"


@pytest.mark.parametrize("name", GAMES)
def test_overlays_do_not_move_when_only_hidden_things_do(name: str) -> None:
    for session, seat in moments(name, 30):
        game = session.game
        sight = game.seat_view(seat)
        spaces = range(len(game.index.spaces))
        lurking = [
            thing
            for space in spaces
            for thing in game.state.z[space]
            if not (sight.visibility.where(thing) and sight.visibility.name(thing))
        ]
        changed = game.clone()
        for thing in lurking:
            if not sight.visibility.where(thing):
                at = changed.state.at[thing]
                to = (at + 1) % len(game.index.spaces)
                changed.state.z[at] = tuple(one for one in changed.state.z[at] if one != thing)
                changed.state.z[to] = (*changed.state.z[to], thing)
                changed.state.at[thing] = to
        names = [game.index.name(space) for space in (0, len(spaces) // 2, len(spaces) - 1)]
        for sort in overlays.SORTS:
            for about in names:
                before = overlays.overlay(game, seat, sort, about, names[0])
                assert overlays.overlay(changed, seat, sort, about, names[0]) == before


def test_a_mark_or_odds_are_for_those_who_are_asked() -> None:
    for session, seat in moments("sniper_elite", 30):
        if seat not in session.game.waiting():
            assert stage(session.view(seat)).marks == ()
            assert session.odds(seat, 0) == [] and session.foreseen(seat, 0) == {}
