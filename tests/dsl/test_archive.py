"""Packed packages: the same bytes from the same files, and whatever else may be in a file is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support.archives import FILES, LINK, MANIFEST, Entry, entries, zipped
from tilewright.dsl.packages.archive import BadArchive, pack, signed, unpack
from tilewright.dsl.packages.signatures import digest, new_seed

PACKED = pack(FILES, 0, "0.1.0")
SEED = bytes(range(32))
LONG = "a" * 201


def test_the_same_files_give_the_same_bytes_on_every_machine() -> None:
    again = pack({name: FILES[name] for name in sorted(FILES, reverse=True)}, 0, "0.1.0")
    assert again == PACKED
    assert PACKED.data == zipped(entries(FILES))
    assert digest(PACKED.data) == "a51b430b885a45c98abe9ae17563a353872f67c34ff5775c1864407bfe8cef75"


def test_what_is_packed_is_read_again() -> None:
    found = unpack(PACKED.data)
    assert found == PACKED and found.files == FILES
    assert (found.manifest.id, found.manifest.version, found.stories, found.key) == ("storm", "1.0.0", 0, "")


def test_a_signature_changes_neither_hash_nor_files() -> None:
    mine = signed(PACKED, SEED)
    assert (mine.digest, mine.files) == (PACKED.digest, PACKED.files)
    assert mine.key and mine == unpack(mine.data) == signed(PACKED, SEED)
    assert signed(PACKED, new_seed()).key != mine.key
    assert signed(mine, SEED) == mine


def test_a_signature_of_something_else_is_refused() -> None:
    mine = signed(PACKED, SEED)
    other = signed(pack({**FILES, "README.md": b"# Rain\n"}, 0, "0.1.0"), SEED)
    last = mine.data[mine.data.rindex(b'{\n "key"') : mine.data.rindex(b"}\n") + 2]
    forged = [*entries(other.files), Entry("SIGNATURE.json", last)]
    with pytest.raises(BadArchive, match="its signature is not that of its contents"):
        unpack(zipped(forged))
    spaced = [*entries(FILES), Entry("SIGNATURE.json", last + b"\n")]
    with pytest.raises(BadArchive, match=r"SIGNATURE.json is not as"):
        unpack(zipped(spaced))
    with pytest.raises(BadArchive, match=r"SIGNATURE.json is not as it must be"):
        unpack(zipped([*entries(FILES), Entry("SIGNATURE.json", b'{"key": 1}')]))
    with pytest.raises(BadArchive, match=r"SIGNATURE.json is not a document"):
        unpack(zipped([*entries(FILES), Entry("SIGNATURE.json", b"{")]))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../storm.wright", "leads out of the package"),
        ("texts/../../storm.wright", "leads out of the package"),
        ("/etc/storm.wright", "is an absolute path"),
        ("\\\\host\\storm.wright", "is an absolute path"),
        ("C:storm.wright", "is an absolute path"),
        ("cards\\storm.wright", "is not a name that every system takes"),
        ("con.wright", "is not a name that every system takes"),
        ("cards/aux/a.wright", "is not a name that every system takes"),
        ("COM1 .wright", "is not a name that every system takes"),
        ("cards./a.wright", "is not a name that every system takes"),
        ("a\x1b[2J.wright", "is not a name that every system takes"),
        ("a\n.wright", "is not a name that every system takes"),
        ("a\u202ethgirw.wright", "is not a name that every system takes"),
        ("cafe\u0301.wright", "is written in another way"),
        (".hidden/a.wright", "is hidden"),
        ("__init__.wright", "is hidden"),
        ("a//b.wright", "is hidden, or no path"),
        (f"{LONG}/a.wright", "has more than 200 letters"),
        ("more/storm.tilewright", "is an archive in the archive"),
        ("more.zip", "is an archive in the archive"),
        ("run.py", "does not belong in a package"),
        ("more/package.yaml", "does not belong in a package"),
        ("texts/deep/cs.yaml", "does not belong in a package"),
        ("cards/.wright", "is hidden"),
        ("PACKED.json/a.wright", None),
    ],
)
def test_a_path_that_leads_elsewhere_or_is_no_name_is_refused(name: str, why: str | None) -> None:
    files = {**FILES, name: b""}
    if why is None:
        assert unpack(zipped(entries(files))).files == files
        return
    with pytest.raises(BadArchive, match=why):
        pack(files, None, "0.1.0")
    with pytest.raises(BadArchive, match=why):
        unpack(zipped(entries(files)))


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Cards.wright", "cards.wright"), "are one name on some systems"),
        (("Cards/a.wright", "cards/b.wright"), "are one name on some systems"),
        (("straße.wright", "STRASSE.wright"), "are one name on some systems"),
        (("a.wright", "a.wright/b.wright"), "is both a file and a folder"),
    ],
)
def test_two_names_that_are_one_are_refused(names: tuple[str, str], why: str) -> None:
    with pytest.raises(BadArchive, match=why):
        unpack(zipped(entries({**FILES, **dict.fromkeys(names, b"")})))


FINE = entries(FILES)
LAST = FINE[-1]
BOMB = b"\0" * 26_000_000


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "does not begin like one"),
        (b"id: storm\n", "does not begin like one"),
        (zipped([]), "does not begin like one"),
        (PACKED.data[:-1], "cut short"),
        (PACKED.data[: len(PACKED.data) // 2], "cut short"),
        (PACKED.data[:30], "cut short"),
        (PACKED.data + b"\0", "added after its end"),
        (zipped(FINE, comment=b"hello"), "added after its end"),
        (zipped(FINE, before=b"#!/bin/sh\n"), "does not begin like one"),
        (zipped(FINE, between=b"hidden"), "shares bytes with another file, or hides some"),
        (zipped([*FINE[:-1], replace(LAST, offset=0)]), "shares bytes|damaged"),
        (zipped(FINE, count=3), "parts that `tilewright pack` does not"),
        (zipped(FINE, count=60_000), "says that it holds 60,000 files"),
        (zipped([Entry(f"{number}.wright") for number in range(3_000)]), "says that it holds 3,000 files"),
        (zipped([*FINE[:-1], replace(LAST, mode=LINK)]), "is a link"),
        (zipped([*FINE, Entry("cards/")]), "is not a file"),
        (zipped([*FINE, Entry("")]), "damaged|no path"),
        (zipped([*FINE[:-1], replace(LAST, mode=0o010644 << 16)]), "is not a file"),
        (zipped([*FINE[:-1], replace(LAST, mode=0o100777 << 16)]), "parts that `tilewright pack` does not"),
        (zipped([*FINE[:-1], replace(LAST, time=0x5A210000)]), "parts that `tilewright pack` does not"),
        (zipped([*FINE[:-1], replace(LAST, extra=b"UT\1\0\0")]), "parts that `tilewright pack` does not"),
        (zipped([*FINE[:-1], replace(LAST, flags=1)]), "is encrypted"),
        (zipped([*FINE[:-1], replace(LAST, method=8)]), "is compressed"),
        (zipped([*FINE, Entry("bomb.wright", BOMB, method=8)]), "would unpack to more than 25,000,000 bytes"),
        (zipped([*FINE, Entry("bomb.wright", size=2**31)]), "would unpack to more than 25,000,000 bytes"),
        (zipped([*FINE[:-1], replace(LAST, method=99)]), "is compressed"),
        (zipped([*FINE[:-1], replace(LAST, crc=1)]), "damaged"),
        (zipped([*FINE[:-1], replace(LAST, local_name="texts/xx.yaml")]), "damaged"),
        (zipped([*FINE, Entry("bomb.wright", BOMB)]), "it has 26,00.,... bytes"),
        (zipped([*FINE, LAST]), "two files of one name"),
        (zipped(FINE[1:]), "does not begin with PACKED.json: it is a zip"),
        (zipped([FINE[0], *reversed(FINE[1:])]), "or in another order"),
        (zipped(FINE[:-1]), "is not in it, though listed"),
        (zipped([*FINE, Entry("more.wright")]), "is in it, and not listed"),
        (zipped([*FINE[:-1], replace(LAST, data=b"other")]), "has other contents than PACKED.json says"),
        (zipped([Entry("PACKED.json", b"[")]), "PACKED.json is not a document"),
        (zipped([Entry("PACKED.json", b"[]")]), "PACKED.json is not as it must be"),
        (zipped(entries(FILES, engine="0" * 41)), "PACKED.json is not as it must be"),
        (zipped(entries(FILES, more=1)), "PACKED.json is not as it must be"),
        (zipped([replace(FINE[0], data=FINE[0].data + b" "), *FINE[1:]]), "not as `tilewright pack` writes"),
        (zipped(entries({"storm.wright": b""})), "holds no package.yaml"),
        (zipped(entries({"package.yaml": b"\xff"})), "its package.yaml is not text"),
        (
            zipped(entries({"package.yaml": b"id: storm\n"})),
            "in its package.yaml, line 1: .* lacks the entry",
        ),
        (
            zipped(entries({"package.yaml": MANIFEST.replace("storm", "con").encode()})),
            "id and version are not names",
        ),
        (
            zipped(entries({"package.yaml": MANIFEST.replace("storm", "a" * 90).encode()})),
            "id and version are not names",
        ),
    ],
)
def test_what_no_package_is_packed_to_is_refused_with_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(BadArchive, match=why):
        unpack(data)


def test_too_many_files_are_refused() -> None:
    with pytest.raises(BadArchive, match="it holds 601 files; a package has at most 600"):
        pack({f"{number}.wright": b"" for number in range(601)}, None, "0.1.0")


def test_whatever_bit_is_turned_it_is_refused() -> None:
    for at in range(len(PACKED.data)):
        data = bytearray(PACKED.data)
        data[at] ^= 1 << at % 8
        with pytest.raises(BadArchive):
            unpack(bytes(data))


def test_wherever_it_is_cut_it_is_refused() -> None:
    for end in range(len(PACKED.data)):
        with pytest.raises(BadArchive):
            unpack(PACKED.data[:end])
