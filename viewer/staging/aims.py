"""Where on the board what a seat plays for is: what its goals are about. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tilewright.schemas.view import View

from ..common import plane
from ..scene.scene import Floor, Piece, TablePoint


class Aims(NamedTuple):
    """Handles of things and names of spaces."""

    things: frozenset[str] = frozenset()
    spaces: frozenset[str] = frozenset()


def aims(view: View) -> Aims:
    """What the goals are about that the seat has itself."""
    own = [one for one in view.get("goals") or () if one["sort"] == "goal" and not one["theirs"]]
    return Aims(
        frozenset(name for one in own for name in one["things"]),
        frozenset(name for one in own for name in one["spaces"]),
    )


def at(wanted: Aims, floors: Mapping[str, Floor], pieces: Iterable[Piece]) -> tuple[TablePoint, ...]:
    """Where they are."""
    spaces = [floor for name, floor in floors.items() if name in wanted.spaces]
    return (
        *((*plane.inner_point(floor.outline), floor.z) for floor in spaces),
        *(piece.at for piece in pieces if piece.id in wanted.things),
    )
