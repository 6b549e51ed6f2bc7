"""What can be done by a key: its name, words for the help page, its keys unless the settings say otherwise.

Letters and digits belong to the rows of the open question: commands have other keys, or go with Ctrl or Alt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..authoring.manual_edit import COMMANDS as hands
from ..authoring.watching import COMMANDS as watching
from ..panels.interface import Action, Toggle, ToggleOverlay
from ..panels.vocabulary import ChangeSetting, TableButton
from ..replaying.telling import COMMANDS as telling
from ..replaying.timeline import COMMANDS as replaying
from ..staging.overlay import SORTS
from . import answering, cursor, inspect_actions, settings_actions, snapshot

if TYPE_CHECKING:
    from .app import App

Keys = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Command:
    """One command. A key is Panda's name of it, with `control-`, `alt-`, `shift-` before it in that order."""

    name: str
    words: str
    keys: tuple[str, ...]
    do: Callable[[App], object]


def _press(action: Action) -> Callable[[App], object]:
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
    Command("confirm", "confirm, continue, take what is lit", ("enter",), _press(TableButton.CONFIRM)),
    Command("pick", "take or drop what is lit", ("space",), lambda app: answering.confirm(app, picking=True)),
    Command("next", "light the next choice", ("tab",), lambda app: cursor.along(app, 1)),
    Command("previous", "light the choice before", ("shift-tab",), lambda app: cursor.along(app, -1)),
    Command("north", "light the choice further up", ("alt-arrow_up",), _towards(0, 1)),
    Command("south", "light the choice further down", ("alt-arrow_down",), _towards(0, -1)),
    Command("west", "light the choice to the left", ("alt-arrow_left",), _towards(-1, 0)),
    Command("east", "light the choice to the right", ("alt-arrow_right",), _towards(1, 0)),
    Command("undo", "take the last answer back", ("backspace", "control-z"), _press(TableButton.UNDO)),
    Command("redo", "give it again", ("control-y", "control-shift-z"), _press(TableButton.REDO)),
    Command("back", "close, go back, leave the table", ("escape",), _press(TableButton.BACK)),
)
SEEING = (
    Command("help", "this page", ("f1",), _press(TableButton.HELP)),
    *(
        Command(f"overlay {sort}", words, (OVERLAY_KEYS[i],), _press(ToggleOverlay(sort)))
        for i, (sort, words) in enumerate(SORTS.items())
    ),
    Command(
        "seat", "look with the eyes of the next seat", ("f9",), lambda app: inspect_actions.next_eyes(app)
    ),
    Command("briefing", "what the mission is about", ("control-i",), _press(Toggle.BRIEFING)),
    Command("sound", "sounds of the game, on or off", ("control-m",), _press(ChangeSetting("sound"))),
    Command("settings", "text, colours, motion", ("f10",), _press(Toggle.SETTINGS)),
    Command(
        "log",
        "every line of the log, or the telling ones",
        ("control-l",),
        _press(Toggle.WHOLE_LOG),
    ),
    Command("codes", "labels of rules, shown or not", ("control-k",), _press(Toggle.CODES)),
    Command(
        "card",
        "the card or thing under the mouse, large",
        ("insert",),
        lambda app: inspect_actions.enlarge(app),
    ),
    Command("picture", "save a picture", ("f12",), snapshot.take),
)
CAMERA = (
    Command("fit", "show the whole board", ("home",), lambda app: app.rig.fit()),
    Command(
        "above", "look straight down, or as in the beginning", ("shift-home",), lambda app: app.rig.above()
    ),
    Command("up", "show upper layers", ("page_up",), lambda app: app.rig.layer(1)),
    Command("down", "hide upper layers", ("page_down",), lambda app: app.rig.layer(-1)),
    Command("nearer", "zoom in", ("=", "+"), lambda app: inspect_actions.zoom_middle(app, 0.85)),
    Command("further", "zoom out", ("-",), lambda app: inspect_actions.zoom_middle(app, 1.18)),
    *(Command(f"view {n}", f"camera view {n}", (f"control-{n}",), _view(n, keep=False)) for n in range(1, 5)),
    *(
        Command(f"keep view {n}", f"keep the camera as view {n}", (f"control-alt-{n}",), _view(n, keep=True))
        for n in range(1, 5)
    ),
)
BEHIND_CURTAIN = ("confirm", "pick", "undo", "redo", "back", "picture", "save")
TIME = tuple(Command(*one) for one in (*replaying, *telling, *hands, *watching))
COMMANDS = (*ANSWERING, *SEEING, *TIME, *CAMERA)


def bound(keys: Keys, every: tuple[Command, ...] = COMMANDS) -> tuple[dict[str, Command], list[str]]:
    """Key → command with what the settings say, and a sentence for each thing that cannot be."""
    names = {command.name for command in every}
    problems = [f"The settings give keys to `{n}`, which is not a command." for n in keys if n not in names]
    found: dict[str, Command] = {}
    # What a person chose comes first; a usual key that is taken by such a choice is simply gone.
    for command in sorted(every, key=lambda one: one.name not in keys):
        for key in keys.get(command.name, command.keys):
            if command.name in keys and key in found:
                problems.append(f"`{key}` is set for `{found[key].name}` and for `{command.name}`.")
            found.setdefault(key, command)
    return found, problems


def help_keys(keys: Keys) -> tuple[tuple[str, str, str], ...]:
    """The rows of the help page: command, the keys that it has as people read them, words."""
    found = bound(keys)[0]
    return tuple(
        (one.name, ", ".join(_readable(key) for key, has in found.items() if has is one), one.words)
        for one in COMMANDS
    )


def _readable(key: str) -> str:
    words = {"control": "Ctrl", "alt": "Alt", "shift": "Shift", "page": "Page", "arrow": ""}
    parts = [words.get(one, one.capitalize()) for one in key.replace("_", "-").split("-") if one]
    return "+".join(one for one in parts if one) or key
