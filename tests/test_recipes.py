"""A recipe of docs/internals/changing.md, followed to the letter: it names all that has to be written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("dsl", "host", "runtime", "schemas")

# Of each file a line of the table that gets a new one, and the new one, which comes before it.
FUNCTION = {
    "dsl/vocabulary.py": (
        'BuiltIn("min", ',
        'BuiltIn("middle", 1, 1, "middle(SET)", "The member in the middle.", "middle(players)"),',
    ),
    "dsl/check/functions.py": ('"first": _end(', '"middle": _end("middle"),'),
    "schemas/operations.json": ('"first": ', '"middle": {"fields": {"of": "expr"}, "gives": "item(of)?"},'),
    "runtime/emit/sets.py": (
        '"first": _first',
        '"middle": lambda on, node: (lambda them: Called("nth", them, code("(len({})+1)//2", them), -1))('
        'on.text(node["of"])),',
    ),
    "runtime/evaluating/operations.py": (
        '"first": _edge',
        '"middle": lambda values, node, env: (lambda them: them[(len(them) - 1) // 2] if them else NONE)('
        'values.members(node["of"], env)),',
    ),
}
# Played by generated code and reference interpreter at once, which must agree.
PLAYED = '''
from support.rules import play

GAME = """
kind lamp is token:
  rank: number
lamp low_lamp:
  rank: 1
lamp tall_lamp:
  rank: 2
lamp high_lamp:
  rank: 6

to play:
  let found = middle(all(lamps))
  if found is none: lose
  if found.rank = 2 and middle(all(lamps) where it.rank > 6) is none: win
  lose
"""
print(play(GAME).over)
'''


@pytest.mark.checkout
def test_a_function_takes_no_more_files_than_its_recipe_names(tmp_path: Path) -> None:
    assert set(FUNCTION) == recipe("A new built-in function with an operation of its own")
    for folder in FOLDERS:
        target = tmp_path / "tilewright" / folder
        shutil.copytree(ROOT / folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (before, line) in FUNCTION.items():
        path = tmp_path / "tilewright" / name
        text = path.read_text("utf-8")
        assert text.count(before) == 1, name
        path.write_text(text.replace(before, f"{line}\n{before}"), "utf-8")
    run(tmp_path, "-m", "tilewright.schemas.generate")
    assert run(tmp_path, "-c", PLAYED).strip() == "win"


def recipe(title: str) -> set[str]:
    """The Python and JSON files that a recipe names."""
    text = (ROOT / "docs" / "internals" / "changing.md").read_text("utf-8")
    entry = re.search(rf"^\* \*\*{title}\*\*(.*?)(?=^\* |\Z)", text, re.DOTALL | re.MULTILINE)
    assert entry is not None, title
    named = re.findall(r"`([\w/]+\.(?:py|json))`", entry[1])
    return {name for name in named if not name.startswith("tests/")}


def run(home: Path, *command: str) -> str:
    """What a Python says that finds Tilewright there, and the helpers of these tests."""
    paths = os.pathsep.join([str(home), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": paths, "TILEWRIGHT_CACHE": str(home / "cache")}
    done = subprocess.run(
        [sys.executable, *command], env=environment, cwd=home, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
