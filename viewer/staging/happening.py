"""What happens, where it happens: a picture or a few words over whom it happens to. Pure.

Values say themselves what becomes of them; what a rule has said looks as its `as` names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tilewright.schemas.view import LogEntry

from ..common import plane
from ..scene.scene import Floor, Scene

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
OVER = 2.0  # so high over the floor: above the name of a figure
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
            things = [str(one) for one in line.get("things") or ()]
            told = [*(things[1:] or things), *map(str, line.get("spaces") or ())]
            return tuple(Note(name, str(data["look"])) for name in told)
        case "set" if data.get("thing"):
            words = str(line.get("text") or "").rpartition(": ")[2].rstrip(".")
            return (Note(str(data["thing"]), text=words),) if len(words) <= MOST_WORDS else ()
        case "move":
            steps = [data, *(data.get("more") or ())]
            return tuple(Note(str(one["thing"]), "arrival") for one in steps if one.get("from", "") is None)
    return ()


def floats(notes: Iterable[Note], scene: Scene, floors: Mapping[str, Floor]) -> Iterable[Float]:
    """The notes over their pieces and spaces, one over the other; none of what is not on the board."""
    pieces = {piece.id: piece.at for piece in scene.pieces}
    count: dict[str, int] = {}
    for note in dict.fromkeys(notes):
        if note.name in floors:
            x, y = plane.inner_point(floors[note.name].outline)
            at = (x, y, floors[note.name].z)
        elif note.name in pieces and _on_board(pieces[note.name], floors.values()):
            at = pieces[note.name]
        else:
            continue
        number = count[note.name] = count.get(note.name, -1) + 1
        icon, colour = LOOKS.get(note.look, ("", "white"))
        yield Float((at[0], at[1], at[2] + OVER + APART * number), colour, icon, note.text)


def _on_board(at: tuple[float, float, float], floors: Iterable[Floor]) -> bool:
    return any(abs(floor.z - at[2]) < 0.45 and plane.contains(floor.outline, at[:2]) for floor in floors)
