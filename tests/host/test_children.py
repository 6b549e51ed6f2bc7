"""Children: what they find, what they are given and tell, and that none outlives who started it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support.processes import WAIT, interruptible, until
from tilewright.host import children
from tilewright.host.children import Child, Ended, Late

# Modules that children run, in a folder that is on the path of this process.
MODULES = {
    "echoing": "take, tell = children.begin()\nwhile True: tell(take())\n",
    "printing": "take, tell = children.begin()\nprint('a library says so', flush=True)\n"
    "os.write(1, b'more')\ntell('told')\ntake()\n",
    "looking": "take, tell = children.begin()\n"
    "tell([sys.path, sys.flags.safe_path, os.environ['PYTHONSAFEPATH'], os.environ['PYTHONPATH']])\ntake()\n",
    "failing": "take, tell = children.begin()\nraise ValueError('of its own')\n",
    "leaving": "sys.exit(3)\n",
    "sleeping": "take, tell = children.begin()\ntell(os.getpid())\nwhile True: time.sleep(1)\n",
    "sleepless": "take, tell = children.begin()\nwhile True: tell(os.getpid()), take()\n",
    "starting": "one = children.Child('sleeping')\nprint(one.told(), flush=True)\ntime.sleep(600)\n",
    "marking": "open(sys.argv[1], 'w').write(os.getcwd())\n",
}


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "modules"
    folder.mkdir()
    for name, code in MODULES.items():
        head = "import os, sys, time\nfrom tilewright.host import children\n"
        (folder / f"{name}.py").write_text(head + code)
    monkeypatch.syspath_prepend(str(folder))


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_documents_go_both_ways() -> None:
    large: Any = ["ø\n\ud800", None, 1.5] * 200_000  # more than any pipe holds
    with Child("echoing") as one:
        documents: tuple[Any, ...] = (large, {}, "", large)
        for document in documents:
            one.give(document)
            assert one.told() == document


def test_a_child_ends_when_nobody_listens_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with Child("sleepless") as one:
        pid = one.told()
        assert one._process.stdout is not None
        one._process.stdout.close()
        one.give("once more")
        until(lambda: not lives(pid))


def test_several_are_given_the_same() -> None:
    with Child("echoing") as one, Child("echoing") as other:
        children.give_all([one, other], ["for both"])
        assert one.told() == other.told() == ["for both"]


def test_what_a_library_prints_is_not_told() -> None:
    with Child("printing") as one:
        assert one.told() == "told"


def test_a_child_finds_what_its_parent_finds_and_nothing_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("PYTHONPATH", ":relative::")
    for entry in ("", ".", "relative", str(here), f"{here}/.", "/somewhere:else"):
        monkeypatch.syspath_prepend(entry)
    with Child("looking") as one:
        path, safe, of_its_own, given = one.told()
    assert safe and of_its_own == "1"
    assert str(tmp_path / "modules") in path
    for entry in (*path, *given.split(os.pathsep)):
        assert os.path.isabs(entry) and Path(entry).resolve() != here and "somewhere" not in entry


def test_a_child_runs_where_the_current_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with Child("echoing") as one:
        one.give(1)
        assert one.told() == 1


def test_who_ends_early_says_why() -> None:
    with Child("failing") as one, pytest.raises(Ended) as ended:
        one.told()
    assert ended.value.code == 1 and str(ended.value) == "ValueError: of its own"
    assert "Traceback" in ended.value.said
    with Child("leaving") as one, pytest.raises(Ended) as ended:
        one.told()
    assert ended.value.code == 3 and str(ended.value) == "exit status 3"


def test_what_is_given_to_the_dead_hangs_nothing() -> None:
    with Child("sleeping") as one:
        os.kill(one.told(), signal.SIGKILL)
        with pytest.raises(Ended) as ended:
            one.give("x" * 10_000_000)
    assert ended.value.code == -signal.SIGKILL


def test_who_takes_too_long_is_ended() -> None:
    with Child("sleeping") as one:
        pid = one.told(WAIT)
        with pytest.raises(Late):
            one.told(0.2)
        assert not lives(pid)


def test_no_child_outlives_its_block() -> None:
    with Child("sleeping") as one:
        pid = one.told()
    assert not lives(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_child_whose_parent_is_gone_ends_by_itself(number: signal.Signals) -> None:
    parent = subprocess.Popen(
        children.python("starting"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=children.environment(),
        preexec_fn=interruptible,
    )
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
    assert lives(pid)
    parent.send_signal(number)
    parent.wait()
    until(lambda: not lives(pid))


def test_a_process_that_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands where its parent stands, and finds no module there."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "marking.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(here)
    children.start("marking", str(tmp_path / "marked"))
    until(lambda: (tmp_path / "marked").exists() and (tmp_path / "marked").read_text() == str(here))


# ------------------------------------------------------------------ programs of the person's


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a program in it."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    put_program(folder / "editor")
    monkeypatch.chdir(folder)
    return folder


def put_program(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text('#!/bin/sh\necho "$0" "$@" > "$1"\n')
    path.chmod(0o755)


@pytest.mark.parametrize("path", ["", ".", ":", "/nowhere::", "../stranger", "/nowhere"])
def test_no_program_is_looked_for_where_we_stand(
    path: str, stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path)
    for name in ("editor", "./editor", "../stranger/editor"):
        assert children.program(name) is None
        assert not children.open_program([name, str(stranger / "said")])


def test_a_program_is_found_in_full(stranger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(tmp_path / "bin" / "editor")
    monkeypatch.setenv("PATH", f".:{tmp_path / 'bin'}")
    assert children.program("editor") == str(tmp_path / "bin" / "editor")
    assert children.program(str(stranger / "editor")) == str(stranger / "editor")
    said = tmp_path / "said"
    assert children.open_program(["editor", str(said), "and more"])
    until(lambda: said.exists() and "and more" in said.read_text())
