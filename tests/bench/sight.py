"""Tables of sight over regions, as large as a whole game's: searched, and found again on disk."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.timing import figure
from support.scenarios import program
from tilewright.runtime.engine.engine import link
from tilewright.runtime.state.program import load

SECONDS = 2


def regions() -> list[dict[str, object]]:
    """Linking a game on regions, by the processor's time."""
    data = program("sniper_elite")
    spaces = len(data["board"]["spaces"])
    with fresh_cache():
        searched, found = linked(data), linked(data)
    return [
        figure(f"linking with sight over {spaces} regions", searched, "s", target=SECONDS),
        figure("the same, found on disk", found, "s", "searched", found / searched),
    ]


def linked(data: dict[str, object]) -> float:
    known = load(data)
    began = time.process_time()
    link(known)
    return time.process_time() - began


@contextmanager
def fresh_cache() -> Iterator[None]:
    before = os.environ.get("TILEWRIGHT_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TILEWRIGHT_CACHE"] = folder
        try:
            yield
        finally:
            del os.environ["TILEWRIGHT_CACHE"]
            if before is not None:
                os.environ["TILEWRIGHT_CACHE"] = before


BENCHMARKS = (regions,)
