"""The view of a seat as Python types, for those who make and read it; docs/internals/view.md explains it.

`view.schema.json` is the contract, and a test holds these types to it. What a view must have may still be
missing from one that was made by hand: readers who are given such views ask with `get`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

View = dict[str, Any]
"""A whole view. Its parts are below."""

ViewValue = int | bool | str | Sequence[int | bool | str] | None
"""A number, yes or no, a word, the name or handle of a thing, or several."""

ViewValues = Mapping[str, ViewValue]
ViewLook = Mapping[str, object]
"""Hints, every one of which may be missing or wrong: whoever heeds one looks what it is."""

NO_HINTS: ViewLook = {}


class Meanings(TypedDict):
    """What values mean, by name: those of the game, and by kind those of things."""

    game: Mapping[str, str]
    kinds: Mapping[str, Mapping[str, str]]


class SeenPlayer(TypedDict):
    name: str
    title: str
    values: ViewValues


class SeenSpace(TypedDict):
    name: str
    kind: str
    title: str
    at: list[float]
    layer: int
    outline: list[list[float]]
    tile: str | None
    look: ViewLook
    values: ViewValues


class SeenLink(TypedDict):
    name: str
    kind: str
    title: str
    sides: list[str]
    line: list[list[float]]
    look: ViewLook
    values: ViewValues


class SeenThing(TypedDict):
    handle: str
    name: str
    kind: str
    kinds: list[str]
    title: str
    text: str
    place: str
    face: str
    look: ViewLook
    values: ViewValues
    controllers: NotRequired[list[str]]


class SeenPile(TypedDict):
    place: str
    name: str
    title: str
    owner: str | None
    sort: str
    count: int
    things: list[str] | None
    backs: list[ViewValues]
    private: NotRequired[bool]
    in_play: NotRequired[bool]


class SeenOption(TypedDict):
    id: int
    label: str
    thing: str | None
    space: str | None
    link: str | None
    number: int | None
    action: str | None
    cost: str | None
    note: NotRequired[str | None]
    means: NotRequired[str | None]
    taken_with: NotRequired[list[str]]
    key: str | None


class Refusal(TypedDict):
    label: str
    action: str | None
    thing: str | None
    reason: str
    rule: str | None


class SeenQuestion(TypedDict):
    number: int
    seats: list[str]
    sort: str
    prompt: str
    rule: str | None
    secret: bool
    actor: str | None
    least: int
    most: int
    options: list[SeenOption]
    refused: list[Refusal]


class LogEntry(TypedDict):
    n: int
    text: str
    rule: str | None
    things: list[str]
    spaces: list[str]
    sort: str
    data: dict[str, Any]
    price: NotRequired[bool]
    part_of: NotRequired[int]
    untold: NotRequired[bool]


class ToldGoal(TypedDict):
    sort: str
    text: str
    players: list[str]
    things: list[str]
    spaces: list[str]
    theirs: bool
    rule: str | None
