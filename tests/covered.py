"""How much of the Python code the suite runs, in whatever process: `make coverage`, `make uncovered`.

`support/noting` notes the lines, process by process. Here they are put together, and held against the reasons
that `docs/internals/uncovered.md` gives for what no test runs.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import slipcover

ROOT = Path(__file__).parents[1]
NOTED = ROOT / "build" / "covered"
REASONS = ROOT / "docs" / "internals" / "uncovered.md"
FOLDERS: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["slipcover"][
    "source"
]
ROW = re.compile(r"^\| `(?P<file>[\w/]+\.py)` (?P<names>.+?) \| (?P<lines>\d+) \| .+ \|$", re.MULTILINE)
AT_THE_MARGIN = "(module)"


class Reason(NamedTuple):
    """A row of the page: functions of a file, and how many of their lines need not be run."""

    file: str
    names: tuple[str, ...]
    lines: int


class Place(NamedTuple):
    """The innermost function or class that lines are in."""

    file: str
    line: int
    name: str


def main() -> int:
    """Print the figure for the folders that are named, or for all. With `--lines` first what was not run and
    has no reason; with `--whole` (the whole suite was noted) the reasons that do not hold any more, which is
    a failure."""
    words = {word for word in sys.argv[1:] if word.startswith("--")}
    folders = sorted(set(sys.argv[1:]) - words) or FOLDERS
    lines, missing = measured(folders)
    found = {place: here for file, of in sorted(missing.items()) for place, here in places(file, of).items()}
    run = lines - sum(map(len, found.values()))
    wrong = 0
    for reason in reasons():
        of = [place for place in found if place.file == reason.file and place.name in reason.names]
        count = sum(len(found[place]) for place in of)
        if count <= reason.lines:
            for place in of:
                del found[place]
        if "--whole" in words and reason.file.split("/")[0] in folders and not 0 < count <= reason.lines:
            wrong += 1
            print(
                f"{REASONS.name} gives a reason for {reason.lines} lines, and not {count}, of {reason.file}"
                f" {', '.join(reason.names)}"
            )
    for place, here in found.items() if "--lines" in words else ():
        print(f"{place.file}:{place.line} {place.name}: {', '.join(map(str, here))}")
    left = sum(map(len, found.values()))
    print(
        f"Covered: {100 * run / lines:.1f} % of {lines} lines of Python in {', '.join(folders)};"
        f" {left} lines have neither test nor reason"
    )
    return 1 if wrong else 0


def measured(folders: list[str]) -> tuple[int, dict[str, set[int]]]:
    """How many lines can be run, and by file those that were not.

    What was noted before a file was changed does not count.
    """
    every = slipcover.Slipcover(source=[str(ROOT / folder) for folder in folders]).get_coverage()["files"]
    missing = {
        (name := str(Path(file).resolve().relative_to(ROOT))): set(of["missing_lines"]) - ruled_out(name)
        for file, of in every.items()
    }
    lines = sum(map(len, missing.values()))
    changed = {str(ROOT / file): (ROOT / file).stat().st_mtime for file in missing}
    for note in NOTED.glob("*.json"):
        noted = note.stat().st_mtime
        for file, seen in json.loads(note.read_text("utf-8")).items():
            if changed.get(file, noted + 1) <= noted:
                missing[str(Path(file).relative_to(ROOT))] -= set(seen)
    return lines, {file: left for file, left in missing.items() if left}


def ruled_out(file: str) -> set[int]:
    """The lines of cases that only say `assert_never`: mypy proves that nothing comes there."""
    cases = (
        node
        for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
        if isinstance(node, ast.match_case)
    )
    return {
        line
        for case in cases
        if ast.unparse(case.body[0]).startswith("assert_never(")
        for line in (case.pattern.lineno, case.body[0].lineno)
    }


def places(file: str, lines: set[int]) -> dict[Place, list[int]]:
    """Lines of a file by where they are."""
    text = (ROOT / file).read_text("utf-8")
    owners = [Place(file, 0, AT_THE_MARGIN)] * (text.count("\n") + 2)
    for place, first, last in named(file, ast.parse(text)):
        owners[first : last + 1] = [place] * (last + 1 - first)
    found: dict[Place, list[int]] = {}
    for line in sorted(lines):
        found.setdefault(owners[line], []).append(line)
    return found


def named(file: str, node: ast.AST, within: str = "") -> Iterator[tuple[Place, int, int]]:
    """The functions and classes in a node with their first and last lines, each before those inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{within}{child.name}"
            first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
            yield Place(file, child.lineno, name), first, child.end_lineno or first
            yield from named(file, child, f"{name}.")
        else:
            yield from named(file, child, within)


def reasons() -> Iterator[Reason]:
    """The rows of the page."""
    for row in ROW.finditer(REASONS.read_text("utf-8")):
        yield Reason(row["file"], tuple(re.findall(r"`([^`]+)`", row["names"])), int(row["lines"]))


if __name__ == "__main__":
    raise SystemExit(main())
