"""From the scene that is shown to the scene that is wanted: a list of small changes. Pure."""

from __future__ import annotations

from typing import NamedTuple

from .scene import Piece, Scene, Visible


class Add(NamedTuple):
    thing: Visible


class Remove(NamedTuple):
    thing: Visible


class Relocate(NamedTuple):
    """The same piece somewhere else, perhaps turned; nothing else about it has changed."""

    before: Piece
    thing: Piece


class Restyle(NamedTuple):
    """The same thing looks different (and may have moved too)."""

    before: Visible
    thing: Visible


SceneChange = Add | Remove | Relocate | Restyle


def diff(present: Scene, wanted: Scene) -> tuple[SceneChange, ...]:
    """Changes that turn `present` into `wanted`: removals first, then the rest in the order of `wanted`."""
    before = {(type(x), x.id): x for x in _all(present)}
    after = {(type(x), x.id): x for x in _all(wanted)}
    changes: list[SceneChange] = [Remove(x) for key, x in before.items() if key not in after]
    for key, thing in after.items():
        old = before.get(key)
        if old is None:
            changes.append(Add(thing))
        elif old != thing:
            changes.append(_change(old, thing))
    return tuple(changes)


def apply(present: Scene, changes: tuple[SceneChange, ...]) -> dict[tuple[type, str], Visible]:
    """What is there after the changes, by type and name: the promise the
    adapter must keep (and tests check)."""
    there: dict[tuple[type, str], Visible] = {(type(x), x.id): x for x in _all(present)}
    for change in changes:
        key = (type(change.thing), change.thing.id)
        if isinstance(change, Remove):
            del there[key]
        else:
            there[key] = change.thing
    return there


def _change(old: Visible, thing: Visible) -> SceneChange:
    if not (isinstance(old, Piece) and isinstance(thing, Piece)):
        return Restyle(old, thing)
    only_moved = old._replace(at=thing.at, heading=thing.heading, own=thing.own) == thing
    return Relocate(old, thing) if only_moved else Restyle(old, thing)


def _all(scene: Scene) -> tuple[Visible, ...]:
    return (*scene.floors, *scene.walls, *scene.doors, *scene.signs, *scene.pieces, *scene.marks)
