"""The window in which a board is edited: the board editor and the table that it works at, joined."""

from __future__ import annotations

from collections.abc import Sequence

from ..authoring.editor import BoardEditorPlugin, DrawingBoard, EditorSession
from ..plugin import Maker
from .app import App, run_table


def edit_board(board: DrawingBoard, *, quality: str = "auto", plugins: Sequence[Maker] = ()) -> None:
    """Open a window in which a board is edited until it is closed."""

    def plugin(app: App) -> BoardEditorPlugin:
        return BoardEditorPlugin(app, board)

    run_table(EditorSession(board), quality=quality, plugins=(plugin, *plugins))
