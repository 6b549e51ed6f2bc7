"""`tilewright pack`, and packed packages wherever a package can be named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write
from tilewright.host import folders

GAME = """\
system lamps:
  players: 1

board yard of square "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+

mission night "Night":
  board: yard

game has:
  lit: number = 0

## Nothing much.
to play:
  say "A lamp."
  raise lit by 1
  win "Done."
"""
STORIES = """\
tests for lamps

test "It is won at once":
  do: play
  expect: lit = 1
"""
STORM = "mod storm for lamps\n\nafter play [storm-1]: done\n"


def manifest(name: str, more: str = "licence: MIT\n") -> str:
    return f'id: {name}\ntitle: {name.title()}\nversion: 1.0.0\nengine: ">=0.1"\n{more}'


USES = 'licence: MIT\nuses: [{id: lamps, version: ">=1"}]\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and a mod for it."""
    for name in ("CACHE", "STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path / "lamps", {"package.yaml": manifest("lamps"), "a.wright": GAME, "tests/t.wright": STORIES}
    )
    write(tmp_path / "storm", {"package.yaml": manifest("storm", USES), "storm.wright": STORM})
    return tmp_path


def test_the_same_sources_are_packed_to_the_same_file(here: Path) -> None:
    result = run("pack", "lamps")
    assert result.exit_code == 0, result.output
    assert "lamps-1.0.0.tilewright: lamps 1.0.0, 3 files, " in result.output
    assert "stories passed: 1" in result.output and "\nhash of its contents " in result.output
    shutil.copytree("lamps", "copy/lamps")
    (here / "copy/lamps/a.wright").touch()
    (here / "copy/lamps/a.wright").chmod(0o600)
    write(here / "copy/lamps", {"notes.txt": "mine", ".git/config": "", "node_modules/x.js": "", "a.py": ""})
    assert run("pack", "copy/lamps", "--output", "other.tilewright").exit_code == 0
    assert run("pack", "copy/lamps", "--output", "copy").output.startswith("copy/lamps-1.0.0.tilewright: ")
    assert (here / "other.tilewright").read_bytes() == (here / "lamps-1.0.0.tilewright").read_bytes()
    assert run("pack", "lamps", "--untested", "--output", "other.tilewright").exit_code == 0
    assert (here / "other.tilewright").read_bytes() != (here / "lamps-1.0.0.tilewright").read_bytes()


def test_a_packed_package_is_checked_tested_and_played(here: Path) -> None:
    for name in ("lamps", "storm"):
        assert run("pack", name).exit_code == 0
    shutil.rmtree("lamps")
    shutil.rmtree("storm")
    game, mod = "lamps-1.0.0.tilewright", "storm-1.0.0.tilewright"
    assert run("check", game, "--mod", mod).exit_code == 0
    assert "1 passed" in run("test", game).output
    for words in (
        ["simulate", game],
        ["simulate", f"{game}/night"],
        ["mods", game],
        ["explain", game, "play"],
    ):
        if words[0] != "explain":
            words += ["--mod", mod]
        if words[0] == "simulate":
            words += ["--games", "1"]
        result = run(*words)
        assert result.exit_code == 0, result.output
    played = run("play", game, "--mod", mod, "--table", "text", "--seed", "1")
    assert played.exit_code == 0 and "A lamp." in played.output


def test_a_set_may_hold_a_packed_mod(here: Path) -> None:
    run("pack", "storm")
    made = run("sets", "mine", "--game", "lamps", "--add", "storm-1.0.0.tilewright")
    assert made.exit_code == 0 and "storm 1.0.0" in made.output
    shutil.rmtree("storm")
    assert run("check", "lamps", "--mods", "mine").exit_code == 0


def test_what_is_packed_is_not_edited(here: Path) -> None:
    run("pack", "lamps")
    for words in (["texts", "lamps-1.0.0.tilewright", "cs"], ["edit-board", "lamps-1.0.0.tilewright"]):
        result = run(*words)
        assert result.exit_code == 2 and "`lamps` is a packed package, which stays as it is" in result.output


def test_a_damaged_file_is_refused_with_a_sentence(here: Path) -> None:
    run("pack", "lamps")
    file = here / "lamps-1.0.0.tilewright"
    file.write_bytes(file.read_bytes()[:-9])
    for words in (["check", file.name], ["play", file.name], ["check", "lamps", "--mod", file.name]):
        result = run(*words)
        assert result.exit_code == 1 and "error[E0921]" in result.output, result.output
        assert "it is cut short" in " ".join(result.output.split())
    assert not (here / "data").exists()


def test_a_version_that_is_packed_anew_with_other_contents_is_told(here: Path) -> None:
    (here / "out").mkdir()
    first = run("pack", "storm", "--output", "out").output
    (was,) = re.findall(r"hash of its contents (\w+)", first)
    assert "version:" not in first + run("pack", "storm", "--output", "out").output
    shutil.copy("out/storm-1.0.0.tilewright", "out/a.tilewright")
    assert run("index", "out").exit_code == 1  # the same twice
    write(here / "storm", {"storm.wright": STORM + "\nafter play [storm-2]: done\n"})
    said = run("pack", "storm", "--output", "out/b.tilewright").output
    assert f"out/index.json lists `storm` 1.0.0 with the hash {was}. If others have that" in said
    (here / "out/index.json").unlink()
    (here / "out/a.tilewright").unlink()
    said = run("pack", "storm", "--output", "out").output
    assert f"out/storm-1.0.0.tilewright held `storm` 1.0.0 with the hash {was}." in said
    (here / "out/a.tilewright").write_bytes(b"")
    write(here / "storm", {"storm.wright": STORM})
    said = run("pack", "storm", "--output", "out/c.tilewright").output
    assert "out/b.tilewright holds `storm` 1.0.0, too, with the hash" in said
    write(here / "storm", {"package.yaml": manifest("storm", USES).replace("1.0.0", "1.0.1")})
    result = run("pack", "storm", "--output", "out")
    assert result.exit_code == 0 and "a version keeps" not in result.output


def test_a_signed_package_says_by_whom(here: Path) -> None:
    first = run("pack", "lamps", "--sign")
    assert (
        first.exit_code == 0 and "Your key is in " in first.output and "signed with the key" in first.output
    )
    key = here / "config" / "signing-key"
    assert key.stat().st_mode & 0o777 == 0o600
    again = run("pack", "lamps", "--sign")
    assert "Your key is in " not in again.output
    assert again.output.splitlines()[-1] == first.output.splitlines()[-1]
    for damage in ("no key", "00"):
        key.write_text(damage)
        result = run("pack", "lamps", "--sign")
        assert result.exit_code == 1 and "signing-key is not a key" in result.output


@pytest.mark.parametrize(
    ("files", "words", "code", "said"),
    [
        ({"lamps/package.yaml": manifest("lamps", "")}, [], 1, "says no `licence:`"),
        (
            {"lamps/a.wright": "system lamps\n\nto play: wim\n"},
            [],
            1,
            "Nothing is packed while there are errors",
        ),
        (
            {"lamps/tests/t.wright": STORIES.replace("1", "2")},
            [],
            1,
            "1 of 1 story fails: `tilewright test lamps` shows it",
        ),
        (
            {"lamps/aux.wright": "content for lamps\n"},
            [],
            1,
            "`aux.wright` is not a name that every system takes",
        ),
        ({}, ["--output", "lamps.zip"], 2, "ends with .tilewright"),
        ({}, ["--output", "no/lamps.tilewright"], 2, "cannot be written"),
    ],
)
def test_what_cannot_be_packed_is_told(
    here: Path, files: dict[str, str], words: list[str], code: int, said: str
) -> None:
    write(here, files)
    result = run("pack", "lamps", *words)
    assert result.exit_code == code and said in " ".join(result.output.split()), result.output
    assert not list(here.glob("*.tilewright"))


def test_a_page_that_is_a_link_out_of_the_package_is_named(here: Path) -> None:
    (here / "secret").write_text("mine")
    (here / "lamps" / "README.md").symlink_to(here / "secret")
    said = run("pack", "lamps")
    assert (
        said.exit_code == 1 and "lamps/README.md cannot be packed: a link leads out of lamps." in said.output
    )
    assert not list(here.glob("*.tilewright"))


def test_who_has_no_folder_has_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "of_user", lambda _: None)
    result = run("pack", "lamps", "--sign")
    assert result.exit_code == 2 and "no home for a key" in result.output


def test_a_single_file_is_no_package_to_be_packed(here: Path) -> None:
    write(here, {"alone.wright": "system alone:\n  players: 1\n\nto play: win\n"})
    result = run("pack", "alone.wright")
    assert result.exit_code == 2 and "needs a folder with a `package.yaml`" in result.output


def test_warnings_are_counted_and_do_not_stop_it(here: Path) -> None:
    write(here, {"lamps/b.wright": "content for lamps\n\ncard lamp\n"})
    result = run("pack", "lamps")
    assert result.exit_code == 0 and "warning" in result.output, result.output
