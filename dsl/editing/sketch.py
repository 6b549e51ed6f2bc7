"""A board or mission while it is edited: what it looks like now, and edits that change its sources.

The texts are the only truth: every edit changes a text (edit.py), and the shape is read from the texts again
with the compiler's own readers. Nothing here touches a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from .. import nodes
from ..boards import BoardShape, Placement, compose, read_layout, read_sides
from ..boards.hex_grid import HexFrame
from ..boards.signs import Meaning, read_signs
from ..lower import copies
from ..model import Model
from ..packages.package import Package
from ..problems.diagnostics import Diagnostic
from ..reading.layout import layout
from ..reading.parse import parse_chunk, read
from ..resolve import resolve
from ..resolve.things import Lookup
from ..source import Source, Word
from . import brushes, edit, edit_hexes, edit_spaces
from .brushes import Brush
from .edit import CannotEdit, DrawnPart
from .steps import Steps

GridCell = tuple[int, int]
TURNS = ("", "right", "around", "left")


@dataclass(kw_only=True, slots=True)
class Sketch(Steps):
    """The texts of a package, and the board or mission in them that is edited."""

    name: str
    model: Model
    symmetric: bool = False
    parts: dict[str, tuple[str, DrawnPart]] = field(default_factory=dict)
    _shapes: dict[str, tuple[str, dict[str, BoardShape], list[Diagnostic]]] = field(default_factory=dict)

    # ------------------------------------------------------------------ what there is

    @property
    def is_mission(self) -> bool:
        return self.part(self.name)[1].sort == "mission"

    def boards(self) -> list[str]:
        """The boards of the package."""
        return [name for name, (_, part) in self.parts.items() if part.sort == "board"]

    def placements(self) -> list[Placement]:
        """The rows of a mission's layout; a board alone, or the only one of a mission, is laid at 0, 0."""
        table = self._layout()
        if table is None:
            return [Placement(Word(self._only_board()))]
        path, part = self.part(self.name)
        entries = _tables(self._node(path, part.line), "layout")
        shapes = {name: self._sides(name) for name in self.boards()}
        return list(read_layout(entries[0], shapes)[0])

    def shape(self) -> tuple[BoardShape | None, list[Diagnostic]]:
        """The whole as the compiler reads it, and what is wrong with it."""
        names = dict.fromkeys(str(one.board) for one in self.placements())
        shapes = {name: self._sides(name) for name in names}
        found = [one for name in names for one in self._shapes[name][2]]
        placements = [one for one in self.placements() if shapes.get(str(one.board))]
        shape, problems = compose(shapes, placements, self.name)
        return shape, [*found, *problems]

    def things(self) -> dict[str, str]:
        """What the mission's set-up puts on named spaces: thing → space."""
        if not self.is_mission:
            return {}
        return {thing: place for thing, (place, _) in edit.placed(*self._text_of(self.name)).items()}

    def form(self) -> str:
        """What is edited: a board of "square", "region" or "room"; as the first of a layout is."""
        shape = next((shape for _, _, shape in self._laid()), None)
        return shape.form if shape is not None else "square"

    def brushes(self) -> list[Brush]:
        """What can be painted here, in the order of a palette."""
        form = self.form()
        if form in ("square", "hex"):
            found = brushes.of_squares(self.model, self._kind(), self._signs())
        else:
            found = brushes.of_spaces(self.model, self._kind(), form)
        if self.is_mission and self._layout() is not None:
            found += [Brush("tile", name, name.replace("_", " ")) for name in self.boards()]
            found += [brushes.said("turn", "edit_brush_turn"), brushes.said("take", "edit_brush_take")]
        if self.is_mission:
            found += [Brush("thing", name, name) for name in self._things()]
            found.append(brushes.said("thing", "edit_brush_nothing"))
        found += [brushes.said("link", "edit_brush_link", kind) for kind in self._link_kinds()]
        return found

    # ------------------------------------------------------------------ edits

    def paint(self, at: GridCell, signs: str) -> None:
        """Write signs into the square at a place of the whole; opposite as well, if that is wanted."""
        if self.form() == "hex":
            self._on_hexes(partial(edit_hexes.paint, at=at, signs=signs, symmetric=self.symmetric))
            return
        board, side, column, row = self._in_tile(at)
        path, part = self.part(board, side)
        if self.form() == "region":
            code = signs or edit_spaces.NOWHERE
            place = (column, row)
            self._change(path, lambda text: edit_spaces.paint_code(text, board, place, code, side))
            return
        places = [(column, row)]
        if self.symmetric and part.frame is not None:
            places.append(edit.opposite(part, column, row))
        for x, y in dict.fromkeys(places):
            paint = partial(edit.paint_cell, board=board, column=x, row=y, signs=signs, side=side)
            self._change(path, paint)

    def fill(self, at: GridCell, signs: str) -> None:
        """Write signs into the square, and into all like it that are reached through open edges."""
        if self.form() == "hex":
            self._on_hexes(partial(edit_hexes.fill, at=at, signs=signs))
            return
        board, side, column, row = self._in_tile(at)
        path, part = self.part(board, side)
        for x, y in edit.area(part, column, row):
            paint = partial(edit.paint_cell, board=board, column=x, row=y, signs=signs, side=side)
            self._change(path, paint)

    def paint_edge(self, at: GridCell, upright: int, sign: str) -> None:
        """Write a sign on the left (upright) or upper edge of the square at a place of the whole; of a hex on
        the side with that number.
        """
        if self.form() == "hex":
            edge = (*at, upright)
            self._on_hexes(partial(edit_hexes.paint_side, edge=edge, sign=sign, symmetric=self.symmetric))
            return
        board, side, column, row, upright = self._edge_in_tile(at, upright)
        path, part = self.part(board, side)
        places = [(column, row)]
        if self.symmetric and part.frame is not None:
            places.append(edit.opposite_edge(part, column, row, upright))
        for x, y in dict.fromkeys(places):
            there = partial(edit.paint_edge, board=board, side=side, column=x, row=y, upright=upright)
            self._change(path, partial(there, sign=sign))

    def under(self, x: float, y: float) -> tuple[GridCell, tuple[GridCell, int]]:
        """The square or hex under a point of the whole, in tiles, and the edge nearest to it."""
        try:
            return edit_hexes.under(self._hexes()[2], x, y)
        except CannotEdit:  # there are none; or whatever is painted there says why it cannot be
            return edit.square_at(x, y), edit.edge_at(x, y)

    def _hexes(self) -> tuple[str, DrawnPart, HexFrame]:
        """The drawing of the one board there is, and its hexes. Raises CannotEdit if there are several."""
        laid = self.placements()
        if len(laid) > 1 or laid[0].turns or laid[0].at != (0, 0):
            raise CannotEdit("edit_one_board")
        path, part = self.part(str(laid[0].board), laid[0].side)
        signs = self._signs()
        spaces = "".join(sign for sign, meaning in signs.items() if not meaning.is_link)
        return path, part, edit_hexes.frame_of(part, spaces if self.form() == "hex" else "")

    def _on_hexes(self, change: Callable[[str, DrawnPart, HexFrame], str]) -> None:
        path, part, frame = self._hexes()
        self._change(path, lambda text: change(text, part, frame))

    def new_sign(self, at: GridCell, means: str) -> str:
        """A sign for a meaning that has none, in the board of the square; gives the sign."""
        board, side, _, _ = self._in_tile(at)
        path, part = self.part(board, side)
        sign = edit_spaces.free_sign(part, means, self._signs())
        self._change(path, lambda text: edit_spaces.add_sign(text, board, sign, means, side))
        return sign

    def grow(self, at: GridCell, space: str) -> None:
        """Let a region reach a cell as well; a new one begins there if none is named. Raises CannotEdit if
        the region is not drawn here.
        """
        board, side, _, _ = self._in_tile(at)
        path, part = self.part(board, side)
        if space:
            code = edit_spaces.sign_of(self.texts[path], part, space)
            if code not in edit_spaces.codes(part).values():
                raise CannotEdit("edit_not_drawn", space)
        else:
            code = edit_spaces.free_code(self.texts[path], part, next(iter(self._codes_by_use(part)), "r"))
        self.paint(at, code)

    def _codes_by_use(self, part: DrawnPart) -> list[str]:
        """The codes of a drawing, the last one drawn first."""
        return list(dict.fromkeys(reversed(edit_spaces.codes(part).values())))

    def new_room(self, at: tuple[float, float]) -> None:
        """One more row in the table of rooms."""
        board = self._only_board()
        path, part = self.part(board)
        name = edit_spaces.free_name(self.texts[path], part, self._kind())
        self._set_space(name, "at", f"{at[0]:g}, {at[1]:g}")

    def drop_space(self, space: str) -> None:
        """Take a region or room out, with the links that end there."""
        board = self._only_board()
        path, _ = self.part(board)
        self._change(path, lambda text: edit_spaces.remove_space(text, board, space))

    def set_value(self, space: str, means: str) -> None:
        """Give a space a value, `difficult: yes`; the same once more takes it away."""
        board = self._only_board()
        path, part = self.part(board)
        name, _, value = (one.strip() for one in means.partition(":"))
        found = edit_spaces.row_of(self.texts[path], part, space)
        present = edit.values(self.texts[path], *found).get(name) if found is not None else None
        self._set_space(space, name, "" if present == value else value)

    def _set_space(self, space: str, column: str, value: str) -> None:
        board, head = self._only_board(), self._kind()
        path, _ = self.part(board)
        self._change(path, lambda text: edit_spaces.set_space(text, board, space, column, value, head=head))

    def place_tile(self, board: str, at: GridCell) -> None:
        """One more row of the layout. Raises CannotEdit without a layout."""
        path, part = self.part(self.name)
        table = part.tables.get("layout")
        if table is None:
            raise CannotEdit("edit_no_layout", self.name)
        row = {"board": board, "at": f"{at[0]}, {at[1]}"}
        self._change(path, lambda text: edit.add_row(text, table, row))

    def turn_tile(self, number: int, quarters: int = 1) -> None:
        """Turn the tile of a row of the layout with the clock. A table without that column gets it."""
        path, row = self._row(number)
        turned = (self.placements()[number].turns + quarters) % 4
        if "turned" not in self.part(self.name)[1].tables["layout"].columns:
            table = self.part(self.name)[1].tables["layout"]
            self._change(path, lambda text: edit.add_column(text, table, "turned"))
        table = self.part(self.name)[1].tables["layout"]
        self._change(path, lambda text: edit.set_value(text, table, row, "turned", TURNS[turned]))

    def move_tile(self, number: int, at: GridCell) -> None:
        path, row = self._row(number)
        table = self.part(self.name)[1].tables["layout"]
        self._change(path, lambda text: edit.set_value(text, table, row, "at", f"{at[0]}, {at[1]}"))

    def take_tile(self, number: int) -> None:
        """Take a row of the layout away. Raises CannotEdit for the last one."""
        path, row = self._row(number)
        if len(self.placements()) == 1:
            raise CannotEdit("edit_last_tile")
        self._change(path, lambda text: edit.remove_line(text, row))

    def place_thing(self, thing: str, space: str) -> None:
        path, _ = self.part(self.name)
        self._change(path, lambda text: edit.place_thing(text, self.name, thing, space))

    def take_thing(self, thing: str) -> None:
        path, _ = self.part(self.name)
        self._change(path, lambda text: edit.take_thing(text, self.name, thing))

    def link(self, kind: str, start: str, end: str) -> None:
        """A row in the board's table of links; the same once more takes it away. Raises CannotEdit if both
        ends are one space.
        """
        if start == end:
            raise CannotEdit("edit_one_space")
        board = self._only_board()
        path, part = self.part(board)
        table = part.tables.get("links")
        if table is None:
            row = {"link": kind, "from": start, "to": end}
            columns = ["link", "from", "to"]
            self._change(path, lambda text: edit.add_table(text, part, "links", columns, [row]))
            return
        first, last = ("between", "and") if "between" in table.columns else ("from", "to")
        head = "kind" if "kind" in table.columns else "link"
        text = self.texts[path]
        for line in table.rows:
            values = edit.values(text, table, line)
            if values.get(head) == kind and {values.get(first), values.get(last)} == {start, end}:
                self._change(path, partial(edit.remove_line, line=line))
                return
        self._change(path, lambda text: edit.add_row(text, table, {head: kind, first: start, last: end}))

    def move_space(self, space: str, by: tuple[float, float]) -> None:
        """Move a room, or a region with an outline of its own, that stands in the table of spaces. Raises
        CannotEdit for any other space.
        """
        board = self._only_board()
        path, part = self.part(board)
        text, found = self.texts[path], edit_spaces.row_of(self.texts[path], part, space)
        shape = self._sides(board).get(part.side) or next(iter(self._sides(board).values()))
        at = next((one.at for one in shape.spaces if str(one.name) == space), None)
        if found is None or at is None:
            raise CannotEdit("edit_no_place", space)
        cells = edit.values(text, *found)
        if cells.get("outline"):
            self._set_space(space, "outline", edit_spaces.move_points(cells["outline"], by))
        elif shape.form == "room":
            self._set_space(space, "at", f"{float(at[0]) + by[0]:g}, {float(at[1]) + by[1]:g}")
        else:
            raise CannotEdit("edit_no_place", space)

    # ------------------------------------------------------------------ within

    def _change(self, path: str, change: Callable[[str], str]) -> None:
        self.texts[path] = change(self.texts[path])
        self.has_changed(path)

    def has_changed(self, path: str) -> None:
        """Where boards and missions stand in a text now."""
        for name in [name for name, (where, _) in self.parts.items() if where == path]:
            del self.parts[name]
        for part in edit.parts(self.texts[path], path):
            self.parts.setdefault(part.name, (path, part))

    def part(self, name: str, side: str = "") -> tuple[str, DrawnPart]:
        """A board or mission, and the file that it stands in. Raises CannotEdit if there is none."""
        if name not in self.parts:
            raise CannotEdit("edit_no_part", name)
        path, part = self.parts[name]
        return (path, part) if side in ("", part.side) else (path, edit.find(self.texts[path], name, side))

    def _text_of(self, name: str) -> tuple[str, str]:
        return self.texts[self.part(name)[0]], name

    def _layout(self) -> edit.SourceTable | None:
        part = self.part(self.name)[1]
        return part.tables.get("layout") if part.sort == "mission" else None

    def _row(self, number: int) -> tuple[str, int]:
        path, part = self.part(self.name)
        table = part.tables.get("layout")
        if table is None or not 0 <= number < len(table.rows):
            raise CannotEdit("edit_no_row")
        return path, table.rows[number]

    def _only_board(self) -> str:
        """The board itself; the one of a mission without a layout."""
        path, part = self.part(self.name)
        if part.sort == "board":
            return self.name
        if "layout" in part.tables:
            raise CannotEdit("edit_no_links")
        node = self._node(path, part.line)
        entries = [one for one in node.entries or () if isinstance(one, nodes.EntryValue)]
        given = [one for one in entries if one.name == "board"]
        if not given or not isinstance(given[0].values[0], nodes.Name):
            if len(self.boards()) == 1:
                return self.boards()[0]
            raise CannotEdit("edit_names_none", self.name)
        return str(given[0].values[0].name)

    def _node(self, path: str, line: int) -> nodes.Thing:
        """The declaration that begins at a line of a text."""
        chunks, _ = layout(Source(path, self.texts[path]))
        here = [one for one in chunks if one.first_line <= line < one.first_line + len(one.lines)]
        node = parse_chunk(here[0])[0] if here else None
        if not isinstance(node, nodes.Thing):
            raise CannotEdit("edit_no_declaration")
        return node

    def _sides(self, board: str) -> dict[str, BoardShape]:
        """The sides of a board, read again only when its text has changed."""
        path, part = self.part(board)
        lines = self.texts[path].splitlines()[part.line - 1 : part.end]
        key = "\n".join(lines)
        kept = self._shapes.get(board)
        if kept is None or kept[0] != key:
            sides, problems = read_sides(self._node(path, part.line), Lookup(self.model))
            self._shapes[board] = kept = (key, sides, problems)
        return kept[1]

    def _laid(self) -> Iterator[tuple[int, Placement, BoardShape]]:
        for number, placement in enumerate(self.placements()):
            sides = self._sides(str(placement.board))
            shape = sides.get(placement.side) or next(iter(sides.values()), None)
            if shape is not None:
                yield number, placement, shape

    def tile_at(self, at: GridCell) -> int | None:
        """The row of the layout whose tile covers a square of the whole; the last one laid there."""
        found = None
        for number, placement, shape in self._laid():
            width, height = _size(shape)
            if placement.turns % 2:
                width, height = height, width
            x, y = at[0] - int(placement.at[0]), at[1] - int(placement.at[1])
            if 0 <= x < width and 0 <= y < height:
                found = number
        return found

    def _in_tile(self, at: GridCell) -> tuple[str, str, int, int]:
        """Board, side, column and row of the drawing that a square of the whole comes from."""
        if self.form() == "hex":
            part = self._hexes()[1]
            return part.name, part.side, *at
        laid = list(self._laid())
        number = self.tile_at(at)
        if number is None and len(laid) == 1 and not laid[0][1].turns:
            number = 0  # beside a single board: it grows
        for index, placement, shape in laid:
            if index == number:
                x, y = at[0] - int(placement.at[0]), at[1] - int(placement.at[1])
                width, height = _size(shape)
                for turn in range(placement.turns, 0, -1):
                    # One quarter back: what is now column x, row y was column y, row (columns now - 1 - x).
                    across = height if turn % 2 else width
                    x, y = y, across - 1 - x
                left, top = _corner(shape)
                return str(placement.board), placement.side, x + left, y + top
        raise CannotEdit("edit_no_tile")

    def _edge_in_tile(self, at: GridCell, upright: int) -> tuple[str, str, int, int, bool]:
        """The edge of a drawing that an edge of the whole comes from: between two squares, turned back.
        Raises CannotEdit for one that no square lies beside.
        """
        x, y = at
        other = (x - 1, y) if upright else (x, y - 1)
        here, beyond = (at, other) if self.tile_at(at) is not None else (other, at)
        if self.tile_at(here) is None:
            raise CannotEdit("edit_no_square")
        board, side, column, row = self._in_tile(here)
        placement = next(one for n, one, _ in self._laid() if n == self.tile_at(here))
        dx, dy = beyond[0] - here[0], beyond[1] - here[1]
        for _ in range(placement.turns):
            dx, dy = dy, -dx
        if dx:
            return board, side, column + (dx > 0), row, True
        return board, side, column, row + (dy > 0), False

    def _kind(self) -> str:
        """The kind of space that the board, or the first tile, is made of."""
        path, part = self.part(str(self.placements()[0].board))
        return str(self._node(path, part.line).of or "square")

    def _signs(self) -> dict[str, Meaning]:
        """What the signs mean; of several boards those of the first that has one."""
        found: dict[str, Meaning] = {}
        for name in dict.fromkeys(str(one.board) for one in self.placements()):
            path, part = self.part(name)
            node = self._node(path, part.line)
            tables = tuple(_tables(node, "signs"))
            for sign, meaning in read_signs(tables, str(node.of or "square"), Lookup(self.model))[0].items():
                found.setdefault(sign, meaning)
        return found

    def _things(self) -> list[str]:
        """The things that can lie on a space: figures and tokens."""
        model = self.model
        found = [
            thing
            for thing in model.things.values()
            if model.is_a(thing.kind, "figure") or model.is_a(thing.kind, "token")
        ]
        return [name for thing in found for name in copies(thing)]

    def _link_kinds(self) -> list[str]:
        try:
            self._only_board()
        except CannotEdit:
            return []
        return [name for name in self.model.kinds if name != "link" and self.model.is_a(name, "link")]


def sketch(package: Package, name: str) -> Sketch:
    """The sketch of a board or mission of a package."""
    reading = read(package.sources)
    model, _ = resolve(reading.declarations, package.id, package.version)
    texts = {one.path: one.text for one in package.sources if one.path.endswith(".wright")}
    made = Sketch(texts=dict(texts), saved=texts, name=name, model=model)
    for path in texts:
        for part in edit.parts(texts[path], path):
            made.parts.setdefault(part.name, (path, part))
    made.part(name)
    return made


def _tables(node: nodes.Thing, name: str) -> list[nodes.EntryTable]:
    return [one for one in node.entries or () if isinstance(one, nodes.EntryTable) and one.name == name]


def _size(shape: BoardShape) -> tuple[int, int]:
    points = [point for space in shape.spaces for point in space.outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return int(max(xs) - min(xs)), int(max(ys) - min(ys))


def _corner(shape: BoardShape) -> GridCell:
    points = [point for space in shape.spaces for point in space.outline]
    return int(min(x for x, _ in points)), int(min(y for _, y in points))
