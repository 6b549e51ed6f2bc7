"""The cache on its own: a folder of the user's, bounded, and no mishap with it is an error."""

from __future__ import annotations

import logging
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tilewright.host import cache


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    _forget()
    yield tmp_path / "cache" / "kept"
    _forget()


def _forget() -> None:
    for told in (cache._tell_damage, cache._tell_full, cache._tell_unreadable):
        told.cache_clear()


def loaded(key: str) -> bytes:
    found = cache.load("nodes", key)
    assert found is not None
    return bytes(found)


def file_of(home: Path, name: str) -> Path:
    return home / f"{name}.kept"


def test_what_was_kept_is_found(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert cache.load("nodes", "a") is None and not cache.has("nodes", "a")
    cache.store("nodes", "a", b"data")
    assert loaded("a") == b"data" and cache.has("nodes", "a")
    assert cache.load("nodes", "b") is None and cache.load("program", "a") is None
    assert caplog.text == ""


def test_a_byte_that_has_changed_is_noticed(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.store("nodes", "a", b"data")
    file = file_of(home, "nodes-a")
    file.write_bytes(file.read_bytes()[:-1] + b"b")
    assert cache.load("nodes", "a") is None
    assert "made again" in caplog.text


def test_what_is_too_large_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRY", 3)
    cache.store("nodes", "a", b"data")
    assert not home.exists()


def test_nobody_else_can_read_or_write_it(home: Path) -> None:
    before = os.umask(0)
    try:
        cache.store("nodes", "a", b"data")
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o777 == 0o700
    assert file_of(home, "nodes-a").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722])
def test_a_folder_that_others_can_write_is_done_without(
    home: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache.store("nodes", "a", b"data")
    home.chmod(mode)
    assert cache.load("nodes", "a") is None and cache.load("nodes", "b") is None
    assert [one.levelno for one in caplog.records] == [logging.WARNING], "it is said once"
    assert "others can write it" in caplog.text
    cache.store("nodes", "b", b"more")
    assert len(list(home.iterdir())) == 1


def test_somebody_elses_folder_is_done_without(
    home: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.store("nodes", "a", b"data")
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert cache.load("nodes", "a") is None
    assert "others can write it" in caplog.text


def test_no_link_is_followed(home: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    cache.store("nodes", "a", b"data")
    file = file_of(home, "nodes-a")
    file.rename(outside)
    whole = outside.read_bytes()
    file.symlink_to(outside)
    assert cache.load("nodes", "a") is None
    part = home / f".nodes-a.kept.{os.getpid()}.{threading.get_ident()}.part"
    part.symlink_to(outside)
    cache.store("nodes", "a", b"new")
    assert outside.read_bytes() == whole and not file.is_symlink()
    assert loaded("a") == b"new"


def test_a_folder_that_is_a_link_is_done_without(home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    home.parent.mkdir()
    home.symlink_to(tmp_path / "elsewhere")
    cache.store("nodes", "a", b"data")
    assert not list((tmp_path / "elsewhere").iterdir()) and cache.load("nodes", "a") is None


@pytest.mark.parametrize("what", ["pipe", "folder", "giant"])
def test_what_is_no_file_of_ours_is_none(home: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store("nodes", "a", b"data")
    file = file_of(home, "nodes-a")
    file.unlink()
    match what:
        case "pipe":
            os.mkfifo(file)
        case "folder":
            file.mkdir()
        case _:
            file.write_bytes(cache.entry("nodes-a", bytes(5_000)))
            monkeypatch.setattr(cache, "MAX_ENTRY", 1_000)
    assert cache.load("nodes", "a") is None


@pytest.mark.parametrize("place", ["file", "file/folder", "/dev/null/nowhere", "file/\x1b[31m"])
def test_a_place_that_is_none_is_done_without(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / place))
    for number in range(3):
        cache.store("nodes", str(number), b"data")
        assert cache.load("nodes", str(number)) is None and not cache.has("nodes", str(number))
    assert 1 <= len(caplog.records) <= 2, "it is said once"
    assert "\x1b" not in "".join(one.getMessage() for one in caplog.records)


def test_a_user_without_a_home_does_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "of_user", lambda sort: None)
    cache.store("nodes", "a", b"data")
    assert cache.load("nodes", "a") is None and not cache.has("nodes", "a")


def test_a_full_disk_leaves_nothing_behind(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    cache.store("nodes", "a", b"data")
    cache.store("nodes", "b", b"data")
    assert not list(home.iterdir())
    assert [one.getMessage().count("no space left") for one in caplog.records] == [1]


def test_what_was_not_used_for_longest_makes_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        cache.store("nodes" if number % 2 else "program", str(number), b"data")
    files = [file_of(home, f"{'nodes' if number % 2 else 'program'}-{number}") for number in range(4)]
    for number, file in enumerate(files):
        os.utime(file, (number, number))
    assert cache.load("program", "0") is not None, "used a moment ago"
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    cache.tidy(home)
    assert [file.exists() for file in files] == [True, False, True, True]
    monkeypatch.setattr(cache, "MAX_BYTES", 2 * files[0].stat().st_size)
    cache.tidy(home)
    assert [file.exists() for file in files] == [True, False, False, True]


def test_a_process_that_keeps_much_makes_room_on_its_way(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 10)
    for number in range(150):
        cache.store("picture", str(number), b"data")
    assert len(list(home.iterdir())) <= 10 + cache.TIDIED_AFTER


def test_what_interrupted_processes_left_is_taken_away(home: Path) -> None:
    cache.store("nodes", "a", b"data")
    names = (".nodes-b.kept.1.2.part", ".nodes-c.kept.1.3.part", "notes.txt")
    old, new, foreign = (home / name for name in names)
    for file in (old, new, foreign):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    os.utime(foreign, (0, 0))
    cache.tidy(home)
    assert (old.exists(), new.exists(), foreign.exists()) == (False, True, True)


def _keep(number: int) -> None:
    for again in range(50):
        cache.store("nodes", str(again % 5), bytes([again % 5]) * 1000)
        found = cache.load("nodes", str((again + number) % 5))
        assert found is None or bytes(found) == bytes([(again + number) % 5]) * 1000
        cache.tidy(cache.folder())


def test_several_processes_share_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    fork = multiprocessing.get_context("fork")
    children = [fork.Process(target=_keep, args=(number,)) for number in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * 4


def test_a_value_of_another_type_is_made_anew(caplog: pytest.LogCaptureFixture) -> None:
    def number(data: memoryview) -> int:
        return int(bytes(data))

    cache.store("lines", "a", b"no number")
    assert cache.kept("lines", "a", lambda: 7, lambda value: str(value).encode(), number) == 7
    assert cache.kept("lines", "a", lambda: 8, lambda value: str(value).encode(), number) == 7
    assert caplog.text.count("made again") == 1


def test_names_are_plain() -> None:
    for sort, key in (("nodes", "../a"), ("", "a"), ("a/b", "c"), ("nodes", "")):
        with pytest.raises(ValueError, match="is not a name for an entry"):
            cache.load(sort, key)


def test_code_that_is_exchanged_at_this_moment_has_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another version is checked out while a command runs."""
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("1")
    scandir = os.scandir

    @contextmanager
    def gone(place: str) -> Iterator[list[os.DirEntry[str]]]:
        with scandir(place) as files:
            found = sorted(files, key=lambda one: one.name)
        (tmp_path / "b.py").unlink(missing_ok=True)
        yield found

    monkeypatch.setattr(os, "scandir", gone)
    cache.code.cache_clear()
    assert cache.code(str(tmp_path))
    cache.code.cache_clear()


def test_nothing_heavy_is_loaded_for_it() -> None:
    heavy = "{'numpy', 'PIL', 'lark', 'jsonschema'}"
    code = f"import sys, tilewright.host.cache; print({heavy} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert ran.stdout.strip() == "set()"
