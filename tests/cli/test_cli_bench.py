from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from tilewright.cli.commands import bench
from tilewright.cli.main import main

MODULE = """\
def quick():
    return {"name": "quick thing", "value": 1234.5, "unit": "a second", "against": "by hand", "ratio": 0.5,
            "target": 0.8}

def several():
    return [{"name": "first", "value": 1, "unit": "ms"}, {"name": "second", "value": 0.25, "unit": "ms"}]

def broken():
    raise ValueError("no such game")

BENCHMARKS = (quick, several, broken)
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tests" / "bench"
    folder.mkdir(parents=True)
    (folder / "toy.py").write_text(MODULE)
    module = ModuleType("bench.toy")
    exec(MODULE, module.__dict__)
    monkeypatch.setitem(sys.modules, "bench.toy", module)
    monkeypatch.setattr(bench, "_home", lambda: folder)
    return folder


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["bench", *words])


def test_figures_are_printed_with_what_they_are_measured_against() -> None:
    result = run("quick")
    assert result.exit_code == 0
    shown = " ".join(result.output.split())
    assert shown == "quick thing 1,234 a second, 0.50 of by hand (wanted: 0.8)"


def test_figures_as_json_have_all_their_fields() -> None:
    result = run("toy.several", "--json")
    assert json.loads(result.stdout) == [
        {"name": "first", "value": 1, "unit": "ms", "against": None, "ratio": None, "target": None},
        {"name": "second", "value": 0.25, "unit": "ms", "against": None, "ratio": None, "target": None},
    ]


def test_one_that_breaks_does_not_hide_the_others() -> None:
    result = run("toy")
    assert result.exit_code == 1
    assert "toy.broken broke: ValueError: no such game" in result.stderr
    assert "second" in result.stdout


def test_an_unknown_benchmark_is_wrong_use() -> None:
    result = run("slow")
    assert result.exit_code == 2
    assert "there is no benchmark `slow`; there are toy.quick, toy.several, toy.broken" in result.output
