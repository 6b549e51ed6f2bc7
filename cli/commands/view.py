"""Draw a picture of the table.

It shows how the table stood after so many answers.
"""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.host.terminal import say

from ..loading import GAME_HELP, load
from ..seats import (
    chosen_seed,
    language_option,
    mod_option,
    players_option,
    seated,
    seed_option,
    setting_option,
)
from ..targets import target, unwritable


@click.command("view", epilog=GAME_HELP)
@click.argument("name", metavar="GAME[/MISSION]")
@click.option(
    "--screenshot",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.png",
    help="The file to write.",
)
@click.option(
    "--seat", metavar="NAME", help="As this player sees it, such as player.2; the designer sees everything."
)
@click.option(
    "--after", type=click.IntRange(0), default=0, metavar="N", help="Draw it after N random answers."
)
@click.option("--quality", type=click.Choice(["auto", "baked", "lite", "full"]), default="auto")
@click.option("--size", default="1600x900", metavar="WxH", show_default=True)
@players_option
@seed_option
@language_option
@setting_option
@mod_option
def command(
    name: str,
    screenshot: Path,
    seat: str | None,
    after: int,
    quality: str,
    size: str,
    players: int | None,
    seed: int | None,
    language: str,
    settings: tuple[str, ...],
    mods: tuple[str, ...],
) -> None:
    """Draw a picture of a game as it is after its set-up, or after some answers. Needs no screen."""
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession
    from tilewright.viewer.pictures.stills import NoRenderer
    from tilewright.viewer.pictures.stills import screenshot as draw

    from ..text_view import ending

    width, _, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 8000 and 0 < int(height) <= 8000):
        raise click.UsageError(f"`{size}` is not a size; write 1600x900")
    loaded = load(name, settings=settings, mods=mods, language=language)
    target(screenshot, loaded.package)
    loaded.dress_table()
    seats = seated(loaded.program, players, ())
    game = Game.start(loaded.program, 0 if seed is None else chosen_seed(seed), seats.players)
    if seat is not None and seat not in game.seats:
        raise click.UsageError(f"there is no seat `{seat}`; there are {', '.join(game.seats)}")
    session = TableSession(game, (), seed=game.seed)
    for _ in range(after):
        if not session.tick():
            break
    shown = session.view(seat)  # what takes too long is found out by looking
    if dear := loaded.where_dear(session.game):
        say(dear, err=True)
    if stuck := loaded.where_stuck(session.game):
        for line in (*ending(session.view(None)), stuck):
            say(line, err=True)
    try:
        renderer = draw(shown, screenshot, quality=quality, size=(int(width), int(height)))
    except NoRenderer as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise unwritable(screenshot, error) from None
    say(f"{screenshot}, drawn by {renderer}.")
