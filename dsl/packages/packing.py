"""The folder of a package → a packed file, and the user's own key, with which it may be signed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from tilewright.host import folders
from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole

from ..version import ENGINE
from .archive import BadArchive, Packed, is_page, pack
from .art import packed_art
from .library import sources_in
from .manifest import NAME
from .signatures import new_seed
from .source_file import MAX_SIZE

TEXTS = "texts"
_KEY = "signing-key"


def packed_from(root: Path, stories: int | None) -> Packed:
    """Pack what belongs to the package in a folder. Raises BadArchive, and OSError as for links out of it."""
    paths = [root / NAME, *sources_in(root), *(root / TEXTS).glob("*.yaml")]
    paths += [path for path in root.iterdir() if is_page(path.name)]
    paths += packed_art(root)
    files = {path.relative_to(root).as_posix(): read_whole(path, MAX_SIZE, root) for path in paths}
    return pack(files, stories, ENGINE)


class OwnKey(NamedTuple):
    """The user's private key."""

    seed: bytes
    path: Path  # where it is kept
    made: bool  # whether it was made just now


def own_key() -> OwnKey:
    """The user's private key, which is made where there is none.

    Raises OSError if it cannot be read or kept, BadArchive if it is no key.
    """
    config = folders.of_user("config")
    if config is None:
        raise FileNotFoundError(2, "this user has no home for a key; TILEWRIGHT_CONFIG can name a folder")
    path = config / _KEY
    if not os.path.lexists(path):
        seed = new_seed()
        config.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{seed.hex()}\n".encode(), mode=0o600)
        return OwnKey(seed, path, True)
    text = read_whole(path, 1_000).decode("ascii", "replace").strip()
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise BadArchive(f"{path} is not a key")
    return OwnKey(seed, path, False)
