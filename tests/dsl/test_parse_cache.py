"""What was read once is not read again, and a cache that holds nonsense does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.dsl.reading import parse as parsing
from tilewright.dsl.reading.parse import read
from tilewright.dsl.reading.source import Source

CARDS = "content for case\n\n" + "".join(f'card c{number} "Card {number}"\n' for number in range(600))
SOURCES = (Source("case/a.wright", CARDS), Source("case/b.wright", CARDS.replace("card c", "card d")))


@pytest.fixture
def files_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really read, as they are."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    read_file, files = parsing.read_file, []

    def noted(source: Source, reading: parsing.Reading) -> None:
        files.append(source.path)
        read_file(source, reading)

    monkeypatch.setattr(parsing, "read_file", noted)
    return files


def test_only_what_changed_is_read_again(files_read: list[str]) -> None:
    first = read(SOURCES)
    again = read(SOURCES)
    assert files_read == ["case/a.wright", "case/b.wright"]
    assert again == first
    changed = Source("case/b.wright", SOURCES[1].text + "card e\n")
    assert len(read((SOURCES[0], changed)).declarations) == len(first.declarations) + 1
    assert files_read[2:] == ["case/b.wright"]


def test_problems_are_kept_as_well(files_read: list[str]) -> None:
    wrong = (Source("case/a.wright", CARDS + "card long bow\n"), SOURCES[1])
    assert read(wrong).problems == read(wrong).problems != []
    assert len(files_read) == 2


@pytest.mark.parametrize("nonsense", [b"", b"\x80", b"no pickle at all", b"N.", b"\x80\x04}\x94."])
def test_nonsense_is_read_anew(files_read: list[str], tmp_path: Path, nonsense: bytes) -> None:
    first = read(SOURCES)
    for kept in tmp_path.glob("nodes-*.pickle"):
        kept.write_bytes(nonsense)
    assert read(SOURCES) == first
    assert len(files_read) == 4


def test_a_cache_that_cannot_be_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "file" / "folder"))
    assert read(SOURCES) == read(SOURCES)


def test_small_packages_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    read((Source("case/a.wright", "system case\n"),))
    assert not list(tmp_path.glob("nodes-*"))
