from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.packages import write_package
from tilewright.cli.main import main
from tilewright.runtime import playouts
from tilewright.runtime.simulating import ProcessEnded
from tilewright.schemas.load import problems

GAME = """\
system race:
  title: "Race"
  players: 1 to 3

die d6: 1 to 6
setting goal "Goal": 2 to 30 = 6
setting mood "Mood": one of calm, wild = calm
setting slow "Slow": yes/no = no

kind horse is figure:
  ran: number = 0
  owner: player or none
  controlled by this.owner
horse red "Red horse"

menu moves "Moves" for horse

to play:
  repeat 20:
    for each p in players:
      as p:
        offer moves to red, or "Wait": skip
  lose "Nobody came."

action walk "Walk" by (actor: horse) to (target: square from squares where it is not actor.space) [R-1]:
  in moves
  move actor to target
  raise actor.ran by 1
  check_end

action gallop "Gallop" by (actor: horse) [R-2]:
  in moves
  needs not slow, "It is slow today."
  roll d6
  raise actor.ran by d6
  check_end

to check_end [R-3]:
  if red.ran >= goal: win "Here it is."

board field of square "Field":
  drawing:
    +---+---+---+
    | .   .   . |
    +---+---+---+

mission short "A short race":
  board: field
  setup:
    move red to a1
mission long "A long race":
  board: field
  setup:
    move red to b1
    set red.ran to -9
"""
GOAL = "The game is over. Won by Player 1. Here it is."


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    write_package(tmp_path / "race", {"race.wright": GAME})
    return tmp_path


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


# ------------------------------------------------------------------ the text table


def test_a_game_is_won_from_the_keyboard() -> None:
    result = run("play", "race/short", "--table", "text", "--seed", "1", typed="walk\n1\n" * 6)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert (
        lines[0] == "Race, A short race. Write ? for help, quit to stop."
    )  # who knows the seed knows the dice
    assert "  1. Walk" in lines and "  3. Wait" in lines
    assert GOAL in lines


def test_who_names_no_mission_chooses_one() -> None:
    def begun(typed: str, *words: str) -> list[str]:
        return run("play", *words, "--table", "text", typed=typed).output.splitlines()

    told = begun("9\nlong\nsave mine.json\nquit\n", "race")
    assert told[0] == "Race. Which mission? Write its number or name; Enter plays the first."
    assert told[1:3] == ["   1. short: A short race.", "   2. long: A long race."]
    assert "There is no option 9; there are 2." in told[3]
    assert any("Race, A long race. Write ? for help" in line for line in told)
    assert any("Race, A short race. Write" in line for line in begun("\nquit\n", "race"))
    assert any("Race, A long race. Write" in line for line in begun("2\nquit\n", "race"))
    for nobody in ("", "quit\n"):
        assert not any("Write ? for help" in line for line in begun(nobody, "race"))
    for words in (("race/short",), ("race/long",), ("race", "--load", "mine.json")):
        assert not any("Which mission?" in line for line in begun("quit\n", *words))


def test_an_answer_is_taken_back_until_a_die_has_fallen() -> None:
    # With this seed the die falls short of the goal: a game that is over has no last answer to speak of.
    typed = "walk\n1\nundo\nundo\nundo\ngallop\nundo\nquit\n"
    result = run("play", "race/short", "--table", "text", "--seed", "1", typed=typed)
    assert result.output.count("Taken back.") == 2
    assert "There is nothing to take back." in result.output
    assert "The last answer cannot be taken back: " in result.output


def test_a_game_is_left_and_continued(here: Path) -> None:
    result = run("play", "race/short", "--table", "text", typed="walk\n1\nwalk\n1\nquit\n")
    words = result.output.partition("To continue: tilewright ")[2].split()
    assert words[:3] == ["play", str(Path.cwd() / "race" / "short"), "--load"]
    result = run(*words, typed="walk\n1\n" * 4)
    assert result.exit_code == 0
    assert GOAL in result.output.splitlines()
    assert list((here / "state" / "games").iterdir()) == [], "a game that is over is not kept"


def test_a_game_goes_on_with_those_who_played_it() -> None:
    begin = ("play", "race/short", "--table", "text")
    left = run(
        *begin, "--players", "3", "--seat", "2=random", "--set", "goal=30", typed="wait\nquit\n"
    ).output
    words = shlex.split(left.partition("To continue: tilewright ")[2].splitlines()[0])
    assert words[4:] == ["--seat", "2=random", "--table", "text", "--set", "goal=30"]
    again = run(*words, typed="wait\nquit\n").output
    assert "\nPlayer 1. " in again and "\nPlayer 2. " not in again
    asked = run(*begin, "--set", "goal=30", "--load", words[3], typed="wait\nwait\nquit\n").output
    assert [f"\nPlayer {n}. " in asked for n in (1, 2, 3)] == [True, False, True], (
        "without a wish those sit there who sat there, bots too"
    )
    refused = run(*begin, "--players", "2", "--set", "goal=30", "--load", words[3])
    assert refused.exit_code == 2
    assert "is a game of 3 players, not of 2" in " ".join(refused.output.split())


def test_a_game_is_saved_by_name(here: Path) -> None:
    run("play", "race/short", "--table", "text", typed="walk\n1\nsave mine.json\nquit\n")
    assert problems("save", read(here / "mine.json")) == []
    result = run("play", "race/short", "--table", "text", "--load", "mine.json", typed="table\nquit\n")
    assert "(ran 1)" in result.output


def test_a_bot_takes_a_seat() -> None:
    words = ("play", "race/short", "--table", "text", "--seat", "2=random", "--seed", "1", "--set", "goal=30")
    result = run(*words, typed="wait\n" * 3)
    assert result.exit_code == 0
    assert result.output.count("  3. Wait") == 4
    assert "Player 2. " not in result.output


def test_two_people_share_the_keyboard() -> None:
    result = run("play", "race/short", "--table", "text", "--players", "2", typed="wait\nwait\nquit\n")
    assert result.output.count("\nPlayer 1. ") == 2 and result.output.count("\nPlayer 2. ") == 1
    assert "nobody else is looking" not in result.output, "nobody knows more than the other"


def test_settings_change_the_game() -> None:
    result = run(
        "play",
        "race/short",
        "--table",
        "text",
        "--set",
        "goal=2",
        "--set",
        "slow=yes",
        typed="why\nwalk\n1\nwalk\n1\n",
    )
    assert "Gallop: It is slow today." in result.output
    assert GOAL in result.output.splitlines()


# ------------------------------------------------------------------ wrong use


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rase"], "there is no game `rase`"),
        (["race/medium"], "`race` has no mission `medium`; there are short, long"),
        (["race/shrot"], "did you mean `short`?"),
        (["race", "--players", "4"], "this game is for 1 to 3 players, not for 4"),
        (["race", "--seat", "4=random"], "this game is for 1 to 3 players, not for 4"),
        (["race", "--seat", "2=random", "--players", "1"], "there is no seat player.2 in a game of 1"),
        (["race", "--seat", "one=random"], "`one=random` is not a seat"),
        (["race", "--seat", "1=clever"], "`1=clever` is not a seat"),
        (["race", "--set", "gaol=3"], "`gaol` is not a setting of this game; there are goal, mood, slow"),
        (["race", "--set", "goal=far"], "`goal` is a number, not `far`"),
        (["race", "--set", "goal=31"], "`goal` is a number from 2 to 30, not 31"),
        (["race", "--set", "goal=-1"], "`goal` is a number from 2 to 30, not -1"),
        (["race", "--set", "mood=glad"], "`mood` is one of calm, wild, not `glad`"),
        (["race", "--set", "slow=1"], "`slow` is one of no, yes, not `1`"),
        (["race", "--seed", "-1"], "-1 is not in the range"),
        (["race", "--mod", "storm"], "there is no mod `storm`"),
    ],
)
def test_wrong_use_is_explained(words: list[str], said: str) -> None:
    result = run("play", *words, "--table", "text")
    assert said in result.output
    assert result.exit_code == (1 if "--mod" in words else 2)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It cannot be read"),
        (b"[1, 2", "It cannot be read: it is cut short"),
        (b"[]", "This is not a saved game."),
        (b'{"format": "tilewright/save/9"}', "This save has the format tilewright/save/9"),
        (b'{"format": "tilewright/save/1"}', "The save is damaged"),
    ],
)
def test_what_is_no_save_is_refused(here: Path, content: bytes, said: str) -> None:
    (here / "bad.json").write_bytes(content)
    result = run("play", "race", "--table", "text", "--load", "bad.json")
    assert result.exit_code == 1
    assert "bad.json" in result.output and said in result.output


def test_a_save_of_another_mission_is_refused(here: Path) -> None:
    run("play", "race/short", "--table", "text", typed="walk\n1\nsave mine.json\nquit\n")
    result = run("play", "race/long", "--table", "text", "--load", "mine.json")
    assert result.exit_code == 1
    assert "This is a save of race/short, not of race/long." in result.output


def test_a_recording_that_cannot_be_written_is_wrong_use(here: Path) -> None:
    result = run("play", "race/short", "--record", str(here / "no" / "r.json"))
    assert result.exit_code == 2
    assert "cannot be written: no such file or directory" in result.output


# ------------------------------------------------------------------ without a screen


def test_bots_play_where_there_is_no_screen(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tilewright.viewer.pictures.stills as stills

    views: list[Any] = []

    def drawn(view: Any, path: Path, **_: Any) -> str:
        views.append(view)
        path.write_bytes(b"picture")
        return "nothing"

    monkeypatch.setattr(stills, "screenshot", drawn)
    result = run("play", "race/short", "--seed", "4", "--set", "goal=30")
    assert result.exit_code == 0
    assert result.output.startswith("No window can be opened here, so bots play the game.\n")
    found = {path.suffix: path for path in (here / "state" / "recordings").iterdir()}
    assert f"Picture: {found['.png']}" in result.output
    assert f"Recording: {found['.json']}" in result.output
    assert problems("replay", read(found[".json"])) == []
    assert problems("view", views[0]) == []
    assert views[0]["question"] is not None, "the picture is from the middle of the game"


def test_without_a_renderer_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import tilewright.viewer.pictures.stills as stills

    def refused(*_: Any, **__: Any) -> str:
        raise stills.NoRenderer("Install libx11-6.")

    monkeypatch.setattr(stills, "screenshot", refused)
    result = run("play", "race/short")
    assert result.exit_code == 0
    assert "Install libx11-6." in result.output
    assert "Recording: " in result.output
    assert run("view", "race", "--screenshot", "x.png").exit_code == 1


def test_a_picture_of_a_game_that_got_stuck_names_the_rule(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tilewright.viewer.pictures.stills as stills

    monkeypatch.setattr(stills, "screenshot", lambda *_, **__: "nothing")
    rules = "system endless:\n  players: 1\n\ngame has:\n  round: number\n\n"
    rules += "to play:\n  repeat while round >= 0: wait\n\nto wait: done\n"
    (here / "endless.wright").write_text(rules)
    said = run("view", "endless.wright", "--screenshot", "x.png").output
    assert (
        said.index("A rule goes on without end.") < said.index("endless.wright:8") < said.index("drawn by")
    ), "it is told before a window is opened, which takes more time and memory than the rules may"


# ------------------------------------------------------------------ recordings


def test_a_recording_is_played_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "race/short", "--table", "text", "--record", "r.json", "--seed", "5", typed="walk\n1\n" * 6)
    result = run("replay", "r.json")
    assert result.exit_code == 0
    assert GOAL in result.output.splitlines()
    assert "12 answers played." in result.output
    assert "Red horse moves to b1." in run("replay", "r.json", "--log").output
    monkeypatch.chdir("/")
    assert run("replay", str(here / "r.json")).exit_code == 0, "where it was played is remembered"
    assert run("replay", str(here / "r.json"), "--game", str(here / "race")).exit_code == 0
    (here / "race").rename(here / "elsewhere")
    result = run("replay", str(here / "r.json"))
    assert result.exit_code == 2 and "say where it is with --game" in result.output


def test_a_recording_finds_the_package_it_was_made_with(here: Path) -> None:
    """The rulebook of the course belongs to one package, the mission to another."""
    run("play", "learn/3_first_mission", "--table", "text", "--record", "r.json", typed="\nwalk\n1\n")
    result = run("replay", "r.json")
    assert result.exit_code == 0 and "2 answers played." in result.output


def test_what_one_seat_has_seen_is_written_and_looked_at(here: Path) -> None:
    run("play", "race/short", "--table", "text", "--record", "r.json", "--seed", "5", typed="walk\n1\n" * 6)
    assert "whose" in run("replay", "r.json", "--seen", "s.json").output
    assert run("replay", "r.json", "--seat", "player.1", "--seen", "s.json").exit_code == 0
    Path("link.json").symlink_to("elsewhere.json")
    linked = run("replay", "r.json", "--seat", "player.1", "--seen", "link.json")
    assert linked.exit_code == 2 and "link.json cannot be written: it is a link" in linked.output
    assert problems("seen", read(here / "s.json")) == []
    result = run("replay", "s.json", "--log")
    assert "Red horse moves to b1." in result.output and GOAL in result.output
    assert "player.1 has seen" in result.output.splitlines()[-1]


def test_settings_are_part_of_a_recording() -> None:
    run(
        "play",
        "race/short",
        "--table",
        "text",
        "--record",
        "r.json",
        "--set",
        "goal=2",
        typed="walk\n1\n" * 2,
    )
    result = run("replay", "r.json")
    assert GOAL in result.output.splitlines()
    assert "changed" not in result.output


def test_a_recording_with_a_setting_out_of_its_range_is_refused(here: Path) -> None:
    run("play", "race/short", "--table", "text", "--record", "r.json", typed="walk\n1\n")
    recording = read(here / "r.json")
    recording["program"]["settings"]["goal"] = 31
    (here / "r.json").write_text(json.dumps(recording), "utf-8")
    result = run("replay", "r.json")
    assert result.exit_code == 1 and "31 is outside 2 to 30" in result.output


def test_a_recording_of_changed_content_says_where_it_no_longer_fits(here: Path) -> None:
    run("play", "race/short", "--table", "text", "--record", "r.json", typed="walk\nc1\n" * 6)
    changed = GAME.replace("| .   .   . |", "| .   . |").replace("+---+---+---+", "+---+---+")
    write_package(here / "race", {"race.wright": changed})
    result = run("replay", "r.json")
    assert result.exit_code == 1
    assert "Files of `race` have changed since, and its version is still 1.0.0." in result.output
    assert "At answer 2, the recording has c1 by Player 1 in R-1; here Player 1 chooses" in result.output


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"format": "tilewright/replay/1"}', b"\xff\xfe"])
def test_what_is_no_recording_is_refused(here: Path, content: bytes) -> None:
    (here / "bad.json").write_bytes(content)
    result = run("replay", "bad.json")
    assert result.exit_code == 1
    assert "bad.json" in result.output and "Traceback" not in result.output


# ------------------------------------------------------------------ many games


def test_many_games_are_counted() -> None:
    result = run("simulate", "race/short", "--games", "30", "--jobs", "1", "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    assert {"games", "results", "choices", "choices_per_cpu_second", "stuck"} <= set(figures)
    assert figures["games"] == 30 == sum(figures["results"].values())
    assert figures["stuck"] == 0 and figures["choices"] > 30


def test_bots_that_look_ahead_can_be_counted_and_seated() -> None:
    words = ("--bot", "greedy", "--cards", "--games", "3", "--jobs", "1", "--json")
    figures = json.loads(run("simulate", "race/short", *words).stdout)
    assert (figures["bot"], figures["games"], figures["stuck"]) == ("greedy", 3, 0)
    assert isinstance(figures["cards"], dict)
    output = run("play", "race/short", "--table", "text", "--seat", "all=greedy", "--seed", "1").output
    assert GOAL in output.splitlines()


def test_the_same_seed_gives_the_same_games() -> None:
    def counted(*words: str) -> Any:
        figures = json.loads(run("simulate", "race", "--games", "20", "--json", *words).stdout)
        return figures["results"], figures["lengths"]

    assert counted("--seed", "7", "--jobs", "1") == counted("--seed", "7", "--jobs", "2")
    assert counted("--seed", "7") != counted("--seed", "107")


def test_a_table_for_people() -> None:
    output = run("simulate", "race/long", "--games", "20", "--jobs", "1").output
    assert "20 games of 1 player with " in output
    assert "choices per second of processor time." in output


def test_a_rule_that_never_ends_is_named(here: Path) -> None:
    endless = GAME.replace("  raise actor.ran by d6\n", "  repeat while d6 > 0: raise actor.ran by 0\n")
    write_package(here / "race", {"race.wright": endless})
    result = run("simulate", "race/short", "--games", "5", "--jobs", "1")
    assert result.exit_code == 1
    assert "got stuck after" in result.output and "[R-2] race/race.wright:35" in result.output
    figures = json.loads(run("simulate", "race/short", "--games", "60", "--jobs", "1", "--json").stdout)
    assert figures["stuck"] == figures["results"]["stuck"] > len(figures["stuck_games"]) == 20


def test_a_game_that_takes_long_is_told_while_it_is_played(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playouts, "LONG", 0.0)
    result = run("simulate", "race/short", "--games", "5", "--jobs", "1", "--seed", "3")
    line = "Seed 3 is still being played after 1 choice. Now asking: [play] race/race.wright:22"
    assert result.exit_code == 0 and result.stderr.count(line) == 1 == result.stderr.count("still")


def test_a_game_without_a_first_verb_can_be_tested_but_not_played(here: Path) -> None:
    write_package(here / "idle", {"idle.wright": "system idle\n\nto rest: win\n"})
    said = "nothing says how the game begins"
    for words in (("play", "idle", "--table", "text"), ("simulate", "idle")):
        result = run(*words)
        assert result.exit_code == 1 and said in result.output
    assert (run("test", "idle").exit_code, run("check", "idle").exit_code) == (5, 0)
    write_package(here / "idle", {"idle.wright": "system idle\n\nmission day:\n  setup: done\n"})
    assert said in run("check", "idle").output


def test_a_game_that_goes_wrong_is_kept_and_the_rule_is_shown(here: Path) -> None:
    wrong = GAME.replace("  roll d6\n", "  roll d6\n  let other = spare horse\n  raise other.ran by 1\n")
    write_package(here / "race", {"race.wright": wrong})
    output = run("play", "race/short", "--table", "text", typed="gallop\n").output
    assert "What went wrong is written in race/race.wright:36." in output
    kept = output.partition("tilewright replay ")[2].split(" --game")[0]
    assert Path(kept).exists()
    write_package(here / "race", {"race.wright": GAME})
    again = run("replay", kept, "--game", "race/short")
    assert "Files of `race` have changed since" in again.output


def test_a_process_that_is_ended_from_outside_ends_the_command_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(*_: Any) -> Any:
        raise ProcessEnded

    monkeypatch.setattr("tilewright.runtime.simulating.simulate", ended)
    result = run("simulate", "race", "--games", "4")
    assert result.exit_code == 1 and "ended from outside" in result.output


def test_a_game_from_a_test_does_not_tell_of_the_one_before_it() -> None:
    """Its set-up was played up to the first question, or to an end that means nothing here."""
    title = "A lamp is lit by whoever stands beside it"
    told = run(
        "play",
        "learn/5_tests/ship_at_night",
        "--table",
        "text",
        "--seed",
        "1",
        "--test",
        title,
        typed="quit\n",
    )
    lines = told.output.splitlines()
    assert lines[2] == f"By hand: as given in the test “{title}”.", told.output


def test_what_takes_too_long_to_be_shown_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = "".join(f"define d{n}: number = d{n - 1} + d{n - 1}\n" for n in range(1, 40))
    rules = f"""system slow:
  players: 1
  begins: play
game has:
  gold: number
define d0: number = gold
{levels}goal "Gold: {{d39}}"
to play:
  choose n from 1 to 2
  win "Done."
"""
    write_package(here / "slow", {"rules.wright": rules})
    told = run("play", "slow", "--table", "text", "--seed", "1", typed="quit\n").output
    said = r"is not shown, since `d\d+` takes too long to work out: slow/rules.wright:\d+\.\n"
    assert re.search(said, told)
    monkeypatch.setattr("tilewright.viewer.pictures.stills.screenshot", lambda *_, **__: "nothing")
    drawn = run("view", "slow", "--screenshot", "x.png")
    assert re.search(said, drawn.stderr) and drawn.stdout == "x.png, drawn by nothing.\n"
