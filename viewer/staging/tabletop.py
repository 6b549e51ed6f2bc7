"""What lies beside the board: decks as high as they are, bags, dice, tracks with their markers. Pure.

They are pieces like those on the board. Only what the view says of a pile is shown: its count, and the
card on top where it may be seen.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

from tilewright.schemas import looks
from tilewright.schemas.view import NO_HINTS, LogEntry, SeenPile, SeenThing, View, ViewLook

from ..common.plane import Point
from ..common.speech import say
from ..scene.looks import PieceLook, Rgb, colour_of, look_of_thing
from ..scene.scene import Piece, TablePoint

TABLE = -0.25  # the height of the table under the board
STEP, STEP_DOWN, BEHIND = 0.95, 1.25, 0.9  # from pile to pile, from row to row; how far from the board
WIDE = 1.3  # a board that is so much wider than high has its piles behind it
MOST = 12
FEW = 3  # So many dice are large.
THICK = 0.011  # of a card
LONGEST = 24  # spaces of a track at most
GAP, ROW, EDGE = 1.5, 2.4, 1.05  # from track to track and row to row in spaces; from the board in tiles
TIGHT = 0.9  # how much smaller a track may be so that all are in one row
TrackRange = tuple[str, int, int]  # name, lowest, highest
BACK = colour_of("navy")
DICE = ("bone", "crimson", "teal", "violet")  # colours of a game's dice, in their order


def beside(
    view: View, bounds: tuple[float, float, float, float], spread: Collection[str] = ()
) -> Iterable[Piece]:
    """Decks and bags, then dice. Piles in `spread` lie somewhere else."""
    things = things_of(view)
    piles = [p for p in view.get("piles") or () if _shown(p) and p["place"] not in spread][:MOST]
    dice = _dice(view)
    rows, space = _rows(view, bounds)
    behind = (*bounds[:3], bounds[3] + len(rows) * ROW * space)
    heap = 1 if len(dice) <= FEW else 4  # so many dice lie where a pile would
    spots, size = _spots(len(piles) + math.ceil(len(dice) / heap), bounds if _beside(bounds) else behind)
    for pile, (x, y) in zip(piles, spots, strict=False):
        yield stack(pile, things, (x, y, TABLE), size)
    for i, (face, sides, colour, roll) in enumerate(dice):
        x, y = spots[len(piles) + i // heap]
        if heap > 1:
            x, y = x + (0.47 * (i % 2) - 0.23) * size, y + (0.23 - 0.47 * (i // 2 % 2)) * size
        # Every roll lies a little otherwise, so that one that shows the same is seen, too.
        heading = (17.0 * i + 7 * roll + 8) % 30 - 15
        large = size if heap > 1 else 1.7 * size
        look = PieceLook("die", colour, colour)
        yield Piece(f"die:{i}", (x, y, TABLE), look, heading, large, title=face, sides=sides)


def things_of(view: View) -> dict[str, SeenThing]:
    return {t["handle"]: t for t in view.get("things") or ()}


def stack(pile: SeenPile, things: Mapping[str, SeenThing], at: TablePoint, size: float) -> Piece:
    """A pile as one piece: a deck as high as it is, or a bag."""
    title = say("about", str(pile.get("title") or pile.get("name")), int(pile.get("count") or 0))
    return Piece(f"pile:{pile['place']}", at, _look(pile, things), size=size, title=title)


def tracks(
    view: View, bounds: tuple[float, float, float, float], dress: ViewLook = NO_HINTS
) -> Iterable[Piece]:
    """A track for each value of the game that has bounds, in rows right behind the board. The look of the
    game says which of their spaces have which colour.
    """
    fields = [one for one in looks.fields(str(dress.get("fields") or "")) if not isinstance(one, str)]
    rows, size = _rows(view, bounds)
    left, _, right, top = bounds
    values, titles = view.get("values") or {}, (view.get("titles") or {}).get("values") or {}
    y = top + EDGE + size * ROW / 2
    for row in rows:
        x = _start(left, right, _cells(row) * size)
        for name, low, high in row:
            wide = (high - low + 1) * size
            title = str(titles.get(name) or name.replace("_", " "))
            title, look = title[:1].upper() + title[1:], PieceLook("track", BACK, colour_of("amber"))
            at, shown = (x + wide / 2, y, TABLE), (int(values[name]), low, high)
            colours = tuple(_coloured(name, number, fields) for number in range(low, high + 1))
            yield Piece(f"track:{name}", at, look, size=size, title=title, track=shown, colours=colours)
            x += wide + GAP * size
        y += size * ROW


def _coloured(track: str, number: int, fields: Iterable[looks.FieldsOfTrack]) -> Rgb | None:
    """The colour of one space of a track, if it has one of its own."""
    words = (one.colour for one in fields if one.value == track and one.low <= number <= one.high)
    word = next(words, None)
    return colour_of(word) if word else None


def _rows(view: View, bounds: tuple[float, float, float, float]) -> tuple[list[list[TrackRange]], float]:
    """The tracks, as many in a row as are not wider than the board, and how wide one of their spaces is."""
    values = view.get("values") or {}
    found = [
        (name, low, high)
        for name, (low, high) in (view.get("tracks") or {}).items()
        if type(values.get(name)) is int and 0 < high - low <= LONGEST and low <= values[name] <= high
    ]
    wide = bounds[2] - bounds[0] + 2
    longest = max((high - low + 1 for _, low, high in found), default=1)
    size = min(0.42 * max(1.0, (wide - 2) / 11), wide / longest)
    if size > (least := wide / max(_cells(found), 1)) > TIGHT * size:
        size = least
    rows: list[list[TrackRange]] = []
    for one in sorted(found, key=lambda t: t[1] - t[2]):  # the longest first, the others where there is room
        row = next((row for row in rows if _cells([*row, one]) * size <= wide + 1e-6), None)
        if row is None:
            rows.append([one])
        else:
            row.append(one)
    return rows, size


def _cells(row: list[TrackRange]) -> float:
    """How long a row is, gaps included, in spaces."""
    return sum(high - low + 1 for _, low, high in row) + GAP * (len(row) - 1)


def _spots(count: int, bounds: tuple[float, float, float, float]) -> tuple[list[Point], float]:
    """Where so many piles lie, and how large: in a row behind a wide board, in columns left of any other.

    Larger beside a large board, which is seen from further away.
    """
    left, bottom, right, top = bounds
    wide, high = right - left, top - bottom
    size = max(1.0, max(wide, high) / 11)
    if not _beside(bounds):
        size = min(size, (wide + 2) / max(count, 1) / STEP)
        start = _start(left, right, STEP * size * count) + STEP * size / 2
        return [(start + i * STEP * size, top + BEHIND * (1 + size) + 0.1 * size) for i in range(count)], size
    rows = (count + 1) // 2 if count > 3 else count
    size = min(size, (high + 2) / max(rows, 1) / STEP_DOWN)
    start = (bottom + top) / 2 + STEP_DOWN * size * (rows - 1) / 2
    return [
        (left - BEHIND * 2 - i // rows * STEP * size, start - i % rows * STEP_DOWN * size)
        for i in range(count)
    ], size


def _start(left: float, right: float, wide: float) -> float:
    """Where a row begins behind the board: in the middle, but one that is wider ends with the board. What
    stands at the right of the picture reaches further down than what stands at the left.
    """
    return min((left + right - wide) / 2, right - wide)


def _beside(bounds: tuple[float, float, float, float]) -> bool:
    """Whether piles lie left of the board rather than behind it."""
    return bounds[2] - bounds[0] <= WIDE * (bounds[3] - bounds[1])


def _shown(pile: SeenPile) -> bool:
    """Piles and bags that belong to nobody and are not empty."""
    return pile.get("owner") is None and pile.get("sort") != "slot" and bool(pile.get("count"))


def _look(pile: SeenPile, things: Mapping[str, SeenThing]) -> PieceLook:
    """A bag; or a deck with its top card's face, if it is seen, else a back."""
    count = min(int(pile.get("count") or 0), 80)
    if pile.get("sort") == "bag":
        return PieceLook("bag", colour_of("brown"), colour_of("sand"), height=0.7 + 0.3 * min(count, 20) / 20)
    seen = pile.get("things")
    top = things.get(seen[-1]) if seen else None
    high = max(0.03, count * THICK)
    if top is None:
        return PieceLook("deck", BACK, BACK, height=high, icon="card-random", face_up=False)
    look = look_of_thing(top)
    return PieceLook(
        "deck",
        look.colour,
        look.trim,
        height=high,
        icon=look.icon,
        face_up=look.face_up,
        picture=look.picture,
    )


def _dice(view: View) -> list[tuple[str, tuple[str, ...], Rgb, int]]:
    """The last roll in the log: of each die the face on top, all faces, its colour, and the line's number."""
    rolls = (line for line in reversed(view.get("log") or ()) if line.get("sort") == "roll")
    last: LogEntry | None = next(rolls, None)
    if last is None:
        return []
    data = last.get("data") or {}
    known: Mapping[str, list[str]] = view.get("dice") or {}
    name = str(data.get("die"))
    sides = tuple(map(str, known.get(name) or ()))
    colour = colour_of(DICE[list(known).index(name) % len(DICE)] if name in known else DICE[0])
    rolled = [str(face) for face in data.get("faces") or ()][:8]
    number = int(last.get("n") or 0)
    return [(face, sides if face in sides else _usual(face), colour, number) for face in rolled]


def _usual(face: str) -> tuple[str, ...]:
    """The sides of a die of which nothing else is known."""
    return tuple("123456") if face in set("123456") else (face,)
