"""Open the start screen.

There a game is chosen and begun, gone on with, or looked at.
"""

from __future__ import annotations

import click

from tilewright.host.terminal import has_display, say

NO_SCREEN = "There is no screen for a window. In the terminal: `tilewright play GAME --table text`."


@click.command("start")
@click.option(
    "--quality", type=click.Choice(["auto", "baked", "lite", "full"]), default="auto", help="Of the 3D table."
)
@click.pass_context
def command(ctx: click.Context, quality: str) -> None:
    """Open the start screen: go on with a game, begin one, edit a board, or change settings.

    `tilewright` alone does the same.
    """
    if not has_display():
        _instead(ctx, NO_SCREEN)
    from tilewright.viewer.app.sittings import run_sittings
    from tilewright.viewer.menus.start_plugin import start_screen
    from tilewright.viewer.rendering.window import NoRenderer, WindowLost

    from ..start_shelf import StartShelf

    shelf = StartShelf()
    try:
        run_sittings(start_screen(shelf), lambda: start_screen(shelf), quality=quality)
    except WindowLost as error:
        say(str(error), err=True)
    except KeyboardInterrupt:
        pass
    except NoRenderer as error:
        _instead(ctx, str(error))


def _instead(ctx: click.Context, why: str) -> None:
    """Say why there is no window, and what there is."""
    say(why, err=True)
    say()
    say((ctx.parent or ctx).get_help())
    ctx.exit(2)
