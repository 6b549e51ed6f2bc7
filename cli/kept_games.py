"""Saves and recordings: with which game, mods and settings they were played, what of that is there, and the
command that goes on with them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import eq
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tilewright.host.files import saved_at
from tilewright.host.terminal import say
from tilewright.schemas.documents import Document

from . import mod_sets
from .authoring import for_test
from .game_homes import homes
from .loading import Loaded, load_at, located
from .patience import counted_off
from .seats import SORTS
from .typed import Options, options, written

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.history.played_with import PackageDifference

GAMES = "games"
"""The folder, among the user's own, in which games are kept."""
BY_ITSELF = ".save.json"
"""How the names of games end that were kept by themselves, and not saved by somebody."""


class KeptGame(NamedTuple):
    """A saved game in a file, and the package with which it is to be continued."""

    file: Path
    document: Document
    game: str  # the package as it was named
    path: Path
    mission: str | None

    @classmethod
    def read(cls, file: Path, name: str) -> KeptGame:
        """The save in a file, for `GAME` or `GAME/MISSION`; the command ends if there is none."""
        from tilewright.dsl.packages.package import id_at
        from tilewright.runtime.history.save import BadSave, read, sound

        path, mission = located(name)
        try:
            document = sound(read(file))
        except BadSave as error:
            raise click.ClickException(f"{file}: {error}") from None
        game = _without(name, mission)
        kept = cls(file, document, game, path, mission)
        if document["program"].get("package") not in (None, id_at(path)):
            other = document["program"]["game"][:60]
            raise click.ClickException(f"{file}: This is a save of {other}, not of {game}.\n{kept.offer()}")
        kept = kept._replace(path=as_played(path, document["program"]))
        return kept if mission is not None else kept._replace(mission=document["program"]["mission"])

    @property
    def name(self) -> str:
        """`GAME/MISSION` as it is named to continue it."""
        return f"{self.game}/{self.mission}" if self.mission else self.game

    @property
    def players(self) -> int:
        return int(self.document["players"])

    @property
    def seats(self) -> tuple[str, ...]:
        """The bots that play, as they are named after `--seat`; of a sort that is not there by chance."""
        bots = self.document.get("table", {}).get("bots", {})
        return tuple(f"{seat}={sort if sort in SORTS else SORTS[1]}" for seat, sort in bots.items())

    @property
    def language(self) -> str:
        """The language that was spoken at its table."""
        return str(self.document.get("table", {}).get("language", "en"))

    @property
    def mods(self) -> tuple[str, ...]:
        """The mods that it was played with, as far as they are there, as they are named after `--mod`."""
        return mods_of(self.document["program"], self.path)

    @property
    def test(self) -> str | None:
        """The test with which it began."""
        return begun_in(self.document)

    def load(
        self, mods: Sequence[str], settings: Sequence[str], test: str | None, language: str
    ) -> tuple[Loaded, Game]:
        """The game with these mods; the command ends, saying what is different, if it is not of this game.

        Without other settings it is that with its own.
        """
        from tilewright.runtime.game import BadSave, Game
        from tilewright.runtime.history.save import OtherProgram

        values = {} if settings else self.document["program"]["settings"]
        try:
            loaded = load_at(
                self.path, self.mission, settings=settings, values=values, mods=mods, language=language
            )
        except click.exceptions.Exit:
            say(self.offer(), err=True)
            raise
        if test is not None:
            loaded, _ = for_test(loaded, test, self.players)
        try:
            after = counted_off(self.document["answers"])
            return loaded, Game.load(loaded.program, self.document, after=after)
        except OtherProgram as error:
            raise click.ClickException(f"{self.file}: {error}\n{self.offer()}") from None
        except BadSave as error:
            raise click.ClickException(f"{self.file}: {error}") from None

    def offer(self) -> str:
        """What can be done with it."""
        return offer(self.document, self.file, self.game, self.path)


def kept_by_itself(files: Iterable[Path], game: Game) -> Path | None:
    """The newest of these files with a position of this very game, before the present one or after it."""
    from tilewright.runtime.history.save import BadSave, read, sound

    now = game.save()
    for file in sorted(files, key=saved_at, reverse=True):
        with suppress(BadSave):
            then = sound(read(file))
            begun_alike = _beginning(then) == _beginning(now) and then["snapshot"]["over"] is None
            if begun_alike and all(map(eq, then["answers"], now["answers"])):
                return file
    return None


def _beginning(save: Document) -> tuple[object, ...]:
    return save["program"]["hash"], save["seed"], save["players"]


def game_played(played_on: Document) -> Path | None:
    """Where the game is that something was played with; None if it is not here.

    Of several one is taken whose files are as they were then, or else the nearest.
    """
    found = games_called(str(played_on.get("package") or played_on["game"]))
    same = (one for one in found if not differing({"program": played_on}, one, mods_of(played_on, one)))
    return found[0] if len(found) == 1 else next(same, next(iter(found), None))


def as_played(path: Path, played_on: Document) -> Path:
    """The game at a path; if it is one that goes by its name, then in the version that was played, if that is
    installed, too.
    """
    from tilewright.dsl.packages.package import id_at, packages_named, version_at

    version = next((one["version"] for one in played_on.get("packages", ()) if one["as"] == "game"), None)
    there = packages_named(id_at(path))
    return next((one for one in there if version_at(one) == version), path) if path in there else path


def games_called(name: str) -> list[Path]:
    """Where games with this id are: near, where they were played, installed, and shipped.

    A stranger may have written the name: it is never a path.
    """
    from tilewright.dsl.packages.package import package_called, packages_named

    there = (package_called(name), *homes(name), *packages_named(name))
    return list({one.resolve(): one for one in reversed(there) if one is not None}.values())[::-1]


def mods_of(
    played_on: Document, path: Path, instead: Mapping[str, Path] = MappingProxyType({})
) -> tuple[str, ...]:
    """The mods that something was played with, as far as they are there for the package at a path.

    Of each the version that was played is taken, or else the newest that there is; or what is to be tried
    `instead`, by its id.
    """
    mods = (one for one in played_on.get("packages", ()) if one["as"] == "mod")
    words = (
        str(instead[one["id"]]) if one["id"] in instead else _word(one["id"], one["version"], path)
        for one in mods
    )
    return tuple(word for word in words if word is not None)


def _word(name: str, version: str, path: Path) -> str | None:
    """How a mod is named: by its id where that leads there, else by its path; one that is installed beside
    others by its id and version.
    """
    from tilewright.dsl.packages.package import mods_called
    from tilewright.dsl.packages.ranges import newest_first
    from tilewright.dsl.packages.store import holds

    found = mods_there(name, path)
    if not found:
        return None
    best = min(found, key=lambda one: (one[0] != version, newest_first(one[0])))
    called = mods_called(name, path)
    if called and called[0].root == best[1] and not Path(name).exists():
        return name
    leads_there = holds(best[1]) and any(one.root == best[1] for one in called)
    return f"{name}@{best[0]}" if leads_there else str(best[1])


def mods_there(name: str, game: Path) -> list[tuple[str, Path]]:
    """Every version of a mod that is there to be played with a game, and where it lies: near ones first, then
    those of sets, and those that were played before.

    For names that a stranger wrote: they are never paths.
    """
    from tilewright.dsl.packages.package import mods_called, version_at

    found = {one.root: one.version for one in mods_called(name, game) if one.root is not None}
    for place in (*mod_sets.places_of(name), *homes(name)):
        there = version_at(place)
        if there is not None:
            found.setdefault(place, there)
    return [(version, root) for root, version in found.items()]


def begun_in(kept: Document) -> str | None:
    """The test where a game began that did not begin with its set-up."""
    from tilewright.runtime.history.manual_edits import TABLE

    given = (one for one in kept["answers"] if one["seat"] == TABLE and one["at"] == "given")
    return next((str(one["chosen"][0]) for one in given if one["chosen"]), None)


def differing(kept: Document, path: Path, mods: Sequence[str]) -> list[PackageDifference]:
    """Which packages are not those of a save or recording; none if it does not name any."""
    from tilewright.dsl.packages.contents import contents
    from tilewright.dsl.packages.package import read_package
    from tilewright.runtime.history.played_with import differences

    then, (package, _) = kept["program"].get("packages"), read_package(path, mods)
    return [] if then is None or package is None else differences(then, contents(package))


def offer(kept: Document, file: Path, game: str, path: Path) -> str:
    """Lines with the command that goes on with a save of a game, from whichever folder; or with those that
    install what is missing, and play it as far as it fits.
    """
    from tilewright.dsl.packages.package import id_at
    from tilewright.dsl.version import ENGINE

    file, played_on = file.absolute(), kept["program"]
    home = played_on.get("package")
    if home not in (None, id_at(path)):
        other = game_played(played_on)
        if other is None:
            return f"Its game `{home[:60]}` is not here: `tilewright replay --game FOLDER` plays its answers."
        game, path = home, other
    game, path = from_anywhere(game, path), as_played(path, played_on)
    other_packages = differing(kept, path, mods_of(played_on, path))
    if played_on.get("engine") != ENGINE or "packages" not in played_on or other_packages:
        command = written("replay", str(file), options=[("--game", game)])
        return "\n".join([*installing(other_packages), f"To play it as far as it fits: {command}"])
    mission = f"{game}/{played_on['mission']}" if played_on["mission"] else game
    return f"To continue it: {written('play', mission, options=[('--load', str(file)), *same_table()])}"


def from_anywhere(game: str, path: Path) -> str:
    """`GAME`, which leads to a path, as it is named from whichever folder: by its name, or its whole path."""
    from tilewright.dsl.packages.package import packages_named

    return game if path in packages_named(game) else os.path.abspath(path)


def same_table() -> Options:
    """The option with which the present command was told how to show a table."""
    ctx = click.get_current_context(silent=True)
    table = None if ctx is None else ctx.params.get("table")
    return options(table=[table] if isinstance(table, str) else [])


def installing(found: Sequence[PackageDifference]) -> Iterator[str]:
    """A line for each game or mod that is not here in the version that was played: how it is installed."""
    from tilewright.dsl.packages.archive import SUFFIX
    from tilewright.dsl.packages.store import installed

    of_index = {one.id: one.source for one in installed() if not one.source.endswith(SUFFIX)}
    for one in found:
        if one.role != "library" and one.sort in ("missing", "older", "newer"):
            place = of_index.get(one.id) or os.environ.get("TILEWRIGHT_INDEX") or "INDEX"
            command = written("install", f"{one.id}@{one.then}", "--from", place)
            yield f"To install `{one.id}` {one.then}: {command}"


def offering(name: str, path: Path) -> Callable[[Path, Mapping[str, Any]], str]:
    """What a table says of saves that are not of its program; its game is named `GAME` or `GAME/MISSION`."""
    game = _without(name, located(name)[1])
    return lambda file, kept: offer(dict(kept), file, game, path)


def _without(name: str, mission: str | None) -> str:
    """`GAME` of `GAME/MISSION`."""
    return name if mission is None else name.rstrip("/").removesuffix(f"/{mission}")
