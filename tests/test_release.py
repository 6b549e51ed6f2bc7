"""A release as people get it: the sdist, the wheel made of it, and an installation elsewhere that plays."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("cli", "dsl", "host", "runtime", "scenarios", "schemas", "viewer")
FILES = ("CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")
LEFT = shutil.ignore_patterns("__pycache__", ".*", "*~")
BUILD = "import sys, setuptools.build_meta as build; build.build_{}(sys.argv[1])"
GAME = "bench/tic_tac_toe"


def test_what_is_released_plays_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for sort in ("CACHE", "STATE", "CONFIG"):
        monkeypatch.setenv(f"TILEWRIGHT_{sort}", str(tmp_path / sort.lower()))

    done(copied(tmp_path / "sources"), sys.executable, "-c", BUILD.format("sdist"), tmp_path)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    done(tmp_path / sdist.name.removesuffix(".tar.gz"), sys.executable, "-c", BUILD.format("wheel"), tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tilewright/")}
    assert inside == shipped()

    binaries, empty = installed(wheel, tmp_path / "venv"), tmp_path / "empty"
    empty.mkdir()
    where = done(empty, binaries / "python", "-P", "-c", "import tilewright.dsl as one; print(one.__file__)")
    assert Path(where.strip()).is_relative_to(tmp_path / "venv")
    tilewright = binaries / "tilewright"
    assert "No problems" in done(empty, tilewright, "check", GAME)
    words = ("--table", "text", "--seed", "1", "--record", "game.json")
    assert "Player 1" in done(empty, tilewright, "play", GAME, *words, typed="1\n2\n3\nquit\n")
    assert [path.name for path in empty.iterdir()] == ["game.json"]
    done(empty, tilewright, "replay", "game.json")
    assert "20 games" in done(empty, tilewright, "simulate", GAME, "--games", 20, "--jobs", 2)


def copied(to: Path) -> Path:
    """What a release is made of, in a folder of its own: to build leaves files beside the sources."""
    for folder in (*FOLDERS, "namespace"):
        shutil.copytree(ROOT / folder, to / folder, ignore=LEFT)
    for name in FILES:
        shutil.copy(ROOT / name, to)
    return to


def shipped() -> set[str]:
    """The name of every file here that belongs to Tilewright, as a wheel names it."""
    names = {"tilewright/__init__.py"}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                names.add(f"tilewright/{path.relative_to(ROOT).as_posix()}")
    return names


def installed(wheel: Path, at: Path) -> Path:
    """The commands of a fresh environment with the wheel, which gets the libraries that this one has."""
    done(wheel.parent, sys.executable, "-m", "venv", at)
    binaries, libraries = at / "bin", sysconfig.get_path("purelib")
    site = done(at, binaries / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    # What lies in a folder that a .pth file names is found, but its own .pth files are not read: a checkout
    # that is installed there stays unknown.
    Path(site.strip(), "libraries.pth").write_text(libraries + "\n", encoding="utf-8")
    offline = ("--no-index", "--no-deps", "--ignore-installed", "--quiet")
    done(at, binaries / "python", "-m", "pip", "install", *offline, wheel)
    return binaries


def done(at: Path, *words: object, typed: str = "") -> str:
    """What a command prints in that folder; it must succeed."""
    command = [str(word) for word in words]
    ran = subprocess.run(command, cwd=at, input=typed, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    return ran.stdout
