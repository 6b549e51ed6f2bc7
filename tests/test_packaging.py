"""What the package says of itself: licences, credits, whose the games are, and which versions it needs."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

import own_art
from support.art import unpacked

ROOT = Path(__file__).parents[1]
ASSETS = ROOT / "viewer/assets"
EXAMPLE = ROOT / "scenarios/learn/7_own_art/art"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
NEEDED = [Requirement(line) for lines in (PROJECT["dependencies"], *EXTRAS.values()) for line in lines]

# A line of each licence's text, so that no other text passes for it.
LICENCES = {
    "MIT": "MIT License",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
    "CC-BY-3.0": "Attribution 3.0 Unported",
}

# Packages after games of others, each with whose it is; everything else in scenarios/ is our own.
OTHERS = {
    "aliens": "20th Century Studios",
    "avp": "20th Century Studios",
    "mods/aliens_de": "scenarios/aliens",
    "mods/cold_station": "scenarios/aliens",
    "mods/field_arsenal": "scenarios/aliens",
    "mods/hard_hunt": "scenarios/aliens",
    "mods/hunters_arsenal": "scenarios/aliens",
    "mods/old_rifle": "scenarios/sniper_elite",
    "mods/quartermaster": "scenarios/sniper_elite",
    "mods/thin_air": "scenarios/aliens",
    "nemesis": "Awaken Realms",
    "sniper_elite": "Rebellion",
}
OURS = ("bench/*", "learn/*", "std", "words", "words/*")


class Credit(NamedTuple):
    """A line of CREDITS.md: which files, under which licence, and where its text is."""

    files: str
    licence: str
    text: str

    @property
    def page(self) -> Path:
        """The text of the licence."""
        return (ROOT if self.text == "LICENSE" else ASSETS) / self.text


def credits() -> list[Credit]:
    """The table of CREDITS.md."""
    row = re.compile(r"^\| `([^`]+)` \|[^|]+\|[^|]+\| ([\w.-]+) \| `([^`]+)` \|$", re.MULTILINE)
    return [Credit(*found) for found in row.findall((ASSETS / "CREDITS.md").read_text("utf-8"))]


# ------------------------------------------------------------------ licences


def test_every_asset_is_credited_once() -> None:
    texts = {ASSETS / "CREDITS.md", *(credit.page for credit in credits())}
    for path in sorted(ASSETS.rglob("*")):
        if path.is_file() and path not in texts:
            file = path.relative_to(ASSETS).as_posix()
            found = [credit.files for credit in credits() if fnmatch.fnmatch(file, credit.files)]
            assert len(found) == 1, f"CREDITS.md: one line must say whose {file} is; there are {len(found)}"


@pytest.mark.parametrize("credit", credits(), ids=lambda credit: credit.files)
def test_what_is_credited_is_there_with_the_text_of_its_licence(credit: Credit) -> None:
    assert list(ASSETS.glob(credit.files)), f"CREDITS.md: there is no {credit.files}"
    assert LICENCES[credit.licence] in credit.page.read_text("utf-8")


def test_the_package_names_all_licences_inside_and_brings_their_texts() -> None:
    named = {"MIT", "CC0-1.0", *(credit.licence for credit in credits())}
    assert set(PROJECT["license"].split(" AND ")) == named
    pages = {credit.page.relative_to(ROOT).as_posix() for credit in credits()}
    example = (EXAMPLE / "LICENSES/CC0-1.0.txt").relative_to(ROOT).as_posix()
    assert set(PROJECT["license-files"]) == {"LICENSE", "viewer/assets/CREDITS.md", example} | pages


def test_the_art_of_the_example_is_what_the_code_makes() -> None:
    """As far as no library has a say in the bytes; and it is small."""
    made = own_art.files()
    files = {path.name: path.read_bytes() for path in EXAMPLE.iterdir() if path.is_file()}
    assert made.keys() == files.keys() - {"REUSE.toml", "match.ogg", "steps.ogg"}
    assert all(len(data) <= 30_000 for data in (*made.values(), *files.values()))
    assert files["hat.svg"] == made["hat.svg"]
    now, kept = (unpacked(one["keeper.glb"])[0] for one in (made, files))
    assert [one["count"] for one in now["accessors"]] == [one["count"] for one in kept["accessors"]]


def test_nothing_from_elsewhere_lies_outside_of_the_assets() -> None:
    """Pictures, fonts, sounds and models anywhere else would have no line in CREDITS.md; of art of packages
    `check` asks for the licence.
    """
    ours = {"docs/table.png", "docs/cookbook/fog.jpg", "docs/cookbook/line_of_sight.jpg"}
    made = re.compile(r"\.(png|jpe?g|gif|webp|svg|[ot]tf|woff2?|wav|ogg|mp3|glb|gltf|egg|bam|obj|pdf)$")
    folders = [ROOT / name for name in ("docs", "dsl", "host", "runtime", "scenarios", "schemas", "viewer")]
    found = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in folder.rglob("*")
        if made.search(path.name) and ASSETS not in path.parents and EXAMPLE not in path.parents
    }
    assert found == ours


def test_the_font_was_cut_down_and_may_keep_its_name() -> None:
    """The licence of a font may reserve its name for the whole font; this one does not."""
    notice = (ASSETS / "fonts/OFL.txt").read_text("utf-8").partition("PREAMBLE")[0]
    assert "Copyright (c) 2014, Indian Type Foundry" in notice
    assert "reserved font name" not in notice.lower()


# ------------------------------------------------------------------ whose the games are


def test_games_of_others_say_that_they_are_unofficial() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    for folder in sorted(path.parent for path in (ROOT / "scenarios").rglob("package.yaml")):
        name = folder.relative_to(ROOT / "scenarios").as_posix()
        if name not in OTHERS:
            assert any(fnmatch.fnmatch(name, pattern) for pattern in OURS), f"whose is scenarios/{name}?"
            continue
        said = " ".join((folder / "README.md").read_text("utf-8").split())
        assert "Unofficial" in said and OTHERS[name] in said, f"its README says not whose scenarios/{name} is"
        row = re.search(rf"^\|.*`scenarios/{name}`.*$", page, re.MULTILINE)
        assert row and OTHERS[name] in row[0], f"README.md says not whose scenarios/{name} is"


# ------------------------------------------------------------------ versions


@pytest.mark.parametrize("needed", NEEDED, ids=lambda needed: needed.name)
def test_every_range_has_both_ends_and_what_is_tested_lies_within(needed: Requirement) -> None:
    assert sorted(bound.operator for bound in needed.specifier) == ["<", ">="]
    assert pinned()[plain(needed.name)] in needed.specifier


def test_the_supported_pythons_are_named_alike() -> None:
    start = "Programming Language :: Python :: 3."
    named = [line.removeprefix(start) for line in PROJECT["classifiers"] if line.startswith(start)]
    versions = [f"3.{minor}" for minor in sorted(map(int, named))]
    assert SpecifierSet(PROJECT["requires-python"]) == SpecifierSet(f">={versions[0]}")
    said = f"Python {', '.join(versions[:-1])} and {versions[-1]} are supported"
    assert said in (ROOT / "README.md").read_text("utf-8")


def pinned() -> dict[str, Version]:
    """The versions of constraints.txt."""
    lines = (line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if "==" in line)
    return {plain(name): Version(version) for name, _, version in (line.partition("==") for line in lines)}


def plain(name: str) -> str:
    """A name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
