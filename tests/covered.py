"""How much of the Python code the suite runs, as slipcover has noted it: `make coverage`, `make uncovered`.

Counted is what runs in the processes of the tests. Windows, commands in a shell and the workers of `simulate`
are processes of their own, where slipcover does not follow: what is missing here may still be run there.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NOTED = ROOT / "build" / "covered.json"


def main() -> None:
    """Print the figure for the folders that are named, or for all; with `--lines`, first what was not run."""
    listed, folders = "--lines" in sys.argv, {word for word in sys.argv[1:] if word != "--lines"}
    noted: dict[str, Any] = json.loads(NOTED.read_text("utf-8"))["files"]
    noted = {file: of for file, of in sorted(noted.items()) if not folders or Path(file).parts[0] in folders}
    if listed:
        for file, of in noted.items():
            print(*functions(file, set(of["missing_lines"])), sep="", end="")
    run = sum(len(of["executed_lines"]) for of in noted.values())
    lines = run + sum(len(of["missing_lines"]) for of in noted.values())
    where = ", ".join(sorted(folders)) or "all folders"
    print(f"Covered: {100 * run / lines:.1f} % of {lines} lines of Python in {where}")


def functions(file: str, missing: set[int]) -> Iterator[str]:
    """The functions of a file with lines that were not run, and these lines."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in sorted(defined, key=lambda one: (one.lineno, one.col_offset)):
        lines = sorted(missing & {*range(node.body[0].lineno, (node.end_lineno or 0) + 1)})
        if lines:
            yield f"{file}:{node.lineno} {node.name}: {', '.join(map(str, lines))}\n"


if __name__ == "__main__":
    main()
