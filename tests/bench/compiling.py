"""What a check costs: of a game in a fresh process, cold and after an edit, and of one that is watched."""

from __future__ import annotations

import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench.programs import SCENARIOS
from bench.timing import ROUNDS, figure
from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.package import read_package
from tilewright.host import children


def check() -> list[dict[str, object]]:
    """`tilewright check` of a copy of scenarios/aliens, as a whole process, in seconds of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SCENARIOS / "aliens", Path(folder) / "aliens")
        shutil.copytree(SCENARIOS / "std", Path(folder) / "std")
        card = Path(folder) / "aliens" / "content" / "events.wright"
        title = re.compile(r'^(\w+ \w+ ")', re.MULTILINE)
        cold, edited, changed, watched = [], [], [], []
        for round_ in range(ROUNDS):
            caches = Path(folder) / f"cache{round_}"
            cold.append(_check(Path(folder) / "aliens", caches))
            with card.open("a", encoding="utf-8") as file:
                file.write(f"# edited {round_}\n")
            edited.append(_check(Path(folder) / "aliens", caches))
            card.write_text(title.sub(r"\1New ", card.read_text("utf-8"), count=1), "utf-8")
            changed.append(_check(Path(folder) / "aliens", caches))
        for _ in range(ROUNDS + 1):  # of which the first finds a compiler that was only just started
            card.write_text(title.sub(r"\1New ", card.read_text("utf-8"), count=1), "utf-8")
            watched.append(_check_again(Path(folder) / "aliens"))
    return [
        figure("check scenarios/aliens, cold", statistics.median(cold), "s", target=2),
        figure("check scenarios/aliens, one file edited", statistics.median(edited), "s", target=0.4),
        figure("check scenarios/aliens, one card changed", statistics.median(changed), "s", target=0.4),
        figure("check --watch, one card changed", statistics.median(watched[1:]), "s", target=0.4),
    ]


def _check(package: Path, caches: Path) -> float:
    """The processor's time of one run, its imports included."""
    began = spent()
    command = [*children.python("tilewright.cli.main"), "check", str(package)]
    environment = {**children.environment(), "XDG_CACHE_HOME": str(caches), "NO_COLOR": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody has that set who edits a game
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=False
    )
    return spent() - began


def _check_again(package: Path) -> float:
    """The processor's time of what `check --watch` does after an edit."""
    began = time.process_time()
    found, _ = read_package(package)
    assert found is not None
    check_package(found)
    return time.process_time() - began


def spent() -> float:
    """The processor's time of children so far."""
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return of_children.ru_utime + of_children.ru_stime


BENCHMARKS = (check,)
