"""What is heard as one view becomes another: files that looks name, and words of the table. Pure.

A look says what is heard of its own thing or space in `sound`. The rest follows from what happens: what
moves, rolls, is drawn, opens, and what a rule has said `as` a hit, an alarm and so on. Which waves a word is,
making/ knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright.schemas.view import NO_HINTS, LogEntry, SeenThing, View, ViewLook

from ..common import art
from ..modelling.paint import is_ground, is_metal
from ..scene.looks import look_of_thing
from .borders import door_state
from .happening import doers_of

SILENT = "none"
# What is heard of each word of `say … as`; of a hit and a miss it is the weapon.
SAID = {
    "success": "chime",
    "failure": "thud",
    "wound": "hurt",
    "heal": "heal",
    "death": "fall",
    "arrival": "ping",
    "blast": "blast",
    "alarm": "alarm",
}
_WEAPONS = {
    "rifle": "shot",
    "long": "shot",
    "marksman": "shot",
    "scoped": "shot",
    "shotgun": "shot",
    "carbine": "shot",
    "pistol": "shot",
    "handgun": "shot",
    "sidearm": "shot",
    "heavy": "burst",
    "minigun": "burst",
    "machinegun": "burst",
    "cannon": "burst",
    "smg": "burst",
    "flamer": "flames",
    "flamethrower": "flames",
    "launcher": "blast",
    "bazooka": "blast",
    "caster": "shot",
    "shoulder": "shot",
}
_GAITS = {
    "trooper": "steps",
    "officer": "steps",
    "civilian": "steps",
    "child": "steps",
    "hunter": "steps",
    "giant": "stomp",
    "mech": "stomp",
    "beast": "paws",
    "crawler": "paws",
    "hound": "paws",
    "card": "card",
}


def to_hear(before: View, view: View, lines: Sequence[LogEntry]) -> list[str]:
    """References to art, and words, each once, in the order in which these lines of the log tell of them."""
    now, then = _hints(view), _hints(before)
    things = {str(one["handle"]): one for seen in (before, view) for one in seen.get("things") or ()}
    told = [word for line in lines for word in _of_line(line, things, now)]
    changed = [hint for name, hint in now.items() if name in then and then[name] != hint]
    doors, were = _doors(view), _doors(before)
    opened = any(name in were and were[name] != state for name, state in doors.items())
    found = (*told, *changed, *(("door",) if opened else ()))
    return list(dict.fromkeys(filter(None, map(_heard, found))))


def ambience(view: View, look: ViewLook) -> str:
    """What is heard all the time: as the look of the game says, else as most of the floors sound."""
    said = look.get("ambience")
    if said is not None:
        return "" if said == SILENT else str(said)
    floors = [
        str((one.get("look") or {}).get("floor") or "") for one in (view.get("board") or {}).get("spaces", ())
    ]
    if any(floors) and is_metal(floors):
        return "hum"
    return "wind" if sum(map(is_ground, floors)) * 2 > len(floors) else ""


def _heard(hint: str) -> str:
    """A file where a hint names one, nothing where it cannot be used; else the word."""
    return art.ref(hint) if art.is_file(hint) else "" if hint == SILENT else hint


def _of_line(line: LogEntry, things: Mapping[str, SeenThing], hints: Mapping[str, str]) -> Iterator[str]:
    data = line.get("data") or {}
    match line.get("sort"):
        case "move":
            moved = (str(one.get("thing")) for one in (data, *(data.get("more") or ())))
            yield from (hints.get(name) or _gait(things.get(name)) for name in moved)
        case "say":
            about = [str(one) for one in (*(line.get("things") or ()), *(line.get("spaces") or ()))]
            look = str(data.get("look") or "")
            if look in ("hit", "miss"):
                yield next((_weapon(things.get(doer)) for doer in doers_of(line)), "strike")
            yield from (hints.get(name, "") for name in about)
            yield SAID.get(look, "")
        case "roll":
            yield "dice"
        case "shuffle":
            yield "shuffle"
        case "end":
            yield "end"


def _gait(thing: SeenThing | None) -> str:
    """How it sounds when a thing moves; what nobody sees is not heard."""
    if thing is None:
        return ""
    look = look_of_thing(thing)
    if "card" in (thing.get("kinds") or ()):
        return "card"
    return _GAITS.get(look.archetype, "" if look.archetype in ("deck", "bag") else "piece")


def _weapon(thing: SeenThing | None) -> str:
    look = NO_HINTS if thing is None else thing.get("look") or NO_HINTS
    return _WEAPONS.get(str(look.get("weapon")), "burst" if look.get("archetype") == "turret" else "strike")


def _hints(view: View) -> dict[str, str]:
    """What looks say in `sound` of all that is in sight, by name; empty for what says nothing."""
    board = view.get("board") or {}
    seen = (*(view.get("things") or ()), *(board.get("spaces") or ()), *(board.get("links") or ()))
    return {
        str(one.get("handle") or one["name"]): str((one.get("look") or {}).get("sound") or "") for one in seen
    }


def _doors(view: View) -> dict[str, str]:
    """The state of each door, by name."""
    links = (view.get("board") or {}).get("links") or ()
    found = ((str(one["name"]), door_state(one)) for one in links)
    return {name: state for name, state in found if state}
