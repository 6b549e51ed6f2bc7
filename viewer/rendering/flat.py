"""Flat pieces and lettering: faces of tokens, cards and standees, and words on the floor, as SVG. Pure."""

from __future__ import annotations

from ..common.svg import WHITE, art_at, document, fitted, has_icon, icon, line, rect, width, wrapped
from ..scene.looks import PieceLook, hex_of

FACE = 128  # pixels of a token's face
HIGH = 64  # pixels of a word on the floor


def token_face(look: PieceLook, title: str) -> str:
    """A round face: the look's icon, or the title's number or first letters; a back shows its icon paler."""
    half = FACE / 2
    colour = hex_of(look.colour)
    body = f'<circle cx="{half}" cy="{half}" r="{half}" fill="{colour}"/>'
    body += f'<circle cx="{half}" cy="{half}" r="{half - 9}" fill="#0d141c" fill-opacity=".55" '
    body += f'stroke="{WHITE}" stroke-opacity=".55" stroke-width="3"/>'
    if look.picture:
        round_ = f'<clipPath id="t"><circle cx="{half}" cy="{half}" r="{half - 9}"/></clipPath>'
        body += art_at(look.picture, 9, 9, FACE - 18, FACE - 18, clip="t")
        return document(FACE, FACE, body, round_)
    body += _emblem(look, title, half, half, FACE * 0.56, WHITE if look.face_up else "#b9c9d8")
    return document(FACE, FACE, body)


def card_face(look: PieceLook, title: str) -> str:
    """A card lying on the board, 96 x 128."""
    colour = hex_of(look.colour)
    body = (
        rect(0, 0, 96, 128, 8, "#0d141c")
        + rect(3, 3, 90, 122, 6, hex_of(look.frame or look.colour), opacity=0.55)
        + rect(8, 8, 80, 112, 4, "#0d141c", colour, 2)
    )
    if look.picture:
        body += art_at(look.picture, 9, 9, 78, 78)
    else:
        body += _emblem(look, title, 48, 52, 52, WHITE)
    if look.framed:
        body += art_at(look.framed, 0, 0, 96, 128, fit="stretch")
    lines = wrapped(title, 14, 700, 74, 2)
    for i, text in enumerate(lines):
        body += line(48, 100 + 14 * i - 5 * (len(lines) - 1), text, 14, 700, WHITE, "middle")
    return document(96, 128, body)


def standee_face(look: PieceLook, title: str) -> str:
    """The upright board of a standee, 96 x 160."""
    colour = hex_of(look.colour)
    body = rect(1, 1, 94, 158, 14, "#10171f", colour, 4) + rect(8, 8, 80, 144, 9, colour, opacity=0.45)
    if look.picture:
        return document(96, 160, body + art_at(look.picture, 8, 8, 80, 144))
    body += _emblem(look, title, 48, 68, 76, WHITE)
    for i, text in enumerate(wrapped(title, 16, 700, 78, 2)):
        body += line(48, 126 + 16 * i, text, 16, 700, WHITE, "middle")
    return document(96, 160, body)


def label(text: str, colour: str, weight: int = 700) -> tuple[str, float]:
    """A short word to lie on the floor, and how wide it is for its height."""
    wide = max(40.0, width(text, 52, weight) + 14)
    body = line(wide / 2, 48, text, 52, weight, "#04080c", "middle", opacity=0.8).replace(
        "<text", '<text stroke="#04080c" stroke-width="8"', 1
    )
    body += line(wide / 2, 48, text, 52, weight, colour, "middle")
    return document(wide, HIGH, body), wide / HIGH


def _emblem(look: PieceLook, title: str, x: float, y: float, size: float, fill: str) -> str:
    if has_icon(look.icon):
        return icon(look.icon, x - size / 2, y - size / 2, size, fill)
    words = title.upper().split()
    number = next((word for word in words[:1] if word.isdecimal()), "")
    letters = number or "".join(word[0] for word in words[:2]) or "?"
    points = size * (0.9 if len(letters) == 1 else 0.72)
    return line(x, y + points * 0.33, fitted(letters, points, 700, size * 1.3), points, 700, fill, "middle")
