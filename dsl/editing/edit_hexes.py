"""Edits of drawings of hexes, and which hex or side lies under a point: text in, text out."""

import math

from ..boards.hex_grid import LEFT, ROW_HEIGHT, UPPER_LEFT, UPPER_RIGHT, HexCell, HexFrame, find_hexes
from . import edit
from .edit import CannotEdit, DrawnPart

WALL_SIGNS = {LEFT: "|", UPPER_LEFT: "/", UPPER_RIGHT: "\\"}
HexSide = tuple[int, int, int]  # column and row of a hex, and one of its three sides

_CENTRE = 2 * float(ROW_HEIGHT) / 3
"""How far the middle of a hex lies below its uppermost point."""


def frame_of(part: DrawnPart, signs: str) -> HexFrame:
    """Where the hexes of a drawing are, given the signs of its spaces. Raises CannotEdit if it has none."""
    frame = find_hexes(part.rows, lambda sign: sign in signs)[0] if part.rows else None
    if frame is None:
        raise CannotEdit("edit_no_hexes", part.name)
    return frame


# What is painted at once is where it was when the edit began: places count from the leftmost hex.


def paint(text: str, part: DrawnPart, frame: HexFrame, at: HexCell, signs: str, *, symmetric: bool) -> str:
    """Write signs into a hex, and into the opposite one if that is wanted."""
    for place in sorted({at, frame.opposite(*at)} if symmetric else {at}):
        text = _paint_hex(text, frame, place, signs)
    return text


def fill(text: str, part: DrawnPart, frame: HexFrame, at: HexCell, signs: str) -> str:
    """Write signs into a hex, and into all like it that are reached through open sides."""
    for place in _area(frame, at):
        text = _paint_hex(text, frame, place, signs)
    return text


def paint_side(
    text: str, part: DrawnPart, frame: HexFrame, edge: HexSide, sign: str, *, symmetric: bool
) -> str:
    """Write a sign on a side of a hex, and on the opposite one if that is wanted."""
    for one in sorted({edge, _opposite_side(frame, edge)} if symmetric else {edge}):
        text = _paint_side(text, frame, one, sign)
    return text


def under(frame: HexFrame, x: float, y: float) -> tuple[HexCell, tuple[HexCell, int]]:
    """The hex under a point, in tiles, and the side nearest to it."""
    row = math.floor(y / float(ROW_HEIGHT))
    near = [(math.floor(x - frame.shifted(one) / 2), one) for one in (row - 1, row)]
    place = min(near, key=lambda one: math.dist(_middle(frame, one), (x, y)))

    def far(side: HexSide) -> float:
        here, beyond = _middle(frame, side[:2]), _middle(frame, frame.beyond(*side))
        return math.dist(((here[0] + beyond[0]) / 2, (here[1] + beyond[1]) / 2), (x, y))

    column, row, side = min(_sides_of(frame, place), key=far)
    return place, ((column, row), side)


# ------------------------------------------------------------------ within


def _paint_hex(text: str, frame: HexFrame, place: HexCell, signs: str) -> str:
    """Write signs into a hex; none make it no space. Beside the drawing it grows, right or down. Raises
    CannotEdit where the drawing cannot grow, or a hex has no room for the signs.
    """
    if min(place) < 0:
        raise CannotEdit("edit_grows")
    if len(signs) > frame.room:
        raise CannotEdit("edit_room_hex", frame.room)
    y, x = frame.middle(*place)
    left = (frame.room - len(signs)) // 2
    written = " " * left + signs
    return _write(text, frame, y, x - 1, written.ljust(frame.room))


def _paint_side(text: str, frame: HexFrame, side: HexSide, sign: str) -> str:
    """Write a sign on a side of a hex; a blank opens it, the sign of any wall is a wall. Raises CannotEdit
    where there is no side.
    """
    _, y, x = frame.edge(*side)
    wall = sign in WALL_SIGNS.values() or sign in edit.WALL_SIGNS
    if not (0 <= side[1] <= frame.lines and -1 <= side[0] <= frame.columns + 1):
        raise CannotEdit("edit_no_side")
    return _write(text, frame, y, x, WALL_SIGNS[side[2]] if wall else sign)


def _area(frame: HexFrame, place: HexCell) -> list[HexCell]:
    """The hex and all with the same signs that are reached from it through open sides."""
    wanted = frame.cell(*place)[0].strip()
    found, waiting = {place}, [place]
    while waiting:
        for side in _sides_of(frame, waiting.pop()):
            for column, row in ((side[0], side[1]), frame.beyond(*side)):
                inside = 0 <= column < frame.columns and 0 <= row < frame.lines
                if not inside or (column, row) in found or frame.edge(*side)[0] != " ":
                    continue
                if frame.cell(column, row)[0].strip() == wanted:
                    found.add((column, row))
                    waiting.append((column, row))
    return sorted(found, key=lambda at: (at[1], at[0]))


def _sides_of(frame: HexFrame, place: HexCell) -> tuple[HexSide, ...]:
    """The six sides of a hex, each as the drawing counts it."""
    column, row = place
    below = column + frame.shifted(row)
    return (
        (column, row, LEFT),
        (column, row, UPPER_LEFT),
        (column, row, UPPER_RIGHT),
        (column + 1, row, LEFT),
        (below, row + 1, UPPER_LEFT),
        (below - 1, row + 1, UPPER_RIGHT),
    )


def _opposite_side(frame: HexFrame, side: HexSide) -> HexSide:
    """The side that lies opposite, when the drawing is turned by half."""
    here, beyond = frame.opposite(side[0], side[1]), frame.opposite(*frame.beyond(*side))
    return next(one for one in _sides_of(frame, here) if {one[:2], frame.beyond(*one)} == {here, beyond})


def _middle(frame: HexFrame, place: HexCell) -> tuple[float, float]:
    column, row = place
    return column + 0.5 + frame.shifted(row) / 2, row * float(ROW_HEIGHT) + _CENTRE


def _write(text: str, frame: HexFrame, y: int, x: int, written: str) -> str:
    """Write over characters of a drawing; below its last line it gets more lines."""
    if y < 0:
        raise CannotEdit("edit_no_line")
    first = frame.rows[min(y, len(frame.rows) - 1)].span
    if first.column - 1 + x < 0:
        raise CannotEdit("edit_no_room_left")
    for missing in range(len(frame.rows), y + 1):
        text = edit.insert_line(text, frame.rows[0].span.line + missing - 1, "")
    return edit.write_at(text, frame.rows[0].span.line + y, first.column + x, written)
