"""How many clicks ten common deeds take at the table, in the games themselves.

docs/internals/clicks.md has them as a table, beside what they took when each question was answered by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.unseen import Unseen
from tilewright.cli.loading import load
from tilewright.runtime.game import Game
from tilewright.runtime.hints import ahead, walking
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.panels.vocabulary import Answer, Card, TakeDeed

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "clicks.md"


@dataclass(frozen=True)
class Start:
    """A game with its seed and players, and the answers that lead to the deed: numbers of options."""

    game: str
    seed: int
    players: int
    answers: tuple[tuple[int, ...], ...]

    def session(self) -> TableSession:
        session = TableSession(Game.start(program(self.game), self.seed, self.players), ["player.1"])
        for answer in self.answers:
            while session.tick():
                pass
            options = session.view("player.1")["question"]["options"]
            assert session.answer("player.1", [options[one - 1]["id"] for one in answer]) is None
        return session


@cache
def program(game: str) -> dict[str, Any]:
    return load(game).program


JUNCTION = Start("aliens/last_stand", 7, 1, (*[(1,)] * 12, (4,)))
LAUNCH = Start("sniper_elite/launch_facility", 2, 2, ((1,), (1, 2, 3), (2,)))
SHIP = Start("nemesis/awakening", 5, 1, ((1,),))
WINDOW = Start("avp/dark_corridors", 5, 1, ((2,),))
DERELICT = Start("avp/dark_corridors", 5, 1, ((2,), (2,), (2,), (2,), (1,)))


@dataclass(frozen=True)
class Deed:
    """Where it is begun, what is clicked, and what the next question says."""

    start: Start
    clicks: tuple[str, ...]
    then: str


ACTS = "What does Cpl. Dwayne Hicks do?"
DEEDS = {
    "Aliens: aim": Deed(JUNCTION, ("row Aim",), ACTS),
    "Aliens: shoot at an alien, once": Deed(JUNCTION, ("thing warrior.1", "row No"), ACTS),
    "Aliens: walk two squares": Deed(JUNCTION, ("space e6",), ACTS),
    "Aliens: end the activation": Deed(JUNCTION, ("row End the activation",), "Which grunt"),
    "Sniper Elite: walk two fields": Deed(LAUNCH, ("space w22",), "The Sniper's turn"),
    "Sniper Elite: walk two fields, aim and shoot": Deed(
        LAUNCH, ("space w22", "thing yellow_soldier.2", "deed 1", "row 9"), "The Sniper's turn"
    ),
    "Nemesis: move to the next room, for a card": Deed(
        SHIP, ("space port_loft", "deed 0", "card rest.1"), "What does Captain do?"
    ),
    "Nemesis: play a card": Deed(SHIP, ("card rest.1",), "What does Captain do?"),
    "Aliens vs Predator: run two tiles": Deed(DERELICT, ("space b2", "deed 1"), "Announce a card"),
    "Aliens vs Predator: keep watch": Deed(DERELICT, ("row Sentry",), "1 sentry of yours may react now"),
}


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_takes_as_many_clicks_as_the_page_says(
    name: str, opened_table: Callable[..., Unseen], monkeypatch: pytest.MonkeyPatch
) -> None:
    for looking in (ahead, walking):  # however busy the machine is
        monkeypatch.setattr(looking, "SECONDS", 60)
    deed = DEEDS[name]
    shown = opened_table(deed.start.session())
    begun = shown.app.view["number"]
    for click in deed.clicks:
        click_on(shown, *click.split(" ", 1))
    assert shown.app.view["number"] > begun and deed.then in prompt(shown)
    row = next(line for line in PAGE.read_text().splitlines() if line.startswith(f"| {name} |"))
    assert int(row.split("|")[3]) == len(deed.clicks)


def click_on(shown: Unseen, sort: str, name: str) -> None:
    """Click what is named, and let the table do all that this click begins."""
    app = shown.app
    if sort == "space":
        shown.click(shown.space(name))
    elif sort == "thing":
        shown.click(shown.thing(name))
    elif sort == "card":
        shown.click(Card(name))
    elif sort == "deed":
        shown.click(TakeDeed(int(name)))
    else:
        labels = {one["id"]: one["label"] for one in app.view["question"]["options"]}
        rows = [one for one in shown.actions() if isinstance(one, Answer)]
        shown.click(next(row for row in rows if labels[row.ids[0]] == name))
    shown.turn(3)
    shown.until(lambda: app.pointer.aim.left is None and not app.pointer.way.ahead, 60)
    shown.until(lambda: not app.thinking.busy, 60)


def prompt(shown: Unseen) -> str:
    question: Any = shown.app.view["question"]
    return str(question["prompt"])
