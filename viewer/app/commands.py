"""What can be done by a key: its name, and its keys unless the settings say otherwise.

Letters and digits belong to the rows of the open question: commands have other keys, or go with Ctrl or Alt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..authoring.manual_edit import COMMANDS as manual_edit
from ..authoring.watching import COMMANDS as watching
from ..common.speech import say
from ..panels.vocabulary import ChangeSetting, TableButton, Toggle, ToggleOverlay, UiAction
from ..replaying.telling import COMMANDS as telling
from ..replaying.timeline import COMMANDS as replaying
from ..staging.overlay import SORTS
from . import answering, cursor, inspect_actions, settings_actions, snapshot

if TYPE_CHECKING:
    from .app import App

KeyBindings = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Command:
    """One command. A key is Panda's name of it, with `control-`, `alt-`, `shift-` before it in that order.

    What it does is said by the sentence `key_NAME`; a number at the end of the name is a gap of that.
    """

    name: str
    keys: tuple[str, ...]
    do: Callable[[App], object]


def _press(action: UiAction) -> Callable[[App], object]:
    """What a click on a panel would do."""
    return lambda app: answering.press(app, action)


def _view(number: int, *, keep: bool) -> Callable[[App], object]:
    return lambda app: (
        settings_actions.keep_view(app, number) if keep else settings_actions.go_to_view(app, number)
    )


def _towards(x: int, y: int) -> Callable[[App], object]:
    return lambda app: cursor.towards(app, x, y)


# F9, F10 and F12 do something else.
OVERLAY_KEYS = ("f2", "f3", "f4", "f5", "f6", "f7", "f8", "f11")

ANSWERING = (
    Command("confirm", ("enter",), _press(TableButton.CONFIRM)),
    Command("pick", ("space",), lambda app: answering.confirm(app, picking=True)),
    Command("next", ("tab",), lambda app: cursor.along(app, 1)),
    Command("previous", ("shift-tab",), lambda app: cursor.along(app, -1)),
    Command("north", ("alt-arrow_up",), _towards(0, 1)),
    Command("south", ("alt-arrow_down",), _towards(0, -1)),
    Command("west", ("alt-arrow_left",), _towards(-1, 0)),
    Command("east", ("alt-arrow_right",), _towards(1, 0)),
    Command("undo", ("backspace", "control-z"), _press(TableButton.UNDO)),
    Command("redo", ("control-y", "control-shift-z"), _press(TableButton.REDO)),
    Command("back", ("escape",), _press(TableButton.BACK)),
)
SEEING = (
    Command("help", ("f1",), _press(TableButton.HELP)),
    *(
        Command(f"overlay {sort}", (OVERLAY_KEYS[i],), _press(ToggleOverlay(sort)))
        for i, sort in enumerate(SORTS)
    ),
    Command("seat", ("f9",), lambda app: inspect_actions.next_eyes(app)),
    Command("briefing", ("control-i",), _press(Toggle.BRIEFING)),
    Command("sound", ("control-m",), _press(ChangeSetting("sound"))),
    Command("settings", ("f10",), _press(Toggle.SETTINGS)),
    Command(
        "log",
        ("control-l",),
        _press(Toggle.WHOLE_LOG),
    ),
    Command("codes", ("control-k",), _press(Toggle.CODES)),
    Command(
        "card",
        ("insert",),
        lambda app: inspect_actions.enlarge(app),
    ),
    Command("picture", ("f12",), snapshot.take),
)
CAMERA = (
    Command("fit", ("home",), lambda app: app.rig.fit()),
    Command("above", ("shift-home",), lambda app: app.rig.above()),
    Command("up", ("page_up",), lambda app: app.rig.layer(1)),
    Command("down", ("page_down",), lambda app: app.rig.layer(-1)),
    Command("nearer", ("=", "+"), lambda app: inspect_actions.zoom_middle(app, 0.85)),
    Command("further", ("-",), lambda app: inspect_actions.zoom_middle(app, 1.18)),
    *(Command(f"view {n}", (f"control-{n}",), _view(n, keep=False)) for n in range(1, 5)),
    *(Command(f"keep view {n}", (f"control-alt-{n}",), _view(n, keep=True)) for n in range(1, 5)),
)
BEHIND_CURTAIN = ("confirm", "pick", "undo", "redo", "back", "picture", "save")
TIME = tuple(Command(*one) for one in (*replaying, *telling, *manual_edit, *watching))
COMMANDS = (*ANSWERING, *SEEING, *TIME, *CAMERA)


def bound(keys: KeyBindings, every: tuple[Command, ...] = COMMANDS) -> tuple[dict[str, Command], list[str]]:
    """Key → command with what the settings say, and a sentence for each thing that cannot be."""
    names = {command.name for command in every}
    problems = [say("told_no_command", n) for n in keys if n not in names]
    found: dict[str, Command] = {}
    # What a person chose comes first; a usual key that is taken by such a choice is simply gone.
    for command in sorted(every, key=lambda one: one.name not in keys):
        for key in keys.get(command.name, command.keys):
            if command.name in keys and key in found:
                problems.append(say("told_two_commands", key, found[key].name, command.name))
            found.setdefault(key, command)
    return found, problems


def help_keys(keys: KeyBindings) -> tuple[tuple[str, str], ...]:
    """The rows of the help page: command, and the keys that it has as people read them."""
    found = bound(keys)[0]
    return tuple(
        (one.name, ", ".join(_readable(key) for key, has in found.items() if has is one)) for one in COMMANDS
    )


def _readable(key: str) -> str:
    words = {"control": "Ctrl", "alt": "Alt", "shift": "Shift", "page": "Page", "arrow": ""}
    parts = [words.get(one, one.capitalize()) for one in key.replace("_", "-").split("-") if one]
    return "+".join(one for one in parts if one) or key
