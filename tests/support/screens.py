"""Screens of a test's own, and what is said where nothing can be drawn."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest

SIZE = (1280, 720)


@contextmanager
def screen(size: tuple[int, int] = SIZE) -> Iterator[str]:
    """The name of an X display without a monitor; it is gone afterwards."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        _lacks("a real window needs Xvfb and xdotool (apt install xvfb xdotool)")
    reader, writer = os.pipe()
    # Without -noreset it begins anew when its last client goes, and refuses a window that opens just then.
    server = subprocess.Popen(
        ["Xvfb", "-noreset", "-displayfd", str(writer), "-screen", "0", f"{size[0]}x{size[1]}x24"],
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
    """Leave a test where OpenGL is missing."""
    _lacks(f"nothing can be drawn here (apt install libgl1 libegl1 libgl1-mesa-dri libx11-6): {problem}")


def _lacks(sentence: str) -> NoReturn:
    """The only place that skips a test, and only on a machine of somebody's own: CI has what is needed."""
    if "CI" in os.environ:
        pytest.fail(sentence)
    pytest.skip(sentence)
