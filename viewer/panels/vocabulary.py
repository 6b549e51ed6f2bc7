"""What can lie under the mouse, and what a click on a panel asks for: a closed union of small values.

Each group of actions is carried out in one place, by a match that ends in `assert_never`: mypy shows whoever
adds a member where it is still to be handled.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

from ..common.choices import TargetSort

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OnBoard:
    """Something of the board itself; `name` is the view's own name for it."""

    sort: TargetSort
    name: str


class Surface(Enum):
    """What of a panel does nothing when it is clicked. It still covers the board, and scrolls."""

    PANEL = auto()
    CHOICES = auto()
    PROMPT = auto()
    LOG = auto()
    PILES = auto()
    MAP = auto()
    MANUAL_EDIT = auto()
    EDITOR = auto()


@dataclass(frozen=True, slots=True)
class ReadValue:
    """A value on a panel: of a thing by its handle, of a player by name, of the game if `whose` is empty. A
    tooltip says what it means; a click does nothing. `cut` is whether it is not to be read in full."""

    whose: str
    name: str
    cut: bool = False


# ---- the game and the settings: app/answering.py and app/settings_actions.py


@dataclass(frozen=True, slots=True)
class Answer:
    """Choose these options of the open question."""

    ids: Ids


@dataclass(frozen=True, slots=True)
class Card:
    """Select a card of the hand, and play it where it can be played."""

    handle: str


@dataclass(frozen=True, slots=True)
class TakeDeed:
    """Do what the line of this number says, in the menu beside something that was clicked."""

    number: int


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Take the next value of a setting, or the one before."""

    name: Literal[
        "text",
        "palette",
        "reduced_motion",
        "pace",
        "follow_events",
        "sound",
        "quality",
        "full_screen",
        "language",
    ]
    by: Literal[1, -1] = 1


class TableButton(Enum):
    """What needs no more words."""

    CONFIRM = auto()
    BACK = auto()
    UNDO = auto()
    REDO = auto()
    LIFT_CURTAIN = auto()
    HELP = auto()


TableAction = Answer | Card | TakeDeed | ChangeSetting | TableButton


# ---- time: replaying/timeline.py


@dataclass(frozen=True, slots=True)
class LoadGame:
    """Go on with one of the saved games that are listed."""

    number: int


@dataclass(frozen=True, slots=True)
class ReturnToLine:
    """Go back to one of the lines that were left for a branch."""

    number: int


class TimeButton(Enum):
    """The parts of the bar of time."""

    PLAY = auto()
    BACK = auto()
    ON = auto()
    TRACK = auto()
    SPEED = auto()
    BRANCH = auto()
    NOTE = auto()


TimeAction = LoadGame | ReturnToLine | TimeButton


# ---- events, one after another: replaying/telling.py


class TellButton(Enum):
    """The parts of the caption of an event."""

    PAUSE = auto()
    ON = auto()
    SPEED = auto()
    SKIP = auto()


# ---- menus: menus/menu_plugin.py


@dataclass(frozen=True, slots=True)
class TakeLine:
    """Do what the line of this number of the open menu says."""

    number: int


class MenuButton(Enum):
    """Back to the page before; what comes above or below the lines that are shown."""

    BACK = auto()
    ABOVE = auto()
    BELOW = auto()


MenuAction = TakeLine | MenuButton


# ---- table mode: authoring/manual_edit.py


@dataclass(frozen=True, slots=True)
class ChangeValue:
    """Change the value with this name."""

    name: str
    way: Literal["less", "next", "more"]


@dataclass(frozen=True, slots=True)
class OnPile:
    """Draw from a pile, or drop something on it."""

    place: str


@dataclass(frozen=True, slots=True)
class ShufflePile:
    """Shuffle a pile."""

    place: str


class ManualEditButton(Enum):
    """Show the game's own values; turn the thing that is looked at over."""

    GAME = auto()
    FLIP = auto()


ManualEditAction = ChangeValue | OnPile | ShufflePile | ManualEditButton


# ---- the board editor: authoring/editor.py


@dataclass(frozen=True, slots=True)
class TakeBrush:
    """Paint with the brush of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """Show the brushes under this heading."""

    name: str


class EditorButton(Enum):
    """The buttons under the brushes."""

    SYMMETRIC = auto()
    FILL = auto()
    SAVE = auto()


EditorAction = TakeBrush | OpenGroup | EditorButton


# ---- sources that change: authoring/watching.py


class AuthorAction(Enum):
    """Open the place in the sources that a banner names; put a remark away."""

    OPEN = auto()
    READ = auto()


# ---- the interface itself: interface.py


@dataclass(frozen=True, slots=True)
class Inspect:
    """Select a thing; the mouse may be over one of its values."""

    handle: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class InspectEntry:
    """Look at what a line of the log speaks of; `number` is the line's own."""

    number: int
    things: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    doers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InspectGoal:
    """Look at what a goal is about; once more, not any more."""

    text: str
    things: tuple[str, ...]
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookInto:
    """Show what lies in a pile, large; once more, put it away."""

    place: str


@dataclass(frozen=True, slots=True)
class ToggleOverlay:
    """Show one overlay over the board, or none."""

    sort: str


@dataclass(frozen=True, slots=True)
class Rebind:
    """Wait for another key for a command, or don't any more."""

    command: str


class Toggle(Enum):
    """What is open or is not."""

    SETTINGS = auto()
    WHOLE_LOG = auto()
    CODES = auto()
    OVER = auto()
    BRIEFING = auto()


InterfaceAction = Inspect | InspectEntry | InspectGoal | LookInto | ToggleOverlay | Rebind | Toggle
BareAction = Surface | ReadValue
PluginAction = (
    TimeAction | TellButton | MenuAction | ManualEditAction | EditorAction | AuthorAction | BareAction
)
"""Actions that plugins of the table handle, or the wheel: a click on what is bare does nothing."""
UiAction = InterfaceAction | TableAction | PluginAction
Hover = UiAction | OnBoard | None
