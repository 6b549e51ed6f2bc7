"""Compare two versions of a package.

What breaks those who build on it, and what the next version should be called.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import say, say_coloured, say_json
from tilewright.schemas.documents import Document

from ..forms import format_option
from ..loading import located
from ..seats import mod_options
from ..upgrading import games_lost, sets_with

if TYPE_CHECKING:
    from tilewright.dsl.compile import Modding
    from tilewright.dsl.modding.differences import Difference
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic

MOST = 12
"""Lines of one sort; `--all` and JSON have every one."""


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@mod_options("Say what becomes of a mod with NEW; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="Leave nothing out, however long it gets.")
@format_option()
def command(old: str, new: str, mods: tuple[str, ...], everything: bool, form: str) -> None:
    """Compare two versions of a package: folders, packed packages or names.

    Reports which names, types and labels that mods and tests may rely on are gone or changed; which rules,
    values and boards differ; what is new; which texts need translating; in which missions saved games no
    longer load; which of your own games and sets of mods no longer work; and, with --mod, which problems a
    mod has with NEW that it did not have with OLD. The report says which number the next version
    needs at least.

    Exits with 1 if the version of NEW promises more than NEW keeps.
    """
    report = _compared(old, new, mods)
    if form == "json":
        say_json(report.as_json())
    else:
        report.tell(10**9 if everything else MOST)
    if report.promises_too_much():
        raise click.exceptions.Exit(1)


@dataclass
class _Comparison:
    """What was found."""

    old: Package
    new: Package
    found: list[Difference] = field(default_factory=list)
    texts: list[Difference] = field(default_factory=list)
    saves: list[str] = field(default_factory=list)
    games_lost: list[str] = field(default_factory=list)
    sets_broken: dict[str, list[str]] = field(default_factory=dict)
    broken: list[Diagnostic] = field(default_factory=list)
    read_with_mods: Package | None = None

    @property
    def proposed(self) -> str:
        """What the new version should be called at least."""
        from tilewright.dsl.modding.comparing import next_version

        return next_version(
            self.old.version,
            any(one.breaks for one in self.found) or self.breaks_mods,
            any(one.sort == "new" for one in self.found),
            _own(self.old) == _own(self.new),
        )

    @property
    def breaks_mods(self) -> bool:
        """Whether a set of the user's, or a mod that was named, worked with the old version alone."""
        return bool(self.sets_broken) or any(one.is_error for one in self.broken)

    def promises_too_much(self) -> bool:
        from tilewright.dsl.packages.ranges import newest_first

        return newest_first(self.new.version) > newest_first(self.proposed)

    def as_json(self) -> Document:
        """For programs."""
        from tilewright.dsl.problems.render import as_json

        return {
            "package": self.new.id,
            "old": self.old.version,
            "new": self.new.version,
            "proposed": self.proposed,
            "differences": [self._record(one) for one in self.found],
            "texts": [self._record(one) for one in self.texts],
            "saves": self.saves,
            "games_lost": self.games_lost,
            "sets_broken": self.sets_broken,
            "mods": as_json(self.broken, self.read_with_mods) if self.read_with_mods else [],
        }

    def _record(self, one: Difference) -> Document:
        return {
            "sort": one.sort,
            "about": one.about,
            "breaks": one.breaks,
            "old": one.old,
            "new": one.new,
            "file": one.span.file,
            "line": one.span.line,
        }

    def tell(self, most: int) -> None:
        """For people."""
        from tilewright.dsl.problems.render import render_text, shown_line

        for sort, title in _TITLES.items():
            group = [one for one in (*self.found, *self.texts) if one.sort == sort]
            if group:
                say(f"{title} ({len(group)})")
            for one in group[:most]:
                change = f": {one.old or 'nothing'} → {one.new or 'nothing'}"
                if sort in ("gone", "new"):
                    change = f", {one.new}" if one.new else ""
                elif sort not in ("changed", "does"):
                    change = ""
                harm = "" if one.breaks or sort != "changed" else ", which breaks no mod"
                at = shown_line(one.span, self.old if sort == "gone" else self.new)
                say(f"  {one.about}{change}{harm}  ({at})")
            if len(group) > most:
                say(f"  and {len(group) - most} more: `--all` lists them")
        if self.saves:
            say(f"Saved games of {', '.join(self.saves)} no longer load. {_NOT_COUNTED}")
        if self.games_lost:
            say(f"Of your own games, these no longer load ({len(self.games_lost)})")
            for name in self.games_lost[:most]:
                say(f"  {name}")
        for name, said in self.sets_broken.items():
            say(f"Your set `{name}` breaks ({len(said)})")
            for sentence in said[:most]:
                say(f"  {sentence}")
        if self.broken:
            say("Reported for these mods with the new version, but not with the old one:")
            say_coloured(render_text(self.broken, self.read_with_mods, colour=sys.stdout.isatty()))
        self._tell_version()

    def _tell_version(self) -> None:
        breaking = sum(one.breaks for one in self.found)
        why = "mods and tests keep all that they may rely on"
        if breaking:
            takes = "takes" if breaking == 1 else "take"
            why = f"{breaking} of these {takes} away what mods and tests may rely on"
        elif self.breaks_mods:
            why = "mods that worked with the old version do not work with the new one"
        if self.proposed == self.old.version:
            say(f"The sources of {self.old.id} {self.old.version} are the same in both.")
        elif self.promises_too_much():
            say(f"It calls itself {self.new.version}, and should be {self.proposed}: {why}.")
        else:
            say(f"{self.old.version} → {self.new.version} is right, since {why}; at least {self.proposed}.")


_NOT_COUNTED = "That does not count for the number: any change of a rule does it."
_TITLES = {
    "gone": "Gone",
    "changed": "Changed",
    "does": "Goes otherwise",
    "new": "New",
    "text": "To be translated",
}


def _compared(old: str, new: str, mods: Sequence[str]) -> _Comparison:
    from tilewright.dsl.compile import package_texts
    from tilewright.dsl.modding.comparing import differences, texts_to_translate

    (before, was), (after, now) = _read(old), _read(new)
    if before.id != after.id:
        said = f"`{before.id}` and `{after.id}` are two packages, and not two versions of one"
        raise click.UsageError(said)
    report = _Comparison(before, after)
    if _own(before) == _own(after):
        return report
    report.found = differences(was.checked.model, before, now.checked.model, after)
    report.texts = texts_to_translate(package_texts(before)[0], package_texts(after)[0], after.id)
    report.saves = _saves(before, after, now)
    _look_at_own(report, located(old)[0], located(new)[0])
    if mods:
        report.read_with_mods, report.broken = _broken([(located(one)[0], mods) for one in (old, new)])
    return report


def _look_at_own(report: _Comparison, old: Path, new: Path) -> None:
    """Try the user's own games and sets of mods with both versions."""
    from tilewright.dsl.problems.render import shown_line

    report.games_lost = games_lost(old, new, report.new.id)
    tried = (sets_with(report.new.id, version) for version in (old, new))
    for before, after in zip(*tried, strict=True):
        package, broken = _broken([(one.game, one.mods) for one in (before, after)])
        said = [f"{one.message}  ({shown_line(one.span, package)})" for one in broken if one.is_error]
        if said and package is not None:
            report.sets_broken[before.name] = said


def _read(name: str) -> tuple[Package, Modding]:
    """A version of the package; if it has errors, they are printed and the command ends."""
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.packages.package import read_package

    from ..loading import stop

    package, problems = read_package(located(name)[0])
    found = None if package is None else what_mods_do(package)
    errors = [one for one in (*problems, *(found.problems if found else ())) if one.is_error]
    if package is None or found is None or errors:
        stop(errors, package)
    return package, found


def _own(package: Package) -> list[tuple[str, str]]:
    """The files of the package itself that say how the game goes, and their texts."""
    return sorted(
        (source.path, source.text)
        for source in (*package.sources, *package.catalogues)
        if source.path.startswith(f"{package.id}/") or source.path == f"{package.path.name}"
    )


def _saves(before: Package, after: Package, now: Modding) -> list[str]:
    """The missions whose program is another one, so that a saved game of the old one does not load."""
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.playable import missions
    from tilewright.runtime.state.program import load

    there: list[str | None] = [*missions(before)] or [None]
    both = [name for name in there if name is None or name in now.checked.model.missions()]
    changed = []
    for name in both:
        programs = [compile_package(one, mission=name).program for one in (before, after)]
        ids = {load(one).id for one in programs if one is not None}
        if len(ids) > 1:
            changed.append(name or after.id)
    return changed


def _broken(
    versions: Sequence[tuple[Path, Sequence[str]]],
) -> tuple[Package | None, list[Diagnostic]]:
    """What is said of mods with the second of two readings of a game and its mods, and not with the first."""
    from tilewright.dsl.compile import check_package
    from tilewright.dsl.packages.package import read_package

    from ..mod_sets import tell_changes

    told: list[list[Diagnostic]] = []
    package: Package | None = None
    for path, mods in versions:
        package, problems = read_package(path, mods)
        told.append([*problems, *(check_package(package) if package is not None else ())])
    if package is not None:
        tell_changes(package)
    known = {(one.code, one.span.file, one.message) for one in told[0]}
    own = {f"{one.id}/" for one in package.mods} if package is not None else set()
    return package, [
        one
        for one in told[1]
        if (one.code, one.span.file, one.message) not in known
        and (one.is_error or one.span.file.startswith(tuple(own)))
    ]
