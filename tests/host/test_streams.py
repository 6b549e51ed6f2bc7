"""Standard output that is lost, and that whoever read it has left."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from tilewright.host import streams


def test_whoever_leaves_is_told_from_a_full_disk(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as pipe:
        telling = streams._telling_of_loss(pipe)
        telling.write("read no more")
        with pytest.raises(BrokenPipeError):
            telling.flush()
        _forget(telling)
    with open("/dev/full", "w", encoding="utf-8") as full:
        telling = streams._telling_of_loss(full)
        telling.write("too much")
        with pytest.raises(streams.OutputLost) as lost:
            telling.flush()
        assert lost.value.errno == errno.ENOSPC
        _forget(telling)


def _forget(stream: io.TextIOWrapper) -> None:
    """What it would not take would be tried once more when it is closed."""
    with pytest.raises(OSError):  # noqa: PT011
        stream.close()
