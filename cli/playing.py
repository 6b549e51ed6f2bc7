"""A game as somebody wants to play it → a table that is ready: for `play` and the start screen alike.

Opens no window and asks nobody anything.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tilewright.host import folders
from tilewright.host.terminal import say
from tilewright.host.text import file_name
from tilewright.viewer.common import save_picture

from .authoring import begin_at, for_test, sources
from .game_homes import remember
from .kept_games import (
    BY_ITSELF,
    GAMES,
    KeptGame,
    differing,
    from_anywhere,
    kept_by_itself,
    mods_of,
    offering,
)
from .loading import Loaded, load, located
from .mod_sets import as_options, root_of
from .seats import Seats, chosen_seed, seated
from .targets import target, unwritable
from .typed import Options, options, written

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession

KEPT = 20  # games that were played last, and can be continued


class GameWish(NamedTuple):
    """What is to be played, in the words of the command line."""

    name: str  # GAME or GAME/MISSION
    seats: tuple[str, ...] = ()  # `player.2=greedy`; all others are people
    players: int | None = None
    seed: int | None = None
    continued: Path | None = None  # the save to go on with
    test: str | None = None
    language: str = "en"
    settings: tuple[str, ...] = ()  # `night=yes`
    mods: tuple[str, ...] = ()
    translated: str = ""  # the language in which it goes on, if not in the one that was spoken before

    @property
    def lasting_name(self) -> str:
        """The game as it is named from whichever folder."""
        path, mission = located(self.name)
        game = self.name.rstrip("/").removesuffix(f"/{mission}") if mission else self.name
        named = from_anywhere(game, path)
        return f"{named}/{mission}" if mission else named

    @property
    def spoken(self) -> Options:
        """The option for its language, if it needs one."""
        return options(language=[self.language] if self.language != "en" else ())

    @property
    def with_mods(self) -> Options:
        """The options of a command that plays the same game, from whichever folder."""
        mods = [os.path.abspath(mod) if os.path.exists(mod) else mod for mod in self.mods]
        return [*as_options(mods), *self.spoken]


class PreparedGame(NamedTuple):
    """A game that compiled, and who plays it. `wish` is what was wanted, with what a save adds to it."""

    wish: GameWish
    loaded: Loaded
    game: Game
    seats: Seats
    told: Mapping[str | None, int] = MappingProxyType({})
    """How much of its log each seat need not be told: what a test has undone."""


class LaidTable(NamedTuple):
    """A prepared game at a table that keeps it, and what goes on with it."""

    prepared: PreparedGame
    session: TableSession
    kept: Path | None  # where it is kept
    record: Path | None = None
    table: str | None = None  # the table that was asked for
    watch: bool = False  # whether an edit of its sources is shown at once

    def close(self) -> None:
        """Write the recording, say how a game that is not over can be continued, or what it got stuck at."""
        wish = self.prepared.wish
        over = self.session.game.over
        if self.record is not None:
            write_or_refuse(self.session.record, self.record)
            say(self.session.speech.say("engine/say_recording", str(self.record)))
        if self.kept is not None and over is not None and over["outcome"] != "stuck":
            with suppress(OSError):
                self.kept.unlink()
            save_picture.forget(self.kept)
        elif self.kept is not None and over is None and self.kept.exists():
            shown = [self.table] if self.table else ()
            begun = [wish.test] if wish.test else ()
            again = options(
                seat=wish.seats, table=shown, test=begun, set=wish.settings, mod=self._mods_named()
            )
            same = [("--load", str(self.kept.absolute())), *again, *wish.spoken]
            command = written("play", wish.lasting_name, options=same)
            say(self.session.speech.say("engine/say_continue", command))
        elif self.kept is not None and over is None:
            say(self.session.speech.say("engine/say_nothing_kept"))
        tell_mistake(self.prepared, self.session.game, self.kept)

    def _mods_named(self) -> list[str]:
        """The mods that have to be named to go on: none, as long as the save alone leads to those played."""
        package, mods = self.prepared.loaded.package, self.prepared.wish.mods
        document = self.session.game.save()
        if not differing(document, package.path, mods_of(document["program"], package.path)):
            return []
        versions = {one.id: one.version for one in package.mods}
        named = ((mod, os.path.exists(mod), versions.get(mod)) for mod in mods)
        return [os.path.abspath(mod) if here else f"{mod}@{v}" if v else mod for mod, here, v in named]

    def plugins(self) -> tuple[Any, ...]:
        """What stands beside the table so that its things lead to their sources."""
        wish = self.prepared.wish
        return sources(self.prepared.loaded, self.session, wish.name, wish.mods, wish.test, watch=self.watch)


def prepare(wish: GameWish, record: Path | None = None) -> PreparedGame:
    """Compile what is wanted, and begin or load the game; the command ends if that cannot be."""
    saved: Game | None = None
    if wish.continued is None:
        loaded = load(wish.name, settings=wish.settings, mods=wish.mods, language=wish.language)
        if wish.test is not None:
            loaded, players = for_test(loaded, wish.test, wish.players)
            wish = wish._replace(players=players)
    else:
        before = KeptGame.read(wish.continued, wish.name)
        if wish.players not in (None, before.players):
            raise click.UsageError(
                f"{wish.continued} is a game of {before.players} players, not of {wish.players}"
            )
        wish = wish._replace(
            name=before.name,
            mods=wish.mods or before.mods,
            test=wish.test or before.test,
            seats=wish.seats or before.seats,
            language=wish.translated or (before.language if wish.language == "en" else wish.language),
            translated="",
        )
        loaded, saved = before.load(wish.mods, wish.settings, wish.test, wish.language)
    target(record, loaded.package)
    seats = seated(loaded.program, wish.players if saved is None else len(saved.seats), wish.seats)
    game = saved or _begun(loaded, seats, chosen_seed(wish.seed))
    told: dict[str | None, int] = {}
    if wish.test is not None and saved is None:
        logs = {seat: game.view(seat)["log"] for seat in game.seats}
        told = {seat: log[-1]["n"] for seat, log in logs.items() if log}
        begin_at(game, wish.test)
    _remember(wish, loaded.package)
    return PreparedGame(wish, loaded, game, seats, told)


def lay(
    prepared: PreparedGame, record: Path | None = None, table: str | None = None, *, watch: bool = False
) -> LaidTable:
    """Put a game on a table; it is kept from now on."""
    from tilewright.runtime.tables.session import TableSession

    wish, loaded, game, seats, _ = prepared
    kept, home = _kept(loaded, game, wish.continued), loaded.package.path
    session = TableSession(game, seats.people, game.seed, kept, bots=seats.bots, package=home)
    session.offer = offering(wish.name, home)
    return LaidTable(prepared, session, kept, record, table, watch)


def _remember(wish: GameWish, package: Package) -> None:
    """Note where the game and its mods lie, for whoever goes on with it from another folder."""
    from tilewright.dsl.packages.package import id_at
    from tilewright.dsl.packages.store import holds, is_packed

    remember(package.id, package.path)
    packed = {id_at(Path(mod)): Path(mod) for mod in wish.mods if is_packed(Path(mod))}
    for one in package.mods:
        place = packed.get(one.id) or root_of(package, one.id)
        if place is not None and not holds(place):
            remember(one.id, place)


def titled(wish: GameWish) -> str:
    """What a game is called, as far as its manifest tells; the command ends if there is no such game."""
    from tilewright.dsl.packages.package import manifest_at

    found = manifest_at(located(wish.name)[0])
    return wish.name if found is None else found.title


# ------------------------------------------------------------------ what commands need besides


def tell_mistake(prepared: PreparedGame, game: Game, kept: Path | None = None) -> None:
    """Where the rule stands at which a game got stuck, and where the game is kept; or what was not shown."""
    if said := prepared.loaded.where_dear(game):
        say(said)
    if game.state.over is None or game.state.over.outcome != "stuck":
        return
    if said := prepared.loaded.where_stuck(game):
        say(said)
    if kept is not None and kept.exists():
        again = written(
            "replay", str(kept), options=[("--game", prepared.wish.lasting_name), *prepared.wish.spoken]
        )
        say(f"The game is saved in {kept}; correct the rule, then: {again}")


def write_or_refuse(write: Callable[[Path], object], path: Path) -> None:
    """Write a file; the command ends if that cannot be."""
    try:
        write(path)
    except OSError as error:
        raise unwritable(path, error) from None


def home_for(folder: str) -> Path | None:
    """A folder of the user's for what was played; None, which is told, if there can be none."""
    state = folders.of_user("state")
    why = "this user has no home; TILEWRIGHT_STATE can name another folder"
    if state is not None:
        try:
            (state / folder).mkdir(parents=True, exist_ok=True)
            return state / folder
        except OSError as error:
            why = f"{state / folder} cannot be made, {(error.strerror or str(error)).lower()}"
    say(f"This game will not be saved: {why}.", err=True)
    return None


def file_stem(loaded: Loaded) -> str:
    """What files of this game are called."""
    mission = loaded.program["mission"] or loaded.program.get("campaign")
    return file_name(loaded.package.id + (f"-{mission['name']}" if mission else ""))


def _begun(loaded: Loaded, seats: Seats, seed: int) -> Game:
    from tilewright.runtime.game import Game

    return Game.start(loaded.program, seed, seats.players)


def _kept(loaded: Loaded, game: Game, continued: Path | None) -> Path | None:
    """The file in which this game is kept, if there can be one; the oldest ones make room."""
    home = home_for(GAMES)
    if home is None:
        return None
    if continued is not None:
        # What somebody has saved stays as it is: its game goes on where it is kept by itself.
        by_itself = continued.name.endswith(BY_ITSELF) and continued.resolve().parent == home.resolve()
        before = (
            continued if by_itself else kept_by_itself(home.glob(f"{file_stem(loaded)}-*{BY_ITSELF}"), game)
        )
        if before is not None:
            return before
    with suppress(OSError):  # another process may be doing the same
        saved = sorted(home.glob(f"*{BY_ITSELF}"), key=lambda path: path.stat().st_mtime)
        for old in saved[:-KEPT]:
            old.unlink(missing_ok=True)
            save_picture.forget(old)
    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    return home / f"{file_stem(loaded)}-{stamp}{BY_ITSELF}"
