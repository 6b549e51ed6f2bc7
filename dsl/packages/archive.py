"""Packed packages: the files of a package ↔ one file. Bytes in, bytes out; no disk.

A packed file is a zip whose entries are sorted, of one time and mode, and not compressed: the same sources
give the same bytes with every version of Python and zlib, and nothing grows when it is unpacked.
`PACKED.json` comes first and has the hash of every other file; the hash of that is the hash of the package.
A signature comes last.

A stranger's file is read only if it is, byte for byte, what is written here for what it holds. So whatever
else a zip can say has no place in it: links, passwords, comments, entries that share their bytes, two tables
that differ. What people may have meant is told before, in a sentence of its own.
"""

from __future__ import annotations

import io
import json
import re
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from tilewright.host.text import is_file_name, on_one_line
from tilewright.schemas.art import FOLDER, is_name, is_note, sort_of
from tilewright.schemas.documents import Document
from tilewright.schemas.reading import BadDocument, misfit, parsed

from .manifest import NAME, Manifest, read_manifest
from .signatures import BadSignature, Signature, checked, digest, written

SUFFIX = ".tilewright"
MAX_PACKED = 25_000_000
"""Bytes of a packed file."""
MAX_ENTRIES = 600
"""Files in it."""
MAX_PATH = 200
"""Letters of a path in it."""

RECORD = "PACKED.json"
SIGNATURE = "SIGNATURE.json"
FORMAT = "tilewright/packed/1"

_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = (stat.S_IFREG | 0o644) << 16
_END = struct.Struct("<4s4H2LH")  # the last record of a zip
_LISTED, _STORED = 46, 30  # bytes of an entry in the table, and before its data, without its name
_DAMAGE = (
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError),
    *(struct.error, LookupError, OverflowError),
)
"""Whatever `zipfile` says of zips that are not right; that list is nowhere written down."""
_PAGES = re.compile(r"(README(\.[a-z]{2,3})?|RULES|CHANGELOG|CREDITS|LICEN[CS]E)(\.md|\.txt)?", re.IGNORECASE)
_ARCHIVES = (SUFFIX, ".zip", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".7z", ".rar", ".whl")


class BadArchive(Exception):
    """A file that is not a packed package, or a hostile one: `why` is a sentence without its capital."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Packed(NamedTuple):
    """A package in one file."""

    data: bytes
    files: dict[str, bytes]
    manifest: Manifest
    stories: int | None  # how many passed when it was packed; None if they were not run
    digest: str  # the hash of the package, whoever signed it
    key: str = ""  # of who signed it


def is_page(name: str) -> bool:
    """Whether a file that lies beside `package.yaml` is packed for people to read."""
    return _PAGES.fullmatch(name) is not None


def pack(files: Mapping[str, bytes], stories: int | None, engine: str) -> Packed:
    """Pack files, by their paths in the package. Raises BadArchive if one of them cannot be packed."""
    for wrong in _wrong_names(files):
        raise BadArchive(wrong)
    hashes = {name: digest(data) for name, data in files.items()}
    record = _written_record(hashes, stories, engine)
    return unpack(_zipped([(RECORD, record), *sorted(files.items())]))


def signed(packed: Packed, seed: bytes) -> Packed:
    """The same package, signed with a private key."""
    record = record_in(packed.data)
    signature = _written_signature(written(record, seed))
    return unpack(_zipped([(RECORD, record), *sorted(packed.files.items()), (SIGNATURE, signature)]))


def unpack(data: bytes) -> Packed:
    """What is in a packed file, with everything about it checked. Raises BadArchive."""
    entries = _entries(data)
    names = [name for name, _ in entries]
    if not names or names[0] != RECORD:
        raise BadArchive(
            f"it does not begin with {RECORD}: it is a zip, but not one made by `tilewright pack`. Unpack "
            f"it, and "
            "name its folder"
        )
    inside = dict(entries)
    if len(inside) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadArchive(f"it holds two files of one name, {_shown(twice)}")
    record = inside.pop(RECORD)
    signature = inside.pop(SIGNATURE, None)
    for wrong in _wrong_names(inside):
        raise BadArchive(wrong)
    said = _record(record)
    _hold_against(said, inside)
    key = "" if signature is None else _signer(record, signature)
    last = [] if signature is None else [(SIGNATURE, signature)]
    if _zipped([(RECORD, record), *sorted(inside.items()), *last]) != data:
        raise BadArchive("it has parts that `tilewright pack` does not write, or in another order")
    manifest = _manifest(inside)
    return Packed(data, inside, manifest, said["stories"], digest(record), key)


# ------------------------------------------------------------------ zip


def _zipped(entries: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED, allowZip64=False) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo(name, _TIME)
            info.create_system = 3  # or Windows would write another number
            info.external_attr = _MODE
            archive.writestr(info, data)
    return out.getvalue()


def _entries(data: bytes) -> list[tuple[str, bytes]]:
    """The entries of a zip in their order, each looked at before its bytes are."""
    _look_at_end(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            for wrong in _oddities(listed):
                raise BadArchive(wrong)
            return [(info.filename, archive.read(info)) for info in listed]
    except _DAMAGE as error:
        raise BadArchive(f"it is damaged ({_said(error)})") from None


def _look_at_end(data: bytes) -> None:
    """See that the table of a zip is where it belongs and of bounded size, before anybody reads it."""
    if len(data) > MAX_PACKED:
        raise BadArchive(f"it has {len(data):,} bytes; a packed package has at most {MAX_PACKED:,}")
    if data[:4] != b"PK\x03\x04":
        raise BadArchive("it is not a packed package: it does not begin like one")
    if len(data) < _END.size or not data[-_END.size :].startswith(b"PK\x05\x06"):
        raise BadArchive("it is cut short, or something was added after its end")
    _, disk, first_disk, here, count, size, start, comment = _END.unpack(data[-_END.size :])
    if count > MAX_ENTRIES + 2 or size > (MAX_ENTRIES + 2) * (_LISTED + 4 * MAX_PATH):
        raise BadArchive(f"it says that it holds {count:,} files; a package has at most {MAX_ENTRIES}")
    if disk or first_disk or here != count or comment or start + size + _END.size != len(data):
        raise BadArchive("its table of files is not where it says")


def _oddities(listed: list[zipfile.ZipInfo]) -> Iterator[str]:
    """What in the table of a zip is not as in one that is packed here."""
    expected = total = 0
    for info in listed:
        shown = _shown(info.filename)
        mode = info.external_attr >> 16
        if info.flag_bits & 1:
            yield f"{shown} is encrypted"
        if stat.S_ISLNK(mode):
            yield f"{shown} is a link"
        if info.is_dir() or (stat.S_IFMT(mode) and not stat.S_ISREG(mode)):
            yield f"{shown} is not a file"
        total += info.file_size
        if total > MAX_PACKED:
            yield f"it would unpack to more than {MAX_PACKED:,} bytes"
        if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
            yield f"{shown} is compressed, which a packed package never is"
        if info.header_offset != expected:
            yield f"{shown} shares bytes with another file, or hides some"
        expected = info.header_offset + _STORED + len(info.orig_filename.encode()) + info.file_size


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


# ------------------------------------------------------------------ names


def _wrong_names(files: Mapping[str, bytes]) -> Iterator[str]:
    """What is wrong with the paths of files: where they lead, and what they come to on other systems."""
    if len(files) > MAX_ENTRIES:
        yield f"it holds {len(files):,} files; a package has at most {MAX_ENTRIES}"
    spelled: dict[str, str] = {}
    for name in files:
        wrong = _wrong_name(name)
        if wrong:
            yield f"{_shown(name)} {wrong}"
        path = PurePosixPath(name)
        for part in (path, *path.parents[:-1]):
            plain = str(part).casefold()
            known = spelled.setdefault(plain, str(part))
            if known != str(part):
                yield f"{_shown(known)} and {_shown(str(part))} are one name on some systems"
    folders = {str(folder) for name in files for folder in PurePosixPath(name).parents}
    for name in files:
        if name in folders:
            yield f"{_shown(name)} is both a file and a folder"


def _wrong_name(name: str) -> str:
    """Why nothing may have this path; empty if it is fine."""
    parts = name.split("/")
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        return "is an absolute path"
    if ".." in parts:
        return "leads out of the package"
    if any(not part or part.startswith((".", "__")) for part in parts):
        return "is hidden, or no path"
    if len(name) > MAX_PATH:
        return f"has more than {MAX_PATH} letters"
    if not all(map(is_file_name, parts)):
        return "is not a name that every system takes"
    if name != unicodedata.normalize("NFC", name):
        return "is written in another way than its letters are, and looks alike"
    if parts[-1].lower().endswith(_ARCHIVES):
        return "is an archive in the archive"
    return "" if _belongs(name, parts) else "does not belong in a package"


def _belongs(name: str, parts: list[str]) -> bool:
    """Whether the package reads such a file, or people do."""
    if len(parts) == 1 and (name == NAME or is_page(name)):
        return True
    if len(parts) == 2 and parts[0] == "texts" and name.endswith(".yaml"):
        return True
    if parts[0] == FOLDER and len(parts) > 1:
        return is_name("/".join(parts[1:])) and (sort_of(name) is not None or is_note(parts[-1]))
    return name.endswith(".wright") and parts[-1] != ".wright"


def _shown(name: str) -> str:
    return f"`{on_one_line(name if len(name) <= 60 else f'{name[:57]}...')}`"


# ------------------------------------------------------------------ what is said of the files


def _written_record(hashes: Mapping[str, str], stories: int | None, engine: str) -> bytes:
    files = dict(sorted(hashes.items()))
    return _document({"format": FORMAT, "engine": engine, "stories": stories, "files": files})


def _written_signature(signature: Signature) -> bytes:
    return _document({"key": signature.key, "signature": signature.value})


def _document(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def record_in(data: bytes) -> bytes:
    """What the list of a packed file says of the others, as it is written."""
    return dict(_entries(data))[RECORD]


def _record(data: bytes) -> Document:
    said: Document = _read(RECORD, "packed", data)
    if _written_record(said["files"], said["stories"], said["engine"]) != data:
        raise BadArchive(f"{RECORD} is not as `tilewright pack` writes it")
    return said


def _hold_against(said: Document, files: Mapping[str, bytes]) -> None:
    for name in sorted(said["files"].keys() ^ files.keys()):
        where = "is not in it, though" if name in said["files"] else "is in it, and not"
        raise BadArchive(f"{_shown(name)} {where} listed in {RECORD}")
    for name, data in files.items():
        if digest(data) != said["files"][name]:
            raise BadArchive(f"{_shown(name)} has other contents than {RECORD} says")


def _signer(record: bytes, data: bytes) -> str:
    said = _read(SIGNATURE, "signature", data)
    signature = Signature(said["key"], said["signature"])
    if _written_signature(signature) != data:
        raise BadArchive(f"{SIGNATURE} is not as `tilewright pack` writes it")
    try:
        checked(record, signature)
    except BadSignature:
        raise BadArchive(
            "its signature is not that of its contents: it was changed after it was signed"
        ) from None
    return signature.key


def _read(name: str, schema: str, data: bytes) -> Any:
    try:
        document = parsed(data)
    except BadDocument as error:
        raise BadArchive(f"{name} is not a document: {error}") from None
    wrong = misfit(schema, document)
    if wrong is not None:
        raise BadArchive(f"{name} is not as it must be: {wrong}")
    return document


def _manifest(files: Mapping[str, bytes]) -> Manifest:
    """What the package says of itself, which must be without a mistake: it is what others know it by."""
    if NAME not in files:
        raise BadArchive(f"it holds no {NAME}")
    try:
        text = files[NAME].decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadArchive(f"its {NAME} is not text") from None
    manifest, problems = read_manifest(text, NAME, "package")
    for problem in problems:
        raise BadArchive(f"in its {NAME}, line {problem.span.line}: {problem.message}")
    if not is_file_name(f"{manifest.id}@{manifest.version}.json") or not is_file_name(manifest.id):
        raise BadArchive(f"in its {NAME}: id and version are not names that every system takes")
    return manifest
