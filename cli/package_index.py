"""Indexes: a folder of packed packages with `index.json`, on disk or as pages that anybody can host.

What an index says is a stranger's word. A file that is taken from it has to be the one that it lists, and is
then looked at like every other packed file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tilewright.host.files import write_whole
from tilewright.host.paths import read_whole
from tilewright.host.web import fetched, is_address
from tilewright.schemas.reading import BadDocument, misfit, parsed

if TYPE_CHECKING:
    from tilewright.dsl.packages.archive import Packed
    from tilewright.dsl.packages.manifest import Manifest

NAME = "index.json"
FORMAT = "tilewright/index/1"
MAX_INDEX = 4_000_000
"""Bytes of an index."""


class IndexEntry(NamedTuple):
    """A packed package in an index, as the index says."""

    id: str
    version: str
    title: str
    licence: str
    file: str
    bytes: int
    sha256: str
    digest: str
    key: str
    stories: int | None
    manifest: str

    def read(self) -> Manifest:
        """Its package.yaml, which need not be right."""
        return _manifest(self.manifest, self.id)


@cache  # each is asked for once for every name that something needs
def _manifest(text: str, name: str) -> Manifest:
    from tilewright.dsl.packages.manifest import read_manifest

    return read_manifest(text, "package.yaml", name)[0]


class PackageIndex(NamedTuple):
    """What is in an index, and where it is: a folder or an address."""

    place: str
    entries: tuple[IndexEntry, ...] = ()

    def of(self, name: str) -> list[IndexEntry]:
        """All versions of a package, the newest first."""
        from tilewright.dsl.packages.ranges import newest_first

        return sorted(
            (one for one in self.entries if one.id == name), key=lambda one: newest_first(one.version)
        )


index_option = click.option(
    "--from",
    "place",
    metavar="INDEX",
    envvar="TILEWRIGHT_INDEX",
    help="Folder or address of an index; TILEWRIGHT_INDEX if not given. Without either, nothing is fetched.",
)


def read(place: str | None) -> PackageIndex:
    """An index by its folder or address, an empty one if none was named; the command ends if it is none."""
    if place is None:
        return PackageIndex("")
    if not is_address(place):
        place = os.path.abspath(place)
    try:
        document = parsed(_bytes(place, NAME, MAX_INDEX))
        wrong = misfit("index", document)
    except OSError as error:
        wrong = str(error.strerror or error)
        raise click.ClickException(f"{_path(place, NAME)} cannot be read: {_small(wrong)}.") from None
    except BadDocument as error:
        wrong = str(error)
    if wrong is not None:
        raise click.ClickException(f"{_path(place, NAME)} is not an index: {wrong}")
    return PackageIndex(place, tuple(IndexEntry(**one) for one in document["packages"]))


def take(index: PackageIndex, entry: IndexEntry) -> Packed:
    """The package of an entry, once it is the one that the index lists. Raises BadArchive and OSError."""
    from tilewright.dsl.packages.archive import MAX_PACKED, BadArchive, unpack
    from tilewright.dsl.packages.signatures import digest

    data = _bytes(index.place, entry.file, MAX_PACKED)
    if digest(data) != entry.sha256:
        raise BadArchive("it is not the file that the index lists: its hash is different")
    packed = unpack(data)
    if entry != _entry(entry.file, packed):
        raise BadArchive("it is not what the index says of it")
    return packed


def entries_of(folder: Path) -> Iterator[IndexEntry | str]:
    """An entry for each packed file in a folder, or a sentence on why it has none."""
    from tilewright.dsl.packages.archive import SUFFIX, BadArchive
    from tilewright.dsl.packages.store import read_packed

    met: dict[tuple[str, str], IndexEntry] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            entry = _entry(path.name, read_packed(path))
        except (BadArchive, OSError) as error:
            why = error.why if isinstance(error, BadArchive) else str(error.strerror or error)
            yield f"{path.name} is left out: {_small(why)}."
            continue
        other = met.setdefault((entry.id, entry.version), entry)
        wrong = misfit("index", {"format": FORMAT, "packages": [entry._asdict()]})
        if other.digest != entry.digest:
            yield (
                f"{path.name} is left out: `{entry.id}` {entry.version} is in {other.file} with other "
                f"contents ({other.digest}, and here {entry.digest}). Give one of them another `version:`, "
                "and pack it again."
            )
        elif other != entry:
            yield f"{path.name} is left out: `{entry.id}` {entry.version} is in {other.file} already."
        elif wrong is not None:
            yield f"{path.name} is left out: {wrong}."
        else:
            yield entry


def published(folder: Path) -> tuple[IndexEntry, ...]:
    """What the index of a folder lists so far; nothing if it has none, or none that can be read."""
    if not (folder / NAME).is_file():
        return ()
    try:
        return read(str(folder)).entries
    except click.ClickException:
        return ()


def republished(before: Iterable[IndexEntry], now: Iterable[IndexEntry]) -> list[str]:
    """A sentence for each version that is published already, and now has other contents."""
    known = {(one.id, one.version): one for one in before}
    return [
        f"`{one.id}` {one.version} is published with the hash {was.digest}, and {one.file} has the hash "
        f"{one.digest}."
        for one in now
        if (was := known.get((one.id, one.version))) is not None and was.digest != one.digest
    ]


def withdrawn(before: Iterable[IndexEntry], now: Iterable[IndexEntry]) -> list[str]:
    """A sentence for each version that was published, and is no longer."""
    there = {(one.id, one.version) for one in now}
    return [
        f"`{one.id}` {one.version} was listed, and is not any more: {one.file} is gone. Sets and saved games "
        "of others may need it; to list it again, put the file back."
        for one in before
        if (one.id, one.version) not in there
    ]


def write(folder: Path, entries: Sequence[IndexEntry]) -> None:
    """Write the index of a folder. Raises OSError."""
    listed = [one._asdict() for one in sorted(entries)]
    document = {"format": FORMAT, "packages": listed}
    write_whole(folder / NAME, (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode())


def _entry(file: str, packed: Packed) -> IndexEntry:
    from tilewright.dsl.packages.signatures import digest

    manifest = packed.manifest
    return IndexEntry(
        id=manifest.id,
        version=manifest.version,
        title=manifest.title,
        licence=manifest.licence,
        file=file,
        bytes=len(packed.data),
        sha256=digest(packed.data),
        digest=packed.digest,
        key=packed.key,
        stories=packed.stories,
        manifest=packed.files["package.yaml"].decode("utf-8-sig"),
    )


def _bytes(place: str, name: str, most: int) -> bytes:
    if is_address(place):
        return fetched(_path(place, name), most)
    return read_whole(Path(place, name), most, Path(place))


def _path(place: str, name: str) -> str:
    return f"{place.rstrip('/')}/{name}"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
