"""One golden message a code, made to be read aloud; every code is explained, and raised by some case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.archives import FILES
from support.art import plain
from support.cases import cases_in, package_of
from support.modding import DEPENDENT, OPERATORS, planted
from support.packages import write, write_package
from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.archive import pack
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.problems import codes
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.render import render_text
from tilewright.dsl.problems.suppress import suppress

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "messages"
Told = tuple[list[Diagnostic], Package | None]


def test_every_code_has_its_message(update: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    messages = dict(_messages(tmp_path))
    missing = codes.every().keys() - messages.keys()
    assert not missing, f"no case raises {sorted(missing)}"
    if update:
        for old in GOLDEN.glob("*.txt"):
            old.unlink()
        for code, message in messages.items():
            (GOLDEN / f"{code}.txt").write_text(message, encoding="utf-8")
    kept = {path.stem: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt")}
    changed = sorted(code for code in kept.keys() | messages.keys() if kept.get(code) != messages.get(code))
    assert not changed, f"run with --update and read the difference: {changed}"


def test_every_code_is_explained() -> None:
    for code, one in codes.every().items():
        assert re.fullmatch(r"[EWN]\d{4}", code)
        assert one.title and one.explanation.endswith("."), code
        assert one.example and len(one.explanation) > 30, code
        assert code[0] == one.severity[0].upper() or code == "E0625", code


def _messages(folder: Path) -> Iterator[tuple[str, str]]:
    """The first message of each code: from the cases, else from what is made here."""
    told: set[str] = set()
    for problems, package in _told(folder):
        for problem in problems:
            if problem.code not in told:
                told.add(problem.code)
                yield problem.code, render_text([problem], package) + "\n"


def _told(folder: Path) -> Iterator[Told]:
    for file in sorted(HERE.glob("cases/errors/*.wright")):
        for case in cases_in(file) if file.stem != "prelude" else ():
            package = case.package()
            wanted = {one.code for one in case.expected}
            yield [problem for problem in check_package(package) if problem.code in wanted], package
    for number, make in enumerate(MADE):
        yield make(folder / str(number))


# ------------------------------------------------------------------ what no file of cases can hold


def _text(content: str) -> Callable[[Path], Told]:
    def make(folder: Path) -> Told:
        package = package_of(content)
        problems = check_package(package)
        return suppress(problems, package.sources), package

    return make


def _packages(*files: tuple[str, str | bytes], mods: tuple[str, ...] = ()) -> Callable[[Path], Told]:
    """What is said of the package `castle` among these files, with mods; a link is written as `→ target`."""

    def make(folder: Path) -> Told:
        for name, content in files:
            if isinstance(content, str) and content.startswith("→ "):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).symlink_to(content[2:])
            else:
                write(folder, {name: content})
        package, problems = read_package(folder / "castle", [folder / mod for mod in mods])
        return _anonymous(problems, folder), package

    return make


def _packed(packed: bytes, key: str = "") -> Callable[[Path], Told]:
    """What is said of a packed package, whose name goes with a key."""

    def make(folder: Path) -> Told:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TILEWRIGHT_DATA", str(folder / "data"))
            write(folder, {"storm.tilewright": packed, "data/packages/keys/storm": key})
            (folder / "data/packages").chmod(0o700)
            package, problems = read_package(folder / "storm.tilewright")
        return problems, package

    return make


def _checked(*files: tuple[str, str], mods: tuple[str, ...]) -> Callable[[Path], Told]:
    """What is said of the package `castle` among these files, with mods, and of the rules in it."""

    def make(folder: Path) -> Told:
        read, package = _packages(*files, mods=mods)(folder)
        assert package is not None
        return read + check_package(package), package

    return make


def _painted(*art: tuple[str, str | bytes]) -> Callable[[Path], Told]:
    """What is said of the package `castle`, a card of which shows `axe.png`, with these files of art."""

    def make(folder: Path) -> Told:
        source = 'system castle\nkind axe is card:\n  look: picture "axe.png"\nto play: win\n'
        files = {f"castle/art/{name}": content for name, content in art}
        read = {"castle/package.yaml": FINE, "castle/main.wright": source, **files}
        package, _ = read_package(write(folder, read) / "castle")
        assert package is not None
        return [one for one in check_package(package) if one.code.startswith("W110")], package

    return make


def _planted(first: str, second: str) -> Callable[[Path], Told]:
    """What is said of two mods that two operators plant."""

    def make(folder: Path) -> Told:
        by_name = {one.name: one for one in (*OPERATORS, *DEPENDENT)}
        package = planted(by_name[first], by_name[second], (0, 1))
        return [one for one in check_package(package) if one.code.startswith("W09")], package

    return make


def _asking(entry: str) -> tuple[tuple[str, str], ...]:
    """The mod `storm`, with an entry in its package.yaml."""
    return (("storm/package.yaml", FINE.replace("castle", "storm") + entry + "\n"), STORM[1])


def _hail(entry: str) -> tuple[tuple[str, str], ...]:
    return (("hail/package.yaml", FINE.replace("castle", "hail") + entry + "\n"),)


def _anonymous(problems: list[Diagnostic], folder: Path) -> list[Diagnostic]:
    """The same problems, wherever the folder lies."""
    from dataclasses import replace

    return [replace(one, message=one.message.replace(f"{folder}/", "")) for one in problems]


def _many(folder: Path) -> Told:
    files = {f"card_{number}.wright": "content for castle\n" for number in range(501)}
    package, problems = read_package(write_package(folder / "castle", files))
    return problems, package


def _catalogue(texts: str) -> Callable[[Path], Told]:
    """What is said of a catalogue of the package `castle`, which promises Czech and German."""

    def make(folder: Path) -> Told:
        files = {
            "castle/package.yaml": FINE + "languages: [cs, de]\n",
            "castle/main.wright": SAYING,
            "castle/texts/cs.yaml": texts,
        }
        package, problems = read_package(write(folder, files) / "castle")
        assert package is not None
        return problems + check_package(package), package

    return make


def _versions(header: str) -> Callable[[Path], Told]:
    """What is said of the package `castle`, version 1.0.0, whose file begins in this way."""

    def make(folder: Path) -> Told:
        files = {"castle/package.yaml": FINE, "castle/main.wright": f"{header}\nto play: win\n"}
        package, problems = read_package(write(folder, files) / "castle")
        assert package is not None
        return problems + check_package(package), package

    return make


LICENSED = (
    "REUSE.toml",
    'version = 1\n[[annotations]]\npath = "**"\nSPDX-FileCopyrightText = "2026 Jane Doe"\n'
    'SPDX-License-Identifier = "CC0-1.0"\n',
)
SAYING = 'system castle:\n  title: "Castle"\n\nto play by (player):\n  win "{player} is in."\n'
PIT = """system case

kind ground is square:
  pit: yes/no
figure scout
relation stepping between grounds:
  joins sides
  never where to.pit
board yard of ground "Yard":
  drawing:
    +---+---+
    | .   p |
    +---+---+
  signs:
    | sign | means    |
    | p    | pit: yes |
to play: win
mission raid "Raid":
  setup: move scout to b1
"""
FINE = "id: castle\ntitle: Castle\nversion: 1.0.0\nengine: '>=0.1'\n"
DUNGEON = FINE.replace("castle", "dungeon")
SYSTEM = ("castle/main.wright", "system castle\n")
CASTLE = (("castle/package.yaml", FINE), SYSTEM)
STORM = (
    ("storm/package.yaml", FINE.replace("castle", "storm")),
    ("storm/main.wright", "mod storm for castle\n"),
)
KNIGHTS = (
    ("castle/package.yaml", FINE),
    ("castle/main.wright", "system castle\nkind hero is figure\nhero knight\nto play: win\n"),
    ("castle/tests.wright", 'tests for castle\ntest "A knight":\n  given:\n    move knight to box\n'),
    STORM[0],
    ("storm/main.wright", "mod storm for castle\ndelete hero knight\n"),
)
SQUIRES = (
    KNIGHTS[0],
    ("castle/main.wright", "system castle\nkind hero is figure\nhero squire\nto play: move squire to box\n"),
    STORM[0],
    ("storm/main.wright", "mod storm for castle\nchange hero squire:\n  copies: 2\n"),
)
SAME_AGAIN = (
    KNIGHTS[0],
    ("castle/main.wright", 'system castle\nkind hero is figure\nhero squire "Squire"\nto play: win\n'),
    STORM[0],
    ("storm/main.wright", 'mod storm for castle\nchange hero squire:\n  title: "Squire"\n'),
)
TAKEN_BACK = (
    *SAME_AGAIN[:3],
    ("storm/main.wright", "mod storm for castle\nchange hero squire:\n  copies: 2\ndelete hero squire\n"),
)
HAIL = (
    ("hail/package.yaml", FINE.replace("castle", "hail") + "uses: [{id: storm, version: '>=1'}]\n"),
    ("hail/main.wright", "mod hail for castle\n"),
)


@pytest.mark.parametrize(
    ("files", "mods", "told"),
    [
        pytest.param(
            {
                "castle/package.yaml": "id: castle\ntitle: A: B\n",
                "castle/main.wright": "content for castle\nx y\n",
            },
            (),
            ["E0906 a text with a colon in it needs quotes around it"],
            id="a package.yaml that cannot be read",
        ),
        pytest.param(
            {
                "castle/package.yaml": FINE + "uses: keep\n",
                "castle/main.wright": "mod castle for keep\ndelete a b\n",
            },
            (),
            ["E0909 `uses` is a single value, expected a list"],
            id="what is used is written wrong",
        ),
        pytest.param(
            {
                "castle/package.yaml": FINE,
                "castle/main.wright": "mod castle for keep\nchange axe b:\n  cost: 1\n",
            },
            (),
            ["E0227 this mod is for the game `keep`, which is not here"],
            id="what is used is not written",
        ),
        pytest.param(
            {**dict((*CASTLE, *STORM)), "storm/main.wright": "mod storm for keep\ndelete axe b\n"},
            ("storm",),
            ["E0226 this mod is for `keep`, but the game is `castle`"],
            id="a mod for a game that is not here",
        ),
        pytest.param(
            {
                **dict((*CASTLE, *STORM)),
                "storm/package.yaml": FINE.replace("castle", "storm")
                + "uses: [{id: keep, version: '>=0'}]\n",
                "storm/main.wright": "mod storm for keep\ndelete hero b\n",
                "keep/package.yaml": FINE.replace("castle", "keep"),
                "keep/main.wright": "system keep\nkind hero is figure\nhero b\n",
            },
            ("storm",),
            ["E0226 this mod is for `keep`, but the game is `castle`"],
            id="a mod for another game",
        ),
        pytest.param(
            dict((*CASTLE, *STORM)),
            ("storm", "storm"),
            ["E0915 the mod `storm` is named twice"],
            id="a mod twice",
        ),
        pytest.param(
            dict((*CASTLE, *STORM)),
            ("castle",),
            ["E0915 `castle` belongs to the game, and cannot be a mod for it as well"],
            id="the game as a mod",
        ),
        pytest.param(
            {
                **dict((*CASTLE, *STORM)),
                "gale/package.yaml": FINE.replace("castle", "storm"),
                "gale/a.wright": "",
            },
            ("storm", "gale"),
            ["E0915 two packages are called `storm`, here and in `gale`"],
            id="two mods of one name",
        ),
        pytest.param(
            dict((*CASTLE, *STORM, *HAIL)),
            ("hail", "storm"),
            [],
            id="a mod behind one that builds on it",
        ),
        pytest.param(
            dict((*CASTLE, *STORM, *HAIL)), ("storm", "hail"), [], id="a mod before one that builds on it"
        ),
    ],
)
def test_what_is_wrong_with_a_package_is_told_alone(
    tmp_path: Path, files: dict[str, str], mods: tuple[str, ...], told: list[str]
) -> None:
    write(tmp_path, files)
    package, problems = read_package(tmp_path / "castle", [tmp_path / mod for mod in mods])
    assert package is not None
    every = _anonymous(problems + check_package(package), tmp_path)
    assert [f"{one.code} {one.message}" for one in every] == told
    assert all(one.help for one in every)


MADE: tuple[Callable[[Path], Told], ...] = (
    _text('system case\n\nto play:\n  say "' + "a" * 2_000 + '"\n'),
    _text("system case\n\n" + "to play to play:\n" * 101),
    _text("system case\n\n# tilewright: allow W1051\nto play: done\n"),
    _text("system case\n\n# tilewright: allow W1031 because it is a maze\nto play: lose\n"),
    _packages(("castle/package.yaml", FINE), ("castle/main.wright", b'system castle\n\nsay "caf\xe9"\n')),
    _packages(("castle/main.txt", "system castle\n")),
    _packages(("castle/package.yaml", FINE), ("castle/lost.wright", "→ nowhere.wright")),
    _packages(("castle/package.yaml", FINE)),
    _many,
    _packages(
        ("castle/package.yaml", FINE),
        SYSTEM,
        ("outside.wright", "content for castle\n"),
        ("castle/more.wright", "→ ../outside.wright"),
    ),
    _packages(("castle/package.yaml", "id: castle\ntitle: Castle: the siege\n"), SYSTEM),
    _packages(("castle/package.yaml", FINE.replace("title", "titel")), SYSTEM),
    _packages(("castle/package.yaml", FINE.replace("1.0.0", "one")), SYSTEM),
    _packages(("castle/package.yaml", FINE + "title: Another castle\n"), SYSTEM),
    _packages(("castle/package.yaml", FINE.replace("0.1", "9")), SYSTEM),
    _packages(("castle/package.yaml", FINE + "uses: [{id: keeep, version: '>=0'}]\n"), SYSTEM),
    _packages(
        ("castle/package.yaml", FINE + "uses: [{id: dungeon, version: '>=2'}]\n"),
        SYSTEM,
        ("dungeon/package.yaml", DUNGEON),
        ("dungeon/main.wright", "library dungeon\n"),
    ),
    _packages(
        ("castle/package.yaml", FINE + "uses: [{id: dungeon, version: '>=0'}]\n"),
        SYSTEM,
        ("dungeon/package.yaml", DUNGEON + "uses: [{id: castle, version: '>=0'}]\n"),
        ("dungeon/main.wright", "library dungeon\n"),
    ),
    _catalogue("game/title: Hrad: dobytí\n"),
    _catalogue("game/title: Hrad\ngame/title: Zámek\n"),
    _catalogue("game/titel: Hrad\n"),
    _catalogue('# en: {0} is in.\nverb/play/win/1: "Hráč {1} je uvnitř."\n'),
    _catalogue("# en: The castle\ngame/title: Hrad\n"),
    _catalogue('# en: {0} is in.\nverb/play/win/1: "Hráč {0 je uvnitř."\n'),
    _versions("system castle:\n  version: 1.1.0\n"),
    _text(PIT),
    _packages(*CASTLE, *STORM, mods=("storm", "storm")),
    _packages(*CASTLE, *_asking("after: [hail]"), *HAIL, mods=("hail", "storm")),
    _packages(*CASTLE, *_asking("conflicts: [{id: hail}]"), *HAIL[1:], *_hail(""), mods=("hail", "storm")),
    _packages(
        *CASTLE,
        *_asking("uses: [{id: dungeon, version: '<1'}]"),
        *_hail("uses: [{id: dungeon, version: '>=1'}]"),
        *HAIL[1:],
        ("dungeon/package.yaml", DUNGEON),
        ("dungeon/main.wright", "library dungeon\n"),
        mods=("hail", "storm"),
    ),
    _checked(*KNIGHTS, mods=("storm",)),
    _checked(*SQUIRES, mods=("storm",)),
    _checked(*SAME_AGAIN, mods=("storm",)),
    _checked(*TAKEN_BACK, mods=("storm",)),
    _checked(
        *KNIGHTS[:3],
        *_asking('expected: [{story: "A night", because: "It is day."}]')[:1],
        STORM[1],
        mods=("storm",),
    ),
    _planted("cost", "cost"),
    _planted("no card", "cost"),
    _planted("same card", "changes it"),
    _planted("after food", "after food"),
    _planted("instead", "after food"),
    _planted("title", "translation"),
    _checked(
        *CASTLE,
        ("castle/main.wright", "system castle\nto play: win\n"),
        STORM[0],
        ("storm/main.wright", "mod storm for castle:\n  over: hail\n"),
        mods=("storm",),
    ),
    _packed(pack(FILES, 0, "0.1.0").data[:400]),
    _packed(pack(FILES, 0, "0.1.0").data, "3b6a27bcceb6a42d" * 4),
    _catalogue('# en: {0} is in.\nverb/play/win/1: "{0} {0|je|jsou} uvnitř."\n'),
    _painted(("axe.png", plain()[:40]), LICENSED),
    _painted(("axe.png", plain((5_000, 5))), LICENSED),
    _painted(("axe.png", plain()), ("old.png", plain()), LICENSED),
    _painted(("axe.png", plain())),
    _packages(
        ("castle/package.yaml", FINE + "uses: [{id: kit, version: '>=0'}]\n"),
        CASTLE[1],
        ("castle/mods/kit/package.yaml", FINE.replace("castle", "kit")),
        ("castle/mods/kit/a.wright", "library kit\n"),
        ("kit/package.yaml", FINE.replace("castle", "kit")),
        ("kit/a.wright", "library kit\n\n# Another one.\n"),
    ),
    _catalogue('# en: {0} is in.\nverb/play/win/1: "{0} je uvnitř.\\""\n'),
    _packages(("castle/package.yaml", FINE.replace("title: Castle\n", "")), SYSTEM),
    _catalogue("# en: {0} is in.\nverb/play/win/1: Někdo je uvnitř.\n"),
    _catalogue("# en: Castle\ngame/titel: Hrad\n# en: Fort\ngame/title: Tvrz\n"),
)
