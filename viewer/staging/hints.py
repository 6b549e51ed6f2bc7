"""Look hints that name what the table does not have: it shows something else, and says so once. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilewright.schemas.view import View, ViewLook

from ..common import art, svg
from ..modelling import doorway, paint
from ..modelling.boardmesh import WALLS
from ..scene import looks

# Of things, spaces and links: which words a hint knows, and what is shown for any other.
_CHECKS: dict[str, tuple[Callable[[str], bool], str]] = {
    "archetype": (looks.names_archetype, "a pawn is shown"),
    "colour": (looks.names_colour, "another colour is shown"),
    "trim": (looks.names_colour, "another colour is shown"),
    "height": (looks.names_size, "the usual one is taken"),
    "bulk": (looks.names_size, "the usual one is taken"),
    "wall": (lambda name: name in WALLS, "panels are shown"),
    "door": (lambda name: name in doorway.KINDS, "a sliding door is shown"),
    "floor": (paint.names_floor, "plates are shown"),
    "icon": (lambda name: name in svg.icons() or len(name) <= 2, "its first letters are shown"),
}


def unknown(view: View) -> list[str]:
    """A sentence for each hint of a view that names nothing known, in the order of the view."""
    return list(dict.fromkeys(_sentences(view)))


def _sentences(view: View) -> Iterator[str]:
    board = view.get("board") or {}
    for one in (*(view.get("things") or ()), *(board.get("spaces") or ()), *(board.get("links") or ())):
        hints: ViewLook = one.get("look") or {}
        kind = one.get("kind") or one.get("name") or "a thing"
        for hint, (knows, instead) in _CHECKS.items():
            word = hints.get(hint)
            if word not in (None, "") and not art.is_file(word) and not knows(str(word)):
                yield f"The look of {kind} names the {hint} “{word}”, which is not known; {instead}."
