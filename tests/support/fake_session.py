"""A session without rules: answers are written down, moves and doors
are carried out, undo takes them back."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from tilewright.schemas.view import View
from tilewright.viewer.common.session import Session

from .tables import of


class FakeSession(Session):
    """Plays on from a view. `record` is a file that gets a line of JSON for each call that matters."""

    def __init__(self, view: View, record: Path | None = None) -> None:
        self.present = view
        self.past: list[View] = []
        self.future: list[View] = []
        self.record = record
        self.turn: list[str] = ["player.1"]

    def view(self, seat: str | None) -> View:
        """After the first answer each seat sees something of its own, so that the screen passes on behind a
        curtain."""
        secret = {"own_secret": f"of {seat}"} if self.past else {}
        own = {**(self.present.get("values") or {}), **secret}
        return copy.deepcopy(self.present) | {"seat": seat, "values": own}

    def seats(self) -> list[str]:
        return ["player.1", "player.2"]

    def asked(self) -> list[str]:
        question = self.present.get("question")
        return [] if not question or self.present.get("over") else list(question["seats"])

    def answer(self, seat: str, ids: list[int]) -> str | None:
        self.write(answer=ids, seat=seat)
        question = self.present["question"]
        chosen = [o for o in question["options"] if o["id"] in ids]
        if not chosen:
            return "That is not offered."
        self.past.append(copy.deepcopy(self.present))
        self.future.clear()
        for option in chosen:
            self._carry_out(option)
        self.present["number"] += 1
        question["number"] += 1
        return None

    def undo(self, seat: str | None = None) -> str | None:
        self.write(undo=True)
        if not self.past:
            return "There is nothing to take back."
        self.future.append(self.present)
        self.present = self.past.pop()
        return None

    def redo(self, seat: str | None = None) -> str | None:
        if not self.future:
            return "There is nothing to redo."
        self.past.append(self.present)
        self.present = self.future.pop()
        return None

    def tick(self) -> bool:
        return False

    def _carry_out(self, option: View) -> None:
        actor = of(self.present, "varga")
        if option.get("space"):
            self._log(
                f"{actor['title']} moves to {option['space']}.",
                "move",
                {"thing": actor["handle"], "from": actor["place"], "to": option["space"]},
            )
            actor["place"] = option["space"]
        elif option.get("link"):
            for link in self.present["board"]["links"]:
                if link["name"] == option["link"]:
                    link["values"]["open"] = True
            self._log("A door opens.", "set", {})
        elif option["label"] == "End turn":
            other = {"player.1": "player.2", "player.2": "player.1"}[self.present["question"]["seats"][0]]
            self.present["question"]["seats"] = [other]
            self.present["waiting"] = [other]
        else:
            self._log(
                f"{option['label']}: 4, 6.", "roll", {"die": "attack", "faces": ["4", "6"], "by": "player.1"}
            )

    def _log(self, text: str, sort: str, data: View) -> None:
        log = self.present["log"]
        n = log[-1]["n"] + 1 if log else 1
        log.append(
            {
                "n": n,
                "text": text,
                "rule": None,
                "things": ["varga"],
                "spaces": [],
                "sort": sort,
                "data": data,
            }
        )

    def write(self, **what: Any) -> None:
        """One more line of the record."""
        if self.record is not None:
            with self.record.open("a") as file:
                file.write(json.dumps(what) + "\n")
