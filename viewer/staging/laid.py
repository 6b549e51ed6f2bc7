"""Art on the floors of spaces: which picture lies on which, and how much of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tilewright.schemas.view import SeenSpace

from ..common import art, plane
from ..scene.scene import Floor

BARE = "earth"  # what a floor is of which only a picture is seen


def with_pictures(floors: Iterable[Floor], spaces: Mapping[str, SeenSpace]) -> tuple[Floor, ...]:
    """Floors with the art that lies on them: `floor` on each space, `map` on all spaces of a board that have
    it, as one picture.
    """
    looks = {name: space.get("look") or {} for name, space in spaces.items()}
    floors = tuple(floors)
    if not any("map" in look or art.is_file(look.get("floor")) for look in looks.values()):
        return floors
    maps: dict[tuple[str, str, float], list[Floor]] = defaultdict(list)
    for one in floors:
        if ref := art.ref(looks[one.id].get("map")):
            maps[ref, one.tile, one.z].append(one)
    boxes = {
        part.id: (ref, plane.box([other.outline for other in parts]))
        for (ref, _, _), parts in maps.items()
        for part in parts
    }
    return tuple(_with(one, art.ref(looks[one.id].get("floor")), boxes) for one in floors)


def _with(one: Floor, own: str, boxes: Mapping[str, tuple[str, tuple[float, float, float, float]]]) -> Floor:
    picture, box = (own, plane.box([one.outline])) if own else boxes.get(one.id, ("", one.box))
    if not picture:
        return one
    # What nothing is said of is a metal plate elsewhere, and machinery stands round many of them.
    return one._replace(picture=picture, box=box, kind=one.kind or BARE)
