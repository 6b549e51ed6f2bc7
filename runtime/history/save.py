"""A game in progress as a document: the position at its question, and the answers that led there.

Reading one trusts nothing: schema, program, checksum, structure and ranges are checked, and the answers are
played again (runtime/game.py). What does not fit is a `BadSave` with a sentence for people; the game that was
open stays as it is.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from tilewright.host.paths import read_whole
from tilewright.schemas.documents import Document
from tilewright.schemas.load import fits
from tilewright.schemas.reading import MOST_BYTES, BadDocument, misfit, parsed, unsound
from tilewright.schemas.wording import Sentence, trouble

from ..state.nesting import lies_wrongly
from ..state.program import Program, load
from ..state.state import State
from .played_with import identity, other_program

FORMAT = "tilewright/save/1"
CHANCE = "chance"  # the seat under which what chance decided is recorded
MOST_LETTERS = 2_000  # of a note; the schema says so, too
WORD = 2**63  # values are 64-bit integers


class BadSave(BadDocument):
    """A document that is not a save of this program, or is damaged; the message says which."""


class OtherProgram(BadSave):
    """A save of another program than the one that is played; says what is different."""

    def __init__(self, *said: Sentence) -> None:
        self._hold(*said)


def document(program: Program, seed: int, players: int, answers: list[Document], state: State) -> Document:
    """The save of a game, as plain JSON data."""
    snapshot = state.to_json()
    found = {
        "format": FORMAT,
        "program": identity(program),
        "seed": seed,
        "players": players,
        "answers": [dict(answer) for answer in answers],
        "snapshot": snapshot,
    }
    snapshot["checksum"] = checksum(found)
    return found


def checksum(saved: Document) -> str:
    """A number for everything in a save but itself. It finds damage; against intent it is no help."""
    snapshot = {name: value for name, value in saved["snapshot"].items() if name != "checksum"}
    whole = {name: value for name, value in saved.items() if name not in ("notes", "table")}
    whole |= {"snapshot": snapshot}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def parse(text: str | bytes) -> Any:
    """The document in a file's text; BadSave if it is none."""
    try:
        return parsed(text)
    except BadDocument as error:
        (why,) = error.said
        raise BadSave(why.key, *why.parts) from None


def read(path: Path) -> Any:
    """The document in a file; BadSave if that holds none, or is none."""
    try:
        return parse(read_whole(path, MOST_BYTES))
    except OSError as error:
        raise BadSave("engine/doc_closed", trouble(error)) from None


class Glance(NamedTuple):
    """What a list shows of a game that has not been opened yet."""

    program: Document  # what it was played with, as schemas/replay.schema.json has it
    seats: list[str]  # who gave its answers, one after another; chance is left out
    notes: int
    over: bool  # whether it has ended
    mark: str  # the same in all saves of one position of a game; empty of a recording

    @property
    def mods(self) -> list[str]:
        """The ids of the mods with which it was played."""
        return [one["id"] for one in self.program.get("packages", ()) if one["as"] == "mod"]


def glance(path: Path) -> Glance:
    """What a list tells of the game in a file, saved or recorded; BadSave if it holds neither. Whether it
    can be played on shows when it is opened.
    """
    found = read(path)
    if not fits("save", found) and not fits("replay", found):
        raise BadSave("engine/save_none")
    seats = [one["seat"] for one in found["answers"] if one["seat"] != CHANCE]
    snapshot = found.get("snapshot", {})
    over = (
        snapshot.get("over") is not None and "below" not in snapshot
    )  # the end of a mission ends no campaign
    return Glance(found["program"], seats, len(found.get("notes", ())), over, snapshot.get("checksum", ""))


def sound(saved: object) -> Document:
    """A save, once everything about it has been checked that can be without its program."""
    wrong = unsound(saved)
    if wrong is not None:
        raise BadSave("engine/save_damaged", wrong)
    if not isinstance(saved, dict) or not str(saved.get("format", "")).startswith("tilewright/save/"):
        raise BadSave("engine/save_none")
    if saved["format"] != FORMAT:
        raise BadSave("engine/save_format", saved["format"], FORMAT)
    wrong = misfit("save", saved)
    if wrong is not None:
        raise BadSave("engine/save_damaged", wrong)
    return saved


def checked(program: Program, saved: object) -> Document:
    """The snapshot in a save, once everything about it has been checked but that its answers lead there."""
    saved = sound(saved)
    mine = identity(program)
    if saved["program"]["hash"] != mine["hash"]:
        raise OtherProgram(*other_program(saved["program"], mine, program))
    if saved["snapshot"].get("checksum") != checksum(saved):
        raise BadSave("engine/save_checksum")
    low, high = program.data["game"]["players"]
    if not low <= saved["players"] <= high:
        raise BadSave("engine/save_damaged", f"{saved['players']} players")
    found = misplaced(program, saved["snapshot"])
    if found is not None:
        raise BadSave("engine/save_damaged", found)
    return {name: value for name, value in saved["snapshot"].items() if name != "checksum"}


def misplaced(program: Program, snapshot: Document) -> str | None:
    """What in a snapshot cannot be part of a state of this program; None if nothing."""
    if "below" in snapshot:
        return misplaced_in_campaign(program, snapshot)
    wanted = {"v", "entities", "z", "k", "q", "r", "fx", "busy", "known", "over", "number"}
    if set(snapshot) - {"checksum"} != wanted:
        return f"its parts are {', '.join(sorted(snapshot))}"
    fresh = program.new_state(0, 1)
    v, z = snapshot["v"], snapshot["z"]
    if len(v) != len(fresh.v) or not all(_plain(value, 1) for value in v):
        return "its values do not fit"
    if snapshot["entities"] != program.first_place:
        return "its things do not fit"
    if len(z) != len(fresh.z) or not all(isinstance(one, list) for one in z):
        return "its places do not fit"
    lying = [thing for things in z for thing in things]
    if not all(_is_entity(program, thing) for thing in lying):
        return "a place holds what cannot be there"
    if sorted(lying) != [thing for thing, place in enumerate(fresh.at[:-1]) if place >= 0]:
        return "a thing lies in two places, or in none"
    if lies_wrongly(program, z):
        return "a thing lies in itself, or too deep in others"
    known = snapshot["known"]
    if not isinstance(known, list) or not all(_is_mark(program, mark) for mark in known):
        return "its marks do not fit"
    rest = [snapshot[part] for part in ("k", "q", "fx", "busy", "over")]
    if not all(_plain(part, 12) for part in rest):
        return "its frames do not fit"
    return None if _is_end(snapshot["over"]) else "its end does not fit"


def misplaced_in_campaign(program: Program, snapshot: Document) -> str | None:
    """The same for a campaign whose mission is being played."""
    snapshot = dict(snapshot)
    below = snapshot.pop("below")
    campaign = isinstance(below, dict) and "below" not in below
    found = misplaced(program, below) if campaign else "it is not a campaign"
    if found is not None:
        return found
    match below["q"]:
        case [_, _, [int() as mission], *_] if _is_entity(program, mission):
            named = program.data.get("missions", {}).get(program.entities[mission]["name"])
            return "no mission is played" if named is None else misplaced(load(named), snapshot)
    return "no mission is played"


def _is_entity(program: Program, number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < program.first_place


def _is_end(over: object) -> bool:
    match over:
        case None | [str(), list(), str() | list() | None, str() | None, int()]:
            return True
    return False


def _is_mark(program: Program, mark: object) -> bool:
    return (
        isinstance(mark, list)
        and len(mark) == 2
        and _is_entity(program, mark[0])
        and isinstance(mark[1], int)
        and 0 < mark[1] < WORD
    )


def _plain(value: object, depth: int) -> bool:
    """Whether a value is made of integers, texts and lists of them, no deeper than that."""
    if isinstance(value, list):
        return depth > 0 and all(_plain(one, depth - 1) for one in value)
    if isinstance(value, bool):
        return False
    return value is None or isinstance(value, str) or (isinstance(value, int) and -WORD <= value < WORD)
