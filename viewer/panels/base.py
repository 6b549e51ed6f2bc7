"""What a panel is, and the state of the display that panels may depend on beside the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..playing.choices import Chosen
from ..rendering.motion import Rolled


@dataclass(frozen=True, slots=True)
class Hit:
    """A box that can be clicked, in the panel's own pixels. `act` is a word and its arguments, for app.py."""

    x: float
    y: float
    w: float
    h: float
    act: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture of w x h pixels and what can be clicked on it."""

    w: float
    h: float
    svg: str
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Ui:
    """What the person at the screen has done beside answering: where the mouse is, what is open."""

    chosen: Chosen = field(default_factory=Chosen)
    hover: tuple[Any, ...] = ()  # act of the box under the mouse, or ("thing" | "space" | "link", name)
    selected: str | None = None
    scroll: int = 0
    log_back: int = 0
    rolled: tuple[Rolled, ...] = ()
    notice: str = ""
    curtain: str | None = None
    help: int = 0  # the open page of the help, from 1
    rebinding: str = ""  # the command that is to be given another key
    settings: bool = False
    cursor: tuple[int, ...] = ()  # the options that Enter takes
    tip: bool = False  # the mouse has rested long enough for a tooltip
    odds: tuple[tuple[str, str], ...] = ()  # what chance may make of what is under the mouse
    why: tuple[
        tuple[str, str, str], ...
    ] = ()  # why what is under the mouse is no choice: action, reason, rule
    large: str | None = None  # the thing that is shown as a large card
    overlay: str = ""
    overlay_note: str = ""  # what the rules say about it
    focus: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # things and spaces that a log line speaks of
    whole_log: bool = False
    reduced_motion: bool = False
    keys: tuple[tuple[str, str, str], ...] = ()  # of the help page: command, its keys, what it does
    text: float = 1.0
    palette: str = "standard"
    over_hidden: bool = False
    busy: bool = False


def turned(first: int, key: str, rows: int, count: int) -> int:
    """The first of `count` rows that is shown after Page Down or Page Up; no page lies beyond the ends."""
    further = first + (rows if key == "page_down" else -rows)
    return further if 0 <= further < count else first


def title_of(name: str) -> str:
    """A name as a heading: `marked_twice` → Marked twice."""
    return name.replace("_", " ").replace(".", " ").strip().capitalize()


def called(view: Mapping[str, Any], sort: str, name: str) -> str:
    """What a view calls one of its "kinds", "values" or "words", as a heading."""
    title = str((view.get("titles") or {}).get(sort, {}).get(name) or title_of(name))
    return title[:1].upper() + title[1:]


def shown_value(view: Mapping[str, Any], value: Any) -> str:
    """A value as a word; handles and names lose their underscores."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return called(view, "words", value) if isinstance(value, str) else str(value)
