"""How pieces get from one scene to the next: paths from the log's
lines, never waited for by the game. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple

from tilewright.schemas.view import LogEntry

from ..common import plane
from ..modelling import beside
from ..scene.diff import Relocate, Restyle, SceneChange
from ..scene.scene import Piece, Scene, TablePoint

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
    centres = {f.space: (*plane.inner_point(f.outline), f.z) for f in wanted.floors if f.space}
    went: dict[str, list[str]] = {}
    for line in news:
        data = line.get("data") or {}
        if line.get("sort") == "move" and isinstance(data.get("thing"), str):
            went.setdefault(data["thing"], []).append(str(data.get("to")))
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
            between = [centres[s] for s in went.get(after.id, [])[:-1] if s in centres]
            points = (before.at, *between, after.at)
            seconds = min(LONGEST, STEP_SECONDS * max(1.0, _far(points)))
            found.append(MotionPath(after.id, points, seconds))
    return tuple(found)


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
