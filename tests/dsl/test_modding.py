"""What mods do to each other: all of it is told, nothing else is, and no order that nobody chose decides."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from support.modding import OPERATORS, Operator, every_pair, planted, told, warned
from support.packages import write_package
from tilewright.dsl.compile import compile_package, what_mods_do
from tilewright.dsl.modding.deeds import deeds
from tilewright.dsl.packages.package import Package, read_package
from tilewright.dsl.playable import missions
from tilewright.runtime.game import Game

PLAYED = 61
"""Of all pairs one of so many is played in both orders, if nothing is told of it."""
ALL_AT_ONCE = """
before storm:
  feast
  rain
  gale
  for each knight: set knight.player to player.1
  for each knight: set knight.honour to might(knight)
  for each trick in spares(trick): do trick.play by player.1
"""
BY_NAME = {one.name: one for one in OPERATORS}
EACH = 23
"""Of the pairs that have nothing to do with each other, one of so many; `tilewright bench mods` tries all."""


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_a_planted_mod_alone_is_fine(operator: Operator) -> None:
    for number in (0, 1):
        both = planted(operator, operator, (number, number))
        alone = both._replace(sources=both.sources[:2], mods=both.mods[:1], catalogues=both.catalogues[:1])
        assert warned(alone) == []


def test_all_that_two_mods_do_to_each_other_is_told_and_nothing_else() -> None:
    wrong = []
    for number, (a, b, versions) in enumerate(every_pair()):
        wanted = told(a, b, versions)
        if wanted or number % EACH == 0:
            found = warned(planted(a, b, versions))
            if bool(found) != wanted:
                wrong.append(f"{a.name} and {b.name} {versions}: {found or 'nothing is told'}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("rule", ["after act: raise n by {}", "whenever n > {}: lower n by 1"])
def test_of_very_many_rules_of_two_mods_the_first_are_compared(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.dsl.modding.meetings.MAX_COMPARED", 50)
    game = "system game:\n  players: 1\ngame has:\n  n: number\nto act: raise n by 1\nto play: act\n"
    write_package(tmp_path / "game", {"a.wright": game})
    for name in ("mod_a", "mod_b"):
        rules = "\n".join(rule.format(number + 5) for number in range(10))
        write_package(tmp_path / name, {"a.wright": f"mod {name} for game\n\n{rules}\n"}, uses=("game",))
    package, _ = read_package(tmp_path / "game", [tmp_path / "mod_a", tmp_path / "mod_b"])
    assert package is not None
    assert sum(one.sort in ("order", "agrees") for one in what_mods_do(package).meetings) == 50


def test_where_nothing_is_told_the_order_changes_no_game() -> None:
    """Both orders are played with the same answers, and come to the same values, places and ends."""
    played = 0
    for a, b, versions in islice(every_pair(), 0, None, PLAYED):
        here, there = planted(a, b, versions), planted(b, a, versions[::-1])
        if warned(here) or warned(there):
            continue
        for mission in missions(here):
            assert course(here, mission) == course(there, mission), (a.name, b.name, versions)
            played += 1
    assert played > 20
    steps_in = BY_NAME["instead"]
    here, there = planted(steps_in, steps_in, (0, 1)), planted(steps_in, steps_in, (1, 0))
    assert warned(here) and course(here, "stand") != course(there, "stand")


def course(package: Package, mission: str) -> list[object]:
    """What can be seen of a game in which chance answers and all verbs happen, from moment to moment."""
    game_itself, *mods = package.sources
    sources = (game_itself._replace(text=game_itself.text + ALL_AT_ONCE), *mods)
    program = compile_package(package._replace(sources=sources), mission=mission).program
    assert program is not None
    game, chance, seen = Game.start(program, seed=3, players=2), Random(3), list[object]()
    for _ in range(40):
        view = game.view(None)
        things = sorted((one["name"], one["place"], str(one["values"])) for one in view["things"])
        options = {one["label"]: one["id"] for one in (view["question"] or {"options": ()})["options"]}
        seen.append((view["values"], view["over"], things, sorted(options)))
        if not options:
            break
        game.answer(options[chance.choice(sorted(options))], view["question"]["seats"][0])
    return seen


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("no card", "copies"),
        ("no card", "card anew"),
        ("no hook", "hook anew"),
        ("no modifier", "modifier anew"),
    ],
)
def test_what_a_mod_deletes_stays_deleted_in_whatever_order(first: str, second: str) -> None:
    here, there = (
        compile_package(planted(BY_NAME[one], BY_NAME[other], (0, 0))).program
        for one, other in ((first, second), (second, first))
    )
    assert here is not None and there is not None
    for part in ("hooks", "modifiers"):
        assert len(here[part]) == len(there[part])
    assert _copies(here) == _copies(there) == (0 if first == "no card" else 2)


def _copies(program: dict[str, object]) -> int:
    entities = program["entities"]
    assert isinstance(entities, list)
    return sum(one["kind"] == "ruse" for one in entities)


@pytest.mark.parametrize("name", ["cost", "take", "no card", "card anew", "translation"])
def test_both_say_the_same(name: str) -> None:
    found = what_mods_do(planted(BY_NAME[name], BY_NAME[name], (1, 1))).meetings
    assert [one.sort for one in found] == ["agrees"]


SAME_TWICE = """\
system castle:
  players: 1

game has:
  moat: number = 2
  wine: number = 2
to feast: raise wine by 1
to play:
  feast
  win "Done."
"""


@pytest.mark.parametrize(
    ("first", "second", "sort"),
    [
        ("after feast: set moat to moat * 2", "after feast: set moat to moat * 2", "agrees"),
        ("after feast: set moat to moat * 2", "after feast: set moat to moat * 3", "order"),
        ("after feast when moat > 1: set moat to 0", "after feast: set moat to 0", "order"),
        (
            "as soon as wine > 2: set moat to moat * 2",
            "as soon as wine > 2: set moat to moat * 2",
            "agrees",
        ),
        ("as soon as wine > 2: set moat to moat * 2", "as soon as wine > 2: set moat to moat + 2", "order"),
    ],
)
def test_who_is_first_does_not_matter_where_both_do_the_same(
    first: str, second: str, sort: str, tmp_path: Path
) -> None:
    write_package(tmp_path / "castle", {"castle.wright": SAME_TWICE})
    for name, rule in (("rain", first), ("storm", second)):
        write_package(tmp_path / name, {f"{name}.wright": f"mod {name} for castle\n\n{rule}\n"}, ("castle",))
    package, _ = read_package(tmp_path / "castle", [str(tmp_path / "rain"), str(tmp_path / "storm")])
    assert package is not None
    assert [one.sort for one in what_mods_do(package).meetings] == [sort]


def test_rules_that_do_not_get_in_each_others_way_are_noted() -> None:
    found = what_mods_do(planted(BY_NAME["after food"], BY_NAME["after moats"], (0, 1))).meetings
    assert [(one.sort, one.about) for one in found] == [("beside", "`feast`")]


def test_rules_that_only_give_a_name_of_their_own_to_something_do_not_meet(tmp_path: Path) -> None:
    game = """\
system castle
kind knight plural knights is figure:
  hurt: number = 0
game has:
  food: number = 9
  grief: number = 0
knight bors "Bors"
to play: feast
to feast: done
whenever knight in knights where knight.hurt > 2:
  set knight.hurt to 0
  lower food by 1
"""
    for name, rules in (
        ("castle", game),
        ("hail", "mod hail for castle\nafter feast: lower food by 2\n"),
        ("storm", 'mod storm for castle\nafter feast:\n  for each knight: say "{knight} sings."\n'),
        ("tears", "mod tears for castle\nafter feast:\n  raise grief by food\n  raise grief by 1\n"),
    ):
        write_package(tmp_path / name, {"a.wright": rules}, () if name == "castle" else ("castle",))
    package, _ = read_package(tmp_path / "castle", ("hail", "storm", "tears"))
    assert package is not None
    found = {(one.first.mod, one.second.mod): one for one in what_mods_do(package).meetings}
    assert found["hail", "storm"].sort == "beside"
    assert (found["hail", "tears"].sort, found["hail", "tears"].about) == ("order", "`food`")


@pytest.mark.parametrize(
    ("rule", "key", "sort"),
    [
        ('replace knight bors "Sir Bors"', "knight/bors/title", "stale"),
        ('replace knight bors "Bors":\n  look: icon crown', "knight/bors/title", ""),
        ('replace to feast: say "We dine, {food}."', "verb/feast/say/1", "stale"),
        ('replace to feast:\n  raise food by 1\n  say "We eat {food}."', "verb/feast/say/1", "beside"),
        ("delete knight bors", "knight/bors/title", "beside"),
        ('knight lionel "Lionel"', "knight/lionel/title", "beside"),
    ],
)
def test_a_translation_meets_whoever_says_the_text(rule: str, key: str, sort: str, tmp_path: Path) -> None:
    """Also where it does not note what it was made for."""
    game = """\
system castle
kind knight plural knights is figure
game has:
  food: number = 9
knight bors "Bors"
to play: feast
to feast: say "We eat {food}."
"""
    write_package(tmp_path / "castle", {"a.wright": game})
    write_package(tmp_path / "hail", {"a.wright": f"mod hail for castle\n{rule}\n"}, ("castle",))
    storm = {"a.wright": "mod storm for castle\n", "texts/cs.yaml": f"{key}: Cokoli {{0}}\n"}
    package, _ = read_package(
        tmp_path / "castle", (write_package(tmp_path / "storm", storm, ("castle",)), "hail")
    )
    assert package is not None
    found = [(one.sort, one.about) for one in what_mods_do(package).meetings]
    assert found == ([(sort, f"`{key}`")] if sort else [])


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        ("cost", ("changes", "`cost` of `trick ruse`", "1", "2")),
        (
            "steps",
            ("changes", "`play` of `trick ruse`", "play: raise spirit by 1", "play: raise spirit by 2"),
        ),
        ("list", ("changes", "`sums` of `trick ruse`", "1, 2, 3", "4, 5")),
        ("put", ("changes", "`sums` of `trick ruse`", "1, 2, 3", "1, 2, 3, 7")),
        ("take", ("changes", "`sums` of `trick ruse`", "1, 2, 3", "2, 3")),
        ("no card", ("deletes", "`trick ruse`", "", "")),
        ("card anew", ("replaces", "`trick ruse`", "copies: 2", "play: raise spirit by 4 …")),
        (
            "hook anew",
            (
                "replaces",
                "the rule `[storm-1]`",
                "after storm [storm-1]: lower food by 1",
                "after storm [storm-1]: lower food by 2",
            ),
        ),
        ("own card", ("adds", "`trick own_one`", "", "")),
        ("kind look", ("adds", "`look.colour` of `kind knight`", "", "colour red")),
        ("instead", ("hooks", "instead of `feast`", "", "")),
        ("wakes moats", ("adds", "a rule `as soon as …`", "", "")),
        ("adds to might", ("modifies", "`might`", "", "")),
        ("translation", ("translates", "`trick/ruse/title` into `cs`", "", "Lest")),
    ],
)
def test_what_a_mod_does_is_told_with_what_was_there(name: str, deed: tuple[str, str, str, str]) -> None:
    package = planted(BY_NAME[name], BY_NAME[name], (0, 0))
    found = what_mods_do(package)
    (one,) = deeds(found.checked.model, package, found.order)["alpha"]
    assert (one.does, one.about, one.old, one.new) == deed


def test_a_goal_that_a_mod_brings_is_told() -> None:
    goal = Operator("goal", "bound", ("feast", "plus"), 'goal "Eat @ times."\n', ("1", "2"))
    package = planted(goal, goal, (0, 0))
    found = what_mods_do(package)
    (one,) = deeds(found.checked.model, package, found.order)["alpha"]
    assert (one.does, one.about) == ("adds", 'the goal "Eat 1 times."')


def test_what_a_mod_forbids_is_told() -> None:
    forbids = Operator("forbids", "bound", ("feast", "plus"), "forbid feast when food > @\n", ("1", "2"))
    package = planted(forbids, forbids, (0, 0))
    found = what_mods_do(package)
    (one,) = deeds(found.checked.model, package, found.order)["alpha"]
    assert (one.does, one.about) == ("hooks", "forbids `feast`")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("replace define feast_price: number = 5", "modifier luck for feast_price: +1"),
        ("modifier luck for feast_price: +1", "replace define feast_price: number = 5"),
    ],
)
def test_a_value_said_anew_meets_its_modifiers(first: str, second: str, tmp_path: Path) -> None:
    game = "system castle\n\ndefine feast_price: number = 2\nto play:\n  if feast_price > 4: win\n  lose\n"
    write_package(tmp_path / "castle", {"castle.wright": game})
    for name, rule in (("rain", first), ("storm", second)):
        write_package(tmp_path / name, {f"{name}.wright": f"mod {name} for castle\n\n{rule}\n"}, ("castle",))
    package, _ = read_package(tmp_path / "castle", [str(tmp_path / "rain"), str(tmp_path / "storm")])
    assert package is not None
    (met,) = what_mods_do(package).meetings
    assert (met.sort, met.about, met.first.mod, met.second.mod) == (
        "beside",
        "`feast_price`",
        "rain",
        "storm",
    )
