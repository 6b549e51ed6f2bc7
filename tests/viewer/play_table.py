"""Opens the table over a fake session: `python play_table.py QUALITY
RECORD`. Used by the window tests, and by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import tableviews  # type: ignore[import-not-found]  # lies beside this script
from tablesession import FakeSession  # type: ignore[import-not-found]

from tilewright.viewer.app import run_table

if __name__ == "__main__":
    record = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    board = getattr(tableviews, sys.argv[3]) if len(sys.argv) > 3 else tableviews.mission
    run_table(FakeSession(board(), record), quality=sys.argv[1], size=(1280, 720))
