"""Packages are found and ordered whatever the order in which they were named; what cannot be is explained."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Mapping
from itertools import permutations, product
from pathlib import Path

import pytest

from support.packages import write_package
from tilewright.dsl.packages import resolving
from tilewright.dsl.packages.manifest import Manifest, Requirement
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.packages.ranges import fits, newest_first
from tilewright.dsl.packages.resolving import Candidate, Resolved, resolved

Asked = Mapping[str, Iterable[str]]


def package(name: str, version: str = "1.0.0", **asked: Iterable[str]) -> Candidate:
    """`package("hail", uses=["kit >=2"], conflicts=["storm"])`."""
    wishes = {
        entry: tuple(Requirement(name, range_) for name, _, range_ in (one.partition(" ") for one in those))
        for entry, those in asked.items()
    }
    manifest = Manifest(name, name.title(), version, **wishes)  # type: ignore[arg-type]
    return Candidate(name, version, Path(f"{name}-{version}"), manifest)


def resolve(main: Candidate, named: Iterable[Candidate], *lying: Candidate) -> Resolved:
    every = [main, *named, *lying]

    def find(name: str) -> list[Candidate]:
        own = [one for one in every if one.name == name]
        return own + [
            one._replace(name=name, version=given.range or one.version)
            for one in every
            for given in one.manifest.provides
            if given.id == name
        ]

    return resolved(main, list(named), find)


def order(found: Resolved) -> list[str]:
    return [f"{one.name} {one.version}" for one in found.order]


GAME = package("game")


def test_the_order_on_the_command_line_does_not_count() -> None:
    mods = [package("c", uses=["b"]), package("b", after=["d"]), package("a"), package("d", before=["a"])]
    orders = {tuple(order(resolve(GAME, some))) for some in permutations(mods)}
    assert orders == {("game 1.0.0", "d 1.0.0", "a 1.0.0", "b 1.0.0", "c 1.0.0")}


@pytest.mark.parametrize("third", ["aaa", "zzz"])
def test_who_settles_something_between_two_does_not_turn_them(third: str) -> None:
    """Nor who brings them along, in whatever order he names them, nor what only he comes after."""
    storm, hail = package("storm"), package("hail")
    compat = package(third, uses=["storm", "hail"])
    for named in ([storm, hail], [compat], [storm, compat, hail]):
        found = order(resolve(GAME, named, storm, hail))
        assert [one for one in found if third not in one] == ["game 1.0.0", "hail 1.0.0", "storm 1.0.0"]
    found = order(resolve(GAME, [package(third, after=["storm"]), storm, hail]))
    assert [one for one in found if third not in one] == ["game 1.0.0", "hail 1.0.0", "storm 1.0.0"]


def test_who_provides_a_name_goes_by_it_in_the_order_too() -> None:
    weather = package("zephyr", provides=["weather 1.0.0"])
    found = order(
        resolve(GAME, [package("hail", after=["weather"]), package("bora", before=["weather"]), weather])
    )
    assert found == ["game 1.0.0", "bora 1.0.0", "zephyr 1.0.0", "hail 1.0.0"]


def test_what_is_needed_is_found_in_the_newest_version_that_fits() -> None:
    kits = [package("kit", version) for version in ("1.0.0", "1.9.0", "1.10.0", "2.0.0")]
    found = resolve(GAME, [package("hail", uses=["kit >=1,<2"])], *kits)
    assert order(found) == ["game 1.0.0", "kit 1.10.0", "hail 1.0.0"]


def test_an_older_version_is_taken_where_the_newest_needs_what_is_not_there() -> None:
    found = resolve(
        GAME,
        [package("hail", uses=["kit", "base <2"])],
        package("kit", "2.0.0", uses=["base >=2"]),
        package("kit", "1.0.0", uses=["base"]),
        package("base", "1.0.0"),
        package("base", "2.0.0"),
    )
    assert order(found) == ["game 1.0.0", "base 1.0.0", "kit 1.0.0", "hail 1.0.0"]
    assert found.problems == []


def test_optional_counts_only_if_it_is_there() -> None:
    hail = package("hail", optional=["zeal >=2"])
    assert order(resolve(GAME, [hail], package("zeal"))) == ["game 1.0.0", "hail 1.0.0"]
    good = resolve(GAME, [hail, package("zeal", "2.0.0")])
    assert order(good) == ["game 1.0.0", "zeal 2.0.0", "hail 1.0.0"] and not good.problems
    assert [one.code for one in resolve(GAME, [hail, package("zeal")]).problems] == ["E0913"]


def test_conflicts_name_both() -> None:
    found = resolve(GAME, [package("hail", conflicts=["storm <2"]), package("storm")])
    assert [(one.code, one.message) for one in found.problems] == [
        ("E0919", "`hail` cannot be played together with `storm` <2")
    ]
    assert not resolve(GAME, [package("hail", conflicts=["storm <2"]), package("storm", "2.0.0")]).problems


def test_one_package_stands_for_another() -> None:
    weather = package("fine_weather", provides=["weather 2.0.0"])
    found = resolve(GAME, [package("hail", uses=["weather >=2"])], weather)
    assert order(found) == ["game 1.0.0", "fine_weather 1.0.0", "hail 1.0.0"] and not found.problems
    assert resolve(GAME, [package("hail", uses=["weather >=3"])], weather).problems[0].code == "E0918"
    refused = resolve(GAME, [package("hail", conflicts=["weather"]), weather])
    assert [one.code for one in refused.problems] == ["E0919"]


def test_a_set_that_cannot_be_is_explained() -> None:
    mods = [package("hail", uses=["kit <2"]), package("storm", uses=["kit >=2"])]
    (problem,) = resolve(GAME, mods, package("kit", "1.0.0"), package("kit", "2.0.0")).problems
    assert (
        problem.message == "no version of `kit` is right for all: `hail` needs kit <2, `storm` needs kit >=2"
    )
    assert "kit 2.0.0 and kit 1.0.0" in problem.help


def test_who_else_asks_for_a_version_is_told_before_one_is_fetched_for_nothing() -> None:
    mods = [package("hail", uses=["kit >=2"]), package("storm", uses=["kit <2"])]
    (problem,) = resolve(GAME, mods, package("kit", "1.0.0")).problems
    assert (problem.code, problem.message) == ("E0913", "`kit` is wanted in version >=2, but is 1.0.0")
    assert [one.message for one in problem.related] == ["`storm` needs it in version <2"]


def test_each_package_is_the_best_that_the_others_allow() -> None:
    """What a version asks for that is not taken in the end binds nobody."""
    ask = package("ask", "3.0.0", uses=["kit <2"])
    found = resolve(
        GAME,
        [package("hail", uses=["ask", "kit"]), package("storm", uses=["ask <3"])],
        ask,
        package("ask", "2.0.0"),
        package("kit", "1.0.0"),
        package("kit", "2.0.0"),
    )
    assert not found.problems and {"ask 2.0.0", "kit 2.0.0"} <= set(order(found))


def test_what_is_nowhere_is_told() -> None:
    found = resolve(GAME, [package("hail", uses=["kti"])])
    assert [(one.code, one.name) for one in found.problems] == [("E0912", "kti")]


@pytest.mark.parametrize(
    ("mods", "code"),
    [
        ([package("a", uses=["b"]), package("b", uses=["a"])], "E0914"),
        ([package("a", after=["b"]), package("b", after=["a"])], "E0917"),
        ([package("a", before=["b"]), package("b", before=["a"])], "E0917"),
        ([package("a", uses=["b"]), package("b", optional=["a >=0"])], "E0917"),
    ],
)
def test_circles(mods: list[Candidate], code: str) -> None:
    found = resolve(GAME, mods)
    assert [one.code for one in found.problems] == [code]
    assert len(found.order) == 3


def test_a_set_is_found_whenever_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against trying every choice of versions, in small random universes; and if the nearest packages go
    together, it is those that a search finds, too.
    """
    some = random.Random(5)
    solvable = 0
    for _ in range(400):
        every = [_random(some, name, version) for name in "abcd" for version in ("1.0.0", "2.0.0")]
        hail = package("hail", uses=[_wish(some, "abcd") for _ in range(2)])
        possible = _possible(hail, every)
        found = resolve(GAME, [hail], *every)
        assert (not found.problems) == possible, (hail, every)
        solvable += possible
        with monkeypatch.context() as without:
            without.setattr(resolving, "_goes_together", lambda chosen, universe: False)
            assert order(resolve(GAME, [hail], *every)) == order(found)
    assert 50 < solvable < 350


def _wish(some: random.Random, names: str) -> str:
    return f"{some.choice(names)} {some.choice(['>=0', '<2', '>=2'])}"


def _random(some: random.Random, name: str, version: str) -> Candidate:
    others = "abcd"["abcd".index(name) + 1 :]
    asked = {"uses": 0.5, "optional": 0.3, "conflicts": 0.3}
    wishes = {
        entry: [_wish(some, others)] for entry, share in asked.items() if others and some.random() < share
    }
    return package(name, version, **wishes)


def _possible(hail: Candidate, every: list[Candidate]) -> bool:
    choices = [[None, *(one for one in every if one.name == name)] for name in "abcd"]
    return any(_holds([hail, *(one for one in some if one is not None)]) for some in product(*choices))


def _holds(some: list[Candidate]) -> bool:
    here = {one.name: one.version for one in some}
    return all(
        all(use.id in here and fits(here[use.id], use.range) for use in one.manifest.uses)
        and all(use.id not in here or fits(here[use.id], use.range) for use in one.manifest.optional)
        and all(not (use.id in here and fits(here[use.id], use.range)) for use in one.manifest.conflicts)
        for one in some
    )


@pytest.mark.parametrize(
    ("version", "wanted", "expected"),
    [
        ("1.4.2", "~=1.2", True),
        ("2.0.0", "~=1.2", False),
        ("1.5.0", "!=1.5.0", False),
        ("1.5.1", ">=1.0, !=1.5.0", True),
        ("1.0.0-rc.1", ">=1.0", True),
        (
            "1.0.0",
            "about one",
            True,
        ),  # a range that says nothing keeps nothing out; it is told where it stands
    ],
)
def test_ranges_of_every_form_are_understood(version: str, wanted: str, expected: bool) -> None:
    assert fits(version, wanted) == expected


def test_newest_first() -> None:
    versions = ["1.2.0", "1.10.0", "2.0.0-beta.1", "2.0.0", "1.10.0"]
    assert sorted(versions, key=newest_first) == ["2.0.0", "2.0.0-beta.1", "1.10.0", "1.10.0", "1.2.0"]


def test_in_folders(tmp_path: Path) -> None:
    write_package(tmp_path / "game", {"a.wright": "system game\n"})
    write_package(tmp_path / "hail", {"a.wright": "mod hail for game\n"}, ("game", "kit <2"))
    write_package(tmp_path / "aim", {"a.wright": "mod aim for game\n"}, ("game", "hail"))
    for version in ("1.0.0", "1.5.0", "2.0.0"):
        folder = write_package(tmp_path / f"kit-{version}", {"a.wright": "library kit\n"}, version=version)
        manifest = (folder / "package.yaml").read_text()
        (folder / "package.yaml").write_text(manifest.replace(f"id: kit-{version}", "id: kit"))
    for mods in (["hail", "aim"], ["aim", "hail"], ["aim"]):
        found, problems = read_package(tmp_path / "game", mods)
        assert found is not None and problems == []
        assert [f"{one.id} {one.version}" for one in found.mods] == ["kit 1.5.0", "hail 1.0.0", "aim 1.0.0"]
    main, _ = read_package(tmp_path / "hail", ["aim"])
    assert main is not None and [one.id for one in main.uses] == ["game", "kit"]


def test_a_mod_that_is_only_called_by_its_name_is_taken_in_the_newest_version_that_fits(
    tmp_path: Path,
) -> None:
    write_package(tmp_path / "game", {"a.wright": "system game\n"})
    write_package(tmp_path / "else" / "hail", {"a.wright": "mod hail for game\n"}, ("game", "kit <2"))
    for version in ("1.0.0", "1.5.0", "2.0.0"):
        folder = write_package(
            tmp_path / "else" / f"kit-{version}", {"a.wright": "mod kit for game\n"}, version=version
        )
        manifest = (folder / "package.yaml").read_text()
        (folder / "package.yaml").write_text(manifest.replace(f"id: kit-{version}", "id: kit"))
    hail = tmp_path / "else" / "hail"
    for mods, expected in (
        ((hail, "kit"), "1.5.0"),
        (("kit", hail), "1.5.0"),
        ((tmp_path / "else" / "kit-1.0.0", hail), "1.0.0"),
        ((tmp_path / "else" / "kit-1.0.0", "kit"), None),
        (("kit", tmp_path / "else" / "kit-1.0.0", hail), None),
        (("kit@1.0.0", hail), "1.0.0"),
        (("kit@1.0.0", "kit", hail), None),
        (("kit@2.0.0", hail), None),
        (("kit@7.0.0", hail), None),
        ((tmp_path / "else" / "kit-2.0.0", hail), None),
    ):
        found, problems = read_package(tmp_path / "game", mods)
        assert found is not None
        if expected is None:
            assert problems
        else:
            assert (problems, found.mods[0].version) == ([], expected)
    shutil.copytree(tmp_path / "else", tmp_path / "game" / "mods")
    found, problems = read_package(tmp_path / "game", ["kit"])
    assert found is not None and problems == [] and found.mods[0].version == "2.0.0"
    for name, help_ in (("kit@7.0.0", "there is 1.0.0, 1.5.0, 2.0.0"), ("hial", "did you mean `hail`?")):
        assert [one.help for one in read_package(tmp_path / "game", [name])[1]] == [help_]


def test_a_mod_that_is_checked_itself_stands_where_it_stands_in_the_game(tmp_path: Path) -> None:
    write_package(tmp_path / "game", {"a.wright": "system game\n"})
    for name in ("aim", "hail"):
        write_package(tmp_path / name, {"a.wright": f"mod {name} for game\n"}, ("game",))
    for main, mods in (("game", ["hail", "aim"]), ("hail", ["aim"]), ("aim", ["hail"])):
        found, _ = read_package(tmp_path / main, mods)
        assert found is not None
        assert [one.path for one in found.sources] == ["game/a.wright", "aim/a.wright", "hail/a.wright"]


def test_a_mod_in_a_file_is_ordered_among_its_mods_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "game", {"a.wright": "system game\n"})
    write_package(tmp_path / "aim", {"a.wright": "mod aim for game\n"}, ("game",))
    (tmp_path / "zeal.wright").write_text("mod zeal for game\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found, problems = read_package("zeal.wright", ["aim"])
    assert found is not None and not problems
    assert [one.path for one in found.sources] == ["game/a.wright", "aim/a.wright", "zeal.wright"]


def test_who_provides_what_is_used_is_found_beside_it(tmp_path: Path) -> None:
    write_package(tmp_path / "game", {"a.wright": "system game\nuse kit\n"}, ("kit",))
    gear = write_package(tmp_path / "gear", {"a.wright": "library kit\n"}) / "package.yaml"
    gear.write_text(f"{gear.read_text('utf-8')}provides: [{{id: kit, version: 0.2.0}}]\n", "utf-8")
    found, problems = read_package(tmp_path / "game")
    assert found is not None and not problems
    assert [one.path for one in found.sources] == ["gear/a.wright", "game/a.wright"]


def test_packages_that_go_together_in_too_many_ways_are_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resolving, "SETTLING", 0)
    monkeypatch.setattr(resolving, "MAX_ROUNDS", 1)
    found = resolve(package("game", uses=["kit <2"]), [], package("kit", "2.0.0"), package("kit"))
    assert [one.code for one in found.problems] == ["E0904"] and order(found) == ["kit 2.0.0", "game 1.0.0"]
