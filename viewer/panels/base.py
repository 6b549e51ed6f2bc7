"""What a panel is, and the words that panels share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tilewright.schemas.view import SeenThing, View

from ..common.speech import say
from .vocabulary import UiAction

COUNTED = 2  # numbers of the game that say how far it has come


class Hit(NamedTuple):
    """A box that can be clicked, in the panel's own pixels, and what that asks for."""

    x: float
    y: float
    w: float
    h: float
    action: UiAction


class Panel(NamedTuple):
    """A picture of w x h pixels and what can be clicked on it."""

    w: float
    h: float
    svg: str
    hits: tuple[Hit, ...] = ()


def turned(first: int, key: str, rows: int, count: int) -> int:
    """The first of `count` rows that is shown after Page Down or Page Up; no page lies beyond the ends."""
    further = first + (rows if key == "page_down" else -rows)
    return further if 0 <= further < count else first


def title_of(name: str) -> str:
    """A name as a heading: `marked_twice` → Marked twice."""
    return name.replace("_", " ").replace(".", " ").strip().capitalize()


def each_once(titles: Iterable[str]) -> list[str]:
    """Titles, those of which there are several with their number: `Rifle ×2`."""
    return [f"{title} ×{number}" if number > 1 else title for title, number in Counter(titles).items()]


def called(view: View, sort: str, name: str) -> str:
    """What a view calls one of its "kinds", "values" or "words", as a heading."""
    title = str((view.get("titles") or {}).get(sort, {}).get(name) or title_of(name))
    return title[:1].upper() + title[1:]


def played(view: View) -> tuple[str, str, str]:
    """What is played: the game, its mission if it has one, and how far it has come by its own numbers, as in
    `Round 3, Threat 2`.
    """
    game = view.get("game") or {}
    mission = game.get("mission") or game.get("campaign") or {}
    numbers = [(name, value) for name, value in (view.get("values") or {}).items() if type(value) is int]
    position = ", ".join(f"{called(view, 'values', name)} {value}" for name, value in numbers[:COUNTED])
    return str(game.get("title") or ""), str(mission.get("title") or ""), position


def kinds_of(view: View, thing: SeenThing) -> list[str]:
    """What sorts of thing it is, from the narrowest; not what is said of every thing, nor its own name."""
    own = str(thing.get("name") or "").partition(".")[0]
    apart = ("thing", "figure", "piece", "card", own)
    return list(dict.fromkeys(called(view, "kinds", k) for k in thing.get("kinds") or () if k not in apart))


def shown_value(view: View, value: object) -> str:
    """A value as a word: players, things and spaces by their titles; other names lose their underscores."""
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if isinstance(value, str):
        spaces = (view.get("board") or {}).get("spaces") or ()
        for one in (*(view.get("players") or ()), *(view.get("things") or ()), *spaces):
            if value in (one.get("handle"), one["name"]) and one.get("title"):
                return str(one["title"])
        return called(view, "words", value)
    if isinstance(value, list | tuple):
        return ", ".join(shown_value(view, one) for one in value) or say("none")
    return str(value)
