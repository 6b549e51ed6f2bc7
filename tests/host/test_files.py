"""Files that are written whole, and the parts of those who were killed meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tilewright.host.files import LEFT_BEHIND, write_folder, write_whole

DYING = """
import os, signal, sys
from pathlib import Path
from tilewright.host import files
Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files.write_whole(Path(sys.argv[1]), b"half")
"""


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob(".*.part"))


def aged(path: Path) -> None:
    old = time.time() - LEFT_BEHIND - 5
    os.utime(path, (old, old), follow_symlinks=False)


def test_a_folder_is_whole_though_somebody_died_over_one_of_that_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, own = tmp_path / "new", threading.get_ident()
    left = tmp_path / f".new.{os.getpid()}.{own}.part"
    left.mkdir()
    (left / "half").write_bytes(b"half")
    write_folder(new, {"a/b": b"whole"})
    assert [path.name for path in new.rglob("*")] == ["a", "b"] and not parts(tmp_path)


def test_what_a_killed_process_left_is_taken_away_with_the_next_file(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-P", "-c", DYING, tmp_path / "night.save.json"])
    assert killed.returncode == -signal.SIGKILL
    (left,) = parts(tmp_path)
    write_whole(tmp_path / "other.save.json", b"whole")
    assert parts(tmp_path) == [left], "it is young: somebody at another machine may be writing it"
    aged(left)
    write_whole(tmp_path / "other.save.json", b"whole again")
    assert parts(tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["other.save.json"]


def test_what_somebody_is_writing_stays(tmp_path: Path) -> None:
    mine = tmp_path / f".night.save.json.{os.getpid()}.17.part"
    with subprocess.Popen(["sleep", "600"]) as other:
        theirs = tmp_path / f".night.save.json.{other.pid}.17.part"
        for path in (mine, theirs):
            path.write_bytes(b"half")
            aged(path)
        write_whole(tmp_path / "night.save.json", b"whole")
        assert parts(tmp_path) == sorted([mine, theirs])
        other.kill()
        other.wait()
        write_whole(tmp_path / "night.save.json", b"whole")
    assert parts(tmp_path) == [mine]


def test_what_another_user_is_writing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(process: int, number: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    theirs = tmp_path / ".night.save.json.1.17.part"
    theirs.write_bytes(b"half")
    aged(theirs)
    monkeypatch.setattr(os, "kill", forbidden)
    write_whole(tmp_path / "night.save.json", b"whole")
    assert parts(tmp_path) == [theirs]


def test_nothing_else_is_touched(tmp_path: Path) -> None:
    names = (".notes.part", "night.4.5.part", ".night.x.5.part", ".night.99999999999999.5.part", ".4.5.part")
    for name in names:
        (tmp_path / name).write_bytes(b"of somebody's")
        aged(tmp_path / name)
    write_whole(tmp_path / "night.json", b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {*names, "night.json"}
