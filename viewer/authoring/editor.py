"""The board editor at a table: the mouse paints squares, edges, tiles, things and links into the sources.

What an edit means is the drawing board's; this knows where the mouse is, and which brush is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, assert_never

from tilewright.schemas.view import View
from tilewright.schemas.wording import ENGLISH, Sentence, Wording

from ..camera import camera as cam
from ..camera.picking import all_hits
from ..common.session import Unasked
from ..common.speech import say, told
from ..panels import interface
from ..panels.base import turned
from ..panels.layout import GAP, Placed
from ..panels.vocabulary import EditorAction, EditorButton, OpenGroup, Surface, TakeBrush, UiAction
from ..plugin import Maker, Pixel, Sitting, TablePlugin
from . import palette_panel
from .palette_panel import PaletteBrush

if TYPE_CHECKING:
    from ..app.app import App

GridCell = tuple[int, int]
Point = tuple[float, float]  # of the table: y goes up
STROKES = ("cell", "edge", "grow", "region", "sign")  # brushes that paint all that the mouse passes
KEEP = ("topbar", "tip", "notice", "help", "settings", "menu")  # panels of a table that an editor has, too
COMMANDS = frozenset(("back", "help", "settings", "card", "picture", "fit", "above", "nearer", "further"))
"""What keys do here besides."""


class EditedBoard(Protocol):
    """The board that is edited. Edits give None, or why they cannot be done. Its view may have a `trouble`:
    words of the compiler, or a sentence of the engine.
    """

    greeting: Sentence | None  # what there is to tell when it is opened

    def view(self) -> View: ...
    def brushes(self) -> Sequence[PaletteBrush]: ...
    def symmetric(self, on: bool | None = None) -> bool: ...
    def dirty(self) -> bool: ...
    def cell(
        self, at: GridCell, signs: str, *, fill: bool = False, joined: bool = False
    ) -> Sentence | None: ...
    def under(self, x: float, y: float) -> tuple[GridCell, tuple[GridCell, int]]: ...
    def edge(self, at: GridCell, upright: int, sign: str, *, joined: bool = False) -> Sentence | None: ...
    def grow(self, at: GridCell, space: str, *, joined: bool = False) -> Sentence | None: ...
    def sign(self, at: GridCell, means: str) -> Sentence | None: ...
    def tile(self, board: str, at: GridCell) -> Sentence | None: ...
    def turn(self, at: GridCell) -> Sentence | None: ...
    def take(self, at: GridCell) -> Sentence | None: ...
    def shift(self, start: GridCell, end: GridCell) -> Sentence | None: ...
    def thing(self, name: str, space: str) -> Sentence | None: ...
    def link(self, kind: str, start: str, end: str) -> Sentence | None: ...
    def room(self, space: str, start: Point, end: Point) -> Sentence | None: ...
    def drop(self, space: str) -> Sentence | None: ...
    def value(self, space: str, means: str) -> Sentence | None: ...
    def undo(self) -> Sentence | None: ...
    def redo(self) -> Sentence | None: ...
    def save(self) -> Sentence: ...


@dataclass
class EditorSession(Unasked):
    """A session in which nothing is asked: the board is all there is, undo takes edits back."""

    board: EditedBoard

    def view(self, seat: str | None) -> View:
        view = self.board.view()
        return {
            **view,
            "seat": seat,
            "phases": [say("start_editor")],
            "trouble": told(view.get("trouble") or ""),
        }

    def undo(self, seat: str | None = None) -> str | None:
        reason = self.board.undo()
        return None if reason is None else told(reason)

    def redo(self, seat: str | None = None) -> str | None:
        reason = self.board.redo()
        return None if reason is None else told(reason)


def board_sitting(board: EditedBoard, speech: Wording = ENGLISH) -> Sitting:
    """A table at which a board is edited, in the language of the speech."""

    def plugin(app: App) -> BoardEditorPlugin:
        return BoardEditorPlugin(app, board)

    makers: tuple[Maker, ...] = (plugin,)
    return Sitting(EditorSession(board), makers, speech=speech)


def mouse() -> tuple[tuple[str, str], ...]:
    """The first rows of the help: what the mouse does at a board, and keys that are no commands."""
    return (
        (say("mouse_click"), say("edit_click_told")),
        (say("mouse_pull"), say("edit_pull_told")),
        (say("edit_beside"), say("edit_beside_told")),
        (say("edit_between"), say("edit_between_told")),
        *((say(f"mouse_{one}"), say(f"mouse_{one}_told")) for one in ("right", "middle", "wheel")),
        ("1-9", say("edit_digits_told")),
        (say("edit_pages"), say("edit_pages_told")),
        ("S", say("edit_symmetric_told")),
        ("F", say("edit_fill_told")),
        ("Ctrl+Z, Ctrl+Y", say("edit_undo_told")),
        ("Ctrl+S", say("edit_save_told")),
    )


# ------------------------------------------------------------------ where the mouse is: pure


def between(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """Points on the way from one to the other, near enough for no square to be jumped over; the last is b."""
    steps = max(1, math.ceil(math.dist(a, b) / 0.2))
    return [(a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps) for i in range(1, steps + 1)]


# ------------------------------------------------------------------ the editor


class BoardEditorPlugin(TablePlugin):
    """Palette and strokes."""

    def __init__(self, app: App, board: EditedBoard) -> None:
        self.app, self.board = app, board
        self.chosen = 0
        self.group = next(iter(palette_panel.groups(board.brushes())), "")
        self.filling = False
        self.first = 0  # the first brush shown of the group
        self.rows = palette_panel.MOST  # how many of them are shown
        self.start: tuple[float, float] | None = None  # where a stroke began, on the table
        self.last: tuple[float, float] | None = None  # where the stroke has come
        self.from_space: str | None = None
        self.painted: set[object] = set()
        app.become(interface.limit_help(app.ui, mouse(), COMMANDS))
        self.greeting = board.greeting

    def holds(self) -> bool:
        return True

    def poll(self) -> None:
        if self.greeting is not None:
            self.app.tell(told(self.greeting))
            self.greeting = None

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        kept = [one for one in placed if one.key in KEEP]
        self.rows = palette_panel.rows_in(self.board.brushes(), h - 76)
        shown = palette_panel.palette(
            self.board.brushes(),
            self.chosen,
            self.group,
            symmetric=self.board.symmetric(),
            filling=self.filling,
            dirty=self.board.dirty(),
            lit=self.app.ui.hover,
            first=self.first,
            most=self.rows,
        )
        kept.append(Placed("palette", shown, w - shown.w - GAP, 64, 30))  # where a board leaves most room
        if trouble := self.app.view.get("trouble"):
            panel = palette_panel.trouble(trouble)
            kept.append(Placed("trouble", panel, (w - panel.w) / 2, 60, 30))
        return kept

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        if action is not None:
            return isinstance(action, EditorAction) or action is Surface.EDITOR
        self.start, self.painted, self.last = self._point(pixel), set(), None
        self.from_space = self._space(pixel)
        self._stroke(pixel)
        return True

    def pull(self, pixel: Pixel) -> bool:
        if self.start is not None:
            self._stroke(pixel)
        return True

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        start, self.start = self.start, None
        if start is None:
            if clicked and isinstance(action, EditorAction):
                self._do(action)
                return True
            return action is None or (clicked and action is Surface.EDITOR)
        self._finish(start, pixel)
        return True

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        if held == ("control",) and name == "s":
            self._save()
            return True
        if held:
            return False
        if name.isdecimal() and name != "0":
            numbers = self._numbers()[self.first :]
            if int(name) <= len(numbers):
                self.chosen = numbers[int(name) - 1]
            self.app.redraw()
            return True
        if name in ("page_down", "page_up"):
            self.first = turned(self.first, name, self.rows, len(self._numbers()))
            self.app.redraw()
            return True
        if name in ("s", "f"):
            self._do(EditorButton.SYMMETRIC if name == "s" else EditorButton.FILL)
            return True
        return len(name) == 1 and name.isalnum()

    # ---- within

    def _numbers(self) -> list[int]:
        """The numbers of the brushes in the open group."""
        return palette_panel.groups(self.board.brushes()).get(self.group, [])

    def _brush(self) -> PaletteBrush | None:
        brushes = self.board.brushes()
        return brushes[self.chosen] if self.chosen < len(brushes) else None

    def _stroke(self, pixel: Pixel) -> None:
        """Paint what the mouse passes while it is down: each square or edge once, one step for them all."""
        brush, point = self._brush(), self._point(pixel)
        if brush is None or point is None or brush.sort not in STROKES:
            return
        if brush.sort == "sign":
            brush = self._signed(brush, self._under(*point)[0])
        if brush is None:
            return
        before, self.last = self.last or point, point
        reasons: list[Sentence | None] = []
        for x, y in between(before, point):
            cell, edge = self._under(x, y)
            target = edge if brush.sort == "edge" else cell
            if target in self.painted:
                continue
            joined = bool(self.painted)
            self.painted.add(target)
            match brush.sort:
                case "cell":
                    reasons.append(self.board.cell(cell, brush.sign, fill=self.filling, joined=joined))
                case "edge":
                    reasons.append(self.board.edge(*edge, brush.sign, joined=joined))
                case _:
                    reasons.append(self._grow(cell, brush, joined))
        if reasons:
            self._done(next(iter(reasons)) if all(reasons) else None)

    def _signed(self, brush: PaletteBrush, at: GridCell) -> PaletteBrush | None:
        """The brush of a sign that a meaning has just been given; it is the one taken from now on."""
        before = {(one.sort, one.sign) for one in self.board.brushes()}
        reason = self.board.sign(at, brush.sign)
        if reason is not None:
            self.app.tell(told(reason))
            self.start = None
            return None
        self.painted.add("sign")  # The stroke goes on, so it is one step with the row of the table.
        found = self.board.brushes()
        self.chosen = next(n for n, one in enumerate(found) if (one.sort, one.sign) not in before)
        return found[self.chosen]

    def _grow(self, cell: GridCell, brush: PaletteBrush, joined: bool) -> Sentence | None:
        """The region under the beginning of a stroke grows; a new one is that of its first square."""
        if brush.sort == "region" and not joined:
            before = {one["name"] for one in self.board.view()["board"]["spaces"]}
            reason = self.board.grow(cell, "")
            new = (one["name"] for one in self.board.view()["board"]["spaces"] if one["name"] not in before)
            self.from_space = next(new, None)
            return reason
        if self.from_space is None:
            return Sentence("engine/edit_begin_on")
        return self.board.grow(cell, self.from_space, joined=joined)

    def _finish(self, start: tuple[float, float], pixel: Pixel) -> None:
        brush, point = self._brush(), self._point(pixel)
        if brush is None or point is None:
            return
        here, there = self._under(*start)[0], self._under(*point)[0]
        space = self._space(pixel)
        match brush.sort:
            case "tile" if here != there:
                self._done(self.board.shift(here, there))
            case "tile":
                self._done(self.board.tile(brush.sign, here))
            case "turn" if here != there:
                self._done(self.board.shift(here, there))
            case "turn":
                self._done(self.board.turn(here))
            case "take":
                self._done(self.board.take(here))
            case "room":
                ends = ((start[0], -start[1]), (point[0], -point[1]))
                self._done(self.board.room(self.from_space or "", *ends))
            case "drop" if space is not None:
                self._done(self.board.drop(space))
            case "value" if space is not None:
                self._done(self.board.value(space, brush.sign))
            case "thing" if space is not None:
                self._done(self.board.thing(brush.sign, space))
            case "link" if space is not None and self.from_space is not None:
                self._done(self.board.link(brush.sign, self.from_space, space))

    def _under(self, x: float, y: float) -> tuple[GridCell, tuple[GridCell, int]]:
        """The square or hex under a point of the table, where y goes up, and the edge nearest to it."""
        return self.board.under(x, -y)

    def _done(self, reason: Sentence | None) -> None:
        if reason is not None:
            self.app.tell(told(reason))
        else:
            self.app.showing.show_moment(at_once=True)

    def _save(self) -> None:
        said = self.board.save()
        self._done(None)
        self.app.tell(told(said))

    def leaving(self) -> bool:
        """The first time it warns of edits that are not saved."""
        app = self.app
        if not self.board.dirty() or "quit" in app.fleeting:
            return False
        app.tell(say("edit_leave"))
        app.fleeting.keep("quit")
        return True

    def _do(self, action: EditorAction) -> None:
        match action:
            case TakeBrush(number):
                self.chosen = number
            case OpenGroup(name):
                self.group, self.first = name, 0
                self.chosen = self._numbers()[0]
            case EditorButton.SYMMETRIC:
                self.board.symmetric(not self.board.symmetric())
            case EditorButton.FILL:
                self.filling = not self.filling
            case EditorButton.SAVE:
                self._save()
            case _:
                assert_never(action)
        self.app.redraw()

    def _point(self, pixel: Pixel) -> tuple[float, float] | None:
        app = self.app
        return cam.on_ground(app.camera, pixel, app.size)

    def _space(self, pixel: Pixel) -> str | None:
        app = self.app
        hits = all_hits(app.scene, app.camera, pixel, app.size, app.table.highest)
        return next((hit.name for hit in hits if hit.sort == "space"), None)
