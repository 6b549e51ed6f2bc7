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
    assert "    `lamps`: those of bright come first\n      bright adds `lamp small`" in result.output
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
    assert "played without a mod" in run("mods", "lamps").output


def test_a_game_that_cannot_be_read_has_no_report(here: Path) -> None:
    (here / "lamps.wright").write_bytes(b"\xff")
    result = run("mods", "lamps.wright")
    assert result.exit_code == 1 and "error[" in result.output
