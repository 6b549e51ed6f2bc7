"""Folders that are no decent packages: links out, pipes, folders for files, odd names; commands in them.

A command says what is wrong. It neither waits, shows what lies outside, nor writes there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from support.packages import write

from ..commands import run
from ..target import Different, Input, Target, fewer_in, same

_SECRET = "secret_of_somebody_else"
_GAME = 'system case:\n  players: 1\n\nto play:\n  say "Hello"\n  lose\n'
_MANIFEST = 'id: {id}\ntitle: Case\nversion: 1.0.0\nengine: ">=0.1"\n'
_USES = 'uses:\n  - {id: zzz, version: ">=0"}\n'
_PLACES = (
    "case/package.yaml",
    "case/case.wright",
    "case/RULES.md",
    "case/texts",
    "case/texts/cs.yaml",
    "beside/package.yaml",
    "case/mods",
    "case/odd.wright",
    "beside",
    "case/sub/package.yaml",
    "case/\x1b[31m.wright",
    "case/a b.wright",
    "case/-x.wright",
    "case/\u202e.wright",
    "case/deep/" * 20 + "x.wright",
)
_WAYS = (
    "link",
    "link",
    "link_to_folder",
    "fifo",
    "folder",
    "nothing",
    "empty",
    "nul",
    "latin",
    "self",
    "large",
    "blank",
    "use",
)
_COMMANDS = (
    ["check", "case"],
    ["simulate", "case", "--games", "1", "--jobs", "1"],
    ["test", "case"],
    ["texts", "case", "cs"],
    ["test", "case", "--ledger", "case/RULES.md"],
    ["explain", "case", "play"],
    ["check", "case", "--mod", "beside"],
    ["play", "case", "--table", "text"],
)


class Folders(Target):
    name = "folders"
    share = 1.5
    memory = 700

    def make(self, chance: Random, known: Sequence[Input]) -> Input:
        spoilt = [[chance.choice(_PLACES), chance.choice(_WAYS)] for _ in range(chance.choice((1, 1, 2, 3)))]
        return {"spoilt": spoilt, "command": chance.choice(_COMMANDS)}

    def judge(self, data: Input) -> None:
        before = os.getcwd()
        with TemporaryDirectory(prefix="tilewright-fuzz-") as folder:
            home = Path(folder, "home")
            outside = write(
                Path(folder, "outside"),
                {"file": f"{_SECRET}\n", "folder/file": f"{_SECRET}\n", "folder/cs.yaml": f"{_SECRET}\n"},
            )
            write(home / "case", {"package.yaml": _MANIFEST.format(id="case"), "case.wright": _GAME})
            write(
                home / "beside",
                {"package.yaml": _MANIFEST.format(id="beside"), "mod.wright": "mod beside for case\n"},
            )
            for place, way in data["spoilt"]:
                _spoil(home, place, way, outside)
            was = _listed(outside)
            os.chdir(home)
            try:
                said = run(*data["command"], typed="quit\n")
            finally:
                os.chdir(before)
            same(_listed(outside), was, "what lies outside")
            if _SECRET in said:
                raise Different(f"shows what lies outside: {said[:300]!r}")

    def smaller(self, data: Input) -> Iterator[Input]:
        yield from fewer_in(data, "spoilt")


def _spoil(home: Path, place: str, way: str, outside: Path) -> None:
    path = home / place
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if way == "use":
            manifest = home / "case/package.yaml"
            if manifest.is_file() and not manifest.is_symlink():  # what was spoilt before stays so
                manifest.write_text(_MANIFEST.format(id="case") + _USES)
            return
        if path.is_dir() and not path.is_symlink():
            path.rename(path.with_name(path.name + "_away"))
        else:
            path.unlink(missing_ok=True)
        match way:
            case "link":
                path.symlink_to(outside / "file")
            case "link_to_folder":
                path.symlink_to(outside / "folder")
            case "self":
                path.symlink_to(path)
            case "fifo":
                os.mkfifo(path)
            case "folder":
                path.mkdir()
            case "empty":
                path.write_bytes(b"")
            case "nul":
                path.write_bytes(b"id: case\0\n")
            case "latin":
                path.write_bytes("id: caf\u00e9\n".encode("latin-1"))
            case "blank":
                path.write_bytes(b"\n" * 3_000 + b"!")
            case "large":
                path.write_bytes(b"# " + b"x" * 300_000 + b"\n")
    except OSError:
        return  # such a thing cannot be here


def _listed(folder: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
