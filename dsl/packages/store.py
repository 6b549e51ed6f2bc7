"""Where packed packages lie once they are unpacked, and which of them are installed.

In the user's own folder each lies below its hash (`unpacked/HASH`), where nothing is ever changed. A small
document for each that is installed (`installed/ID@VERSION.json`) says what is found by name, and another one
whose signature an id has (`keys/ID`). Every folder and document appears whole or not at all, the document
last: who is interrupted leaves what was there before. Only what `archive.py` has looked at is written.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tilewright.host import folders
from tilewright.host.files import put_aside, write_folder, write_whole
from tilewright.host.paths import TooLarge, read_whole
from tilewright.host.text import printable
from tilewright.schemas.load import fits
from tilewright.schemas.reading import BadDocument, parsed

from . import signatures
from .archive import MAX_PACKED, RECORD, SUFFIX, BadArchive, Packed, record_in, unpack
from .ranges import newest_first

KEPT_FOR = 86_400
"""Seconds for which a package stays that is not installed: somebody may just be reading it."""
_MOST = 10_000  # bytes of a document


class Installed(NamedTuple):
    """A package that is found by its name."""

    id: str
    version: str
    title: str
    digest: str
    key: str  # of who signed it; empty if nobody did
    source: str  # where it came from, as people named it
    pinned: bool = False  # whether this very version was asked for

    @property
    def root(self) -> Path:
        """Where it lies."""
        return home() / "unpacked" / self.digest


class OtherKey(BadArchive):
    """A package that is not signed by whoever signed what came under its name before."""


def home() -> Path:
    """The user's folder for packages. Raises OSError if there is none."""
    data = folders.of_user("data")
    if data is None:
        raise FileNotFoundError(2, "this user has no home; TILEWRIGHT_DATA can name a folder")
    return data / "packages"


def is_packed(path: Path) -> bool:
    """Whether a path leads to a packed file, as far as its name says."""
    return path.suffix == SUFFIX and os.path.isfile(path)


def holds(root: Path) -> bool:
    """Whether a folder is one of those into which packages are unpacked here."""
    with suppress(OSError):
        return root.parent == home() / "unpacked"
    return False


def read_packed(path: Path) -> Packed:
    """What is in a packed file. Raises BadArchive, and OSError if it cannot be read."""
    try:
        data = read_whole(path, MAX_PACKED)
    except TooLarge:
        raise BadArchive(f"it has more than {MAX_PACKED:,} bytes") from None
    return unpack(data)


def unpacked(path: Path) -> Path:
    """The folder with what is in a packed file. Raises BadArchive and OSError."""
    packed = read_packed(path)
    require_key(packed)
    return keep(packed)


def keep(packed: Packed) -> Path:
    """The folder in which a package lies, unpacked if it is not yet, or not as it was. Raises OSError."""
    root = _folder("unpacked") / packed.digest
    if root.is_dir() and is_whole(root):
        os.utime(root)
        return root
    if root.exists():
        put_aside(root, root.with_name(f".{root.name}.{os.getpid()}.0.part"))  # as if it were left behind
    try:
        write_folder(root, {RECORD: record_in(packed.data), **packed.files})
    except OSError:
        if not is_whole(root):  # else another process was faster
            raise
    return root


def is_whole(root: Path) -> bool:
    """Whether the files of an unpacked package are those that were packed."""
    try:
        record = read_whole(root / RECORD, MAX_PACKED)
        hashes = json.loads(record)["files"]
        found = {path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()}
        return found == {RECORD, *hashes} and all(
            signatures.digest(read_whole(root / name, MAX_PACKED, root)) == hashes[name] for name in hashes
        )
    except (OSError, ValueError, LookupError):
        return False


# ------------------------------------------------------------------ installed


def installed() -> list[Installed]:
    """What is installed, by name, the newest first. What is damaged is left out, and said in the log."""
    found = []
    with suppress(OSError):
        folders.require_private(home())
        for path in sorted((home() / "installed").glob("*.json")):
            try:
                document = parsed(read_whole(path, _MOST))
            except (OSError, BadDocument):
                document = None
            if document is None or not fits("installed", document):
                logging.getLogger(__name__).warning(
                    "%s is damaged: what it is about is not found.", printable(str(path))
                )
                continue
            del document["format"]
            found.append(Installed(**document))
    return sorted(found, key=lambda one: (one.id, newest_first(one.version)))


def install(packed: Packed, source: str, new_key: bool = False, pinned: bool = False) -> Installed:
    """Unpack a package, and let it be found by its name. Raises BadArchive and OSError."""
    look_at(packed, new_key)
    manifest = packed.manifest
    keep(packed)
    about = manifest.id, manifest.version, manifest.title
    one = Installed(*about, packed.digest, packed.key, source, pinned)
    if packed.key:
        write_whole(_folder("keys") / one.id, packed.key.encode())
    document = {"format": "tilewright/installed/1", **one._asdict()}
    write_whole(_document(one), (json.dumps(document, indent=1) + "\n").encode())
    return one


def look_at(packed: Packed, new_key: bool = False) -> None:
    """Raise BadArchive if a package cannot be installed beside what is."""
    manifest = packed.manifest
    if not new_key:
        require_key(packed)
    for one in installed():
        if (one.id, one.version) == (manifest.id, manifest.version) and one.digest != packed.digest:
            raise BadArchive(
                f"`{one.id}` {one.version} is installed with other contents: remove it first, or ask its "
                "makers for another version"
            )


def remove(one: Installed) -> None:
    """Let a package not be found any more. Raises OSError."""
    _document(one).unlink(missing_ok=True)


def tidy(needed: Iterable[str], released: Iterable[str]) -> None:
    """Take away what is unpacked, and neither installed nor needed, all by their hashes: at once if it was
    just released, else as soon as nobody can be reading it any more.
    """
    at_once = set(released)
    kept = {one.digest for one in installed()} | set(needed)
    with suppress(OSError):
        for path in (home() / "unpacked").iterdir():
            old = path.stat().st_mtime < time.time() - KEPT_FOR
            if path.name not in kept and (old or path.name in at_once):
                shutil.rmtree(path, ignore_errors=True)


# ------------------------------------------------------------------ whose they are


def known_key(name: str) -> str:
    """The key by which what came under a name was signed; empty if nothing signed ever came."""
    with suppress(OSError):
        return read_whole(home() / "keys" / name, _MOST).decode("ascii", "replace")
    return ""


def require_key(packed: Packed) -> None:
    """Raise OtherKey unless a package is signed as what came under its name before."""
    name = packed.manifest.id
    known = known_key(name)
    if known and packed.key != known:
        by = f"with the key {signatures.shown(packed.key)}" if packed.key else "by nobody"
        raise OtherKey(
            f"`{name}` was signed with the key {signatures.shown(known)} until now, and this is signed {by}"
        )


# ------------------------------------------------------------------ folders


def _folder(name: str) -> Path:
    return folders.private(folders.private(home()) / name)


def _document(one: Installed) -> Path:
    return _folder("installed") / f"{one.id}@{one.version}.json"
