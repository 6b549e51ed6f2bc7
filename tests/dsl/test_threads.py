"""Threads that compile at once do not know of each other: what comes out is what comes out of one alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.reading import parse_cache
from tilewright.dsl.reading.parse import read
from tilewright.dsl.source import Source

ROOT = Path(__file__).parents[2] / "scenarios"
PACKAGES = sorted(path.parent for path in ROOT.rglob("package.yaml"))
THREADS = 8


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of the test's own, nothing remembered, and threads that take turns all the time."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(parse_cache, "RECENT", 0)
    monkeypatch.setattr(parse_cache, "_recent", {})
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def compiled(path: Path) -> str:
    package, found = read_package(path)
    assert package is not None
    program, problems = compile_package(package)
    return json.dumps([program, repr(found), repr(problems)])


def test_all_games_compile_in_threads_as_they_do_alone(
    hasty: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        cold = list(pool.map(compiled, PACKAGES))
        kept = list(pool.map(compiled, PACKAGES))
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "fresh"))
    alone = list(map(compiled, PACKAGES))
    for path, one, *others in zip(PACKAGES, alone, cold, kept, strict=True):
        assert set(others) == {one}, path


def test_one_file_read_in_many_threads_is_the_same_in_each(hasty: None) -> None:
    text = "content for case\n\n" + "".join(
        f'to a{number}:\n  if count(cards where (cost + {number}) > 3) > 1:\n    win "Done."\n  stop\n\n'
        for number in range(40)
    )
    expected = read((Source("case/a.wright", text),))
    assert not expected.problems and len(expected.declarations) == 41
    together = Barrier(THREADS)

    def reading(number: int) -> bool:
        together.wait()
        return read((Source("case/a.wright", text),)) == expected

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(reading, range(THREADS)))
