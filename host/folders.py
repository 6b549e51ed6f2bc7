"""Where the user's own folders are: for what is kept, what was played, and what was set.

Who uses one makes it, and can do without: a machine may have no home, or one that cannot be written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

Sort = Literal["cache", "state", "config"]


def of_user(sort: Sort) -> Path | None:
    """The user's folder of a sort: what TILEWRIGHT_CACHE, _STATE or _CONFIG names, else the usual one.

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
    except RuntimeError:  # there is no home
        return None
    # Older versions give `~/.cache` then, and a HOME may be relative: that would be looked for in the current
    # folder, which may be a stranger's.
    return found if found.is_absolute() else None
