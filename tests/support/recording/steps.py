"""Runs commands one after the other in one process: `python -P steps.py STEPS`, JSON, a list of words each.

What the process asks of the machine is noted by sitecustomize.py; here each command and its exit status are.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module


def main() -> None:
    note = import_module("sitecustomize").write
    for words in json.loads(sys.argv[1]):
        note("step", words, "")
        try:
            from tilewright.cli.main import main as command

            command(words)
        except SystemExit as end:
            note("end", end.code, "")


if __name__ == "__main__":
    main()
