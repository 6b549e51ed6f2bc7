"""What one seat has seen: documents changed anywhere.

One is refused with a sentence, or gives views, each of which can be read aloud; told by their changes, the
views are the same again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from tilewright.cli import text_view
from tilewright.runtime.game import BadSave
from tilewright.runtime.history import seat_recording
from tilewright.runtime.history.save import parse

from .. import bases
from ..target import Input, Target, fewer_in, same_json
from ..trees import damage, damaged, edited, edits
from .saves import _base


class Seen(Target):
    name = "seen"
    share = 5.0
    memory = 500

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        base = {"game": chance.choice(bases.GAMES), "answers": chance.choice(bases.LENGTHS[:3]), "seed": 1}
        document = _document(**_base(base))
        within = chance.choice((None, "first", "moments", "moments"))
        within = within if within and document[within] else None
        made = edits(chance, document if within is None else document[within], chance.choice((1, 1, 1, 2, 4)))
        if within is not None:
            made = [[[within, *path], how, value] for path, how, value in made]
        return {**base, "edits": made, "damage": damage(chance) if chance.random() < 0.1 else []}

    def judge(self, data: Input) -> None:
        document = edited(_document(**_base(data)), data["edits"])
        try:
            text = damaged(json.dumps(document).encode(), data["damage"])
            read = parse(text)
        except (RecursionError, BadSave):
            return
        try:
            seat_recording.checked(read)
        except BadSave as error:
            str(error)
            return
        views = list(seat_recording.views(read))
        _read_out(views[-1])
        if any(view.keys() != views[0].keys() for view in views):
            return  # a change of the whole view is none that can be told by its parts
        moments = [
            {"answer": one["answer"], "changes": list(seat_recording.changes(before, after, ()))}
            for one, before, after in zip(read["moments"], views[:-1], views[1:], strict=True)
        ]
        same_json(
            list(seat_recording.views({**read, "first": views[0], "moments": moments})),
            views,
            "told by changes",
        )

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "edits", "damage")


def _read_out(view: dict[str, Any]) -> None:
    """What `tilewright replay` reads out."""
    text_view.log_lines(view)
    text_view.ending(view)


@cache
def _document(name: str, answers: int, seed: int) -> dict[str, Any]:
    game = bases.played(name, answers, seed)
    found: dict[str, Any] = json.loads(json.dumps(game.seen(game.seats[0])))
    return found
