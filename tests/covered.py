"""How much of the Python code the suite runs, as slipcover has noted it: `make test`, `make uncovered`.

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
    """Print the figure; with `uncovered`, each function with lines that no test ran before it."""
    noted: dict[str, Any] = json.loads(NOTED.read_text("utf-8"))
    if "uncovered" in sys.argv[1:]:
        for file, of in sorted(noted["files"].items()):
            print(*functions(file, set(of["missing_lines"])), sep="")
    run, missing = noted["summary"]["covered_lines"], noted["summary"]["missing_lines"]
    print(f"Covered: {100 * run / (run + missing):.1f} % of {run + missing} lines of Python (make uncovered)")


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
