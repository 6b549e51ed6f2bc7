"""List what mods do to a game and to each other.

Nothing is played for that: it is read off the sources.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.host.terminal import say, say_coloured, say_json
from tilewright.schemas.wording import joined

from .. import mod_sets
from ..forms import format_option
from ..loading import located, tell_of_copies
from ..seats import mod_option
from ..typed import written

if TYPE_CHECKING:
    from tilewright.dsl.compile import Modding
    from tilewright.dsl.modding.deeds import ModDeed
    from tilewright.dsl.modding.meetings import Meeting
    from tilewright.dsl.packages.listing import ListedPackage
    from tilewright.dsl.packages.manifest import Manifest
    from tilewright.dsl.packages.package import Package

MOST = 12
"""Lines of one sort that are shown of a mod; `--all` and JSON have every one."""


@click.command("mods")
@click.argument("game", metavar="GAME")
@mod_option
@click.option("--all", "everything", is_flag=True, help="Leave nothing out, however long it gets.")
@format_option()
def command(game: str, mods: tuple[str, ...], everything: bool, form: str) -> None:
    """List what mods do to GAME and to each other: in the order in which they are applied, what each of them
    adds, changes (before → after), replaces, deletes, hooks and translates; then, for every pair, what both
    touch, which of them holds, and what can be done about it. Without a mod: which mods there are for GAME.

    Exits with 1 if the game has errors with these mods.
    """
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.modding.deeds import deeds
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import render_text

    package, problems = read_package(located(game)[0], mods)
    if package is None:
        say_coloured(render_text(problems, None, colour=sys.stderr.isatty()), err=True)
        raise click.exceptions.Exit(1)
    mod_sets.tell_changes(package)
    tell_of_copies(problems)
    found = what_mods_do(package)
    errors = [one for one in (*problems, *found.problems) if one.is_error]
    listed = deeds(found.checked.model, package, found.order)
    report = _Report(package, found, listed, everything)
    if form == "json":
        available = _available(game) if not found.order.ids else []
        shown = [{"id": one.id, "version": one.version, "title": one.title} for one in available]
        say_json(
            {
                "complete": not errors,
                "mods": report.mods(),
                "meetings": report.meetings(),
                "available": shown,
            }
        )
    elif found.order.ids or not errors:  # else there is nothing to tell
        for line in report.lines():
            say(line)
        if not found.order.ids:
            _tell_available(game)
        if len(found.order.ids) > 1:
            say(report.incomplete(len(errors)) if errors else report.summary())
    if errors:
        say_coloured("\n" + render_text(errors, package, colour=sys.stderr.isatty()), err=True)
        raise click.exceptions.Exit(1)


def _available(game: str) -> list[ListedPackage]:
    """The mods for a game that can be played by their names or paths without being fetched."""
    from tilewright.dsl.packages.listing import mods_for

    return mods_for(located(game)[0], Path.cwd())


def _tell_available(game: str) -> None:
    from tilewright.dsl.packages.store import holds
    from tilewright.dsl.problems.render import shown_path

    found = _available(game)
    for one in found:
        where = "comes with Tilewright" if one.shipped else "installed" if holds(one.root) else ""
        say(f"  {one.id} {one.version}, {one.title}  ({where or shown_path(one.root)})")
    if found:
        say(f"To see what one of them does: {written('mods', game)} --mod {found[0].id}")
    else:
        say("There is no mod for it here. `tilewright search --from INDEX` lists what an index has.")


class _Report:
    """What was found, as tables for programs and as lines for people."""

    def __init__(
        self, package: Package, found: Modding, listed: dict[str, list[ModDeed]], everything: bool
    ) -> None:
        from tilewright.dsl.translations.catalogue import texts_of

        self.package, self.found, self.listed = package, found, listed
        self.everything, self.most = everything, 10**9 if everything else MOST
        self.texts = texts_of(found.checked, found.home)
        self._manifests = {one.id: one for one in (package.manifest, *package.uses, *package.mods)}

    # ------------------------------------------------------------------ for programs

    def mods(self) -> list[dict[str, Any]]:
        """Each mod in the order in which they are applied, with all that it does."""
        return [
            {
                "id": mod,
                "version": self._manifests[mod].version,
                "title": self._manifests[mod].title,
                "does": [
                    {
                        "does": one.does,
                        "about": one.about,
                        "old": one.old,
                        "new": one.new,
                        **self._at(one.span),
                    }
                    for one in self.listed[mod]
                ],
                "in_english": [
                    {"language": language, "missing": missing, "texts": texts}
                    for language, missing, texts in self._in_english(self._manifests[mod])
                ],
            }
            for mod in self.found.order.ids
        ]

    def meetings(self) -> list[dict[str, Any]]:
        """Every two mods at all that both of them touch."""
        return [
            {
                "sort": one.sort,
                "about": joined(one.shared) or one.about,
                "outcome": one.outcome,
                "first": {"mod": one.first.mod, "does": one.first.does, **self._at(one.first.span)},
                "second": {"mod": one.second.mod, "does": one.second.does, **self._at(one.second.span)},
                "settled": one.settled,
                "problem": one.is_problem,
            }
            for one in self.found.meetings
        ]

    def _at(self, span: object) -> dict[str, Any]:
        place, _, line = self._place(span).rpartition(":")
        return {"file": place, "line": int(line)}

    def _place(self, span: Any) -> str:
        from tilewright.dsl.problems.render import shown_line

        return shown_line(span, self.package)

    # ------------------------------------------------------------------ for people

    def lines(self) -> Iterator[str]:
        """All of it as it is printed."""
        if not self.found.order.ids:
            yield f"`{self.package.id}` is played without a mod."
        for mod in self.found.order.ids:
            manifest = self._manifests[mod]
            yield f"{mod} {manifest.version}, {manifest.title}"
            yield from self._deeds(self.listed[mod])
            for language, missing, texts in self._in_english(manifest):
                yield f"  {'in English':<10} {missing} of {texts} texts, for who plays in `{language}`"
            yield ""
        by_pair: dict[tuple[str, str], list[Meeting]] = {}
        for one in self.found.meetings:
            by_pair.setdefault((one.first.mod, one.second.mod), []).append(one)
        for (first, second), found in by_pair.items():
            yield f"{first}, then {second}: {self._why(first, second, found)}"
            for one in sorted(found, key=lambda one: (not one.is_problem, one.second.span)):
                yield from self._meeting(one)
            yield ""

    def _why(self, first: str, second: str, found: list[Meeting]) -> str:
        """Why two mods are applied in that order, and how much of their meetings depends on it."""
        from tilewright.dsl.modding.meetings import ORDERED

        order, hanging = self.found.order, sum(one.sort in ORDERED for one in found)
        known = order.known.get((first, second))
        turned = known is not None and not known.needs and first > second
        decides = f", which decides {hanging} places" if hanging > 1 else ""
        by_names = f" (by their names it would be {second}, then {first})" if turned and hanging else ""
        return f"{order.why(first, second)}{decides}{by_names}"

    def _deeds(self, found: list[ModDeed]) -> Iterator[str]:
        if not found:
            yield "  nothing"
        by_sort: dict[str, list[ModDeed]] = {}
        for one in found:
            by_sort.setdefault(one.does, []).append(one)
        for does, group in by_sort.items():
            for number, one in enumerate(group[: self.most]):
                head = does if not number else ""
                change = one.change if does != "translates" else ""
                yield f"  {head:<10} {one.about}{change}  ({self._place(one.span)})"
            if len(group) > self.most:
                yield f"  {'':<10} and {len(group) - self.most} more: `--all` lists them"

    def _in_english(self, manifest: Manifest) -> Iterator[tuple[str, int, int]]:
        """Of the languages in which all this can be read, those that a mod does not speak, or not always:
        with how many of how many texts.
        """
        from tilewright.dsl.translations.checks import languages, untranslated

        for language in languages(self.package):
            left = untranslated(self.package, manifest, language, self.texts)
            if language != "en" and left.missing:
                yield language, len(left.missing), left.texts

    def _meeting(self, one: Meeting) -> Iterator[str]:
        about = joined(one.shared) if one.shared and self.everything else one.about
        sort = f"{one.sort}, settled" if one.settled else one.sort
        sort = "row, shown" if one.sort == "row" and one.subject.sort == "menu" else sort
        said = _SAID.get(sort, _SAID[one.sort]).format(one=one, about=about)
        yield f"  {'!' if one.is_problem else ' '} {said}{f'; {one.outcome}' if one.outcome else ''}"
        for side in (one.first, one.second):
            yield f"      {side.mod} {side.does}  ({self._place(side.span)})"
        if one.settled:
            yield f"      that is meant: {one.settled}"

    def summary(self) -> str:
        """How much of all that nobody has decided."""
        problems = sum(one.is_problem for one in self.found.meetings)
        if not problems:
            return "Nothing that these mods do to each other was left to chance."
        said = "1 place was" if problems == 1 else f"{problems} places were"
        return f"{said} left to chance, marked with `!`: `tilewright check` says for each what can be done."

    def incomplete(self, errors: int) -> str:
        """That there may be more than was found."""
        these = "this error" if errors == 1 else f"{errors} errors"
        are = "is" if errors == 1 else "are"
        return f"What these mods do to each other is not all known before {these} {are} mended:"


_SAID = {
    "overrides": "{about}: that of {one.second.mod} holds",
    "on top": "{about}: both hold; in the other order only that of {one.first.mod} would",
    "twice": "{about}: both add the same, which stands there twice",
    "deleted": "{about} stays deleted",
    "leans": "{about}: one needs the other and does not say so",
    "leans, settled": "{about}: one needs the other",
    "order": "rules at the same moment, in this order; both have to do with {about}",
    "instead": "{about}: one can keep the other from running",
    "stale": "{about} is translated for other words",
    "stale, settled": "{about} is changed by one and translated by the other",
    "agrees": "{about}: both say the same",
    "beside": "{about}: the order does not matter",
    "row": "{about}: for a rule that takes the first of them, those of {one.first.mod} come before those of "
    "{one.second.mod}",
    "row, shown": "{about} shows what {one.first.mod} adds before what {one.second.mod} adds",
}
