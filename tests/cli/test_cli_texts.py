"""`tilewright texts`, and `--language` of the commands that play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import ImageFont

from support.packages import write_package
from tilewright.cli import text_view
from tilewright.cli.loading import load
from tilewright.cli.main import main
from tilewright.runtime.engine.engine import link
from tilewright.runtime.game import Game
from tilewright.viewer.common.svg import FONTS
from tilewright.viewer.panels.inspector import inspector
from tilewright.viewer.panels.large import large

GAME = """\
system game:
  title: "The gate"
  players: 1

menu turn_actions "Your turn" for player

to play:
  offer turn_actions to player.1
  win "The gate is open."

action push by (player):
  in turn_actions
  say "It creaks."

action wait by (player):
  in turn_actions
"""
QUAY = """
kind boat is figure
boat ferry

board quay of room "Quay":
  spaces:
    | room  | title      |
    | north | North quay |
    | east  | East quay  |
    | south |            |

mission sail:
  board: quay
  setup: move ferry to north
"""
CZECH = """\
# en: The gate
game/title: Brána
# en: Push
verb/push/title: Zatlačit
"""


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def game(here: Path) -> Path:
    return write_package(here / "game", {"a.wright": GAME})


# ------------------------------------------------------------------ texts


def test_a_catalogue_is_begun_and_told(game: Path) -> None:
    result = run("texts", "game", "cs")
    assert result.exit_code == 0, result.output
    first, second = result.output.splitlines()
    assert first == "game/texts/cs.yaml: 0 of 7 texts are translated."
    assert second.startswith("7 not translated yet: game/title, kind/player/title, ")
    text = (game / "texts/cs.yaml").read_text("utf-8")
    assert "# en: It creaks.\nverb/push/say/1:\n" in text


def test_a_catalogue_is_brought_up_to_date_and_keeps_what_is_there(game: Path) -> None:
    (game / "texts").mkdir()
    file = game / "texts/cs.yaml"
    file.write_text(CZECH + "# en: Pull\nverb/pull/title: Zatáhnout\n", "utf-8")
    result = run("texts", "game", "cs")
    assert "2 of 7 texts are translated." in result.output
    assert "1 no longer used, and moved to the end: verb/pull/title" in result.output
    text = file.read_text("utf-8")
    assert text.startswith(CZECH)
    assert text.endswith("# no longer used\n\n# en: Pull\nverb/pull/title: Zatáhnout\n")
    run("texts", "game", "cs")
    assert file.read_text("utf-8") == text


def test_titles_of_spaces_are_translated_and_told_apart(game: Path) -> None:
    """Two that have one title in a language are told with their names, whatever they are in English."""
    (game / "a.wright").write_text(GAME + QUAY, "utf-8")
    (game / "texts").mkdir()
    (game / "texts/cs.yaml").write_text(
        "board/quay/north/title: Molo\nboard/quay/east/title: Molo\n", "utf-8"
    )
    assert run("texts", "game", "cs").exit_code == 0
    assert "# en: North quay\nboard/quay/north/title: Molo" in (game / "texts/cs.yaml").read_text("utf-8")
    for language, told in (("en", ["North quay", "East quay"]), ("cs", ["Molo (north)", "Molo (east)"])):
        program = load("game/sail", language=language).program
        spaces = Game.start(program, 1).view("player.1")["board"]["spaces"]
        assert [space["title"] for space in spaces] == [*told, "south"]


def test_check_only_reports(game: Path) -> None:
    result = run("texts", "game", "cs", "--check")
    assert result.exit_code == 1
    assert "0 of 7 texts are translated." in result.output
    assert not (game / "texts").exists()


def test_a_catalogue_or_a_manifest_with_mistakes_is_left_as_it_is(game: Path) -> None:
    run("texts", "game", "cs")
    (file,) = (game / "texts").glob("*.yaml")
    file.write_text("[: broken", "utf-8")
    result = run("texts", "game", "cs")
    assert result.exit_code == 1 and "error[" in result.stderr and file.read_text("utf-8") == "[: broken"
    (game / "package.yaml").write_text("[: broken", "utf-8")
    result = run("texts", "game", "cs")
    assert result.exit_code == 1 and "error[" in result.stderr


def test_a_single_file_has_no_place_for_texts(game: Path) -> None:
    (game.parent / "one.wright").write_text('system one:\n  players: 1\n\nto play: win "Done."\n', "utf-8")
    result = run("texts", str(game.parent / "one.wright"), "cs")
    assert result.exit_code == 2 and "is a single file" in result.output


def test_a_game_with_mistakes_keeps_its_catalogue(game: Path) -> None:
    (game / "b.wright").write_text("content for game\n\ncrad axe: 1\n", "utf-8")
    result = run("texts", "game", "cs")
    assert result.exit_code == 1
    assert "error[" in result.stderr
    assert not (game / "texts").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game", "czech"), "`czech` is not a language to translate into"),
        (("game", "en"), "`en` is not a language to translate into"),
        (("gmae", "cs"), "there is no package `gmae`"),
        (("game/a.wright", "cs"), ""),
    ],
)
def test_what_cannot_be_translated_is_said(game: Path, words: tuple[str, ...], said: str) -> None:
    result = run("texts", *words)
    assert (result.exit_code == 2) == bool(said)
    assert said in result.stderr


def test_a_mod_translates_what_it_changes_and_keeps_what_it_translates_of_the_game(game: Path) -> None:
    write_package(game, {"b.wright": 'content for game\n\nlamp tall "Tall lamp":\n  text: "It is tall."\n'})
    (game / "a.wright").write_text(GAME + "\nkind lamp is card\n", "utf-8")
    change = 'mod mine for game\n\nchange lamp tall:\n  text: "It is high."\n'
    mine = write_package(game.parent / "mine", {"a.wright": change, "texts/cs.yaml": CZECH}, ("game",))
    result = run("texts", "mine", "cs")
    assert result.output.splitlines() == [
        "mine/texts/cs.yaml: 2 of 3 texts are translated.",
        "1 not translated yet: lamp/tall/text",
    ]
    file = mine / "texts/cs.yaml"
    text = file.read_text("utf-8")
    assert text == CZECH + "\n# en: It is high.\nlamp/tall/text:\n"
    file.write_text(text.replace("text:", "text: Je vysoko."), "utf-8")
    assert run("texts", "mine", "cs", "--check").exit_code == 0


def test_a_mod_that_only_translates_is_offered_all_that_the_game_has_not_translated(game: Path) -> None:
    mine = write_package(game.parent / "mine", {"a.wright": "mod mine for game\n"}, ("game",))
    write_package(game, {"texts/cs.yaml": CZECH})
    left = run("texts", "mine", "cs").output.splitlines()[0]
    assert left == "mine/texts/cs.yaml: 0 of 5 texts are translated."
    run("texts", "game", "cs")
    file = game / "texts/cs.yaml"
    file.write_text(re.sub(":$", ": Ano", file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    (mine / "texts/cs.yaml").unlink()
    said = "In mine, there is nothing to translate into cs that is not translated already.\n"
    assert run("texts", "mine", "cs").output == said and not (mine / "texts/cs.yaml").exists()


# ------------------------------------------------------------------ --language


@pytest.fixture
def czech(game: Path) -> Path:
    (game / "texts").mkdir()
    (game / "texts/cs.yaml").write_text(CZECH, "utf-8")
    return game


@pytest.mark.parametrize(("words", "heading"), [((), "Mission"), (("--language", "cs"), "Mise")])
def test_a_picture_speaks_the_language_that_is_asked_for(
    czech: Path, words: tuple[str, ...], heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tilewright.schemas.wording import ENGLISH
    from tilewright.viewer.common import speech
    from tilewright.viewer.pictures import stills

    said: list[str] = []

    def drawn(*_: object, **__: object) -> str:
        said.append(speech.say("panel_mission"))
        return "nothing"

    monkeypatch.setattr(stills, "screenshot", drawn)
    monkeypatch.setattr(speech, "_used", [ENGLISH])
    assert run("view", "game", "--screenshot", "x.png", *words).exit_code == 0
    assert said == [heading]


def test_a_game_is_played_in_a_language(czech: Path) -> None:
    result = run("play", "game", "--table", "text", "--language", "cs", "--seed", "1", typed="1\nquit\n")
    assert "\nBrána.\n" in result.stdout
    assert "Zatlačit" in result.stdout
    assert "It creaks." in result.stdout, "what is not translated is shown as it was written"
    missing = "5 of 7 texts are shown in English: they are not translated into `cs` yet."
    assert result.stderr.count(missing) == 1


def test_a_recording_is_told_and_a_verb_explained_in_a_language(czech: Path) -> None:
    run("play", "game", "--table", "text", "--record", "r.json", typed="push\n")
    told = run("replay", "r.json", "--game", "game", "--language", "cs", "--log").output
    assert "Zatlačit" in told and "It creaks." in told
    assert run("explain", "game", "Zatlačit", "--language", "cs").stdout.startswith("verb push")
    assert run("explain", "game", "Zatlačit").exit_code == 2


def test_a_catalogue_that_changes_is_read_again(czech: Path) -> None:
    first = load("game", language="cs").program
    assert first["game"]["title"] == "Brána"
    (czech / "texts/cs.yaml").write_text(CZECH.replace("Brána", "Vrata"), "utf-8")
    second = load("game", language="cs").program
    assert second["game"]["title"] == "Vrata"
    assert first["language"]["of"] == second["language"]["of"]
    assert first["language"]["words"] != second["language"]["words"]
    assert load("game").program["game"]["title"] == "The gate"


def test_a_language_that_is_not_there_is_named(czech: Path) -> None:
    result = run("simulate", "game", "--language", "fr")
    assert result.exit_code == 2
    assert "`game` has no texts in `fr`; there are cs, en" in result.stderr
    assert "tilewright texts game fr" in result.stderr


def test_a_save_of_one_language_goes_on_in_another(czech: Path, here: Path) -> None:
    played = run("play", "game", "--table", "text", "--language", "cs", typed="quit\n")
    saved = next((here / "state/games").glob("*.save.json"), None)
    assert played.exit_code == 0
    if saved is not None:
        result = run("play", "game", "--table", "text", "--load", str(saved), typed="quit\n")
        assert result.exit_code == 0, result.output
        assert "The gate" in result.output


def test_bots_play_the_same_games_in_every_language(czech: Path) -> None:
    words = ("simulate", "game", "--games", "5", "--jobs", "1")
    told = [run(*words, *more).stdout.splitlines()[:3] for more in ((), ("--language", "cs"))]
    assert told[0] == told[1]


# ------------------------------------------------------------------ names of values, and words

WEATHER = """\
system weather:
  players: 1

kind lamp is token:
  burning_oil: number = 3
  mood: one of calm, very_wild = very_wild
lamp lantern "Lantern"
die vane: rising_wind x6
game has:
  shelf: pile of lamp, in play
  today: one of calm, very_wild = calm

to play:
  move lantern to shelf
  say "It is {today} now."
  roll vane as wind
  choose one by player.1 asking "Well?":
    "Go": win player.1
    "Stay": win player.1
"""
IN_CZECH = """\
kind/lamp/burning_oil/title: Zásoba oleje
kind/lamp/mood/title: Nálada
words/lamp/mood/very_wild: rozbouřené
words/lamp/mood/calm: klidno
words/vane/rising_wind: sílí vítr
"""


def in_czech(here: Path) -> dict[str, Any]:
    """What the player sees of the weather, in Czech."""
    write_package(here / "weather", {"a.wright": WEATHER, "texts/cs.yaml": IN_CZECH})
    game = Game(link(load("weather", language="cs").program), seed=1, players=1)
    return game.view("player.1")


def test_names_of_values_and_words_are_translated(here: Path) -> None:
    view = in_czech(here)
    assert view["titles"]["values"]["burning_oil"] == "Zásoba oleje"
    words = view["titles"]["words"]
    assert words == {"calm": "klidno", "very_wild": "rozbouřené", "rising_wind": "sílí vítr"}
    assert view["dice"] == {"vane": ["sílí vítr"] * 6}
    assert "hod: sílí vítr." in " ".join(entry["text"] for entry in view["log"]).lower()
    assert "It is klidno now." in [entry["text"] for entry in view["log"]]
    lamp = view["things"][0]
    assert lamp["values"] == {"burning_oil": 3, "mood": "very_wild"}, "programs read the names"


def test_both_tables_show_them(here: Path) -> None:
    view = in_czech(here)
    assert "zásoba oleje 3, nálada rozbouřené." in text_view.look(view, "Lantern")[0]
    shown = inspector(view, view["things"][0]), large(view, "lantern")
    for panel in shown:
        assert panel is not None and "NÁLADA" in panel.svg and "Rozb" in panel.svg


def test_an_unknown_word_of_a_catalogue_is_told(here: Path) -> None:
    texts = IN_CZECH.replace("calm", "clam")
    write_package(here / "weather", {"a.wright": WEATHER, "texts/cs.yaml": texts})
    told = run("check", "weather").stdout
    assert "the game has no text `words/lamp/mood/clam`" in told
    assert "did you mean `words/lamp/mood/calm`?" in told


# ------------------------------------------------------------------ letters


@pytest.mark.parametrize("weight", sorted(FONTS))
def test_the_table_has_the_letters_of_czech_and_french(weight: int) -> None:
    font = ImageFont.truetype(FONTS[weight], 40)
    none = bytes(font.getmask("\uffff"))
    letters = "ěščřžýáíéůúťďňóĚŠČŘŽÝÁÍÉŮÚŤĎŇÓéèêëàâçœæùûîïôÉÈÊÀÇŒ«»„“’…–—"
    assert [letter for letter in letters if bytes(font.getmask(letter)) == none] == []


def test_walls_and_the_box_are_called_as_the_engine_calls_them(here: Path) -> None:
    drawn = "board yard of square:\n  drawing:\n    +---+---+\n    | . | . |\n    +---+---+\n"
    mission = 'mission day "Day":\n  board: yard\n'
    write_package(
        here / "game", {"b.wright": f"content for game\n\n{drawn}{mission}", "texts/cs.yaml": CZECH}
    )
    write_package(here / "game", {"a.wright": GAME})
    spoken = load("game/day", language="cs").program
    assert spoken["kinds"]["wall"]["title"] == "Zeď"
    assert [one["title"] for one in spoken["places"] if one["name"] == "box"] == ["Krabice"]


@pytest.mark.parametrize("language", ["cs", "fr"])
def test_aliens_is_translated_whole(language: str) -> None:
    result = run("texts", "aliens", language, "--check")
    assert result.exit_code == 0, result.output
