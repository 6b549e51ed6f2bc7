"""Packages that are installed, or were named as files: where they lie, whose they are, what is left alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.archives import FILES, MANIFEST
from support.packages import write
from tilewright.dsl.packages import store
from tilewright.dsl.packages.archive import BadArchive, Packed, pack, signed
from tilewright.dsl.packages.package import find_package, package_named, read_package, version_at
from tilewright.host.files import write_folder

GAME_MANIFEST = MANIFEST.replace("storm", "castle").replace("Storm", "Castle")
MOD_MANIFEST = MANIFEST + 'uses: [{id: castle, version: ">=1"}]\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for packages."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "packages"


def version(number: str, **more: str) -> Packed:
    files = {**FILES, "package.yaml": MANIFEST.replace("1.0.0", number).encode()}
    return pack({**files, **{name: text.encode() for name, text in more.items()}}, 0, "0.1.0")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_what_is_installed_is_found_by_name_the_newest_first(home: Path) -> None:
    for number in ("1.0.0", "1.10.0", "1.9.0"):
        store.install(version(number), "here")
    assert [one.version for one in store.installed()] == ["1.10.0", "1.9.0", "1.0.0"]
    newest = store.installed()[0]
    assert find_package("storm") == (newest.root, None) and find_package("storm/raid") == (
        newest.root,
        "raid",
    )
    assert version_at(newest.root) == "1.10.0"
    package, problems = read_package(newest.root)
    assert package is not None and not problems and package.id == "storm"
    assert files(newest.root).keys() == {"PACKED.json", *FILES}
    for folder in (home, home / "unpacked", home / "installed", newest.root):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_mod_that_is_installed_is_found_for_its_game(tmp_path: Path) -> None:
    game = write(tmp_path / "castle", {"package.yaml": GAME_MANIFEST, "castle.wright": "system castle\n"})
    mod = {"package.yaml": MOD_MANIFEST.encode(), "storm.wright": b"mod storm for castle\n"}
    store.install(pack(mod, 0, "0.1.0"), "here")
    package, problems = read_package(game, ["storm"])
    assert package is not None and not problems
    assert [one.id for one in package.mods] == ["storm"]
    assert package.places["storm/storm.wright"] == store.installed()[0].root / "storm.wright"


def test_a_packed_file_is_read_like_its_folder(tmp_path: Path) -> None:
    game = write(tmp_path / "castle", {"package.yaml": GAME_MANIFEST, "castle.wright": "system castle\n"})
    mod = {"package.yaml": MOD_MANIFEST.encode(), "storm.wright": b"mod storm for castle\n"}
    file = tmp_path / "files" / "any.tilewright"
    write(tmp_path / "files", {file.name: pack(mod, 0, "0.1.0").data})
    package, problems = read_package(game, [file])
    assert package is not None and not problems and [one.id for one in package.mods] == ["storm"]
    assert store.installed() == [] and version_at(file) == "1.0.0"
    # Alone, it finds its game beside the file.
    (tmp_path / "files" / "castle").symlink_to(game)
    assert [one.code for one in read_package(file)[1]] == []
    # What else was once unpacked is nobody's neighbour.
    write(tmp_path, {"kit.tilewright": pack({"package.yaml": MANIFEST.encode()}, 0, "0.1.0").data})
    assert read_package(tmp_path / "kit.tilewright")[0] is not None
    assert [one.code for one in read_package(game, ["storm"])[1]] == ["E0901"]


def test_what_comes_with_tilewright_is_replaced_only_by_a_newer_version() -> None:
    own = package_named("std")
    assert own is not None
    for number, newer in (("0.0.1", False), ("99.0.0", True)):
        manifest = MANIFEST.replace("storm", "std").replace("1.0.0", number)
        store.install(pack({"package.yaml": manifest.encode()}, 0, "0.1.0"), "here")
        assert (package_named("std") != own) is newer


def test_the_same_version_with_other_contents_is_refused(home: Path) -> None:
    store.install(version("1.0.0"), "here")
    before = files(home)
    with pytest.raises(BadArchive, match=r"`storm` 1\.0\.0 is installed with other contents"):
        store.install(version("1.0.0", **{"more.wright": "content for storm\n"}), "there")
    assert files(home) == before
    store.install(version("1.0.0"), "there")
    assert [one.source for one in store.installed()] == ["there"]


def test_who_signed_first_is_trusted_and_nobody_else() -> None:
    mine, yours = bytes(32), bytes([1] * 32)
    store.install(version("1.0.0"), "here")
    store.install(signed(version("1.1.0"), mine), "here")
    for other in (signed(version("1.2.0"), yours), version("1.2.0")):
        with pytest.raises(store.OtherKey, match=r"`storm` was signed with the key .* until now"):
            store.install(other, "here")
    store.install(signed(version("1.2.0"), yours), "here", new_key=True)
    with pytest.raises(store.OtherKey):
        store.install(signed(version("1.3.0"), mine), "here")
    for one in store.installed():
        store.remove(one)
    assert store.installed() == []
    with pytest.raises(store.OtherKey):
        store.install(signed(version("1.3.0"), mine), "here")


def test_a_file_of_another_signer_is_not_played(tmp_path: Path) -> None:
    store.install(signed(version("1.0.0"), bytes(32)), "here")
    write(tmp_path, {"new.tilewright": version("1.1.0").data})
    package, problems = read_package("new.tilewright")
    assert package is None and [one.code for one in problems] == ["E0922"]
    assert version_at(Path("new.tilewright")) is None


def test_what_was_changed_in_the_store_is_unpacked_anew(home: Path) -> None:
    root = store.install(version("1.0.0"), "here").root
    (root / "storm.wright").write_text("system storm\n")
    (root / "more.wright").write_text("content for storm\n")
    assert not store.is_whole(root)
    assert store.keep(version("1.0.0")) == root and store.is_whole(root)
    (root / "PACKED.json").write_text("{}")
    assert not store.is_whole(root) and not store.is_whole(home / "nothing")


def test_of_two_that_unpack_the_same_one_is_enough(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faster(path: Path, files: dict[str, bytes]) -> None:
        write_folder(path, files)
        write_folder(path, files)

    monkeypatch.setattr(store, "write_folder", faster)
    assert store.is_whole(store.keep(version("1.0.0")))
    monkeypatch.setattr(store, "write_folder", lambda *_: os.mkdir(home / "no such folder" / "new"))
    with pytest.raises(FileNotFoundError):
        store.keep(version("2.0.0"))


def test_only_what_nobody_needs_is_taken_away(home: Path) -> None:
    kept = [store.install(version("1.0.0"), "here").digest]
    kept += [store.keep(version(number)).name for number in ("2.0.0", "3.0.0", "4.0.0")]
    old = time.time() - 2 * store.KEPT_FOR
    for name in kept[:3]:
        os.utime(home / "unpacked" / name, (old, old))
    store.tidy([kept[1]], [])
    assert {path.name for path in (home / "unpacked").iterdir()} == {kept[0], kept[1], kept[3]}


def test_a_damaged_document_is_left_out_and_said(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    store.install(version("1.0.0"), "here")
    store.install(version("2.0.0"), "here")
    (home / "installed" / "storm@1.0.0.json").write_text(json.dumps({"format": "tilewright/installed/1"}))
    (home / "installed" / "storm@3.0.0.json").write_text("{")
    assert [one.version for one in store.installed()] == ["2.0.0"]
    assert sum("is damaged" in one for one in caplog.messages) == 2


def test_a_folder_that_others_can_write_is_not_read(home: Path) -> None:
    store.install(version("1.0.0"), "here")
    home.chmod(0o777)
    assert store.installed() == []
    with pytest.raises(PermissionError):
        store.keep(version("1.0.0"))
    home.chmod(0o700)
    (home / "installed").rename(home / "elsewhere")
    (home / "installed").symlink_to(home / "elsewhere")
    with pytest.raises(NotADirectoryError):
        store.install(version("2.0.0"), "here")


def test_who_has_no_home_has_no_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tilewright.host import folders

    monkeypatch.setattr(folders, "of_user", lambda _: None)
    assert store.installed() == [] and not store.holds(tmp_path) and store.known_key("storm") == ""
    write(tmp_path, {"storm.tilewright": version("1.0.0").data})
    package, problems = read_package("storm.tilewright")
    assert package is None
    assert [one.message for one in problems] == [
        "this file cannot be read: this user has no home; TILEWRIGHT_DATA can name a folder"
    ]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.tilewright").open("wb") as file:
        file.truncate(30_000_000)
    with pytest.raises(BadArchive, match="more than 25,000,000 bytes"):
        store.read_packed(tmp_path / "large.tilewright")


KILLED = """
import os, signal, sys
from pathlib import Path
from tilewright.dsl.packages import store

packed = store.read_packed(Path("new.tilewright"))
before = store.installed()
for left in range(100):
    child = os.fork()
    if child == 0:
        def dying(call):
            def step(*words, **more):
                global left
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return call(*words, **more)
            return step
        for name in ("open", "mkdir", "rename", "replace", "unlink"):
            setattr(os, name, dying(getattr(os, name)))
        store.install(packed, "here")
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    there = store.installed()
    assert all(store.is_whole(one.root) for one in there)
    if status == 0:
        assert [one.version for one in there] == ["1.1.0", "1.0.0"]
        print(left)
        break
    assert status == signal.SIGKILL and there == before
"""


def test_an_install_that_is_killed_at_any_point_leaves_the_old_state(tmp_path: Path, home: Path) -> None:
    """Each time one call of the system later, until it comes to its end."""
    store.install(version("1.0.0"), "here")
    write(tmp_path, {"new.tilewright": signed(version("1.1.0"), bytes(32)).data})
    command = [sys.executable, "-P", "-c", KILLED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and int(done.stdout) > 10, done.stdout + done.stderr
    # What the killed ones left is taken away by the next, once it is old enough.
    left = [path for path in (home / "unpacked").iterdir() if path.name.startswith(".")]
    assert left
    for path in left:
        os.utime(path, (1, 1))
    store.install(signed(version("1.2.0"), bytes(32)), "here")
    assert not [path for path in (home / "unpacked").iterdir() if path.name.startswith(".")]
