"""What resvg draws: a panic of Rust, which is no Exception, becomes one."""

from __future__ import annotations

from typing import Any

import resvg_py


class Undrawable(Exception):
    """A document, or a font with it, breaks what draws."""


def png(document: str, **options: Any) -> bytes:
    """An SVG document as PNG. Raises Undrawable if resvg cannot draw it."""
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=document, **options))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as problem:  # a panic of Rust
        raise Undrawable(str(problem)) from problem
