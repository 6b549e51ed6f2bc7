"""Table mode: things are dragged, piles drawn from, values set, outside all rules. Every change is an answer
of its own that is logged and can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tilewright.runtime.history.manual_edits import ManualEdit, draw, flip, move, put, shuffle

from ..camera.picking import all_hits
from ..common.session import Adjustable
from ..common.speech import say
from ..panels.base import turned
from ..panels.layout import Placed, scale_for
from ..panels.vocabulary import (
    Answer,
    Card,
    ChangeValue,
    Inspect,
    ManualEditAction,
    ManualEditButton,
    OnPile,
    ShufflePile,
    Surface,
    UiAction,
)
from ..plugin import Pixel, TablePlugin
from . import manual_edit_panel

if TYPE_CHECKING:
    from ..app.app import App


class ManualEditPlugin(TablePlugin):
    """Table mode at one table."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.session: Adjustable | None = app.session if isinstance(app.session, Adjustable) else None
        self.on = False
        self.owner = ""  # whose values are shown; the game's if empty
        self.first = 0  # the first row shown of so many, and how many fit
        self.count, self.rows = 0, manual_edit_panel.MOST
        self.carrying: tuple[str, str] | None = None  # ("thing", handle) or ("pile", place)
        self.target: tuple[str, str] | None = None  # the place under the mouse and what it is called

    def toggle(self) -> None:
        """Begin or end table mode."""
        if self.session is None or self.app.plugins.view(self.app.eyes) is not None:
            self.app.tell(say("hand_present"))
            return
        self.on, self.carrying, self.target = not self.on, None, None
        self.app.redraw()

    # ---- what the table asks

    def holds(self) -> bool:
        return self.on

    def letter(self, name: str) -> bool:
        if name == "t" and self.session is not None:
            self.toggle()
        return name == "t"

    def key(self, name: str, held: tuple[str, ...]) -> bool:
        if self.on and not held and name in ("escape", "t"):
            self.toggle()
            return True
        if self.on and not held and name in ("page_down", "page_up"):
            self.first = turned(self.first, name, self.rows, self.count)
            self.app.redraw()
            return True
        # Nothing is answered meanwhile; keys with Ctrl and the camera's work as ever.
        answers = (len(name) == 1 and name.isalnum()) or name in ("enter", "space", "tab")
        return self.on and not held and answers

    def panels(self, placed: list[Placed], w: float, h: float) -> list[Placed]:
        if not self.on or self.session is None:
            return placed
        app, view = self.app, self.app.view
        values = self.session.settable(self.owner, app.eyes)
        kept = [one for one in placed if one.key not in ("actions", "prompt", "piles")]
        top = max((one.y + one.panel.h for one in kept if one.key == "log"), default=64.0)
        self.rows = manual_edit_panel.rows_in(h - top - 24)
        self.count = len(values) + len(view.get("piles") or ())
        title = self._title(self.owner) or say("hand_of_game")
        shown = manual_edit_panel.values_and_piles(
            view, title, values, app.ui.hover, owner=self.owner, first=self.first, most=self.rows
        )
        kept.append(Placed("hands", shown, w - shown.w - 12, h - shown.h - 12, 40))
        if self.carrying is not None and app.pointer.at is not None:
            unit = scale_for(app.size, app.ui.text)
            slip = manual_edit_panel.carried(self._carried(), self.target[1] if self.target else "")
            x, y = app.pointer.at[0] / unit + 16, app.pointer.at[1] / unit + 12
            kept = [one for one in kept if one.key != "tip"]
            kept.append(Placed("carried", slip, max(4, min(x, w - slip.w - 4)), min(y, h - 34), 80))
        return kept

    def press(self, pixel: Pixel, action: UiAction | None) -> bool:
        if not self.on:
            return False
        self.carrying, self.target = self._grasped(pixel, action), None
        # Panels of others work as ever; on the board and in the hand everything is for hands.
        edits = isinstance(action, ManualEditAction | Card | Answer)
        mine = action is None or edits or action is Surface.MANUAL_EDIT
        return mine or self.carrying is not None

    def pull(self, pixel: Pixel) -> bool:
        if not self.on or self.carrying is None:
            return False
        self.target = self._place_at(pixel)
        self.app.redraw()
        return True

    def release(self, pixel: Pixel, action: UiAction | None, *, clicked: bool) -> bool:
        if not self.on:
            return False
        carrying, self.carrying = self.carrying, None
        if not clicked:
            place = self._place_at(pixel)
            if carrying is not None and place is not None:
                sort, name = carrying
                self._adjust(draw(name, place[0]) if sort == "pile" else move(name, place[0]))
            self.target = None
            return carrying is not None
        if isinstance(action, ManualEditAction):
            self._do(action)
            return True
        if action is Surface.MANUAL_EDIT:
            return True
        if carrying is not None and carrying[0] == "thing":
            self._look_at(carrying[1])
        elif action is None:
            hits = self._hits(pixel)
            self._look_at(hits[0][1] if hits else "")
        return action is None or carrying is not None

    # ---- within

    def _look_at(self, owner: str) -> None:
        """Show the values of this thing, or of the game."""
        self.owner, self.first = owner, 0

    def _do(self, action: ManualEditAction) -> None:
        match action:
            case ManualEditButton.GAME:
                self._look_at("")
            case ManualEditButton.FLIP:
                self._adjust(flip(self.owner))
            case ShufflePile(place):
                self._adjust(shuffle(place))
            case OnPile():
                pass  # It is dragged, not clicked.
            case ChangeValue(name, way):
                assert self.session is not None
                for one in self.session.settable(self.owner, self.app.eyes):
                    if one.name == name:
                        self._adjust(put(self.owner, name, manual_edit_panel.changed_value(one, way)))
            case _:
                assert_never(action)

    def _adjust(self, change: ManualEdit) -> None:
        assert self.session is not None
        reason = self.session.adjust(change, self.app.eyes)
        if reason is not None:
            self.app.tell(reason)
        else:
            self.app.showing.refresh(at_once=change.sort != "set" and change.sort != "move")

    def _grasped(self, pixel: Pixel, action: UiAction | None) -> tuple[str, str] | None:
        match action:
            case None:
                return next((("thing", name) for sort, name in self._hits(pixel) if sort == "thing"), None)
            case Card(handle) | Inspect(handle):
                return "thing", handle
            case OnPile(place):
                return "pile", place
        return None

    def _place_at(self, pixel: Pixel) -> tuple[str, str] | None:
        """The place under the mouse, and what it is called."""
        action = self.app.pointer.action_at(pixel)
        if action is not None:
            return (action.place, self._pile(action.place)) if isinstance(action, OnPile) else None
        spaces = [name for sort, name in self._hits(pixel) if sort == "space"]
        return (spaces[0], self._title(spaces[0]) or spaces[0]) if spaces else None

    def _hits(self, pixel: Pixel) -> list[tuple[str, str]]:
        app = self.app
        hits = all_hits(app.scene, app.camera, pixel, app.size, app.table.highest)
        return [(hit.sort, hit.name) for hit in hits]

    def _carried(self) -> str:
        assert self.carrying is not None
        sort, name = self.carrying
        if sort == "thing":
            return self._title(name) or name
        return say("hand_top", self._pile(name))

    def _pile(self, place: str) -> str:
        piles = manual_edit_panel.piles_of(self.app.view)
        return next((one.words for one in piles if one.place == place), place)

    def _title(self, name: str) -> str:
        view = self.app.view
        board = view.get("board") or {}
        every = [*(view.get("things") or ()), *(board.get("spaces") or ()), *(board.get("links") or ())]
        found = (one for one in every if name in (one.get("handle"), one.get("name")))
        return str(next((one.get("title") for one in found), None) or "") if name else ""


def _toggle(app: App) -> None:
    plugin = app.plugins.of(ManualEditPlugin)
    if plugin is not None:
        plugin.toggle()


# Commands as app/commands.py makes them: name, keys, what is done.
COMMANDS = (
    (
        "table mode",
        ("control-t",),
        _toggle,
    ),
)
