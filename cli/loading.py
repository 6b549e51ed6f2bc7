"""What most commands begin with: a game by name, compiled; or its mistakes, and the command ends."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from tilewright.host.garbage import collecting_nothing
from tilewright.host.terminal import say, say_coloured
from tilewright.schemas.documents import Document, ProgramDocument
from tilewright.schemas.value_types import type_of

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.problems.diagnostics import Diagnostic
    from tilewright.runtime.game import Game

GAME_HELP = (
    "GAME is a folder with a package, or the name of a game that comes with Tilewright. MISSION may be a"
    " campaign."
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that compiled: its package as read and its program."""

    package: Package
    program: ProgramDocument

    @property
    def look(self) -> Document:
        """How the game dresses the whole table."""
        found: Document = self.program["game"].get("look") or {}
        return found

    def dress_table(self) -> None:
        """Have whatever draws from now on use the art and the theme of this game, and speak its language."""
        from tilewright.schemas.wording import Wording
        from tilewright.viewer.common import art, speech, theme

        art.use(self.package.art)
        theme.use(self.look)
        speech.use(Wording.of(self.program))

    def place(self, at: int | None) -> str:
        """Where something of the program stands, `rules.wright:12`; empty if no source says it."""
        from tilewright.dsl.problems.render import shown_file

        spans = self.program["spans"]
        if at is None or not 0 <= at < len(spans):
            return ""
        file, line = spans[at][:2]
        return f"{shown_file(file, self.package)}:{line}"

    def where_stuck(self, game: Game) -> str:
        """The sentence that names the place of the rule at which a game got stuck; empty if it did not."""
        over = game.state.over
        place = self.place(over.at) if over is not None and over.outcome == "stuck" else ""
        return f"What went wrong is written in {place}." if place else ""

    def where_dear(self, game: Game) -> str:
        """The sentence that names what took too long to be shown; empty if all was."""
        found = ((name, self.place(at)) for name, at in game.index.too_dear.items())
        name, place = next(found, ("", ""))
        return f"Something is not shown, since `{name}` takes too long to work out: {place}." if place else ""


def load(
    name: str,
    *,
    settings: Sequence[str] = (),
    mods: Sequence[str] = (),
    language: str = "en",
) -> Loaded:
    """Read and compile `GAME` or `GAME/MISSION`; print its mistakes and end the command if there are any.

    In place of a mission there may be a campaign.
    """
    path, mission = located(name)
    return load_at(path, mission, settings=settings, mods=mods, language=language)


def located(name: str) -> tuple[Path, str | None]:
    """Where the package of `GAME` or `GAME/MISSION` is, and the mission; the command ends if nowhere."""
    from tilewright.dsl.packages.package import find_package, similar

    found = find_package(name)
    if found is None:
        near = similar(name)
        raise click.UsageError(f"there is no game `{name}`{f'; {near}' if near else ''}")
    return found


def load_at(
    path: Path,
    mission: str | None,
    *,
    settings: Sequence[str] = (),
    values: Mapping[str, int] | None = None,
    mods: Sequence[str] = (),
    language: str = "en",
) -> Loaded:
    """Read and compile the package at a path; print its mistakes and end the command if there are any.

    Settings come as people write them, `night=yes`, or with `values` as a recording has them. How many texts
    are not in the language that was asked for is said once.
    """
    return prepared(opened(path, mods), mission, settings=settings, values=values, language=language)


def opened(path: Path, mods: Sequence[str] = ()) -> Package:
    """Read the package at a path with mods; print its mistakes and end the command if there are any."""
    from tilewright.dsl.packages.package import read_package

    package, problems = read_package(path, mods)
    if package is None or any(problem.is_error for problem in problems):
        stop(problems, package)
    tell_of_copies(problems)
    _tell_of_changed_files(package)
    _tell_of_mods(package, path, mods)
    return package


def tell_of_copies(problems: Sequence[Diagnostic]) -> None:
    """Say which of two packages of one version is used, if they are not the same."""
    from tilewright.dsl.problems import codes

    for one in problems:
        if one.code == codes.OTHER_COPY.code:
            say(f"{one.message}.", err=True)


@collecting_nothing()
def prepared(
    package: Package,
    mission: str | None,
    *,
    settings: Sequence[str] = (),
    values: Mapping[str, int] | None = None,
    language: str = "en",
) -> Loaded:
    """Compile a package that was read, with settings as in `load_at`."""
    _known_language(package, language)
    program = compiled(package, mission, {}, language)
    chosen = dict(_setting(text, program) for text in settings)
    chosen |= {name: value for name, value in (values or {}).items() if name in program["settings"]}
    if any(value != program["settings"][name]["value"] for name, value in chosen.items()):
        program = compiled(package, mission, chosen, language)
    _tell_missing(program)
    return Loaded(package, program)


def _tell_of_changed_files(package: Package) -> None:
    """Name installed packages whose files have changed: the game may differ from what was published."""
    from tilewright.dsl.packages import store

    folders = {file.parent for file in package.places.values()}
    roots = {above for folder in folders for above in (folder, *folder.parents) if store.holds(above)}
    for one in store.installed() if roots else ():
        if one.root in roots and not store.is_whole(one.root):
            say(
                f"The files of `{one.id}` {one.version} have changed since it was installed. To see how to "
                "repair it: tilewright list",
                err=True,
            )


def _tell_of_mods(package: Package, path: Path, mods: Sequence[str]) -> None:
    """What players have to know of their mods: that some get in each other's way, or are not as locked."""
    from .mod_sets import as_options, tell_changes
    from .typed import written

    tell_changes(package)
    if len(package.mods) < 2:
        return
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.packages.package import find_package

    left = sum(one.is_problem for one in what_mods_do(package).meetings)
    if left:
        places = "1 place" if left == 1 else f"{left} places"
        game = package.id if find_package(package.id) == (path, None) else str(path)
        say(
            f"In {places} these mods get in each other's way, and nobody decided what comes of it. "
            f"To see where: {written('mods', game, options=as_options(mods))}",
            err=True,
        )


def compiled(
    package: Package, mission: str | None, settings: dict[str, int], language: str = "en"
) -> Document:
    """The program of a package, from the cache if nothing has changed; its mistakes end the command."""
    from tilewright.dsl import program_cache
    from tilewright.dsl.packages.contents import contents

    read = package.sources if language == "en" else (*package.sources, *package.catalogues)
    build = {"package": [package.id, package.version], "mission": mission, "settings": settings}
    key = program_cache.key(read, **build, language=language)
    program = program_cache.load(key)
    if program is not None:
        program["packages"] = contents(package)  # files count that make no difference to the program
        return program
    from tilewright.dsl.compile import compile_package

    _known_mission(package, mission)
    result = compile_package(package, mission=mission, settings=settings, language=language)
    if result.program is None:
        stop(result.problems, package)
    program_cache.store(key, result.program)
    return result.program


class Unplayable(click.exceptions.Exit):
    """A game that has mistakes, which were printed: the command ends with 1. `said` is the first of them."""

    def __init__(self, problems: Sequence[Diagnostic], package: Package | None) -> None:
        super().__init__(1)
        from tilewright.dsl.problems.render import shown_line

        first = problems[0]
        place = f" ({shown_line(first.span, package)})" if first.span.file else ""
        more = (
            f" And {len(problems) - 1} more: `tilewright check {package.id}`"
            if package and problems[1:]
            else ""
        )
        self.said = f"{first.message}{place}.{more}"


def stop(problems: Sequence[Diagnostic], package: Package | None) -> NoReturn:
    """Print the errors and end the command with 1."""
    from tilewright.dsl.problems.render import render_text, summary

    errors = [problem for problem in problems if problem.is_error]
    say_coloured(render_text(errors, package, colour=sys.stderr.isatty()), err=True)
    say(f"\n{summary(errors, 0)}. The game cannot be played while there are errors.", err=True)
    raise Unplayable(errors, package)


def _known_mission(package: Package, mission: str | None) -> None:
    from tilewright.dsl.playable import campaigns, missions, who_deletes

    known = missions(package)
    if mission in known or (mission is None and (known or not package.mods)):
        return
    deleted = who_deletes(package)
    if mission is None and deleted:
        raise click.UsageError(f"no mission of `{package.id}` is left: {_by_whom(deleted)}")
    if mission in deleted:
        by = deleted[mission]
        raise click.UsageError(
            f"`{package.id}` has no mission `{mission}` with the mod `{by}`, which deletes it"
        )
    known += campaigns(package)
    if mission is not None and mission not in known:
        from tilewright.dsl.problems.suggest import nearest

        near = nearest(mission, known)
        told = near or (f"there are {', '.join(known)}" if known else "it has no missions")
        raise click.UsageError(f"`{package.id}` has no mission `{mission}`; {told}")


def _by_whom(deleted: dict[str, str]) -> str:
    """`storm` deletes `practice`, and so on."""
    by_mod: dict[str, list[str]] = {}
    for mission, mod in deleted.items():
        by_mod.setdefault(mod, []).append(f"`{mission}`")
    return "; ".join(f"the mod `{mod}` deletes {', '.join(found)}" for mod, found in by_mod.items())


def _known_language(package: Package, language: str) -> None:
    if language == "en":
        return
    from tilewright.dsl.translations.checks import languages

    known = languages(package)
    if language not in known:
        told = f"there are {', '.join(known)}" if len(known) > 1 else "there is only en"
        raise click.UsageError(
            f"`{package.id}` has no texts in `{language}`; {told}. To begin one: "
            f"tilewright texts {package.id} {language}"
        )


def _tell_missing(program: ProgramDocument) -> None:
    spoken = program.get("language")
    if spoken and spoken["missing"]:
        told = f"{spoken['missing']} of {spoken['texts']} texts are shown in English"
        say(f"{told}: they are not translated into `{spoken['code']}` yet.", err=True)


def _setting(text: str, program: ProgramDocument) -> tuple[str, int]:
    """`night=yes` as a setting of the program and its value there."""
    name, equals, value = text.partition("=")
    known = program["settings"]
    if not equals or name not in known:
        told = f"there are {', '.join(known)}" if known else "it has none"
        raise click.UsageError(f"`{name}` is not a setting of this game; {told}. Write NAME=VALUE")
    type_ = type_of(known[name]["type"])
    offered = {"yes_no": ["no", "yes"], "word": program["words"].get(type_.words, [])}.get(type_.base)
    if offered is None:
        if not value.removeprefix("-").isdecimal() or len(value) > 9:
            raise click.UsageError(f"`{name}` is a number, not `{value}`")
        low, high = known[name]["low"], known[name]["high"]
        if low is not None and high is not None and not low <= int(value) <= high:
            raise click.UsageError(f"`{name}` is a number from {low} to {high}, not {value}")
        return name, int(value)
    if value not in offered:
        raise click.UsageError(f"`{name}` is one of {', '.join(offered)}, not `{value}`")
    return name, offered.index(value)
