"""What a machine may lack or refuse is told in a sentence, and what can be done is: it is no mistake."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilewright.cli.main import main
from tilewright.host import children

GAME = str(Path(__file__).parents[2] / "scenarios" / "learn" / "1_first_card")
TEXT_TABLE = ["play", GAME, "--table", "text", "--seed", "1"]
OUR_MISTAKE = "Tilewright's mistake"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for sort in ("CACHE", "STATE", "CONFIG"):
        monkeypatch.setenv(f"TILEWRIGHT_{sort}", str(tmp_path / sort.lower()))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return tmp_path


def shell(
    words: list[str], redirected: str, typed: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """A command with its streams redirected as a shell does; what it says is read as bytes."""
    script = f'exec "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", script, "sh", *children.python("tilewright.cli.main"), *words],
        input=typed,
        capture_output=True,
        env=children.environment() | more,
        timeout=300,
    )


# ------------------------------------------------------------------ standard streams


def test_no_standard_input_is_the_end_of_it() -> None:
    done = shell(TEXT_TABLE, "<&-")
    assert done.returncode == 0 and done.stderr == b""
    assert b"choose an action" in done.stdout


@pytest.mark.parametrize(
    "words", [["check", GAME], ["simulate", GAME, "--games", "4", "--jobs", "2"], TEXT_TABLE]
)
def test_no_standard_output_is_nobody_who_listens(words: list[str]) -> None:
    done = shell(words, ">&-", b"1\n")
    assert (done.returncode, done.stdout, done.stderr.strip()) == (0, b"", b"")


def test_no_stream_at_all_and_no_file_is_printed_into(home: Path) -> None:
    done = shell([*TEXT_TABLE, "--record", str(home / "recorded.json")], "<&- >&- 2>&-")
    assert done.returncode == 0
    assert json.loads((home / "recorded.json").read_bytes())["format"].startswith("tilewright/replay/")


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["check", GAME],
        ["words", "move"],
        ["simulate", GAME, "--games", "4"],
        ["simulate", GAME, "--games", "4", "--json"],
        TEXT_TABLE,
    ],
)
def test_a_full_disk_at_standard_output(words: list[str]) -> None:
    done = shell(words, ">/dev/full", b"1\n1\n")
    assert done.returncode == 1
    said = done.stderr.decode()
    assert said.splitlines()[-1] == "The output cannot be written: no space left on device."
    assert "Traceback" not in said and OUR_MISTAKE not in said


@pytest.mark.parametrize("encoding", ["latin-1:strict", "ascii:strict", "cp1252"])
def test_letters_that_the_terminal_does_not_know(encoding: str, home: Path) -> None:
    folder = home / "odd"
    folder.mkdir()
    (folder / "package.yaml").write_text("id: odd\ntitle: Lamps – žluťoučký → 灯\nlanguages: [en]\n")
    rules = 'system odd:\n  title: "– žluťoučký → 灯"\n\nto play:\n  mvoe "→ 灯"\n'
    (folder / "rules.wright").write_text(rules)
    done = shell(["check", str(folder)], "", PYTHONIOENCODING=encoding)
    assert done.returncode == 1, done.stderr
    assert OUR_MISTAKE.encode() not in done.stdout + done.stderr
    assert b"E0" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii:strict", "utf-8:strict", "latin-1"])
def test_letters_that_were_typed_in_another_encoding(encoding: str) -> None:
    done = shell(TEXT_TABLE, "", "ž\n".encode("cp1250") + b"\xff\xfe\nquit\n", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert b"No option begins with" in done.stdout and b"To continue" not in done.stderr


# ------------------------------------------------------------------ folders


def test_many_processes_where_the_current_folder_is_gone(home: Path) -> None:
    (home / "gone").mkdir()
    words = ["sh", "-c", 'cd "$0" && rmdir "$0" && exec "$@"', str(home / "gone")]
    words += [*children.python("tilewright.cli.main"), "simulate", GAME, "--games", "4", "--jobs", "2"]
    done = subprocess.run(words, capture_output=True, text=True, env=children.environment(), timeout=300)
    assert done.returncode == 0 and "4 games" in done.stdout, done.stderr


@pytest.fixture(params=["a file", "no home"])
def homeless(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """No folder for what was played; gives the reason."""
    if request.param == "a file":
        (home / "state").write_text("no folder")
        return "cannot be made, not a directory"
    import pwd

    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    for name in ("HOME", "TILEWRIGHT_STATE", "TILEWRIGHT_CONFIG", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    return "this user has no home; TILEWRIGHT_STATE can name another folder"


def test_a_game_that_cannot_be_kept_is_played(homeless: str, home: Path) -> None:
    record = home / "recorded.json"
    told = CliRunner().invoke(main, [*TEXT_TABLE, "--record", str(record)], input="1\nquit\n")
    assert told.exit_code == 0, told.output
    assert told.stderr.startswith("This game will not be saved: ") and told.stderr.endswith(f"{homeless}.\n")
    assert "choose an action" in told.stdout and "To continue" not in told.stdout
    assert json.loads(record.read_bytes())["answers"]


def test_bots_play_where_nothing_can_be_kept(homeless: str, home: Path) -> None:
    told = CliRunner().invoke(main, ["play", GAME, "--seed", "1"])
    assert told.exit_code == 0, told.output
    assert "The game is over." in told.stdout and "Recording" not in told.stdout and homeless in told.stderr
    told = CliRunner().invoke(main, ["play", GAME, "--seed", "1", "--record", str(home / "recorded.json")])
    assert told.exit_code == 0 and (home / "recorded.json").exists()


def test_a_recording_is_called_like_its_package(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GAME)
    monkeypatch.setattr("tilewright.cli.commands.play._picture", lambda *_: None)
    told = CliRunner().invoke(main, ["play", ".", "--seed", "3"])
    assert told.exit_code == 0, told.output
    assert [path.name for path in (home / "state" / "recordings").iterdir()] == ["first_card-practice-3.json"]


def test_a_folder_that_was_taken_away_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "lost").mkdir()
    monkeypatch.chdir(home / "lost")
    (home / "lost").rmdir()
    told = CliRunner().invoke(main, ["check", "."])
    assert (told.exit_code, told.stderr) == (1, "The current folder is gone. Go to one that is there.\n")


def test_a_process_without_a_folder_says_so(home: Path) -> None:
    script = 'mkdir gone; cd gone; rmdir ../gone; exec "$@"'
    command = ["sh", "-c", script, "sh", *children.python("tilewright.cli.main"), "check", "."]
    done = subprocess.run(command, capture_output=True, text=True, env=children.environment(), cwd=home)
    assert (done.returncode, done.stderr) == (1, "The current folder is gone. Go to one that is there.\n")
