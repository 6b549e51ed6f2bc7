from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write, write_package
from tilewright.cli.main import commands, summary
from tilewright.host import children
from tilewright.schemas.load import problems

GOOD = """\
system game:
  players: 1

## Nothing much.
to play:
  win "Done."
"""
BAD = GOOD.replace("win", "wni")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path


# ------------------------------------------------------------------ check


def test_a_good_package_is_fine(here: Path) -> None:
    write_package(here / "game", {"a.wright": GOOD})
    result = run("check", "game")
    assert (result.exit_code, result.output) == (0, "No problems in 1 file.\n")


def test_a_mistake_is_shown_with_its_line(here: Path) -> None:
    write_package(here / "game", {"a.wright": BAD})
    result = run("check", "game")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("error[E0")
    assert lines[1] == "  game/a.wright:6:3"
    assert lines[2] == '6 │   wni "Done."'
    assert lines[-1] == ""
    assert result.stderr == "1 error in 1 file.\n"


def test_mistakes_as_json_fit_their_schema(here: Path) -> None:
    write_package(here / "game", {"a.wright": BAD})
    result = run("check", "game", "--format", "json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert problems("diagnostics", document) == []
    assert (document[0]["file"], document[0]["line"]) == ("game/a.wright", 6)


def test_one_line_a_mistake(here: Path) -> None:
    write_package(here / "game", {"a.wright": BAD})
    assert run("check", "game", "--format", "lines").stdout.startswith("game/a.wright:6:3: error E0")


def test_a_folder_of_packages_and_a_single_file(here: Path) -> None:
    write_package(here / "all" / "one", {"a.wright": GOOD})
    write_package(here / "all" / "two", {"a.wright": BAD})
    write(here, {"alone.wright": GOOD})
    assert run("check", "alone.wright").exit_code == 0
    result = run("check", "all", "alone.wright")
    assert result.exit_code == 1
    assert result.stderr == "1 error in 3 files.\n"


def test_a_problem_of_a_library_is_told_once(here: Path) -> None:
    write_package(here / "lib", {"lib.wright": "library lib\n\nto x:\n  nothing_like_it\n"})
    for name in ("one", "two"):
        write_package(here / name, {"a.wright": GOOD}, ("lib",))
    result = run("check", ".")
    assert result.stdout.count("nothing_like_it` ") + result.stdout.count("`nothing_like_it`") == 1


def test_mistakes_in_the_manifest_and_in_the_sources_come_together(here: Path) -> None:
    write(here / "game", {"package.yaml": "id: game\n", "a.wright": BAD})
    result = run("check", "game", "--format", "json")
    files = [record["file"] for record in json.loads(result.stdout)]
    assert files.count("game/package.yaml") == 3 and "game/a.wright" in files


def test_what_is_not_there_is_wrong_use(here: Path) -> None:
    result = run("check", "nowhere")
    assert result.exit_code == 2
    assert "there is nothing at `nowhere`" in result.output


def test_what_is_no_source_is_wrong_use(here: Path) -> None:
    (here / "save.json").write_text("{}")
    result = run("check", "save.json")
    assert result.exit_code == 2 and "`save.json` is neither a folder nor a .wright file" in result.output


def test_an_allowed_warning_is_counted_only(here: Path) -> None:
    allowed = "# tilewright: allow W1999 because it is meant\n" + GOOD
    write_package(here / "game", {"a.wright": allowed})
    result = run("check", "game")
    assert result.exit_code == 0


# ------------------------------------------------------------------ the command itself


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"{name} " in result.output and summary(name) in result.output for name in commands())


@pytest.mark.parametrize("name", commands())
def test_the_first_line_of_a_command_says_what_it_does(name: str) -> None:
    assert re.fullmatch(r"[A-Z][^\"]+\.", summary(name))


@pytest.mark.parametrize("name", commands())
def test_every_command_explains_itself(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: main {name}")


def test_an_unknown_command_is_wrong_use_and_the_nearest_is_proposed() -> None:
    result = run("chek")
    assert result.exit_code == 2
    assert "did you mean `check`?" in result.output


def test_an_unknown_flag_is_wrong_use(here: Path) -> None:
    assert run("check", "--fast", ".").exit_code == 2


def test_a_mistake_of_ours_is_a_sentence(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tilewright.dsl.compile

    def broken(package: object) -> None:
        raise KeyError("something")

    monkeypatch.setattr(tilewright.dsl.compile, "check_package", broken)
    write_package(here / "game", {"a.wright": GOOD})
    result = run("check", "game")
    assert result.exit_code == 1
    assert "KeyError ('something')" in result.output
    assert "Traceback" not in result.output and len(result.output.splitlines()) == 1
    debugged = run("--debug", "check", "game")
    assert isinstance(debugged.exception, KeyError)


# ------------------------------------------------------------------ check --watch


def edit(path: Path, text: str) -> Iterator[list[Path]]:
    """An edit, as somebody makes it who is waited for; then Ctrl+C."""
    path.write_text(text, "utf-8")
    yield [path]


def test_every_edit_is_checked_until_the_end(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(here / "game", {"a.wright": GOOD})
    waited: list[list[Path]] = []

    def edits(folders: list[Path]) -> Iterator[list[Path]]:
        waited.append(folders)
        yield from edit(here / "game" / "a.wright", BAD)
        yield from edit(here / "game" / "package.yaml", "[")
        (here / "game" / "package.yaml").unlink()
        (here / "game" / "a.wright").unlink()
        (here / "game").rename(here / "away")
        yield [here / "game" / f"{name}.wright" for name in "abcd"]
        (here / "away").rename(here / "game")
        write_package(here / "game", {"a.wright": GOOD})
        yield [here / "game" / "a.wright"]

    monkeypatch.setattr("tilewright.cli.watching.edits", edits)
    result = run("check", "game", "--watch")
    assert result.exit_code == 0
    assert waited == [[here / "game"]]
    told = result.output.split("\n\n")
    assert told[0] == "No problems in 1 file.\nWaiting for an edit. Ctrl+C ends this."
    assert told[1].startswith("a.wright changed.\nerror[E0")
    assert "package.yaml changed.\nerror[E09" in result.output
    assert "a.wright, b.wright, c.wright and more changed.\nthere is nothing at `game`" in result.output
    assert result.output.endswith("a.wright changed.\nNo problems in 1 file.\n")


def test_sources_that_come_from_elsewhere_are_watched_from_then_on(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(here / "lib", {"lib.wright": "library lib\n"})
    write_package(here / "game", {"a.wright": GOOD})
    waited: list[list[Path]] = []

    def edits(folders: list[Path]) -> Iterator[list[Path]]:
        waited.append(folders)
        if len(waited) == 1:
            write_package(here / "game", {"a.wright": GOOD}, ("lib",))
            yield [here / "game" / "package.yaml"]

    monkeypatch.setattr("tilewright.cli.watching.edits", edits)
    assert run("check", "game", "--watch").output.endswith("Waiting for an edit. Ctrl+C ends this.\n")
    assert waited == [[here / "game"], [here / "game", here / "lib"]]


def test_ctrl_c_while_something_is_checked_ends_it_too(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(here / "game", {"a.wright": GOOD})

    def edits(_folders: list[Path]) -> Iterator[list[Path]]:
        monkeypatch.setattr("tilewright.dsl.compile.check_package", interrupted)
        yield [here / "game" / "a.wright"]

    def interrupted(_package: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tilewright.cli.watching.edits", edits)
    result = run("check", "game", "--watch")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.endswith("Ctrl+C ends this.\n\na.wright changed.\n")


def test_watching_is_for_readers_and_needs_a_system_that_allows_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(here / "game", {"a.wright": GOOD})
    result = run("check", "game", "--watch", "--format", "json")
    assert (result.exit_code, "--format lines" in result.stderr) == (2, True)

    def edits(_folders: list[Path]) -> Iterator[list[Path]]:
        raise OSError("too many files are watched")

    monkeypatch.setattr("tilewright.cli.watching.edits", edits)
    result = run("check", "game", "--watch")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: edits cannot be watched here: too many files are watched\n",
    )


def test_a_real_edit_is_seen_and_ctrl_c_ends_the_wait(here: Path) -> None:
    write_package(here / "game", {"a.wright": GOOD})
    command = [*children.python("tilewright.cli.main"), "check", "game", "--watch"]
    child = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=children.environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background ignores it
    )
    edited = threading.Event()

    def until_seen() -> None:  # the wait begins a little after it is told
        while not edited.wait(0.2):
            (here / "game" / "a.wright").write_text(BAD, "utf-8")

    editor, guard = threading.Thread(target=until_seen), threading.Timer(60, child.kill)
    guard.start()
    try:
        assert child.stdout is not None
        lines = iter(child.stdout)
        assert next(lines) == "No problems in 1 file.\n"
        assert next(lines) == "Waiting for an edit. Ctrl+C ends this.\n"
        editor.start()
        found = [next(lines) for _ in range(3)]
        edited.set()
        editor.join()
        child.send_signal(signal.SIGINT)
        assert (found[1], found[2][:8]) == ("a.wright changed.\n", "error[E0")
        assert child.wait(30) == 0 and "KeyboardInterrupt" not in child.stdout.read()
    finally:
        edited.set()
        guard.cancel()
        child.kill()
        child.communicate()
