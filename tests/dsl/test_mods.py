"""What becomes of things that a mod replaces, as a table would show them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.cases import package_of
from support.packages import write_package
from tilewright.dsl.compile import check_package, compile_package, what_mods_do
from tilewright.dsl.modding.meetings import Meeting
from tilewright.dsl.packages.package import read_package

GAME = """system case:
  players: 1
kind hero plural heroes is figure:
  health: number = 5
  speed: number = 2
hero knight "Knight":
  text: "He rides."
  copies: 3
  health: 3
  look: colour red
to play: lose
"""


def with_mod(text: str) -> dict[str, Any]:
    compiled = compile_package(package_of(GAME, ("mod.wright", f"mod harder for case\n{text}")))
    assert compiled.program is not None, compiled.problems
    return compiled.program


def test_a_mod_gives_the_game_another_title_and_seats() -> None:
    text = 'mod harder for case:\n  title: "The last knight"\n  seats: "The Knight"\n  look: theme war_room\n'
    compiled = compile_package(package_of(GAME, ("mod.wright", text)))
    assert compiled.program is not None, compiled.problems
    assert compiled.program["game"]["title"] == "The last knight"


def test_a_thing_that_is_replaced_keeps_nothing_but_its_name() -> None:
    program = with_mod('replace hero knight "Sir Knight":\n  speed: 4')
    kind = program["kinds"]["knight"]
    assert (kind["title"], kind["text"], kind["look"]) == ("Sir Knight", "", {})
    (knight,) = [one for one in program["entities"] if one["kind"] == "knight"]
    assert knight["values"] == {"speed": 4}


WHOLE = GAME.replace(
    "to play: lose",
    """board yard of square:
  drawing:
    +-+-+
    |. .|
    +-+-+
die fate: 1, 2
die luck: miss x2, hit
menu deeds "Deeds" for player
relation walk between squares, "can reach":
  joins sides
to play:
  roll fate
  roll luck
  offer deeds to player.1
  if luck is hit and knight.1 can reach a1: lose
action rest by (player):
  in deeds
  win
mission raid:
  board: yard
""",
)


def replaced(text: str) -> dict[str, Any]:
    compiled = compile_package(package_of(WHOLE, ("mod.wright", f"mod harder for case\n{text}")))
    assert compiled.program is not None, compiled.problems
    return compiled.program


def test_a_die_that_is_replaced_has_other_faces_of_the_same_sort() -> None:
    dice = replaced("replace die fate: 3 to 5\nreplace die luck: hit x2")["dice"]
    assert dice["fate"] == {"type": "number", "faces": [3, 4, 5]}
    assert dice["luck"] == {"type": "word:luck", "faces": [1, 1]}


def test_a_relation_that_is_replaced_is_asked_in_the_same_words() -> None:
    relations = replaced("replace relation walk between squares:\n  joins corners")["relations"]
    assert relations["walk"] != replaced("")["relations"]["walk"]
    assert replaced("replace relation walk between squares:\n  joins sides")["relations"] is not None


def test_a_menu_that_is_replaced_keeps_its_actions_and_its_title_if_none_is_given() -> None:
    other = replaced("replace menu deeds for player, at any time")["menus"]["deeds"]
    assert (other["title"], other["any_time"], other["actions"]) == ("Deeds", True, ["rest"])
    assert replaced('replace menu deeds "Work" for player')["menus"]["deeds"]["title"] == "Work"


SHELF = """system shelf:
  players: 1
words colour: red, green, blue
kind book is card:
  cost: number = 2
  shade: colour
  shades: list of colour
  sizes: list of number
  does open by (player)
book atlas "Atlas":
  copies: 2
  shade: red
  shades: red, blue
  sizes: 1, 2
  look: icon crown
  open: read
game has:
  pages: number
to read: raise pages by 1
define many(book): yes/no = book.cost > pages
to play [B-1]:
  for each book in spares(book):
    if many(book) or red in book.shades or 2 in book.sizes or book.shade is green: do book.open by player.1
  win
after read when pages > 3 [B-2]: win
"""


def said_of(text: str, tmp_path: Path, more: dict[str, str] | None = None, code: str = "W0904") -> list[str]:
    """What W0904, or another code, says of a mod, and of others with it."""
    mods = {"rain": text, **(more or {})}
    write_package(tmp_path / "shelf", {"shelf.wright": SHELF})
    for name, rules in mods.items():
        write_package(tmp_path / name, {f"{name}.wright": f"mod {name} for shelf\n\n{rules}\n"}, ("shelf",))
    package, _ = read_package(tmp_path / "shelf", [tmp_path / name for name in mods])
    assert package is not None
    problems = check_package(package)
    assert not [one for one in problems if one.is_error], problems
    return [one.message for one in problems if one.code == code]


@pytest.mark.parametrize(
    ("line", "same", "what"),
    [
        ("copies: 2", True, "`copies` of `book atlas`"),
        ("copies: 3", False, ""),
        ("cost: 2", True, "`cost` of `book atlas`"),  # as every book that says nothing of it
        ("cost: 3", False, ""),
        ("shade: red", True, "`shade` of `book atlas`"),
        ('title: "Atlas"', True, "`title` of `book atlas`"),
        ("sizes: 1, 2", True, "`sizes` of `book atlas`"),
        ("shades: + red", True, "`shades` of `book atlas`"),
        ("shades: + green", False, ""),
        ("sizes: + 2", False, ""),  # one more of that number
        ("look: icon crown", True, "`look.icon` of `book atlas`"),
        ("open: read", True, "`open` of `book atlas`"),
        ("open: win", False, ""),
    ],
)
def test_what_a_change_leaves_as_it_was_is_told(line: str, same: bool, what: str, tmp_path: Path) -> None:
    told = [f"{what} is the same without `rain`: this changes nothing"] if same else []
    assert said_of(f"change book atlas:\n  {line}", tmp_path) == told


@pytest.mark.parametrize(
    ("rule", "what"),
    [
        ("replace to read: raise pages by 1", "`to read`"),
        ("replace to read: raise pages by 2", ""),
        ("replace after read when pages > 3 [B-2]: win", "the rule `[B-2]`"),
        ("replace define many(book): yes/no = book.cost > pages", "`define many`"),
        ('book folio "Folio":\n  cost: 2\n  open: done', ""),
    ],
)
def test_so_is_what_is_replaced_by_itself(rule: str, what: str, tmp_path: Path) -> None:
    told = [f"{what} is the same without `rain`: this changes nothing"] if what else []
    assert said_of(rule, tmp_path) == told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("change book atlas:\n  cost: 5\ndelete book atlas", ["sets `cost` of `book atlas`"]),
        (
            "delete book atlas\nchange book atlas:\n  cost: 5\n  copies: 3",
            ["sets `cost`", "changes `copies`"],
        ),
        ('book folio "Folio":\n  open: win\ndelete book folio', ["adds `book folio`"]),
        ("replace to read: win\nreplace to read: raise pages by 2", ["replaces `to read`"]),
        ("replace after read [B-2]: lose\ndelete [B-2]", ["replaces the rule `[B-2]`"]),
        ("change book atlas:\n  cost: 5\nreplace book atlas:\n  shade: red\n  open: win", ["sets `cost`"]),
        ("replace book atlas:\n  shade: red\n  open: win\nchange book atlas:\n  cost: 5", []),
        ("change book atlas:\n  cost: 5\ndelete [B-2]", []),
    ],
)
def test_what_a_mod_does_away_with_itself_is_told(rules: str, told: list[str], tmp_path: Path) -> None:
    found = said_of(rules, tmp_path, code="W0906")
    assert len(found) == len(told)
    assert all(
        f"`rain` {one}" in said and "counts for nothing" in said
        for one, said in zip(told, found, strict=True)
    )


def test_what_counts_only_beside_another_mod_is_not_done_away_with(tmp_path: Path) -> None:
    write_package(tmp_path / "shelf", {"shelf.wright": SHELF})
    write_package(tmp_path / "snow", {"snow.wright": "mod snow for shelf\n"}, ("shelf",))
    files = {
        "rain.wright": "mod rain for shelf\n\nchange book atlas:\n  cost: 5\n",
        "b.wright": "mod rain for shelf:\n  over: snow\n\ndelete book atlas\n",
    }
    write_package(tmp_path / "rain", files, ("shelf",))
    manifest = tmp_path / "rain" / "package.yaml"
    manifest.write_text(manifest.read_text() + "after: [snow]\n")
    package, _ = read_package(tmp_path / "shelf", [tmp_path / "rain", tmp_path / "snow"])
    assert package is not None and len(package.mods) == 2
    assert "W0906" not in [one.code for one in check_package(package)]


ATTACHED = "change book atlas:\n  after read: win"


@pytest.mark.parametrize(
    ("first", "second", "met"),
    [
        (ATTACHED, "change book atlas:\n  before read: win", [("beside", "`read`")]),
        ("delete book atlas", ATTACHED, [("deleted", "`book atlas`")]),
        ("after read [C-1]: win", "before read [C-1]: win", [("beside", "`[C-1]`"), ("beside", "`read`")]),
        (
            "change book atlas:\n  shades: + green",
            "change book atlas:\n  shades: without red",
            [("beside", "`shades` of `book atlas`")],
        ),
        (
            "change book atlas:\n  shades: without red",
            "change book atlas:\n  shades: without red",
            [("agrees", "`shades` of `book atlas`")],
        ),
    ],
)
def test_what_two_mods_do_to_one_thing_adds_up(
    first: str, second: str, met: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = said_by_both(first, second, tmp_path)
    assert [(one.sort, one.about.removeprefix("the rule ")) for one in found] == met
    if first == "delete book atlas":
        assert found[0].second.does == "gives `book atlas` a rule"


def said_by_both(first: str, second: str, tmp_path: Path) -> list[Meeting]:
    write_package(tmp_path / "shelf", {"shelf.wright": SHELF})
    for name, rules in (("rain", first), ("storm", second)):
        write_package(tmp_path / name, {f"{name}.wright": f"mod {name} for shelf\n\n{rules}\n"}, ("shelf",))
    package, _ = read_package(tmp_path / "shelf", [tmp_path / "rain", tmp_path / "storm"])
    assert package is not None and not [one for one in check_package(package) if one.is_error]
    return list(what_mods_do(package).meetings)


def test_what_another_mod_said_before_is_a_matter_between_the_two(tmp_path: Path) -> None:
    change = "change book atlas:\n  cost: "
    assert said_of(f"{change}3", tmp_path, {"storm": f"{change}3"}) == []
    assert said_of(f"{change}3", tmp_path, {"storm": f"{change}2"}) == []


CHANGES = "mod rain for shelf\n\nchange book atlas:\n  cost: 3\n"
STORIES = 'tests for shelf\n\ntest "An atlas is dear":\n  expect: atlas.1.cost = 2\n'
CASES = """test "Many are dear":
  cases:
    | n |
    | 1 |
    | 3 |
  given: set pages to n
  expect: many(atlas.1) = no
"""


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        (("An atlas is dear",), []),
        (("Many are dear", "Many are dear (1)"), []),
        (("An atlas is deer",), [("did you mean `An atlas is dear`?", 8)]),
        (("An atlas is dear", "A flood"), [("write the title as it stands in the story", 9)]),
    ],
)
def test_a_story_that_is_expected_not_to_hold_has_to_be_there(
    entries: tuple[str, ...], told: list[tuple[str, int]], tmp_path: Path
) -> None:
    write_package(tmp_path / "shelf", {"shelf.wright": SHELF, "stories.wright": STORIES + CASES})
    mod = write_package(tmp_path / "rain", {"rain.wright": CHANGES}, ("shelf",))
    with (mod / "package.yaml").open("a", encoding="utf-8") as file:
        file.write("expected:\n" + "".join(f'  - {{story: "{one}", because: "Rain."}}\n' for one in entries))
    for named, mods in ((mod, ()), (tmp_path / "shelf", (mod,))):
        package, _ = read_package(named, list(mods))
        assert package is not None
        problems = [one for one in check_package(package) if one.code != "W1081"]
        assert [one.code for one in problems] == ["W0905"] * len(told)
        for problem, (way_out, line) in zip(problems, told, strict=True):
            assert (problem.span.file, problem.span.line) == ("rain/package.yaml", line)
            assert way_out in problem.help


def test_of_a_mod_that_is_not_here_the_stories_are_not_known(tmp_path: Path) -> None:
    write_package(tmp_path / "shelf", {"shelf.wright": SHELF, "stories.wright": STORIES})
    mod = write_package(tmp_path / "rain", {"rain.wright": CHANGES}, ("shelf",))
    with (mod / "package.yaml").open("a", encoding="utf-8") as file:
        file.write('after: [storm]\nexpected:\n  - {story: "It blows", because: "Rain."}\n')
    package, _ = read_package(mod)
    assert package is not None
    assert "W0905" not in {one.code for one in check_package(package)}


def test_what_a_mod_leaves_unused_of_the_game_is_not_told_of_the_game(tmp_path: Path) -> None:
    game = """system castle:
  players: 1
die luck: 1 to 6
game has:
  gold: number
to play:
  dig
  if gold > 3: win
  lose
to dig: find
to find:
  roll luck
  raise gold by luck
"""
    write_package(tmp_path / "castle", {"rules.wright": game})
    mod = "mod rich for castle\n\nreplace to dig: raise gold by 1\n\nto bury: lower gold by 1\n"
    write_package(tmp_path / "rich", {"rich.wright": mod}, uses=("castle",))
    package, problems = read_package(tmp_path / "castle", [str(tmp_path / "rich")])
    assert package is not None and not problems
    told = [(problem.code, problem.name) for problem in check_package(package)]
    assert told == [("W1061", "bury")]
