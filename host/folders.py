"""Where the user's own folders are: for what is kept, what was played, what was set, and what was installed.

Who uses one makes it, and can do without: a machine may have no home, or one that cannot be written.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Literal

FolderSort = Literal["cache", "state", "config", "data"]


def of_user(sort: FolderSort) -> Path | None:
    """The user's folder of a sort: what TILEWRIGHT_CACHE, _STATE, _CONFIG or _DATA names, else the usual one.

    It need not exist. None if the user has none, as without HOME and without an entry among the users.
    """
    chosen = os.environ.get(f"TILEWRIGHT_{sort.upper()}")
    if chosen:
        return Path(chosen)
    from platformdirs import PlatformDirs

    dirs = PlatformDirs("tilewright", appauthor=False)
    try:
        match sort:
            case "cache":
                found = dirs.user_cache_path
            case "state":
                found = dirs.user_state_path
            case "config":
                found = dirs.user_config_path
            case "data":
                found = dirs.user_data_path
    except RuntimeError:  # there is no home
        return None
    # Older versions give `~/.cache` then, and a HOME may be relative: that would be looked for in the current
    # folder, which may be a stranger's.
    return found if found.is_absolute() else None


def pictures() -> Path | None:
    """Where pictures of the table are put: a folder of their own among the user's pictures, or in what
    TILEWRIGHT_DATA names. None if the user has none.
    """
    if os.environ.get("TILEWRIGHT_DATA"):
        return Path(os.environ["TILEWRIGHT_DATA"]) / "pictures"
    from platformdirs import user_pictures_path

    try:
        found = user_pictures_path() / "Tilewright"
    except RuntimeError:  # there is no home
        return None
    return found if found.is_absolute() else None


def private(folder: Path) -> Path:
    """A folder for nobody but this user, made if need be. Raises OSError as `require_private` does."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    require_private(folder)
    return folder


def require_private(folder: Path) -> None:
    """Raises OSError unless it is a folder that only this user can write: others' things are not read."""
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(20, "it is not a folder")
    if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o022):
        raise PermissionError(1, "others can write it")
