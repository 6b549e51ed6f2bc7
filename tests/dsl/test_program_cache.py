from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from support.packages import write_package
from tilewright.dsl import program_cache
from tilewright.dsl.compile import compile_package
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.source import Source
from tilewright.host import cache
from tilewright.runtime.emit.guard import Foreign
from tilewright.runtime.game import Game
from tilewright.schemas.load import fits

SOURCES = (Source("a.wright", "system a\n"), Source("b.wright", "content for a\n"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    text = 'system game:\n  players: 1\n\nto play:\n  repeat 3:\n    pause\n  win "Done."\n'
    package, _ = read_package(write_package(tmp_path_factory.mktemp("p") / "game", {"a.wright": text}))
    assert package is not None
    return json.loads(json.dumps(compile_package(package).program))


def test_a_program_comes_back_as_it_was(program: Any) -> None:
    assert program_cache.load("name") is None
    program_cache.store("name", program)
    assert program_cache.load("name") == program


def test_what_does_not_fit_the_schema_is_not_kept_and_said(
    program: Any, caplog: pytest.LogCaptureFixture
) -> None:
    program_cache.store("name", {**program, "verbs": {"play": {}}})
    assert program_cache.load("name") is None
    assert "does not fit its schema: verbs.play: " in caplog.text
    caplog.clear()


POISON = "__import__('pathlib').Path('poisoned').touch()"


@pytest.mark.parametrize("wrong", [POISON, "1", True, 1.5, None, [1]])
def test_what_is_read_is_held_against_the_schema(program: Any, wrong: Any) -> None:
    """A right checksum alone makes no program: whoever can write the folder can write one."""
    changed = copy.deepcopy(program)
    changed["game"]["players"] = [1, wrong]
    cache.store(program_cache.SORT, "name", json.dumps(changed).encode())
    assert program_cache.load("name") is None


def test_what_does_not_fit_but_is_played_does_not_become_code(
    program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in (POISON, f"({POISON})", "open('poisoned', 'w')", "().__class__", "1 .__class__", "'x'.join"):
        changed = copy.deepcopy(program)
        changed["verbs"]["play"]["body"][0]["times"]["value"] = value
        assert not fits("program", changed)
        with pytest.raises((Foreign, NameError, TypeError, ValueError)):
            Game.start(changed, 1, 1)
        assert not (tmp_path / "poisoned").exists()


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
def test_nonsense_in_the_cache_is_no_program(program: Any, home: Path, nonsense: bytes | None) -> None:
    program_cache.store("name", program)
    (path,) = home.glob("kept/program-*")
    path.write_bytes(path.read_bytes()[:-20] if nonsense is None else nonsense)
    assert program_cache.load("name") is None


def test_a_folder_that_cannot_be_written_is_no_accident(
    program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    program_cache.store("name", program)
    assert program_cache.load("name") is None
