"""What values and places mean to a player, as far as the game says it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from tilewright.schemas.view import SeenLink, SeenSpace, SeenThing, View

PLAYER = ("player",)


def of_game(view: View, name: str) -> str:
    """What a value or place of the game means; nothing if that is not said."""
    return str(((view.get("meanings") or {}).get("game") or {}).get(name) or "")


def of_kinds(view: View, kinds: Iterable[str], name: str) -> str:
    """What a value or place of a thing means, by the first of its kinds that says so."""
    said = (view.get("meanings") or {}).get("kinds") or {}
    return next((str(said[kind][name]) for kind in kinds if name in said.get(kind, ())), "")


def kinds_of(one: SeenThing | SeenSpace | SeenLink) -> Iterable[str]:
    """The kinds by which the meanings of its values are found, the narrowest first."""
    kinds: Iterable[str] = cast("SeenThing", one).get("kinds") or (str(one.get("kind")),)
    return kinds


def of_owner(view: View, owner: str | None, name: str) -> str:
    """What a value or place means of the game, of a player by name, or of a thing by its handle."""
    if not owner:
        return of_game(view, name)
    if any(player["name"] == owner for player in view.get("players") or ()):
        return of_kinds(view, PLAYER, name)
    thing = next((one for one in view.get("things") or () if one["handle"] == owner), None)
    return "" if thing is None else of_kinds(view, kinds_of(thing), name)
