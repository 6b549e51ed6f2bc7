"""How far somebody gets on a way is known before the first step, but for what chance and secrets decide."""

from __future__ import annotations

import pytest

from support.rules import begun
from tilewright.runtime.game import Game
from tilewright.runtime.hints import walking, why_excluded

LANE = """
system lane:
  players: 1 to 2
  begins: play
die luck: 1 to 6
kind walker is figure
walker ada "Ada"
kind trap is token:
  identity seen by nobody
  deep: yes/no
trap pit "Pit":
  deep: yes
trap leaf "Leaf"
relation step between squares:
  joins sides
board lane of square:
  drawing:
    +-+-+-+-+-+-+-+
    |. . . . . . .|
    +-+-+-+-+-+-+-+
menu deeds "Deeds" for walker
action walk "Walk" by (actor: walker):
  in deeds
  repeat 3:
    choose next from neighbours(actor, step)
    move actor to next
    THEN
action rest "Rest" by (actor: walker):
  in deeds
mission day "Day":
  board: lane
  setup:
    move ada to b1
    move pit to PIT
    move leaf to g1
to play:
  repeat:
    offer deeds to ada by player.1
"""
WAY = ["c1", "d1", "e1", "f1"]


def at_lane(then: str = "", pit: str = "f1") -> Game:
    lines = [line for line in LANE.splitlines() if then or "THEN" not in line]
    return begun("\n".join(lines).replace("THEN", then).replace("PIT", pit))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "SECONDS", 60)


@pytest.mark.parametrize("seat", ["player.1", None])
def test_a_walk_goes_as_far_as_steps_are_asked_for(seat: str | None) -> None:
    game = at_lane()
    before = game.view(None)
    assert walking.walked(game, seat, [0, 1], WAY) == 3, "from the menu, the first step told"
    assert walking.walked(game, seat, [0, 1], WAY[:2]) == 2
    assert game.view(None) == before, "nothing has happened"
    game.answer([0], "player.1")
    assert walking.walked(game, seat, [], WAY) == 3
    assert walking.walked(game, seat, [], ["c1", "e1"]) == 1, "no step leads on"


def test_nothing_is_walked_where_nothing_can_be_chosen() -> None:
    game = at_lane()
    assert walking.walked(game, "player.1", [], WAY) == 0, "it is no step that is asked for"
    assert walking.walked(game, "player.1", [9], WAY) == 0, "that is no option"
    two = begun("\n".join(line for line in LANE.splitlines() if "THEN" not in line).replace("PIT", "f1"), 2)
    assert walking.walked(two, "player.1", [0, 1], WAY) == 3
    assert walking.walked(two, "player.2", [0, 1], WAY) == 0, "somebody else is asked"


def test_chance_ends_what_can_be_told() -> None:
    game = at_lane("roll luck")
    assert walking.walked(game, "player.1", [0, 1], WAY) == 1
    assert walking.walked(game, "player.1", [0, 1, 1], WAY) == 0, "nor is anything answered after it"


def test_what_is_hidden_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = "if pit.space = actor.space:\n      lose"
    told, dealt_as = [], [at_lane(rule, pit).state for pit in ("c1", "g1")]
    for pit in ("c1", "g1"):
        deals = iter(dealt_as)
        monkeypatch.setattr(why_excluded, "dealt", lambda *_, deals=deals: next(deals).clone())
        told.append(walking.walked(at_lane(rule, pit), "player.1", [0, 1], WAY))
    assert told == [1, 1], "of two positions that may be, only what both have in common"


def test_who_takes_too_long_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "SECONDS", -1)
    assert walking.walked(at_lane(), "player.1", [0, 1], WAY) == 1
