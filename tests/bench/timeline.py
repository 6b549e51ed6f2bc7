"""Time at the table, for viewer.py: a jump to any moment of a long game, with its view; edits that appear."""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from bench.timing import figure
from support.scenarios import ROOT, program
from tilewright.cli.source_watcher import Recipe, SourceWatcher
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.viewer.app import gc_pauses
from tilewright.viewer.authoring.sources import Changed

LINES = 1_000


def jumps() -> list[dict[str, object]]:
    """The middle and the dearest of jumps to moments all over the game."""
    session = _long_game()
    taken = []
    gc_pauses.begin()  # as a table does when it opens
    for number in range(120):
        moment = number * 37 % (len(session.timeline) + 1)
        began = time.process_time()
        session.view_at(moment, session.seats()[0])
        taken.append((time.process_time() - began) * 1000)
        gc_pauses.look(resting=False)
    gc_pauses.end()
    lines = len(session.game.log(None))
    kept = _memory(lambda: [session.game.clone() for _ in range(50)]) / 50
    name = f"jump in {lines} events, {len(session.timeline)} answers"
    return [
        figure(f"{name}, median", statistics.median(taken), "ms"),
        figure(f"{name}, worst", max(taken), "ms", target=50),
        figure("kept for each moment", kept, "kB"),
    ]


def _memory(make: Callable[[], object]) -> float:
    """Kilobytes that something takes."""
    tracemalloc.start()
    made = make()
    taken = tracemalloc.get_traced_memory()[0] / 1024
    tracemalloc.stop()
    del made
    return taken


def _long_game() -> TableSession:
    """A game of bots with that many lines, of any seed that has them."""
    best: TableSession | None = None
    for seed in range(12):
        session = TableSession(Game.start(program("aliens", "newt_mission"), seed, 3), (), seed=seed)
        assert len(session.timeline) == 0
        while len(session.game.log(None)) < LINES and session.tick():
            pass
        if best is None or len(session.game.log(None)) > len(best.game.log(None)):
            best = session
        if len(best.game.log(None)) >= LINES:
            break
    assert best is not None
    return best


def reloads() -> list[dict[str, object]]:
    """From a saved edit to the game that goes on with it: of words, and of a rule after 40 answers."""
    found = []
    for name in ("learn/3_first_mission", "nemesis", "aliens"):
        for what in ("words", "a rule"):
            with tempfile.TemporaryDirectory() as folder:
                root = Path(folder) / "scenarios"
                shutil.copytree(ROOT, root)
                found.append(_reload(root / name, name, what))
    return found


def _reload(path: Path, name: str, what: str) -> dict[str, object]:
    recipe = Recipe(path)
    package, program, _ = recipe.compile()
    assert package is not None and program is not None
    session = TableSession(Game.start(program, 1), (), seed=1)
    gc_pauses.begin()  # as a table does when it opens
    for _ in range(40):
        session.tick()
    workshop = SourceWatcher(recipe, package, program, lambda: session.game)
    file = next(package.places[one.path] for one in package.sources if "\nmission " in one.text)
    text = file.read_text("utf-8")
    title = re.compile(r'^(mission \w+ )"', re.MULTILINE)
    edited = title.sub(r'\1"New ', text)
    if what != "words":
        edited = text.replace("  setup:\n", '  setup:\n    say "x"\n')
    file.write_text(edited, "utf-8")
    began = time.process_time()
    workshop.compile()
    news = workshop.news()
    spent = (time.process_time() - began) * 1000
    gc_pauses.end()
    assert isinstance(news, Changed) and news.found is not None, news
    answers = f", {session.moment()} answers" if not news.found.retold else ""
    return figure(f"edit of {what} shown: {name}{answers}", spent, "ms of processor", target=500)
