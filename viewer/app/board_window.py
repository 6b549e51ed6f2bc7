"""The window in which a board is edited: the board editor and the table that it works at, joined."""

from __future__ import annotations

from collections.abc import Sequence

from ..authoring.editor import DrawingBoard, EditorDesk, EditorSession
from ..plugin import Maker
from .app import App, run_table


def edit_board(board: DrawingBoard, *, quality: str = "auto", companions: Sequence[Maker] = ()) -> None:
    """Open a window in which a board is edited until it is closed."""

    def desk(app: App) -> EditorDesk:
        return EditorDesk(app, board)

    run_table(EditorSession(board), quality=quality, companions=(desk, *companions))
