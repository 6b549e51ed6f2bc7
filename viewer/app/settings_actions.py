"""The settings while playing: what each of them changes, and the camera views that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from ..common import palette, settings
from ..common.settings import Settings
from ..common.speech import say
from ..panels import interface
from ..panels.layout import scale_for
from ..panels.screens import help_shape, setting_rows
from ..panels.vocabulary import ChangeSetting, Rebind
from ..rendering import window

if TYPE_CHECKING:
    from .app import App

MODIFIERS = ("control", "alt", "shift", "meta", "lock")


def change(app: App, wanted: ChangeSetting) -> None:
    """The next value of a setting; shown at once and kept."""
    present = replace(app.settings, language=app.ui.spoken) if wanted.name == "language" else app.settings
    found = changed(present, wanted, [code for code, _ in app.ui.languages])
    match wanted.name:
        case "language":
            app.become(interface.speak(app.ui, found.language))
        case "sound":
            app.sounds.close()
        case "quality":
            app.tell(say("quality_later"))
        case "full_screen":
            window.full_screen(app.base, found.full_screen)
    _use(app, found)


def changed(present: Settings, wanted: ChangeSetting, languages: Sequence[str]) -> Settings:
    """The settings with the next value of one of them, or the value before, round the ends."""
    by = wanted.by
    match wanted.name:
        case "text":
            return replace(present, text=_beyond(settings.TEXT_SIZES, present.text, by))
        case "palette":
            return replace(present, palette=_next(list(palette.PALETTES), present.palette, by))
        case "reduced_motion":
            return replace(present, reduced_motion=not present.reduced_motion)
        case "follow_events":
            return replace(present, follow_events=not present.follow_events)
        case "sound":
            return replace(present, sound=not present.sound)
        case "pace":
            return replace(present, pace=_beyond(settings.PACES, present.pace, by))
        case "quality":
            return replace(present, quality=_next(settings.QUALITIES, present.quality, by))
        case "full_screen":
            return replace(present, full_screen=not present.full_screen)
        case "language":
            return replace(present, language=_next(languages, present.language, by))
        case _:
            assert_never(wanted.name)


def key(app: App, name: str) -> bool:
    """Arrows and Enter work on the open settings; whether the key did."""
    rows = setting_rows(app.ui)
    action = rows[min(app.ui.setting, len(rows) - 1)][0]
    match name:
        case "arrow_down" | "tab":
            app.become(interface.walk_settings(app.ui, 1, len(rows)))
        case "arrow_up":
            app.become(interface.walk_settings(app.ui, -1, len(rows)))
        case "arrow_right" | "enter" | "space":
            change(app, action)
        case "arrow_left":
            change(app, replace(action, by=-1))
        case _:
            return False
    return True


def _next(values: Sequence[str], present: str, by: int) -> str:
    """The next of some values, or the one before, round the ends."""
    at = values.index(present) if present in values else -by
    return values[(at + by) % len(values)]


def _beyond(values: Sequence[float], present: float, by: int) -> float:
    """The next larger of some numbers, or the next smaller, round the ends."""
    further = [one for one in values[::by] if (one - present) * by > 0.01]
    return [*further, *values[::by]][0]


def turn_help(app: App) -> None:
    """The next page of the help; after the last one none."""
    unit = scale_for(app.size, app.ui.text)
    pages = help_shape(app.ui, app.size[0] / unit, app.size[1] / unit)[2]
    app.become(interface.turn_help(app.ui, pages))


def take_key(app: App, key: str, held: Sequence[str]) -> None:
    """Give the waiting command this key. Whatever had it by choice loses it."""
    if key.removeprefix("l").removeprefix("r") in MODIFIERS:
        return  # held down for what comes
    command, keys = app.ui.rebinding, dict(app.settings.keys)
    app.press(Rebind(command))  # once more: it waits no longer
    if len(key) == 1 and key.isalnum() and not {"control", "alt"} & set(held):
        app.tell(say("told_letters"))
        return
    if key == "escape":
        return
    keys.pop(command, None)
    if key != "delete":
        wanted = "-".join([*held, key])
        keys = {name: tuple(one for one in has if one != wanted) for name, has in keys.items()}
        keys[command] = (wanted,)
    _use(app, replace(app.settings, keys=keys))
    for problem in app.controls.use_keys():
        app.tell(problem)


def keep_view(app: App, number: int) -> None:
    """Remember where the camera stands, for this game."""
    c = app.camera
    view = (c.target[0], c.target[1], c.azimuth, c.elevation, c.distance)
    _use(app, replace(app.settings, views={**app.settings.views, _name(app, number): view}))
    app.tell(say("told_view_kept", number))


def go_to_view(app: App, number: int) -> None:
    kept = app.settings.views.get(_name(app, number))
    if kept is None:
        app.tell(say("told_no_view", number))
        return
    x, y, azimuth, elevation, distance = kept
    app.rig.travel(
        replace(app.camera, target=(x, y), azimuth=azimuth, elevation=elevation, distance=distance)
    )


def _name(app: App, number: int) -> str:
    return f"{(app.view.get('game') or {}).get('name') or 'game'} {number}"


def _use(app: App, wanted: Settings) -> None:
    recolour = wanted.palette != app.settings.palette
    app.use(wanted)
    app.showing.sound()
    if recolour:
        app.table.recolour()
        app.display.hud.forget()
    problem = settings.save(wanted, settings.file())
    if problem is not None:
        app.tell(problem)
