"""The folder of art of a package on disk: what is told of it, and what is packed of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from support.art import encoded, glb, plain, textured
from support.packages import write, write_package
from support.patience import ends_within
from tilewright.dsl.compile import check_package, compile_package
from tilewright.dsl.packages.archive import BadArchive, unpack
from tilewright.dsl.packages.contents import contents
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.packages.packing import packed_from
from tilewright.schemas.art import MOST_DECODED, MOST_FILES
from tilewright.viewer.modelling.mesh import Box, boxes

RULES = """system castle

kind axe is card:
  look: picture "axe.png"
to play: win
"""
MINE = 'SPDX-FileCopyrightText = "2026 Jane Doe"\nSPDX-License-Identifier = "CC-BY-4.0"\n'
LICENCES = f'version = 1\n[[annotations]]\npath = "**"\n{MINE}'


def castle(folder: Path, art: dict[str, str | bytes], rules: str = RULES) -> Package:
    files = {f"art/{name}": content for name, content in art.items()}
    package, problems = read_package(write_package(folder / "castle", {"main.wright": rules, **files}))
    assert package is not None and not problems
    return package


def told(folder: Path, art: dict[str, str | bytes], rules: str = RULES) -> list[str]:
    """What is said of art: code, file and line, and the message."""
    return [
        f"{one.code} {one.span.file}:{one.span.line} {one.message}"
        for one in check_package(castle(folder, art, rules))
        if one.code.startswith("W110")
    ]


def test_art_that_is_there_named_sound_and_licensed_raises_nothing(tmp_path: Path) -> None:
    assert told(tmp_path, {"axe.png": plain(), "REUSE.toml": LICENCES, "README.md": "Axes."}) == []


def test_the_name_counts_with_its_capitals(tmp_path: Path) -> None:
    (found,) = told(tmp_path, {"Axe.png": plain(), "REUSE.toml": LICENCES})
    assert found.startswith("W1101 castle/main.wright:4"), "and nothing of a file that nobody names"
    package = castle(tmp_path, {})
    assert "did you mean `Axe.png`?" in {one.help for one in check_package(package)}


def test_a_file_is_told_where_it_is_named_first(tmp_path: Path) -> None:
    rules = RULES + 'axe hatchet:\n  look: picture "axe.png"\n'
    found = told(tmp_path, {"axe.png": b"GIF89a", "REUSE.toml": LICENCES}, rules)
    assert len(found) == 1
    assert found[0].startswith("W1103 castle/main.wright:4 `art/axe.png` cannot be used: it is no PNG, JPEG")


def test_a_slip_in_the_ending_is_seen(tmp_path: Path) -> None:
    art: dict[str, str | bytes] = {"axe.png": plain(), "REUSE.toml": LICENCES}
    (found,) = told(tmp_path, art, RULES.replace("axe.png", "axe.pgn"))
    assert found.startswith("W1102 castle/main.wright:4")
    assert "did you mean `axe.png`?" in {
        one.help for one in check_package(castle(tmp_path, {}, RULES.replace("axe.png", "axe.pgn")))
    }


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"secret.png": plain()})
    castle(tmp_path, {"REUSE.toml": LICENCES})
    (tmp_path / "castle/art/axe.png").symlink_to(tmp_path / "secret.png")
    assert told(tmp_path, {}) == [
        "W1103 castle/main.wright:4 `art/axe.png` cannot be used: a link leads out of art"
    ]


def test_a_folder_of_art_that_is_a_link_is_none(tmp_path: Path) -> None:
    write(tmp_path, {"pictures/axe.png": plain()})
    castle(tmp_path, {})
    (tmp_path / "castle/art").symlink_to(tmp_path / "pictures")
    assert told(tmp_path, {}) == ["W1101 castle/main.wright:4 there is no `art/axe.png` in this package"]
    assert packed_from(tmp_path / "castle", None).files.keys() == {"package.yaml", "main.wright"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    castle(tmp_path, {"REUSE.toml": LICENCES})
    os.mkfifo(tmp_path / "castle/art/axe.png")
    assert "is a pipe, not a file" in told(tmp_path, {})[0]


def test_too_many_files_are_told_once(tmp_path: Path) -> None:
    many: dict[str, str | bytes] = {f"a{number}.png": b"" for number in range(MOST_FILES + 5)}
    found = told(tmp_path, {**many, "axe.png": plain(), "REUSE.toml": LICENCES})
    assert any(line.startswith("W1104 castle/art/:1 `art` is too large: its 401 files") for line in found)


LARGE = encoded(Image.new("1", (4_000, 3_000)))
BLOCK = glb({"ready": [(boxes([Box((0, 0, 0), (1, 1, 1), (1.0, 1.0, 1.0))]), (1.0, 1.0, 1.0))]})


@pytest.mark.parametrize(
    ("ending", "hint", "kind", "data"),
    [("png", "picture", "card", LARGE), ("glb", "figure", "miniature", textured(BLOCK, LARGE))],
)
def test_what_is_too_much_to_decode_is_told_file_by_file(
    tmp_path: Path, ending: str, hint: str, kind: str, data: bytes
) -> None:
    shown = MOST_DECODED // 12_000_000
    names = [f"p{number:02}.{ending}" for number in range(shown + 2)]
    kinds = "".join(f'kind {name[:-4]} is {kind}:\n  look: {hint} "{name}"\n' for name in names)
    rules = f"system castle\n\n{kinds}to play: win\n"
    found = told(tmp_path, {**dict.fromkeys(names, data), "REUSE.toml": LICENCES}, rules)
    assert [line.split("`")[1] for line in found] == [f"art/{name}" for name in names[shown:]]
    assert all(line.startswith("W1104") and "more than 200,000,000 pixels" in line for line in found)


def test_a_model_whose_paint_is_too_large_is_told(tmp_path: Path) -> None:
    painted = textured(BLOCK, encoded(Image.new("1", (4_100, 10))))
    rules = RULES.replace('picture "axe.png"', 'figure "axe.glb"').replace("card", "miniature")
    (found,) = told(tmp_path, {"axe.glb": painted, "REUSE.toml": LICENCES}, rules)
    assert found.startswith("W1104") and "4,100 x 10 pixels" in found


def test_a_name_that_not_every_system_takes_is_told(tmp_path: Path) -> None:
    rules = RULES.replace("axe.png", "the axe.png")
    found = told(tmp_path, {"the axe.png": plain(), "REUSE.toml": LICENCES}, rules)
    assert "not every system keeps a file under this name" in found[0]
    with pytest.raises(BadArchive, match="does not belong in a package"):
        packed_from(tmp_path / "castle", None)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "nothing says whose work the files in `art` are"),
        ({"REUSE.toml": 'path = "*"'}, "nothing says whose work the files in `art` are"),
        ({"REUSE.toml": "path ="}, "`art/REUSE.toml` cannot be read"),
        ({"REUSE.toml": "a = " + "[" * 5_000}, "`art/REUSE.toml` cannot be read"),
        ({"REUSE.toml": b"\xff\xfe"}, "`art/REUSE.toml` cannot be read"),
        ({"REUSE.toml": "annotations = [3]"}, "`art/REUSE.toml` cannot be read"),
        ({"REUSE.toml": "x = 1\n" * 90_000}, "`art/REUSE.toml` cannot be read"),
        ({"REUSE.toml": "annotations = 3"}, "`annotations` is no list"),
        ({"REUSE.toml": '[[annotations]]\npath = "**/' + "*/" * 200 + '"\n' + MINE}, "more than 200 stars"),
        ({"REUSE.toml": ".".join("a" * 40_000) + " = 1"}, "a name in it has more than 40 parts"),
        ({"axe.png.license": "-\n" * 9_000}, "nothing says who made `art/axe.png`"),
        ({"REUSE.toml": '[[annotations]]\npath = "*.png"\n'}, "nothing says who made `art/axe.png`"),
        ({"REUSE.toml": '[[annotations]]\npath = "cards/*"\n' + MINE}, "nothing says who made `art/axe.png`"),
        ({"axe.png.license": "SPDX-License-Identifier: CC0-1.0"}, "nothing says who made `art/axe.png`"),
    ],
)
def test_whose_work_it_is_is_asked_for(tmp_path: Path, files: dict[str, str | bytes], said: str) -> None:
    (found,) = told(tmp_path, {"axe.png": plain(), **files})
    assert found.startswith("W1106 castle/art/") and said in found


@pytest.mark.parametrize(
    "files",
    [
        {"REUSE.toml": '[[annotations]]\npath = ["x", "*.png"]\n' + MINE},
        {"REUSE.toml": LICENCES.replace('"CC-BY-4.0"', '["MIT", "CC0-1.0 OR MIT"]')},
        {"axe.png.license": "SPDX-FileCopyrightText: 2026 Jane Doe\nSPDX-License-Identifier: CC0-1.0\n"},
        {"REUSE.toml": LICENCES + '[[annotations]]\npath = "ax?.png"\n'},
        {"REUSE.toml": '[[annotations]]\npath = "**x*.*ng"\n' + MINE},
        {"REUSE.toml": f'[[annotations]]\npath = ["{"*a" * 50}", "{"**a" * 50}", "**.png"]\n' + MINE},
    ],
)
def test_one_line_may_speak_for_many(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    assert told(tmp_path, {"axe.png": plain(), **files}) == []


def test_only_so_much_of_drawings_and_models_is_read(tmp_path: Path) -> None:
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9{" " * 190_000}"/></svg>'
    )
    names = [f"axe_{number}" for number in range(25)]
    rules = "system castle\n\nkind axe is card\n" + "".join(
        f'axe {n}:\n  look: icon "{n}.svg"\n' for n in names
    )
    art: dict[str, str | bytes] = {f"{name}.svg": drawing for name in names}
    found = told(tmp_path, {**art, "REUSE.toml": LICENCES}, f"{rules}to play: win\n")
    assert all("more than 4,000,000 bytes" in line for line in found)
    assert len(found) == 25 - 4_000_000 // len(drawing)


def test_whose_work_it_is_is_found_out_at_once_whatever_is_written_there(tmp_path: Path) -> None:
    """Names and patterns much like each other, which backtracking would compare for ever."""
    many: dict[str, str | bytes] = {f"{'a' * 80}{number}.png": b"" for number in range(40)}
    paths = ", ".join(f'"*a*a*a*ab{number}"' for number in range(40))
    with ends_within(10):
        told(tmp_path, {**many, "REUSE.toml": f"[[annotations]]\npath = [{paths}]\n{MINE}"})


def test_a_licence_that_leads_out_counts_for_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"mine": "SPDX-FileCopyrightText: me\nSPDX-License-Identifier: MIT\n"})
    castle(tmp_path, {"axe.png": plain()})
    (tmp_path / "castle/art/axe.png.license").symlink_to(tmp_path / "mine")
    assert "nothing says who made" in told(tmp_path, {})[0]


def test_each_package_names_its_own_art_and_a_mod_changes_that_of_a_game(tmp_path: Path) -> None:
    castle(tmp_path, {"axe.png": plain(), "REUSE.toml": LICENCES}, RULES + "axe hatchet\n")
    mod = 'mod gold for castle\n\nchange axe hatchet:\n  look: picture "gold/axe.png"\n'
    art: dict[str, str | bytes] = {"art/gold/axe.png": plain(), "art/REUSE.toml": LICENCES}
    write_package(tmp_path / "gold", {"gold.wright": mod, **art}, ("castle",))
    package, problems = read_package(tmp_path / "castle", ["gold"])
    assert package is not None and not problems
    assert not [one for one in check_package(package) if one.code.startswith("W110")]
    assert set(package.art) == {"castle/axe.png", "gold/gold/axe.png"}
    program = compile_package(package).program
    assert program is not None
    assert program["kinds"]["axe"]["look"] == {"picture": "castle/axe.png"}
    assert program["kinds"]["hatchet"]["look"] == {"picture": "gold/gold/axe.png"}


def test_art_is_packed_and_no_part_of_what_a_save_was_played_with(tmp_path: Path) -> None:
    package = castle(tmp_path, {"axe.png": plain(), "REUSE.toml": LICENCES, "LICENSES/CC0-1.0.txt": "Do."})
    before = contents(package)
    packed = packed_from(package.path, None)
    assert unpack(packed.data).files["art/axe.png"] == plain()
    assert {"art/REUSE.toml", "art/LICENSES/CC0-1.0.txt"} <= packed.files.keys()
    changed = castle(tmp_path, {"axe.png": plain(colour="#ffffff")})
    assert contents(changed) == before
    assert packed_from(package.path, None).digest != packed.digest


def test_a_single_file_has_no_art(tmp_path: Path) -> None:
    write(tmp_path, {"castle.wright": RULES, "art/axe.png": plain()})
    package, _ = read_package(tmp_path / "castle.wright")
    assert package is not None and not package.art
    assert "W1101" in {one.code for one in check_package(package)}
