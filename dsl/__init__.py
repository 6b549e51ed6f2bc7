"""From the text of `.wright` files to a checked program, or to a list of problems: an author's mistake is a
value, never an exception. Nothing here plays; the runtime gets one JSON document, `program.json`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compile import Compiled, check_package, compile_package, test_programs
    from .packages.package import Package, find_package, read_package
    from .playable import campaigns, missions
    from .problems.render import render_text

__all__ = [
    "Compiled",
    "Package",
    "campaigns",
    "check_package",
    "compile_package",
    "find_package",
    "missions",
    "read_package",
    "render_text",
    "test_programs",
]

# What docs/api.md shows, and where it is. It is imported when asked for: `tilewright --help` needs none.
_COMPILE = ("Compiled", "check_package", "compile_package", "test_programs")
_HOME = dict.fromkeys(_COMPILE, ".compile") | dict.fromkeys(("campaigns", "missions"), ".playable")
_HOME |= dict.fromkeys(("Package", "find_package", "read_package"), ".packages.package")
_HOME["render_text"] = ".problems.render"


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)
