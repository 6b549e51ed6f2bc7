"""How long the command line takes until it has said what it can do."""

from __future__ import annotations

import subprocess
import time

from tilewright.host import children

RUNS = 7
TARGET = 250


def help_page() -> dict[str, object]:
    """The best of a few runs: the machine's other work only ever adds."""
    best = min(_once() for _ in range(RUNS)) * 1000
    return {"name": "start of tilewright --help", "value": best, "unit": "ms", "target": TARGET}


def _once() -> float:
    began = time.perf_counter()
    command = [*children.python("tilewright.cli.main"), "--help"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=children.environment())
    return time.perf_counter() - began


BENCHMARKS = (help_page,)
