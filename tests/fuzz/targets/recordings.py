"""Recordings: replays with changes anywhere, read as the command `replay` reads them.

A recording is refused by its schema, fits as far as it goes and says where it does not, or is played: then
the game's own recording is played to the same position.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tilewright.runtime.game import BadSave, Game
from tilewright.runtime.history import replay
from tilewright.runtime.history.save import parse
from tilewright.schemas.load import problems

from .. import bases
from ..commands import run
from ..playing import kept
from ..target import Input, Target, fewer_in, same_json
from ..trees import damage, damaged, edited, edits
from .saves import _base


class Recordings(Target):
    name = "recordings"
    share = 18.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        base = bases.in_progress(chance)
        command = chance.random() < 0.01 and base["game"] not in ("tiny", *bases.LARGE)
        document = _document(base)
        within = chance.choice((None, "answers"))
        made = edits(chance, document if within is None else document[within], chance.choice((1, 1, 1, 2, 4)))
        if within is not None:
            made = [[[within, *path], how, value] for path, how, value in made]
        if chance.random() < 0.1:
            answer = {
                "seat": "table",
                "at": chance.choice(("given", "move", "set", "draw", "shuffle", "flip")),
                "chosen": chance.choices(("player.1", "deck", "x", "3", "", "round"), k=chance.randrange(4)),
            }
            made = [[["answers", 0], "type", answer], *made]
        spoilt = damage(chance) if chance.random() < 0.1 else []
        return {**base, "edits": made, "damage": spoilt, "command": command}

    def judge(self, data: Input) -> None:
        document = edited(_document(data), data["edits"])
        try:
            text = damaged(json.dumps(document).encode(), data["damage"])
        except RecursionError:
            return
        if data.get("command"):
            _by_command(text)
        try:
            read = parse(text)
        except BadSave:
            return
        if not isinstance(read, dict) or problems("replay", read):
            return
        before = json.dumps(read)
        engine = bases.played(**_base(data)).engine
        low, high = engine.program.data["game"]["players"]
        if not low <= read["players"] <= high:
            return
        game = Game(engine, read["seed"], read["players"])
        result = replay.play(game, read["answers"])
        same_json(read, json.loads(before), "a recording that was played")
        str(result.diverged)
        if result.answers or result.diverged is None:
            kept(game)

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "edits", "damage")


def _document(data: Input) -> dict[str, Any]:
    return replay.document(bases.played(**_base(data)))


def _by_command(text: bytes) -> None:
    with TemporaryDirectory(prefix="tilewright-fuzz-") as folder:
        file = Path(folder, "recording.json")
        file.write_bytes(text)
        run("replay", str(file), "--log")
