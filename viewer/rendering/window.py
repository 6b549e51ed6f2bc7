"""Opening Panda3D: which renderer, which quality, window or picture. One process makes one of these, once."""

from __future__ import annotations

import ctypes
import math
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from panda3d.core import (
    AntialiasAttrib,
    GraphicsPipeSelection,
    NodePath,
    WindowProperties,
    load_prc_file_data,
)

from tilewright.host.text import on_one_line

from ..camera.camera import FIELD_OF_VIEW, Camera

QUALITIES = ("baked", "lite", "full")
OFFSCREEN = ("p3headlessgl", "p3tinydisplay", "pandagl")
ON_SCREEN = ("pandagl", "p3tinydisplay")
BACKGROUND = (0.010, 0.013, 0.019, 1)
HOW_TO_GET_ONE = (
    "No renderer could be loaded. On Debian or Ubuntu install libx11-6 (simple pictures, drawn by "
    "Panda3D itself), or libgl1 libegl1 libgl1-mesa-dri (all qualities). A window also needs a screen."
)

LOST = "The screen of the table was lost. Every answer was saved."

_QUIET = """notify-level-device fatal
notify-level-egldisplay fatal
notify-level-x11display fatal
notify-level-display error"""


class NoRenderer(RuntimeError):
    """No display module of Panda3D could be loaded here; the message says what to install."""


class WindowLost(RuntimeError):
    """The window's screen or graphics went away while it was open; the message says so."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A ShowBase with its window, and what it can do."""

    base: Any
    quality: str
    software: bool


def first_that_works(renderers: tuple[str, ...]) -> str:
    """The first renderer whose module can be loaded and finds a display. Raises NoRenderer if none does."""
    load_prc_file_data("tilewright", _QUIET)
    pipes = GraphicsPipeSelection.get_global_ptr()
    for name in renderers:
        if pipes.make_module_pipe(name) is not None:
            return name
    raise NoRenderer(HOW_TO_GET_ONE)


def open_window(
    renderer: str,
    quality: str,
    size: tuple[int, int],
    *,
    offscreen: bool,
    smooth: bool | None = None,
    title: str = "",
) -> Opened:
    """Open with this renderer. `auto` becomes what the renderer does well; tinydisplay always means `baked`.
    Edges are `smooth` where that is not said in pictures, and in windows unless the quality is `baked`.
    Raises NoRenderer if it does not open.
    """
    first_that_works((renderer,))  # Panda would silently take another.
    guess = _guess(renderer, quality, offscreen)
    smooth = (offscreen or guess != "baked") if smooth is None else smooth
    samples = 4 if smooth and renderer != "p3tinydisplay" else 0
    _configure(renderer, size, samples, offscreen, title)
    _without_curtains()
    from direct.showbase.ShowBase import ShowBase  # Only now: it reads the configuration when it is imported.

    class SilentBase(ShowBase):
        def createBaseAudioManagers(self) -> None:
            """No sound device is opened before something is to be heard (app/sounds.py)."""

    try:
        base = SilentBase(windowType="offscreen" if offscreen else "onscreen")
    except Exception as problem:  # Panda raises a bare Exception when it finds no display.
        raise NoRenderer(HOW_TO_GET_ONE) from problem
    if base.win is None or base.pipe is None:
        raise NoRenderer(HOW_TO_GET_ONE)
    _never_destroy(base.win)
    name = base.win.get_gsg().get_driver_renderer() or ""
    software = renderer == "p3tinydisplay" or any(
        word in name.lower() for word in ("llvmpipe", "softpipe", "swrast")
    )
    settled = guess
    if renderer == "p3tinydisplay" or (quality == "auto" and software and not offscreen):
        settled = "baked"
    base.set_background_color(*BACKGROUND)
    if samples:
        base.render.set_antialias(AntialiasAttrib.M_multisample)
    base.disable_mouse()
    base.camLens.set_near_far(0.5, 200)
    return Opened(base, settled, software)


def _without_curtains() -> None:
    """Panda brings curtains to fade pictures out, and with them all of its own buttons and forms, which are a
    twenty-fifth of the work for a first frame. Nothing here uses them.
    """
    curtains = ModuleType("direct.showbase.Transitions")
    curtains.Transitions = lambda _loader: None  # type: ignore[attr-defined]
    sys.modules.setdefault(curtains.__name__, curtains)


def _never_destroy(win: object) -> None:
    """Keep a window object until the process ends, closed or not. Panda's software renderer frees its X
    resources when the object goes, after the display that they belonged to, and corrupts memory by it.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(win))


def lives(base: Any) -> bool:
    """Whether something can be drawn."""
    gsg = base.win.get_gsg()
    return bool(base.win.is_valid() and gsg is not None and gsg.is_valid())


def when_screen_goes(farewell: Callable[[], object]) -> None:
    """What is said when the X server goes away; Xlib ends the process then, and nothing can prevent that."""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return  # This screen is none of X.

    def gone(_: int) -> int:
        print(LOST, file=sys.stderr)
        farewell()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1)

    handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(gone)
    x11.XSetIOErrorHandler(handler)
    _HANDLERS.append(handler)


_HANDLERS: list[Any] = []  # Xlib has only their addresses.


def full_screen(base: Any, on: bool) -> None:
    """Let a window fill the screen, or be as large as it was."""
    if bool(base.win.get_properties().get_fullscreen()) == on:
        return
    wanted = WindowProperties()
    wanted.set_fullscreen(on)
    screen = _screen(base)
    if screen is not None:
        wanted.set_size(*(screen if on else (min(1280, screen[0]), min(720, screen[1]))))
        base.win.request_properties(wanted)


def fit_screen(base: Any) -> None:
    """Make a window smaller that is larger than its screen."""
    screen, now = _screen(base), (base.win.get_x_size(), base.win.get_y_size())
    if screen is not None and (screen[0] < now[0] or screen[1] < now[1]):
        wanted = WindowProperties()
        wanted.set_size(min(now[0], screen[0]), min(now[1], screen[1]))
        base.win.request_properties(wanted)


def _screen(base: Any) -> tuple[int, int] | None:
    """How large the screen is, if the display tells."""
    size = (base.pipe.get_display_width(), base.pipe.get_display_height())
    return size if min(size) > 0 else None


def aim(base: Any, camera: Camera, size: tuple[float, float]) -> None:
    """Point Panda's camera as ours says."""
    across = 2 * math.atan(math.tan(math.radians(FIELD_OF_VIEW) / 2) * size[0] / size[1])
    base.camLens.set_fov(math.degrees(across), FIELD_OF_VIEW)
    path: NodePath = base.camera
    path.set_pos(*camera.eye)
    path.look_at(*camera.target, 0)


def _guess(renderer: str, quality: str, offscreen: bool) -> str:
    """A quality before anything is open, because the number of samples must be asked for beforehand."""
    if renderer == "p3tinydisplay":
        return "baked"
    if quality in QUALITIES:
        return quality
    return "full" if offscreen or _has_gpu() else "baked"


def _has_gpu() -> bool:
    if os.environ.get("LIBGL_ALWAYS_SOFTWARE") == "1":
        return False
    return (
        not sys.platform.startswith("linux") or Path("/dev/dri").is_dir() or Path("/dev/nvidiactl").exists()
    )


def _configure(renderer: str, size: tuple[int, int], samples: int, offscreen: bool, title: str) -> None:
    lines = [
        f"load-display {renderer}",
        "aux-display",
        f"win-size {size[0]} {size[1]}",
        f"window-title {on_one_line(title) or 'Tilewright'}",  # another line would be another setting
        _QUIET,
        *([] if renderer == "p3tinydisplay" else ["textures-power-2 none"]),
        "print-pipe-types 0",
        f"framebuffer-multisample {int(samples > 0)}",
        f"multisamples {samples}",
        f"sync-video {int(not offscreen)}",
        "model-cache-dir",
        "loader-support-entry-points 0",  # Panda would look through every installed package.
    ]
    load_prc_file_data("tilewright", "\n".join(lines))
