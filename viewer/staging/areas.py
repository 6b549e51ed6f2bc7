"""Where things look, which spaces they reach, and which are dangerous, as looks name them. Pure.

`area` and `danger` of a thing name a value that is a list of spaces; `hazard` of a space says what is
dangerous there, `tint` colours it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.schemas.view import SeenThing, View

from .counting import named

# Where a value of that word looks, against the clock; north is the upper side of the drawing.
COMPASS = {
    "north": 0.0,
    "north_west": 45.0,
    "west": 90.0,
    "south_west": 135.0,
    "south": 180.0,
    "south_east": 225.0,
    "east": 270.0,
    "north_east": 315.0,
}


def facing_of(thing: SeenThing) -> float | None:
    """The heading of the value that a look names in `facing`; None if there is none."""
    named = (thing.get("values") or {}).get(str((thing.get("look") or {}).get("facing")))
    return COMPASS.get(named) if isinstance(named, str) else None


def covered(thing: SeenThing, hint: str) -> Iterator[str]:
    """The spaces of the values that a hint names."""
    values = thing.get("values") or {}
    for name in named(thing, hint):
        found = values.get(name)
        yield from map(str, found if isinstance(found, list) else [found] if isinstance(found, str) else [])


def dangers(view: View) -> dict[str, list[str]]:
    """Each space that is dangerous, with what of."""
    found: dict[str, list[str]] = {}
    for space in (view.get("board") or {}).get("spaces") or ():
        if hazard := (space.get("look") or {}).get("hazard"):
            found.setdefault(str(space["name"]), []).append(str(hazard))
    for thing in view.get("things") or ():
        for name in dict.fromkeys(covered(thing, "danger")):
            found.setdefault(name, []).append(str(thing.get("title") or thing["name"]))
    return found
