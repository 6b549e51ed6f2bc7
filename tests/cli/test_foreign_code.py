"""Every command, given from within the folder of a package that is full of code: none of it runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

import pytest

from support import screens
from tilewright.cli.main import commands
from tilewright.cli.package_index import entries_of, write
from tilewright.dsl.packages import store
from tilewright.dsl.packages.packing import packed_from

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TILEWRIGHT = Path(sysconfig.get_path("scripts")) / "tilewright"
SECONDS = 300


class Line(NamedTuple):
    """A command line, given in the folder of the package; what it says on standard output and writes."""

    words: str
    says: str = ""
    typed: str = ""
    writes: str = ""
    screen: bool = False
    checkout: bool = False
    status: int = 0


LINES = (
    Line("check .", "No problems"),
    Line("test .", "0 passed", status=5),
    Line(
        "play . --table text --seed 1 --record OUT/played.json", "To continue", "1\n1\nquit\n", "played.json"
    ),
    Line("play . --seed 2", "Picture: "),
    Line("simulate . --games 6 --jobs 2", "6 games"),
    Line("simulate . --games 6 --bot greedy --cards --jobs 3", "6 games"),
    Line("profile . --seconds 0.2", "per second of processor time"),
    Line("mutate . --mutants 4 --jobs 2", "mistakes check noticed"),
    Line("replay ../recorded.json --game .", "answers played"),
    Line("replay ../recorded.json --game . --film OUT/film.gif", "frames", writes="film.gif"),
    Line("explain . walk", "walk"),
    Line("view . --screenshot OUT/view.png", "drawn by", writes="view.png"),
    Line("edit-board . harbour", screen=True),
    Line("play . --table 3d --seed 1", screen=True),
    Line("start", screen=True),
    Line("mods . --mod first_tests", "board harbour"),
    Line("sets"),
    Line("install ../shared/first_card-1.0.0.tilewright", "not signed"),
    Line("install first_card --from ../shared", "not signed"),
    Line("search --from ../shared", "first_card"),
    Line("update --from ../shared", "Nothing newer"),
    Line("remove first_card", "is removed"),
    Line("diff . ../package", "are the same in both"),
    Line("list", "first_card 1.0.0"),
    Line("index ../shared", "1 package in 1 version"),
    Line("pack . --untested --sign --output OUT/x.tilewright", "signed with the key", writes="x.tilewright"),
    Line("texts . de", "de.yaml"),
    Line("words move", "move"),
    Line("docs OUT/pages", writes="pages"),
    Line("bench start", "start of tilewright --help", checkout=True),
)


def test_every_command_is_tried() -> None:
    assert {line.words.split()[0] for line in LINES} == set(commands())


@pytest.fixture
def owned(tmp_path: Path) -> Iterator[Path]:
    """The file that code of the package would write."""
    yield tmp_path / "OWNED"
    assert not (tmp_path / "OWNED").exists(), (tmp_path / "OWNED").read_text()


@pytest.fixture
def package(tmp_path: Path, owned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a module of every name that Python, Tilewright or what it uses may look for."""
    folder = tmp_path / "package"
    shutil.copytree(SCENARIOS / "learn" / "3_first_mission", folder)
    shutil.copytree(SCENARIOS / "learn" / "1_first_card", tmp_path / "first_card")
    shutil.copytree(SCENARIOS / "learn" / "2_first_board", tmp_path / "first_board")
    code = f"open({str(owned)!r}, 'a').write(__file__ + chr(10))\n"
    names = {*sys.stdlib_module_names, *packages_distributions()}
    names |= {"sitecustomize", "usercustomize", "tilewright", "readline", "__main__", "__init__", "conftest"}
    for name in names:
        (folder / f"{name}.py").write_text(code)
    for name in ("encodings", "tilewright", "json", "tests/bench"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(code)
    for name in ("dsl", "host", "runtime", "viewer"):
        (folder / f"tilewright/{name}.py").write_text(code)
    (folder / "tests/bench/trap.py").write_text(code)
    # How setuptools makes a namespace findable, and what Python reads beside its program.
    finder = folder / "__editable__.tilewright-0.1.0.finder.__path_hook__"
    finder.mkdir()
    (finder / "sitecustomize.py").write_text(code)
    (folder / "trap.pth").write_text(f"import os; {code}")
    (folder / "pyvenv.cfg").write_text("home = .\n")
    for name in ("Config.prc", "panda.prc"):
        (folder / name).write_text("load-display nothing\nwindow-type none\nmodel-path $THIS_PRC_DIR\n")
    for name in ("python", "python3", "gcc", "ldconfig", "objdump", "ld", "uname", "fc-list"):
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> {owned}\n")
        (folder / name).chmod(0o755)
    (tmp_path / "out").mkdir()
    shared(tmp_path, monkeypatch)
    return folder


def shared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A packed package, in an index and installed."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(folder / "data"))
    packed = packed_from(SCENARIOS / "learn" / "1_first_card", 0)
    (folder / "shared").mkdir()
    (folder / "shared" / "first_card-1.0.0.tilewright").write_bytes(packed.data)
    write(folder / "shared", [one for one in entries_of(folder / "shared") if not isinstance(one, str)])
    store.install(packed, "here")


def environment(folder: Path) -> dict[str, str]:
    """That of somebody who has set nothing."""
    own = ("PYTHON", "TILEWRIGHT")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    kept |= {
        f"TILEWRIGHT_{sort}": str(folder / sort.lower()) for sort in ("CACHE", "STATE", "CONFIG", "DATA")
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        kept.pop(name, None)
    return kept


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.words, marks=[pytest.mark.checkout] * line.checkout)
        for line in LINES
        if not line.screen
    ],
)
def test_no_code_of_a_package_runs(line: Line, package: Path, tmp_path: Path) -> None:
    if "recorded.json" in line.words:
        recorded(tmp_path)
    words = line.words.replace("OUT", str(tmp_path / "out")).split()
    done = subprocess.run(
        [TILEWRIGHT, *words],
        cwd=package,
        env=environment(tmp_path),
        input=line.typed,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == line.status, done.stdout + done.stderr
    assert line.says in done.stdout, done.stdout + done.stderr
    assert not line.writes or (tmp_path / "out" / line.writes).exists()


@pytest.mark.parametrize("line", [line for line in LINES if line.screen], ids=lambda line: line.words)
@pytest.mark.window
def test_no_code_of_a_package_runs_beside_a_window(line: Line, package: Path, tmp_path: Path) -> None:
    with screens.screen() as display:
        at_screen = environment(tmp_path) | {"DISPLAY": display}
        with subprocess.Popen([TILEWRIGHT, *line.words.split()], cwd=package, env=at_screen) as process:
            try:
                end = time.monotonic() + SECONDS
                while not window(at_screen):
                    assert process.poll() is None and time.monotonic() < end
                    time.sleep(0.2)
                time.sleep(2)  # the window is there before the first frame is
                assert process.poll() is None
            finally:
                process.kill()


def window(at_screen: dict[str, str]) -> bool:
    """Whether a window of Tilewright's is open."""
    search = ["xdotool", "search", "--name", "Tilewright"]
    return bool(subprocess.run(search, env=at_screen, capture_output=True).stdout.strip())


def recorded(folder: Path) -> None:
    """A recording to replay, made where no stranger's code is."""
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.packages.package import read_package
    from tilewright.runtime.game import Game
    from tilewright.runtime.tables.session import TableSession

    read, problems = read_package(folder / "package")
    assert read is not None and not problems
    program = compile_package(read, mission=None).program
    assert program is not None
    session = TableSession(Game.start(program, 5, 1), ())
    while session.tick():
        pass
    session.record(folder / "recorded.json")
    assert json.loads((folder / "recorded.json").read_text())["answers"]
