"""The words that look hints know. Whoever draws a table draws these; whoever checks a text knows them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def words(list_: str) -> tuple[str, ...]:
    """The words of one of the lists (`archetype`, `colour`, `floor` …), those to be proposed first."""
    data = json.loads(files(__package__).joinpath("looks.json").read_text(encoding="utf-8"))
    return (*data[list_]["words"], *data[list_]["also"])
