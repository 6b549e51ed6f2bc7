"""Play a game at the table.

Without a screen bots play it, and a picture shows how it stood.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.host import folders, streams
from tilewright.host.terminal import say, wipe
from tilewright.host.text import file_name
from tilewright.viewer.common import art

from ..authoring import begin_at, for_test, sources
from ..kept_games import GAMES, KeptGame, Options, offering, written
from ..loading import GAME_HELP, Loaded, load
from ..seats import (
    Seats,
    chosen_seed,
    language_option,
    mod_option,
    players_option,
    seated,
    seed_option,
    setting_option,
)
from ..targets import target, unwritable

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession

KEPT = 20  # games that were played last, and can be continued
PICTURES = (5, 10, 20, 40, 60)  # after so many answers: the last of them that a game reaches is kept


@click.command("play", epilog=GAME_HELP)
@click.argument("name", metavar="GAME[/MISSION]")
@click.option(
    "--seat",
    "wishes",
    multiple=True,
    metavar="NAME=human|random|greedy",
    help="A seat and who plays it, such as player.2=greedy; may be repeated. Other seats are people.",
)
@players_option
@seed_option
@click.option(
    "--table",
    type=click.Choice(["3d", "text"]),
    help="3d opens a window; text works with any terminal and with a screen reader.",
)
@click.option(
    "--quality",
    type=click.Choice(["auto", "baked", "lite", "full"]),
    default="auto",
    help="Quality of the 3D table.",
)
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a recording."
)
@click.option(
    "--load",
    "continued",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Continue a game that was saved.",
)
@click.option("--watch", is_flag=True, help="Show an edit of the sources at once, at the same position.")
@click.option(
    "--test", "test", metavar="TITLE", help="Begin where this test of the game begins, instead of set-up."
)
@language_option
@setting_option
@mod_option
def command(
    name: str,
    wishes: tuple[str, ...],
    players: int | None,
    seed: int | None,
    table: str | None,
    quality: str,
    record: Path | None,
    continued: Path | None,
    watch: bool,
    test: str | None,
    language: str,
    settings: tuple[str, ...],
    mods: tuple[str, ...],
) -> None:
    """Play a game, or one of its missions.

    Without --table, a window opens; where there is no screen, bots play the game and a picture is drawn.
    """
    saved: Game | None = None
    if continued is None:
        loaded = load(name, settings=settings, mods=mods, language=language)
        if test is not None:
            loaded, players = for_test(loaded, test, players)
    else:
        before = KeptGame.read(continued, name)
        if players not in (None, before.players):
            raise click.UsageError(f"{continued} is a game of {before.players} players, not of {players}")
        name, mods, test = before.name, mods or before.mods, test or before.test
        loaded, saved = before.load(mods, settings, test, language)
    target(record, loaded.package)
    art.use(loaded.package.art)
    seats = seated(loaded.program, players if saved is None else len(saved.seats), wishes)
    game = saved or _begun(loaded, seats, chosen_seed(seed))
    if test is not None and saved is None:
        begin_at(game, test)
    spoken = [language] if language != "en" else ()
    with_mods = _options(mod=mods, language=spoken)
    if table is None and not _has_display():
        _play_alone(loaded, game, name, record, seats.bots, with_mods)
        _tell_mistake(loaded, game, name, with_mods)
        return
    from tilewright.runtime.tables.session import TableSession

    kept, home = _kept(loaded, continued), loaded.package.path
    shown, begun = [table] if table else (), [test] if test else ()
    again = [*_options(seat=wishes, table=shown, test=begun, set=settings), *with_mods]
    session = TableSession(game, seats.people, game.seed, kept, bots=seats.bots, package=home)
    session.offer = offering(name, home)
    if table == "text":
        _play_text(session)
    else:
        plugins = sources(loaded, session, name, mods, test, watch=watch)
        farewell = partial(_close, session, name, again, record, kept)
        alone = partial(_play_alone, loaded, session.game, name, record, seats.bots, with_mods)
        _play_3d(session, quality, name, alone, table is not None, plugins, farewell, with_mods)
    _close(session, name, again, record, kept)
    _tell_mistake(loaded, session.game, name, with_mods, kept)


# ------------------------------------------------------------------ tables


def _play_text(session: TableSession) -> None:
    from ..text_table import TextTable

    # Without the seed: who knows it can look up what chance and the others hold.
    say(f"{_title(session.game)}. Write ? for help, quit to stop.")
    try:
        TextTable(session, _read, say, wipe).play()
    except KeyboardInterrupt:
        say()


def _read(prompt: str) -> str:
    try:
        return input(prompt)
    except OSError as error:
        if isinstance(error, BrokenPipeError | streams.OutputLost):
            raise
        raise EOFError from None  # as where the terminal is gone


def _play_3d(
    session: TableSession,
    quality: str,
    name: str,
    alone: Callable[[], object],
    chosen: bool,
    plugins: Sequence[Any] = (),
    farewell: Callable[[], object] = lambda: None,
    with_mods: Options = (),
) -> None:
    from tilewright.viewer.app.app import run_table
    from tilewright.viewer.rendering.window import NoRenderer, WindowLost

    try:
        run_table(session, quality=quality, plugins=plugins, farewell=farewell)
    except WindowLost as error:
        say(str(error), err=True)
    except KeyboardInterrupt:
        say()
    except NoRenderer as error:
        if chosen:
            instead = f"To play in the terminal: {written('play', name, [('--table', 'text'), *with_mods])}"
            raise click.ClickException(f"{error}\n{instead}") from None
        alone()
        raise click.exceptions.Exit(0) from None


def _play_alone(
    loaded: Loaded,
    game: Game,
    name: str,
    record: Path | None,
    bots: Mapping[str, str],
    with_mods: Options = (),
) -> None:
    """Let bots play the game to its end; draw a picture of it and write the recording."""
    from tilewright.runtime.tables.session import TableSession

    say("No window can be opened here, so bots play the game.")
    session = TableSession(game, (), seed=game.seed, bots=bots)
    view = _watched(session)
    say(f"{_title(game)}, seed {game.seed}: {_answers(game)} choices.")
    _tell_end(session)
    home = _home("recordings")
    base = f"{_named(loaded)}-{game.seed}"
    recording = record or (home and home / f"{base}.json")
    if recording is not None:
        _write(session.record, recording)
    if home is not None:
        say("Drawing a picture of it ...")
        _picture(view, home / f"{base}.png")
    if recording is not None:
        say(f"Recording: {recording}")
        say(f"To see it again: {written('replay', str(recording), [('--game', name), *with_mods])}")
    say(f"To play it yourself in the terminal: {written('play', name, [('--table', 'text'), *with_mods])}")


def _watched(session: TableSession) -> dict[str, Any]:
    """Play to the end with a progress bar; gives what the first player saw in the middle of it."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    seat = session.seats()[0]
    view: dict[str, Any] | None = None
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} choices"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("Bots play", total=None)
        number = 0
        while session.tick():
            number += 1
            if number in PICTURES and session.game.over is None:
                view = session.view(seat)
            if number % 25 == 0:
                progress.update(task, completed=number)
    return view or session.view(seat)


def _picture(view: dict[str, Any], path: Path) -> None:
    from tilewright.viewer.pictures.stills import NoRenderer, screenshot

    try:
        screenshot(view, path)
    except NoRenderer as error:
        say(str(error))
    else:
        say(f"Picture: {path}")


# ------------------------------------------------------------------ beginning and end


def _begun(loaded: Loaded, seats: Seats, seed: int) -> Game:
    from tilewright.runtime.game import Game

    return Game.start(loaded.program, seed, seats.players)


def _options(**options: Sequence[str]) -> list[tuple[str, str]]:
    """Options as a command line has them, each with its value."""
    return [(f"--{name}", value) for name, values in options.items() for value in values]


def _close(session: TableSession, name: str, again: Options, record: Path | None, kept: Path | None) -> None:
    """Write the recording, and say how a game that is not over can be continued."""
    if record is not None:
        _write(session.record, record)
        say(f"Recording: {record}")
    if kept is None:
        return
    over = session.game.over
    if over is not None and over["outcome"] != "stuck":
        with suppress(OSError):
            kept.unlink()
    elif over is None and kept.exists():
        say(f"To continue: {written('play', name, [('--load', str(kept)), *again])}")


def _tell_mistake(
    loaded: Loaded, game: Game, name: str, with_mods: Options, kept: Path | None = None
) -> None:
    """Where the rule stands at which a game got stuck, and where the game is kept."""
    if game.state.over is None or game.state.over[0] != "stuck":
        return
    if said := loaded.where_stuck(game):
        say(said)
    if kept is not None and kept.exists():
        again = written("replay", str(kept), [("--game", name), *with_mods])
        say(f"The game is saved in {kept}; correct the rule, then: {again}")


def _tell_end(session: TableSession) -> None:
    from ..text_view import ending

    for line in ending(session.view(None)):
        say(line)


def _write(write: Any, path: Path) -> None:
    try:
        write(path)
    except OSError as error:
        raise unwritable(path, error) from None


def _title(game: Game) -> str:
    told = game.view(game.seats[0])["game"]
    return ", ".join(one["title"] for one in (told, told["campaign"], told["mission"]) if one)


def _answers(game: Game) -> int:
    from tilewright.runtime.history.replay import CHANCE

    return sum(answer["seat"] != CHANCE for answer in game.answers)


def _kept(loaded: Loaded, continued: Path | None) -> Path | None:
    """The file in which this game is kept, if there can be one; the oldest ones make room."""
    home = _home(GAMES)
    if home is None:
        return None
    # Who goes on with a game that was kept by itself goes on in its file.
    if continued is not None and continued.resolve().parent == home.resolve():
        return continued
    with suppress(OSError):  # another process may be doing the same
        saved = sorted(home.glob("*.save.json"), key=lambda path: path.stat().st_mtime)
        for old in saved[:-KEPT]:
            old.unlink(missing_ok=True)
    return home / f"{_named(loaded)}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.save.json"


def _home(folder: str) -> Path | None:
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


def _named(loaded: Loaded) -> str:
    """What files of this game are called."""
    mission = loaded.program["mission"] or loaded.program.get("campaign")
    return file_name(loaded.package.id + (f"-{mission['name']}" if mission else ""))


def _has_display() -> bool:
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or bool(named)
