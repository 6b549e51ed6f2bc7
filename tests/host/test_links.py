"""Regular files only, whole or not at all, and never through a link that leads away."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright.host import paths
from tilewright.host.files import stays_inside, write_whole
from tilewright.host.paths import LeadsOut, NotAFile, TooLarge, lies_in, read_whole


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder in whose neighbour stands what nobody may read or change."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret").write_text("secret")
    folder = tmp_path / "home"
    (folder / "sub").mkdir(parents=True)
    (folder / "own").write_text("own")
    (folder / "file").symlink_to(tmp_path / "elsewhere" / "secret")
    (folder / "new").symlink_to(tmp_path / "elsewhere" / "made")
    (folder / "way").symlink_to(tmp_path / "elsewhere")
    (folder / "same").symlink_to("own")
    (folder / "sub" / "up").symlink_to("..")
    (folder / "loop").symlink_to("loop")
    return folder


@pytest.fixture
def special(tmp_path: Path) -> Iterator[dict[str, Path]]:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        here = os.getcwd()
        os.chdir(tmp_path)  # the name of a socket is short
        try:
            listening.bind("socket")
        finally:
            os.chdir(here)
        yield {
            "a pipe": tmp_path / "pipe",
            "a socket": tmp_path / "socket",
            "a device": Path("/dev/zero"),
            "a folder": tmp_path,
        }


@pytest.mark.parametrize("what", ["a pipe", "a socket", "a device", "a folder"])
def test_what_is_no_file_is_neither_read_nor_written(special: dict[str, Path], what: str) -> None:
    before = os.stat(special[what])
    with pytest.raises(NotAFile, match=f"it is {what}, not a file"):
        read_whole(special[what], 10)
    with pytest.raises(NotAFile, match=f"it is {what}, not a file"):
        write_whole(special[what], b"x")
    assert os.stat(special[what]).st_mode == before.st_mode
    assert not list(special["a pipe"].parent.glob("*.part"))


@pytest.mark.parametrize("name", ["file", "way/secret", "sub/../file", "sub/up/way/secret"])
def test_nothing_is_read_through_a_link_that_leads_out(home: Path, name: str) -> None:
    assert read_whole(home / name, 10) == b"secret"
    with pytest.raises(LeadsOut, match="a link leads out of home"):
        read_whole(home / name, 10, within=home)


@pytest.mark.parametrize("name", ["own", "same", "sub/../own", "sub/up/own"])
def test_a_link_that_stays_is_followed(home: Path, name: str) -> None:
    assert read_whole(home / name, 3, within=home) == b"own"
    write_whole(home / name, b"more", within=home)
    assert (home / "own").read_bytes() == b"more" and (home / "same").is_symlink()


@pytest.mark.parametrize("name", ["file", "new", "way/secret", "way/made", "sub/up/file", "sub/up/way/made"])
def test_nothing_is_written_through_a_link_that_leads_out(home: Path, name: str) -> None:
    with pytest.raises(LeadsOut):
        write_whole(home / name, b"x", within=home)
    with pytest.raises(LeadsOut):
        stays_inside(home / name, home)
    assert [one.name for one in (home / ".." / "elsewhere").iterdir()] == ["secret"]
    assert (home / "file").read_text() == "secret"


@pytest.mark.parametrize("name", ["file", "new", "same", "loop", "sub/up"])
def test_a_file_that_is_a_link_is_not_written_through(home: Path, name: str) -> None:
    with pytest.raises(OSError, match="link"):
        write_whole(home / name, b"x")
    assert (home / name).is_symlink() and (home / "own").read_text() == "own"
    assert [one.name for one in (home / ".." / "elsewhere").iterdir()] == ["secret"]


def test_a_link_under_the_name_of_the_unfinished_file_is_not_followed(home: Path) -> None:
    from threading import get_ident

    part = home / f".text.{os.getpid()}.{get_ident()}.part"
    part.symlink_to(home / ".." / "elsewhere" / "secret")
    write_whole(home / "text", b"new")
    assert (home / "text").read_bytes() == b"new" and (home / "file").read_text() == "secret"
    assert not os.path.lexists(part)


def test_a_name_that_no_file_can_have(home: Path) -> None:
    for name in ("a\0b", "a\ud800b", "n" * 5_000):
        with pytest.raises(OSError):  # noqa: PT011 (whichever of them the system says)
            read_whole(home / name, 10, within=home)
        with pytest.raises(OSError):  # noqa: PT011
            write_whole(home / name, b"x")
    assert not list(home.glob(".*"))


def test_what_becomes_something_else_while_it_is_opened_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swap(path: Path) -> None:
        path.unlink()
        os.mkfifo(path)

    monkeypatch.setattr(paths, "require_file", swap)
    with pytest.raises(NotAFile, match="it is not a file"):
        read_whole(home / "own", 10)


def test_a_file_is_read_to_its_bound(home: Path) -> None:
    assert read_whole(home / "own", 3) == b"own"
    with pytest.raises(TooLarge, match="more than 2 bytes"):
        read_whole(home / "own", 2)


def test_what_lies_in_a_folder_does_so_by_its_name_however_that_is_written(home: Path) -> None:
    (home.parent / "alias").symlink_to(home)
    assert lies_in(home / "nothing" / "there", home) and lies_in(home / "own", home.parent / "alias")
    assert lies_in(home.parent / "alias" / "own", home) and lies_in(home / "way" / "secret", home)
    assert not lies_in(home / ".." / "own", home) and not lies_in(Path("/"), home)
    stays_inside(home / ".." / "elsewhere" / "secret", home)  # it does not lie there, and may be anywhere
