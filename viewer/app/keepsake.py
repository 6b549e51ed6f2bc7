"""The picture of a table that goes with its save: the board without panels, and how far the game has come.

There is none while somebody at the table knows more than others: whoever reads the list of saves may be one
of the others.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.host.files import saved_at

from ..common import save_picture
from ..common.session import Timed
from ..panels.base import played
from ..pictures.still import picture
from ..rendering import window

if TYPE_CHECKING:
    from PIL import Image

    from .app import App

_LOG = logging.getLogger(__name__)


def keep_on_leaving(app: App) -> None:
    """The same for the game that is kept by itself, if it goes on another time and has come further."""
    session = app.session
    kept = session.kept if isinstance(session, Timed) else None
    if kept is None or app.view.get("over") or not window.lives(app.base):
        return
    if saved_at(kept) > saved_at(save_picture.beside(kept)):
        keep(app, kept)


def keep(app: App, save: Path) -> None:
    """Put the picture of what lies on the table beside its save."""
    secret = any(app.seating.keeps_secrets(seat) for seat in app.session.people())
    if secret or app.ui.curtain is not None or app.plugins.past() is not None or not app.scene.floors:
        save_picture.forget(save)
        return
    shown = _board(app)
    try:
        if shown is not None:
            save_picture.write(save, shown, *played(app.view))
    except OSError as problem:
        _LOG.warning("The picture of this save cannot be written: %s.", problem.strerror or problem)


def _board(app: App) -> Image.Image | None:
    """What the window shows without panels, if it shows anything."""
    app.display.hud.root.hide()
    app.base.win.set_active(True)
    app.backing.prepare()
    app.base.graphicsEngine.render_frame()
    app.base.graphicsEngine.render_frame()  # a window shows a picture with the next one
    try:
        return picture(app.base)
    except OSError:
        return None
    finally:
        app.display.hud.root.show()
        app.redraw()
