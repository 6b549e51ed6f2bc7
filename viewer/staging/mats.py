"""What a game without a board is played on: mats for what lies open, and for what each player has. Pure.

What is in play lies side by side, in the order of its pile, so that a row to choose from is a row. What the
seat does not see into is a stack. Others sit beyond the shared mats, the seat itself on this side of them.
Beside a board only rows of cards have mats: stacks lie there as they do beside every board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from tilewright.schemas.view import SeenPile, SeenPlayer, SeenSpace, SeenThing, View

from ..common import plane
from ..common.plane import Polygon
from ..common.speech import say
from ..scene.scene import Piece, TablePoint
from .tabletop import stack, things_of

STEP = 0.95  # from card to card in a row
COLUMNS = 3  # cards that a row has room for, or twice as many; with more of them, they overlap
CARD = 1.5  # height of a card
SMALL, HIGH = 1.4, 1.8  # width of a mat for one card or stack, height of every mat
GAP, APART = 0.15, 0.6  # between mats, and between players
BROAD = 14.0  # width of the table; further players sit in another line
MOST = 6  # mats of a player


class _Way(Enum):
    ROW, APART, STACK = range(3)


class _Part(NamedTuple):
    """A mat before it has its place."""

    name: str
    title: str
    wide: float
    high: float


def mats(view: View) -> dict[str, SeenSpace]:
    """The mats as spaces of a view, by the places that lie on them; one empty mat where there is none."""
    seat = view.get("seat")
    players = view.get("players") or ()
    others = [_of_player(view, player) for player in players if player["name"] != seat]
    own = [_of_player(view, player) for player in players if player["name"] == seat]
    lines = [*_lines(others), *_lines([_shared(view)]), *_lines(own)]
    broad = max((_broad(line) for line in lines), default=0.0)
    return _laid(lines, broad / 2, 0.0) or {
        "mat": _mat(_Part("mat", str((view.get("game") or {}).get("title") or ""), 6.5, 4.5), 0, 0)
    }


def rows_beside(view: View, bounds: tuple[float, float, float, float]) -> dict[str, SeenSpace]:
    """The mats in front of a board: rows and slots that are not empty, shared ones nearest to it, one's own
    last. Larger in front of a large board, which is seen from further away.
    """
    left, bottom, right, top = bounds
    things, players = (
        things_of(view),
        sorted(view.get("players") or (), key=lambda p: p["name"] == view.get("seat")),
    )
    parts: dict[str | None, list[_Part]] = {None: [], **{player["name"]: [] for player in players}}
    names = {player["name"]: str(player.get("title") or player["name"]) for player in players}
    fan = _fan(view)
    for pile in view.get("piles") or ():
        owner = pile.get("owner")
        if pile in fan:
            continue
        if owner in parts and pile.get("count") and _way(pile, things) is _Way.ROW:
            title = say("about", names[owner], _title(pile)) if owner else _title(pile)
            parts[owner].append(_part(pile, title, things))
    size = max(1.0, max(right - left, top - bottom) / BROAD)
    groups = (group[:MOST] for group in parts.values())
    return _laid(_lines(groups), (left + right) / 2, APART - bottom, size)


def held(view: View, seat: str | None) -> list[SeenPile]:
    """The piles that a seat holds in its hand: its own, and shared ones into which not everybody may look. Of
    several, those called a hand; what lies in a row on the table for all to see is not held, nor is a slot.
    """
    things = things_of(view)
    own = [
        pile
        for pile in view.get("piles") or ()
        if seat is not None
        and pile.get("things") is not None
        and pile.get("sort") == "pile"
        and (
            pile.get("owner") == seat
            or (pile.get("private") and pile.get("owner") is None and view.get("seat"))
        )
    ]
    return [pile for pile in own if "hand" in str(pile.get("name"))] or [
        pile for pile in own if not _lies_open(pile, things)
    ]


def _fan(view: View) -> list[SeenPile]:
    """What the seat itself holds in its hand and lies nowhere else."""
    return [pile for pile in held(view, view.get("seat")) if pile.get("private")]


def _lies_open(pile: SeenPile, things: Mapping[str, SeenThing]) -> bool:
    return bool(pile.get("in_play")) and not pile.get("private") and _way(pile, things) is _Way.ROW


def stacks(view: View, outlines: Mapping[str, Polygon]) -> Iterable[Piece]:
    """The piles on mats that lie there as one piece."""
    things = things_of(view)
    for pile in view.get("piles") or ():
        if pile["place"] in outlines and pile.get("count") and _way(pile, things) is _Way.STACK:
            yield stack(pile, things, (*plane.centre(outlines[pile["place"]]), 0.0), 1.2)


def rows(view: View, outlines: Mapping[str, Polygon]) -> set[str]:
    """The mats whose things lie side by side."""
    things = things_of(view)
    shown = [pile for pile in view.get("piles") or () if pile["place"] in outlines]
    return {pile["place"] for pile in shown if _way(pile, things) is _Way.ROW}


def in_a_row(outline: Polygon, z: float, count: int) -> list[tuple[TablePoint, float]]:
    """Where so many cards lie on a mat, the first at the left; many lie one over the other."""
    left, bottom, right, top = plane.box([outline])
    size = (top - bottom) / HIGH
    step = min(STEP * size, (right - left - STEP * size) / max(count - 1, 1))
    start = (left + right) / 2 - step * (count - 1) / 2
    y = (bottom + top) / 2 + 0.2 * size  # above the name of the mat
    return [((start + step * i, y, z + 0.004 * i), CARD * size) for i in range(count)]


def _of_player(view: View, player: SeenPlayer) -> list[_Part]:
    """What a player has before them. The seat itself holds what not everybody sees in its hand."""
    things = things_of(view)
    piles = [p for p in view.get("piles") or () if p.get("owner") == player["name"]]
    fan = _fan(view)
    piles = [p for p in piles if p not in fan]
    # Rows first: there the player's name has room.
    piles.sort(key=lambda pile: (pile.get("sort") == "slot", _way(pile, things) is _Way.STACK))
    # A stack shows its own name.
    titles = ["" if _way(pile, things) is _Way.STACK else _title(pile) for pile in piles]
    name = str(player.get("title") or player["name"])
    titles[:1] = [say("about", name, title) if title else name for title in titles[:1]]
    return [_part(pile, title, things) for pile, title in zip(piles[:MOST], titles, strict=False)]


def _shared(view: View) -> list[_Part]:
    """What lies open in the middle; stacks lie beside the table's mats, as beside a board."""
    things = things_of(view)
    piles = [pile for pile in view.get("piles") or () if pile.get("owner") is None]
    return [_part(pile, _title(pile), things) for pile in piles if _way(pile, things) is not _Way.STACK]


def _part(pile: SeenPile, title: str, things: Mapping[str, SeenThing]) -> _Part:
    count, way = int(pile.get("count") or 0), _way(pile, things)
    if way is _Way.APART:
        columns = max(3, math.ceil(math.sqrt(2 * count)))
        return _Part(pile["place"], title, columns + 0.5, max(2.0, math.ceil(count / columns)) + 0.5)
    if way is _Way.STACK or pile.get("sort") == "slot":
        return _Part(pile["place"], title, SMALL, HIGH)
    return _Part(pile["place"], title, STEP * COLUMNS * (1 if count <= COLUMNS else 2) + 0.3, HIGH)


def _way(pile: SeenPile, things: Mapping[str, SeenThing]) -> _Way:
    """How a pile lies: what is in play and what fills a slot is to be seen, and shared figures and tokens."""
    seen = pile.get("things")
    if seen is None:
        return _Way.STACK
    kinds = [things[handle].get("kinds") or () for handle in seen if handle in things]
    if any("piece" in k or "figure" in k or "token" in k for k in kinds):
        return _Way.APART if pile.get("owner") is None or pile.get("in_play") else _Way.STACK
    return _Way.ROW if pile.get("in_play") or pile.get("sort") == "slot" else _Way.STACK


def _lines(groups: Iterable[list[_Part]]) -> list[list[list[_Part]]]:
    """Groups of mats, as many side by side as fit."""
    lines: list[list[list[_Part]]] = []
    for group in groups:
        if group and lines and _broad([*lines[-1], group]) <= BROAD:
            lines[-1].append(group)
        elif group:
            lines.append([group])
    return lines


def _broad(line: Iterable[list[_Part]]) -> float:
    """How broad a line is, gaps included."""
    groups = [sum(part.wide + GAP for part in group) - GAP for group in line]
    return sum(groups) + APART * (len(groups) - 1)


def _laid(
    lines: Iterable[list[list[_Part]]], middle: float, y: float, size: float = 1.0
) -> dict[str, SeenSpace]:
    """Lines of mats, one before the other, each with its middle there."""
    found: dict[str, SeenSpace] = {}
    for line in lines:
        x = middle - _broad(line) * size / 2
        for group in line:
            for part in group:
                found[part.name] = _mat(part, x, y, size)
                x += (part.wide + GAP) * size
            x += (APART - GAP) * size
        y += (max(part.high for group in line for part in group) + GAP + 0.2) * size
    return found


def _mat(part: _Part, x: float, y: float, size: float = 1.0) -> SeenSpace:
    wide, high = part.wide * size, part.high * size
    outline = [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]
    return {
        "name": part.name,
        "kind": "mat",
        "title": part.title,
        "at": [x, y],
        "layer": 0,
        "outline": outline,
        "tile": None,
        "look": {"floor": "wood"},
        "values": {},
    }


def _title(pile: SeenPile) -> str:
    return str(pile.get("title") or pile.get("name") or pile["place"])
