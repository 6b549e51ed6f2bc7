"""Colours that mean something (own, hostile, warning, good), in palettes that everybody can tell apart.

Panels are drawn in the standard colours and changed on their way to the screen. Nothing means anything by
its colour alone: name plates have a sign for each side, doors and refused rows have words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

STANDARD = {
    "cyan": "#5fd8ff",
    "red": "#ff5a4a",
    "amber": "#ffb648",
    "green": "#7ee081",
    "violet": "#b48cff",
    "blue": "#6f9cff",
    "grey": "#93a4b5",
}
# After Okabe and Ito: told apart by people who see red and green alike, or blue and yellow.
PALETTES: Mapping[str, Mapping[str, str]] = {
    "standard": STANDARD,
    "red-green": STANDARD
    | {"cyan": "#56b4e9", "red": "#e69f00", "amber": "#f0e442", "green": "#3fa7ff", "violet": "#cc79a7"},
    "blue-yellow": STANDARD
    | {"cyan": "#4fe0c0", "red": "#ff4d5e", "amber": "#ff9fb0", "green": "#2fd0a0", "violet": "#b0b0c8"},
    "high contrast": STANDARD
    | {"cyan": "#00e5ff", "red": "#ff3030", "amber": "#ffe000", "green": "#40ff60", "grey": "#ffffff"},
}
# One process has one window, so there is one palette in use; meshes ask here when they are made.
_used = ["standard"]


def use(name: str) -> None:
    """Everything that is drawn from now on has the colours of this palette."""
    _used[0] = name if name in PALETTES else "standard"


def strong() -> bool:
    """Whether the palette in use is for those who need strong contrasts."""
    return _used[0] == "high contrast"


def hex_of(colour: str) -> str:
    """A colour by its name in the palette in use."""
    present = PALETTES[_used[0]]
    return present.get(colour, present["cyan"])


def rgb(colour: str) -> tuple[float, float, float]:
    """The same as three numbers 0..1, as a screen has them."""
    if colour == "white":
        return (1.0, 1.0, 1.0)
    text = hex_of(colour)
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue)


def recoloured(svg: str) -> str:
    """A panel in the palette in use."""
    if _used[0] == "standard":
        return svg
    present = PALETTES[_used[0]]
    change = {old: present[name] for name, old in STANDARD.items() if present[name] != old}
    return re.sub("|".join(change), lambda found: change[found[0]], svg) if change else svg
