"""Play a game at the table.

Without a screen bots play it, and a picture shows how it stood.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host import streams
from tilewright.host.terminal import has_display, say, wipe
from tilewright.schemas.documents import Document

from ..loading import GAME_HELP, located
from ..playing import (
    GameWish,
    PreparedGame,
    file_stem,
    home_for,
    lay,
    prepare,
    tell_mistake,
    titled,
    write_or_refuse,
)
from ..seats import language_option, mod_option, players_option, seed_option, setting_option
from ..typed import written

if TYPE_CHECKING:
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession
    from tilewright.viewer.plugin import Sitting

SHORT = 100_000  # bytes of sources
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[^\W\d_a-z])")  # what comes between two of them
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
    wish = GameWish(name, wishes, players, seed, continued, test, language, settings, mods)
    if table == "text":
        from ..start_shelf import farewell

        prepared = prepare(wish, record)  # what is wrong with the command is said before anything is asked
        chosen = _with_mission(prepared)
        if chosen is None:
            return
        if chosen.name != wish.name:
            prepared = prepare(chosen, record)
        laid = lay(prepared, record, table)
        _play_text(prepared, laid.session)
        farewell(laid)
    elif table is None and not has_display():
        _play_alone(wish, record)
    else:
        _play_3d(wish, quality, record, table, watch=watch)


# ------------------------------------------------------------------ tables


def _play_text(prepared: PreparedGame, session: TableSession) -> None:
    from ..text_table import TextTable

    # Without the seed: who knows it can look up what chance and the others hold.
    say(session.speech.say("engine/say_begins", _title(session.game)))
    try:
        TextTable(session, _read, say, wipe, dict(prepared.told)).play()
    except KeyboardInterrupt:
        say()


def _with_mission(prepared: PreparedGame) -> GameWish | None:
    """What was wished for, with the mission that somebody chooses where none is named and there are several;
    None if nobody chooses.
    """
    from tilewright.dsl.playable import missions_told

    from ..start_shelf import StartShelf

    wish = prepared.wish
    if located(wish.name)[1] is not None or wish.continued is not None or wish.test is not None:
        return wish
    told = missions_told(prepared.loaded.package, wish.language)
    if len(told) < 2:
        return wish
    speech = StartShelf().speech(wish.language)
    say(f"{titled(wish)}. {speech.say('engine/say_which_mission')}")
    for number, one in enumerate(told, 1):
        say(f"{number:>4}. {one.name}: {one.title}. {_SENTENCE.split(one.text)[0]}".rstrip())
    while True:
        try:
            line = _read("> ").strip().casefold()
        except EOFError:
            say()
            return None
        found = [
            one.name for n, one in enumerate(told, 1) if line in (str(n), one.name, one.title.casefold())
        ]
        if found or not line:
            return wish._replace(name=f"{wish.name.rstrip('/')}/{(found or [told[0].name])[0]}")
        if line in ("quit", "exit"):
            return None
        say(speech.say("engine/no_option", line, len(told)))


def _read(prompt: str) -> str:
    try:
        return input(prompt)
    except OSError as error:
        if isinstance(error, BrokenPipeError | streams.OutputLost):
            raise
        raise EOFError from None  # as where the terminal is gone


def _play_3d(wish: GameWish, quality: str, record: Path | None, table: str | None, *, watch: bool) -> None:
    from tilewright.viewer.menus.opening import opened, opening
    from tilewright.viewer.menus.start_plugin import start_screen

    from ..start_shelf import StartShelf

    def laid(prepared: PreparedGame) -> Sitting:
        it = lay(prepared, record, table, watch=watch)
        sitting = opened(shelf.sitting(it, it.session.speech.language))
        if it.session.game.over is not None:
            _tell_end(it.session)
        tell_mistake(prepared, it.session.game)
        return sitting

    shelf = StartShelf()
    speech = shelf.speech(wish.language)
    if wish.continued is None and _is_short(wish):
        # What is wrong with it is said before a window and its libraries are loaded.
        sitting = laid(prepare(wish, record))
        first = opening(titled(wish), lambda: sitting, lambda it: it, speech)
    else:
        first = opening(titled(wish), lambda: prepare(wish, record), laid, speech)

    from tilewright.viewer.app.sittings import run_sittings
    from tilewright.viewer.rendering.window import NoRenderer, WindowLost

    try:
        run_sittings(first, lambda: start_screen(shelf), quality=quality)
    except WindowLost as error:
        say(str(error), err=True)
    except KeyboardInterrupt:
        pass
    except NoRenderer as error:
        if table is not None:
            prepare(wish, record)  # its mistakes are worth more than that there is no window
            text = [("--table", "text"), *wish.with_mods]
            instead = f"To play in the terminal: {written('play', wish.lasting_name, options=text)}"
            raise click.ClickException(f"{error}\n{instead}") from None
        _play_alone(wish, record)


def _is_short(wish: GameWish) -> bool:
    """Whether a game's rules are read faster than a window opens."""
    path = located(wish.name)[0]
    files = path.rglob("*.wright") if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files if file.is_file()) <= SHORT


def _play_alone(wish: GameWish, record: Path | None) -> None:
    """Let bots play the game to its end; draw a picture of it and write the recording."""
    from tilewright.runtime.tables.session import TableSession

    prepared = prepare(wish, record)
    prepared.loaded.dress_table()
    wish, loaded, game, seats, _ = prepared
    say("No window can be opened here, so bots play the game.")
    session = TableSession(game, (), seed=game.seed, bots=seats.bots)
    view = _watched(session)
    say(f"{_title(game)}, seed {game.seed}: {_answers(game)} choices.")
    _tell_end(session)
    home = home_for("recordings")
    base = f"{file_stem(loaded)}-{game.seed}"
    recording = record or (home and home / f"{base}.json")
    if recording is not None:
        write_or_refuse(session.record, recording)
    if home is not None:
        say("Drawing a picture of it ...")
        _picture(view, home / f"{base}.png")
    if recording is not None:
        say(f"Recording: {recording}")
        again = [("--game", wish.lasting_name), *wish.spoken]
        say(f"To see it again: {written('replay', str(recording.absolute()), options=again)}")
    text = [("--table", "text"), *wish.with_mods]
    say(f"To play it yourself in the terminal: {written('play', wish.lasting_name, options=text)}")
    tell_mistake(prepared, game)


def _watched(session: TableSession) -> Document:
    """Play to the end with a progress bar; gives what the first player saw in the middle of it."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    seat = session.seats()[0]
    view: Document | None = None
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


def _picture(view: Document, path: Path) -> None:
    from tilewright.viewer.pictures.stills import NoRenderer, screenshot

    try:
        screenshot(view, path)
    except NoRenderer as error:
        say(str(error))
    else:
        say(f"Picture: {path}")


# ------------------------------------------------------------------ beginning and end


def _tell_end(session: TableSession) -> None:
    from ..text_view import ending

    for line in ending(session.view(None)):
        say(line)


def _title(game: Game) -> str:
    told = game.view(game.seats[0])["game"]
    return ", ".join(one["title"] for one in (told, told["campaign"], told["mission"]) if one)


def _answers(game: Game) -> int:
    from tilewright.runtime.history.save import CHANCE

    return sum(answer["seat"] != CHANCE for answer in game.answers)
