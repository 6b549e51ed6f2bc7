from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from support.packages import write_package
from tilewright.dsl import program_cache
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.reading.source import Source

SOURCES = (Source("a.wright", "system a\n"), Source("b.wright", "content for a\n"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    text = 'system game:\n  players: 1\n\nto play:\n  win "Done."\n'
    package, _ = read_package(write_package(tmp_path_factory.mktemp("p") / "game", {"a.wright": text}))
    assert package is not None
    return compile_package(package).program


def test_a_program_comes_back_as_it_was(program: Any) -> None:
    assert program_cache.load("name") is None
    program_cache.store("name", program)
    assert program_cache.load("name") == program


def test_what_does_not_fit_the_schema_is_not_kept(program: Any) -> None:
    program_cache.store("name", {**program, "verbs": {"play": {}}})
    assert program_cache.load("name") is None


def test_the_key_tells_sources_and_builds_apart() -> None:
    keys = {
        program_cache.key(SOURCES),
        program_cache.key(SOURCES[:1]),
        program_cache.key(SOURCES, mission="x"),
        program_cache.key(SOURCES, mission="y"),
        program_cache.key((Source("a.wright", "system a\nb"), Source(".wright", "content for a\n"))),
        program_cache.key((Source("a.wright", "system a\n"), Source("c.wright", "content for a\n"))),
    }
    assert len(keys) == 6
    assert program_cache.key(SOURCES, mission="x") == program_cache.key(SOURCES, mission="x")


@pytest.mark.parametrize("nonsense", [b"", b"nonsense", b"\x1f\x8b\x08\0", None])
def test_nonsense_in_the_cache_is_no_program(program: Any, cache: Path, nonsense: bytes | None) -> None:
    program_cache.store("name", program)
    (path,) = cache.glob("*.gz")
    path.write_bytes(path.read_bytes()[:-20] if nonsense is None else nonsense)
    assert program_cache.load("name") is None


def test_a_folder_that_cannot_be_written_is_no_accident(program: Any, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    program_cache.store("name", program)
    assert program_cache.load("name") is None


def test_what_was_not_used_for_longest_makes_room(program: Any, monkeypatch: pytest.MonkeyPatch,
                                                  cache: Path) -> None:
    monkeypatch.setattr(program_cache, "MAX_ENTRIES", 3)
    for number in range(3):
        program_cache.store(f"p{number}", program)
        path = cache / f"p{number}.program.gz"
        os.utime(path, (number, number))
    assert program_cache.load("p0") is not None
    program_cache.store("p3", program)
    assert [name for name in ("p0", "p1", "p2", "p3") if program_cache.load(name)] == ["p0", "p2", "p3"]
    assert not list(cache.glob(".*"))
