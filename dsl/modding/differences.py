"""One thing that is not as it was in another version of a package."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..source import Span


class Difference(NamedTuple):
    """Something that is not as it was: in words, where, and whether that breaks what builds on it."""

    sort: Literal["gone", "changed", "does", "new", "text"]
    about: str
    breaks: bool
    span: Span
    old: str = ""
    new: str = ""
