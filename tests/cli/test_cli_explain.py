from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write_package
from tilewright.dsl.packages.package import shipped

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
Parts:
  by (actor): pawn
  with (n): number, chosen when not given
Needs:
  stones > 0, "No stone is left."
Takes:
  1 of actor.strength
Costs:
  drop_stone 1
Limits:
  1 per play for each actor
Offered in the menu moves.
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
    assert run("explain", game, label).output.startswith("verb drop stone [G-6, H-1.02]")
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
    assert "`game` has no verb, value or label `pusch`; did you mean `push`?" in result.output
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
    assert "after pass_hour [STORM-1]" in output


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


def test_of_a_long_rule_the_beginning_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    long = "\nafter push [X-1]:\n" + "".join(f'  say "{n}."\n' for n in range(200))
    write_package(tmp_path / "game", {"rules.wright": RULES + long})
    said = run("explain", "game", "X-1").output
    assert '  say "0."' in said and " more lines" in said and '  say "199."' not in said


def test_what_modifies_a_property_is_told_where_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(
        tmp_path / "game", {"rules.wright": RULES + "\nmodifier keen for pawn.strength [X-1]: +1\n"}
    )
    assert "modifier keen for pawn.strength [X-1]" in run("explain", "game", "push").output


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
        "  kind pawn is figure  (game/rules.wright:4)\n      Has strength, player.\n",
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
        "What is behind one of them: tilewright explain game NAME\n",
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
    }
    refused = run("explain", game, "push", "--format", "json")
    assert refused.exit_code == 2 and "leave the name out" in refused.output


def test_of_a_game_with_mistakes_nothing_is_listed(tmp_path: Path) -> None:
    broken = write_package(tmp_path / "broken", {"a.wright": RULES.replace("win", "wni")})
    result = run("explain", str(broken))
    assert result.exit_code == 1 and result.stdout == "" and "error[E0" in result.stderr
    unreadable = write_package(tmp_path / "unreadable", {"a.wright": RULES})
    (unreadable / "package.yaml").write_text("id: [", "utf-8")
    assert run("explain", str(unreadable)).exit_code == 1


def test_what_a_mod_brings_is_listed_with_it() -> None:
    assert "to gust" in run("explain", "learn/2_first_board", "--mod", "a_mod").output
