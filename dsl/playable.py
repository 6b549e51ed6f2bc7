"""What of a package can be played: its missions and campaigns, told without compiling any of them."""

from __future__ import annotations

from typing import NamedTuple

from .modding import whose
from .model import Model
from .packages.mission_order import in_order
from .packages.package import Package
from .reading.parse import read
from .resolve import resolve
from .translations.catalogue import ORIGINAL, thing_texts
from .translations.checks import entries_for
from .translations.translate import translated


def missions(package: Package) -> list[str]:
    """The names of a package's missions: its own in their order, then those of what it uses."""
    reading = read(package.sources)
    model, _ = resolve(reading.declarations, package.id, package.version)
    return missions_of(model, package)


def campaigns(package: Package) -> list[str]:
    """The names of a package's campaigns."""
    reading = read(package.sources)
    model, _ = resolve(reading.declarations, package.id, package.version)
    return model.campaigns()


class MissionTold(NamedTuple):
    """A mission or campaign as people read of it."""

    name: str
    title: str
    text: str
    campaign: bool


def missions_told(package: Package, language: str = ORIGINAL) -> list[MissionTold]:
    """The missions of a package, as campaigns play them and then as they are declared; and its campaigns."""
    reading = read(package.sources)
    model, _ = resolve(reading.declarations, package.id, package.version)
    ordered = in_order(missions_of(model, package), (source.text for source in package.sources))
    found = [("mission", name) for name in ordered]
    found += [("campaign", name) for name in model.campaigns()]
    things = {f"{sort}/{name}": model.things[name] for sort, name in found}
    texts = thing_texts(model, things.values())
    words = {key: text.words for key, text in texts.items()}
    if language != ORIGINAL:
        words |= translated(entries_for(package, language, texts)[0], texts, language)
    return [
        MissionTold(
            name,
            words.get(f"{sort}/{name}/title", name),
            words.get(f"{sort}/{name}/text", ""),
            sort == "campaign",
        )
        for sort, name in found
    ]


def who_deletes(package: Package) -> dict[str, str]:
    """The missions and campaigns that mods have deleted, each with the id of the mod."""
    reading = read(package.sources)
    model, _ = resolve(reading.declarations, package.id, package.version)
    return {
        touch.subject.name: whose(touch.span.file)
        for touch in model.history.touches
        if touch.deed == "deletes"
        and touch.subject.sort == "thing"
        and touch.subject.name in model.things
        and model.things[touch.subject.name].kind in ("mission", "campaign")
    }


def missions_of(model: Model, package: Package) -> list[str]:
    """The names of the missions in a model, those of the package first."""
    own = f"{package.id}/"
    return sorted(model.missions(), key=lambda name: not model.things[name].span.file.startswith(own))
