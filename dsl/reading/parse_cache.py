"""What was read before, kept on disk: the tables of the grammar, and the nodes of files that did not change.

Both are found by what they were made of, so they can never be out of date. A cache may vanish, be read-only
or hold nonsense at any time: that means only that everything is read once more. What is kept are pickles, in
the user's own cache folder, beside the programs; no package ever brings one along.
"""

from __future__ import annotations

import gc
import hashlib
import io
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.host.files import write_whole

from ..program_cache import folder
from .source import Source

T = TypeVar("T")

if TYPE_CHECKING:
    from lark import Lark

    from .parse import Piece, Reading

MAX_KEPT = 60
"""Files of each sort in the cache folder: a package has one for its nodes, the grammar another."""
WORTH_KEEPING = 10_000
"""Characters of a package; less is read as quickly as it is found."""


RECENT = 200
"""Files that this process has read last are also kept in memory: a table compiles at every edit."""

_recent: dict[tuple[str, str], Reading] = {}


def grammar(text: str, **options: Any) -> Lark:
    """The parser of a grammar; making one takes ten times as long as reading its tables."""
    import lark
    from lark import Lark

    name = f"grammar-{digest(text, lark.__version__, _reader())}"
    kept = _load(name)
    if isinstance(kept, Lark):
        return kept
    made = Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=True, **options)
    del made.grammar  # a fifth of what would be kept, and only read while the tables are made
    _store(name, made)
    return made


def read(
    sources: tuple[Source, ...], read_file: Callable[[Source, Mapping[str, Piece]], Reading]
) -> Iterator[Reading]:
    """Read every file: one that did not change from what is kept, another with the pieces of before."""
    if sum(len(source.text) for source in sources) < WORTH_KEEPING:
        yield from (read_file(source, {}) for source in sources)
        return
    name = f"nodes-{digest(*sorted({source.path.partition('/')[0] for source in sources}), _reader())}"
    with collecting_nothing():
        kept = _load(name)
        known: dict[str, tuple[str, bytes]] = kept if isinstance(kept, dict) else {}
        current: dict[str, tuple[str, bytes]] = {}
        for source in sources:
            text = digest(source.text)
            then, data = known.get(source.path, ("", b""))
            one = _recent.get((source.path, then)) or _known(data)
            if one is not None and text == then:
                current[source.path] = text, data
            else:
                one = read_file(source, one.pieces if one is not None else {})
                current[source.path] = text, pickle.dumps(one, protocol=5)
            _recent[source.path, text] = one
            while len(_recent) > RECENT:
                del _recent[next(iter(_recent))]
            yield one
        if current != known:
            _store(name, current)


def kept(sort: str, parts: tuple[str, ...], make: Callable[[], T]) -> T:
    """A value that only depends on these texts and on the compiler: from what is kept, or made and kept."""
    name = f"{sort}-{digest(*parts, _reader())}"
    found: T | None = _load(name)
    if found is None:
        found = make()
        _store(name, found)
    return found


def _known(data: bytes) -> Reading | None:
    with suppress(Exception):
        found: Reading = pickle.loads(data)
        return found
    return None


@contextmanager
def collecting_nothing() -> Iterator[None]:
    """No garbage collection for a while: thousands of new nodes would be looked through again and again.

    Afterwards they are set aside until the next time, or the first thing would be to look through them all.
    """
    was_on = gc.isenabled()
    if was_on:
        gc.unfreeze()
        gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()
            gc.enable()


# ------------------------------------------------------------------ files


class _Pickler(pickle.Pickler):
    """Keeps lark's parsers as they are: to find one whole takes a quarter of the time of `Lark.load`."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, ModuleType):  # its lexers hold `re`
            return import_module, (value.__name__,)
        if type(value).__module__ == "lark.parsers.lalr_analysis" and type(value).__name__ == "Action":
            return str(value)  # `Shift` and `Reduce`, which it knows by identity
        return NotImplemented


def _load(name: str) -> Any:
    """What is kept under a name; None if there is nothing, or it cannot be read."""
    try:
        path = folder() / f"{name}.pickle"
        found = pickle.loads(path.read_bytes())
        os.utime(path)  # what is used stays longest
    except Exception:
        return None
    return found


def _store(name: str, value: Any) -> None:
    """Keep a value. It appears under its name whole or not at all."""
    with suppress(OSError, pickle.PicklingError, TypeError):
        data = io.BytesIO()
        _Pickler(data, protocol=5).dump(value)
        folder().mkdir(parents=True, exist_ok=True)
        write_whole(folder() / f"{name}.pickle", data.getvalue())
        _tidy(folder())


def _tidy(home: Path) -> None:
    """Forget what was not used for longest, of each sort."""
    entries: dict[str, list[tuple[float, Path]]] = {}
    for path in home.glob("*.pickle"):
        with suppress(OSError):
            entries.setdefault(path.name.partition("-")[0], []).append((path.stat().st_mtime, path))
    for found in entries.values():
        for _, path in sorted(found, reverse=True)[MAX_KEPT:]:
            with suppress(OSError):
                path.unlink()


@cache
def _reader() -> str:
    """What reads sources: a change to it must not meet what the old one read."""
    here = Path(__file__).parents[1]
    parts = sorted(path for pattern in _READERS for path in here.glob(pattern))
    found = [(path.name, path.stat()) for path in parts]
    return digest(*(f"{name} {stat.st_size} {stat.st_mtime_ns}" for name, stat in found))


_READERS = ("grammar.lark", "nodes/*.py", "reading/*.py", "problems/diagnostics.py", "packages/manifest.py",
            "codes/syntax.py", "codes/packages.py")


def digest(*parts: str) -> str:
    """A name for what these texts make."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:32]
