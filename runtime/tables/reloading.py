"""A game whose rules change while it is played: the same position with the new program, or an earlier one.

Where only words and looks have changed, the running game gets the new program and nothing is played again.
Otherwise its answers are, by place and names, as far as they fit.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.documents import Document

from ..engine.campaign import Engine, engine
from ..engine.engine import Machine
from ..game import Game
from ..history import replay
from ..history.manual_edits import TABLE
from ..history.replay import Diverged
from ..history.save import CHANCE
from ..history.timeline import Timeline
from ..state.program import load

# What people read: texts or their ids. A verb with a title is told, one without is not: that is a rule.
_READ = frozenset({"title", "plural", "text", "doc"})
_APART = frozenset({"tests", "texts", "spans", "packages"})  # of the whole program


@dataclass(frozen=True, slots=True)
class Reloaded:
    """The game with the new program. `retold`: nothing had to be played again, but the machine is another."""

    game: Game
    timeline: Timeline
    retold: bool = False
    diverged: Diverged | None = None
    lost: int = 0  # how many answers could not be given any more
    basis: int = 0  # how many entries of the recording were there when this was begun


def reloaded(game: Game, program: Document, before: Document | None = None) -> Reloaded:
    """The game after its program has become another. The old game stays as it is.

    `before` is the old program as it was compiled; linking a program may have changed its copy of it.
    """
    old = game.program.data if before is None else before
    # A game that began where a test begins also depends on the tests.
    begun = any(one["seat"] == TABLE and one["at"] == "given" for one in game.answers)
    if same_rules(old, program) and not (begun and old.get("tests") != program.get("tests")):
        again = game.clone()
        show_with(again, retold(game.engine, program))
        return Reloaded(again, Timeline(), retold=True, basis=len(again.answers))
    low, high = program["game"]["players"]
    players = max(low, min(game.players, high))
    again = Game(engine(program), game.seed, players)
    return played(again, game.answers, game.notes)


def played(game: Game, answers: Sequence[replay.RecordedAnswer], notes: Sequence[Document]) -> Reloaded:
    """A new game with these answers, as far as they fit."""
    timeline, answers = Timeline(), list(answers)  # the other game may go on meanwhile
    result = replay.play(game, answers, timeline.follow)
    game.notes = [dict(one) for one in notes if one["after"] <= len(game.steps)]
    given = sum(one["seat"] != CHANCE for one in answers)
    return Reloaded(game, timeline, False, result.diverged, given - result.answers, len(answers))


def same_rules(old: Document, new: Document) -> bool:
    """Whether two programs play alike: they differ in what is shown only."""
    parts = [key for key in old if key not in _APART]
    if old.keys() != new.keys() or not _same_texts(old, new):
        return False
    return all(_same(old[key], new[key]) for key in parts)


def _same(a: object, b: object) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_shown(key, a[key], b[key]) or _same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_same(one, other) for one, other in zip(a, b, strict=True))
    return bool(a == b)


def _shown(key: str, a: object, b: object) -> bool:
    if key == "look":
        return True
    return key in _READ and isinstance(a, str) and isinstance(b, str) and bool(a) == bool(b)


def _same_texts(old: Document, new: Document) -> bool:
    """The same texts are there, whatever they say; a place in the sources has the same number."""
    return old.get("texts", {}).keys() == new.get("texts", {}).keys() and len(old.get("spans") or ()) == len(
        new.get("spans") or ()
    )


def retold(machine: Engine, program: Document) -> Engine:
    """A machine that plays as this one does and shows what the new program says."""
    if not isinstance(machine, Machine):
        return engine(program)  # its missions are linked when they are played
    other = copy.copy(machine)
    linked = machine.program.data
    merged = {key: program[key] if key in _APART else _merged(linked[key], program[key]) for key in program}
    other.program = load(merged, written=program)
    return other


def _merged(linked: object, new: object) -> Any:
    """The old part of a program as it was linked, with what is shown from the new one."""
    if isinstance(linked, dict) and isinstance(new, dict):
        return {
            key: new[key] if key in new and _shown(key, value, new[key]) else _merged(value, new.get(key))
            for key, value in linked.items()
        }
    if isinstance(linked, list) and isinstance(new, list) and len(linked) == len(new):
        return [_merged(one, other) for one, other in zip(linked, new, strict=True)]
    return linked


def show_with(game: Game, machine: Engine) -> None:
    """Let a game go on with such a machine. What its log has told stays as it was told."""
    game.engine = machine
