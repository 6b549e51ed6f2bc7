"""Look hints of a view, made definite: every hint may be missing, wrong
or unknown, and something sensible comes out."""

from __future__ import annotations

import colorsys
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from tilewright.schemas.view import SeenThing, ViewLook

from ..common import art

Rgb = tuple[float, float, float]

ARCHETYPES = (
    "trooper",
    "officer",
    "beast",
    "crawler",
    "hound",
    "hunter",
    "turret",
    "token",
    "pawn",
    "standee",
    "card",
    "civilian",
    "child",
    "giant",
    "drone",
    "lamp",
    "mech",
    "deck",
    "bag",
    "die",
    "cube",
)
_ALSO_CALLED = {
    "brute": "giant",
    "large_beast": "giant",
    "large beast": "giant",
    "person": "civilian",
    "scientist": "civilian",
    "flyer": "drone",
    "lantern": "lamp",
    "torch": "lamp",
    "box": "deck",
    "pile": "deck",
    "sack": "bag",
    "dice": "die",
    "sentry": "turret",
    "soldier": "trooper",
    "leader": "officer",
    "dog": "hound",
    "wolf": "hound",
    "cat": "hound",
    "swarm": "crawler",
    "spider": "crawler",
    "vehicle": "turret",
    "robot": "mech",
    "walker": "mech",
    "marker": "token",
    "figure": "pawn",
    "tile": "token",
    "chit": "token",
}
FLAT = ("token", "card", "cube", "deck", "bag", "die", "track")

_WORDS = {
    "black": "#16181c",
    "white": "#d8dadc",
    "grey": "#6d747c",
    "gray": "#6d747c",
    "steel": "#64748a",
    "silver": "#aab4be",
    "gold": "#d8a437",
    "brass": "#b98a3a",
    "bronze": "#8a5a30",
    "red": "#a8261e",
    "crimson": "#8c1626",
    "orange": "#d2691e",
    "amber": "#e09a2a",
    "yellow": "#d8b52e",
    "green": "#3f7a3a",
    "olive": "#59602f",
    "khaki": "#8a7c50",
    "sand": "#b59a68",
    "brown": "#6a4a2e",
    "bone": "#cfc3a0",
    "blue": "#2f62a8",
    "navy": "#1d3258",
    "cyan": "#35a8c8",
    "teal": "#22786f",
    "violet": "#5c3a8c",
    "purple": "#6a2f86",
    "pink": "#c0587e",
    "chitin": "#1c2026",
    "skin": "#b98a6a",
    "rust": "#7a3f22",
}
_UNNAMED = ("#4b6a8c", "#7a4a3a", "#4f6f4a", "#6d5a86", "#8a7440", "#3f7076", "#7d4b63")
_SIZES = {
    "tiny": 0.6,
    "small": 0.8,
    "slim": 0.85,
    "short": 0.85,
    "normal": 1.0,
    "medium": 1.0,
    "tall": 1.15,
    "large": 1.2,
    "big": 1.2,
    "heavy": 1.2,
    "huge": 1.45,
    "giant": 1.6,
}


class PieceLook(NamedTuple):
    """How one piece looks. Colours are linear light 0..1; height and bulk are factors around 1."""

    archetype: str
    colour: Rgb
    trim: Rgb
    weapon: str = "none"
    pose: str = "ready"
    height: float = 1.0
    bulk: float = 1.0
    icon: str = ""
    face_up: bool = True
    frame: Rgb | None = None  # of a card; its colour where there is none
    picture: str = ""  # art that shows the thing, on its card or as its portrait
    framed: str = ""  # art that lies over a card, as its frame
    figure: str = ""  # art that stands in place of the archetype
    turn: float = 0.0  # degrees against the clock by which that is turned
    scale: float = 1.0
    base: bool = True
    body: str = ""  # of people, what they wear; empty is what their archetype wears
    head: str = ""
    pack: str = ""
    skin: Rgb | None = None
    hair: Rgb | None = None


# Poses of those whose look names none: several of a kind don't all stand alike.
STANCES = {
    **dict.fromkeys(("trooper", "officer", "civilian"), ("ready", "guard", "walk")),
    "beast": ("ready", "prowl", "rear", "strike"),
    **dict.fromkeys(("hound", "crawler"), ("ready", "leap")),
}


def look_of(hints: ViewLook, kinds: Sequence[str], *, face_up: bool = True, name: str = "") -> PieceLook:
    """The look of a thing from its hints, the names of its kinds, and its own, which chooses where there are
    several words."""
    figure = art.ref(hints.get("figure")) if face_up else ""
    archetype = str(hints.get("archetype") or ("pawn" if figure else _by_kind(kinds, face_up)))
    archetype = _ALSO_CALLED.get(archetype, archetype)
    frame = hints.get("frame")
    colour = colour_of(hints.get("colour"), kinds[0] if kinds else "")
    number = _number_of(name)
    return PieceLook(
        archetype=archetype if archetype in ARCHETYPES else "pawn",
        colour=colour,
        trim=colour_of(hints["trim"]) if hints.get("trim") else _brighter(colour),
        weapon=str(hints.get("weapon") or "none"),
        pose=one_of(hints.get("pose"), number) or one_of(STANCES.get(archetype), number) or "ready",
        height=factor(hints.get("height")),
        bulk=factor(hints.get("bulk")),
        icon=icon_of(hints),
        face_up=face_up,
        frame=colour_of(frame) if frame and not art.is_file(frame) else None,
        picture=art.ref(hints.get("picture")) if face_up else "",
        framed=art.ref(frame),
        figure=figure,
        turn=_degrees(hints.get("turn")),
        scale=factor(hints.get("scale")),
        base=hints.get("base") != "none",
        body=one_of(hints.get("body"), number),
        head=one_of(hints.get("head"), number),
        pack=one_of(hints.get("pack"), number),
        skin=colour_of(one_of(hints["skin"], number)) if hints.get("skin") else None,
        hair=colour_of(one_of(hints["hair"], number)) if hints.get("hair") else None,
    )


def look_of_thing(thing: SeenThing) -> PieceLook:
    """The look of a thing as a view has it."""
    face_up = thing.get("face") != "down"
    return look_of(thing.get("look") or {}, thing.get("kinds") or (), face_up=face_up, name=thing["handle"])


def one_of(hint: object, number: int) -> str:
    """One of the words of a hint: the first thing has the first one, and so on, round and round."""
    words = hint if isinstance(hint, tuple) else str(hint or "").replace(",", " ").split()
    return words[number % len(words)] if words else ""


def _number_of(name: str) -> int:
    """Which of several a thing is, counted from 0: copies have numbers, others any that stays."""
    number = name.rpartition(".")[2].rpartition("#")[2]
    return int(number) - 1 if number.isdecimal() else stable_number(name) if name else 0


def icon_of(hints: ViewLook) -> str:
    """The icon of a look: a word, letters, or art."""
    icon = hints.get("icon")
    return art.ref(icon) if art.is_file(icon) else str(icon or "")


def _degrees(hint: object) -> float:
    return float(hint % 360) if isinstance(hint, int | float) else 0.0


def colour_of(word: object, otherwise: str = "") -> Rgb:
    """A colour word or `#rrggbb` as linear light; anything else gets a
    muted colour that depends on `otherwise`."""
    text = str(word or "").strip().lower()
    text = _WORDS.get(text, text)
    if not is_hex(text):
        text = _UNNAMED[stable_number(text or otherwise) % len(_UNNAMED)]
    channels = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c**2.2 for c in channels)
    return (red, green, blue)


def names_archetype(word: str) -> bool:
    return word in ARCHETYPES or word in _ALSO_CALLED


def names_colour(word: str) -> bool:
    text = word.strip().lower()
    return text in _WORDS or is_hex(text)


def names_size(word: str) -> bool:
    return word.lower() in _SIZES or word.replace(".", "", 1).isdecimal()


def is_hex(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(c in "0123456789abcdef" for c in text[1:])


def hex_of(colour: Rgb) -> str:
    """Linear light as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, c)) ** (1 / 2.2)):02x}" for c in colour)


def factor(hint: object) -> float:
    """A size hint as a factor: a word, a factor (1.2) or a percentage
    (120). Kept within what fits on a tile."""
    value = 1.0
    if isinstance(hint, str):
        value = _SIZES.get(hint.lower(), 1.0)
    elif isinstance(hint, int | float) and not isinstance(hint, bool):
        value = hint / 100 if hint > 10 else float(hint)
    return min(2.0, max(0.4, value))


def stable_number(text: str) -> int:
    """A number that depends on the text only, the same on every machine and in every run."""
    return int.from_bytes(hashlib.blake2s(text.encode(), digest_size=6).digest(), "big")


_HUES = {20: "red", 65: "amber", 165: "green", 205: "cyan", 255: "blue", 330: "violet", 360: "red"}


def rim_like(colour: Rgb) -> str:
    """The rim nearest to a colour."""
    hue, _, strength = colorsys.rgb_to_hls(*colour)
    if strength < 0.25 or max(colour) - min(colour) < 0.04:
        return "grey"
    return next(rim for most, rim in _HUES.items() if hue * 360 <= most)


def _by_kind(kinds: Sequence[str], face_up: bool) -> str:
    if "card" in kinds:
        return "card"
    if "token" in kinds or not face_up:
        return "token"
    return "pawn" if "figure" in kinds or not kinds else "token"


def _brighter(colour: Rgb) -> Rgb:
    red, green, blue = (min(1.0, c * 2.2 + 0.12) for c in colour)
    return (red, green, blue)
