"""The words that look hints know. Whoever draws a table draws these; whoever checks a text knows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple


@cache
def words(list_: str) -> tuple[str, ...]:
    """The words of one of the lists (`archetype`, `colour`, `floor` …), those to be proposed first."""
    data = json.loads(files(__package__).joinpath("looks.json").read_text(encoding="utf-8"))
    return (*data[list_]["words"], *data[list_]["also"])


class FieldsOfTrack(NamedTuple):
    """Some spaces of a track that have a colour of their own: those from one number to another."""

    value: str
    low: int
    high: int
    colour: str


_FIELDS = re.compile(r"(\w+) (-?\d+)(?: to (-?\d+))? (#?\w+)")


def fields(hint: str) -> Iterator[FieldsOfTrack | str]:
    """What `fields "time 0 red, time 1 to 8 blue"` says, part by part; as it stands where it says nothing."""
    for part in hint.strip('"').split(","):
        written = " ".join(part.split())
        read = _FIELDS.fullmatch(written)
        if read is None:
            yield written
        else:
            value, low, high, colour = read.groups()
            yield FieldsOfTrack(value, int(low), int(high or low), colour)
