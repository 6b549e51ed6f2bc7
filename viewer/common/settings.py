"""What a person has set for all games: language, text, colours, motion, sound, keys, views. In one file.

A broken file is never a reason not to play: what cannot be read has its usual value, and is reported once.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tilewright.host import folders
from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole

from .palette import PALETTES
from .speech import say, why_not

MOST_BYTES = 64_000
TEXT_SIZES = (0.8, 1.0, 1.2, 1.4, 1.6, 2.0)
QUALITIES = ("auto", "baked", "lite", "full")
PACES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
Viewpoint = tuple[float, float, float, float, float]  # x, y, azimuth, elevation, distance


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is remembered between games."""

    text: float = 1.0
    palette: str = "standard"
    reduced_motion: bool = False
    pace: float = 1.0  # how fast events are shown one after another; 0: not at all, only what came of them
    follow_events: bool = True  # the camera goes to what happens
    sound: bool = True
    quality: str = "auto"  # of the 3D table, from the next one on
    full_screen: bool = False
    language: str = "en"  # of the start screen, and of the games that are begun there
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # command → its keys
    views: Mapping[str, Viewpoint] = field(default_factory=dict)  # "game 1" → where the camera stood


def file() -> Path | None:
    """Where the settings lie; `TILEWRIGHT_CONFIG` names another folder. None where they have no place."""
    home = folders.of_user("config")
    return home and home / "table.yaml"


def load(path: Path | None) -> tuple[Settings, list[str]]:
    """The settings in a file, and a sentence for each thing in it that could not be used."""
    if path is None:
        return Settings(), []
    try:
        text = read_whole(path, MOST_BYTES).decode("utf-8")
        data = _plain(text)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError, RecursionError) as problem:
        return Settings(), [say("told_settings_unread", str(path), _first_line(problem))]
    if not isinstance(data, dict):
        return Settings(), [] if data is None else [say("told_settings_none", str(path))]
    return _settings(data, path)


def save(settings: Settings, path: Path | None) -> str | None:
    """Write the settings; None, or why they could not be written."""
    if path is None:
        return say("told_settings_home")
    from ruamel.yaml import YAML

    data = asdict(settings)
    data["keys"] = {name: list(keys) for name, keys in settings.keys.items()}
    data["views"] = {name: [round(v, 3) for v in view] for name, view in settings.views.items()}
    text = io.BytesIO()
    YAML(typ="safe").dump(data, text)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Who keeps all settings in a folder of their own, with links to them, goes on doing so.
        write_whole(path.resolve(), text.getvalue())
    except OSError as problem:
        return say("told_settings_lost", why_not(problem))
    return None


def _plain(text: str) -> Any:
    """The data in YAML; ValueError if there is none, or values that refer to one another without end."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.events import AliasEvent

    try:
        yaml = YAML(typ="safe", pure=True)
        if "*" in text and any(isinstance(event, AliasEvent) for event in yaml.parse(text)):
            raise ValueError("a value refers to another one")
        return YAML(typ="safe", pure=True).load(text)
    except YAMLError as problem:
        raise ValueError(_first_line(problem)) from None


def _settings(data: dict[Any, Any], path: Path) -> tuple[Settings, list[str]]:
    found, problems = Settings(), []
    for name, value in data.items():
        made = _checked(name, value)
        if made is None:
            problems.append(say("told_setting_odd", str(name)[:40], str(path)))
        else:
            found = replace(found, **{name: made})
    return found, problems


def _checked(name: Any, value: Any) -> Any:
    """The value of one setting, or None if it is none."""
    match name:
        case "text":
            fits = isinstance(value, int | float) and not isinstance(value, bool) and 0.5 <= value <= 2.5
            return float(value) if fits else None
        case "pace":
            fits = isinstance(value, int | float) and not isinstance(value, bool) and value in PACES
            return float(value) if fits else None
        case "palette":
            return value if isinstance(value, str) and value in PALETTES else None
        case "quality":
            return value if isinstance(value, str) and value in QUALITIES else None
        case "language":
            return value if isinstance(value, str) and value.isascii() and len(value) < 12 else None
        case "reduced_motion" | "follow_events" | "sound" | "full_screen":
            return value if isinstance(value, bool) else None
        case "keys":
            return _keys(value)
        case "views":
            return _views(value)
    return None


def _keys(value: object) -> dict[str, tuple[str, ...]] | None:
    if not isinstance(value, dict):
        return None
    lists = {k: [v] if isinstance(v, str) else v for k, v in value.items()}
    if not all(isinstance(k, str) and isinstance(v, list) for k, v in lists.items()):
        return None
    if not all(isinstance(key, str) for v in lists.values() for key in v):
        return None
    return {name: tuple(keys) for name, keys in lists.items()}


def _views(value: object) -> dict[str, Viewpoint] | None:
    if not isinstance(value, dict):
        return None
    found: dict[str, Viewpoint] = {}
    for name, numbers in value.items():
        if not (isinstance(name, str) and isinstance(numbers, list) and len(numbers) == 5):
            return None
        if not all(type(n) in (int, float) and abs(n) < 1e6 for n in numbers):
            return None
        x, y, azimuth, elevation, distance = map(float, numbers)
        found[name] = (x, y, azimuth, elevation, distance)
    return found


def _first_line(problem: Exception) -> str:
    return str(problem).splitlines()[0] if str(problem) else type(problem).__name__
