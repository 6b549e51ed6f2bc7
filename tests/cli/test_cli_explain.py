from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write, write_package
from tilewright.dsl.packages.library import shipped

RULES = """\
system game:
  players: 1 to 2

kind pawn is figure:
  strength: number = 1
  player: player or none
  controlled by this.player

game has:
  stones: number = 3

menu moves for pawn

define might(pawn): number [G-1] = pawn.strength

modifier strong for might when pawn.strength > 2 [G-2]: +1
modifier capped for might [G-3]: at most 5

## Everything there is.
to play [G-4]:
  repeat 3:
    for each pawn: push by pawn
  lose "Too late."

## Pushes with all might.
action push "Push" by (actor: pawn) with (n: number from 1 to 3) [G-5]:
  in moves
  needs stones > 0, "No stone is left."
  takes 1 of actor.strength
  cost drop_stone 1
  limit 1 per play for each actor
  if might(actor) + n > 5: win "Pushed."

to drop_stone (n: number) [G-6, H-1.02]:
  lower stones by n

after push [G-7]:
  say "{actor} pushed."
before push [G-8]:
  let before_it = 1
instead of push when stones = 0 [G-9]:
  proceed
instead of push when stones = 1 [G-10]:
  proceed

pawn red "Red"
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "game", {"rules.wright": RULES})
    return "game"


def test_a_verb_is_explained_with_its_rules_in_order(game: str) -> None:
    result = run("explain", game, "push")
    assert result.exit_code == 0
    assert (
        result.output
        == """\
verb push [G-5]
  game/rules.wright:26
  Pushes with all might.
  │ action push "Push" by (actor: pawn) with (n: number from 1 to 3) [G-5]:
  │   in moves
  │   needs stones > 0, "No stone is left."
  │   takes 1 of actor.strength
  │   cost drop_stone 1
  │   limit 1 per play for each actor
  │   if might(actor) + n > 5: win "Pushed."
Parts:
  by (actor): pawn
  with (n): number, chosen when not given
When it happens, in this order:
  1. instead of push when stones = 1 [G-10]  game/rules.wright:43
  2. instead of push when stones = 0 [G-9]  game/rules.wright:41
  3. before push [G-8]  game/rules.wright:39
  4. the verb itself [G-5]  game/rules.wright:26
  5. after push [G-7]  game/rules.wright:37
The value might is modified, in this order:
  1. modifier strong for might when pawn.strength > 2 [G-2]: +1  game/rules.wright:16
  2. modifier capped for might [G-3]: at most 5  game/rules.wright:17
Called by:
  verb play [G-4], game/rules.wright:20
"""
    )


def test_the_python_that_is_run_is_printed_with_its_rules(game: str) -> None:
    """The functions of a verb, of the rules around it, and those that only they call; each compiles."""
    listing = run("explain", game, "push", "--python").output
    functions = dict(part.split("\n", 1) for part in listing.rstrip().split("\n\n"))
    titles = {title.partition(": ")[2] for title in functions}
    assert {"G-5, game/rules.wright:26", "G-7, game/rules.wright:37"} <= titles
    assert not any("G-4" in title for title in titles), "who calls it is not shown"
    for title, source in functions.items():
        name = title.removeprefix("# ").partition(":")[0]
        assert source.startswith(f"def {name}(S")
        compile(source, title, "exec")


def test_the_python_of_a_value_is_printed_or_where_to_find_it(game: str) -> None:
    assert run("explain", game, "might", "--python").output.startswith("# d")
    refused = run("explain", game, "pawn", "--python")
    assert refused.exit_code == 2
    assert "`pawn` has no function of its own" in refused.output


@pytest.mark.parametrize("label", ["G-5", "[G-5]", "g-5"])
def test_a_label_stands_for_what_bears_it(game: str, label: str) -> None:
    assert run("explain", game, label).output.startswith("verb push [G-5]\n")


@pytest.mark.parametrize("label", ["G-6", "[H-1.02]", "h-1.02", "H-1"])
def test_each_of_several_labels_stands_for_what_bears_them(game: str, label: str) -> None:
    assert run("explain", game, label).output.startswith("verb drop_stone [G-6, H-1.02]")
    assert "did you mean `H-1.02`?" in run("explain", game, "H-1.03").output


def test_a_rule_is_shown_with_its_text_and_the_verb_it_belongs_to(game: str) -> None:
    lines = run("explain", game, "G-7").output.splitlines()
    assert lines[:4] == [
        "rule of push [G-7]",
        "  game/rules.wright:37",
        "  │ after push [G-7]:",
        '  │   say "{actor} pushed."',
    ]
    assert "  5. after push [G-7]  game/rules.wright:37" in lines


def test_a_value_is_explained_with_what_modifies_it(game: str) -> None:
    lines = run("explain", game, "might").output.splitlines()
    assert lines[0] == "value might [G-1]"
    assert "  2. modifier capped for might [G-3]: at most 5  game/rules.wright:17" in lines


def test_what_is_not_there_is_wrong_use(game: str) -> None:
    result = run("explain", game, "pusch")
    assert result.exit_code == 2
    assert "`game` has nothing that is called `pusch`; did you mean `push`?" in result.output
    result = run("explain", "gaem", "push")
    assert result.exit_code == 2
    assert "there is no game `gaem`" in result.output


def test_a_rule_of_another_mission_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mission = 'mission {0} "{0}":\n  setup: done\n  after push [M-{1}]: lose\n'
    rules = RULES + mission.format("dawn", 1) + mission.format("dusk", 2)
    write_package(tmp_path / "game", {"rules.wright": rules})
    assert run("explain", "game", "M-1").output.startswith("rule of push [M-1]")
    assert run("explain", "game", "M-2").output.startswith("In dusk:\nrule of push [M-2]")
    assert run("explain", "game/dawn", "M-2").exit_code == 2


def test_an_unknown_mission_is_wrong_use() -> None:
    result = run("explain", f"{shipped()['learn/3_first_mission']}/ship_at_nihgt", "walk")
    assert result.exit_code == 2
    assert "did you mean `ship_at_night`?" in result.output


def test_a_game_with_mistakes_is_not_explained_but_its_mistakes_are(tmp_path: Path) -> None:
    broken = write_package(tmp_path / "broken", {"a.wright": RULES.replace("win", "wni")})
    result = run("explain", str(broken), "push")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "error[E0" in result.stderr and "1 error. The game cannot be played" in result.stderr


def test_a_mod_takes_part(monkeypatch: pytest.MonkeyPatch) -> None:
    output = run("explain", "learn/4_a_mod", "pass_hour").output
    assert "  2. after pass_hour [STORM-1]  " in output
    assert "storm.wright:25, by the mod a_mod" in output


def test_several_that_bear_a_label_are_told_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = (
        RULES
        + """
to sing [X-1]:
  say "One."
to shout [X-1]:
  say "Two."
as soon as stones < 2 [X-2]:
  say "Few."
"""
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "game", {"rules.wright": rules})
    said = run("explain", "game", "X-1").output
    assert said.count("verb s") == 2 and "\n\n" in said
    assert "as soon as stones < 2 [X-2]:" in run("explain", "game", "X-2").output


def test_of_a_long_rule_the_beginning_is_shown_and_where_the_rest_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    long = "\nafter push [X-1]:\n" + "".join(f'  say "{n}."\n' for n in range(200))
    write_package(tmp_path / "game", {"rules.wright": RULES + long})
    said = run("explain", "game", "X-1").output
    assert '  say "0."' in said and "  │ … 141 more lines, from game/rules.wright:108 on\n" in said
    assert '  say "199."' not in said


def test_what_modifies_a_property_is_told_where_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "game", {"rules.wright": RULES + "\nmodifier keen for strength [X-1]: +1\n"})
    said = run("explain", "game", "push").output
    assert (
        "The value pawn.strength is modified, in this order:\n  1. modifier keen for strength [X-1]: +1  "
        in said
    )


def test_without_a_name_all_that_can_be_named_is_listed(game: str) -> None:
    rules = '\nmission dawn "At dawn":\n  text: "Hold on."\n  setup: done\n'
    rules += "die six: 1 to 6\nsetting dark: yes/no = no\n"
    rules += "pawns:\n  | pawn | title |\n  | blue | Blue  |\n"
    rules += "board yard of square:\n  drawing:\n    +---+---+\n    | .   . |\n    +---+---+\n"
    path = Path(game) / "rules.wright"
    path.write_text(path.read_text("utf-8") + rules, "utf-8")
    said = run("explain", game).output
    assert said.startswith("Settings:\n  setting dark: yes/no = no  (game/rules.wright:")
    for line in (
        "  die six: 1 to 6  (game/rules.wright:",
        "  kind pawn is figure  (game/rules.wright:4)\n"
        "      Has strength, player. Those in play are `pawns`.\n",
        "Values of the game:\n  stones: number = 3  (game/rules.wright:10)",
        "  menu moves for pawn  (game/rules.wright:12)\n      Offers push.",
        'Actions:\n  action push "Push" by (actor: pawn) with (n: number from 1 to 3) [G-5]  (game/',
        "Verbs:\n  to play [G-4]  (game/rules.wright:20)\n      Everything there is.",
        "  define might(pawn): number [G-1] = pawn.strength  (game/rules.wright:14)",
        '  mission dawn "At dawn"  (game/rules.wright:',
        "\n      Hold on.\n",
        "Things:\n  pawn red",
        'pawn blue "Blue"  (game/rules.wright:',
        "Boards:\n  board yard of square",
        "To see one of them: tilewright explain game NAME\n",
    ):
        assert line in said, line


def test_the_list_is_there_for_programs(game: str) -> None:
    listed = json.loads(run("explain", game, "--format", "json").output)
    assert [one["name"] for one in listed["verbs"]] == ["play", "drop_stone"]
    assert listed["verbs"][1] | {"file": ""} == {
        "name": "drop_stone",
        "title": "",
        "head": "to drop_stone (n: number) [G-6, H-1.02]",
        "doc": "",
        "file": "",
        "line": 34,
        "label": "G-6, H-1.02",
    }


def test_what_is_behind_a_name_is_there_for_programs(game: str) -> None:
    (push,) = json.loads(run("explain", game, "push", "--format", "json").output)
    assert (push["sort"], push["name"], push["label"]) == ("verb", "push", "G-5")
    assert (push["file"], push["line"]) == ("game/rules.wright", 26)
    assert push["text"][1] == "  in moves"
    assert push["more"]["Called by"] == ["verb play [G-4], game/rules.wright:20"]


def test_of_a_game_with_mistakes_nothing_is_listed(tmp_path: Path) -> None:
    broken = write_package(tmp_path / "broken", {"a.wright": RULES.replace("win", "wni")})
    result = run("explain", str(broken))
    assert result.exit_code == 1 and result.stdout == "" and "error[E0" in result.stderr
    unreadable = write_package(tmp_path / "unreadable", {"a.wright": RULES})
    (unreadable / "package.yaml").write_text("id: [", "utf-8")
    assert run("explain", str(unreadable)).exit_code == 1


def test_what_a_mod_brings_is_listed_with_it() -> None:
    assert "to gust" in run("explain", "learn/2_first_board", "--mod", "a_mod").output


MORE = """
words sky: clear, misty
die fate: 1 to 6
setting pace "How fast it goes": one of slow, quick = quick [S-1]
setting length: number 2 to 9 = 4
setting night: yes/no = no
relation walk between squares:
  joins sides
pawn has:
  first, second: number
  mood: sky
  before drop_stone when stones = 9 [G-30]: say "Nine."
pawns:
  | pawn | title |
  | blue | Blue  |
  | gold | Gold  |
player has:
  score: number
board yard of square:
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission dawn "At dawn":
  text: "Hold on."
  board: yard
  setup: done
"""


@pytest.fixture
def bigger(game: str) -> str:
    path = Path(game) / "rules.wright"
    path.write_text(path.read_text("utf-8") + MORE, "utf-8")
    write(Path(game), {"tests/a.wright": "tests for game\n\nto help_out: lower stones by 1\n" + HALL})
    return game


HALL = """
board hall of square:
  drawing:
    +---+
    | . |
    +---+

test "Stones are there":
  given: board hall
  do: help_out
  expect: stones = 2
"""


def test_all_that_is_listed_is_shown(bigger: str) -> None:
    """Under its name, with the place that the list gives, and its text."""
    for entries in json.loads(run("explain", bigger, "--format", "json").output).values():
        for one in entries:
            found = json.loads(run("explain", bigger, one["name"], "--format", "json").output)
            shown = next(every for every in found if every["line"] == one["line"])
            assert shown["file"] == f"game/{one['file'].partition('/')[2]}"
            assert "".join(shown["text"]).strip(), one


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "pace",
            ["setting pace [S-1]", '  │ setting pace "How fast it goes": one of slow, quick = quick [S-1]'],
        ),
        ("pace", ["Values:", "  slow", "  quick, unless somebody chooses"]),
        ("S-1", ["setting pace [S-1]"]),
        ("How fast it goes", ["setting pace [S-1]"]),
        ("length", ["  2 to 9, 4 unless somebody chooses"]),
        ("night", ["  no, unless somebody chooses", "  yes"]),
        ("fate", ["die fate", "  │ die fate: 1 to 6"]),
        ("sky", ["words sky", "  │ words sky: clear, misty"]),
        ("misty", ["word misty", "  One of clear, misty: a value of `pawn.mood`."]),
        ("slow", ["word slow", "  One of slow, quick: a value of `pace`."]),
        ("stones", ["game value stones", "  │ stones: number = 3"]),
        ("score", ["player value score"]),
        ("second", ["value pawn.second", "  │ first, second: number"]),
        ("pawn.mood", ["value pawn.mood"]),
        ("walk", ["relation walk", "  │   joins sides"]),
        ("moves", ["menu moves", "Offers:", "  push “Push”  (game/rules.wright:26)"]),
        ("pawn", ["kind pawn", "  Those in play are `pawns`.", "Said of it elsewhere:"]),
        ("pawns", ["plural pawns", "There are:", "  pawn red “Red”  (game/rules.wright:46)"]),
        ("gold", ["pawn gold", "  │ | pawn | title |", "  │ | gold | Gold  |"]),
        ("yard", ["board yard", "  │   drawing:", "  │     | .   . |"]),
        ("hall", ["board hall", "  game/tests/a.wright:5"]),
        ("dawn", ["mission dawn", '  │   text: "Hold on."']),
        ("square", ["built-in kind square", "Inherits:"]),
        ("At dawn", ["mission dawn"]),
        ("drop stone", ["verb drop_stone [G-6, H-1.02]"]),
    ],
)
def test_what_has_a_name_is_shown(bigger: str, name: str, lines: list[str]) -> None:
    said = run("explain", bigger, name).output.splitlines()
    assert set(lines) <= set(said), said


def test_names_of_everything_are_looked_through_for_a_near_one(bigger: str) -> None:
    for wrong, right in (("yrad", "yard"), ("fates", "fate"), ("mistty", "misty"), ("skj", "sky")):
        assert f"did you mean `{right}`?" in run("explain", bigger, wrong).output
    assert "`tilewright explain game` lists all that has a name" in run("explain", bigger, "xyz").output


def test_what_only_stories_have_is_not_listed_and_nothing_twice(bigger: str) -> None:
    said = run("explain", bigger).output
    assert "hall" not in said and "help_out" not in said
    assert "Words:\n  words sky: clear, misty  (game/rules.wright:" in said
    assert said.endswith('To use it, write in package.yaml: uses: [{id: game, version: ">=1.0.0"}]\n')
    lines = [line for line in said.splitlines() if line.startswith("  ")]
    assert sorted(lines) == sorted(set(lines))


def test_what_mods_have_done_is_told_of_all_that_has_a_name(bigger: str, tmp_path: Path) -> None:
    changes = "mod m for game\n\nreplace setting length: number 3 to 9 = 5\ndelete pawn gold\ndelete [G-7]\n"
    write_package(tmp_path / "m", {"m.wright": changes + "after push [M-1]: done\n"}, uses=("game",))
    told = run("explain", bigger, "length", "--mod", "m").output
    assert "  3 to 9, 5 unless somebody chooses" in told
    assert "m replaces `setting length`: " in told and "(m/m.wright:3)" in told
    gold = run("explain", bigger, "gold", "--mod", "m").output
    assert "m deletes `pawn gold`  (m/m.wright:4)" in gold
    assert "| gold" not in run("explain", bigger, "--mod", "m").output
    gone = run("explain", bigger, "G-7", "--mod", "m").output
    assert gone == "What mods have done to it:\n  m deletes the rule `[G-7]`  (m/m.wright:5)\n"
    assert "m/m.wright:6, by the mod m" in run("explain", bigger, "push", "--mod", "m").output


def test_steps_are_shown_once_with_the_rules_around_them() -> None:
    said = run("explain", "learn/1_first_card", "tool.use").output
    assert said.startswith("steps tool.use\n") and said.count("steps tool.use") == 1
    assert "  │ does use by (user: lamplighter)" in said
    assert "When it happens, in this order:\n  1. the verb itself\n" in said
