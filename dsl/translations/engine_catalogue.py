"""The engine's own sentences in other languages: `LANG.yaml` beside this file, a catalogue like any other."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ..source import Source
from .catalogue import CatalogueEntry
from .file import read_catalogue


def engine_languages() -> list[str]:
    """The languages that the engine speaks besides its own."""
    names = (entry.name for entry in files(__package__).iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


@cache
def engine_source(language: str) -> Source:
    """The catalogue of a language; of one that the engine does not speak, an empty one."""
    file = files(__package__).joinpath(f"{language}.yaml")
    text = file.read_text(encoding="utf-8") if language in engine_languages() else ""
    return Source(f"engine/texts/{language}.yaml", text)


@cache
def engine_catalogue(language: str) -> tuple[CatalogueEntry, ...]:
    """The engine's sentences in a language. A test sees to it that none is missing, and none is wrong."""
    return tuple(read_catalogue(engine_source(language))[0])
