"""F12: the window's picture as a file. That of a game nobody plays at a window is drawn by
pictures/stills.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.host import folders

from ..common.speech import say, why_not
from ..pictures.still import keep_picture

if TYPE_CHECKING:
    from .app import App


def take(app: App) -> None:
    """Into the user's folder of pictures, under a name that is free; people are told which, or why not."""
    app.base.win.set_active(True)
    app.backing.prepare()
    app.base.graphicsEngine.render_frame()
    try:
        folder = folders.pictures() or Path.cwd()
        folder.mkdir(parents=True, exist_ok=True)
        file = keep_picture(app.base, folder)
    except OSError as problem:
        app.tell(say("told_no_picture", why_not(problem)))
    else:
        app.tell(say("told_picture", str(file)))
