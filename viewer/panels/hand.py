"""The cards of the seat's hand, as a fan along the lower border; the one under the mouse stands out."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.schemas.view import SeenThing, View

from ..common.choices import on_board
from ..common.svg import (
    AMBER,
    CYAN,
    art_at,
    clean,
    document,
    fitted,
    has_icon,
    icon,
    line,
    rect,
    sized,
    width,
    wrapped,
)
from ..scene.looks import PieceLook, hex_of, look_of_thing
from ..staging.mats import held
from .base import Panel, called
from .stack import lines

W, H = 164, 232
READABLE = 13.0  # letters of a title
STRIPE = 36  # of a card of which less is in sight two letters could be read


def hand(view: View) -> list[SeenThing]:
    """The things that the seat holds; a designer, who has none, looks over the shoulder of who is asked."""
    seat = view.get("seat") or next(iter((view.get("question") or {}).get("seats") or ()), None)
    things = {t["handle"]: t for t in view.get("things") or ()}
    return [things[h] for pile in held(view, seat) for h in pile["things"] or () if h in things]


def playable(view: View) -> dict[str, tuple[int, ...]]:
    """Handle → options that point at it."""
    return {
        name: tuple(o["id"] for o in options)
        for (sort, name), options in on_board(view).items()
        if sort == "thing"
    }


def captions(view: View, cards: Sequence[SeenThing]) -> list[str]:
    """In which pile each card lies, if they lie in several; else of what kind it is."""
    titles = {p["place"]: str(p.get("title") or "") for p in view.get("piles") or ()}
    several = len({card.get("place") for card in cards}) > 1
    return [(titles.get(card.get("place"), "") if several else "") or kind_of(view, card) for card in cards]


def kind_of(view: View, card: SeenThing) -> str:
    """What sort of card it is, in a word."""
    kinds = [kind for kind in card.get("kinds") or () if kind not in ("card", "thing")]
    return called(view, "kinds", kinds[-1] if kinds else "card")


def card(thing: SeenThing, *, offered: bool, picked: bool, caption: str = "") -> Panel:
    """One card: title, cost, picture, caption, text."""
    look = look_of_thing(thing)
    cost = next((v for k, v in (thing.get("values") or {}).items() if k == "cost" and type(v) is int), None)
    colour, frame = hex_of(look.colour), hex_of(look.frame or look.colour)
    body = _blank(offered, picked)
    body += (
        rect(11, 36, W - 22, 88, 4, "#080b10")
        + rect(11, 36, W - 22, 88, 4, "url(#a)")
        + _picture(look, str(thing.get("title") or ""))
    )
    body += art_at(look.framed, 0, 0, W, H, fit="stretch") if look.framed else ""
    body += rect(11, 36, W - 22, 88, 4, "none", frame) if not look.framed else ""
    room = W - (48 if cost is not None else 26)
    body += _title(str(thing.get("title") or thing["name"]), room)
    if cost is not None:
        body += f'<circle cx="{W - 21}" cy="21" r="13.5" fill="{AMBER}" stroke="#2a1c05" stroke-width="2"/>'
        body += line(W - 21, 27.5, cost, 19, 700, "#201500", "middle")
    body += rect(11, 128, W - 22, 17, 3, frame, opacity=0.35)
    body += line(
        W / 2,
        141,
        fitted(caption.upper(), 12.5, 700, W - 34, 1.5),
        12.5,
        700,
        "#dfe9f3",
        "middle",
        1.5,
    )
    body += lines(14, 162, 15.5, wrapped(thing.get("text") or "", 14, 500, W - 28, 5), 14, 500, "#c9d6e3")
    return Panel(W, H, document(W, H, body, _shades(colour, frame)))


def _title(title: str, room: float) -> str:
    """What is too long for one line of letters that are read stands on two."""
    one, size = sized(title, 16.5, 700, room)
    if one == clean(title) and size >= READABLE:
        return line(14, 27, one, size, 700, "#ffffff")
    return lines(14, 20, 13.5, wrapped(title, READABLE, 700, room, 2), READABLE, 700, "#ffffff")


def edge(thing: SeenThing, *, offered: bool, picked: bool) -> Panel:
    """A card of which others leave a stripe in sight: alike for all that look alike."""
    look = look_of_thing(thing)
    shades = _shades(hex_of(look.colour), hex_of(look.frame or look.colour))
    return Panel(W, H, document(W, H, _blank(offered, picked), shades))


def _blank(offered: bool, picked: bool) -> str:
    """The body of a card before anything is written on it."""
    rim = "#ffffff" if picked else CYAN if offered else "#05080c"
    return (
        rect(1, 1, W - 2, H - 2, 11, rim)
        + rect(3.5, 3.5, W - 7, H - 7, 9, "url(#f)")
        + rect(7, 7, W - 14, H - 14, 6, "#0e151e")
    )


def _shades(colour: str, frame: str) -> str:
    """The colours of the card's picture and frame, and where the picture ends."""
    return (
        '<linearGradient id="f" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{frame}"/><stop offset="1" stop-color="#141c26"/></linearGradient>'
        '<radialGradient id="a" cx=".5" cy=".45" r=".75">'
        f'<stop offset="0" stop-color="{colour}" stop-opacity=".75"/><stop offset="1" stop-color="#080b10"/>'
        f'</radialGradient><clipPath id="c">{rect(11, 36, W - 22, 88, 4)}</clipPath>'
    )


def _picture(look: PieceLook, title: str) -> str:
    if look.picture:
        return art_at(look.picture, 11, 36, W - 22, 88, clip="c")
    return _emblem(look.icon, title)


def _emblem(name: str, title: str) -> str:
    look = 'stroke="#ffffff" stroke-opacity=".035" stroke-width="9"'
    stripes = "".join(f'<path d="M{-20 + i * 22},130 L{40 + i * 22},30" {look}/>' for i in range(9))
    if has_icon(name):
        emblem = icon(name, W / 2 - 35.5, 45.5, 76, "#000000", 0.55) + icon(
            name, W / 2 - 38, 43, 76, "#f4f8fc", 0.95
        )
    else:
        letters = "".join(w[0] for w in title.upper().split()[:2])
        size = 58 if width(letters, 58, 700) < W - 40 else 40
        emblem = line(W / 2, 100, letters, size, 700, "#f4f8fc", "middle")
    return f'<g clip-path="url(#c)">{stripes}{emblem}</g>'
