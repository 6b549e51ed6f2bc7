"""Where the games and mods lie that were played here, so that a game can be gone on with from any folder.

Saves and recordings may come from a stranger, and name no folder. What is read here only tables write.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from tilewright.host import folders
from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.schemas.reading import BadDocument, parsed

MOST = 100  # folders that are remembered
_SIZE = 1_000_000


def remember(name: str, home: Path) -> None:
    """Remember where a game or mod lies that is played. One that its name alone leads to needs no entry."""
    from tilewright.dsl.packages.package import packages_named

    file, home = _file(), home.resolve()
    if file is None or any(one.resolve() == home for one in packages_named(name)):
        return
    before = _remembered(file)
    after = [(name, str(home)), *(pair for pair in before if pair != (name, str(home)))][:MOST]
    if after == before:
        return
    with suppress(OSError):  # then it can be gone on with from its own folder, as before
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(after, indent=1).encode())


def homes(name: str) -> list[Path]:
    """Where a package of this name lay when it was played, and still lies; the last place first."""
    from tilewright.dsl.packages.package import id_at

    file = _file()
    there = [] if file is None else [Path(home) for one, home in _remembered(file) if one == name]
    return [home for home in there if home.is_absolute() and home.exists() and id_at(home) == name]


def _file() -> Path | None:
    state = folders.of_user("state")
    return None if state is None else state / "homes.json"


def _remembered(file: Path) -> list[tuple[str, str]]:
    """Names and folders. From a file that is damaged, or not there, nothing is remembered."""
    try:
        found = parsed(read_whole(file, _SIZE))
    except (OSError, BadDocument):
        return []
    pairs = found if isinstance(found, list) else []
    return [(one[0], one[1]) for one in pairs if isinstance(one, list) and list(map(type, one)) == [str, str]]
