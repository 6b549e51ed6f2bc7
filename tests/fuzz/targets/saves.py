"""Saves: bytes damaged, and documents changed anywhere, with the checksum made anew or left.

A save is refused with a sentence, or it is a game whose own save is the same document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tilewright.runtime.game import BadSave, Game
from tilewright.runtime.history.save import checksum, parse

from .. import bases
from ..target import Input, Target, fewer_in, same_json
from ..trees import damage, damaged, edited, edits


class Saves(Target):
    name = "saves"
    share = 17.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        base = bases.in_progress(chance)
        if chance.random() < 0.25:
            return {
                **base,
                "edits": [],
                "damage": damage(chance, chance.choice((1, 1, 2))),
                "checksum": False,
            }
        document = bases.saved(**_base(base))
        within = chance.choice((None, None, "snapshot", "answers", "program"))
        made = edits(chance, document if within is None else document[within], chance.choice((1, 1, 1, 2, 4)))
        if within is not None:
            made = [[[within, *path], how, value] for path, how, value in made]
        return {**base, "edits": made, "damage": [], "checksum": chance.random() < 0.9}

    def judge(self, data: Input) -> None:
        game = bases.played(**_base(data))
        document = edited(bases.saved(**_base(data)), data["edits"])
        if data["checksum"]:
            _sign(document)
        try:
            text = damaged(json.dumps(document).encode(), data["damage"])
        except RecursionError:
            return  # no text says this
        try:
            read = parse(text)
            loaded = Game.load(game.engine, read)
        except BadSave as error:
            str(error)
            return
        # Which program it is says its hash; names beside it are for people.
        same_json(_position(loaded.save()), _position(read), "a save that was taken")
        same_json(loaded.view(None), Game.load(game.engine, loaded.save()).view(None), "the view of a save")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "edits", "damage")


def _base(data: Input) -> dict[str, Any]:
    return {"name": data["game"], "answers": data["answers"], "seed": data["seed"]}


def _position(saved: dict[str, Any]) -> dict[str, Any]:
    snapshot = {name: value for name, value in saved["snapshot"].items() if name != "checksum"}
    return {
        **saved,
        "snapshot": snapshot,
        "program": saved["program"]["hash"],
        "notes": saved.get("notes") or [],
    }


def _sign(document: Any) -> None:
    """Put the right checksum into a document, if it still has a place for one."""
    if isinstance(document, dict) and isinstance(document.get("snapshot"), dict):
        try:
            document["snapshot"]["checksum"] = checksum(document)
        except (RecursionError, UnicodeEncodeError, TypeError):
            return
