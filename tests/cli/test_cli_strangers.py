"""Packages and recordings of strangers at the command line: nothing hangs, nothing leaks, nothing is lost."""

from __future__ import annotations

import json
import os
import random
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.mutating import mutants, written
from support.packages import write_package
from tilewright.cli.main import main

GAME = """\
system gate:
  title: "The gate"
  players: 1 to 2

setting high "High": 1 to 5 = 2
menu turn_actions "Your turn" for player

game has:
  pushed: number 0 to 20 = 0

to play:
  repeat 4:
    offer turn_actions to player.1, or "Wait": skip
  win "The gate is open."

action push "Push" by (player) [G-1]:
  in turn_actions
  raise pushed by 1
"""
LONG = "n" * 5_000
SECRET = "root:x:0:0:the secret"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the person's with a game of a stranger in it, beside one with a secret."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret").write_text(SECRET)
    write_package(tmp_path / "work" / "gate", {"gate.wright": GAME})
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    return tmp_path / "work"


def run(*words: str, typed: str = "") -> Result:
    """A command, which has ended as commands end: with 0, 1 or 2, and no mistake of ours."""
    result = CliRunner().invoke(main, words, input=typed)
    assert result.exit_code in (0, 1, 2), result.output
    assert "Tilewright's mistake" not in result.output, result.output
    assert "the secret" not in result.output
    return result


def refused(*words: str) -> str:
    result = run(*words)
    assert result.exit_code != 0, result.output
    return result.output


def recorded(**changes: Any) -> dict[str, Any]:
    """A recording of a short game, with other entries of its program."""
    run(
        "play",
        "gate",
        "--table",
        "text",
        "--players",
        "2",
        "--seed",
        "3",
        "--record",
        "r.json",
        typed="push\n" * 4,
    )
    recording: dict[str, Any] = json.loads(Path("r.json").read_text())
    recording["program"] |= changes
    Path("r.json").write_text(json.dumps(recording))
    return recording


# ------------------------------------------------------------------ what is not a file


@pytest.fixture
def special(here: Path) -> Iterator[dict[str, str]]:
    os.mkfifo("pipe")
    os.mkfifo("pipe.wright")
    Path("loop").symlink_to("loop")
    Path("folder").mkdir()
    Path("linked.wright").symlink_to(here / ".." / "elsewhere" / "secret")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        names = ("pipe", "pipe.wright", "socket", "loop", "folder", "linked.wright")
        elsewhere = {"memory": "/proc/self/mem", "device": "/dev/zero", "long": LONG, "nothing": ""}
        yield dict(zip(names, names, strict=True)) | elsewhere


SORTS = (
    "pipe",
    "pipe.wright",
    "socket",
    "loop",
    "folder",
    "linked.wright",
    "memory",
    "device",
    "long",
    "nothing",
)
COMMANDS = (
    ("play", "{}", "--table", "text"),
    ("simulate", "{}", "--games", "1"),
    ("check", "{}"),
    ("test", "{}"),
    ("explain", "{}", "play"),
    ("texts", "{}", "cs"),
    ("view", "{}", "--screenshot", "o.png"),
    ("check", "gate", "--mod", "{}"),
    ("play", "gate", "--table", "text", "--load", "{}"),
    ("replay", "{}"),
    ("replay", "r.json", "--game", "{}"),
    ("edit-board", "{}"),
)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: f"{words[0]}-{words.index('{}')}")
def test_what_is_no_game_no_save_and_no_recording_is_said_to_be_none(
    special: dict[str, str], words: tuple[str, ...], sort: str
) -> None:
    if "r.json" in words:
        recorded()
    assert refused(*(word.format(special[sort]) for word in words))


@pytest.mark.parametrize("name", ["gate.wright", "package.yaml", "texts/cs.yaml"])
@pytest.mark.parametrize("sort", ["pipe", "memory", "large"])
def test_what_is_no_file_in_a_package_is_said_and_not_waited_for(here: Path, name: str, sort: str) -> None:
    path = here / "gate" / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if sort == "pipe":
        os.mkfifo(path)
    elif sort == "memory":
        path.symlink_to("/proc/self/mem")
    else:
        with path.open("wb") as file:
            file.truncate(10**12)
    said = refused("check", "gate")
    large = "E0904" if name == "gate.wright" else "E0103"
    assert {"pipe": "E0902", "memory": "E0905", "large": large}[sort] in said and path.name in said


def test_neighbours_that_are_no_packages_are_passed_over(here: Path) -> None:
    for name in ("a", "b", "c", "d"):
        (here / name).mkdir()
    os.mkfifo(here / "a" / "package.yaml")
    (here / "b" / "package.yaml").symlink_to("/proc/self/mem")
    (here / "c" / "package.yaml").mkdir()
    os.mkfifo(here / "e")
    write_package(here / "named_otherwise", {"kit.wright": "library kit\n"})
    manifest = here / "named_otherwise" / "package.yaml"
    manifest.write_text(manifest.read_text().replace("named_otherwise", "kit"))
    write_package(here / "game", {"game.wright": GAME.replace("gate", "game")}, ("kit",))
    assert run("check", "game").exit_code == 0
    write_package(here / "game", {"game.wright": GAME.replace("gate", "game")}, ("nowhere",))
    assert "E0912" in refused("check", "game")


# ------------------------------------------------------------------ what a recording may name


@pytest.mark.parametrize(
    "package",
    [
        "/proc/self/mem",
        "../elsewhere/secret",
        "../elsewhere",
        "./gate",
        "gate/gate.wright",
        "gate/",
        LONG,
        "a\0b",
        "",
        ".",
        "..",
        "~",
        "\x1b[2J",
    ],
)
def test_a_recording_names_its_package_by_an_id_and_no_file(here: Path, package: str) -> None:
    recorded(package=package, game=package)
    assert "say where it is with --game" in refused("replay", "r.json")
    assert run("replay", "r.json", "--game", "gate").exit_code == 0


def test_a_recording_finds_its_package_here_and_in_the_folder_of_the_package(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded()
    assert "4 answers played" in run("replay", "r.json").output
    (here / "gate").rename(here / "another name")
    assert "4 answers played" in run("replay", "r.json").output
    monkeypatch.chdir(here / "another name")
    assert "4 answers played" in run("replay", "../r.json").output


@pytest.mark.parametrize("mission", ["../../elsewhere/secret", "x", LONG, "a\0b", "", "gate.wright"])
def test_a_mission_that_a_recording_names_is_no_path(here: Path, mission: str) -> None:
    recorded(mission=mission)
    assert "has no mission" in refused("replay", "r.json")
    assert "has no mission" in refused("replay", "r.json", "--game", "gate")


@pytest.mark.parametrize("value", [3.0, 10**30, -1, 6, 2**63])
def test_settings_of_a_recording_are_whole_numbers_in_their_range(here: Path, value: Any) -> None:
    recorded(settings={"high": value})
    assert refused("replay", "r.json")


@pytest.mark.parametrize("chosen", [[], [""], ["x"], ["x", "y"], [LONG]])
def test_a_recording_that_begins_where_no_test_does(here: Path, chosen: list[str]) -> None:
    recording = recorded()
    recording["answers"].insert(0, {"seat": "table", "at": "given", "chosen": chosen})
    Path("r.json").write_text(json.dumps(recording))
    assert refused("replay", "r.json")


@pytest.mark.parametrize("sort", ["replay", "seen", "save"])
def test_whatever_a_document_holds_the_command_says_what_is_wrong(here: Path, sort: str) -> None:
    recording = recorded()
    if sort == "save":
        run("play", "gate", "--table", "text", "--players", "2", typed="push\nsave s.json\nquit\n")
        recording = json.loads(Path("s.json").read_text())
    elif sort == "seen":
        run("replay", "r.json", "--seat", "player.1", "--seen", "s.json")
        recording = json.loads(Path("s.json").read_text())
    chance = random.Random(11)
    for number, mutant in enumerate(mutants(recording, chance, 60 / (7 * len(json.dumps(recording)) / 12))):
        Path("m.json").write_bytes(written(mutant))
        run("replay", "m.json", "--game", "gate")
        if sort == "save":
            run("play", "gate", "--table", "text", "--load", "m.json", typed="quit\n")
        if number > 60:
            break


# ------------------------------------------------------------------ where nothing is written


def links(here: Path) -> Path:
    """A package of a stranger's with links in it that lead elsewhere, and what lies there."""
    elsewhere = here.parent / "elsewhere"
    for name in ("RULES.md", "o.png", "r.json", "s.json", "o.gif"):
        (here / "gate" / name).symlink_to(elsewhere / "secret")
    for name in ("texts", "out"):
        (here / "gate" / name).symlink_to(elsewhere)
    (here / "gate" / "new.json").symlink_to(elsewhere / "new.json")
    return elsewhere


def unchanged(elsewhere: Path) -> bool:
    there = [path.name for path in elsewhere.iterdir()]
    return there == ["secret"] and (elsewhere / "secret").read_text() == SECRET


@pytest.mark.parametrize(
    "words",
    [
        ("test", "gate", "--ledger", "gate/RULES.md"),
        ("test", "gate", "--ledger", "gate/out/new.md"),
        ("texts", "gate", "cs"),
        ("view", "gate", "--screenshot", "gate/o.png"),
        ("view", "gate", "--screenshot", "gate/out/deep/o.png"),
        ("play", "gate", "--table", "text", "--record", "gate/r.json"),
        ("play", "gate", "--table", "text", "--record", "gate/new.json"),
        ("play", "gate", "--table", "text", "--record", "gate/out/new.json"),
        ("replay", "rec.json", "--film", "gate/o.gif"),
        ("replay", "rec.json", "--film", "gate/out"),
        ("replay", "rec.json", "--seat", "player.1", "--seen", "gate/s.json"),
    ],
    ids=" ".join,
)
def test_nothing_is_written_through_a_link_of_a_package(here: Path, words: tuple[str, ...]) -> None:
    recorded()
    Path("r.json").rename("rec.json")
    elsewhere = links(here)
    if words[0] != "texts":
        (here / "gate" / "texts").unlink()
    said = refused(*words)
    assert "a link leads out of gate" in said.replace("\n", " ") or "E0905" in said
    assert unchanged(elsewhere)


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "rec.json", "--film", "gate/out"),
        ("replay", "rec.json", "--film", "gate/out/o.gif"),
        ("view", "other", "--screenshot", "gate/out/o.png"),
        ("play", "other", "--table", "text", "--record", "gate/out/new.json"),
        ("test", "other", "--ledger", "gate/out/new.md"),
        ("index", "gate/out"),
        ("docs", "gate/out"),
    ],
)
def test_a_link_in_another_package_than_the_played_one_leads_nowhere_either(
    here: Path, words: tuple[str, ...]
) -> None:
    write_package(here / "other", {"other.wright": GAME.replace("gate", "other")})
    run("play", "other", "--table", "text", "--players", "1", "--record", "rec.json", typed="push\nquit\n")
    elsewhere = links(here)
    assert "a link leads out of gate" in refused(*words).replace("\n", " ")
    assert unchanged(elsewhere)


def test_who_stands_in_the_package_is_no_worse_off(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = links(here)
    (here / "gate" / "texts").unlink()
    monkeypatch.chdir(here / "gate")
    refused("test", ".", "--ledger", "RULES.md")
    names = ("r.json", "new.json", "out/x.json", "a\0b", "~nobody_at_all/x")
    typed = "".join(f"save {name}\n" for name in names)
    said = run("play", ".", "--table", "text", "--players", "1", typed=f"push\n{typed}quit\n")
    assert said.output.count("could not be saved") == 5 and unchanged(elsewhere)


def test_a_link_of_ones_own_is_named_and_not_written_through(here: Path) -> None:
    elsewhere = here.parent / "elsewhere"
    Path("o.json").symlink_to(elsewhere / "secret")
    Path("mine").symlink_to(elsewhere)
    assert "it is a link" in refused("play", "gate", "--table", "text", "--record", "o.json")
    assert unchanged(elsewhere)
    assert run("play", "gate", "--table", "text", "--players", "1", "--record", "mine/r.json").exit_code == 0
    assert (elsewhere / "r.json").exists()


def test_a_file_that_a_link_of_the_package_means_is_the_one_that_is_written(here: Path) -> None:
    (here / "gate" / "translations").mkdir()
    (here / "gate" / "texts").symlink_to("translations")
    assert run("texts", "gate", "cs").exit_code == 0
    assert (here / "gate" / "translations" / "cs.yaml").is_file()
