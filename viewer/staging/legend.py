"""What the colours of an overlay mean, for those of them that it shows. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilewright.schemas.view import View

from ..common.speech import say
from ..scene.scene import Scene
from .areas import dangers
from .overlay import NEAR_STEPS, ZONES, zoned

Legend = tuple[tuple[str, str], ...]
"""The name of a colour, and what it means."""


def legend(sort: str, told: Mapping[str, Any], scene: Scene, view: View) -> Legend:
    """What there is to say of an overlay; `told` is what the rules say of it."""
    if not sort:
        return ()
    found = list(_zones(scene, view) if sort == "zones" else _told(sort, told))
    if dangers(view):
        found.append(("red", say("legend_danger")))
    return tuple(dict.fromkeys(found))


def _told(sort: str, told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    spaces: Mapping[str, str] = told.get("spaces") or {}
    match sort:
        case "reach" if spaces:
            further = [text.isdigit() and int(text) > NEAR_STEPS for text in spaces.values()]
            if not all(further):
                yield "cyan", say("legend_near", NEAR_STEPS)
            if any(further):
                yield "blue", say("legend_far")
        case "sight" if spaces:
            yield "amber", say("legend_seen")
        case "adjacent" if spaces:
            yield "green", say("legend_adjacent")
        case "last":
            yield "amber", say("legend_last")
        case "trails":
            yield "white", say("legend_trails")
    clear = {bool(line.get("clear")) for line in told.get("lines") or ()}
    if True in clear:
        yield "green", say("legend_clear")
    if False in clear or told.get("blockers"):
        yield "red", say("legend_blocked")


def _zones(scene: Scene, view: View) -> Iterator[tuple[str, str]]:
    named = {number: title for _, number, title in zoned([one for one in scene.floors if one.space], view)}
    if len(set(named.values())) < len(named):
        return  # no title says more than the number on the board
    for number, title in sorted(named.items())[: len(ZONES)]:
        yield ZONES[number], title
