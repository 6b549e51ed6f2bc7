"""What the start screen finds and begins, and what `tilewright` alone says where no window can be opened."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from support.packages import write_package
from tilewright.cli import kept_files, mod_sets, start_shelf
from tilewright.cli.kept_files import game_of
from tilewright.cli.kept_games import kept_by_itself
from tilewright.cli.main import main
from tilewright.cli.playing import GameWish, lay, prepare
from tilewright.cli.source_watcher import SourceWatcher
from tilewright.cli.start_shelf import ARTISTS, DESIGNERS, StartShelf, told
from tilewright.runtime.tables.session import TableSession, write_json
from tilewright.viewer.app import sittings
from tilewright.viewer.common import save_picture
from tilewright.viewer.menus.shelf import GameChoice, KeptFile, ShelfMod
from tilewright.viewer.menus.start_plugin import NothingYet
from tilewright.viewer.plugin import Sitting
from tilewright.viewer.rendering.window import NoRenderer, WindowLost

from .test_cli_window import GAME

SETTINGS = """\
setting night "At night": yes/no = no
setting sky: one of calm, rough_sea = calm
setting lit: number = 3
setting few: number 1 to 4 = 2

"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("CACHE", "STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"TILEWRIGHT_{name}", str(tmp_path / name.lower()))
    write_package(tmp_path / "lamps", {"rules.wright": GAME, "README.md": "# Lamps\n\nA *bright* game.\n"})
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def sat(found: Sitting | str) -> Sitting:
    assert isinstance(found, Sitting), found
    return found


def session_of(sitting: Sitting) -> TableSession:
    assert isinstance(sitting.session, TableSession)
    return sitting.session


# ------------------------------------------------------------------ the command


def test_without_a_screen_there_is_a_sentence_and_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for words in ((), ("start",)):
        result = run(*words)
        assert result.exit_code == 2 and "There is no screen for a window." in result.output
        assert "Usage: " in result.output and "play " in result.output


def test_what_becomes_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    opened: list[Sitting] = []

    def ends(by: BaseException | None) -> None:
        def run_sittings(first: Sitting, home: object, **_: object) -> None:
            opened.append(first)
            if by is not None:
                raise by

        monkeypatch.setattr(sittings, "run_sittings", run_sittings)

    for by, code, said in (
        (None, 0, ""),
        (KeyboardInterrupt(), 0, ""),
        (WindowLost("It is gone."), 0, "It is gone."),
        (NoRenderer("Install libx11-6."), 2, "Install libx11-6."),
    ):
        ends(by)
        result = run()
        assert result.exit_code == code and said in result.output
    assert len(opened) == 4


# ------------------------------------------------------------------ what is offered


def test_a_game_says_what_it_is_in_the_language_of_the_start_screen(here: Path) -> None:
    (here / "lamps" / "README.cs.md").write_text("# Lampy\n\nJasná hra.\n", "utf-8")
    (here / "lamps" / "texts").mkdir()
    (here / "lamps" / "texts" / "cs.yaml").write_text("game/title: Lampy\n", "utf-8")
    shelf = StartShelf()
    told = {language: shelf.games(language)[0] for language in ("en", "cs", "fr")}
    assert (told["cs"].title, told["cs"].about) == ("Lampy", "Jasná hra.")
    assert told["fr"] == told["en"] and told["en"].about == "A bright game."


def test_games_lie_here_or_come_with_tilewright(here: Path) -> None:
    games = StartShelf().games("en")
    assert (games[0].name, games[0].about) == ("lamps", "A bright game.") and str(here) in games[0].where
    assert (games[0].players, games[0].missions, games[0].campaigns) == ((1, 1), ("Night",), ())
    by_name = {one.name: one for one in games}
    used = by_name["learn/6_a_campaign"]
    assert used.players == (1, 4) and used.campaigns == ("A week of lamps",), "of games that it uses, too"
    assert "An evening to practise" in used.missions
    titles = [one.title for one in games]
    assert "Tic-Tac-Toe" in titles and "Learn 6: a campaign" in titles
    assert not any("std" in one.name or "mods/" in one.name for one in games)
    assert "The words that the games leave out" not in titles and "Learn 5: tests" not in titles, (
        "for authors"
    )


def test_credits_name_whoever_made_something(here: Path) -> None:
    art = here / "lamps/art"
    art.mkdir()
    (art / "axe.svg").write_text("<svg/>")
    tags = "SPDX-FileCopyrightText: 2026 Ada\nSPDX-License-Identifier: MIT\n"
    (art / "axe.svg.license").write_text(tags)
    (art / "REUSE.toml").write_text("annotations = [1, {path = 'b', SPDX-FileCopyrightText = '2026 Ben'}]")
    said = StartShelf().credits("en")
    written = " ".join((Path(__file__).parents[2] / "viewer/assets/CREDITS.md").read_text().split())
    assert all(name in written for name in (*DESIGNERS, *ARTISTS)) and set(ARTISTS) < set(said)
    assert [one.partition(": ")[2] for one in said if one.startswith("Art of ")][:2] == [
        "2026 Ben",
        "2026 Ada, MIT",
    ]
    (art / "REUSE.toml").write_text("annotations = 1")
    assert any("přispěvatelé" in one for one in StartShelf().credits("cs"))


def test_games_are_listed_in_the_language_of_the_screen(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": GAME.replace("players: 1", "players: 2")})
    (here / "lamps" / "texts").mkdir()
    for said, read in (("Noc", "Noc"), ('"Noc: \\"tma\\""', 'Noc: "tma"'), ("'Noc''s'", "Noc's")):
        (here / "lamps" / "texts" / "cs.yaml").write_text(f"mission/night/title: {said}\n", "utf-8")
        (lamps, *_) = StartShelf().games("cs")
        assert lamps.missions == (read,) and lamps.players == (2, 2)
    (here / "lamps" / "package.yaml").write_text("id: lamps\ntitle: Lamps\nuses: {gone: '1'}\n")
    assert StartShelf().games("en")[0].missions == ("Night",), "what it uses need not be there"


def test_missions_and_what_there_is_to_choose() -> None:
    shelf = StartShelf()
    found = shelf.missions(GameChoice("learn/6_a_campaign"), "cs")
    assert not isinstance(found, str) and found[-1].campaign and not found[0].campaign
    parts = shelf.parts(GameChoice("sniper_elite"), "cs")
    assert not isinstance(parts, str) and parts.settings and len(parts.titles) == parts.players[1]
    mods = shelf.mods("sniper_elite")
    assert not isinstance(mods, str) and {"old_rifle", "quartermaster"} <= {one.id for one in mods.mods}
    assert "there is no game" in str(shelf.missions(GameChoice("nothing"), "en")).lower()
    assert shelf.speech("cs").sentence("engine/start_new") == "Nová hra"


def test_what_games_and_mods_say_of_themselves_leads_to_no_folder() -> None:
    """Whoever reads it in the window sees none."""
    shelf = StartShelf()
    found = [one for game in ("aliens", "sniper_elite") for one in _mods(shelf, game)]
    assert len(found) > 6
    assert all(one.about for one in found)
    for said in (*(one.about for one in found), *(one.about for one in shelf.games("en"))):
        assert not re.search(r"README|scenarios|\w/\w", said), said


def _mods(shelf: StartShelf, game: str) -> tuple[ShelfMod, ...]:
    mods = shelf.mods(game)
    assert not isinstance(mods, str), mods
    return mods.mods


def test_settings_have_their_values_in_order(here: Path) -> None:
    write_package(here / "lamps", {"rules.wright": GAME.replace("kind lamp", SETTINGS + "kind lamp")})
    parts = StartShelf().parts(GameChoice("lamps", "night"), "en")
    assert not isinstance(parts, str), parts
    by_name = {one.name: one for one in parts.settings}
    assert by_name["night"].shown == ("no", "yes") and by_name["night"].title == "At night"
    assert by_name["sky"].shown == ("calm", "rough sea") and by_name["few"].values == ("1", "2", "3", "4")
    assert by_name["lit"].usual == "3" and by_name["lit"].values[0] == "0"


def test_mistakes_become_sentences(here: Path) -> None:
    (here / "lamps" / "rules.wright").write_text(GAME.replace("win", "wim").replace("repeat", "repeet"))
    said = StartShelf().begin(GameChoice("lamps"), "en")
    assert isinstance(said, str) and "rules.wright" in said and "tilewright check lamps" in said

    def missing() -> None:
        raise FileNotFoundError(2, "No such file or directory", "gone.json")

    assert told(missing) == "gone.json: no such file or directory"

    def ended() -> None:
        raise SystemExit_

    import click

    SystemExit_ = click.exceptions.Exit(1)
    assert "the terminal says why" in str(told(ended))


def test_sets_are_made_listed_and_forgotten(here: Path) -> None:
    shelf = StartShelf()
    choice = GameChoice("sniper_elite", mods=("old_rifle",))
    assert "cannot be the name of a set" in str(shelf.keep_set("No!", choice))
    assert shelf.keep_set("mine", choice) is None
    mods = shelf.mods("sniper_elite")
    assert not isinstance(mods, str) and list(mods.sets) == ["mine"]
    assert set(mods.sets["mine"]) <= {one.word for one in mods.mods}, "so these are shown as chosen"
    other = shelf.mods("lamps")
    assert not isinstance(other, str) and not other.sets, "it is for another game"
    assert "mine" in run("sets").output
    (here / "config" / "mods" / "bad.json").write_text("{}")
    assert not isinstance(shelf.mods("lamps"), str)
    assert "nothing" in str(shelf.keep_set("mine", GameChoice("sniper_elite", mods=("nothing",))))
    assert mod_sets.read("mine").wanted == ("old_rifle",)
    assert shelf.forget_set("mine") is None and "no set of mods" in str(shelf.forget_set("mine"))


# ------------------------------------------------------------------ what is begun and kept


def test_a_game_is_begun_kept_continued_and_recorded(here: Path) -> None:
    shelf = StartShelf()
    choice = GameChoice("lamps", "night", 1, ("greedy",), seed="7")
    sitting = sat(shelf.begin(choice, "cs"))
    session = session_of(sitting)
    assert session.game.seed == 7 and session.people() == [] and sitting.speech is shelf.speech("cs")
    assert session.tick() and session.tick()
    sitting.farewell()
    (kept,) = shelf.kept("en")
    assert kept.title == "Lamps" and kept.told == "Night" and kept.answers == 2
    again = session_of(sat(shelf.load(kept.file, "en")))
    assert again.moment() == 2 and again.people() == [], "who sits where is part of a save"
    while again.tick():
        pass
    assert again.game.over is not None
    ended = sat(shelf.load(kept.file, "en"))
    while session_of(ended).tick():
        pass
    ended.farewell()
    assert shelf.kept("en") == [] and ended.again is not None
    fresh = session_of(sat(ended.again()))
    assert fresh.moment() == 0 and fresh.game.seed != 7, "what was loaded has no seed of its own"
    (recorded,) = shelf.recordings("en")
    looked_at = sat(shelf.replay(recorded.file, "cs"))
    assert session_of(looked_at).recording and looked_at.greeting == ""


def test_what_is_deleted_is_gone_with_its_picture_and_its_doubles(here: Path) -> None:
    """A list shows one file of each position: another must not take the place of one that was deleted."""
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, ("greedy",), seed="7"), "en"))
    assert session_of(sitting).tick()
    sitting.farewell()
    (kept,) = shelf.kept("en")
    double = kept.file.with_name("double.game.json")
    double.write_bytes(kept.file.read_bytes())
    other = kept.file.with_name("other.game.json")
    other.write_text("{}")
    pictures = [save_picture.beside(one) for one in (kept.file, double, other)]
    for one in pictures:
        save_picture.write(one, Image.new("RGB", (48, 27)), "Lamps", "Night", "")
    assert [one.damaged for one in shelf.kept("en")].count(False) == 1
    assert shelf.delete(kept.file) is None
    assert [one.file for one in shelf.kept("en")] == [other], "what is damaged is like nothing else"
    assert [one.exists() for one in pictures] == [False, False, True] and not double.exists()
    assert shelf.delete(other) is None and shelf.kept("en") == [] and not pictures[2].exists()
    assert shelf.delete(other) is None, "what is gone is gone"


def test_a_game_goes_on_in_another_language(here: Path) -> None:
    """Before its first answer and after, and back again; it offers those that it has."""
    (here / "lamps" / "texts").mkdir()
    assert run("texts", "lamps", "cs").exit_code == 0
    file = here / "lamps" / "texts" / "cs.yaml"
    file.write_text(re.sub(r"(?m)^lamp/red/title:.*", "lamp/red/title: Rudá", file.read_text()))
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, seed="7"), "en"))
    assert sitting.languages == [("cs", "Čeština"), ("en", "English")] and sitting.in_language is not None
    for moment, language, title in ((0, "cs", "Rudá"), (1, "en", "Red lamp"), (2, "cs", "Rudá")):
        assert sitting.in_language is not None
        sitting = sat(sitting.in_language(language))
        session = session_of(sitting)
        assert (session.moment(), session.game.seed, session.speech.language) == (moment, 7, language)
        assert [one["title"] for one in session.view("player.1")["things"]] == [title]
        assert sitting.speech is shelf.speech(language) and session.people() == ["player.1"]
        assert session.answer("player.1", [0]) is None


def test_nobody_is_sent_off_before_they_leave_a_game_that_changed_its_language(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its edits are watched on, and what was asked for when it began is part of the command that goes on."""
    (here / "lamps" / "texts").mkdir()
    assert run("texts", "lamps", "cs").exit_code == 0
    watched: list[SourceWatcher] = []
    monkeypatch.setattr(SourceWatcher, "watch", lambda one: watched.append(one))
    first = Sitting(NothingYet())
    laid = lay(prepare(GameWish("lamps/night", seed=7)), here / "r.json", "3d", watch=True)
    begun, languages = StartShelf().sitting(laid, "en"), iter(("cs", "en"))

    def sit(sitting: Sitting, *_: object, **__: object) -> Sitting | None:
        if sitting is first:
            return begun
        assert session_of(sitting).answer("player.1", [0]) is None and sitting.in_language is not None
        language = next(languages, None)
        return None if language is None else sat(sitting.in_language(language))

    monkeypatch.setattr(sittings, "_window", lambda *_: SimpleNamespace(base=SimpleNamespace(destroy=bool)))
    monkeypatch.setattr(sittings, "_sit", sit)
    sittings.run_sittings(first, None)
    said = capsys.readouterr().out
    assert said.count("To continue:") == 1 == said.count("Recording:") and "Pokračovat" not in said, said
    assert re.search(r"To continue: tilewright play \S+/lamps/night --load \S+ --table 3d\n", said), said
    assert begun.again is not None and sat(begun.again()).again is not None
    assert [one.recipe.language for one in watched] == ["en", "cs", "en", "en"]


@pytest.mark.parametrize("recorded", [False, True])
def test_whatever_game_is_over_can_be_watched_from_the_start_screen(here: Path, *, recorded: bool) -> None:
    """Also one that `tilewright play` began, in a window or in a terminal, unless it has its recording."""
    elsewhere = here / "mine.json" if recorded else None
    options = ["--record", str(elsewhere)] if recorded else []
    result = run(
        "play", "lamps/night", "--seed", "7", "--seat", "player.1=random", "--table", "text", *options
    )
    assert result.exit_code == 0, result.output
    shelf, wanted = StartShelf(), 0 if recorded else 1
    assert len(shelf.recordings("en")) == wanted
    for one in shelf.recordings("en"):
        one.file.unlink()
    laid = lay(prepare(GameWish("lamps/night", ("player.1=random",), seed=8)), elsewhere)
    while laid.session.tick():
        pass
    shelf.sitting(laid, "en").farewell()
    assert len(shelf.recordings("en")) == wanted
    assert elsewhere is None or elsewhere.exists()


def test_a_game_is_gone_on_with_from_another_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = StartShelf()
    choice = GameChoice("lamps", "night", 1, ("random",), seed="1")
    begun = session_of(sat(shelf.begin(choice, "en")))
    assert begun.tick()
    other = here / "elsewhere"
    other.mkdir()
    monkeypatch.chdir(other)
    (kept,) = shelf.kept("en")
    assert kept.title == "Lamps", "its game is known"
    again = sat(shelf.load(kept.file, "en"))
    assert session_of(again).moment() == 1
    while session_of(again).tick():
        pass
    again.farewell()
    (recorded,) = shelf.recordings("en")
    assert session_of(sat(shelf.replay(recorded.file, "en"))).recording

    # Another game with that id lies here: each save finds its own.
    write_package(other / "lamps", {"rules.wright": GAME.replace("from 1 to 2", "from 3 to 4")})
    assert sat(shelf.replay(recorded.file, "en")).greeting == "", "it fits"
    mine = session_of(sat(shelf.begin(choice, "en")))
    assert mine.tick() and mine.kept is not None
    assert game_of(mine.kept) == "lamps"
    for damaged in ("[", "{}", '[["lamps", 7], ["lamps", "rel"]]'):
        (here / "state" / "homes.json").write_text(damaged)
        assert game_of(mine.kept) == "lamps", "what is damaged remembers nothing"
    (here / "state" / "homes.json").unlink()
    (here / "state" / "homes.json").mkdir()
    assert session_of(sat(shelf.begin(choice, "en"))).tick(), "and nothing depends on it"


def test_what_somebody_saved_stays_when_the_game_ends() -> None:
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, ("random",), seed="1"), "en"))
    session = session_of(sitting)
    assert session.tick() and session.kept is not None
    saved = session.kept.with_name("lamps-night-1.game.json")
    session.save(saved)
    again = sat(shelf.load(saved, "en"))
    assert session_of(again).kept != saved
    while session_of(again).tick():
        pass
    again.farewell()
    assert saved.exists()
    (listed,) = shelf.kept("en")
    assert listed.file == saved and not listed.unfinished, "its game is over, but they may try again"


@pytest.mark.parametrize("further", [0, 2])
def test_a_game_is_kept_once_by_itself_whichever_save_is_gone_on_with(further: int) -> None:
    """Whether it was left where it had been saved or later. Who only looks at the save loses nothing."""
    shelf = StartShelf()
    session = session_of(sat(shelf.begin(GameChoice("lamps", "night", 1, ("random",), seed="1"), "en")))
    assert session.tick() and session.kept is not None
    saved = session.kept.with_name("lamps-night-1.game.json")
    session.save(saved)
    for _ in range(further):
        session.tick()
    listed = shelf.kept("en")
    assert [one.answers for one in listed] == ([3, 1] if further else [1]), "two files with one position"
    assert [one.unfinished for one in listed] == ([True, False] if further else [True])
    again = session_of(sat(shelf.load(saved, "en")))
    assert again.kept == session.kept and again.moment() == 1
    assert shelf.kept("en") == listed
    assert again.tick()
    assert [(one.answers, one.unfinished) for one in shelf.kept("en")] == [(2, True), (1, False)]


def test_only_an_unfinished_game_on_the_same_way_is_gone_on_with(here: Path) -> None:
    def played(seed: str, *answers: int) -> TableSession:
        session = session_of(sat(StartShelf().begin(GameChoice("lamps", "night", 1, seed=seed), "en")))
        for one in answers:
            assert session.answer("player.1", [one]) is None
        return session

    mine, file = played("1", 0, 1).game, here / "lamps-night-1.save.json"
    for seed, answers, same in (
        ("1", [0], True),
        ("1", [0, 1, 1], True),
        ("1", [0, 0], False),
        ("2", [0, 1], False),
        ("1", [0] + [1] * 29, False),  # over
    ):
        played(seed, *answers).save(file)
        assert kept_by_itself([file], mine) == (file if same else None), answers
    file.write_text("{")
    assert kept_by_itself([file], mine) is None


def test_what_is_kept_is_called_as_where_games_are_chosen(here: Path) -> None:
    """A save whose picture has other words, and a recording; in the language of the screen."""
    (here / "lamps" / "texts").mkdir()
    (here / "lamps" / "texts" / "cs.yaml").write_text(
        "game/title: Lampy\nmission/night/title: Noc\n", "utf-8"
    )
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, ("random",), seed="1"), "en"))
    session = session_of(sitting)
    assert session.tick() and session.kept is not None
    saved = session.kept.with_name("lamps-night-1.game.json")
    session.save(saved)
    save_picture.write(saved, Image.new("RGB", (48, 27)), "Lamps, the system", "The night", "Round 1")
    while session.tick():
        pass
    sitting.farewell()
    for language, title, mission in (("en", "Lamps", "Night"), ("cs", "Lampy", "Noc")):
        (kept,), (recorded,) = shelf.kept(language), shelf.recordings(language)
        assert shelf.games(language)[0].title == kept.title == recorded.title == title
        assert (kept.told, recorded.told) == (f"{mission}, Round 1", mission)
    shutil.rmtree(here / "lamps")
    vars(kept_files)["_called"].cache_clear()
    vars(kept_files)["_told"].cache_clear()
    (gone,) = shelf.kept("en")
    assert (gone.title, gone.told) == ("Lamps, the system", "The night, Round 1"), "as its table called it"


def test_old_recordings_make_room(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_shelf, "KEPT", 1)
    old = here / "state" / "recordings" / "lamps-1.own.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    os.utime(old, (1, 1))
    sitting = sat(StartShelf().begin(GameChoice("lamps", "night", 1, ("random",)), "en"))
    while session_of(sitting).tick():
        pass
    sitting.farewell()
    assert len(StartShelf().recordings("en")) == 1 and not old.exists()


def test_installed_games_are_offered(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = here / "unpacked"
    (here / "lamps").rename(root)
    kept = SimpleNamespace(root=root, id="lamps", title="Lamps", version="1.0.0")
    monkeypatch.setattr("tilewright.dsl.packages.store.installed", lambda: [kept])
    monkeypatch.chdir(here.parent)
    found = StartShelf().games("en")
    assert (found[0].name, found[0].title) == ("lamps", "Lamps")


def test_the_next_mission_follows() -> None:
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("learn/6_a_campaign", "practice"), "en"))
    assert sitting.following is not None
    title, begin = sitting.following
    following = session_of(sat(begin()))
    assert following.view(None)["game"]["mission"]["title"] == title
    campaign = sat(shelf.begin(GameChoice("learn/6_a_campaign", "lamp_week"), "en"))
    assert campaign.following is None


def test_missions_come_as_campaigns_play_them_then_as_they_are_declared(here: Path) -> None:
    """In the description of the game, on its page, at the text table, and after the end of one."""
    played, last = GAME.index("mission night"), ":\n  board: yard\n"
    others = f'mission attic "Attic"{last}\nmission cellar "Cellar"{last}\n'
    more = f"""
mission dawn "Dawn, after the cellar"{last}
campaign week "The week":
  begins: through_the_week

to through_the_week "Not to the attic":  # nor to the attic
  repeat 2:
    each_evening
  win "Done: attic."

to each_evening:
  for each place in evenings: evening place
  if count(evenings) = 1: deeper

define evenings: list of mission = list(night, cellar)

to evening (mission):
  play_mission mission as result

to deeper:
  evening attic
"""
    write_package(here / "lamps", {"rules.wright": GAME[:played] + others + GAME[played:] + more})
    wanted, shelf = ["night", "cellar", "attic", "dawn"], StartShelf()
    titles = ["Night", "Cellar", "Attic", "Dawn, after the cellar"]
    assert list(shelf.games("en")[0].missions) == titles
    found = shelf.missions(GameChoice("lamps"), "en")
    assert [one.name for one in found if not isinstance(one, str)] == [*wanted, "week"]
    told = CliRunner().invoke(main, ["play", "lamps", "--table", "text"], input="quit\n").output
    assert re.findall(r"\d\. (\w+):", told) == [*wanted, "week"]
    following = [sat(shelf.begin(GameChoice("lamps", one, 1), "en")).following for one in wanted]
    assert [one and one[0] for one in following] == [*titles[1:], None]


def test_damaged_and_foreign_files_say_so(here: Path) -> None:
    shelf = StartShelf()
    session = session_of(sat(shelf.begin(GameChoice("lamps", players=1), "en")))
    session.answer("player.1", [0])
    (kept,) = shelf.kept("en")
    damaged = kept.file.with_name("damaged.save.json")
    damaged.write_text("{")
    assert KeptFile(damaged, damaged.name, "", shelf.kept("en")[0].when, damaged=True) in shelf.kept("en")
    assert "damaged.save.json" in str(shelf.load(damaged, "en"))
    (here / "state" / "recordings").mkdir()
    seen = here / "state" / "recordings" / "seen.json"
    shutil.copy(damaged, seen)
    assert "seen.json" in str(shelf.replay(seen, "en"))
    write_json(seen, session.game.seen("player.1"))
    assert "what one player has seen" in str(shelf.replay(seen, "en"))
    shutil.rmtree(here / "lamps")
    assert "is not here" in str(shelf.load(kept.file, "en"))
    with pytest.raises(Exception, match="is not here"):
        game_of(kept.file)
    vars(kept_files)["_called"].cache_clear()
    vars(kept_files)["_told"].cache_clear()
    assert "lamps" in {one.title for one in shelf.kept("en")}


def test_a_recording_that_fits_in_part_says_so(here: Path) -> None:
    shelf = StartShelf()
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, ("random",), seed="1"), "en"))
    while session_of(sitting).tick():
        pass
    sitting.farewell()
    changed = GAME.replace("from 1 to 2", "from 3 to 4")
    (here / "lamps" / "rules.wright").write_text(changed)
    (recorded,) = shelf.recordings("en")
    assert sat(shelf.replay(recorded.file, "en")).greeting


def test_boards_are_edited_but_for_those_that_stay_as_they_are(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = StartShelf()
    assert shelf.boards("lamps") == ["yard"]
    assert sat(shelf.edit("lamps", "yard", "en")).plugins
    assert "cellar" in str(shelf.edit("lamps", "cellar", "en"))
    monkeypatch.setattr("tilewright.dsl.packages.store.holds", lambda _: True)
    assert "packed package" in str(shelf.boards("lamps"))


def test_without_a_home_nothing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.host.folders.of_user", lambda _: None)
    shelf = StartShelf()
    assert shelf.kept("en") == [] == shelf.recordings("en")
    sitting = sat(shelf.begin(GameChoice("lamps", "night", 1, ("random",)), "en"))
    while session_of(sitting).tick():
        pass
    sitting.farewell()
    assert start_shelf.KEPT > 0
