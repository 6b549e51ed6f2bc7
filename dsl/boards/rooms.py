"""Boards of rooms: a table of spaces with places in the plane, and one of the links that alone join them."""

from ..nodes import EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from .listed import ListedSpace, read_links, read_spaces
from .shape import BoardShape, Exact, ExactPoint, KindLookup, ShapedSpace
from .tables import read_numbers, read_point, too_far


def read_rooms(
    name: str,
    of: str,
    spaces: tuple[EntryTable, ...],
    links: tuple[EntryTable, ...],
    kinds: KindLookup,
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """Read both tables. Rooms touch nobody, however near they lie: only links join them."""
    listed, problems = read_spaces(spaces, of, kinds)
    rooms: list[ShapedSpace] = []
    for number, room in enumerate(listed.values()):
        shaped, found = _place(room, number, name)
        rooms.append(shaped)
        problems += found
    joined, found = read_links(links, listed, kinds)
    problems += found
    if not rooms:
        proposal = "give the table `spaces:` a row for every room"
        return None, [*problems, codes.EMPTY_BOARD.at(spaces[0].span, proposal=proposal)]
    return BoardShape(name, "room", tuple(rooms), joined), problems


def _place(room: ListedSpace, number: int, tile: str) -> tuple[ShapedSpace, list[Diagnostic]]:
    """A rectangle at `at`, of `size` 1 × 1 if none is given; rooms without a place stand in a row."""
    at: ExactPoint = (2 * number, 0)
    size: tuple[Exact, ...] = (1, 1)
    problems: list[Diagnostic] = []
    if (cell := room.row.get("at")) is not None:
        point, problems = read_point(cell)
        at = point or at
    if (cell := room.row.get("size")) is not None:
        numbers = read_numbers(cell, 2)
        if numbers is None or min(numbers) <= 0:
            problems.append(codes.BOARD_POINT.at(cell.span, found=f"`{cell}`", expected="lengths"))
        else:
            size = numbers
            problems += too_far(cell, numbers)
    (x, y), (width, height) = at, size
    outline = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    layer = room.row.get("layer")
    return ShapedSpace(
        room.name,
        room.kind,
        at,
        outline,
        room.name.span,
        int(layer) if layer and layer.isdecimal() else 0,
        tile,
        room.values,
        room.title,
    ), problems
