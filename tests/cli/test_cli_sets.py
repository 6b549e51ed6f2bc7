from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from support.commands import run
from support.packages import write, write_package
from tilewright.host import folders

GAME = 'system lamps:\n  players: 1\n\n## Nothing much.\nto play: win "Done."\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TILEWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    write_package(tmp_path / "lamps", {"a.wright": GAME})
    write_package(tmp_path / "kit", {"a.wright": "library kit\n"})
    mod(tmp_path, "dim", uses=("lamps", "kit"))
    mod(tmp_path, "bright")
    return tmp_path


def mod(folder: Path, name: str, version: str = "1.0.0", uses: tuple[str, ...] = ("lamps",)) -> None:
    rule = f"mod {name} for lamps\n\nafter play: done\n"
    write_package(folder / name, {"a.wright": rule}, uses, version=version)


def made(*mods: str) -> Result:
    return run("sets", "mine", "--game", "lamps", *(word for one in mods for word in ("--add", one)))


def test_a_set_is_made_listed_shown_and_played(here: Path) -> None:
    assert "no set of mods yet" in run("sets").output
    result = made("dim", "bright")
    assert result.exit_code == 0, result.output
    assert "mine" in run("sets").output
    shown = run("sets", "mine").output
    assert [line.split()[0] for line in shown.splitlines()[1:]] == ["bright", "kit", "dim"]
    listed = json.loads(run("mods", "lamps", "--mods", "mine", "--format", "json").stdout)
    assert [one["id"] for one in listed["mods"]] == ["bright", "kit", "dim"]
    assert run("check", "lamps", "--mods", "mine").exit_code == 0
    assert run("simulate", "lamps", "--games", "1", "--mods", "mine").exit_code == 0


def test_a_set_is_changed(here: Path) -> None:
    made("dim")
    assert "bright" in run("sets", "mine", "--add", "bright").output
    assert "dim 1.0.0" not in run("sets", "mine", "--remove", "dim").output
    assert "is not in the set" in run("sets", "mine", "--remove", "dim").output
    assert "forgotten" in run("sets", "mine", "--delete").output
    assert "there is no set of mods `mine`" in run("sets", "mine").output


def test_another_version_is_refused_until_it_is_locked(here: Path) -> None:
    made("bright")
    mod(here, "bright", version="1.1.0")
    refused = run("check", "lamps", "--mods", "mine")
    assert refused.exit_code == 2
    assert "locked with `bright` 1.0.0, which is 1.1.0 now" in refused.output
    assert "1.1.0 now" in run("sets", "mine").output
    assert run("sets", "mine", "--update").exit_code == 0
    assert run("check", "lamps", "--mods", "mine").exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        "simulate lamps --games 1",
        "check lamps",
        "mods lamps",
        "test lamps",
        "explain lamps",
        "diff lamps lamps_2",
    ],
)
def test_changed_files_are_told(here: Path, command: str) -> None:
    shutil.copytree(here / "lamps", here / "lamps_2")
    lamps = here / "lamps_2" / "a.wright"
    lamps.write_text(f"{lamps.read_text('utf-8')}# A remark.\n", "utf-8")
    made("bright")
    assert "has changed" not in run(*command.split(), "--mods", "mine").output
    (here / "bright" / "a.wright").write_text("mod bright for lamps\n")
    told = run(*command.split(), "--mods", "mine")
    assert told.exit_code in (0, 1, 5)  # a game without tests
    assert "`bright` 1.0.0 has changed since the set `mine` was locked" in told.output
    assert "its files have changed since" in run("sets", "mine").output


@pytest.mark.parametrize("words", [("--add", "bright"), ("--update",)])
def test_a_mod_of_a_set_that_is_gone_is_named(here: Path, words: tuple[str, ...]) -> None:
    made(str(here / "dim"))
    shutil.rmtree(here / "dim")
    before = run("sets", "mine").output
    result = run("sets", "mine", *words)
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert f"`{here}/dim` is in the set `mine`, and is not there any more. The set stays as it was." in said
    assert "To go on without it: tilewright sets mine --remove dim" in said
    assert run("sets", "mine").output == before
    assert run("sets", "mine", "--add", "bright", "--remove", "dim").exit_code == 0
    assert "bright 1.0.0" in run("sets", "mine").output


def test_a_packed_file_that_is_gone_stays_in_the_set(here: Path) -> None:
    write(here / "dim", {"package.yaml": (here / "dim/package.yaml").read_text("utf-8") + "licence: MIT\n"})
    assert run("pack", "dim", "--output", "dim.tilewright").exit_code == 0
    made(str(here / "dim.tilewright"))
    (here / "dim.tilewright").unlink()
    for words in (("--update",), ("--add", "bright")):
        result = run("sets", "mine", *words)
        assert result.exit_code == 0, result.output
        assert f"{here}/dim.tilewright is not there any more; the set `mine` keeps 1.0.0." in result.stderr
        assert "  dim 1.0.0" in result.output
    assert run("simulate", "lamps", "--games", "1", "--mods", "mine").exit_code == 0
    assert run("sets", "mine", "--remove", "dim").exit_code == 0
    assert "dim" not in run("sets", "mine").output


def test_a_set_that_cannot_be_leaves_the_old_one(here: Path) -> None:
    made("bright")
    write_package(here / "broken", {"a.wright": "mod broken for lamps\n"}, ("lamps", "nowhere"))
    result = run("sets", "mine", "--add", "broken")
    assert result.exit_code == 1 and "stays as it was" in result.output
    assert "broken" not in run("sets", "mine").output


def test_a_set_is_of_mods_of_one_game(here: Path) -> None:
    write_package(here / "lights", {"a.wright": GAME.replace("system lamps", "system lights")})
    rule = "mod far for lights\n\nafter play: done\n"
    write_package(here / "far", {"a.wright": rule}, ("lights",))
    new = made("far")
    assert new.exit_code == 2 and "but `far` is a mod for `lights`" in " ".join(new.output.split())
    made("bright")
    assert run("sets", "mine", "--game", "lights").exit_code == 2
    assert "mine, for lamps" in run("sets", "mine").output.replace(str(here) + "/", "")


def test_a_new_set_that_cannot_be_is_not_made(here: Path) -> None:
    write_package(here / "broken", {"a.wright": "mod broken for lamps\n"}, ("lamps", "nowhere"))
    assert "The set `mine` is not made." in made("broken").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sets", "new", "--add", "dim"), "a new set needs a game and a mod"),
        (("sets", "../up", "--game", "lamps", "--add", "dim"), "cannot be the name of a set"),
        (("sets", "--add", "dim"), "which set?"),
        (("check", "lamps", "--mods", "gone"), "there is no set of mods `gone`"),
    ],
)
def test_wrong_use(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2 and said in result.output


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "tilewright/mods/1"}', "\0"])
def test_a_damaged_set(here: Path, text: str) -> None:
    made("bright")
    (here / "config" / "mods" / "mine.json").write_text(text)
    result = run("sets", "mine")
    assert result.exit_code == 1 and "is not a set of mods" in result.output


def test_players_are_told_what_nobody_decided(here: Path) -> None:
    for name in ("dim", "bright"):
        text = f'mod {name} for lamps\n\nreplace to play: win "{name}"\n'
        (here / name / "a.wright").write_text(text)
    result = run("simulate", "lamps", "--games", "1", "--mod", "dim", "--mod", "bright")
    assert "In 1 place these mods get in each other's way" in result.output
    command = result.output.partition("To see where: tilewright ")[2].splitlines()[0]
    listed = run(*shlex.split(command))
    assert listed.exit_code == 0 and "1 place was left to chance" in listed.output


def test_a_set_of_nothing_says_so(here: Path) -> None:
    made("bright")
    run("sets", "mine", "--remove", "bright")
    assert run("sets", "mine").output.splitlines()[-1] == "  nothing"


def test_a_set_that_cannot_be_kept_is_told(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "file").write_text("")
    monkeypatch.setenv("TILEWRIGHT_CONFIG", str(here / "file"))
    result = made("bright")
    assert result.exit_code == 1 and "mine.json cannot be written: " in result.output
    monkeypatch.setattr(folders, "of_user", lambda sort: None)
    result = made("bright")
    assert result.exit_code == 2 and "set TILEWRIGHT_CONFIG to one" in result.output
