"""What happens, where it happens: a picture or a few words over whom it happens to. Pure.

Values say themselves what becomes of them; what a rule has said looks as its `as` names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilewright.schemas.view import LogEntry

from ..common import plane
from ..scene.looks import FLAT
from ..scene.scene import Floor, Piece, Scene

# Each word of `say … as`: its icon and its colour.
LOOKS = {
    "hit": ("explosion-rays", "amber"),
    "miss": ("cancel", "grey"),
    "success": ("check-mark", "green"),
    "failure": ("cancel", "red"),
    "wound": ("claw-slashes", "red"),
    "heal": ("first-aid-kit", "green"),
    "death": ("death-skull", "red"),
    "arrival": ("radar-sweep", "cyan"),
    "blast": ("fire", "amber"),
    "alarm": ("hazard-sign", "amber"),
}
OVER = 2.0  # so high over the floor: above the name of a figure that has a tile to itself
APART = 0.45  # and so far over the one below
MOST_WORDS = 26  # letters


class Note(NamedTuple):
    """What happens to a thing or space: how it looks, or what is to be read."""

    name: str
    look: str = ""
    text: str = ""


class Float(NamedTuple):
    """A picture or words in the air, which turn to the eye."""

    at: tuple[float, float, float]
    colour: str
    icon: str = ""
    text: str = ""


def notes_of(line: LogEntry) -> tuple[Note, ...]:
    """What a line of the log tells of things and spaces, beyond that it is about them."""
    data = line.get("data") or {}
    match line.get("sort"):
        case "say" if data.get("look"):
            doers = doers_of(line)
            things = [str(one) for one in line.get("things") or () if one not in doers]
            told = [*things, *map(str, line.get("spaces") or ())]
            return tuple(Note(name, str(data["look"])) for name in told)
        case "set" if data.get("thing"):
            words = str(line.get("text") or "").rpartition(": ")[2].rstrip(".")
            return (Note(str(data["thing"]), text=words),) if len(words) <= MOST_WORDS else ()
        case "move":
            steps, onto = [data, *(data.get("more") or ())], line.get("spaces") or ()
            come = [one for one in steps if comes(one, onto)]
            return tuple(Note(str(one["thing"]), "arrival") for one in come)
    return ()


def comes(step: Mapping[str, Any], spaces: Sequence[str]) -> bool:
    """Whether a move leads to the board from elsewhere, of which these spaces are told."""
    return step.get("from", "") is None or (step.get("from") not in spaces and step.get("to") in spaces)


def doers_of(line: LogEntry) -> tuple[str, ...]:
    """Who does what is said to the others that it is about."""
    return tuple(map(str, (line.get("data") or {}).get("by") or ()))


def floats(notes: Iterable[Note], scene: Scene, floors: Mapping[str, Floor]) -> Iterable[Float]:
    """The notes over their pieces and spaces, one over the other; none of what is not on the board."""
    pieces = {piece.id: piece for piece in scene.pieces}
    count: dict[str, int] = {}
    for note in dict.fromkeys(notes):
        if note.name in floors:
            x, y = plane.inner_point(floors[note.name].outline)
            at = (x, y, floors[note.name].z)
        elif note.name in pieces and _on_board(pieces[note.name].at, floors.values()):
            at = pieces[note.name].at
        else:
            continue
        number = count[note.name] = count.get(note.name, -1) + 1
        icon, colour = LOOKS.get(note.look, ("", "white"))
        over = OVER * _stature(pieces.get(note.name)) + APART * number
        yield Float((at[0], at[1], at[2] + over), colour, icon, note.text)


def _stature(piece: Piece | None) -> float:
    """How large a figure stands; on what is flat one of the usual size may stand."""
    return 1.0 if piece is None or piece.look.archetype in FLAT else piece.size


def _on_board(at: tuple[float, float, float], floors: Iterable[Floor]) -> bool:
    return any(abs(floor.z - at[2]) < 0.45 and plane.contains(floor.outline, at[:2]) for floor in floors)
