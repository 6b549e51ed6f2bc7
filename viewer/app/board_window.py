"""The window in which a board is edited: the board editor and the table that it works at, joined."""

from __future__ import annotations

from collections.abc import Sequence

from ..authoring.editor import BoardEditorPlugin, DrawingBoard, EditorSession
from ..plugin import Maker, Sitting
from .app import App, run_table


def edit_board(board: DrawingBoard, *, quality: str = "auto", plugins: Sequence[Maker] = ()) -> None:
    """Open a window in which a board is edited until it is closed."""
    sitting = board_sitting(board)
    run_table(sitting.session, quality=quality, plugins=(*sitting.plugins, *plugins))


def board_sitting(board: DrawingBoard) -> Sitting:
    """A table at which a board is edited."""

    def plugin(app: App) -> BoardEditorPlugin:
        return BoardEditorPlugin(app, board)

    makers: tuple[Maker, ...] = (plugin,)
    return Sitting(EditorSession(board), makers)
