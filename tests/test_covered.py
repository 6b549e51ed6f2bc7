"""That lines are noted wherever they run, and that the page of reasons speaks of what there is."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import covered

NOTING = covered.ROOT / "tests" / "support" / "noting"
TELLING = """
from tilewright.host import children, text
take, tell = children.begin()
text.printable('\\x07')
tell(True)
take()
"""


def environment(into: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(NOTING), "NOTE_INTO": str(into)}


def run(into: Path, file: str) -> set[str]:
    """The functions of a file that were run."""
    notes = [json.loads(note.read_text("utf-8")) for note in into.glob("*.json")]
    lines = {line for note in notes for line in note.get(str(covered.ROOT / file), ())}
    return {place.name for place in covered.places(file, lines)}


@pytest.mark.checkout
def test_a_process_that_is_killed_has_noted_what_it_told_of(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", TELLING]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment(tmp_path), stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None and process.stdout.readline() == b"true\n"
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert {"printable", "_sign"} <= run(tmp_path, "host/text.py")


@pytest.mark.checkout
def test_what_is_run_as_a_module_is_noted_in_whatever_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "tilewright.runtime.playouts"]
    ran = subprocess.run(command, env=environment(tmp_path), stdin=subprocess.DEVNULL, cwd=tmp_path)
    assert ran.returncode == 0
    assert covered.AT_THE_MARGIN in run(tmp_path, "runtime/playouts.py")


def test_only_cases_that_nothing_comes_to_are_no_lines() -> None:
    file = "viewer/app/answering.py"
    lines = (covered.ROOT / file).read_text("utf-8").splitlines()
    assert [lines[line - 1].split("(")[0].strip() for line in sorted(covered.ruled_out(file))] == [
        "case _:",
        "assert_never",
    ] * 2


def test_every_reason_is_for_something_that_is_there() -> None:
    told: set[tuple[str, str]] = set()
    for reason in covered.reasons():
        text = (covered.ROOT / reason.file).read_text("utf-8")
        there = {place.name for place, _, _ in covered.named(reason.file, ast.parse(text))}
        assert reason.names and set(reason.names) <= {*there, covered.AT_THE_MARGIN}, reason
        for name in reason.names:
            assert (reason.file, name) not in told, "one reason is enough"
            told.add((reason.file, name))


def test_every_row_of_the_page_is_read() -> None:
    rows = [line for line in covered.REASONS.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) == len(list(covered.reasons()))
