"""One window, in which one table comes after another: the start screen, a game, the next one."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.host.terminal import say

from ..authoring.manual_edit import ManualEditPlugin
from ..common import art, settings, theme
from ..menus.pausing import EndPlugin, PausePlugin
from ..plugin import Maker, Sitting
from ..rendering import window
from ..replaying.telling import TellingPlugin
from ..replaying.timeline import TimelinePlugin
from .app import App
from .minimap import MinimapPlugin

# What stands beside every table. Menus come first: while one is open, it has all keys.
OF_TABLES: tuple[Maker, ...] = (
    EndPlugin,
    PausePlugin,
    TimelinePlugin,
    TellingPlugin,
    ManualEditPlugin,
    MinimapPlugin,
)


def run_sittings(
    first: Sitting,
    home: Callable[[], Sitting] | None,
    *,
    quality: str = "auto",
    autoplay: bool = False,
    size: tuple[int, int] = (1280, 720),
) -> None:
    """Open a window and play until it is closed: the first table and all that comes after it, which is the
    same again, the next mission, and what lies at `home`, the start screen. With `autoplay`, people's
    questions are answered at random too.

    Whatever was begun gets its farewell, unless the next table goes on with it; the first one gets it from
    whoever calls this, unless the screen goes: then the process ends after it.

    Raises NoRenderer if no window can be opened, and WindowLost if its graphics go away.
    """
    opened = _window(quality, size)
    sitting: Sitting | None = first
    window.when_screen_goes(lambda: sitting.farewell() if sitting is not None else None)
    try:
        while sitting is not None:
            following: Sitting | None = None
            try:
                following = _sit(sitting, opened, home, autoplay=autoplay)
            finally:
                if sitting is not first and not (following is not None and following.goes_on):
                    sitting.farewell()
            sitting = following
    finally:
        opened.base.destroy()


def _window(quality: str, size: tuple[int, int]) -> window.Opened:
    """A window as the settings have it, no larger than its screen."""
    renderer = window.first_that_works(window.ON_SCREEN)
    kept, _ = settings.load(settings.file())
    quality = kept.quality if quality == "auto" else quality
    opened = window.open_window(renderer, quality, size, offscreen=False)
    window.fit_screen(opened.base)
    window.full_screen(opened.base, kept.full_screen)
    return opened


def _sit(
    sitting: Sitting, opened: window.Opened, home: Callable[[], Sitting] | None, *, autoplay: bool
) -> Sitting | None:
    """Play at a table until people get up; what they sit down to then, if to anything."""
    if sitting.art is not None:
        art.use(sitting.art)
        theme.use(sitting.look)
    plugins = (*OF_TABLES, *sitting.plugins)
    app = App(sitting.session, opened, autoplay=autoplay, plugins=plugins, sitting=sitting, home=home)
    try:
        app.run()
    except KeyboardInterrupt:
        say()  # what is said now does not stand beside the ^C
        raise
    return app.then
