"""Table mode, the board editor and what is said about sources, in other languages.

In the language of these tests every letter of the engine's sentences is another one. So whatever can be read
there, and is no name of a game and no key, stands in the code and cannot be translated.
"""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.tables import GAMES
from support.unseen import Unseen
from tilewright.cli.board_sketch_view import drawing_board
from tilewright.dsl.packages.package import read_package
from tilewright.dsl.translations.engine_catalogue import engine_languages
from tilewright.dsl.translations.translate import engine_speech
from tilewright.runtime.game import Game
from tilewright.runtime.tables.session import TableSession
from tilewright.schemas.identity import identity
from tilewright.schemas.wording import ENGLISH, Sentence, Wording, sentences
from tilewright.viewer.app.sittings import OF_TABLES
from tilewright.viewer.authoring import banner
from tilewright.viewer.authoring.editor import BoardEditorPlugin, board_sitting
from tilewright.viewer.authoring.manual_edit import ManualEditPlugin
from tilewright.viewer.authoring.palette_panel import groups
from tilewright.viewer.authoring.sources import SourceLocation, Trouble, open_editor
from tilewright.viewer.common import speech
from tilewright.viewer.panels.vocabulary import ManualEditButton, OnPile, OpenGroup, TakeBrush

STRANGE = Wording("xx", {key: re.sub(r"[A-Za-z]", "ж", said) for key, said in sentences().items()})
EVERY = {"xx": STRANGE, **{language: engine_speech(language) for language in engine_languages()}}
KEYS = ("Ctrl", "Esc", "Escape", "Home", "Shift", "Insert", "F1", "F10", "F12")
BOARDS = [("derelict", None), ("derelict", "west"), ("ship", "deck"), ("town", "town")]

OpenTable = Callable[..., Unseen]
OpenEditor = Callable[[str, str | None, Wording], Unseen]


@pytest.fixture(autouse=True)
def spoken_before() -> Iterator[None]:
    """The next test hears English."""
    yield
    speech.use(ENGLISH)


@pytest.fixture
def editor(opened_table: OpenTable, tmp_path: Path) -> OpenEditor:
    """Opens the editor of a board of a small game in a language, on a copy of it."""

    def opened(game: str, name: str | None, spoken: Wording) -> Unseen:
        shutil.copytree(GAMES / game, tmp_path / game)
        package, problems = read_package(tmp_path / game)
        assert package is not None, problems
        sitting = board_sitting(drawing_board(package, name), spoken)
        return opened_table(sitting.session, *OF_TABLES, *sitting.plugins, sitting=sitting)

    return opened


@pytest.fixture
def by_hand(opened_table: OpenTable) -> Callable[[Wording], Unseen]:
    """Opens a table at which table mode is on, of a game in a language."""

    def opened(spoken: Wording) -> Unseen:
        program = tables.begun("derelict").program.written
        told = {"code": spoken.language, "of": identity(program), "sentences": spoken.translated}
        game = Game.start({**program, "language": told}, 1)
        session = TableSession(game, ["player.1", "player.2"])
        table = opened_table(session, ManualEditPlugin)
        table.keys("t")
        return table

    return opened


def read(svg: str) -> list[str]:
    """The texts of a picture."""
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def names_in(found: Any) -> Iterator[str]:
    """What a view, or a part of it, calls things and values."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from [key, *names_in(value)] if key in ("titles", "values") else names_in(value)
            if key == "values":
                yield from value
    elif isinstance(found, list):
        for one in found:
            yield from names_in(one)
    elif isinstance(found, str):
        yield found


def unsaid(texts: Iterable[str], names: Iterable[str]) -> list[str]:
    """Texts in which letters of ours are left beside names."""
    known = sorted({name.replace("_", " ") for name in (*names, *KEYS) if name}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known), re.IGNORECASE)
    return [one for one in texts if re.search(r"[A-Za-z]{2}", pattern.sub("", one.replace("_", " ")))]


def test_words_that_are_written_into_a_panel_are_found() -> None:
    assert unsaid(["Lamp жжж 3", "Lamps жжж", "S", "Ctrl+S"], ["lamp"]) == ["Lamps жжж"]


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_all_of_the_editor_can_be_translated(editor: OpenEditor, game: str, board: str | None) -> None:
    table = editor(game, board, STRANGE)
    plugin = table.plugin(BoardEditorPlugin)
    brushes = plugin.board.brushes()
    names = {one.words for one in brushes if isinstance(one.words, str)}
    names |= {one.sign for one in brushes} | {name for one in brushes for name in one.sign.split(": ")}
    for group in groups(brushes):
        table.click(OpenGroup(group))
        while True:
            shown = read(table.panel("palette"))
            assert shown and unsaid(shown, names) == [], group
            before = plugin.first
            table.keys("page_down")
            if plugin.first == before:
                break
    game_names = (table.app.view["game"]["title"], table.app.view["game"]["mission"]["title"])
    assert unsaid(read(table.panel("topbar")), game_names) == []
    table.keys("f1")
    assert unsaid(read(table.panel("help")), []) == []


def test_all_that_the_editor_tells_can_be_translated(editor: OpenEditor) -> None:
    table = editor("derelict", None, STRANGE)
    plugin = table.plugin(BoardEditorPlugin)
    brushes = plugin.board.brushes()
    told = []

    def tell(*keys: str) -> None:
        table.keys(*keys)
        told.append(table.said)

    tell("control-z")
    tell("control-y")
    tell("control-s")
    table.click(OpenGroup("tiles"))
    table.click(TakeBrush(next(n for n, one in enumerate(brushes) if one.sort == "turn")))
    table.click(table.at(0.5, 3.5))
    tell()
    table.click(table.space("b2"))
    assert plugin.board.dirty()
    assert plugin.leaving()
    tell()
    tell("control-s")
    assert len(set(told)) == len(told) and unsaid(told, ["game.wright"]) == []


def test_all_of_table_mode_can_be_translated(by_hand: Callable[[Wording], Unseen]) -> None:
    table = by_hand(STRANGE)
    names = set(names_in(table.app.session.view(None)))
    assert unsaid(read(table.panel("hands")), names) == []
    table.click(table.thing("varga"))
    assert unsaid(read(table.panel("hands")), names) == []
    table.click(ManualEditButton.FLIP)
    assert table.said and unsaid([table.said], names) == []
    table.press(table.on(OnPile("player.1.hand")))
    table.point(table.space("d4"))
    table.point(table.on(OnPile("discards")))
    assert read(table.panel("carried")) and unsaid(read(table.panel("carried")), names) == []
    table.release()


def test_all_about_sources_can_be_translated() -> None:
    speech.use(STRANGE)
    place = SourceLocation(Path("a/rules.wright"), 3)
    for news in (
        Trouble(place, "Axe?", "Axe!", 2),
        Trouble(None, Sentence("engine/source_no_program")),
        Trouble(None, Sentence("engine/source_not_applied", ("Axe",))),
    ):
        assert unsaid(read(banner.trouble(news).svg), ["rules.wright", "Axe"]) == []
    found = SourceLocation(place.path, 3, what=Sentence("engine/of", ("Axe", "Hut")))
    assert unsaid(read(banner.found(found).svg), ["a/rules.wright", "Axe", "Hut"]) == []
    editors: tuple[dict[str, str], ...] = ({}, {"EDITOR": "no-such-axe"}, {"EDITOR": "axe 'half"})
    told = [
        open_editor(place, editor).replace(str(place), "").replace("no-such-axe", "") for editor in editors
    ]
    assert unsaid(told, ["axe 'half"]) == []


@pytest.mark.parametrize(("game", "board"), BOARDS)
@pytest.mark.parametrize("language", engine_languages())
def test_nothing_of_the_editor_is_cut_short(
    editor: OpenEditor, language: str, game: str, board: str | None
) -> None:
    table = editor(game, board, EVERY[language])
    for group in groups(table.plugin(BoardEditorPlugin).board.brushes()):
        table.click(OpenGroup(group))
        assert not [text for text in read(table.panel("palette")) if "…" in text]
    table.keys("f1")
    assert not [text for text in read(table.panel("help")) if text.endswith("…")]


@pytest.mark.parametrize("language", engine_languages())
def test_nothing_of_table_mode_is_cut_short(by_hand: Callable[[Wording], Unseen], language: str) -> None:
    table = by_hand(EVERY[language])
    assert not [text for text in read(table.panel("hands")) if "…" in text]
    table.click(table.thing("varga"))
    assert not [text for text in read(table.panel("hands")) if "…" in text]
