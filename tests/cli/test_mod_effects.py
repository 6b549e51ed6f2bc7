"""What mods do to games that are played, and to what commands tell of their rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.commands import run
from support.packages import write, write_package
from tilewright.cli.comparing import compared, difference, document, middle, wilson
from tilewright.runtime.simulating import ProcessEnded, Report

GAME = """\
system dice:
  players: 1 to 2

die d6: 1 to 6
setting goal "Goal": 1 to 6 = 4

kind coin is token
coin copper "Copper":
  copies: 2

to play:
  repeat 3: throw
  lose "Bad luck."

to throw [D-1]:
  roll d6
  choose n from 1 to 2
  if d6 >= goal: win "Luck."

mission one "One":
  setup: done
mission two "Two":
  setup: done
"""
LUCK = """\
mod luck for dice

change coin copper:
  copies: 3
replace to throw [D-1]:
  repeat 6:
    choose n from 1 to 2
  win "Luck."
mission three "Three":
  setup: done
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "dice", {"dice.wright": GAME})
    write_package(tmp_path / "luck", {"luck.wright": LUCK}, ("dice",))
    return tmp_path


def missions(*words: str, games: int = 60) -> Any:
    number = str(games)
    result = run("simulate", "dice", "--every-mission", "--games", number, "--jobs", "1", "--json", *words)
    return result.exit_code, {one["mission"]: one for one in json.loads(result.stdout)["missions"]}


def mod(here: Path, rules: str) -> None:
    write(here / "luck", {"luck.wright": f"mod luck for dice\n\n{rules}"})


# ------------------------------------------------------------------ simulate


def test_every_mission_is_compared_with_itself_without_the_mod() -> None:
    code, found = missions("--mod", "luck")
    assert code == 0
    assert {name: one["findings"] for name, one in found.items()} == {
        "one": ["much easier", "longer: 2 → 6 choices"],
        "two": ["much easier", "longer: 2 → 6 choices"],
        "three": ["new"],
    }
    one = found["one"]
    assert one["with"]["won"]["everybody"]["value"] == 1
    assert one["with"]["won"]["everybody"]["low"] == pytest.approx(0.9398, abs=1e-3)
    assert one["without"]["games"] == one["with"]["games"] == 60
    assert one["won_more"]["everybody"]["low"] > 0


def test_a_mod_that_changes_nothing_changes_no_figure(here: Path) -> None:
    mod(here, "after play: done\n")
    code, found = missions("--mod", "luck")
    assert code == 0 and all(one["findings"] == [] for one in found.values())
    for one in found.values():
        assert one["without"] == one["with"], "both play the same seeds"


def test_missions_that_get_stuck_or_are_not_won_any_more_end_with_1(here: Path) -> None:
    mod(here, "replace to throw [D-1]:\n  roll d6\n")
    code, found = missions("--mod", "luck")
    assert code == 1 and "no longer won" in found["one"]["findings"]
    mod(here, "before throw:\n  repeat:\n    choose n from 1 to 2 by chance\n")
    code, found = missions("--mod", "luck", games=1)
    assert code == 1 and any(said.startswith("stuck: ") for said in found["one"]["findings"])


def test_people_see_a_table(here: Path) -> None:
    said = run("simulate", "dice", "--every-mission", "--games", "20", "--jobs", "1", "--mod", "luck").stdout
    assert "20 games of each, seeds from 0" in said and "three" in said
    alone = run("simulate", "dice", "--every-mission", "--games", "20", "--jobs", "1")
    assert alone.exit_code == 0 and "Choices" in alone.stdout and "new" not in alone.stdout


def test_where_nothing_is_different_the_table_says_why(here: Path) -> None:
    mod(here, "after play: done\n")
    words = ("simulate", "dice", "--every-mission", "--games", "20", "--jobs", "1", "--mod", "luck")
    said = run(*words).stdout
    assert said.count("no more than chance does") == 2 and "never won" not in said
    write(here / "dice", {"dice.wright": GAME.replace("if d6 >= goal: win", "if d6 > 6: win")})
    said = " ".join(run(*words).stdout.split())
    assert said.count("never won") == 2
    assert "What these bots never win, people may: `--bot greedy` or more games (`--games`) can tell" in said


def test_every_mission_is_asked_of_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("simulate", "dice/one", "--every-mission")
    assert result.exit_code == 2 and "leave out `/one`" in result.output

    def ended(*_: object, **__: object) -> None:
        raise ProcessEnded

    monkeypatch.setattr("tilewright.runtime.simulating.simulate", ended)
    result = run("simulate", "dice", "--every-mission")
    assert result.exit_code == 1 and "ended from outside" in result.output


def test_intervals_are_those_of_the_books() -> None:
    assert wilson(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    # Newcombe 1998, table II, method 10: 56/70 against 48/80.
    assert difference(wilson(48, 80), wilson(56, 70)) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
    assert middle(list(range(1, 101))) == (50.5, 40, 61)
    assert middle([7]) == (7, 7, 7)


def report(games: int, players: int, length: int, **wins: int) -> Report:
    found = Report(games=games, players=players, lengths=[length] * games)
    found.wins = Counter({name.replace("_", "."): count for name, count in wins.items()})
    found.outcomes = Counter(win=sum(wins.values()), lose=games - sum(wins.values()))
    return found


def test_who_wins_is_told_where_players_are_against_each_other() -> None:
    before = report(100, 2, 30, player_1=50, player_2=50)
    after = report(100, 2, 10, player_1=95, player_2=5)
    assert compared("m", before, after).findings == (
        "won much more by player.1",
        "won much less by player.2",
        "shorter: 30 → 10 choices",
    )
    nobody = report(100, 2, 30, player_1=100, player_2=0)
    assert "no longer won by player.2" in compared("m", before, nobody).findings
    harder = compared("m", report(100, 1, 9, player_1=60), report(100, 1, 9, player_1=20))
    assert harder.findings == ("much harder",) and not harder.is_wrong
    gone = compared("m", before, None)
    assert gone.findings == ("gone: the mods take it out",) and gone.is_wrong
    assert document(gone)["with"] is None and document(gone)["won_more"] == {}


# ------------------------------------------------------------------ explain


def test_what_mods_have_done_to_a_verb_is_told(here: Path) -> None:
    said = run("explain", "dice", "throw", "--mod", "luck").stdout
    assert "What mods have done to it:\n  luck replaces `to throw`" in said
    assert "(luck/luck.wright:5)" in said
    said = run("explain", "dice", "copper", "--mod", "luck").stdout
    assert "luck changes `copies` of `coin copper`: 2 → 3  (luck/luck.wright:4)" in said
    assert "What mods" not in run("explain", "dice", "copper").stdout


def test_rules_of_mods_stand_in_the_course_of_a_verb(here: Path) -> None:
    mod(here, "before throw [M-1]: done\n")
    said = run("explain", "dice", "throw", "--mod", "luck").stdout
    assert "1. before throw [M-1]: done  luck/luck.wright:3" in said


def test_what_a_mod_has_taken_out_is_told_to_whoever_asks_for_it(here: Path) -> None:
    game = GAME.replace("to throw [D-1]:", "after play [D-2]: done\n\nto throw [D-1]:")
    write(here / "dice", {"dice.wright": game})
    mod(here, "delete [D-2]\n")
    result = run("explain", "dice", "D-2", "--mod", "luck")
    assert result.exit_code == 0
    assert "luck deletes the rule `[D-2]`  (luck/luck.wright:3)" in result.stdout
    assert run("explain", "dice", "D-3", "--mod", "luck").exit_code == 2


# ------------------------------------------------------------------ mutate


def test_mistakes_are_planted_in_a_mod_and_judged_by_the_stories_of_game_and_mod(here: Path) -> None:
    write(here / "dice", {"dice.wright": f"{GAME}\ndefine prize: number = 5\n"})
    for folder, value in (("dice", 5), ("luck", 7)):
        story = f'tests for dice\n\ntest "The prize is {value}":\n  expect: prize = {value}\n'
        write(here / folder, {"tests.wright": story})
    mod(here, "replace define prize: number = 7\n")
    words = ("--operator", "number off by one", "--games", "0", "--jobs", "1", "--format", "json")
    result = run("mutate", "luck", *words)
    assert result.exit_code == 0, result.output
    judged = json.loads(result.stdout)["mutants"]
    assert "First 2 stories of the game and the mod are played" in result.stderr
    assert "1 of them does not hold with it. Now mistakes are planted, at most 200" in result.stderr
    assert judged and {one["file"] for one in judged} == {"luck/luck.wright"}
    assert {one["noticed"] for one in judged} == {"tests"}
    assert all("The prize is 7" in one["said"] for one in judged), (
        "not the story that never holds with the mod"
    )
