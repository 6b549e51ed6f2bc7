"""Boards of regions: patches of equal codes, or polygons, in one or more layers.

AAAB      e1 .  a1 a1    Codes of one letter stand side by side; longer ones are parted by blanks (and
ACCB      .  .  a1 b1    short ones may be). `.` or a blank is nowhere. The code is the name of the
                         space, unless the table `spaces:` has a column `sign`.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..nodes import EntryDrawing, EntryTable
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import Span, Word
from .listed import ListedSpace, not_drawn, read_links, read_spaces
from .outlines import GridCell, outline_of, pieces, read_corners, ring_of, rings_of
from .rows import moved_left, offset, told, uneven
from .shape import BoardShape, KindLookup, Outline, ShapedSpace
from .tables import is_name, part, too_far

LONGEST = 3  # letters of a code
FEW = 3  # rows of which one may be odd
MOST = 2_000  # cells of a drawing in which one is looked for that is missing, or one too many
MAX_CORNERS = 3_000
"""Corners of the outlines in the tables of a board."""
MAX_HOLES = 500
"""Spaces that are drawn within another one, and gaps in one: the outline around them runs to each."""
MANY = 3
"""More spaces than that are not forgotten one by one."""


@dataclass(slots=True)
class _Patch:
    """The cells with one code in one layer, and where the first of them is drawn."""

    span: Span
    cells: dict[GridCell, Span] = field(default_factory=dict)


def read_regions(
    name: str,
    of: str,
    drawings: Sequence[tuple[str, EntryDrawing]],
    spaces: tuple[EntryTable, ...],
    links: tuple[EntryTable, ...],
    kinds: KindLookup,
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """Read drawings (each a layer, with its name) and tables; what cannot be read is left out."""
    listed, problems = read_spaces(spaces, of, kinds)
    for _, drawing in drawings:
        word = _word_in(drawing)
        if word is not None:
            return None, [codes.LONG_CODE.at(word.span, found=str(word), short=word[0].lower())]
    layers = _layers(drawings, listed)
    by_sign = {str(space.row.get("sign") or space.name): space for space in listed.values()}
    found: dict[str, ShapedSpace] = {}
    holes = 0
    for number, (_, drawing) in enumerate(drawings):
        patches, wrong = _read_drawing(drawing)
        problems += wrong
        for code, patch in patches.items():
            space = by_sign.get(code)
            label = space.name if space else Word(code, patch.span)
            problems += _check_patch(code, patch, label, by_sign, found)
            if is_name(label) and label not in found:
                rings = rings_of({*pieces(patch.cells)[0]})
                holes += len(rings) - 1
                if holes > MAX_HOLES:
                    size = f"more than {MAX_HOLES} spaces or gaps within another"
                    return None, [
                        codes.TOO_LARGE.at(patch.span, what="this board", size=size, limit=MAX_HOLES)
                    ]
                outline = outline_of(rings)
                found[str(label)] = _shaped(label, space, of, outline, number, name, patch.span)
    corners = sum(len(str(space.row.get("outline") or "").split()) for space in listed.values())
    if corners > MAX_CORNERS:
        size = f"{corners:,} corners of outlines"
        large = codes.TOO_LARGE.at(spaces[0].span, what="this table", size=size, limit=f"{MAX_CORNERS:,}")
        return None, [large]
    for space in listed.values():
        wrong = _add_polygon(space, found, layers, name)
        problems += wrong
    problems = _together(problems)
    ordered = _in_reading_order(found)
    joined, wrong = read_links(links, found, kinds)
    # Of a space that stands in the table it was told already that it is not drawn.
    problems += [one for one in wrong if one.code != codes.UNKNOWN_END.code or one.found not in listed]
    if not ordered and not problems:
        where = drawings[0][1].span if drawings else spaces[0].span
        proposal = "draw patches of equal letters, or give outlines in a column `outline`"
        problems.append(codes.EMPTY_BOARD.at(where, proposal=proposal))
    if not ordered:
        return None, problems
    return BoardShape(name, "region", ordered, joined, layers=tuple(layers), holes=holes), problems


def _together(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Where many spaces are not drawn, their drawing is missing: that is one problem."""
    missing = [one for one in problems if one.code == codes.NOT_DRAWN.code]
    if len(missing) <= MANY:
        return problems
    what = f"{', '.join(f'`{one.found}`' for one in missing[:MANY])} and {len(missing) - MANY} more are"
    first = codes.NOT_DRAWN.at(missing[0].span, what=what, proposal="draw them; is a `drawing:` missing?")
    return [first, *(one for one in problems if one.code != codes.NOT_DRAWN.code)]


def _layers(drawings: Sequence[tuple[str, EntryDrawing]], listed: dict[str, ListedSpace]) -> list[str]:
    """The names of the layers from below: of drawings (or their numbers), then of the column `layer`."""
    names = [layer or str(number) for number, (layer, _) in enumerate(drawings)]
    if not names:
        cells = {str(space.row.get("layer") or "0") for space in listed.values()}
        names = sorted(cells, key=lambda cell: (not cell.isdecimal(), int(cell) if cell.isdecimal() else 0))
    return names


def _read_drawing(drawing: EntryDrawing) -> tuple[dict[str, _Patch], list[Diagnostic]]:
    patches: dict[str, _Patch] = {}
    problems: list[Diagnostic] = []
    rows = [row for row in drawing.lines if row.strip()]
    pitch = pitch_of(rows)
    left = _left_of(rows, pitch)
    ends: list[int] = []
    for y, row in enumerate(rows):
        column = 0
        by = offset([token.start() for token in re.finditer(r"\S+", row)], left, pitch) if pitch > 1 else 0
        if by:
            problems.append(told(row, by))
            row = moved_left(row, by)
        off = False
        for token in re.finditer(r"\S+" if pitch > 1 else r"\S", row):
            column = round((token.start() - left) / pitch)
            span = part(row, token.start(), token.end())
            if token.start() != left + column * pitch and not off:
                off = True
                place = row.span.column + left + pitch * column
                text, steps = token.group(), str(pitch)
                problems.append(codes.CELL_PLACE.at(span, found=text, pitch=steps, column=place))
            if token.group() != ".":
                patch = patches.setdefault(token.group(), _Patch(span))
                patch.cells[column, y] = span
        ends.append(column)
    torn = _torn(patches)
    if not torn or problems:
        return patches, problems
    moved = _with_one_row_moved(rows, patches) if pitch == 1 and torn > 1 else None
    return moved or _with_one_cell(ends, patches) or (patches, [])


def _word_in(drawing: EntryDrawing) -> Word | None:
    """The first of the words that stand in a drawing instead of codes: longer than a code, parted by blanks,
    and in pieces if each letter is a cell.
    """
    rows = [row for row in drawing.lines if row.strip()]
    tokens = [(row, found) for row in rows for found in re.finditer(r"\S+", row)]
    if pitch_of(rows) > 1 or len(tokens) <= len(rows):
        return None
    words = [(row, one) for row, one in tokens if len(one.group()) > LONGEST and one.group().isalpha()]
    spelt = [one for one in words if sum(1 for _ in groupby(one[1].group())) > len(one[1].group()) // 2]
    if len(spelt) * 2 <= len(tokens) or _torn(_read_drawing(drawing)[0]) < 2:
        return None
    row, first = spelt[0]
    return Word(first.group(), part(row, first.start(), first.end()))


def _torn(patches: dict[str, _Patch]) -> int:
    """How many pieces there are too many."""
    return sum(len(pieces(patch.cells)) - 1 for patch in patches.values())


def _is_torn(cells: Collection[GridCell]) -> bool:
    """The same as whether a patch has pieces too many, without a look at all of them."""
    left = set(cells)
    reached = [left.pop()]
    for x, y in reached:
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell in left:
                left.discard(cell)
                reached.append(cell)
    return bool(left)


def _with_one_cell(
    ends: Sequence[int], patches: dict[str, _Patch]
) -> tuple[dict[str, _Patch], list[Diagnostic]] | None:
    """The patches with a cell more, or fewer, in the one row that ends a column before or after all others,
    if they are all connected then; None else.
    """
    usual = Counter(ends).most_common(1)[0][0]
    odd = [y for y, end in enumerate(ends) if end != usual]
    if len(odd) != 1 or abs(ends[odd[0]] - usual) != 1 or not FEW <= len(ends) <= MOST // (usual + 1):
        return None
    y, by = odd[0], usual - ends[odd[0]]
    spans = {x: span for patch in patches.values() for (x, row), span in patch.cells.items() if row == y}
    for at in sorted(spans):
        rest = {code: _Patch(patch.span, _parted(patch.cells, y, at, by)) for code, patch in patches.items()}
        tries = [rest]
        if by > 0:  # what is missing is like a cell that touches it
            near = {(at, y - 1), (at, y + 1), (at, y)}
            codes_near = [code for code, patch in patches.items() if near & patch.cells.keys()]
            tries = [rest | {code: _with(rest[code], (at, y), spans[at])} for code in codes_near]
        for moved in tries:
            if not any(_is_torn(patch.cells) for patch in moved.values()):
                return moved, [uneven(spans[at], by)]
    return None


def _with(patch: _Patch, cell: GridCell, span: Span) -> _Patch:
    return _Patch(patch.span, {**patch.cells, cell: span})


def _parted(cells: dict[GridCell, Span], row: int, at: int, by: int) -> dict[GridCell, Span]:
    """Cells, those of a row from a column on moved to the right; or to the left, without the one there."""
    return {
        (x + by if y == row and x >= at else x, y): span
        for (x, y), span in cells.items()
        if by > 0 or (x, y) != (at, row)
    }


def _with_one_row_moved(
    rows: Sequence[Word], patches: dict[str, _Patch]
) -> tuple[dict[str, _Patch], list[Diagnostic]] | None:
    """The patches with one row a column further left or right, if they are all connected then; None else.

    Codes of one letter do not show by themselves that a row is off. Of several rows that could be, one is
    taken that would then begin where most begin.
    """
    if sum(len(patch.cells) for patch in patches.values()) > MOST:
        return None
    begins = [len(row) - len(row.lstrip()) for row in rows]
    usual = Counter(begins).most_common(1)[0][0]
    moves = [(begins[y] - by != usual, y, by) for y in range(len(rows)) for by in (1, -1)]
    for _, y, by in sorted(moves):
        moved = {code: _Patch(patch.span, _row_moved(patch.cells, y, by)) for code, patch in patches.items()}
        small_first = sorted((patch.cells for patch in moved.values()), key=len)
        if not any(map(_is_torn, small_first)):
            return moved, [told(rows[y], by)]
    return None


def _row_moved(cells: dict[GridCell, Span], row: int, by: int) -> dict[GridCell, Span]:
    return {(x - by if y == row else x, y): span for (x, y), span in cells.items()}


def pitch_of(rows: Sequence[Word]) -> int:
    """How far codes are apart: 1 if they stand side by side, else their length and a blank."""
    tokens = [token for row in rows for token in re.finditer(r"\S+", row)]
    longest = max((len(token.group()) for token in tokens), default=1)
    parted = len(tokens) > len(rows) and longest <= LONGEST
    left = _left_of(rows, longest + 1)
    aligned = sum((token.start() - left) % (longest + 1) == 0 for token in tokens)
    return longest + 1 if parted and 2 * aligned >= len(tokens) else 1


def _left_of(rows: Sequence[Word], pitch: int) -> int:
    """The first column of codes so far apart: the one that most agree on."""
    starts = Counter(token.start() % pitch for row in rows for token in re.finditer(r"\S+", row))
    return starts.most_common(1)[0][0] if starts and pitch > 1 else 0


def _check_patch(
    code: str, patch: _Patch, label: Word, by_sign: dict[str, ListedSpace], found: dict[str, ShapedSpace]
) -> list[Diagnostic]:
    problems: list[Diagnostic] = []
    if not is_name(label):
        problems.append(codes.NOT_A_NAME.at(patch.span, found=f"`{label}`"))
    if code not in by_sign and any("sign" in space.row for space in by_sign.values()):
        problems.append(codes.UNKNOWN_CODE.at(patch.span, found=code, proposal=nearest(code, by_sign)))
    if label in found:
        problems.append(codes.SPACE_TWICE.at(patch.span, found=str(label)))
    return problems + [
        codes.PATCH_IN_PIECES.at(patch.cells[piece[0]], found=str(label)) for piece in pieces(patch.cells)[1:]
    ]


def _add_polygon(
    space: ListedSpace, found: dict[str, ShapedSpace], layers: list[str], tile: str
) -> list[Diagnostic]:
    """A space that only the table knows has its outline there."""
    cell = space.row.get("outline")
    if cell is None:
        missing = str(space.name) not in found
        return [not_drawn(space.name)] if missing else []
    if str(space.name) in found:
        return [codes.SPACE_TWICE.at(cell.span, found=str(space.name))]
    corners = read_corners(cell)
    if corners is not None and (problems := too_far(cell, (number for point in corners for number in point))):
        return problems
    outline = None if corners is None else ring_of(corners)
    if outline is None:
        return [codes.BAD_OUTLINE.at(cell.span, found=f"`{cell}`")]
    layer = str(space.row.get("layer") or layers[0])
    if layer not in layers:
        layers.append(layer)
    number = layers.index(layer)
    found[str(space.name)] = _shaped(space.name, space, space.kind, outline, number, tile, space.name.span)
    return []


def _shaped(
    name: Word, listed: ListedSpace | None, of: str, outline: Outline, layer: int, tile: str, span: Span
) -> ShapedSpace:
    at = (min(x for x, _ in outline), min(y for _, y in outline))
    if listed is None:
        return ShapedSpace(name, of, at, outline, span, layer, tile)
    return ShapedSpace(name, listed.kind, at, outline, span, layer, tile, listed.values, listed.title)


def _in_reading_order(found: dict[str, ShapedSpace]) -> tuple[ShapedSpace, ...]:
    """Layer by layer, each from its first corner: upper before lower, left before right."""
    return tuple(
        sorted(found.values(), key=lambda s: (s.layer, min((y, x) for x, y in s.outline), str(s.name)))
    )
