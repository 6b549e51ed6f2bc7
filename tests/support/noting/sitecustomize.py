"""Notes which lines of Tilewright a Python process runs, from the first on, and so in all that a test starts.

Python imports a module of this name by itself when it begins, if the folder is on PYTHONPATH, where
`make coverage` puts it. Each process writes a file of its own into the folder that NOTE_INTO names:
`{file: [line, …]}`. A process may be killed at any time, so what it ran is written twice a second, before it
tells anything through a pipe, and when it ends. Judges nothing: that is for `tests/covered.py`.
"""

from __future__ import annotations

import atexit
import json
import os
import time
import tomllib
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slipcover import Slipcover

ROOT = Path(__file__).parents[3]
OFTEN = 0.5  # seconds
rename = os.replace


class Notes:
    """What has been run, and how much of it is written."""

    def __init__(self, run: Slipcover) -> None:
        self.run = run
        self.into = os.environ["NOTE_INTO"]
        self.begun = time.time_ns()
        self.written = 0
        self.free()

    def free(self) -> None:
        self.lock = Lock()

    def write(self) -> None:
        """Write what has been run, if there is more than was written."""
        with self.lock:
            # Copies, since other threads may note more meanwhile.
            noted = [*self.run.all_seen.items(), *self.run.newly_seen.items()]
            count = sum(len(lines) for _, lines in noted)
            if count == self.written:
                return
            self.written = count
            seen: dict[str, set[int]] = {}
            for source, lines in noted:
                seen[source] = seen.get(source, set()) | lines
            # The process may have been forked; and a test may put something else in the place of Path.
            file = os.path.join(self.into, f"{self.begun}-{os.getpid()}")
            with open(f"{file}.begun", "w", encoding="utf-8") as begun:
                json.dump({source: sorted(lines) for source, lines in seen.items()}, begun)
            rename(f"{file}.begun", f"{file}.json")

    def often(self) -> None:
        while True:
            time.sleep(OFTEN)
            self.write()

    def before(self, function: Any) -> Any:
        """A function before which what has been run is written."""

        def noting(*args: Any) -> Any:
            self.write()
            return function(*args)

        return noting


def begin() -> None:
    """Note lines from now on."""
    import slipcover
    from slipcover.importer import SlipcoverLoader

    notes = Notes(slipcover.Slipcover())
    as_it_is = SlipcoverLoader.get_code

    def get_code(self: Any, name: str) -> Any:
        return self.sci.instrument(as_it_is(self, name))

    SlipcoverLoader.get_code = get_code  # what `python -m` runs, slipcover would not note
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["slipcover"]["source"]
    ours = slipcover.FileMatcher(sources=[ROOT / folder for folder in folders])
    slipcover.ImportManager(notes.run, ours).__enter__()

    os.write = notes.before(os.write)
    os._exit = notes.before(os._exit)
    atexit.register(notes.write)
    os.register_at_fork(after_in_child=notes.free)  # another thread may have been writing
    Thread(target=notes.often, daemon=True).start()


def _has_a_folder() -> bool:
    """Whether the current folder is still there: slipcover asks for it, and a test may take it away."""
    try:
        return bool(os.getcwd())
    except FileNotFoundError:
        return False


# A Python of another installation, which a test may start as well, has no slipcover.
if "NOTE_INTO" in os.environ and find_spec("slipcover") and _has_a_folder():
    begin()
