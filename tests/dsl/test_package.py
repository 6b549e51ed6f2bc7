from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from support.packages import write, write_package
from tilewright.dsl.compile import check_package
from tilewright.dsl.packages import package_reading as reading
from tilewright.dsl.packages.library import shipped
from tilewright.dsl.packages.manifest import read_manifest
from tilewright.dsl.packages.package import find_package, package_called, packages_below, read_package
from tilewright.dsl.packages.source_file import MAX_SIZE
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.problems.render import render_text
from tilewright.dsl.version import ENGINE
from tilewright.schemas.load import problems as schema_problems

GAME = {"rules.wright": "system game\n"}


def found(problems: list[Diagnostic]) -> list[str]:
    """Each problem as `E0102 game/cards.wright:3`."""
    return [f"{problem.code} {problem.span.file}:{problem.span.line}" for problem in problems]


# ------------------------------------------------------------------ what is read


def test_sources_come_package_by_package_and_by_path(tmp_path: Path) -> None:
    write_package(tmp_path / "lib", {"lib.wright": "library lib\n"})
    sources = {"z.wright": "z", "a/b.wright": "b", "a.wright": "a", "notes.txt": "no"}
    write_package(tmp_path / "game", sources, ("lib",))
    write_package(tmp_path / "hard", {"hard.wright": "mod hard for game\n"}, ("game",))
    package, problems = read_package(tmp_path / "game", ["hard"])
    assert package is not None
    assert problems == []
    assert [source.path for source in package.sources] == [
        "lib/lib.wright",
        "game/a.wright",
        "game/a/b.wright",
        "game/z.wright",
        "hard/hard.wright",
    ]
    assert (package.id, package.title, package.version) == ("game", "Game", "1.0.0")
    assert [manifest.id for manifest in package.uses] == ["lib"]
    assert [manifest.id for manifest in package.mods] == ["hard"]
    assert package.places["game/a/b.wright"].read_text() == "b"


def test_the_paths_of_sources_do_not_depend_on_where_the_package_lies(tmp_path: Path) -> None:
    here, there = (write_package(tmp_path / place / "game", GAME) for place in ("here", "there/far"))
    first, second = read_package(here)[0], read_package(there)[0]
    assert first is not None and second is not None
    assert first.sources == second.sources


def test_a_mod_is_a_package_that_uses_its_game(tmp_path: Path) -> None:
    write_package(tmp_path / "game", GAME)
    mod = write_package(tmp_path / "hard", {"hard.wright": "mod hard for game\n"}, ("game",))
    package, problems = read_package(mod)
    assert package is not None and problems == []
    assert [source.path for source in package.sources] == ["game/rules.wright", "hard/hard.wright"]


def test_a_package_inside_a_package_is_not_part_of_it(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", GAME)
    write_package(game / "mods" / "hard", {"hard.wright": "mod hard for game\n"}, ("game",))
    package, _ = read_package(game)
    assert package is not None and [source.path for source in package.sources] == ["game/rules.wright"]
    package, problems = read_package(game, ["hard"])
    assert package is not None and problems == []
    assert package.sources[-1].path == "hard/hard.wright"


def test_a_package_used_twice_is_read_once(tmp_path: Path) -> None:
    write_package(tmp_path / "base", {"base.wright": "library base\n"})
    for name in ("left", "right"):
        write_package(tmp_path / name, {f"{name}.wright": f"library {name}\n"}, ("base",))
    package, problems = read_package(write_package(tmp_path / "game", GAME, ("left", "right")))
    assert package is not None and problems == []
    assert [manifest.id for manifest in package.uses] == ["base", "left", "right"]


def test_a_file_may_stand_for_itself(tmp_path: Path) -> None:
    write_package(tmp_path / "lib", {"lib.wright": "library lib\n"})
    write(tmp_path, {"tiny.wright": "system tiny\n\nuse lib  # for its piles\n"})
    package, problems = read_package(tmp_path / "tiny.wright")
    assert package is not None and problems == []
    assert [source.path for source in package.sources] == ["lib/lib.wright", "tiny.wright"]
    assert package.id == "tiny"


def test_a_file_of_a_package_stands_for_the_package(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", {**GAME, "cards/more.wright": "content for game\n"})
    package, _ = read_package(game / "cards" / "more.wright")
    assert package is not None and len(package.sources) == 2


def test_a_byte_order_mark_is_no_character(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", {"a.wright": b"\xef\xbb\xbfsystem game\n"})
    package, problems = read_package(game)
    assert package is not None and problems == []
    assert package.sources[0].text == "system game\n"


# ------------------------------------------------------------------ what cannot be read


def test_nothing_is_there(tmp_path: Path) -> None:
    package, (problem,) = read_package(tmp_path / "gone")
    assert package is None
    assert problem.code == "E0901" and "there is no folder" in problem.message


def test_a_folder_without_a_manifest_is_read_all_the_same(tmp_path: Path) -> None:
    package, (problem,) = read_package(write(tmp_path / "4. My game", GAME))
    assert package is not None and package.id == "my_game" and len(package.sources) == 1
    assert problem.code == "E0901" and "package.yaml" in problem.message


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (b"system game\n\x89PNG\r\n\x1a\n\0\0", "game/bad.wright:1", "it contains a zero byte"),
        (b"system game\n# caf\xe9\n", "game/bad.wright:2", "the byte 0xe9 on line 2 is not UTF-8"),
        (b"\xff\xfes\0y\0", "game/bad.wright:1", "it contains a zero byte"),
    ],
)
def test_what_is_not_text_is_left_out(tmp_path: Path, content: bytes, place: str, message: str) -> None:
    package, (problem,) = read_package(write_package(tmp_path / "game", {**GAME, "bad.wright": content}))
    assert package is not None and len(package.sources) == 1
    assert found([problem]) == [f"E0102 {place}"]
    assert problem.message == f"this file is not text: {message}"


def test_a_link_out_of_the_package_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"secret.wright": "a secret", "outside/more.wright": "more"})
    game = write_package(tmp_path / "game", GAME)
    (game / "linked.wright").symlink_to(tmp_path / "secret.wright")
    (game / "dead.wright").symlink_to(tmp_path / "nothing")
    (game / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    (game / "inside.wright").symlink_to(game / "rules.wright")
    package, problems = read_package(game)
    assert package is not None
    assert [source.path for source in package.sources] == ["game/inside.wright", "game/rules.wright"]
    assert found(problems) == ["E0905 game/dead.wright:1", "E0905 game/linked.wright:1"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", GAME)
    os.mkfifo(game / "pipe.wright")
    _, problems = read_package(game)
    assert found(problems) == ["E0902 game/pipe.wright:1"]


def test_a_link_for_a_manifest_is_not_read_and_not_shown(tmp_path: Path) -> None:
    write(tmp_path, {"secret": "a secret\n"})
    game = write(tmp_path / "game", GAME)
    (game / "package.yaml").symlink_to(tmp_path / "secret")
    package, problems = read_package(game)
    assert found(problems) == ["E0905 game/package.yaml:1"]
    assert "secret" not in render_text(problems, package)


def test_texts_in_a_folder_elsewhere_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/cs.yaml": "a secret\n"})
    game = write_package(tmp_path / "game", GAME)
    (game / "texts").symlink_to(tmp_path / "elsewhere")
    package, problems = read_package(game)
    assert package is not None and package.catalogues == ()
    assert found(problems) == ["E0905 game/texts/cs.yaml:1"]
    assert "a secret" not in render_text(problems, package)


@pytest.mark.parametrize("name", ["package.yaml", "more.wright", "texts/cs.yaml"])
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, name: str) -> None:
    game = write_package(tmp_path / "game", GAME)
    (game / "texts").mkdir()
    (game / name).unlink(missing_ok=True)
    os.mkfifo(game / name)
    _, problems = read_package(game)
    assert found(problems) == [f"E0902 game/{name}:1"]
    assert problems[0].message == "this file cannot be read: it is a pipe, not a file"


def test_a_pipe_in_the_folder_beside_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path / "beside", GAME)
    os.mkfifo(tmp_path / "beside" / "package.yaml")
    write(tmp_path, {"secret": "id: kit\n"})
    write(tmp_path / "linked", GAME)
    (tmp_path / "linked" / "package.yaml").symlink_to(tmp_path / "secret")
    _, problems = read_package(write_package(tmp_path / "game", GAME, ("kit",)))
    assert found(problems) == ["E0912 game/package.yaml:6"]


@pytest.mark.parametrize(
    "name",
    ["n" * 5_000, "a\0b", "x/" * 3_000, "/proc/self/mem", "/dev/zero", "secret", "game.wright", "loop"],
)
def test_what_is_no_package_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(write(tmp_path, {"secret": "a secret\n"}))
    Path("game.wright").symlink_to("secret")
    Path("loop").symlink_to("loop")
    assert find_package(name) is None and find_package(f"{name}/first") is None
    assert read_package(name)[0] is None and packages_below(name) == [Path(name)]
    write_package(tmp_path / "game", GAME)
    _, problems = read_package("game", [name])
    assert [problem.code for problem in problems] == ["E0901"]


def test_a_name_that_a_stranger_wrote_is_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = write_package(tmp_path / "here" / "game", GAME)
    other = write_package(tmp_path / "here" / "named otherwise", GAME)
    monkeypatch.chdir(tmp_path / "here")
    assert package_called("game") == Path("game")
    assert package_called("learn") is None and package_called("std") == shipped()["std"]
    paths = ("./game", "../here/game", str(game), "game/", "game/rules.wright", "", ".", "named otherwise")
    for name in paths:
        assert package_called(name) is None
    manifest = other / "package.yaml"
    manifest.write_text(manifest.read_text().replace("named otherwise", "kit"))
    assert package_called("kit") == Path("named otherwise")
    monkeypatch.chdir(game)
    assert package_called("game") == Path()


def test_a_file_of_many_megabytes_is_not_read(tmp_path: Path) -> None:
    game = write_package(tmp_path / "game", GAME)
    with (game / "large.wright").open("wb") as file:
        file.truncate(MAX_SIZE + 1)
    package, problems = read_package(game)
    assert package is not None
    assert "E0904 game/large.wright:1" in found(problems)


def test_a_package_of_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILES", 3)
    game = write_package(tmp_path / "game", {f"{number}.wright": "x" for number in range(5)})
    package, problems = read_package(game)
    assert package is not None and len(package.sources) == 3
    assert found(problems) == ["E0904 game/package.yaml:1"]
    assert problems[0].message == "this package has 5 files; at most 3 are read"


def test_a_package_without_a_source(tmp_path: Path) -> None:
    _, problems = read_package(write_package(tmp_path / "game", {}))
    assert found(problems) == ["E0903 game/package.yaml:1"]


# ------------------------------------------------------------------ what a package uses


def test_a_package_that_is_not_there_is_proposed_by_its_nearest_name(tmp_path: Path) -> None:
    _, problems = read_package(write_package(tmp_path / "game", GAME, ("nothing_like_it",)))
    assert found(problems) == ["E0912 game/package.yaml:6"]
    assert problems[0].help == "put the folder of `nothing_like_it` beside this package, or install it"


def test_a_package_of_another_version(tmp_path: Path) -> None:
    write_package(tmp_path / "lib", {"lib.wright": "library lib\n"}, version="1.4.2")
    _, problems = read_package(write_package(tmp_path / "game", GAME, ("lib >=2,<3",)))
    assert [problem.message for problem in problems] == ["`lib` is wanted in version >=2,<3, but is 1.4.2"]


def test_packages_that_use_one_another_are_reported_with_the_chain(tmp_path: Path) -> None:
    for name, used in (("a", "b"), ("b", "c"), ("c", "a")):
        write_package(tmp_path / name, {f"{name}.wright": f"library {name}\n"}, (used,))
    package, problems = read_package(tmp_path / "a")
    assert package is not None and len(package.sources) == 3
    assert found(problems) == ["E0914 c/package.yaml:6"]
    assert problems[0].message == "this goes round in a circle: `a` uses `b` uses `c` uses `a`"


def test_a_package_that_uses_itself(tmp_path: Path) -> None:
    _, problems = read_package(write_package(tmp_path / "a", GAME, ("a",)))
    assert [problem.message for problem in problems] == ["this goes round in a circle: `a` uses `a`"]


def test_a_package_for_another_engine(tmp_path: Path) -> None:
    manifest = 'id: game\ntitle: Game\nversion: 1.0.0\nengine: ">=7"\n'
    _, problems = read_package(write(tmp_path / "game", {"package.yaml": manifest, **GAME}))
    assert found(problems) == ["E0911 game/package.yaml:4"]
    assert problems[0].message == f"this package needs Tilewright >=7, but this is {ENGINE}"


def test_a_mod_that_is_not_there(tmp_path: Path) -> None:
    _, problems = read_package(write_package(tmp_path / "game", GAME), ["hard"])
    assert [problem.message for problem in problems] == ["there is no mod `hard`"]


# ------------------------------------------------------------------ manifests

GOOD: Any = {
    "id": "game",
    "title": "Game",
    "version": "1.2.0-beta.1",
    "engine": ">=0.1,<0.2",
    "uses": [{"id": "std", "version": ">=0.1"}],
    "languages": ["en", "no"],
    "licence": "MIT",
    "authors": ["Ada"],
}


HEAD = 'id: game\ntitle: "G"\nversion: 1.0.0\nengine: ">=0.1"\nlicence: MIT\n'


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        (HEAD + "uses: [{id: kit\n", "E0906"),
        (HEAD + 'uses: [{id: kti, version: ">=0.1"}]\n', "E0912"),
    ],
)
def test_what_is_used_and_not_there_is_one_problem(tmp_path: Path, manifest: str, code: str) -> None:
    """Every verb of the library would else be one more."""
    rules = "system game:\n  players: 1\n\nto play:\n  deal 3\n  lose\n"
    package, problems = read_package(write(tmp_path / "game", {"package.yaml": manifest, "a.wright": rules}))
    assert package is not None
    assert [problem.code for problem in (*problems, *check_package(package)) if problem.is_error] == [code]


def as_yaml(document: Any) -> str:
    """JSON is YAML."""
    return json.dumps(document, indent=1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ([], None),
        (["id"], "Game"),
        (["id"], ""),
        (["title"], ""),
        (["title"], ["x"]),
        (["version"], "1.0"),
        (["version"], "v1.0.0"),
        (["engine"], "0.1"),
        (["engine"], {"from": "1"}),
        (["uses"], "std"),
        (["uses", 0], "std"),
        (["uses", 0, "id"], "Std"),
        (["uses", 0, "version"], "new"),
        (["uses", 0, "x"], "y"),
        (["languages"], ["en", "en"]),
        (["languages"], ["english"]),
        (["licence"], []),
        (["authors"], "Ada"),
        (["homepage"], "x"),
    ],
)
def test_what_the_schema_refuses_is_reported_in_words(path: list[str | int], value: Any) -> None:
    document = copy.deepcopy(GOOD)
    inner = document
    for part in path[:-1]:
        inner = inner[part]
    if path:
        inner[path[-1]] = value
    _, problems = read_manifest(as_yaml(document), "game/package.yaml", "game")
    assert bool(problems) == bool(schema_problems("package", document))
    assert all(problem.span.line > 0 and "schema" not in problem.message for problem in problems)


@pytest.mark.parametrize("entry", ["id", "title", "version", "engine"])
def test_a_missing_entry_is_named_with_an_example(entry: str) -> None:
    document = {name: value for name, value in GOOD.items() if name != entry}
    _, (problem,) = read_manifest(as_yaml(document), "game/package.yaml", "game")
    assert problem.message == f"package.yaml lacks the entry `{entry}`"
    assert entry in problem.help


def test_every_entry_is_understood() -> None:
    manifest, problems = read_manifest(as_yaml(GOOD), "game/package.yaml", "folder")
    assert problems == []
    assert (manifest.id, manifest.version, manifest.languages) == ("game", "1.2.0-beta.1", ("en", "no"))
    assert [(use.id, use.range) for use in manifest.uses] == [("std", ">=0.1")]


def test_texts_that_yaml_would_read_as_something_else_stay_texts() -> None:
    text = "id: game\ntitle: 1984\nversion: 1.10.0\nengine: '>=0.1'\nlanguages: [no, en]\n"
    manifest, problems = read_manifest(text, "game/package.yaml", "game")
    assert problems == []
    assert (manifest.title, manifest.version, manifest.languages) == ("1984", "1.10.0", ("no", "en"))


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("“A castle”", 'title: "A castle"'),
        ('A castle"', 'title: "A castle"'),
        ("The „castle“", ""),
        ("“A” or “B”", ""),
        ('The "castle" of Brook', ""),
    ],
)
def test_quotes_of_another_sort_are_part_of_a_text_or_a_slip(title: str, written: str) -> None:
    fine = f"id: game\ntitle: {title}\nversion: 1.0.0\nengine: '>=0.1'\n"
    manifest, problems = read_manifest(fine, "package.yaml", "game")
    assert [problem.help for problem in problems] == ([f"write `{written}`"] if written else [])
    assert written or manifest.title == title
    _, (problem,) = read_manifest(
        f"{fine.replace(title, 'A')}languages: [en, “cs”]\n", "package.yaml", "game"
    )
    assert problem.help == 'write `"cs"`'


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "E0906"),
        ("id: game\ntitle: [\n", 2, "E0906"),
        ("id: game\n\ttitle: x\n", 2, "E0906"),
        ("- id\n", 1, "E0909"),
        ("just words\n", 1, "E0909"),
        ("a: &a [x]\nb: *a\n", 1, "E0907"),
        ("x: " + "[" * 50_000, 1, "E0906"),
        ("x: &a " + "[" * 8 + "1" + "]" * 8, 1, "E0906"),
        ("#" + "x" * 70_000, 1, "E0103"),
        ("id: a\nid: b\n", 2, "E0910"),
        ("id: game\ntitel: x\n", 2, "E0907"),
    ],
)
def test_a_manifest_that_is_none(text: str, line: int, code: str) -> None:
    manifest, problems = read_manifest(text, "game/package.yaml", "My game")
    assert code in [problem.code for problem in problems if problem.span.line == line]
    assert manifest.version == "0.0.0"


def test_nothing_in_a_manifest_is_ever_run() -> None:
    text = "id: !!python/object/apply:os.system ['echo no']\n"
    manifest, problems = read_manifest(text, "game/package.yaml", "game")
    assert manifest.id == "game"
    assert "E0909" in [problem.code for problem in problems]


# ------------------------------------------------------------------ finding packages


def test_a_game_and_its_mission_are_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = write_package(tmp_path / "game", GAME)
    monkeypatch.chdir(tmp_path)
    assert find_package("game") == (Path("game"), None)
    assert find_package("game/first") == (Path("game"), "first")
    assert find_package(f"{game}/first") == (game, "first")
    assert find_package("nothing") is None
    assert find_package("nothing/first") is None


def test_shipped_packages_are_found_by_folder_and_by_id() -> None:
    assert all((folder / "package.yaml").is_file() for folder in shipped().values())
    for name, folder in shipped().items():
        assert find_package(name) == (folder, None)
        assert find_package(f"{name}/first") == (folder, "first")


def test_a_mod_is_named_by_its_folder_among_those_that_are_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    package, problems = read_package(shipped()["learn/3_first_mission"], ["learn/4_a_mod"])
    assert package is not None and not problems
    assert [one.id for one in package.mods] == ["a_mod"]


def test_all_packages_below_a_folder(tmp_path: Path) -> None:
    folders = [write_package(tmp_path / name, GAME) for name in ("a", "b/c")]
    write_package(tmp_path / ".hidden" / "d", GAME)
    assert packages_below(tmp_path) == folders
    assert packages_below(tmp_path / "a") == [tmp_path / "a"]


def test_the_version_is_that_of_the_distribution() -> None:
    assert version("tilewright") == ENGINE


# ------------------------------------------------------------------ what is in the box


def test_what_tests_and_mods_bring_is_not_counted_as_the_box(tmp_path: Path) -> None:
    table = "    | kind  | count |\n    | board | 1     |\n    | coin  | 2     |\n"
    rules = f"system game:\n  components:\n{table}"
    shed = 'board {} of square "Shed":\n  drawing:\n    +---+\n    | . |\n    +---+\n'
    coin = 'kind coin is card\ncoin penny "Penny":\n  copies: {}\n'
    game = {
        "rules.wright": rules + coin.format(2) + shed.format("shed"),
        "tests.wright": "tests for game\n" + shed.format("attic"),
    }
    changes = 'change coin penny:\n  copies: 1\ncoin dime "Dime"\n'
    write_package(tmp_path / "hard", {"hard.wright": f"mod hard for game\n{changes}"}, ("game",))

    def counted(files: dict[str, str], mods: tuple[str, ...] = ()) -> list[str]:
        package, _ = read_package(write_package(tmp_path / "game", files), mods)
        assert package is not None
        return [one.message for one in check_package(package) if one.code == "W1041"]

    assert counted(game) == []
    assert counted(game, ("hard",)) == []
    assert counted(game | {"rules.wright": game["rules.wright"].replace("copies: 2", "copies: 3")}) == [
        "`components` promises 2 of `coin`, but 3 are declared"
    ]
    assert counted(game | {"more.wright": "content for game\n" + shed.format("barn")}) == [
        "`components` promises 1 of `board`, but 2 are declared"
    ]


def test_a_package_is_found_by_its_folder_where_nobody_may_look_around(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "game", GAME, uses=("kit",))
    write_package(tmp_path / "kit", {"kit.wright": "library kit\n"})

    def barred(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", barred)
    package, problems = read_package(tmp_path / "game")
    assert package is not None and [one.id for one in package.uses] == ["kit"] and not problems
    monkeypatch.chdir(tmp_path)
    assert (package_called("kit"), package_called("kite")) == (Path("kit"), None)


def test_a_package_is_for_players_unless_it_says_otherwise() -> None:
    fine = "id: game\ntitle: A game\nversion: 1.0.0\nengine: '>=0.1'\n"
    for written, audience, wrong in (
        ("", "players", []),
        ("audience: authors\n", "authors", []),
        ("audience: nobody\n", "players", ["E0909"]),
    ):
        manifest, problems = read_manifest(fine + written, "package.yaml", "game")
        assert manifest.audience == audience and [one.code for one in problems] == wrong
