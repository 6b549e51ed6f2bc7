"""Every program of every game that comes along fits its schema, and is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewright.dsl import program_cache
from tilewright.dsl.compile import compile_package
from tilewright.dsl.compile import test_programs as programs_of_tests
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.playable import campaigns, missions
from tilewright.schemas.load import problems

ROOT = Path(__file__).parents[2] / "scenarios"
PACKAGES = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("package.yaml"))


def programs(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of each mission, each campaign, and each board that tests are played on."""
    package, _ = read_package(path)
    assert package is not None
    for name in (*missions(package), *campaigns(package)):
        found = compile_package(package, mission=name).program
        assert found is not None
        yield name, found
    for number, found in enumerate(programs_of_tests(package)[0]):
        yield f"test {number}", found


@pytest.mark.parametrize("name", PACKAGES)
def test_every_program_fits_its_schema_and_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    for number, (what, program) in enumerate(programs(ROOT / name)):
        program_cache.store(str(number), program)
        found = program_cache.load(str(number))
        assert found is not None, (what, problems("program", program)[:3])
        assert found == json.loads(json.dumps(program))


def test_names_with_capitals_fit(tmp_path: Path) -> None:
    """`die Hit` was taken, but its program did not fit, so it was compiled anew each time."""
    source = tmp_path / "capitals.wright"
    source.write_text(
        "system capitals:\n  players: 1\n  begins: Play\n"
        "die Hit: Miss x2, Struck\nwords Tint: Red, blue\n"
        "kind Hero plural Heroes is figure:\n  Tinted: Tint = Red\n"
        "Hero Ann\nmenu Deeds for Hero\nrelation Beside between squares:\n  joins sides\n"
        "define Worth(who: Hero): number = 1\n"
        "action Rest by (actor: Hero):\n  in Deeds\n  roll 1 Hit as Thrown\n"
        'to Play:\n  roll 1 Hit as Thrown\n  say "{Worth(Ann)}"\n  offer Deeds to Ann\n',
        encoding="utf-8",
    )
    package, _ = read_package(source)
    assert package is not None
    compiled = compile_package(package)
    assert compiled.program is not None, compiled.problems
    assert not problems("program", compiled.program)
