"""The workshop: mods of the games here, packed, indexed, installed, and combined in whatever order."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from support.commands import run
from support.scenarios import ROOT, WORKSHOP
from tilewright.cli.mod_stories import played, titles
from tilewright.dsl.compile import what_mods_do
from tilewright.dsl.packages import store
from tilewright.dsl.packages.library import shipped
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.packages.packing import packed_from

OF_ALIENS = ("aliens_de", "cold_station", "field_arsenal", "hunters_arsenal", "thin_air")
OF_SNIPER_ELITE = ("old_rifle", "quartermaster")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[store.Installed]:
    """All of them, from an index of what was packed."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index").mkdir()
    for name in (*WORKSHOP, "mods/hard_hunt"):
        folder = ROOT / name
        to = f"index/{folder.name}.tilewright"
        # They are checked, and their stories are run, where all of them are: `tilewright test scenarios`.
        Path(to).write_bytes(packed_from(folder, None).data)
    assert run("index", "index").exit_code == 0
    result = run("install", *OF_ALIENS, *OF_SNIPER_ELITE, "--from", "index")
    assert result.exit_code == 0, result.output
    return store.installed()


def test_installed_and_combined_in_every_order_they_are_one_game(installed: list[store.Installed]) -> None:
    assert {one.id for one in installed} == {*OF_ALIENS, *OF_SNIPER_ELITE}
    lies_in = {one.id: one.root for one in installed}
    for game, mods in (("aliens", OF_ALIENS), ("sniper_elite", OF_SNIPER_ELITE)):
        first = None
        for order in permutations(mods):
            package, problems = read_package(shipped()[game], order)
            assert package is not None and not problems
            read = (package.sources, package.catalogues, package.mods)
            first = first or read
            assert read == first, order
        assert package is not None
        for mod in mods:
            assert package.places[f"{mod}/package.yaml"].parent in (lies_in[mod], ROOT / "mods" / mod)
        # From the same sources in the same order the same program follows.
        found = what_mods_do(package)
        assert not [one for one in found.problems if one.is_error]
        assert [one.about for one in found.meetings if one.is_problem] == []
        if game == "aliens":
            decided = [one for one in found.meetings if one.settled.startswith("`hunters_arsenal` decides")]
            assert [one.about for one in decided] == ["`attack_cost` of `weapon pulse_rifle`"]


@pytest.mark.parametrize(
    ("game", "mod"),
    [
        *(("aliens", one) for one in (*OF_ALIENS, "hard_hunt")),
        *(("sniper_elite", one) for one in OF_SNIPER_ELITE),
    ],
)
def test_a_story_of_the_game_that_it_breaks_is_meant(game: str, mod: str) -> None:
    """So `tilewright test GAME --mod MOD` ends with 0. What is new in the game may have to be added there."""
    package, problems = read_package(ROOT / game, [ROOT / "mods" / mod])
    assert package is not None and not problems
    expected = {one.story for each in package.mods for one in each.expected}
    assert expected <= titles(package)
    result = played(package, lambda program, test: True, interpreted=True)
    left = [one for one in result.stories if not one.passed and not one.is_gone]
    assert [one.title for one in left if not one.titles & expected] == []


def test_every_mod_of_the_workshop_is_tried() -> None:
    there = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "mods").glob("*/package.yaml")}
    assert there == {*WORKSHOP, "mods/hard_hunt"}
