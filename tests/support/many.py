"""Boards with very much on them."""

from __future__ import annotations

from typing import Any

from tilewright.schemas.view import View


def crowd(count: int) -> View:
    """A board on which each square has a figure, of two sides."""
    spaces = [
        {"name": f"s{n}", "kind": "square", "at": [n % 20, n // 20], "look": {}, "values": {}}
        for n in range(count)
    ]
    figures: list[dict[str, Any]] = [
        {
            "handle": f"man.{n}",
            "name": f"man.{n}",
            "title": f"Man {n}",
            "kinds": ["man", "figure"],
            "place": f"s{n}",
            "values": {"side": "north" if n % 2 else "south"},
            "look": {},
        }
        for n in range(count)
    ]
    view: Any = {"board": {"spaces": spaces, "links": []}, "things": figures, "players": [], "log": []}
    made: View = view
    return made
