"""The `layout:` of a mission: boards laid side by side, turned, become one board.

Every space keeps the name of its board as its `tile`; squares are renamed over the whole (`a1` first),
other spaces keep their names as long as these differ. On a seam a link against an open side is a link, and
two of a kind are one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from tilewright.schemas.wording import article

from ..nodes import EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import NOWHERE, Span, Word
from .hex_grid import ROW_HEIGHT, hex_at
from .shape import (
    BoardShape,
    Exact,
    ExactPoint,
    ExactSegment,
    Form,
    Outline,
    ShapedLink,
    ShapedSpace,
    square_name,
    whole,
)
from .tables import TableRow, read_point, read_table

# The shapes of every board by its name, then by side; a board without sides has one, named "".
Shapes = Mapping[str, Mapping[str, BoardShape]]

MAX_SPACES = 2_500
"""Spaces of a board, or of several laid out together."""
MAX_LINKS = 1_000
"""Links of such a board, without walls: each is a thing of its own on the table."""
MAX_FRAME = 10_000
"""Squares of the rectangle around a layout: a mask has a bit for each, also where there is none."""

_GRIDS = ("square", "hex")

TURNS = {"": 0, "right": 1, "around": 2, "left": 3}


class Placement(NamedTuple):
    """One row of a layout: a side of a board, where its upper left corner lies, quarter turns."""

    board: Word
    side: str = ""
    at: ExactPoint = (0, 0)
    turns: int = 0
    span: Span = NOWHERE


def _sides(sides: Iterable[str]) -> str:
    """A suggestion for an author who names a side that does not exist."""
    named = ", ".join(filter(None, sides))
    return f"its sides are {named}" if named else "its sides have no names: leave the cell empty"


def read_layout(entry: EntryTable, shapes: Shapes) -> tuple[tuple[Placement, ...], list[Diagnostic]]:
    """The rows of a `layout:` table that can be laid out."""
    table, problems = read_table(entry)
    problems += table.lacks("board")
    placements: list[Placement] = []
    for row in table.rows:
        placement, found = _read_row(row, shapes)
        problems += found
        if placement:
            placements.append(placement)
    return tuple(placements), problems


def _read_row(row: TableRow, shapes: Shapes) -> tuple[Placement | None, list[Diagnostic]]:
    board = row.get("board")
    if board is None:
        return None, []
    if board not in shapes:
        proposal = nearest(board, shapes)
        return None, [codes.NO_SUCH_BOARD.at(board.span, found=str(board), name=board, proposal=proposal)]
    sides = shapes[board]
    if not sides:
        return None, []  # what is wrong with the board itself has been told
    side = str(row.get("side") or next(iter(sides), ""))
    if side not in sides:
        proposal = nearest(side, sides) or _sides(sides)
        here = row["side"].span
        return None, [codes.UNKNOWN_SIDE.at(here, board=board, found=side, name=board, proposal=proposal)]
    problems: list[Diagnostic] = []
    at: ExactPoint | None = (0, 0)
    if "at" in row:
        at, problems = read_point(row["at"])
        if at is not None and (expected := _expected(at, sides[side].form)):
            problems = [codes.BOARD_POINT.at(row["at"].span, found=f"`{row['at']}`", expected=expected)]
    turned = str(row.get("turned") or "")
    turns = ("", "around") if sides[side].form == "hex" else tuple(TURNS)
    if turned not in turns:
        proposal = (
            "rows of hexes can be turned around only: write around, or leave it empty"
            if "left" not in turns
            else "write left, right or around, or leave it empty"
        )
        problems.append(codes.BAD_TURN.at(row["turned"].span, found=turned, proposal=proposal))
    if problems or at is None:
        return None, problems
    return Placement(board, side, at, TURNS[turned], row.span), []


def _expected(at: ExactPoint, form: Form) -> str:
    """What a place in a layout should be, if it is none for boards of that form."""
    across, down = at
    if form == "square" and not (isinstance(across, int) and isinstance(down, int)):
        return "whole numbers"
    if form == "hex" and not (Fraction(across).denominator <= 2 and isinstance(down, int)):
        return "hexes to the right (halves as well: `13/2`) and rows down"
    return ""


def _too_far_apart(laid: Sequence[tuple[Placement, BoardShape]]) -> Diagnostic | None:
    """Boards of squares that lie so far from one another that most of the plane between them is empty."""
    if laid[0][1].form != "square":
        return None
    points = [space.at for _, shape in laid for space in shape.spaces]
    wide, high = (max(one[i] for one in points) - min(one[i] for one in points) + 1 for i in (0, 1))
    if wide * high <= MAX_FRAME:
        return None
    return codes.TOO_LARGE.at(
        laid[-1][0].span,
        what="this layout",
        size=f"{wide} by {high} squares, with the gaps",
        limit=f"{MAX_FRAME:,}",
        help="lay the boards closer together",
    )


def too_large(what: str, span: Span, shapes: Sequence[BoardShape]) -> Diagnostic | None:
    """What is said of a board, or of several laid out together, with more spaces or links than may be."""
    spaces = sum(len(shape.spaces) for shape in shapes)
    links = sum(link.kind != "wall" for shape in shapes for link in (*shape.links, *shape.rim))
    for size, most, sort in ((spaces, MAX_SPACES, "spaces"), (links, MAX_LINKS, "links")):
        if size > most:
            return codes.TOO_LARGE.at(span, what=what, size=f"{size:,} {sort}", limit=f"{most:,}")
    return None


def compose(
    shapes: Shapes, placements: Sequence[Placement], name: str = ""
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """Lay the boards out; None if nothing is to be laid out."""
    laid = [(p, _laid(shapes[p.board][p.side], p)) for p in placements]
    if not laid:
        return None, []
    first = laid[0][1]
    shapes_laid = [shape for _, shape in laid]
    if (large := too_large("this layout", laid[-1][0].span, shapes_laid) or _too_far_apart(laid)) is not None:
        return None, [large]
    problems = _across(laid) or _overlaps(laid)
    names = _names(laid)
    spaces: list[ShapedSpace] = []
    links: list[tuple[Placement, ShapedLink]] = []
    for (placement, shape), renamed in zip(laid, names, strict=True):
        spaces += [space._replace(name=Word(renamed[space.name], space.span)) for space in shape.spaces]
        links += [
            (placement, link._replace(sides=tuple(renamed[side] for side in link.sides)))
            for link in (*shape.links, *shape.rim)
        ]
    joined, found = _joined(links, spaces)
    problems += found
    shape = BoardShape(
        name or str(placements[0].board),
        first.form,
        tuple(spaces),
        tuple(link for link in joined if len(link.sides) == 2),
        tuple(link for link in joined if len(link.sides) == 1),
        layers=max((shape.layers for _, shape in laid), key=len),
    )
    return shape, problems


def _laid(shape: BoardShape, placement: Placement) -> BoardShape:
    """A board turned, then moved so that the upper left corner of all its spaces lies at `at`."""
    across, down = placement.at if shape.form != "hex" else (placement.at[0], placement.at[1] * ROW_HEIGHT)
    points = [point for space in shape.spaces for point in space.outline]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top

    @cache  # neighbours share their corners
    def put(point: ExactPoint) -> ExactPoint:
        x, y = point[0] - left, point[1] - top
        for turn in range(placement.turns):
            x, y = (width if turn % 2 else height) - y, x
        return whole(x + across), whole(y + down)

    def put_link(link: ShapedLink) -> ShapedLink:
        return link._replace(line=(put(link.line[0]), put(link.line[1])) if link.line else None)

    spaces = []
    for space in shape.spaces:
        outline = _from_upper_left(tuple(map(put, space.outline)))
        xs, ys = zip(*outline, strict=True)
        spaces.append(space._replace(at=(min(xs), min(ys)), outline=outline))
    if shape.form in ("square", "hex"):
        spaces.sort(key=lambda space: (space.at[1], space.at[0]))
    return replace(
        shape,
        spaces=tuple(spaces),
        links=tuple(put_link(link) for link in shape.links),
        rim=tuple(put_link(link) for link in shape.rim),
    )


def _from_upper_left(outline: Outline) -> Outline:
    start = outline.index(min(outline, key=itemgetter(1, 0)))
    return outline[start:] + outline[:start]


def _across(laid: Sequence[tuple[Placement, BoardShape]]) -> list[Diagnostic]:
    """Boards whose hexes would lie half across those of the first: rows count from there, in half hexes."""
    (first, shape), *others = laid
    if shape.form != "hex":
        return []

    def half(shape: BoardShape) -> Exact:
        column, row = hex_at(shape.spaces[0].at)
        return (2 * column - row) % 2

    return [
        codes.HEX_LAYOUT.at(
            placement.span,
            board=placement.board,
            other=first.board,
            proposal=f"{whole(placement.at[0] + Fraction(1, 2))}, {placement.at[1]}",
        )
        for placement, other in others
        if other.form == "hex" and half(other) != half(shape)
    ]


def _overlaps(laid: Sequence[tuple[Placement, BoardShape]]) -> list[Diagnostic]:
    """Squares that two boards claim; the later board is the one at fault."""
    owners: dict[tuple[Outline, int], tuple[Placement, str]] = {}
    problems = []
    for placement, shape in laid:
        covered: dict[str, list[str]] = {}
        for space in shape.spaces:
            mine = (placement, str(space.name))
            owner, name = owners.setdefault((space.outline, space.layer), mine)
            if owner is not placement:
                covered.setdefault(str(owner.board), []).append(name)
        for other, squares in covered.items():
            some = ", ".join(squares[:6]) + (", …" if len(squares) > 6 else "")
            problems.append(
                codes.BOARDS_OVERLAP.at(placement.span, board=placement.board, other=other, squares=some)
            )
    return problems


def _names(laid: Sequence[tuple[Placement, BoardShape]]) -> list[dict[str, str]]:
    """For each board, the new names of its spaces."""
    if len(laid) == 1 and laid[0][0].turns == 0:
        return [{str(space.name): str(space.name) for space in laid[0][1].spaces}]
    drawn = [_place(space, shape.form) for _, shape in laid if shape.form in _GRIDS for space in shape.spaces]
    left = min((x for x, _ in drawn), default=0)
    top = min((y for _, y in drawn), default=0)
    taken: set[str] = set()
    names: list[dict[str, str]] = []
    for placement, shape in laid:
        renamed: dict[str, str] = {}
        for space in shape.spaces:
            if shape.form in _GRIDS:
                x, y = _place(space, shape.form)
                new = square_name(int(x - left), int(y - top))
            else:
                new = str(space.name)
            if new in taken and shape.form not in _GRIDS:
                new = f"{placement.board}_{new}"
            number, base = 2, new
            while new in taken and shape.form not in _GRIDS:
                new, number = f"{base}_{number}", number + 1
            taken.add(new)
            renamed[str(space.name)] = new
        names.append(renamed)
    return names


def _place(space: ShapedSpace, form: Form) -> ExactPoint:
    """Column and row of a square or hex; columns of hexes in halves."""
    return hex_at(space.at) if form == "hex" else space.at


def _joined(
    links: Sequence[tuple[Placement, ShapedLink]], spaces: Sequence[ShapedSpace]
) -> tuple[list[ShapedLink], list[Diagnostic]]:
    """Links as they are after joining: what lay on a rim may now have a space on either side."""
    owners: dict[ExactSegment, list[str]] = {}
    for space in spaces:
        for a, b in zip(space.outline, space.outline[1:] + space.outline[:1], strict=True):
            owners.setdefault((a, b) if a < b else (b, a), []).append(str(space.name))
    kept: list[ShapedLink] = []
    problems: list[Diagnostic] = []
    by_line: dict[ExactSegment, list[tuple[Placement, ShapedLink]]] = {}
    for placement, link in links:
        if link.line is None:
            kept.append(link)
            continue
        key = (min(link.line), max(link.line))
        here = by_line.setdefault(key, [])
        if any(_same(link, other) for _, other in here):
            continue
        for other_placement, other in here:
            if other_placement is not placement:
                problems.append(
                    codes.SEAM.at(
                        placement.span,
                        found=article(link.kind),
                        other=article(other.kind),
                        board=placement.board,
                    )
                )
        here.append((placement, link))
        kept.append(link._replace(sides=tuple(owners.get(key, link.sides)[:2])))
    return kept, problems


def _same(link: ShapedLink, other: ShapedLink) -> bool:
    return link.kind == other.kind and dict(link.values) == dict(other.values)
