"""`tilewright` alone, whose window writes down what it shows: `python play_start.py FOLDER [WORD...]`.

support/showing.py says how.
"""

from __future__ import annotations

import sys
from pathlib import Path

from support.showing import Shown
from tilewright.cli.main import main
from tilewright.viewer.app import app

if __name__ == "__main__":
    Shown.folder = Path(sys.argv[1])
    vars(app)["App"] = Shown
    main(["--debug", *sys.argv[2:]])
