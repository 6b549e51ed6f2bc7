"""A view by hand, and a game that is nothing but views: for tables that must not know the engine."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from tilewright.schemas.view import View
from tilewright.schemas.wording import ENGLISH


def option(number: int, label: str, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "label": label,
        "thing": None,
        "space": None,
        "link": None,
        "number": None,
        "action": None,
        "cost": None,
        "key": None,
        **more,
    }


def event(number: int, text: str, **more: Any) -> dict[str, Any]:
    return {
        "n": number,
        "text": text,
        "rule": None,
        "things": [],
        "spaces": [],
        "sort": "say",
        "data": {},
        **more,
    }


def question(*options: dict[str, Any], **more: Any) -> Any:
    return {
        "number": 1,
        "seats": ["player.1"],
        "sort": "choose",
        "prompt": "Choose a target",
        "rule": None,
        "secret": False,
        "actor": None,
        "least": 1,
        "most": 1,
        "options": list(options),
        "refused": [],
        **more,
    }


def pile(name: str, count: int, things: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "place": name,
        "name": name.rpartition(".")[2],
        "title": "",
        "owner": None,
        "sort": "pile",
        "count": count,
        "things": things,
        "backs": [],
        **more,
    }


def thing(handle: str, place: str, title: str = "", **more: Any) -> dict[str, Any]:
    return {
        "handle": handle,
        "name": handle,
        "kind": "ogre",
        "kinds": ["ogre", "figure", "thing"],
        "title": title or handle.capitalize(),
        "text": "",
        "place": place,
        "face": "up",
        "look": {},
        "values": {},
        **more,
    }


def view(**more: Any) -> View:
    """Two squares with a door between them, an ogre on the first, a hand of two cards."""
    squares = [
        {
            "name": name,
            "kind": "square",
            "title": name,
            "at": [x, 0],
            "layer": 0,
            "tile": None,
            "look": {},
            "outline": [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]],
            "values": {"start": x == 0},
        }
        for x, name in enumerate(("a1", "b1"))
    ]
    door = {
        "name": "door.1",
        "kind": "door",
        "title": "Door",
        "sides": ["a1", "b1"],
        "line": [[1, 0], [1, 1]],
        "look": {},
        "values": {"open": True},
    }
    return copy.deepcopy(
        {
            "format": "tilewright/view/1",
            "game": {"name": "ogres", "title": "Ogres", "mission": {"name": "cave", "title": "The cave"}},
            "seat": "player.1",
            "number": 1,
            "over": None,
            "phases": ["Round", "Fight"],
            "players": [
                {"name": f"player.{n}", "title": f"Player {n}", "values": {"gold": n}} for n in (1, 2)
            ],
            "values": {"round": 3, "alarm": False, "leader": "ogre.1"},
            "board": {"title": "Cave", "spaces": squares, "links": [door]},
            "things": [
                thing("ogre.1", "a1", "Ogre 1", text="Hungry.", values={"hp": 5, "asleep": True}),
                thing("axe", "player.1.hand", "Axe", kind="card", text="A very plain axe."),
                thing("rope", "player.1.hand", "Rope", kind="card"),
            ],
            "piles": [
                pile("deck", 27, title="Deck"),
                pile("player.1.hand", 2, ["axe", "rope"], owner="player.1", title="Hand"),
                pile("ogre.1.bag", 0, [], owner="ogre.1", sort="slot"),
            ],
            "question": question(
                option(0, "Ogre 1 at a1", thing="ogre.1", cost="2 actions"), option(1, "Cease fire")
            ),
            "waiting": ["player.1"],
            "log": [event(1, "The ogre moves to a1.", rule="OG-1.02")],
            **more,
        }
    )


class Script:
    """A game that asks one question after another, whatever is answered; `given` lists the answers."""

    speech = ENGLISH

    def __init__(self, *views: View, people: tuple[str, ...] = ("player.1",)) -> None:
        self.views = views
        self.given: list[tuple[str, list[int]]] = []
        self.saved: list[Path] = []
        self._people = list(people)

    def view(self, seat: str | None) -> View:
        over = {"outcome": "win", "winners": ["player.1"], "reason": "The cave is empty.", "rule": None}
        number = len(self.given)
        if number < len(self.views):
            return {**self.views[number], "seat": seat}
        return {**self.views[-1], "seat": seat, "over": over, "question": None, "waiting": []}

    def overlay(self, seat: str | None, sort: str, about: str | None, target: str | None = None) -> View:
        return {"spaces": {}, "note": ""}

    def seats(self) -> list[str]:
        return ["player.1", "player.2"]

    def people(self) -> list[str]:
        return self._people

    def asked(self) -> list[str]:
        view = self.view(None)
        return [seat for seat in (view["question"] or {"seats": []})["seats"] if seat in self._people]

    def answer(self, seat: str, ids: list[int]) -> str | None:
        self.given.append((seat, ids))
        return None

    def undo(self, seat: str | None = None) -> str | None:
        if not self.given:
            return "There is nothing to take back."
        self.given.pop()
        return None

    def last_answered(self) -> str | None:
        return self.given[-1][0] if self.given else None

    def redo(self, seat: str | None = None) -> str | None:
        return "There is nothing to do again."

    def tick(self) -> bool:
        return False

    def save(self, path: Path) -> None:
        if path.name == "forbidden.json":
            raise PermissionError(13, "Permission denied")
        self.saved.append(path)
