"""Kept entries: files of the cache damaged, exchanged, cut off, or something other than files.

Whatever is there, the result is what it would be without a cache.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from support import kept_lines
from tilewright.dsl import program_cache
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.reading import parse_cache

from .. import bases
from ..target import Input, Target, fewer_in, same
from ..trees import damage, damaged

_WAYS = ("damage", "damage", "damage", "damage", "damage", "other", "fifo", "folder", "link", "gone")


class Kept(Target):
    name = "cache"
    share = 2.5
    memory = 700

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        way = chance.choice(_WAYS)
        spoilt = damage(chance, chance.choice((1, 1, 1, 3))) if way == "damage" else []
        return {
            "sort": chance.choice(list(_SORTS)),
            "file": chance.randrange(8),
            "way": way,
            "damage": spoilt,
        }

    def judge(self, data: Input) -> None:
        home, files, expected = _prepared(data["sort"])
        if not files:
            return  # nothing of that sort is kept
        name = sorted(files)[data["file"] % len(files)]
        path = home / name
        try:
            _spoil(path, files[name], data, files)
            for time in ("read", "read again"):
                _forget()
                with _cache_at(home):
                    same(_SORTS[data["sort"]](), expected, f"{data['sort']} with a damaged entry, {time}")
        finally:
            _mend(home, files)

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "damage")


# ------------------------------------------------------------------ what is kept


def _remove(home: Path, pid: int) -> None:
    if os.getpid() == pid:  # not a process that was forked from it
        shutil.rmtree(home, ignore_errors=True)


def _nodes() -> str:
    """A package large enough to be kept."""
    package = bases.package("bench/dungeon")
    source = package.sources[0]
    large = source._replace(text=source.text.replace("health", "helth", 1) + "\n" + "# kept on disk\n" * 400)
    return repr(check_package(package._replace(sources=(large,))))


def _program() -> str:
    package = bases.package("bench/tic_tac_toe")
    key = program_cache.key(package.sources, package=[package.id])
    program = program_cache.load(key)
    if program is None:
        program = compile_package(package).program
        assert program is not None
        program_cache.store(key, program)
    return json.dumps(program)


def _manifest() -> str:
    return repr(read_package(bases.SCENARIOS / "learn/4_a_mod"))


_SORTS: dict[str, Callable[[], str]] = {
    "nodes": _nodes,
    "program": _program,
    "manifest": _manifest,
    "lines": lambda: repr(kept_lines.best()),
    "masks": lambda: repr(kept_lines.masks()),
}


@cache
def _prepared(sort: str) -> tuple[Path, dict[str, bytes], Any]:
    """A cache with entries of one sort, the bytes of its files, and the right result."""
    home = Path(mkdtemp(prefix="tilewright-fuzz-"))
    pid = os.getpid()
    atexit.register(_remove, home, pid)
    with _cache_at(home):
        _forget()
        expected = _SORTS[sort]()
    files = {path.relative_to(home).as_posix(): path.read_bytes() for path in _files(home)}
    return home, files, expected


def _files(home: Path) -> list[Path]:
    """Everything in the cache but the tables of the grammar, which a process reads once."""
    return [path for path in home.rglob("*") if not path.is_dir() and "grammar" not in path.name]


def _forget() -> None:
    """What this process remembers besides would hide what is on disk."""
    parse_cache._recent.clear()


@contextmanager
def _cache_at(home: Path) -> Iterator[None]:
    before = os.environ.get("TILEWRIGHT_CACHE")
    os.environ["TILEWRIGHT_CACHE"] = str(home)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TILEWRIGHT_CACHE"]
        else:
            os.environ["TILEWRIGHT_CACHE"] = before


def _spoil(path: Path, whole: bytes, data: Input, files: dict[str, bytes]) -> None:
    if data["way"] == "damage":
        path.write_bytes(damaged(whole, data["damage"]))
        return
    path.unlink()
    match data["way"]:
        case "other":
            path.write_bytes(next((one for one in files.values() if one != whole), b"{}"))
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to("/dev/zero" if data["file"] % 2 else path)


def _mend(home: Path, files: dict[str, bytes]) -> None:
    for path in _files(home):
        if path.relative_to(home).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = home / name
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        elif not path.is_file() or path.is_symlink():
            path.unlink(missing_ok=True)
        path.write_bytes(content)
