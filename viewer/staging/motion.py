"""How pieces get from one scene to the next: paths from the log's
lines, never waited for by the game. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tilewright.schemas.view import LogEntry

from ..common import plane
from ..modelling import beside
from ..scene.diff import Relocate, Restyle, SceneChange
from ..scene.scene import Floor, Piece, Scene, TablePoint

STEP_SECONDS = 0.22
LONGEST = 1.6
TUMBLE_SECONDS = 0.7


class MotionPath(NamedTuple):
    """A piece goes through these points (the last is where it stands in the new scene) in so many seconds."""

    piece: str
    points: tuple[TablePoint, ...]
    seconds: float


class Rolled(NamedTuple):
    """Dice that were thrown: name of the die and the faces."""

    die: str
    faces: tuple[str, ...]


def paths(
    changes: Iterable[SceneChange], present: Scene, wanted: Scene, news: Iterable[LogEntry]
) -> tuple[MotionPath, ...]:
    """A path for each piece that is somewhere else now; through the spaces the log names, else straight."""
    floors = {f.space: f for f in wanted.floors if f.space}
    went: dict[str, list[str]] = {}
    for line in news:
        data = line.get("data") or {}
        if line.get("sort") == "move" and isinstance(data.get("thing"), str):
            way = went.setdefault(data["thing"], [str(data.get("from"))])
            way.append(str(data.get("to")))
    found: list[MotionPath] = []
    for change in changes:
        if (
            isinstance(change, Relocate | Restyle)
            and isinstance(change.thing, Piece)
            and isinstance(change.before, Piece)
        ):
            before, after = change.before, change.thing
            if (own := _in_place(before, after)) is not None:
                found.append(own)
            if before.at == after.at:
                continue
            points = (before.at, *_through(went.get(after.id, []), floors), after.at)
            seconds = min(LONGEST, STEP_SECONDS * max(1.0, _far(points)))
            found.append(MotionPath(after.id, points, seconds))
    return tuple(found)


def _through(way: Sequence[str], floors: Mapping[str, Floor]) -> Iterator[TablePoint]:
    """The points between the first and the last space of a way: the middles of spaces and, where the straight
    line would lead through others, the middle of the border that two of them share.
    """
    for number, (one, other) in enumerate(itertools.pairwise(way), 1):
        if one in floors and other in floors:
            a, b = floors[one].outline, floors[other].outline
            border = plane.shared_border(a, b)
            gate = None if border is None else plane.middle(border)
            straight = (plane.inner_point(a), plane.inner_point(b))
            if gate is not None and plane.distance_to_segment(gate, straight) > plane.NEAR:
                yield (*gate, max(floors[one].z, floors[other].z))
        if other in floors and number < len(way) - 1:
            yield (*plane.inner_point(floors[other].outline), floors[other].z)


def _in_place(before: Piece, after: Piece) -> MotionPath | None:
    """How a marker goes along its track, space by space, or a die tumbles where it is."""
    if before.at != after.at:
        return None
    if after.sides and (before.title, before.heading) != (after.title, after.heading):
        return MotionPath(after.id, (after.at, after.at), TUMBLE_SECONDS)
    if before.track and after.track and before.track[1:] == after.track[1:] and before.track != after.track:
        start, end = before.track[0], after.track[0]
        values = range(start, end + (1 if end > start else -1), 1 if end > start else -1)
        points = tuple(beside.marker_at(after.at, after.size, after.track, value) for value in values)
        return MotionPath(after.id, points, min(LONGEST, STEP_SECONDS * (len(points) - 1)))
    return None


def news(log: Iterable[LogEntry], seen: int) -> list[LogEntry]:
    """The lines of the log after the last one seen."""
    return [line for line in log if int(line.get("n", 0)) > seen]


def rolls(lines: Iterable[LogEntry]) -> tuple[Rolled, ...]:
    return tuple(
        Rolled(str(line["data"].get("die", "")), tuple(map(str, line["data"].get("faces") or ())))
        for line in lines
        if line.get("sort") == "roll" and line.get("data")
    )


def _far(points: tuple[TablePoint, ...]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))
