"""A board as declared → its shape. Its form follows from `shape:`, from `of square`, or from what is drawn.

A board may have several sides: each begins with `side: NAME`; what stands before the first belongs to all.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .. import nodes
from ..nodes import EntryDrawing, EntryTable
from ..problems import codes
from ..problems.cascades import TABLE
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import missing_head, nearest
from ..problems.twice import given_twice
from ..source import Span, Word
from .hexes import read_hexes
from .layout import too_large
from .listed import not_drawn, read_links, read_spaces
from .regions import read_regions
from .rooms import read_rooms
from .shape import BoardShape, Form, KindLookup
from .squares import read_squares
from .touching import MAX_TOUCHING

"""Characters of one drawing: a board of more than a hundred squares by a hundred."""


@dataclass(slots=True)
class _Side:
    """The entries of one side: drawings with the name of their layer, and tables by name."""

    drawings: list[tuple[str, EntryDrawing]] = field(default_factory=list)
    drawn_twice: list[Diagnostic] = field(default_factory=list)  # but in layers of regions
    tables: list[EntryTable] = field(default_factory=list)
    shape: Word | None = None

    def named(self, *names: str) -> tuple[EntryTable, ...]:
        return tuple(table for table in self.tables if table.name in names)


def read_sides(thing_node: nodes.Thing, kinds: KindLookup) -> tuple[dict[str, BoardShape], list[Diagnostic]]:
    """The shapes of a board by side; a board without `side:` has one, named ``""``."""
    of = str(thing_node.of or "square")
    shapes: dict[str, BoardShape] = {}
    problems: list[Diagnostic] = []
    if thing_node.of is not None and not kinds.is_space(of):
        proposal = nearest(of, (name for name in kinds.names() if kinds.is_space(name)))
        problems.append(
            codes.BOARD_KIND.at(thing_node.of.span, found=of, name=of, expected="space", proposal=proposal)
        )
    misnamed = _misnamed(thing_node)
    if misnamed:  # what such an entry should have given is not missed as well
        return {}, problems + misnamed
    sides, found = _sides(thing_node)
    problems += found
    for name, side in sides.items():
        shape, found = _read_side(thing_node, of, side, kinds)
        problems += found
        if shape:
            shapes[name] = _with_keys(shape, f"board/{thing_node.name}{name and '/'}{name}")
    return shapes, list(dict.fromkeys(problems))


def _with_keys(shape: BoardShape, whose: str) -> BoardShape:
    """The shape with keys for the titles of its spaces: `board/quay/north/title`."""
    if not any(space.title for space in shape.spaces):
        return shape
    spaces = (
        space._replace(title_key=f"{whose}/{space.name}/title") if space.title else space
        for space in shape.spaces
    )
    return replace(shape, spaces=tuple(spaces))


_VALUES = ("side", "layer", "shape", "title", "text")
# The tables, and how each begins; of spaces the first column is called as their kind.
_TABLES = {"signs": "| sign | means |", "spaces": "| square |", "links": "| link | from | to |"}


def _misnamed(thing: nodes.Thing) -> list[Diagnostic]:
    """The entries that no board has."""
    problems: list[Diagnostic] = []
    for entry in thing.entries or ():
        known: tuple[str, ...]
        match entry:
            case nodes.EntryValue(name=name) if name not in _VALUES:
                known = _VALUES
            case EntryTable(name=name) if name not in _TABLES:
                known = (*_TABLES, "drawing")
            case nodes.EntrySteps(name=name) | nodes.EntryStep(name=name):
                known = (*_TABLES, "drawing", *_VALUES)
            case _:
                continue
        near, of = missing_head(str(name)) or nearest(name, known), ""
        if any(one.help == near for one in problems if near):
            continue  # what stands below one lost line is told once
        if name in _TABLES:
            of = TABLE
            near = f"it is a table: rows indented below it, and the first begins `{_TABLES[name]}`"
        problems.append(codes.UNKNOWN_PROPERTY.at(name.span, kind="a board", name=name, near=near, of=of))
    return problems


def _read_side(
    thing: nodes.Thing, of: str, side: _Side, kinds: KindLookup
) -> tuple[BoardShape | None, list[Diagnostic]]:
    name, spaces, links = str(thing.name), side.named("spaces"), side.named("links")
    if not side.drawings and not spaces:
        proposal = "give it a `drawing:` or a table `spaces:`"
        return None, [codes.EMPTY_BOARD.at(thing.name.span, proposal=proposal)]
    form, problems = _form(of, side, kinds)
    match form:
        case "square" | "hex":
            shape, found = _read_grid(name, of, side, kinds, read_squares if form == "square" else read_hexes)
        case "region" if not side.drawings and not any(
            "outline" in row for table in spaces for row in table.rows[:1]
        ):
            return None, [*problems, codes.EMPTY_BOARD.at(thing.name.span, proposal="give it a `drawing:`")]
        case "region":
            shape, found = read_regions(name, of, side.drawings, spaces, links, kinds)
        case "room" if not spaces:
            proposal = "rooms are not drawn: give the board a table `spaces:`"
            return None, [*problems, codes.EMPTY_BOARD.at(thing.name.span, proposal=proposal)]
        case "room":
            shape, found = read_rooms(name, of, spaces, links, kinds)
    large = None if shape is None else too_large("this board", thing.name.span, [shape])
    if large is not None:
        return None, [large]
    if shape is not None and shape.form == "region" and len(shape.touching) > MAX_TOUCHING:
        return None, [
            codes.TOO_LARGE.at(
                thing.name.span,
                what="this board",
                limit=f"{MAX_TOUCHING:,}",
                size=f"more than {MAX_TOUCHING:,} pairs of spaces that touch",
            )
        ]
    return shape, problems + _signs_together(found, side)


def _signs_together(found: list[Diagnostic], side: _Side) -> list[Diagnostic]:
    """A drawing whose table of signs is missing: that is one problem, not one for each sign."""
    unknown = [one for one in found if one.code == codes.UNKNOWN_SIGN.code]
    signs = sorted({one.found for one in unknown})
    if side.named("signs") or not signs:
        return found
    listed = f"{', '.join(signs[:-1])} and {signs[-1]}" if signs[1:] else signs[0]
    proposal = "give the board a table `signs:`, with a column `sign` and a column `means`"
    first = codes.UNKNOWN_SIGN.at(
        min(unknown).span, found=listed, means="mean" if signs[1:] else "means", proposal=proposal
    )
    return [first, *(one for one in found if one.code != codes.UNKNOWN_SIGN.code)]


_FormReader = Callable[
    [str, str, EntryDrawing, tuple[EntryTable, ...], KindLookup], tuple[BoardShape | None, list[Diagnostic]]
]


def _read_grid(
    name: str, of: str, side: _Side, kinds: KindLookup, read: _FormReader
) -> tuple[BoardShape | None, list[Diagnostic]]:
    """A drawing of squares or hexes; tables may add values to them by name, and links between any two.

    Only regions lie in layers, of which each is drawn.
    """
    shape, problems = read(name, of, side.drawings[0][1], side.named("signs"), kinds)
    listed, found = read_spaces(side.named("spaces"), of, kinds)
    problems += side.drawn_twice + found
    if shape is None:
        return None, problems
    names = {str(space.name) for space in shape.spaces}
    for row in listed.values():
        if row.name not in names:
            problems.append(not_drawn(row.name))
    spaces = tuple(
        space._replace(values={**space.values, **listed[space.name].values}, title=listed[space.name].title)
        if space.name in listed
        else space
        for space in shape.spaces
    )
    links, found = read_links(side.named("links"), names, kinds)
    return replace(shape, spaces=spaces, links=shape.links + links), problems + found


_SHAPES: dict[str, Form] = {"squares": "square", "hexes": "hex", "regions": "region", "rooms": "room"}


def _form(of: str, side: _Side, kinds: KindLookup) -> tuple[Form, list[Diagnostic]]:
    """The form of a board: as said by `shape:`, else as its kind of space is called, else as drawn."""
    if side.shape in _SHAPES:
        form = _SHAPES[side.shape]
    elif of in _SHAPES.values():
        form = next(form for form in _SHAPES.values() if form == of)
    elif kinds.is_hex(of) and side.drawings:
        form = "hex"
    elif side.drawings:
        corners = any("+" in line for _, drawing in side.drawings for line in drawing.lines)
        form = "square" if side.named("signs") or corners else "region"
    else:
        heads = [table.rows[0] for table in side.named("spaces") if table.rows]
        form = "region" if any("outline" in head for head in heads) else "room"
    problems = []
    if side.shape is not None and side.shape not in _SHAPES:
        problems.append(codes.BOARD_SHAPE.at(side.shape.span, found=str(side.shape)))
    if form in ("square", "hex") and not side.drawings:
        form = "room"
    return form, problems


def _sides(thing: nodes.Thing) -> tuple[dict[str, _Side], list[Diagnostic]]:
    """Entries sorted to their sides; what comes before the first `side:` belongs to all of them. Properties,
    looks and rules of the board are the caller's.
    """
    common, sides = _Side(), dict[str, _Side]()
    here, layer = common, Word("")
    problems: list[Diagnostic] = []
    named: dict[str, Span] = {}
    for entry in thing.entries or ():
        match entry:
            case nodes.EntryValue(name="side" | "layer" | "shape" as what, values=(value,)):
                word = _word(value)
                if word is None:
                    problems.append(
                        codes.WRONG_TYPE.at(value.span, expected="a name", found="something else")
                    )
                elif what == "side":
                    problems += given_twice([word], str(thing.name), named)
                    here, layer = sides.setdefault(word, _Side()), Word("")
                elif what == "layer":
                    layer = word
                else:
                    here.shape = word
            case EntryDrawing():
                first = [Word("drawing", one.span) for _, one in here.drawings[:1]]
                here.drawn_twice += given_twice([*first, Word("drawing", entry.span)], str(thing.name))
                here.drawings.append((layer, entry))
            case EntryTable():
                here.tables.append(entry)
    for side in sides.values():
        side.drawings = common.drawings + side.drawings
        side.tables = common.tables + side.tables
        side.shape = side.shape or common.shape
    return sides or {"": common}, problems


def _word(value: nodes.SyntaxNode) -> Word | None:
    """`layer: upper`, `layer: 1` → the word."""
    match value:
        case nodes.Name(name=name):
            return name
        case nodes.Number(digits=digits):
            return digits
    return None
