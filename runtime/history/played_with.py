"""What a game was played with: which program, made of which packages, with which settings; and in what
another program differs from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tilewright.schemas.documents import Document
from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import Sentence

from ..state.program import Program

MismatchSort = Literal["missing", "more", "older", "newer", "changed"]


def identity(program: Program) -> Document:
    """Which program a save or recording belongs to."""
    data = program.data
    mission = data.get("mission") or data.get("campaign")
    settings = data.get("settings") or {}
    package = data["game"].get("package")
    return {
        **({"package": package} if package else {}),
        "game": data["game"]["name"],
        "mission": mission["name"] if mission else None,
        "hash": program.id,
        "settings": {name: setting["value"] for name, setting in settings.items()},
        **({"engine": data["engine"]} if "engine" in data else {}),
        **({"packages": [dict(one) for one in data["packages"]]} if "packages" in data else {}),
    }


class PackageDifference(NamedTuple):
    """A package that is not what it was when a game was played: `then` and `now` are its versions."""

    sort: MismatchSort
    id: str
    role: str  # game, library or mod
    then: str
    now: str

    def sentence(self) -> Sentence:
        """What is said of it."""
        called = Sentence("engine/a_mod" if self.role == "mod" else "engine/a_package", (self.id,))
        versions = {"missing": (self.then,), "more": (self.now,), "changed": (self.now,)}
        return Sentence(
            f"engine/played_{self.sort}", (called, *versions.get(self.sort, (self.then, self.now)))
        )


def differences(then: Sequence[Document], now: Sequence[Document]) -> list[PackageDifference]:
    """Every package that is another one now than it was then: mods that are missing or too many first."""
    before = {one["id"]: one for one in then}
    after = {one["id"]: one for one in now}
    found = []
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        role = str((old or new or {}).get("as"))
        sort = _sort(old, new)
        if sort is not None:
            versions = (str(one["version"]) if one else "" for one in (old, new))
            found.append(PackageDifference(sort, name, role, *versions))
    return sorted(found, key=lambda one: ("missing", "more", "older", "newer", "changed").index(one.sort))


def _sort(old: Document | None, new: Document | None) -> MismatchSort | None:
    if old is None or new is None:
        return "more" if old is None else "missing"
    if old["version"] != new["version"]:
        return "older" if _number(new["version"]) < _number(old["version"]) else "newer"
    return "changed" if old["digest"] != new["digest"] else None


def _number(version: str) -> tuple[list[int], bool, str]:
    """A key by which versions are sorted; one that is not finished comes before the finished one."""
    plain, _, unfinished = version.partition("+")[0].partition("-")
    parts = [int(part) if part.isdecimal() else 0 for part in plain.split(".")]
    return parts, not unfinished, unfinished


def other_program(saved: Document, mine: Document, program: Program) -> list[Sentence]:
    """What is different between the program of a save and the one that is played."""
    named = [f"{one['game']}/{one['mission']}" if one["mission"] else one["game"] for one in (saved, mine)]
    if named[0] != named[1]:
        return [Sentence("engine/save_of_another", (named[0], named[1]))]
    known = "packages" in saved and "packages" in mine
    found = [one.sentence() for one in differences(saved["packages"], mine["packages"])] if known else []
    if saved.get("engine", mine.get("engine")) != mine.get("engine"):
        found.append(Sentence("engine/played_engine", (saved["engine"], str(mine.get("engine")))))
    changed = list(other_settings(saved, program.data))
    if changed:
        found.append(Sentence("engine/played_settings", (", ".join(changed),)))
    if found:
        return [Sentence("engine/save_unfit", (named[0],)), *found]
    silent = [] if known or "packages" not in mine else [Sentence("engine/save_so_old")]
    return [Sentence("engine/save_version", (named[0],)), *silent]


def other_settings(saved: Document, program: Document) -> Iterator[str]:
    """The settings that had other values then, as they are written: `night=yes`."""
    for name, value in saved["settings"].items():
        known = program["settings"].get(name)
        if known is not None and known["value"] != value:
            yield f"{name}={written(known['type'], value, program)}"


def written(type_: str, value: int, program: Document) -> str:
    """The value of a setting as people write it."""
    known = type_of(type_)
    names = ["no", "yes"] if known.base == "yes_no" else program["words"].get(known.words, [])
    return str(names[value]) if 0 <= value < len(names) else str(value)
