from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import run
from support.packages import write_package
from tilewright.dsl import still_right

GAME = """\
system lamps:
  players: 1

kind lamp is token:
  oil: number = 1
lamp tall "Tall lamp":
  copies: 2
  oil: 3

## Nothing much.
to play:
  for each lamp: raise lamp.oil by 1
  win "Done."
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    write_package(tmp_path / "lamps", {"a.wright": GAME})
    mod(tmp_path, "dim", "change lamp tall:\n  oil: 1\n\nafter play: raise tall.1.oil by 1\n")
    mod(tmp_path, "bright", "change lamp tall:\n  oil: 9\n\nlamp small\n")
    return tmp_path


def mod(folder: Path, name: str, text: str, uses: tuple[str, ...] = ("lamps",)) -> None:
    write_package(folder / name, {"a.wright": f"mod {name} for lamps\n\n{text}"}, uses)


def test_what_a_mod_does(here: Path) -> None:
    result = run("mods", "lamps", "--mod", "dim")
    assert result.exit_code == 0
    assert "`oil` of `lamp tall`: 3 → 1  (dim/a.wright:4)" in result.output
    assert "after `play`  (dim/a.wright:6)" in result.output
    assert "left to chance" not in result.output


def test_what_a_mod_says_in_english_only(here: Path) -> None:
    """Where the game can be read in another language."""
    (here / "lamps" / "texts").mkdir()
    (here / "lamps" / "texts" / "cs.yaml").write_text("# en: Tall lamp\nlamp/tall/title: Velká\n", "utf-8")
    mod(here, "dim", 'change lamp tall:\n  title: "Dim lamp"\n')
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright")
    assert result.output.count("in English 1 of 1 texts, for who plays in `cs`") == 2, result.output
    listed = json.loads(run("mods", "lamps", "--mod", "dim", "--format", "json").stdout)["mods"]
    assert listed[0]["in_english"] == [{"language": "cs", "missing": 1, "texts": 1}]
    (here / "dim" / "texts").mkdir()
    (here / "dim" / "texts" / "cs.yaml").write_text("# en: Dim lamp\nlamp/tall/title: Tmavá\n", "utf-8")
    assert run("mods", "lamps", "--mod", "dim").output.count("in English") == 0


def test_what_two_mods_do_to_each_other(here: Path) -> None:
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright")
    assert "! `oil` of `lamp tall`: that of " in result.output
    assert "1 place was left to chance" in result.output


def test_what_two_mods_add_to_one_kind_stands_in_a_row_that_is_told(here: Path) -> None:
    """Where rules take the first lamp, it is that of the mod whose name comes first."""
    mod(here, "dim", "lamp low\n\nlamp lower\n")
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright")
    row = "    `lamps`: for a rule that takes the first of them, those of bright come before those of dim\n"
    assert f"{row}      bright adds `lamp small`" in result.output
    assert "dim adds `lamp low`" in result.output and "lamp lower`  (" in result.output
    assert "left to chance." in result.output and "!" not in result.output
    assert run("check", "lamps", "--mod", "dim", "--mod", "bright").exit_code == 0


def test_what_an_author_decided_is_listed_and_settled(here: Path) -> None:
    mod(here, "bright", "change lamp tall:\n  oil: 9\n", ("lamps", "dim"))
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright")
    assert "that is meant: `bright` uses `dim`" in result.output
    assert "Nothing that these mods do to each other was left to chance." in result.output


def over(folder: Path, asked: str = "after: [dim]") -> None:
    """The mod `bright`, with a file about what `dim` makes of the game."""
    mod(folder, "bright", "lamp small\n")
    (folder / "bright" / "b.wright").write_text(
        "mod bright for lamps:\n  over: dim\n\nchange lamp tall:\n  oil: 9\n\nchange lamp low:\n  oil: 2\n"
    )
    manifest = folder / "bright" / "package.yaml"
    manifest.write_text(manifest.read_text() + asked + "\n")
    mod(folder, "dim", "change lamp tall:\n  oil: 1\n\nlamp low\n")


def test_a_file_over_a_mod_means_what_it_does_to_it(here: Path) -> None:
    over(here)
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright")
    assert "`oil` of `lamp tall`: 1 → 9" in result.output
    assert "`bright` comes after `dim`, and says it in a file over it" in result.output
    assert "Nothing that these mods do to each other was left to chance." in result.output


def test_elsewhere_it_has_not_said_what_it_means(here: Path) -> None:
    over(here)
    text = "mod bright for lamps\n\nchange lamp tall:\n  copies: 4\n"
    (here / "bright" / "a.wright").write_text(text)
    mod(here, "dim", "change lamp tall:\n  oil: 1\n  copies: 3\n\nlamp low\n")
    result = run("check", "lamps", "--mod", "dim", "--mod", "bright")
    assert result.output.count("W0910") == 1 and "`copies` of `lamp tall`" in result.output


def test_it_is_left_out_without_that_mod(here: Path) -> None:
    over(here)
    result = run("mods", "lamps", "--mod", "bright")
    assert result.exit_code == 0 and "`oil`" not in result.output and "`lamp small`" in result.output


def test_what_a_third_mod_allows_is_allowed_whenever_it_is_checked(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was right before is not looked at again, but for what mods do to each other."""
    monkeypatch.setattr(still_right, "WORTH_KEEPING", 0)
    mod(here, "bright", "after play: set tall.1.oil to 4\n")
    reason = "# tilewright: allow W0913 because both only fill it"
    calm = f"mod calm for lamps:\n  {reason}\n  over: dim, bright\n\nchange lamp tall:\n  copies: 3\n"
    write_package(here / "calm", {"a.wright": calm}, ("lamps", "dim", "bright"))
    for _ in range(2):
        result = run("check", "calm")
        assert result.exit_code == 0 and "N0902" not in result.output, result.output


def test_its_mod_has_to_come_after(here: Path) -> None:
    over(here, "languages: [en]")
    for mods in (("--mod", "bright"), ("--mod", "bright", "--mod", "dim")):
        result = run("check", "lamps", *mods)
        assert result.exit_code == 1 and "E0920" in result.output and "after: [dim]" in result.output


def test_for_programs(here: Path) -> None:
    found = json.loads(run("mods", "lamps", "--mod", "dim", "--mod", "bright", "--format", "json").stdout)
    assert [one["id"] for one in found["mods"]] == ["bright", "dim"]
    bright, dim = found["mods"]
    oil = {"does": "changes", "about": "`oil` of `lamp tall`", "line": 4}
    assert bright["does"][0] == {**oil, "old": "3", "new": "9", "file": "bright/a.wright"}
    assert dim["does"][0] == {**oil, "old": "9", "new": "1", "file": "dim/a.wright"}
    (meeting,) = found["meetings"]
    assert (meeting["sort"], meeting["problem"]) == ("overrides", True)
    assert found["complete"] and found["available"] == []
    mod(here, "dim", "change lamp tal:\n  oil: 1\n")
    result = run("mods", "lamps", "--mod", "dim", "--mod", "bright", "--format", "json")
    assert result.exit_code == 1 and not json.loads(result.stdout)["complete"]


def test_a_game_with_errors_ends_with_1(here: Path) -> None:
    mod(here, "dim", "change lamp tal:\n  oil: 1\n")
    result = run("mods", "lamps", "--mod", "dim")
    assert result.exit_code == 1 and "tal" in result.output


def test_a_mod_that_is_nowhere_is_told_and_nothing_else(here: Path) -> None:
    result = run("mods", "lamps", "--mod", "dimm")
    assert result.exit_code == 1 and "did you mean `dim`?" in result.output
    assert "without a mod" not in result.output


def test_long_lists_are_shortened(here: Path) -> None:
    mod(here, "many", "".join(f"lamp l{number}\n" for number in range(20)))
    assert "and 8 more" in run("mods", "lamps", "--mod", "many").output
    assert "more" not in run("mods", "lamps", "--mod", "many", "--all").output


def test_check_warns(here: Path) -> None:
    result = run("check", "lamps", "--mod", "dim", "--mod", "bright")
    assert result.exit_code == 0 and "W0910" in result.output and "after: [" in result.output


def test_no_mod(here: Path) -> None:
    """Then those are listed that there are."""
    said = run("mods", "lamps").output
    assert "played without a mod" in said and "  dim 1.0.0, Dim  (dim)\n" in said
    assert "tilewright mods lamps --mod bright" in said
    listed = json.loads(run("mods", "lamps", "--format", "json").stdout)
    assert [one["id"] for one in listed["available"]] == ["bright", "dim"]
    assert (
        "hard_hunt 0.1.0, Hard Hunt: a mod for Aliens  (comes with Tilewright)"
        in run("mods", "aliens").output
    )
    write_package(here / "alone" / "huts", {"a.wright": GAME.replace("lamps", "huts")})
    assert "There is no mod for it here" in run("mods", "alone/huts").output


def test_a_game_that_cannot_be_read_has_no_report(here: Path) -> None:
    (here / "lamps.wright").write_bytes(b"\xff")
    result = run("mods", "lamps.wright")
    assert result.exit_code == 1 and "error[" in result.output
    (here / "lamps.tilewright").write_bytes(b"PK\3\4")
    result = run("mods", "lamps.tilewright", "--format", "json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error[E0921]: `lamps.tilewright` is refused: it is cut short")
    assert result.stderr.endswith("`tilewright pack` makes such files\n")


# ------------------------------------------------------------------ how two mods combine

CASTLE = """\
system castle:
  players: 1

words mood: calm, angry, sad
kind trick is card:
  cost: number = 1
  sums: list of number
  moods: list of mood
trick axe "Axe":
  sums: 1, 2
trick bow "Bow"

game has:
  a1: number = 0
  a2: number = 0
  a3: number = 0
  a4: number = 0
  a5: number = 0
  a6: number = 0

define worth: number = a1 + a2 * 2 + a3 * 3 + a4 * 4 + a5 * 5 + a6 * 6 + a1 * a2 * a3 + 100

to play:
  feast
  win
to feast: raise a1 by worth
after feast [F-1]: raise a2 by 1
menu deeds "Deeds" for player
"""
AXE = "change trick axe:\n"


def both(here: Path, first: str, second: str, *words: str, more: tuple[str, str] = ("", "")) -> str:
    """What `mods` tells of two mods of a castle, `alpha` and `beta`, of whose package.yaml more is said."""
    write_package(here / "castle", {"a.wright": CASTLE})
    for name, text, said in zip(("alpha", "beta"), (first, second), more, strict=True):
        write_package(here / name, {"a.wright": f"mod {name} for castle\n\n{text}"}, ("castle",))
        manifest = here / name / "package.yaml"
        manifest.write_text(manifest.read_text() + said)
    return run(words[0] if words else "mods", "castle", "--mod", "alpha", "--mod", "beta", *words[1:]).output


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("sums: + 7", "sums: 4, 5", "`sums` of `trick axe`: 1, 2, 7 → 4, 5"),
        ("sums: + 7", "sums: 4, 5", "! `sums` of `trick axe`: that of beta holds"),
        ("sums: 4, 5", "sums: + 7", "both hold; in the other order only that of alpha would"),
        ("sums: + 7", "sums: + 7", "! `sums` of `trick axe`: both add the same, which stands there twice"),
        ("sums: + 7", "sums: + 8", "those of alpha come before those of beta"),
        ("moods: + sad", "moods: + calm", "`moods` of `trick axe`: the order does not matter"),
        ("moods: + sad", "moods: + sad", "`moods` of `trick axe`: both say the same"),
        ("copies: 2", "cost: 2", "`copies` of `trick axe`: 1 → 2"),
        ("cost: 3", "copies: 2", "`cost` of `trick axe`: 1 → 3"),
        ("sums: without 1, without 2", "cost: 2", "`sums` of `trick axe`: 2 → nothing"),
    ],
)
def test_what_comes_of_two_entries(first: str, second: str, said: str, here: Path) -> None:
    assert said in both(here, f"{AXE}  {first}\n", f"{AXE}  {second}\n")


@pytest.mark.parametrize(
    ("first", "second", "message", "help"),
    [
        (
            "sums: 4, 5",
            "sums: + 7",
            "both hold, which in the other order only that of `alpha` would",
            "else `before",
        ),
        ("sums: + 7", "sums: + 7", "it stands there twice", "else leave it out of one of them; or"),
        (
            "cost: 2",
            "cost: 3",
            "that of `beta` holds",
            "else `before: [alpha]` or `conflicts: [{id: alpha}]`; or",
        ),
    ],
)
def test_check_says_what_comes_of_it(first: str, second: str, message: str, help: str, here: Path) -> None:
    output = both(here, f"{AXE}  {first}\n", f"{AXE}  {second}\n", "check")
    assert output.count("W0910") == 1 and message in output and help in output


def test_one_order_decides_more_than_the_place_it_is_said_for(here: Path) -> None:
    """`check` says so to whoever is about to settle one place, and `mods` once it is settled."""
    rules = [f"{AXE}  cost: {n}\n  sums: + {n}\nafter feast: raise a1 by a{n}\n" for n in (2, 3)]
    assert "alpha, then beta: by their names alone, which decides 3 places\n" in both(here, *rules)
    assert "(their order decides 2 other places of these two, too)" in both(here, *rules, "check")
    settled = both(here, *rules, more=("after: [beta]\n", ""))
    turned = "which decides 3 places (by their names it would be alpha, then beta)"
    assert f"beta, then alpha: `alpha` comes after `beta`, {turned}" in settled


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("", "conflicts: [{id: alpha}]\n"), "E0919"),
        (("", "optional: [{id: alpha, version: '>=2'}]\n"), "E0913"),
        (("after: [beta]\n", "after: [alpha]\n"), "E0917"),
    ],
)
def test_where_mods_do_not_go_together_nothing_is_said_of_chance(
    more: tuple[str, str], said: str, here: Path
) -> None:
    output = both(here, f"{AXE}  cost: 2\n", f"{AXE}  cost: 3\n", more=more)
    assert said in output and "left to chance" not in output


def test_things_of_narrower_kinds_stand_in_a_row_too(here: Path) -> None:
    output = both(here, "trick cat\n", "kind spell is trick\nspell fog\n")
    assert (
        "`tricks`: for a rule that takes the first of them, those of alpha come before those of beta"
        in output
    )
    assert "first of them" not in both(here, "kind tree is token\n", "kind rock is token\n")


def test_actions_in_one_menu_stand_in_a_row_too(here: Path) -> None:
    action = 'action {name} "{name}" by (actor: player):\n  in deeds\n  say "{name}"\n'
    output = both(here, action.format(name="wave"), action.format(name="nod"))
    assert "`menu deeds` shows what alpha adds before what beta adds" in output
    assert "left to chance, marked" not in output


def test_what_both_declare_is_not_called_decided(here: Path) -> None:
    output = both(here, "trick cat\n", "trick cat\n")
    assert "What these mods do to each other is not all known before this error is mended:" in output
    assert "E0220" in output and "left to chance" not in output


@pytest.mark.parametrize(
    ("first", "second", "more", "why"),
    [
        ("delete trick axe", f"{AXE}  cost: 2", ("before: [beta]\n", ""), "`alpha` comes before `beta`"),
        (
            f"{AXE}  cost: 3",
            f"{AXE}  cost: 2",
            ("after: [weather]\n", "provides: [{id: weather, version: 1.0.0}]\n"),
            "`alpha` comes after `weather`",
        ),
    ],
)
def test_whatever_a_manifest_says_settles_it(
    first: str, second: str, more: tuple[str, str], why: str, here: Path
) -> None:
    output = both(here, f"{first}\n", f"{second}\n", more=more)
    assert f"that is meant: {why}" in output
    assert "Nothing that these mods do to each other was left to chance." in output


@pytest.mark.parametrize("said", ["after: [alpha]\n", "optional: [{id: alpha, version: '>=1'}]\n"])
def test_who_needs_another_mod_has_to_say_that(said: str, here: Path) -> None:
    """To come after it is less; and where it is said, it is not told that it isn't."""
    output = both(here, "trick cat\n", "change trick cat:\n  cost: 2\n", more=("", said))
    assert "! `trick cat`: one needs the other and does not say so" in output
    mod_text = "mod beta for castle\n\nchange trick cat:\n  cost: 2\n"
    write_package(here / "beta", {"a.wright": mod_text}, ("castle", "alpha"))
    output = run("mods", "castle", "--mod", "alpha", "--mod", "beta").output
    assert "    `trick cat`: one needs the other\n" in output and "does not say so" not in output


def test_of_long_lines_the_part_is_shown_that_differs(here: Path) -> None:
    said = "a1 + a2 * 2 + a3 * 3 + a4 * 4 + a5 * 5 + a6 * 6 + a1 * a2 * a3 + 200"
    anew = f"replace define worth: number =\n  {said}\n"
    output = both(here, anew, "trick cat\n")
    assert "`define worth`: … a3 + 100 → … a3 + 200  (" in output
    output = both(here, "replace to feast:\n  raise a1 by 3\n", "trick cat\n")
    assert "`to feast`: to feast: raise a1 by worth → to feast: raise a1 by 3  (" in output


def test_with_all_everything_is_shown(here: Path) -> None:
    touched = [f"a{number}" for number in range(1, 7)]
    rule = "after feast:\n" + "".join(f"  raise {name} by 1\n" for name in touched)
    other = rule.replace("by 1", "by a1")
    assert "and 2 more values" in both(here, rule, other)
    output = both(here, rule, other, "mods", "--all")
    assert "more value" not in output and all(f"`{name}`" in output for name in touched)
    found = json.loads(both(here, rule, other, "mods", "--format", "json"))
    assert found["meetings"][0]["about"].count("`a") == 6


NEVER = "instead of feast: raise a1 by 1\n"
AT_TIMES = "instead of feast:\n  if a1 > 1: proceed\n"
ALWAYS = "instead of feast:\n  if a1 > 1: proceed\n  else: proceed\n"


@pytest.mark.parametrize(
    ("first", "second", "said", "way"),
    [
        (
            ALWAYS,
            NEVER,
            "that of `beta` is asked first, and where it does not `proceed`, that of `alpha` never is",
            "beta",
        ),
        (
            NEVER,
            ALWAYS,
            "that of `beta` is asked first; in the other order that of `alpha` could keep it",
            "alpha",
        ),
        (ALWAYS, AT_TIMES, "that of `beta` is asked first, and where it does not `proceed`", "beta"),
        (NEVER, "after feast: raise a2 by 1\n", "not both of them run with the verb", "alpha"),
        ("after feast: raise a2 by 1\n", NEVER, "not both of them run with the verb", "beta"),
    ],
)
def test_which_of_two_rules_is_asked_first_and_which_has_to_proceed(
    first: str, second: str, said: str, way: str, here: Path
) -> None:
    output = both(here, first, second, "check")
    assert said in output and f"let the rule of `{way}` `proceed` whatever happens, or write" in output
    if "asked first" in said:
        assert said in both(here, first, second)


def test_rules_that_proceed_are_no_problem_and_told(here: Path) -> None:
    output = both(here, ALWAYS, ALWAYS)
    assert "    `feast`: the order does not matter; that of `beta` is asked first" in output
    output = both(here, AT_TIMES, "after feast: raise a2 by 1\n")
    assert "where that of `alpha` does not `proceed`, that of `beta` does not run" in output
    assert "Nothing that these mods" in output
