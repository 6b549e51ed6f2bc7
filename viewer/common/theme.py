"""How a game dresses the table: shades of the interface, edges of panels, lettering, what is under the board.

Panels are drawn in the usual shades and changed on their way to the screen, as colours that mean something
are (palette.py). What a game paints, cards and figures, keeps its colours.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tilewright.schemas.view import NO_HINTS, ViewLook

from . import art, palette
from .palette import STANDARD

Tone = tuple[str, str, str, str, str]
"""Shades from what lies deepest, over backs of panels, lines and faint words, to words."""


class Theme(NamedTuple):
    """One way to dress a table."""

    tones: Tone
    accents: Mapping[str, str]  # in place of colours of the standard palette
    edge: str  # of panels: cut, round or double
    tint: float  # how strongly backs take on a colour that means something
    table: str  # the painted texture under the board, or none: as the board is
    wood: tuple[float, float, float]  # by which its colours are multiplied


PLAIN = Theme(("", "", "", "", ""), {}, "cut", 1.0, "", (1.0, 1.0, 1.0))
THEMES: Mapping[str, Theme] = {
    "war_room": Theme(
        ("#060805", "#131910", "#3f4c36", "#9dab8c", "#f1f3e4"),
        {"cyan": "#9ad8c0", "amber": "#f2b63c", "blue": "#8fb4e8"},
        "cut",
        1.0,
        "ground",
        (0.85, 1.05, 0.70),
    ),
    "fairy_tale": Theme(
        ("#d6c190", "#efe1ba", "#b3965c", "#6f5734", "#2a1a0c"),
        {
            "cyan": "#14607c",
            "red": "#a8201a",
            "amber": "#9a4f0c",
            "green": "#2f6f2a",
            "violet": "#5f3a8c",
            "blue": "#27509c",
            "grey": "#6f6250",
        },
        "round",
        0.45,
        "table",
        (1.9, 1.6, 1.2),
    ),
    "chess_club": Theme(
        ("#0c0704", "#20150e", "#5d4531", "#b89e7f", "#f7eedc"),
        {"cyan": "#93cfae", "amber": "#e3b552", "red": "#f07058"},
        "double",
        0.8,
        "table",
        (1.15, 0.70, 0.45),
    ),
}
_STOPS = (0.0, 0.1, 0.26, 0.62, 1.0)
_BACK = ("#16202c", "#0a0f16")  # of panels, at the top and at the bottom

# Every shade in which panels are drawn; a test holds the panels to it.
SHADES = frozenset(
    f"#{one}"
    for one in """
    000000 05080c 06110a 070b10 080b10 0a0f16 0a1018 0a121b 0b1119 0b131b 0b1d26 0c141d 0d141c 0e151e 0f1822
    0f1a25 10161d 10171f 101a25 111b26 12301f 12506b 131c27 133a4d 141c26 1a1712 1c4a2c 1d2935 1d6f8d 201500
    22303f 22364a 241b08 24364a 26323f 28343f 28405a 2a0f0d 2a0f10 2a1c05 2a2008 2a3d51 2b3d50 2c1f08 2f6b45
    2f7f9c 35506a 3a4f64 3b2c10 3f5a75 4a3208 586878 5d7288 6d8093 7b93a8 8a7a72 8f8878 8fa3b8 9db4c9 9fd8ee
    a9bccd b9c9d8 c9b4ff c9d6e3 cfe0ee d8c48f dfe8f2 dfe9f3 dff6ff e8b9b2 e8f0f8 e8f2fb e9e4d6 eafaff f1f6fb
    f2f8fd f3f8fd f4f8fc f6f2e8 ffb4a8 ffd9d2 ffd9d4 ffe9c4 ffffff
    """.split()  # noqa: SIM905 (a list of eighty would be eighty lines)
)
_HEX = re.compile(r"#[0-9a-f]{6}\b")
_FAMILIES = {0.04: "red", 0.19: "amber", 0.45: "green", 0.556: "cyan", 1.0: "blue"}


class _Used(NamedTuple):
    look: ViewLook = NO_HINTS
    theme: Theme = PLAIN


# One process has one table, so that there is one theme in use.
_used = [_Used()]


def use(look: ViewLook) -> bool:
    """Dress the table as the look of a game says. Whether that is another dress than before."""
    before = _used[0]
    _used[0] = _Used(dict(look), THEMES.get(str(look.get("theme")), PLAIN))
    _changed.cache_clear()
    return _used[0] != before


def look() -> dict[str, Any]:
    """The look that was given to `use`, for a process that draws for this one."""
    return dict(_used[0].look)


def used() -> Theme:
    return _used[0].theme


def back() -> tuple[str, str]:
    """The colours of a panel, at the top and at the bottom."""
    theme = used()
    return _BACK if theme is PLAIN else (theme.tones[1], theme.tones[0])


def cloth() -> str:
    """Art that lies under the board; none if the game brings none."""
    return art.ref(_used[0].look.get("table"))


def font() -> str:
    """A font that the game brings; none if it does not."""
    return art.ref(_used[0].look.get("font"))


def recoloured(svg: str) -> str:
    """A panel in the shades of the theme in use; as it is for those who want strong contrasts."""
    if used() is PLAIN or palette.strong():
        return svg
    return _HEX.sub(lambda found: _changed(found[0]), svg)


@lru_cache(512)
def _changed(colour: str) -> str:
    theme = used()
    for name, standard in STANDARD.items():
        if colour == standard:
            return theme.accents.get(name, colour)
    if colour not in SHADES:
        return colour
    red, green, blue = _channels(colour)
    hue, strength, value = colorsys.rgb_to_hsv(red, green, blue)
    family = next(name for most, name in _FAMILIES.items() if hue <= most)
    # Greys of the interface are blue; what is tinted otherwise is so because it means something.
    if strength > 0.5 and family != "blue" and value < 0.75:
        accent = theme.accents.get(family, STANDARD[family])
        return _mixed(theme.tones[1], accent, min(1.0, 1.5 * value * theme.tint))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    upper = next(number for number, stop in enumerate(_STOPS) if light <= stop + 1e-9)
    if not upper:
        return theme.tones[0]
    low, high = _STOPS[upper - 1], _STOPS[upper]
    return _mixed(theme.tones[upper - 1], theme.tones[upper], (light - low) / (high - low))


def _mixed(one: str, other: str, part: float) -> str:
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (a + (b - a) * part)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue
