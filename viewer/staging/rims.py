"""Whose a thing is, and the colour of its base. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import cycle

from tilewright.schemas.view import SeenThing, View

from ..scene.looks import look_of_thing, rim_like

_RIMS = ("cyan", "green", "amber", "violet", "blue", "grey")
_SIDES = ("side", "faction", "team", "squad", "owner")


def owner_of(view: View, thing: SeenThing) -> str | None:
    """The player who decides for a thing, the seat itself before others; else whom a value names."""
    controllers = thing.get("controllers") or ()
    if controllers:
        seat = view.get("seat")
        return str(seat if seat in controllers else controllers[0])
    return _named_by({p["name"] for p in view.get("players", ())}, thing)


class Rims:
    """The colours of the bases of one view; what tells sides apart is looked up once for all of them.

    Where figures name their players cyan is one's own, and the first player's for who sees all; other players
    have one each, the same for all eyes, and red belongs to nobody. Else the figures' sides have one each.
    """

    def __init__(self, view: View) -> None:
        self.seat = view.get("seat")
        self.names = {p["name"]: number for number, p in enumerate(view.get("players", ()))}
        things = view.get("things", ())
        owned = (thing for thing in things if _named_by(self.names, thing) is not None)
        self.owned = {kind for thing in owned for kind in (thing.get("kinds") or ())[:2]}
        self.families = {} if self.owned else _families(things)

    def of(self, thing: SeenThing) -> str:
        """The colour of one base, a word of the palette."""
        owner = _named_by(self.names, thing)
        if owner is not None:
            others, number = _RIMS[1:], self.names[owner]
            own = owner == self.seat or (number == 0 and self.seat not in self.names)
            return "cyan" if own else others[number % len(others)]
        kinds = thing.get("kinds") or ()
        if "figure" not in kinds:
            return "grey"
        if self.owned:
            return "red" if not self.owned.intersection(kinds[:2]) else "grey"
        return self.families.get(_family(thing), "cyan")


def _named_by(players: Collection[str], thing: SeenThing) -> str | None:
    """The player whose name one of the thing's values is, if any."""
    values = thing.get("values") or {}
    return next((v for v in values.values() if isinstance(v, str) and v in players), None)


def _family(thing: SeenThing) -> str:
    """A figure's side: the word of such a value, else its widest kind."""
    values = thing.get("values") or {}
    words = (values.get(side) for side in _SIDES)
    word = next((one for one in words if isinstance(one, str)), None)
    kinds = [k for k in thing.get("kinds") or () if k not in ("figure", "thing", "piece")]
    return word or (kinds[-1] if kinds else "")


def _families(things: Iterable[SeenThing]) -> dict[str, str]:
    """The sides of the figures, each with a rim: like their figures where those have colours of their own."""
    first: dict[str, SeenThing] = {}
    for thing in things:
        if "figure" in (thing.get("kinds") or ()):
            first.setdefault(_family(thing), thing)
    painted = {family: rim_like(look_of_thing(thing).colour) for family, thing in first.items()}
    if 1 < len(painted) == len(set(painted.values())):
        return painted
    return dict(zip(painted, cycle(("cyan", "red", "amber", "green", "violet")), strict=False))
