"""`tilewright diff`: what breaks whom between two versions, and which version comes next."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from support.commands import run
from support.packages import write
from tilewright.dsl.compile import compile_package
from tilewright.dsl.modding.comparing import next_version
from tilewright.dsl.packages.package import read_package
from tilewright.runtime.game import Game

GAME = """\
system lamps:
  players: 1

setting nights "Nights": 1 to 3 = 2
words mood: calm, angry
die fate: 1 to 6
menu deeds "Deeds" for player

kind lamp is token:
  light: number 0 to 5 = 2
  feeling: mood
kind trick is card:
  cost: number = 1
  does play by (player)

game has:
  oil: number = 9

lamp red "Red lamp"
trick ruse "Ruse":
  play: raise oil by 1

board yard of square "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+

relation way between squares:
  joins sides

mission night "Night":
  board: yard

define bright(lamp): yes/no = lamp.light > 3

to play:
  choose one asking "Well?":
    "Burn": burn 2 by player.1
    "Wait": win
  win

## Burns oil.
to burn (amount: number) by (player): lower oil by amount

action rest "Rest" by (player) [rest-1]:
  in deeds

after burn when oil = 0 [burn-1]: lose
"""
HEAD = 'id: lamps\ntitle: Lamps\nversion: {}\nengine: ">=0.1"\nlicence: MIT\n'
MOD = "mod storm for lamps\n\nchange trick ruse:\n  cost: 2\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game in version 1.0.0."""
    for name in ("CACHE", "STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "old" / "lamps", {"package.yaml": HEAD.format("1.0.0"), "lamps.wright": GAME})
    uses = HEAD.replace("lamps", "storm").format("1.0.0") + 'uses: [{id: lamps, version: ">=1"}]\n'
    write(tmp_path / "storm", {"package.yaml": uses, "storm.wright": MOD})
    return tmp_path


def compared(*changes: tuple[str, str], version: str = "1.0.1", words: tuple[str, ...] = ()) -> Any:
    """What is said, as JSON, of a version with other texts; and how the command ends."""
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    write(Path("new/lamps"), {"package.yaml": HEAD.format(version), "lamps.wright": text})
    result = run("diff", "old/lamps", "new/lamps", "--format", "json", *words)
    return json.loads(result.stdout) | {"code": result.exit_code}


@pytest.mark.parametrize(
    ("old", "new", "sort", "about", "breaks"),
    [
        ('lamp red "Red lamp"\n', "", "gone", "`lamp red`", True),
        ("  light: number 0 to 5 = 2\n", "  light: number 0 to 4 = 2\n", "changed", "`lamp.light`", True),
        ("  light: number 0 to 5 = 2\n", "  light: number = 2\n", "changed", "`lamp.light`", False),
        (
            "  oil: number = 9\n",
            "  oil: number = 9\n  wicks: number = 1\n",
            "new",
            "`wicks` of the game",
            False,
        ),
        ("1 to 3 = 2", "1 to 2 = 2", "changed", "`setting nights`", True),
        ("1 to 3 = 2", "1 to 4 = 2", "changed", "`setting nights`", False),
        ("calm, angry", "calm", "gone", "the word `angry` of `mood`", True),
        ("calm, angry", "calm, angry, glad", "new", "the word `glad` of `mood`", False),
        ("1 to 6", "1 to 8", "changed", "`die fate`", True),
        ("between squares", "between spaces", "changed", "`relation way`", True),
        ("[burn-1]", "[burn-2]", "gone", "the rule `[burn-1]`", True),
        ("is card", "is token", "changed", "`kind trick`", True),
        (
            "(lamp): yes/no = lamp.light > 3",
            "(lamp): number = lamp.light",
            "changed",
            "`define bright`",
            True,
        ),
        ('menu deeds "Deeds" for player\n', 'menu deeds "Deeds" for lamp\n', "changed", "`menu deeds`", True),
        ("does play by (player)", "does play with (player)", "changed", "`trick` does `play`", True),
    ],
)
def test_what_is_gone_changed_or_new_is_told(old: str, new: str, sort: str, about: str, breaks: bool) -> None:
    change = [(old, new)]
    if about == "`menu deeds`":
        change.append(('"Rest" by (player)', '"Rest" by (lamp)'))
    told = compared(*change)
    found = {(one["sort"], one["about"], one["breaks"]) for one in told["differences"]}
    assert (sort, about, breaks) in found, told
    wanted = {"gone": "2.0.0", "new": "1.1.0"}.get(sort, "2.0.0" if breaks else "1.0.1")
    assert told["proposed"] == wanted and told["code"] == (0 if wanted == "1.0.1" else 1)


def test_another_way_to_call_a_verb_is_told_with_both() -> None:
    change = (("(amount: number) by (player)", "(amount: number) by (player) with (lamp)"),)
    told = compared(*change, ("burn 2 by player.1", "burn 2 by player.1 with red"))
    (one,) = [one for one in told["differences"] if one["sort"] == "changed"]
    assert (one["old"], one["new"]) == ("(a number) by (a player)", "(a number) by (a player) with (a lamp)")


def test_rules_that_go_otherwise_break_nobody_but_saved_games() -> None:
    told = compared(("raise oil by 1", "raise oil by 2"))
    assert [one["sort"] for one in told["differences"]] == ["does"]
    assert (told["saves"], told["proposed"], told["code"]) == (["night"], "1.0.1", 0)


def test_what_changes_no_program_keeps_saved_games() -> None:
    told = compared(("## Burns oil.\n", "# Burns oil.\n"))
    assert told["saves"] in ([], ["night"]) and told["proposed"] == "1.0.1"


def test_texts_to_translate_are_told() -> None:
    told = compared(("Red lamp", "Crimson lamp"))
    (one,) = told["texts"]
    assert (one["about"], one["old"], one["new"]) == ("`lamp/red/title`", "Red lamp", "Crimson lamp")


def test_a_mod_that_breaks_is_told(here: Path) -> None:
    told = compared(("trick ruse", "trick ploy"), words=("--mod", "storm"))
    assert [(one["code"], one["file"].endswith("storm.wright")) for one in told["mods"]] == [
        ("E0201", True)
    ] or told["mods"]
    assert compared(("Red lamp", "Crimson lamp"), words=("--mod", "storm"))["mods"] == []


def test_people_are_told_in_words(here: Path) -> None:
    compared(
        ("1 to 3", "1 to 2"), ("trick ruse", "trick ploy"), ("[burn-1]", "[burn-2]"), ("Red lamp", "Lamp")
    )
    result = run("diff", "old/lamps", "new/lamps", "--mod", "storm")
    said = " ".join(result.output.split())
    assert result.exit_code == 1
    for part in (
        "Gone (2)",
        "`trick ruse`",
        "Changed (1) `setting nights`: a number 1 to 3 → a number 1 to 2",
        "To be translated",
        "Saved games of night no longer load. That does not count for the number",
        "Reported for these mods with the new version, but not with the old one:",
        "It calls itself 1.0.1, and should be 2.0.0: 3 of these take away what mods and tests may rely on.",
    ):
        assert part in said, said
    compared(("1 to 3", "1 to 4"), version="1.2.0")
    said = " ".join(run("diff", "old/lamps", "new/lamps").output.split())
    assert ", which breaks no mod" in said
    why = "mods and tests keep all that they may rely on"
    assert f"1.0.0 → 1.2.0 is right, since {why}; at least 1.0.1." in said
    assert (
        run("diff", "old/lamps", "old/lamps").output == "The sources of lamps 1.0.0 are the same in both.\n"
    )


def test_long_lists_are_cut_unless_all_is_asked_for() -> None:
    compared(
        ("lamp red", "".join(f'lamp lamp_{letter} "Lamp"\n' for letter in "abcdefghijklmn") + "lamp red")
    )
    assert "and 2 more: `--all` lists them" in run("diff", "old/lamps", "new/lamps").output
    assert "more: `--all`" not in run("diff", "old/lamps", "new/lamps", "--all").output


def test_packed_versions_are_compared_too(here: Path) -> None:
    assert run("pack", "old/lamps", "--output", "old.tilewright").exit_code == 0
    compared(("Red lamp", "Crimson lamp"))
    assert "To be translated (1)" in run("diff", "old.tilewright", "new/lamps").output


def test_what_cannot_be_compared_is_told(here: Path) -> None:
    other = {"package.yaml": HEAD.replace("lamps", "torches").format("1.0.0"), "a.wright": GAME}
    result = run("diff", "old/lamps", str(write(here / "torches", other)))
    assert result.exit_code == 2 and "`lamps` and `torches` are two packages" in " ".join(
        result.output.split()
    )
    write(
        here / "new/lamps",
        {"package.yaml": HEAD.format("2.0.0"), "lamps.wright": "system lamps\n\nto play: x\n"},
    )
    assert run("diff", "old/lamps", "new/lamps").exit_code == 1


@pytest.mark.parametrize(
    ("version", "breaks", "new", "wanted"),
    [
        ("1.2.3", True, True, "2.0.0"),
        ("1.2.3", False, True, "1.3.0"),
        ("1.2.3", False, False, "1.2.4"),
        ("0.2.3", True, False, "0.3.0"),
        ("0.2.3", False, True, "0.2.4"),
        ("1.0", False, False, "1.0.1"),
        ("2.0.0-rc.1", True, False, "3.0.0"),
    ],
)
def test_the_next_version_follows(version: str, breaks: bool, new: bool, wanted: str) -> None:
    assert next_version(version, breaks, new, False) == wanted
    assert next_version(version, breaks, new, True) == version


# ------------------------------------------------------------------ what stands inside


@pytest.mark.parametrize(
    ("old", "new", "about", "was", "now"),
    [
        (
            "raise oil by 1",
            "raise oil by 2",
            "`play` of `trick ruse`",
            "play: raise oil by 1",
            "play: raise oil by 2",
        ),
        ("light > 3", "light > 4", "`define bright`", "", ""),
        ("lower oil by amount", "lower oil by 1", "`to burn`", "", ""),
        ("when oil = 0 [burn-1]: lose", "when oil = 1 [burn-1]: lose", "the rule `[burn-1]`", "", ""),
        ("oil: number = 9", "oil: number = 8", "`game.oil`", "", ""),
        ("= 2\nwords", "= 3\nwords", "`setting nights`", "", ""),
        ("| .   . |", "| . | . |", "what lies between `a1` and `b1` of `board yard`", "nothing", "`wall`"),
        (
            "  board: yard\n",
            "  board: yard\n  setup: lower oil by 1\n",
            "`setup` of `mission night`",
            "nothing",
            "setup: lower oil by 1",
        ),
    ],
)
def test_what_goes_otherwise_under_the_same_name_is_told(
    old: str, new: str, about: str, was: str, now: str
) -> None:
    told = compared((old, new))
    otherwise = [one for one in told["differences"] if one["sort"] == "does"]
    assert [one["about"] for one in otherwise] == ([about] if about else [])
    if was:
        assert (otherwise[0]["old"] or "nothing", otherwise[0]["new"]) == (was, now)
    assert not any(one["breaks"] for one in told["differences"]) and told["proposed"] == "1.0.1"


def test_of_many_lines_the_first_that_is_another_is_shown() -> None:
    told = compared(('    "Wait": win\n', '    "Wait": lose\n'))
    (one,) = told["differences"]
    assert (one["about"], one["old"], one["new"]) == ("`to play`", '"Wait": win', '"Wait": lose')


@pytest.mark.parametrize(
    ("old", "new", "breaks"),
    [
        ("", "  copies: 2\n", True),
        ("  copies: 3\n", "  copies: 2\n", True),
        ("  copies: 2\n", "  copies: 3\n", False),
    ],
)
def test_copies_have_names(old: str, new: str, breaks: bool) -> None:
    head = 'trick ruse "Ruse":\n'
    write(Path("old/lamps"), {"lamps.wright": GAME.replace(head, head + old)})
    write(
        Path("new/lamps"),
        {"package.yaml": HEAD.format("2.0.0"), "lamps.wright": GAME.replace(head, head + new)},
    )
    told = json.loads(run("diff", "old/lamps", "new/lamps", "--format", "json").stdout)
    (one,) = told["differences"]
    assert (one["sort"], one["about"], one["breaks"]) == ("changed", "`copies` of `trick ruse`", breaks)


def test_spaces_are_names_on_a_board() -> None:
    told = compared(("    | .   . |\n", "    | .     |\n"))
    found = {(one["sort"], one["about"], one["breaks"]) for one in told["differences"]}
    assert ("gone", "the space `b1` of `board yard`", True) in found
    told = compared(
        (
            "    +---+---+\n    | .   . |\n    +---+---+\n",
            "    +---+---+---+\n    | .   .   . |\n    +---+---+---+\n",
        )
    )
    found = {(one["sort"], one["about"], one["breaks"]) for one in told["differences"]}
    assert ("new", "the space `c1` of `board yard`", False) in found


def test_spaces_of_another_kind_and_with_another_mark_are_told() -> None:
    """Who names a space of another kind may find that it has not what was asked of it."""
    before = GAME.replace(
        "menu deeds", "kind court is square:\n  lit: yes/no\nkind well is court\nmenu deeds"
    )
    before = before.replace("yard of square", "yard of court").replace("| .   . |", "| l   c |")
    signs = (
        "    +---+---+\n  signs:\n    | sign | means    |\n    | l    | lit: yes |\n    | c    | court    |\n"
    )
    before = before.replace("    +---+---+\n\n", signs + "\n")
    write(Path("old/lamps"), {"lamps.wright": before})
    after = before.replace("lit: yes |", "lit: no  |").replace("c    | court", "c    | well ")
    write(Path("new/lamps"), {"package.yaml": HEAD.format("2.0.0"), "lamps.wright": after})
    told = json.loads(run("diff", "old/lamps", "new/lamps", "--format", "json").stdout)["differences"]
    assert [(one["sort"], one["about"], one["breaks"]) for one in told] == [
        ("changed", "the space `b1` of `board yard`", True),
        ("does", "what is marked on the space `a1` of `board yard`", False),
    ]


@pytest.mark.parametrize(
    ("new", "said"),
    [("", "its rule has no label now"), (" [burn-7]", "its rule is called `[burn-7]` now")],
)
def test_a_rule_without_its_label_is_told(new: str, said: str) -> None:
    told = compared((" [burn-1]", new))
    gone = [one for one in told["differences"] if one["sort"] == "gone"]
    assert [(one["about"], one["new"]) for one in gone] == [("the rule `[burn-1]`", said)]


def test_rules_without_a_label_are_compared() -> None:
    def inside(old: str, new: str) -> Any:
        write(Path("old/lamps"), {"lamps.wright": GAME + old})
        write(Path("new/lamps"), {"package.yaml": HEAD.format("1.0.1"), "lamps.wright": GAME + new})
        told = json.loads(run("diff", "old/lamps", "new/lamps", "--format", "json").stdout)
        return [
            (one["about"], one["old"], one["new"]) for one in told["differences"] if one["sort"] == "does"
        ]

    rule = "after burn: raise oil by 1"
    assert inside(f"{rule}\n", f"{rule}0\n") == [("the rule after `burn`", rule, f"{rule}0")]
    assert inside(f"{rule}\n", "# none\n") == [("the rule after `burn`", rule, "")]
    assert inside("forbid rest when oil = 1\n", "forbid rest\n")[0][0] == "the rule that forbids `rest`"
    assert inside("as soon as oil = 3: win\n", "as soon as oil = 4: win\n")[0][0] == "a rule `as soon as …`"
    assert (
        inside("whenever oil > 30: set oil to 3\n", "whenever oil > 40: set oil to 3\n")[0][0]
        == "a rule `whenever …`"
    )
    less = "modifier dim for bright when oil = 1: becomes no\n"
    assert inside("# none\n", less) == [] or inside("# none\n", less)[0][0] == "`dim` for `bright`"


# ------------------------------------------------------------------ the user's own


def test_own_games_and_sets_are_tried_with_both(here: Path) -> None:
    package, _ = read_package(Path("old/lamps"))
    assert package is not None
    program = compile_package(package, mission="night").program
    assert program is not None
    kept = here / "state" / "games" / "lamps.save.json"
    write(kept.parent, {kept.name: json.dumps(Game.start(program).save()), "other.save.json": "{}"})
    shutil.copytree("old/lamps", "lamps")
    assert run("sets", "mine", "--game", "lamps", "--add", "storm").exit_code == 0
    told = compared(("raise oil by 1", "raise oil by 2"))
    assert (told["games_lost"], told["sets_broken"]) == ([kept.name], {})
    told = compared(("trick ruse", "trick ploy"), ('mission night "Night"', 'mission day "Day"'))
    assert told["games_lost"] == [kept.name]
    assert list(told["sets_broken"]) == ["mine"]
    said = run("diff", "old/lamps", "new/lamps").output
    assert "Of your own games, these no longer load (1)" in said and "Your set `mine` breaks" in said


# ------------------------------------------------------------------ two versions of a mod


def mods_compared(here: Path, old: str, new: str, version: str = "1.0.1") -> Any:
    """What is said of two versions of a mod for the game, as JSON."""
    if not (here / "lamps").exists():
        shutil.copytree("old/lamps", "lamps")
    for folder, text, number in (("was", old, "1.0.0"), ("now", new, version)):
        uses = HEAD.replace("lamps", "storm").format(number) + 'uses: [{id: lamps, version: ">=1"}]\n'
        files = {"package.yaml": uses, "storm.wright": f"mod storm for lamps\n\n{text}\n"}
        write(here / folder / "storm", files)
    return json.loads(run("diff", "was/storm", "now/storm", "--format", "json").stdout)


def change(one: dict[str, Any]) -> tuple[str, str, bool, str, str]:
    return one["sort"], one["about"], one["breaks"], one["old"], one["new"]


@pytest.fixture
def beside(here: Path) -> Path:
    """The game lies beside the versions of the mod."""
    for folder in ("was", "now"):
        shutil.copytree("old/lamps", folder + "/lamps")
    return here


LESS, MORE = "change trick ruse:\n  cost: 2", "change trick ruse:\n  cost: 3\n  copies: 4"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (LESS, LESS, []),
        ("# nothing", LESS, [("does", "`cost` of `trick ruse`", False, "", "2")]),
        (LESS, "# nothing", [("does", "`cost` of `trick ruse`", False, "2", "")]),
        (
            LESS,
            MORE,
            [
                ("changed", "`copies` of `trick ruse`", True, "1", "4"),
                ("does", "`cost` of `trick ruse`", False, "2", "3"),
            ],
        ),
        ("# nothing", "delete lamp red", [("gone", "`lamp red`", True, "", "which it deletes now")]),
        ("delete lamp red", "# nothing", [("new", "`lamp red`", False, "", "which it deletes no longer")]),
        (
            "# nothing",
            "delete [burn-1]",
            [("gone", "the rule `[burn-1]`", True, "", "which it deletes now")],
        ),
        (
            "# nothing",
            "replace to burn (amount: number) by (player): done",
            [
                (
                    "does",
                    "`to burn`",
                    False,
                    "to burn (amount: number) by (player): lower oil by amount",
                    "to burn (amount: number) by (player): done",
                )
            ],
        ),
        (
            "# nothing",
            "replace die fate: 1 to 4",
            [("changed", "`die fate`", True, "1, 2, 3, 4, 5, 6", "1, 2, 3, 4")],
        ),
        ("# nothing", "lamp blue", [("new", "`lamp blue`", False, "", "")]),
        (
            "# nothing",
            'replace board yard of square "Yard":\n  drawing:\n    +---+\n    | . |\n    +---+',
            [("gone", "the space `b1` of `board yard`", True, "", "")],
        ),
    ],
)
def test_what_a_mod_does_and_did_not_is_told(
    beside: Path, old: str, new: str, found: list[tuple[str, str, bool, str, str]]
) -> None:
    told = mods_compared(beside, old, new)
    differences = [change(one) for one in told["differences"]]
    assert [one for one in differences if not one[1].startswith("what lies between")] == found, differences
    assert told["proposed"] == {True: "2.0.0", False: "1.0.1"}[any(one[2] for one in found)] or (
        told["proposed"] == ("1.0.0" if old == new else "1.1.0")
    )


def test_of_a_list_it_is_told_what_a_mod_puts_into_it(beside: Path) -> None:
    sums = GAME.replace("cost: number = 1\n", "cost: number = 1\n  sums: list of number\n").replace(
        '"Ruse":\n', '"Ruse":\n  sums: 1, 2\n'
    )
    for folder in ("was", "now"):
        write(beside / folder / "lamps", {"lamps.wright": sums})
    told = mods_compared(beside, "change trick ruse:\n  sums: + 7", "change trick ruse:\n  sums: without 1")
    assert [change(one) for one in told["differences"]] == [
        ("does", "`sums` of `trick ruse`", False, "1, 2, 7", "2")
    ]


def test_own_games_and_sets_with_a_mod_are_tried_with_both_versions_of_it(beside: Path) -> None:
    told = mods_compared(beside, LESS, LESS)
    package, _ = read_package(beside / "lamps", [str(beside / "was/storm")])
    assert package is not None
    program = compile_package(package, mission="night").program
    assert program is not None
    kept = beside / "state" / "games" / "lamps.save.json"
    without = compile_package(package._replace(sources=package.sources[:1], mods=()), mission="night").program
    assert without is not None
    saves = {kept.name: Game.start(program).save(), "without.save.json": Game.start(without).save()}
    write(kept.parent, {name: json.dumps(save) for name, save in saves.items()})
    assert run("sets", "mine", "--game", "lamps", "--add", "was/storm").exit_code == 0
    assert (told["games_lost"], told["sets_broken"]) == ([], {})
    told = mods_compared(beside, LESS, f"# As before.\n{LESS}")
    assert (told["games_lost"], told["sets_broken"]) == ([], {})
    told = mods_compared(beside, LESS, LESS.replace("2", "3"))
    assert (told["games_lost"], told["sets_broken"]) == ([kept.name], {})
    uses = {
        "package.yaml": HEAD.replace("lamps", "hail").format("1.0.0")
        + 'uses: [{id: lamps, version: ">=1"}, {id: storm, version: ">=1"}]\n'
    }
    write(beside / "hail", {**uses, "hail.wright": "mod hail for lamps\nchange lamp blue:\n  light: 3\n"})
    mods_compared(beside, "lamp blue", "lamp green")
    made = run("sets", "mine", "--add", "hail", "--update")
    assert made.exit_code == 0, made.output
    told = mods_compared(beside, "lamp blue", "lamp green")
    assert list(told["sets_broken"]) == ["mine"] and "blue" in told["sets_broken"]["mine"][0]


def test_own_games_are_lost_where_a_new_version_refuses_another_mod_that_was_played(beside: Path) -> None:
    mods_compared(beside, LESS, LESS)
    hail = HEAD.replace("lamps", "hail").format("1.0.0") + 'uses: [{id: lamps, version: ">=1"}]\n'
    write(beside / "hail", {"package.yaml": hail, "hail.wright": "mod hail for lamps\n\nlamp green\n"})
    package, _ = read_package(beside / "lamps", [str(beside / "was/storm"), str(beside / "hail")])
    assert package is not None
    program = compile_package(package, mission="night").program
    assert program is not None
    write(beside / "state/games", {"both.save.json": json.dumps(Game.start(program).save())})
    assert mods_compared(beside, LESS, f"# As before.\n{LESS}")["games_lost"] == []
    with (beside / "now/storm/package.yaml").open("a") as file:
        file.write("conflicts: [{id: hail}]\n")
    told = json.loads(run("diff", "was/storm", "now/storm", "--format", "json").stdout)
    assert told["games_lost"] == ["both.save.json"]


def test_a_set_that_breaks_counts_for_the_next_version(beside: Path) -> None:
    """Also where nothing is gone: here the new version adds what another mod of the set adds, too."""
    mods_compared(beside, LESS, LESS)
    hail = HEAD.replace("lamps", "hail").format("1.0.0") + 'uses: [{id: lamps, version: ">=1"}]\n'
    write(beside / "hail", {"package.yaml": hail, "hail.wright": "mod hail for lamps\n\nlamp green\n"})
    made = run("sets", "mine", "--game", "lamps", "--add", "was/storm", "--add", "hail")
    assert made.exit_code == 0, made.output
    told = mods_compared(beside, LESS, f"{LESS}\nlamp green\n")
    assert not any(one["breaks"] for one in told["differences"])
    assert (list(told["sets_broken"]), told["proposed"]) == (["mine"], "2.0.0")
    said = " ".join(run("diff", "was/storm", "now/storm").output.split())
    assert "mods that worked with the old version do not work with the new one" in said
