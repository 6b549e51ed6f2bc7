"""Screens of a test's own, and what is said where nothing can be drawn."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest

SIZE = (1280, 720)
_MISSING = not (shutil.which("Xvfb") and shutil.which("xdotool"))

# Marks of a module whose tests open windows and move the mouse.
WINDOWED = [
    pytest.mark.window,
    pytest.mark.skipif(
        _MISSING and "CI" not in os.environ,
        reason="Xvfb and xdotool are needed for a real window (apt install xvfb xdotool)",
    ),
]


@contextmanager
def screen(size: tuple[int, int] = SIZE) -> Iterator[str]:
    """The name of an X display without a monitor; it is gone afterwards."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size[0]}x{size[1]}x24"],
        pass_fds=(writer,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as said:
            yield f":{said.readline().strip()}"
    finally:
        server.kill()
        server.wait()


def nothing_draws(problem: object) -> NoReturn:
    """Skip the rest of a test where OpenGL is missing; the build machine has it, and fails instead."""
    sentence = f"nothing can be drawn here (apt install libgl1 libegl1 libgl1-mesa-dri libx11-6): {problem}"
    if "CI" in os.environ:
        pytest.fail(sentence)
    pytest.skip(sentence)
