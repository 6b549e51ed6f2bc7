"""Rows of a panel, one below another: each is drawn where the one before ends, and can be clicked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..common.svg import TEXT, line
from .base import Hit
from .vocabulary import UiAction


@dataclass
class Stack:
    """Rows from `x` on, `w` wide; the next one begins at `y`. In the pixels of the panel."""

    x: float
    w: float
    y: float
    body: str = ""
    hits: list[Hit] = field(default_factory=list)

    def row(
        self,
        height: float,
        draw: Callable[[float], str],
        action: UiAction | None = None,
        *,
        above: float = 0.0,
        below: float = 0.0,
        beside: float = 0.0,
    ) -> None:
        """One more row, drawn from where it begins. A click on it does the action, but for a margin `above`,
        `below` and `beside` it."""
        self.body += draw(self.y)
        if action is not None:
            w, h = self.w - 2 * beside, height - above - below
            self.hits.append(Hit(self.x + beside, self.y + above, w, h, action))
        self.y += height

    def gap(self, height: float) -> None:
        """Leave room."""
        self.y += height


def lines(  # noqa: PLR0913 (attributes of SVG)
    x: float,
    y: float,
    step: float,
    texts: Iterable[str],
    size: float = 15,
    weight: int = 500,
    fill: str = TEXT,
    anchor: str = "start",
) -> str:
    """Lines of text below one another; y is the base line of the first."""
    return "".join(line(x, y + step * i, text, size, weight, fill, anchor) for i, text in enumerate(texts))
