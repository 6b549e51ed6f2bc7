"""The board that an author edits, for the table: a sketch of the sources as a view, and its files."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.host.files import write_whole
from tilewright.schemas.wording import Sentence, trouble

from . import kept_edits

if TYPE_CHECKING:
    from tilewright.dsl.boards import BoardShape
    from tilewright.dsl.editing.brushes import Brush
    from tilewright.dsl.editing.sketch import Sketch
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.source import Source

from tilewright.schemas.view import View

GridCell = tuple[int, int]
Point = tuple[float, float]


class BoardSketch:
    """One board or mission that is edited: what a viewer's editor needs, and nothing about a window. What it
    has to tell are sentences of the engine, for whoever shows them to say in the language of the screen.
    """

    def __init__(self, package: Package, sketch: Sketch, kinds: dict[str, Any], title: str) -> None:
        self.package, self.sketch, self.title = package, sketch, title
        self._kinds = kinds  # of the compiled program, for looks; empty if it does not compile
        self._kept = kept_edits.file_for(package, sketch.name)
        self.greeting = kept_edits.take_up(sketch, self._kept) if self._kept is not None else None
        self._trouble: Sentence | None = None

    # ------------------------------------------------------------------ seeing

    def view(self) -> View:
        """The sketch as a designer's view: board, and what the set-up puts on it. Its `trouble` is what the
        compiler says of it, or a sentence of the engine.
        """
        from tilewright.dsl.editing.edit import CannotEdit

        said: str | Sentence
        try:
            shape, problems = self.sketch.shape()
            things = self.sketch.things()
            said = problems[0].message if problems else ""
        except CannotEdit as error:
            shape, things, said = None, {}, error.sentence
        return {
            "format": "tilewright/view/1",
            "game": {
                "name": self.package.id,
                "title": self.package.title,
                "mission": {
                    "name": self.sketch.name,
                    "title": f"{self.sketch.name}{' *' if self.dirty() else ''}",
                },
            },
            "seat": None,
            "number": len(self.sketch.past),
            "over": None,
            "phases": [],
            "players": [],
            "values": {},
            "board": self._board(shape) if shape is not None else {"title": "", "spaces": [], "links": []},
            "things": [
                *(self._thing(name, place) for name, place in things.items()),
                *(_sign(one) for one in (shape.spaces if shape is not None else ()) if one.values),
            ],
            "piles": [],
            "question": None,
            "waiting": [],
            "log": [],
            "trouble": self._trouble or said,
        }

    def brushes(self) -> list[Brush]:
        """What can be painted with."""
        from tilewright.dsl.editing.edit import CannotEdit

        try:
            return self.sketch.brushes()
        except CannotEdit:
            return []

    def symmetric(self, on: bool | None = None) -> bool:
        """Whether what is painted is painted opposite as well; or set it."""
        if on is not None:
            self.sketch.symmetric = on
        return self.sketch.symmetric

    def dirty(self) -> bool:
        """Whether something has not been written to its file yet."""
        return bool(self.sketch.changed())

    # ------------------------------------------------------------------ editing

    def cell(self, at: GridCell, signs: str, *, fill: bool = False, joined: bool = False) -> Sentence | None:
        """Paint a square; None, or why it cannot be. `joined`: it belongs to the stroke before."""
        act = self.sketch.fill if fill else self.sketch.paint
        return self._do(lambda: act(at, signs), joined)

    def under(self, x: float, y: float) -> tuple[GridCell, tuple[GridCell, int]]:
        """What lies under a point, y going down: the square or hex, and the edge nearest to it."""
        return self.sketch.under(x, y)

    def edge(self, at: GridCell, upright: int, sign: str, *, joined: bool = False) -> Sentence | None:
        return self._do(lambda: self.sketch.paint_edge(at, upright, sign), joined)

    def grow(self, at: GridCell, space: str, *, joined: bool = False) -> Sentence | None:
        """Let a region reach a square as well, or begin a new one there if none is named."""
        return self._do(lambda: self.sketch.grow(at, space), joined)

    def sign(self, at: GridCell, means: str) -> Sentence | None:
        """Give a meaning a sign in the board under a square; `brushes` then has it."""

        def change() -> None:
            self.sketch.new_sign(at, means)

        return self._do(change)

    def tile(self, board: str, at: GridCell) -> Sentence | None:
        return self._do(lambda: self.sketch.place_tile(board, at))

    def turn(self, at: GridCell) -> Sentence | None:
        return self._do(lambda: self.sketch.turn_tile(self._tile(at)))

    def take(self, at: GridCell) -> Sentence | None:
        return self._do(lambda: self.sketch.take_tile(self._tile(at)))

    def shift(self, start: GridCell, end: GridCell) -> Sentence | None:
        """Drag the tile under one square until that square lies at another."""

        def change() -> None:
            number = self._tile(start)
            at = self.sketch.placements()[number].at
            self.sketch.move_tile(number, (int(at[0]) + end[0] - start[0], int(at[1]) + end[1] - start[1]))

        return self._do(change)

    def thing(self, name: str, space: str) -> Sentence | None:
        """Put a thing on a space; without a name, take away what the set-up puts there."""

        def take() -> None:
            here = [thing for thing, place in self.sketch.things().items() if place == space]
            for one in here[-1:]:
                self.sketch.take_thing(one)

        return self._do(take if not name else lambda: self.sketch.place_thing(name, space))

    def link(self, kind: str, start: str, end: str) -> Sentence | None:
        return self._do(lambda: self.sketch.link(kind, start, end))

    def room(self, space: str, start: Point, end: Point) -> Sentence | None:
        """Drag a room from one point to another, in half tiles; without a space there, one more room."""
        if not space:
            return self._do(lambda: self.sketch.new_room((_half(end[0] - 0.5), _half(end[1] - 0.5))))
        by = (_half(end[0] - start[0]), _half(end[1] - start[1]))
        return self._do(lambda: self.sketch.move_space(space, by))

    def drop(self, space: str) -> Sentence | None:
        """Take a region or room out, with its links."""
        return self._do(lambda: self.sketch.drop_space(space))

    def value(self, space: str, means: str) -> Sentence | None:
        """Give a space a value, or take it away if it has it."""
        return self._do(lambda: self.sketch.set_value(space, means))

    def undo(self) -> Sentence | None:
        return self._tried(self.sketch.undo)

    def redo(self) -> Sentence | None:
        return self._tried(self.sketch.redo)

    def save(self) -> Sentence:
        """Write the files that have changed. Gives the sentence that says so."""
        written = []
        for path, text in self.sketch.changed().items():
            file = self.package.places[path]
            home = self.package.path if os.path.isdir(self.package.path) else file.parent
            try:
                write_whole(file, text.encode(), within=home)
            except OSError as error:
                return Sentence("engine/edit_not_written", (str(file), trouble(error)))
            self.sketch.saved[path] = text
            written.append(file.name)
        self._keep()
        if not written:
            return Sentence("engine/edit_unchanged")
        return Sentence("engine/edit_written", (", ".join(written),))

    # ------------------------------------------------------------------ within

    def _do(self, change: Callable[[], None], joined: bool = False) -> Sentence | None:
        def step() -> None:
            steps = len(self.sketch.past)
            self.sketch.step(change)
            if joined and len(self.sketch.past) > steps:
                self.sketch.join()

        return self._tried(step)

    def _tried(self, change: Callable[[], None]) -> Sentence | None:
        from tilewright.dsl.editing.edit import CannotEdit

        try:
            change()
        except CannotEdit as error:
            return error.sentence
        self._keep()
        return None

    def _keep(self) -> None:
        if self._kept is None:
            return
        try:
            kept_edits.keep(self.sketch, self._kept)
            self._trouble = None
        except OSError as error:
            self._trouble = Sentence("engine/edit_not_kept", (str(self._kept), trouble(error)))

    def _tile(self, at: GridCell) -> int:
        from tilewright.dsl.editing.edit import CannotEdit

        number = self.sketch.tile_at(at)
        if number is None:
            raise CannotEdit("edit_no_tile")
        return number

    def _board(self, shape: BoardShape) -> View:
        spaces = [
            {
                "name": str(one.name),
                "kind": one.kind,
                "title": str(one.title or one.name),
                "at": [float(number) for number in one.at],
                "layer": one.layer,
                "outline": [[float(x), float(y)] for x, y in one.outline],
                "tile": one.tile,
                "look": self._look(one.kind),
                "values": _values(one.values),
            }
            for one in shape.spaces
        ]
        centres = {str(one.name): _centre(one.outline) for one in shape.spaces}
        links = []
        for number, link in enumerate((*shape.links, *shape.rim)):
            line = [list(map(float, point)) for point in link.line] if link.line else None
            links.append(
                {
                    "name": f"{link.kind}.{number + 1}",
                    "kind": link.kind,
                    "title": link.kind.replace("_", " ").capitalize(),
                    "sides": [str(side) for side in link.sides],
                    "line": line or [centres[str(side)] for side in link.sides if str(side) in centres],
                    "look": self._look(link.kind),
                    "values": _values(link.values),
                }
            )
        return {"title": shape.name, "spaces": spaces, "links": links}

    def _thing(self, name: str, place: str) -> View:
        model = self.sketch.model
        base = name.rpartition(".")[0] if name.rpartition(".")[2].isdecimal() else name
        declared = model.things.get(base)
        kinds = [base, *model.ancestors(declared.kind)] if declared is not None else [base, "token"]
        return {
            "handle": name,
            "name": name,
            "kind": base,
            "kinds": kinds,
            "title": declared.title if declared is not None else name,
            "text": "",
            "place": place,
            "face": "up",
            "look": self._look(base),
            "values": {},
        }

    def _look(self, kind: str) -> dict[str, Any]:
        """The hints of a kind and of what it is; the narrower word counts."""
        chain: list[str] = []
        name: str | None = kind
        while name is not None and name in self._kinds:
            chain.append(name)
            name = self._kinds[name].get("parent")
        found: dict[str, Any] = {}
        for one in reversed(chain):
            found.update(self._kinds[one].get("look") or {})
        return found


def _half(number: float) -> float:
    return round(number * 2) / 2


def _sign(space: Any) -> View:
    """What the drawing says of a square, as a token on it: `start yes`."""
    every = [(name, str(value)) for name, value in space.values.items()]
    said = ", ".join(name if value == "yes" else f"{name} {value}" for name, value in every)
    first = every[0][0]
    colour = _COLOURS[sum(map(ord, first)) % len(_COLOURS)]
    return {
        "handle": f"sign {space.name}",
        "name": f"sign {space.name}",
        "kind": first,
        "kinds": ["sign", "token"],
        "title": said.replace("_", " ").capitalize(),
        "text": "",
        "place": str(space.name),
        "face": "up",
        "look": {"archetype": "token", "colour": colour},
        "values": _values(space.values),
    }


_COLOURS = ("amber", "cyan", "green", "violet", "red", "blue")


def _values(raw: Any) -> dict[str, Any]:
    """Raw values as a view shows them: yes and no, numbers, words."""
    known: dict[str, Any] = {"yes": True, "no": False}
    return {
        name: known.get(str(text), int(text) if str(text).isdecimal() else str(text))
        for name, text in raw.items()
    }


def _centre(outline: Any) -> list[float]:
    return [float(sum(point[i] for point in outline)) / len(outline) for i in (0, 1)]


def boards_of(package: Package) -> list[str]:
    """The boards of a package's own, and its missions with a layout: all that can be edited there."""
    from tilewright.dsl.editing.edit import parts

    found = [part for one in _own(package) for part in parts(one.text)]
    layouts = [part.name for part in found if "layout" in part.tables]
    # A board with several sides has a part for each.
    return list(dict.fromkeys([*layouts, *(part.name for part in found if part.sort == "board")]))


def drawing_board(package: Package, name: str | None) -> BoardSketch:
    """The board editor of a package; without a name its first mission with a layout, or first board. What
    belongs to a game that it builds on is edited there. Raises CannotEdit if there is none of that name.
    """
    from tilewright.dsl.compile import compile_package
    from tilewright.dsl.editing.edit import CannotEdit, parts
    from tilewright.dsl.editing.sketch import sketch

    written = [one for one in package.sources if one.path.endswith(".wright")]
    found = [part for one in _own(package) for part in parts(one.text)]
    if name is not None and name not in [part.name for part in found]:
        for one in written:
            if name in [part.name for part in parts(one.text) if part.sort in ("board", "mission")]:
                folder = package.places[one.path].parent
                raise CannotEdit("edit_of_another", name, package.id, str(folder))
    if name is None:
        name = next(iter(boards_of(package)), None)
        if name is None:
            raise CannotEdit("edit_no_board", package.id)
    made = sketch(package, name)
    program = compile_package(package).program
    return BoardSketch(package, made, program["kinds"] if program is not None else {}, name)


def _own(package: Package) -> list[Source]:
    """The sources that are of the package itself."""
    written = [one for one in package.sources if one.path.endswith(".wright")]
    return [one for one in written if "/" not in one.path or one.path.startswith(f"{package.id}/")]
