"""Everything that ever failed, a small file for each: the input, what it showed, and how it was found."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from .target import Input

FOLDER = Path(__file__).parent / "corpus"


def entries(target: str, folder: Path = FOLDER) -> list[Path]:
    """The files of a target, in a fixed order."""
    return sorted((folder / target).glob("*.json"))


def read(path: Path) -> Input:
    """The input in a file."""
    found: Input = json.loads(path.read_text("utf-8"))["input"]
    return found


def inputs(target: str, folder: Path = FOLDER) -> list[Input]:
    """All inputs of a target."""
    return [read(path) for path in entries(target, folder)]


def keep(target: str, data: Input, showed: str, found: str, folder: Path = FOLDER) -> Path:
    """Write an input down that failed."""
    whole: dict[str, Any] = {"showed": showed, "found": found, "input": data}
    text = json.dumps(whole, indent=1, ensure_ascii=True) + "\n"
    name = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
    path = folder / target / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path
