"""An answer resumes the verb that asked, however many lie below it: depth 32 costs what depth 2 does."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from bench.timing import ROUNDS, figure
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.engine.engine import Machine, link
from tilewright.runtime.state.program import load

DEEP = """system deep:
  players: 1
  begins: start

game has:
  count: number 0 to 1000000

to start:
  descend {depth}

to descend (n: number):
  if n > 1:
    descend n - 1
    done
  repeat:
    choose k from 0 to 1
    raise count by k
"""


def resume() -> dict[str, object]:
    """The cost of an answer at depth 32 over that at depth 2, measured in turn."""
    machines = {depth: _machine(depth) for depth in (2, 32)}
    costs: dict[int, list[float]] = {2: [], 32: []}
    for _ in range(ROUNDS + 1):
        for depth, of in machines.items():
            state = of.start(1, 1)
            began = time.process_time()
            for _ in range(20_000):
                of.answer(state, 1)
            costs[depth].append((time.process_time() - began) / 20_000 * 1e6)
    shallow, deep = (statistics.median(costs[depth][1:]) for depth in (2, 32))
    against_what = f"depth 2 ({shallow:.2f} µs)"
    return figure("resume after an answer at depth 32", deep, "µs", against_what, deep / shallow, 1.3)


def _machine(depth: int) -> Machine:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deep.wright"
        path.write_text(DEEP.format(depth=depth), encoding="utf-8")
        package, _ = read_package(path)
        assert package is not None
        compiled = compile_package(package)
        assert compiled.program is not None, compiled.problems
        return link(load(compiled.program))


BENCHMARKS = (resume,)
