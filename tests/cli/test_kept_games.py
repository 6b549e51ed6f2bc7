"""Saves and recordings name what they were played with, and every command that is printed for them works."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.packages import write, write_package
from tilewright.cli.main import main
from tilewright.runtime.history.played_with import differences
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.wording import ENGLISH

from .test_cli_play import GAME

OLD = Path(__file__).parent / "old"
DARK = """\
mod dark for race

action creep "Creep" by (actor: horse) [D-1]:
  in moves
  raise actor.ran by 1
  check_end
"""
HAIL = "mod hail for race\n\nafter gallop [H-1]: raise actor.ran by 1\n"
TESTS = """\
tests for race

test "Nearly there":
  given: set red.ran to 1
  do: play
  expect: red.ran = 1
"""
MANIFEST = 'id: dark\ntitle: Dark\nversion: 1.0.0\nengine: ">=0.1"\nuses: [{id: race, version: ">=0"}]\n'
CZECH = '"mission/short/title": Krátký závod\n'


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("cache", "state", "config", "data"):
        monkeypatch.setenv(f"TILEWRIGHT_{name.upper()}", str(tmp_path / "own" / name))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    write_package(tmp_path / "race", {"race.wright": GAME})
    write_package(tmp_path / "dark", {"dark.wright": DARK}, ("race",))
    write_package(tmp_path / "far away" / "hail", {"hail.wright": HAIL}, ("race",))
    return tmp_path


def kept(*words: str, typed: str = "walk\nc1\nquit\n") -> Path:
    """The file of a game that was begun and left."""
    result = run("play", *words, "--table", "text", typed=typed)
    assert result.exit_code == 0, result.output
    return Path(words_after("To continue:", result.output)[3])


def words_after(what: str, output: str) -> list[str]:
    """The words of the command that was printed for something."""
    (line,) = re.findall(rf"{re.escape(what)} tilewright (.*)$", output, re.MULTILINE)
    return shlex.split(line)


def child(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command run as whoever reads it would: in a process of its own, in whichever folder that is."""
    code = "from tilewright.cli.main import main; main()"
    command = [sys.executable, "-P", "-c", code, *words]
    elsewhere = Path("some other folder")
    elsewhere.mkdir(exist_ok=True)
    return subprocess.run(command, cwd=elsewhere, input=typed, capture_output=True, text=True, timeout=120)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


# ------------------------------------------------------------------ what a file says


def test_a_save_names_the_game_its_mods_their_versions_and_hashes() -> None:
    played_on = read(kept("race/short", "--mod", "dark"))["program"]
    named = [(one["as"], one["id"], one["version"], len(one["digest"])) for one in played_on["packages"]]
    assert named == [("game", "race", "1.0.0", 64), ("mod", "dark", "1.0.0", 64)]
    assert played_on["engine"]


def test_a_recording_names_them_too(here: Path) -> None:
    run("play", "race/short", "--mod", "dark", "--table", "text", "--record", "r.json", typed="creep\nquit\n")
    assert [one["id"] for one in read(here / "r.json")["program"]["packages"]] == ["race", "dark"]


def test_a_remark_changes_the_hash_of_the_files_and_not_the_game(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    before = read(file)["program"]
    source = here / "dark" / "dark.wright"
    source.write_text(source.read_text("utf-8") + "# the end\n", "utf-8")
    result = run("play", "race", "--load", str(file), "--table", "text", typed="quit\n")
    assert result.exit_code == 0, result.output
    after = read(file)["program"]
    assert after["hash"] == before["hash"]
    assert after["packages"][0] == before["packages"][0]
    assert after["packages"][1] == before["packages"][1], "nothing was answered, so nothing was written"


# ------------------------------------------------------------------ to continue


@pytest.mark.parametrize(
    "words",
    [
        ("race",),
        ("race/long", "--mod", "dark", "--mod", "far away/hail"),
        ("race/short", "--mods", "evening"),
        ("race/short", "--language", "cs"),
        ("race/short", "--players", "3", "--seat", "2=random", "--set", "goal=30", "--set", "mood=wild"),
        ("race/short", "--players", "2", "--seat", "all=greedy", "--seat", "1=human", "--mod", "dark"),
        ("race/short", "--test", "Nearly there", "--mod", "dark", "--players", "3"),
        ("far away/race two/race/long", "--mod", "far away/hail"),
    ],
)
def test_what_is_said_to_continue_a_game_continues_it(here: Path, words: tuple[str, ...]) -> None:
    write(here / "race", {"tests.wright": TESTS, "texts/cs.yaml": CZECH})
    shutil.copytree(here / "race", here / "far away" / "race two" / "race")
    run("sets", "evening", "--game", "race", "--add", "dark", "--add", "far away/hail")
    chosen = "short\n" if words == ("race",) else ""
    left = run("play", *words, "--table", "text", "--seed", "1", typed=f"{chosen}walk\n1\nquit\n")
    assert left.exit_code == 0, left.output
    # A set may be another one by then, and a folder in which somebody is may be called like the game.
    run("sets", "evening", "--remove", "hail")
    told = "Pokračovat můžeš takto:" if "cs" in words else "To continue:"
    again = child(*words_after(told, left.output), typed="log\nquit\n")
    assert (again.returncode, again.stderr) == (0, left.stderr)
    assert "--table" in words_after(told, left.output)
    assert "Red horse: Walk" in again.stdout or "Red horse: Gallop" in again.stdout
    assert ("Krátký závod" in again.stdout) == ("cs" in words)
    # What that says in turn does so, too; and a save says by itself with what it was played.
    in_turn = words_after(told, again.stdout)[:4]
    last = child(*in_turn, "--table", "text", typed="log\nquit\n")
    assert last.returncode == 0, last.stderr


def test_what_is_said_to_see_a_game_again_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.cli.commands.play._picture", lambda *_: None)
    result = run("play", "race/short", "--mod", "far away/hail", "--seed", "3")
    assert result.exit_code == 0, result.output
    again = child(*words_after("To see it again:", result.output))
    assert again.returncode == 0 and "answers played." in again.stdout, again.stdout + again.stderr
    text = words_after("To play it yourself in the terminal:", result.output)
    there = Path("far away/hail").absolute()
    assert text == ["play", f"{Path('race').absolute()}/short", "--table", "text", "--mod", str(there)]
    assert child(*text, typed="quit\n").returncode == 0


def test_who_has_no_window_is_told_the_set_of_mods_that_was_named_or_is_needed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was unpacked for a set has no other name. A set that is damaged is passed by."""
    monkeypatch.setattr("tilewright.cli.commands.play._picture", lambda *_: None)
    manifest = (here / "dark/package.yaml").read_text("utf-8") + "licence: MIT\n"
    write(here / "dark", {"package.yaml": manifest})
    assert run("pack", "dark", "--output", "dark.tilewright", "--untested").exit_code == 0
    for name in ("dusk", "noon", "day"):
        assert run("sets", name, "--game", "race", "--add", "far away/hail").exit_code == 0
    for name in ("evening", "day"):
        assert run("sets", name, "--game", "race", "--add", "dark.tilewright").exit_code == 0
    shutil.rmtree(here / "dark")

    def told(*words: str) -> list[str]:
        result = run("play", *words, "--seed", "3")
        assert result.exit_code == 0, result.output
        found = words_after("To play it yourself in the terminal:", result.output)
        assert found[:4] == ["play", f"{here}/race/short", "--table", "text"]
        assert child(*found, typed="quit\n").returncode == 0
        return found[4:]

    assert told("race/short", "--mods", "noon") == ["--mods", "noon"]
    assert told("race/short", "--mod", "far away/hail") == ["--mod", f"{here}/far away/hail"]
    write(here / "own/config/mods", {"a_day.json": "{"})
    assert told("race", "--load", str(kept("race/short", "--mods", "evening"))) == ["--mods", "evening"]
    both = kept("race/short", "--mods", "evening", "--mod", "far away/hail")
    assert told("race", "--load", str(both)) == ["--mods", "day"]


def test_a_mod_that_its_name_alone_does_not_lead_to_is_named_to_go_on(here: Path) -> None:
    shutil.copytree(here / "dark", here / "far away" / "dark")
    write(here / "dark", {"dark.wright": DARK.replace("raise actor.ran by 1", "raise actor.ran by 2")})
    shutil.move(here / "far away" / "hail", here / "race" / "mods" / "hail")
    words = ("race/short", "--mod", "far away/dark", "--mod", "hail", "--table", "text")
    left = run("play", *words, typed="creep\nwalk\nc1\nquit\n")
    again = words_after("To continue:", left.output)
    assert again[6:] == ["--mod", f"{here}/far away/dark", "--mod", "hail@1.0.0"]
    done = child(*again, typed="log\nquit\n")
    assert done.returncode == 0 and "Red horse: Creep" in done.stdout, done.stderr


def test_a_saved_game_is_continued_as_it_was_begun_whatever_is_left_out(here: Path) -> None:
    file = kept("race/long", "--mod", "dark", "--set", "mood=wild", "--players", "2")
    result = run("play", "race", "--load", str(file), "--table", "text", typed="quit\n")
    assert result.exit_code == 0, result.output
    assert "A long race" in result.output and "Creep" in result.output
    words = words_after("To continue:", result.output)
    assert words == ["play", f"{here}/race/long", "--load", str(file), "--table", "text"]
    again = child(*words, typed="quit\n")
    assert again.returncode == 0 and "Creep" in again.stdout


# ------------------------------------------------------------------ what is not here


def test_a_mod_that_is_missing_is_named(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    shutil.rmtree(here / "dark")
    result = run("play", "race", "--load", str(file), "--table", "text")
    assert result.exit_code == 1
    assert "It was played with the mod `dark` 1.0.0, which is missing here." in result.output
    assert "\nTo install `dark` 1.0.0: tilewright install dark@1.0.0 --from INDEX\n" in result.output
    words = words_after("To play it as far as it fits:", result.output)
    assert words == ["replay", str(file), "--game", f"{here}/race"]
    again = child(*words)
    said = again.stdout.splitlines()
    assert said[0] == "It was played with the mod `dark` 1.0.0, which is missing here."
    assert said[1] == "To install `dark` 1.0.0: tilewright install dark@1.0.0 --from INDEX"
    assert said[2].endswith("played.")


def test_a_recording_is_played_as_far_as_it_fits(here: Path) -> None:
    file = kept("race/short", "--mod", "dark", typed="walk\nc1\ncreep\nwalk\nb1\nquit\n")
    shutil.rmtree(here / "dark")
    result = run("replay", str(file))
    assert (result.exit_code, result.output.splitlines()) == (
        1,
        [
            "It was played with the mod `dark` 1.0.0, which is missing here.",
            "To install `dark` 1.0.0: tilewright install dark@1.0.0 --from INDEX",
            "2 of 5 answers played.",
            "At answer 3, the recording has creep by Player 1; here Player 1 chooses from Walk, Gallop, "
            "Wait.",
        ],
    )


@pytest.mark.parametrize(
    ("version", "than"), [("0.9.0", "older"), ("1.0.1", "newer"), ("2.0.0-beta", "newer")]
)
def test_a_mod_of_another_version_is_named(here: Path, version: str, than: str) -> None:
    file = kept("race/short", "--mod", "dark")
    changed = DARK.replace("raise actor.ran by 1", "raise actor.ran by 2")
    write_package(here / "dark", {"dark.wright": changed}, ("race",), version=version)
    result = run("play", "race", "--load", str(file), "--table", "text")
    said = f"It was played with the mod `dark` 1.0.0; here it is {version}, which is {than}."
    assert result.exit_code == 1 and said in result.output
    words = words_after("To play it as far as it fits:", result.output)
    assert words == ["replay", str(file), "--game", f"{here}/race"]
    assert said in child(*words).stdout


def test_a_mod_that_is_too_many_is_named_and_the_right_command_is_offered(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    words = ("--mod", "dark", "--mod", "far away/hail")
    result = run("play", "race/short", "--load", str(file), "--table", "text", *words)
    assert result.exit_code == 1
    assert "It was played without the mod `hail`, which is here in version 1.0.0." in result.output
    words_offered = words_after("To continue it:", result.output)
    assert words_offered == ["play", f"{here}/race/short", "--load", str(file), "--table", "text"]
    assert child(*words_offered, typed="quit\n").returncode == 0


def test_files_that_have_changed_are_named(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    write(here / "dark", {"dark.wright": DARK.replace("raise actor.ran by 1", "raise actor.ran by 2")})
    result = run("play", "race", "--load", str(file), "--table", "text")
    assert result.exit_code == 1
    assert "Files of the mod `dark` have changed since, and its version is still 1.0.0." in result.output
    assert child(*words_after("To play it as far as it fits:", result.output)).returncode == 0


def test_a_mod_with_mistakes_is_told_with_the_way_out(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    write(here / "dark", {"dark.wright": DARK.replace("check_end", "check_the_end")})
    for words in (("play", "race", "--load", str(file), "--table", "text"), ("replay", str(file))):
        result = run(*words)
        assert result.exit_code == 1 and "error[E" in result.output
    assert "Files of the mod `dark` have changed since" in result.output


def test_other_settings_are_named(here: Path) -> None:
    file = kept("race/short", "--set", "mood=wild", "--set", "slow=yes")
    result = run("play", "race", "--load", str(file), "--table", "text", "--set", "goal=7")
    assert "It was played with other settings: goal=6, mood=wild, slow=yes." in result.output
    assert child(*words_after("To continue it:", result.output), "--table", "text").returncode == 0


def test_the_version_that_was_played_is_taken_where_there_are_several(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    shutil.move(here / "dark", here / "race" / "mods" / "dark_1")
    write(here / "race" / "mods" / "dark_1", {"package.yaml": MANIFEST})
    newer = here / "race" / "mods" / "a_dark"
    shutil.copytree(here / "race" / "mods" / "dark_1", newer)
    manifest = (newer / "package.yaml").read_text("utf-8")
    (newer / "package.yaml").write_text(manifest.replace("1.0.0", "1.1.0"), "utf-8")
    result = run("play", "race", "--load", str(file), "--table", "text", typed="quit\n")
    assert result.exit_code == 0, result.output
    again = child(*words_after("To continue:", result.output), typed="walk\nquit\n")
    assert again.returncode == 0, again.stderr
    assert read(file)["program"]["packages"][1]["version"] == "1.0.0"


def test_mods_of_sets_are_found_wherever_they_lie(here: Path) -> None:
    run("sets", "evening", "--game", "race", "--add", "far away/hail")
    file = kept("race/short", "--mods", "evening")
    result = run("play", "race", "--load", str(file), "--table", "text", typed="quit\n")
    assert result.exit_code == 0, result.output
    words = ("play", "race/short", "--mods", "evening", "--mod", "dark", "--table", "text")
    again = words_after("To continue:", run(*words, typed="walk\nc1\nquit\n").output)
    run("sets", "evening", "--delete")
    assert child(*again, typed="quit\n").returncode == 0


def test_what_is_installed_is_named_as_people_name_it(here: Path) -> None:
    manifest = (here / "dark/package.yaml").read_text("utf-8") + "licence: MIT\n"
    for version in ("1.0.0", "1.1.0"):
        write(here / "dark", {"package.yaml": manifest.replace("1.0.0", version)})
        assert run("pack", "dark", "--output", f"{version}.tilewright", "--untested").exit_code == 0
        assert run("install", f"{version}.tilewright").exit_code == 0
    shutil.rmtree(here / "dark")
    file = kept("race/short", "--mod", "dark@1.0.0")

    def goes_on() -> bool:
        left = run("play", "race", "--load", str(file), "--table", "text", typed="wait\nquit\n").output
        return child(*words_after("To continue:", left), typed="quit\n").returncode == 0

    assert goes_on()
    run("sets", "noon", "--game", "race", "--add", "1.0.0.tilewright")
    run("remove", "dark@1.0.0")
    assert goes_on()
    refused = run("sets", "noon", "--delete")
    assert "1 saved game was played with `dark` 1.0.0." in refused.output and refused.exit_code == 1
    assert goes_on()
    said = run("sets", "noon", "--delete", "--anyway").output
    assert said == "The set `noon` is forgotten; dark 1.0.0, which only it kept, goes from the disk.\n"
    assert goes_on(), "version 1.1.0 has the same rules"


def test_an_old_save_names_the_command_that_brings_the_version_of_its_mod(here: Path) -> None:
    manifest = (here / "dark/package.yaml").read_text("utf-8") + "licence: MIT\n"
    for version, steps in (("1.0.0", "1"), ("2.0.0", "2")):
        rules = DARK.replace("raise actor.ran by 1", f"raise actor.ran by {steps}")
        write(here / "dark", {"package.yaml": manifest.replace("1.0.0", version), "dark.wright": rules})
        (here / "index").mkdir(exist_ok=True)
        assert run("pack", "dark", "--output", "index", "--untested").exit_code == 0
    shutil.rmtree(here / "dark")
    assert run("index", "index").exit_code == 0
    assert run("install", "dark@1.0.0", "--from", "index").exit_code == 0
    file = kept("race/short", "--mod", "dark")
    refused = run("remove", "dark")
    assert refused.exit_code == 1 and "1 saved game was played with `dark` 1.0.0." in refused.output
    assert run("play", "race", "--load", str(file), "--table", "text", typed="quit\n").exit_code == 0
    assert run("remove", "dark", "--anyway").exit_code == 0
    assert run("install", "dark", "--from", "index").exit_code == 0
    for words in (("play", "race", "--load", str(file), "--table", "text"), ("replay", str(file))):
        said = run(*words).output
        assert "It was played with the mod `dark` 1.0.0; here it is 2.0.0, which is newer." in said
        wanted = words_after("To install `dark` 1.0.0:", said)
        assert wanted == ["install", "dark@1.0.0", "--from", f"{here}/index"]
    assert child(*wanted).returncode == 0
    again = run("play", "race", "--load", str(file), "--table", "text", typed="quit\n")
    assert again.exit_code == 0, again.output


def test_the_version_of_an_installed_game_that_was_played_is_taken(here: Path) -> None:
    manifest = (here / "race/package.yaml").read_text("utf-8") + "licence: MIT\n"
    for version, turns in (("1.0.0", "20"), ("1.1.0", "21")):
        rules = GAME.replace("repeat 20", f"repeat {turns}")
        write(here / "race", {"package.yaml": manifest.replace("1.0.0", version), "race.wright": rules})
        assert run("pack", "race", "--output", f"{version}.tilewright", "--untested").exit_code == 0
    shutil.rmtree(here / "race")
    assert run("install", "1.0.0.tilewright").exit_code == 0
    file = kept("race/short")
    assert run("install", "1.1.0.tilewright").exit_code == 0
    assert child("play", "race", "--load", str(file), "--table", "text", typed="quit\n").returncode == 0
    assert child("replay", str(file), "--game", "race").returncode == 0
    refused = run("remove", "race@1.0.0")
    assert refused.exit_code == 1 and "1 saved game was played with `race` 1.0.0." in refused.output
    assert run("remove", "race@1.0.0", "--anyway").exit_code == 0
    said = run("play", "race", "--load", str(file), "--table", "text").output
    assert "It was played with `race` 1.0.0; here it is 1.1.0, which is newer." in said
    assert "To install `race` 1.0.0: tilewright install race@1.0.0 --from INDEX" in said


def test_who_leaves_before_the_first_answer_is_promised_nothing(here: Path) -> None:
    said = run("play", "race/short", "--table", "text", typed="?\nquit\n").output
    assert "after the first answer, the game is saved" in said
    assert said.endswith("Nothing was answered, so there is nothing to continue.\n")
    assert not list((here / "own/state").rglob("*.save.json"))


def test_a_set_that_is_damaged_is_passed_by(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    write(here / "own" / "config" / "mods", {"evening.json": "{"})
    assert run("play", "race", "--load", str(file), "--table", "text", typed="quit\n").exit_code == 0


def test_a_save_of_another_game_is_offered_to_that(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    write_package(here / "other", {"a.wright": 'system other:\n  players: 1\n\nto play: win "Done."\n'})
    result = run("play", "other", "--load", str(file), "--table", "text")
    assert "This is a save of race, not of other." in result.output
    assert child(*words_after("To continue it:", result.output), "--table", "text").returncode == 0
    shutil.move(here / "race", here / "far away" / "race")
    result = run("play", "other", "--load", str(file), "--table", "text")
    assert "Its game `race` is not here" in result.output


def test_a_save_of_another_release_is_only_played_again(here: Path) -> None:
    file = kept("race/short")
    document = read(file)
    document["program"] |= {"engine": "0.0.9", "hash": "0"}
    file.write_text(json.dumps(document), "utf-8")
    result = run("play", "race", "--load", str(file), "--table", "text")
    assert "It was played with Tilewright 0.0.9; this is" in result.output
    assert child(*words_after("To play it as far as it fits:", result.output)).returncode == 0


# ------------------------------------------------------------------ what was written before


def test_an_old_save_loads_or_says_why_not() -> None:
    file = OLD / "race.save.1.json"
    result = run("play", "race", "--load", str(file), "--table", "text", typed="log\nquit\n")
    if result.exit_code:
        assert "belongs to another version of race/short" in result.output
        assert "so old that it does not name its mods" in result.output
    else:
        assert "Walk to c1" in result.output
    again = child("replay", str(OLD / "race.replay.1.json"), "--game", str(Path("race").absolute()))
    assert again.stdout.endswith("2 answers played.\n")


def test_an_old_save_of_other_rules_says_that_it_names_no_mods(here: Path) -> None:
    write(here / "race", {"race.wright": GAME.replace("repeat 20", "repeat 21")})
    result = run("play", "race", "--load", str(OLD / "race.save.1.json"), "--table", "text")
    assert result.exit_code == 1
    assert "its replay can still be played. It is so old that it does not name its mods." in result.output
    assert child(*words_after("To play it as far as it fits:", result.output)).returncode == 0


# ------------------------------------------------------------------ at the table


def test_a_table_of_text_loads_what_was_saved(here: Path) -> None:
    typed = "walk\nc1\nsave mine.json\nwait\nload\nload nowhere.json\nload mine.json\nlog\nquit\n"
    result = run("play", "race/short", "--table", "text", typed=typed)
    said = result.output
    assert "Write the name of the file: load my_game.json" in said
    assert "nowhere.json: It cannot be read" in said and "Loaded mine.json." in said
    assert "Walk to c1" in said.partition("Loaded mine.json.")[2]


def test_an_option_may_be_called_like_the_command(here: Path) -> None:
    write(here / "race", {"race.wright": GAME.replace('"Wait"', '"Load the cart"')})
    result = run("play", "race/short", "--table", "text", typed="load the cart\nquit\n")
    assert "cannot be read" not in result.output


def test_a_table_says_what_a_save_was_played_with(here: Path) -> None:
    file = kept("race/short", "--mod", "dark")
    result = run("play", "race/short", "--table", "text", typed=f"load {file}\nquit\n")
    assert "It was played with the mod `dark` 1.0.0, which is missing here. To continue it: " in result.output
    command = re.search(r"To continue it: tilewright (.*)", result.output)
    assert command is not None
    assert child(*shlex.split(command[1]), "--table", "text", typed="quit\n").returncode == 0


def test_without_a_command_line_a_session_only_says_what_is_different(here: Path) -> None:
    from tilewright.cli.loading import load
    from tilewright.runtime.game import Game

    file = kept("race/short", "--mod", "dark")
    session = TableSession(Game.start(load("race/short").program, 1, 1), ["player.1"])
    said = session.load(file)
    assert said is not None and said.endswith("which is missing here.")


# ------------------------------------------------------------------ versions


def package(version: str, digest: str = "a", role: str = "mod") -> dict[str, str]:
    return {"id": "dark", "version": version, "digest": digest, "as": role}


@pytest.mark.parametrize(
    ("then", "now", "sort"),
    [
        ("1.0.0", "1.0.0", None),
        ("1.2.0", "1.10.0", "newer"),
        ("1.0.0-beta", "1.0.0", "newer"),
        ("1.0.0", "1.0.0-beta", "older"),
        ("1.0.0+a", "1.0.0+b", "newer"),
        ("x.1", "1", "newer"),
    ],
)
def test_versions_are_compared_as_numbers(then: str, now: str, sort: str | None) -> None:
    found = differences([package(then)], [package(now)])
    assert [one.sort for one in found] == ([] if sort is None else [sort])


def test_what_belongs_to_the_game_is_named_without_calling_it_a_mod() -> None:
    (found,) = differences([package("1.0.0", role="library")], [package("1.0.0", "b", "library")])
    assert (
        ENGLISH.tell(found.sentence())
        == "Files of `dark` have changed since, and its version is still 1.0.0."
    )
