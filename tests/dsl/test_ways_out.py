"""What a message about two mods says to do is done, and nothing is said any more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from support.modding import GAME
from support.packages import write_package
from tilewright.dsl.compile import check_package, what_mods_do
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.suppress import suppress


class Pair(NamedTuple):
    """Two mods for the castle, and what a third one may say to decide between them."""

    code: str
    alpha: str
    beta: str
    over: str = ""
    alpha_texts: str = ""
    beta_texts: str = ""
    over_texts: str = ""
    mended: tuple[str, str] = ("", "")
    """What stands in one of the mods, and what its message says to write instead."""


PAIRS = {
    "values": Pair(
        "W0910",
        "change trick ruse:\n  cost: 2\n",
        "change trick ruse:\n  cost: 3\n",
        "change trick ruse:\n  cost: 4\n",
    ),
    "versions": Pair(
        "W0910",
        "replace to storm: lower walls by 2\n",
        "replace to storm: lower walls by 3\n",
        "replace to storm: lower walls by 4\n",
    ),
    "modifiers": Pair(
        "W0910",
        "modifier big for might: becomes 4\n",
        "modifier small for might: becomes 5\n",
        "modifier right for might: becomes 6\n",
    ),
    "translations": Pair(
        "W0910",
        "",
        "",
        "",
        'trick/ruse/title: "Lest"\n',
        'trick/ruse/title: "Úskok"\n',
        'trick/ruse/title: "Finta"\n',
    ),
    "deleted": Pair(
        "W0911",
        "delete trick ruse\n",
        "change trick ruse:\n  cost: 3\n",
        "delete trick ruse\n",
        mended=("change trick ruse:\n  cost: 3\n", ""),
    ),
    "named": Pair(
        "W0911",
        "delete trick ruse\n",
        "after feast: raise food by count(all(ruse))\n",
        "delete trick ruse\n",
        mended=("after feast: raise food by count(all(ruse))\n", ""),
    ),
    "needed": Pair("W0912", "trick spell:\n  play: done\n", "change trick spell:\n  cost: 3\n"),
    "in order": Pair(
        "W0913",
        "after feast: raise food by 1\n",
        "after feast:\n  if food > 3: lower walls by 1\n",
        "after feast: set food to 3\n",
    ),
    "woken": Pair(
        "W0913",
        "as soon as food > 12: raise weather by 1\n",
        "as soon as food > 13: set weather to 0\n",
        "as soon as food > 14: set weather to 1\n",
    ),
    "instead": Pair(
        "W0914",
        "after feast: raise moats by 1\n",
        "instead of feast: raise spirit by 1\n",
        "instead of feast:\n  raise spirit by 1\n  raise moats by 1\n",
        mended=("instead of feast: raise spirit by 1", "instead of feast:\n  raise spirit by 1\n  proceed"),
    ),
    "both instead": Pair(
        "W0914",
        "instead of feast:\n  raise moats by 1\n  proceed\n",
        "instead of feast:\n  if food > 3: proceed\n",
        "instead of feast: proceed\n",
        mended=("if food > 3: proceed", "proceed"),
    ),
    "forbidden": Pair(
        "W0914",
        "forbid dig\n",
        "after dig: raise moats by 1\n",
        "forbid dig\n",
        mended=("forbid dig\n", "forbid dig when food > 12\n"),
    ),
    "no longer done": Pair(
        "W0914",
        "replace to gale: raise food by 1\n",
        "after drift: raise moats by 1\n",
        "after gale: drift\n",
        mended=("replace to gale: raise food by 1\n", "replace to gale:\n  raise food by 1\n  drift\n"),
    ),
    "other words": Pair(
        "W0915",
        'change trick ruse:\n  title: "Great ruse"\n',
        "",
        "",
        "",
        'trick/ruse/title: "Lest"\n',
        'trick/ruse/title: "Velká lest"\n',
    ),
}
WAYS = sorted(
    (name, way)
    for name, pair in PAIRS.items()
    for way in ("conflicts", "over", "allowed", *{"W0912": ["uses"], "W0911": []}.get(pair.code, ["after"]))
) + sorted((name, "mended") for name, pair in PAIRS.items() if pair.mended[0])


def _said(home: Path, *mods: str) -> list[Diagnostic]:
    package, problems = read_package(home / "castle", mods)
    assert package is not None
    problems = suppress([*problems, *check_package(package)], package.sources)
    return [one for one in problems if (one.is_error or one.code.startswith("W09")) and not one.suppressed]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_package(tmp_path / "castle", {"castle.wright": GAME})
    return tmp_path


def _mods(home: Path, pair: Pair, *, manifest: str = "") -> None:
    for mod, text, texts in (("alpha", pair.alpha, pair.alpha_texts), ("beta", pair.beta, pair.beta_texts)):
        if pair.mended[0] and manifest == "mended":
            text = text.replace(*pair.mended)
        files = {f"{mod}.wright": f"mod {mod} for castle\n\n{text}"}
        if texts:
            files["texts/cs.yaml"] = texts
        write_package(home / mod, files, ("castle",))
    if manifest and manifest != "mended":
        path = home / "beta/package.yaml"
        path.write_text(f"{path.read_text('utf-8')}{manifest}\n", "utf-8")


def _third(home: Path, text: str, texts: str, remark: str = "") -> None:
    files = {"over.wright": f"mod third for castle:\n{remark}  over: alpha, beta\n\n{text}"}
    if texts:
        files["texts/cs.yaml"] = texts
    write_package(home / "third", files, ("castle", "alpha", "beta"))


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_the_way_out_is_one(home: Path, name: str, way: str) -> None:
    pair = PAIRS[name]
    _mods(home, pair)
    (said,) = _said(home, "alpha", "beta")
    assert said.code == pair.code
    match way:
        case "after":
            assert re.search(r"write in the `package.yaml` of `beta`: `after: \[alpha\]`", said.help)
            _mods(home, pair, manifest="after: [alpha]")
        case "uses":
            assert 'uses: [{id: alpha, version: ">=1.0"}]' in said.help
            path = home / "beta/package.yaml"
            path.write_text(f"{path.read_text('utf-8')}  - {{id: alpha, version: '>=1.0'}}\n", "utf-8")
        case "conflicts":
            _mods(home, pair, manifest="conflicts: [{id: alpha}]")
            assert [one.code for one in _said(home, "alpha", "beta") if one.is_error] == ["E0919"]
            return
        case "mended":
            _mods(home, pair, manifest="mended")
        case "over":
            _third(home, pair.over, pair.over_texts)
        case "allowed":
            _third(home, "", "", f"  # tilewright: allow {pair.code} because both are meant\n")
    assert _said(home, *(("third",) if way in ("over", "allowed") else ("alpha", "beta"))) == []


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.code != "W0912"])
def test_a_third_mod_that_says_nothing_there_decides_nothing(home: Path, name: str) -> None:
    _mods(home, PAIRS[name])
    _third(home, "after rain: raise spirit by 1\n", "")
    assert [one.code for one in _said(home, "third")] == [PAIRS[name].code]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("in order", "after feast: raise spirit by 1\n"),
        ("in order", "before feast: set food to 3\n"),
        ("woken", "as soon as food > 14: raise spirit by 1\n"),
        ("instead", "after feast: raise moats by 1\n"),
        ("forbidden", "after dig: raise spirit by 1\n"),
        ("no longer done", "after drift: raise weather by 1\n"),
    ],
)
def test_a_rule_of_a_third_mod_decides_only_what_it_is_about(home: Path, name: str, text: str) -> None:
    """It may stand at the same verb, and leave what two others do there as it is."""
    _mods(home, PAIRS[name])
    _third(home, text, "")
    assert PAIRS[name].code in [one.code for one in _said(home, "third")]


def test_what_is_allowed_is_listed_with_the_reason(home: Path) -> None:
    _mods(home, PAIRS["in order"])
    _third(home, "", "", "  # tilewright: allow W0913 because both are meant\n")
    package, _ = read_package(home / "castle", ("third",))
    assert package is not None
    (met,) = [one for one in what_mods_do(package).meetings if one.sort == "order"]
    assert met.settled == "it is allowed, because both are meant"
