"""What lies beside the board: decks as high as they are, bags, the dice that were rolled last. Pure.

They are pieces like those on the board. Only what the view says of a pile is shown: its count, and the
card on top where it may be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .looks import Look, colour_of, look_of
from .scene import Piece
from .session import View

TABLE = -0.25  # the height of the table under the board
STEP, BEHIND = 0.95, 1.75  # from pile to pile, and how far behind the board
MOST = 12
THICK = 0.011  # of a card
BACK = colour_of("navy")


def beside(view: View, bounds: tuple[float, float, float, float]) -> Iterable[Piece]:
    """Decks and bags in a row behind the board, dice at the end of it."""
    left, _, right, top = bounds
    things = {t["handle"]: t for t in view.get("things") or ()}
    piles = [p for p in view.get("piles") or () if _shown(p)][:MOST]
    dice = _dice(view)
    count = max(1, len(piles) + (min(len(dice), 4) + 1) // 2)
    # Larger behind a large board, which is seen from further away; smaller where the row would not fit.
    size = min(max(1.0, (right - left) / 11), (right - left + 2) / count / STEP)
    step = STEP * size
    x, y = (left + right) / 2 - step * (count - 1) / 2, top + BEHIND
    for pile in piles:
        look = _look(pile, things)
        title = f"{pile.get('title') or pile.get('name')}: {pile.get('count')}"
        yield Piece(f"pile:{pile['place']}", (x, y, TABLE), look, size=size, title=title)
        x += step
    for i, face in enumerate(dice):
        at = (x + (0.46 * (i % 2) - 0.2) * size, y + (0.2 - 0.46 * (i // 2 % 2)) * size, TABLE)
        look = Look("die", colour_of("bone"), colour_of("black"))
        yield Piece(f"die:{i}", at, look, (17.0 * i + 8) % 40 - 20, size, title=face)
        x += step if i % 4 == 3 else 0


def _shown(pile: Mapping[str, Any]) -> bool:
    """Piles and bags that belong to nobody and are not empty."""
    return pile.get("owner") is None and pile.get("sort") != "slot" and bool(pile.get("count"))


def _look(pile: Mapping[str, Any], things: Mapping[str, Any]) -> Look:
    """A bag; or a deck with its top card's face, if it is seen, else a back."""
    count = min(int(pile.get("count") or 0), 80)
    if pile.get("sort") == "bag":
        return Look("bag", colour_of("brown"), colour_of("sand"), height=0.7 + 0.3 * min(count, 20) / 20)
    top = things.get(pile["things"][-1]) if pile.get("things") else None
    high = max(0.03, count * THICK)
    if top is None:
        return Look("deck", BACK, BACK, height=high, icon="card-random", face_up=False)
    look = look_of(top.get("look") or {}, top.get("kinds") or (), face_up=top.get("face") != "down")
    return Look("deck", look.colour, look.trim, height=high, icon=look.icon, face_up=look.face_up)


def _dice(view: View) -> list[str]:
    """The faces of the last roll in the log."""
    rolls = (line for line in reversed(view.get("log") or ()) if line.get("sort") == "roll")
    last: Mapping[str, Any] = next(rolls, {})
    return [str(face) for face in ((last.get("data") or {}).get("faces") or ())][:8]
