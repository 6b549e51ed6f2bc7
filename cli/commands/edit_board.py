"""Paint a board with the mouse.

Or lay out a mission with it. What is painted goes into the sources.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from tilewright.host.terminal import say

from ..loading import GAME_HELP, stop
from ..targets import editable

if TYPE_CHECKING:
    from tilewright.viewer.authoring.editor import EditedBoard


@click.command("edit-board", epilog=GAME_HELP)
@click.argument("name", metavar="GAME")
@click.argument("board", required=False, metavar="[BOARD]")
@click.option("--quality", type=click.Choice(["auto", "baked", "lite", "full"]), default="auto")
@click.option("--language", default="en", metavar="LANG", help="The language of the editor, such as cs.")
def command(name: str, board: str | None, quality: str, language: str) -> None:
    """Edit a board, or the layout of a mission, in a window, and write it back into its file.

    Only the lines that are painted change; comments and everything else stay as they are. Without BOARD it is
    the first mission with a layout, or the first board. Ctrl+S saves.
    """
    from tilewright.dsl.editing.edit import CannotEdit
    from tilewright.dsl.packages.package import find_package, read_package, similar
    from tilewright.dsl.translations.translate import engine_speech
    from tilewright.viewer.app.sittings import run_sittings
    from tilewright.viewer.authoring.editor import board_sitting
    from tilewright.viewer.menus.opening import opening
    from tilewright.viewer.rendering.window import NoRenderer

    from ..board_sketch_view import drawing_board

    found = find_package(name)
    if found is None:
        near = similar(name)
        raise click.UsageError(f"there is no game `{name}`{f'; {near}' if near else ''}")
    package, problems = read_package(found[0])
    if package is None or any(one.is_error for one in problems):
        stop(problems, package)
    editable(package)
    edited: EditedBoard | None = None
    speech = engine_speech(language)

    def read() -> EditedBoard:
        nonlocal edited
        edited = drawing_board(package, board or found[1])
        return edited

    try:
        run_sittings(
            opening(package.title, read, partial(board_sitting, speech=speech), speech), None, quality=quality
        )
    except (CannotEdit, NoRenderer) as error:
        raise click.ClickException(str(error)) from None
    if edited is not None and edited.dirty():
        say("Not saved: the last edits are not in the files yet. The next editor of this board has them.")
