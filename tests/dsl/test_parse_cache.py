"""What was read once is not read again, and a cache that holds nonsense does no harm."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tilewright.dsl.reading import parse as parsing
from tilewright.dsl.reading import parse_cache
from tilewright.dsl.reading.layout import Chunk
from tilewright.dsl.reading.parse import read
from tilewright.dsl.source import Source, Span

CARDS = "content for case\n\n" + "".join(f'card c{number} "Card {number}"\n' for number in range(600))
SOURCES = (Source("case/a.wright", CARDS), Source("case/b.wright", CARDS.replace("card c", "card d")))


@pytest.fixture
def files_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really read, as they are. Nothing is kept in memory, only on disk."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(parse_cache, "RECENT", 0)
    monkeypatch.setattr(parse_cache, "_recent", {})
    read_file, files = parsing.read_file, []

    def noted(source: Source, known: Mapping[str, parsing.Piece]) -> parsing.Reading:
        files.append(source.path)
        return read_file(source, known)

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


def test_files_may_be_edited_one_after_the_other(files_read: list[str]) -> None:
    """Until there are so many that all are kept together again; and what was taken back is still known."""
    few = CARDS[:3000].rpartition("\n")[0]
    sources = [Source(f"case/{one}.wright", few.replace("card c", f"card {one}")) for one in "abcdefgh"]
    read(tuple(sources))
    for at in (2, 5, 2, 0, 7, 6):
        files_read.clear()
        before, sources[at] = sources[at], Source(sources[at].path, f"{sources[at].text}\ncard x{at}")
        found = read(tuple(sources))
        assert read(tuple(sources)) == found
        assert files_read == [sources[at].path]
        anew = [one.node.span for source in sources for one in parsing.read_file(source, {}).declarations]
        assert [one.node.span for one in found.declarations] == anew
        files_read[:] = [sources[at].path]
    sources[at] = before
    read(tuple(sources))
    assert files_read == [before.path]


@pytest.mark.parametrize("recent", [0, 1, 200])
@pytest.mark.parametrize(
    ("before", "after", "read_anew"),
    [
        ('"Card 7"', '"Card 77"', 1),  # a declaration in the middle
        ("content for case\n", "content for case\n\n", 600),  # what follows has moved
        ("card c5 ", "# A remark\ncard c5 ", 595),
        ("card c599 ", "card card ", 1),  # a mistake
        ("card c0 ", 'card c0 "{count(a) + 1}"\n\ncard cx ', 601),
    ],
    ids=["changed", "moved", "remark", "mistake", "gap"],
)
def test_a_changed_file_is_read_as_if_it_were_new(
    files_read: list[str],
    monkeypatch: pytest.MonkeyPatch,
    before: str,
    after: str,
    read_anew: int,
    recent: int,
) -> None:
    monkeypatch.setattr(parse_cache, "RECENT", recent)
    read(SOURCES)
    assert before in CARDS
    edited = (Source("case/a.wright", CARDS.replace(before, after)), SOURCES[1])
    read_chunk, chunks = parsing._read_chunk, []

    def noted(chunk: Chunk) -> parsing.Piece:
        chunks.append(chunk)
        return read_chunk(chunk)

    monkeypatch.setattr(parsing, "_read_chunk", noted)
    found = read(edited)
    assert len(chunks) == read_anew
    assert read(edited) == found
    monkeypatch.setenv("TILEWRIGHT_CACHE", "/dev/null/nowhere")
    whole = read(edited)
    assert found == whole
    assert [one.node.span for one in found.declarations] == [one.node.span for one in whole.declarations]


def test_the_cache_is_enough_to_know_a_game(files_read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds everything there needs no parser: not for what is between braces in a text, either."""
    text = 'system case\n\nto a:\n  say "{count(all(cards)) + 1} of {you}"\n' + CARDS.partition("\n")[2]
    source = (Source("case/a.wright", text),)
    span = Span("case/a.wright", 4, 9, 4, 30)
    read(source)
    monkeypatch.setattr(parsing, "_gaps", {})
    monkeypatch.setitem(sys.modules, "tilewright.dsl.reading.lalr", None)
    read(source)
    assert parsing.parse_expression("count(all(cards)) + 1", span)[0] is not None


def test_problems_are_kept_as_well(files_read: list[str]) -> None:
    wrong = (Source("case/a.wright", CARDS + "card long bow\n"), SOURCES[1])
    assert read(wrong).problems == read(wrong).problems != []
    assert len(files_read) == 2


@pytest.mark.parametrize("nonsense", [b"", b"\x80", b"nothing at all", b"{}", b"\x80\x04}\x94."])
def test_nonsense_is_read_anew(files_read: list[str], tmp_path: Path, nonsense: bytes) -> None:
    first = read(SOURCES)
    for kept in (tmp_path / "kept").glob("nodes-*"):
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
    assert not list(tmp_path.glob("kept/nodes-*"))
