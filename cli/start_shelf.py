"""What the start screen offers: games, missions, mods and sets, what was kept; and how each is begun.

It is begun as `play`, `replay` and `edit-board` do. Mistakes become sentences, which the start screen shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from tilewright.schemas.documents import Document, ProgramDocument
from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import Wording
from tilewright.viewer.authoring.editor import board_sitting
from tilewright.viewer.menus.shelf import (
    GameChoice,
    GameMods,
    GameParts,
    KeptFile,
    ShelfGame,
    ShelfMission,
    ShelfMod,
    ShelfSetting,
)
from tilewright.viewer.plugin import Begin, Sitting

from . import mod_sets
from .board_sketch_view import boards_of, drawing_board
from .kept_files import delete_kept, game_of, kept_files
from .kept_games import BY_ITSELF, GAMES
from .loading import Unplayable, load, located, opened
from .playing import GameWish, LaidTable, file_stem, home_for, lay, prepare
from .recordings import recorded_session
from .seats import SORTS
from .set_making import make
from .targets import editable

if TYPE_CHECKING:
    from tilewright.dsl.packages.listing import ListedPackage
    from tilewright.dsl.packages.package import Package

Found = TypeVar("Found")
RECORDINGS = "recordings"
KEPT = 20  # recordings of games that were begun here
NUMBERS = 200  # so many values of a setting can be gone through one by one
AROUND = 20  # so far from the usual value, where a setting has no ends


def told(found: Callable[[], Found]) -> Found | str:
    """What was found, or the sentence that says why there is nothing."""
    try:
        return found()
    except click.ClickException as error:
        return _sentence(error.format_message())
    except Unplayable as error:
        return _sentence(error.said)
    except click.exceptions.Exit:
        return "That cannot be done; the terminal says why."
    except OSError as error:
        return f"{error.filename or 'A file'}: {(error.strerror or str(error)).lower()}"


def _sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    text = text.strip()
    head = text[:1].upper() if text.partition(" ")[0].isalpha() else text[:1]
    return head + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


class StartShelf:
    """Everything that this user can play, in this folder and elsewhere."""

    def __init__(self) -> None:
        from tilewright.dsl.translations.engine_catalogue import engine_languages

        self.languages: Sequence[str] = ("en", *engine_languages())
        self.sorts: Sequence[str] = SORTS
        self._credits: dict[str, list[str]] = {}

    def speech(self, language: str) -> Wording:
        from tilewright.dsl.translations.translate import engine_speech

        return engine_speech(language)

    def credits(self, language: str) -> Sequence[str]:
        from tilewright.dsl.packages.listing import games

        if language not in self._credits:
            self._credits[language] = _credits(self.speech(language), games(Path()))
        return self._credits[language]

    # ------------------------------------------------------------------ games

    def games(self, language: str) -> Sequence[ShelfGame]:
        from tilewright.dsl.packages.listing import about, at_a_glance, games

        found = []
        for one in games(Path()):
            where = f"Tilewright {one.version}" if one.shipped else f"{one.root.absolute()}, {one.version}"
            title, players, *titles = at_a_glance(one.root, language)
            missions, campaigns = (tuple(named.values()) for named in titles)
            said = about(one.root, language)
            found.append(ShelfGame(one.name, title or one.title, said, where, players, missions, campaigns))
        return found

    def missions(self, choice: GameChoice, language: str) -> Sequence[ShelfMission] | str:
        def find() -> Sequence[ShelfMission]:
            from tilewright.dsl.playable import missions_told

            package = opened(located(choice.game)[0], choice.mods)
            found = missions_told(package, _spoken(package, language))
            return [ShelfMission(*one) for one in found] or [ShelfMission("", package.title)]

        return told(find)

    def parts(self, choice: GameChoice, language: str) -> GameParts | str:
        def find() -> GameParts:
            spoken = _spoken(opened(located(choice.game)[0], choice.mods), language)
            program = load(_name(choice), mods=choice.mods, language=spoken).program
            low, high = program["game"]["players"]
            titles = {one["name"]: str(one["title"]) for one in program["entities"]}
            seats = tuple(titles.get(f"player.{n}", f"player.{n}") for n in range(1, high + 1))
            speech = self.speech(language)
            settings = (_setting(name, one, program, speech) for name, one in program["settings"].items())
            return GameParts((low, high), seats, tuple(settings))

        return told(find)

    # ------------------------------------------------------------------ mods

    def mods(self, game: str) -> GameMods | str:
        def find() -> GameMods:
            from tilewright.dsl.packages.listing import about, mods_for

            path = located(game)[0]
            found = mods_for(path, Path())
            mods = tuple(ShelfMod(one.name, one.id, one.title, about(one.root)) for one in found)
            words = {
                one.root.resolve(): one.name for one in found
            }  # what a set has is one of these, if it can
            sets = {
                name: tuple(words.get(Path(one).resolve(), one) for one in of) for name, of in _sets_for(path)
            }
            return GameMods(mods, sets)

        return told(find)

    def keep_set(self, name: str, choice: GameChoice) -> str | None:
        made = told(lambda: make(name, choice.game, choice.mods))
        return made if isinstance(made, str) else None

    def forget_set(self, name: str) -> str | None:
        return told(lambda: mod_sets.delete(name))

    # ------------------------------------------------------------------ what was kept

    def kept(self, language: str) -> Sequence[KeptFile]:
        return kept_files(GAMES, (f"*{BY_ITSELF}", "*.game.json"), language)

    def recordings(self, language: str) -> Sequence[KeptFile]:
        return kept_files(RECORDINGS, ("*.json",), language)

    def delete(self, file: Path) -> str | None:
        return told(lambda: delete_kept(file))

    def load(self, file: Path, language: str) -> Sitting | str:
        def begin() -> Sitting:
            return self._laid(GameWish(game_of(file), continued=file), language)

        return told(begin)

    def replay(self, file: Path, language: str) -> Sitting | str:
        def begin() -> Sitting:
            loaded, session, _, misfit = recorded_session(file, language)
            sitting = Sitting(session, greeting=misfit, speech=self.speech(language))
            return sitting._replace(art=loaded.package.art, look=loaded.look)

        return told(begin)

    # ------------------------------------------------------------------ beginning

    def begin(self, choice: GameChoice, language: str) -> Sitting | str:
        seats = tuple(f"player.{n}={sort}" for n, sort in enumerate(choice.seats, 1) if sort != SORTS[0])
        wish = GameWish(
            _name(choice),
            seats,
            choice.players or None,
            int(choice.seed) if choice.seed else None,
            settings=tuple(f"{name}={value}" for name, value in choice.settings),
            mods=choice.mods,
        )
        return told(lambda: self._laid(wish, language))

    def _laid(
        self,
        wish: GameWish,
        language: str,
        *,
        record: Path | None = None,
        table: str | None = None,
        watch: bool = False,
    ) -> Sitting:
        """A table for what is wanted, in a language if the game has it."""
        if wish.continued is None:
            spoken = _spoken(opened(located(wish.name)[0], wish.mods), language)
            wish = wish._replace(language=spoken)
        return self.sitting(lay(prepare(wish), record, table, watch=watch), language)

    def sitting(self, laid: LaidTable, language: str) -> Sitting:
        """A table with what comes after it: the same again, and the next mission."""
        anew = laid.prepared.wish._replace(continued=None, players=laid.prepared.seats.players)
        return Sitting(
            laid.session,
            laid.plugins(),
            partial(farewell, laid),
            again=lambda: told(lambda: self._laid(anew, language, watch=laid.watch)),
            following=self._following(laid, language),
            speech=self.speech(language),
            art=laid.prepared.loaded.package.art,
            look=laid.prepared.loaded.look,
            languages=self._languages(laid.prepared.loaded.package),
            in_language=lambda wanted: told(lambda: self._translated(laid, wanted)),
        )

    def _languages(self, package: Package) -> list[tuple[str, str]]:
        """The languages in which a game can be played, and what each is called in itself."""
        from tilewright.dsl.translations.checks import languages

        named = {one: self.speech(one).sentence("engine/language") for one in self.languages}
        return [(one, named.get(one, one)) for one in languages(package)]

    def _translated(self, laid: LaidTable, language: str) -> Sitting:
        """The same game where it is, in another language; before the first answer it begins as it did."""
        wish = laid.prepared.wish._replace(continued=None, players=laid.prepared.seats.players)
        if laid.kept is not None and laid.kept.exists():
            wish = wish._replace(continued=laid.kept, translated=language)
        wish = wish._replace(seed=laid.session.game.seed)
        found = self._laid(wish, language, record=laid.record, table=laid.table, watch=laid.watch)
        return found._replace(goes_on=True)

    def _following(self, laid: LaidTable, language: str) -> tuple[str, Begin] | None:
        """The mission after this one, as the game has them in order."""
        from tilewright.dsl.playable import missions_told

        prepared = laid.prepared
        mission = prepared.loaded.program["mission"]
        if mission is None:
            return None
        every = missions_told(prepared.loaded.package, prepared.wish.language)
        names = [one.name for one in every if not one.campaign]
        at = names.index(mission["name"]) + 1 if mission["name"] in names else len(names)
        if at >= len(names):
            return None
        game = prepared.wish.name.removesuffix(f"/{mission['name']}")
        wish = prepared.wish._replace(
            name=f"{game}/{names[at]}", continued=None, players=prepared.seats.players, seed=None, settings=()
        )
        return every[at].title, lambda: told(lambda: self._laid(wish, language, watch=laid.watch))

    # ------------------------------------------------------------------ boards

    def boards(self, game: str) -> Sequence[str] | str:
        return told(lambda: boards_of(_editable(game)))

    def edit(self, game: str, board: str, language: str) -> Sitting | str:
        speech = self.speech(language)

        def begin() -> Sitting:
            from tilewright.dsl.editing.edit import CannotEdit

            try:
                return board_sitting(drawing_board(_editable(game), board), speech)
            except CannotEdit as error:
                raise click.ClickException(speech.tell(error.sentence)) from None

        return told(begin)


# ------------------------------------------------------------------ helpers


def _name(choice: GameChoice) -> str:
    return f"{choice.game}/{choice.mission}" if choice.mission else choice.game


def _spoken(package: Package, language: str) -> str:
    """The language in which a game is played: its own if it has no texts in the one that is wanted."""
    from tilewright.dsl.translations.checks import languages

    return language if language in languages(package) else "en"


def _editable(game: str) -> Package:
    package = opened(located(game)[0])
    editable(package)
    return package


def _setting(name: str, one: Document, program: ProgramDocument, speech: Wording) -> ShelfSetting:
    """A setting with all its values, as they are written after `--set` and as they are read."""
    type_, title = type_of(one["type"]), str(one["title"] or name.replace("_", " ").capitalize())
    if type_.base == "yes_no":
        shown = (speech.sentence("engine/no"), speech.sentence("engine/yes"))
        return ShelfSetting(name, title, ("no", "yes"), shown, ("no", "yes")[one["default"]])
    if type_.base == "word":
        values = tuple(program["words"].get(type_.words, ()))
        texts, of = program["texts"], f"words/{(type_.words or '').replace('.', '/')}"
        read = tuple(str(texts.get(f"{of}/{word}", word.replace("_", " "))) for word in values)
        return ShelfSetting(name, title, values, read, values[one["default"]])
    usual, low, high = one["default"], one["low"], one["high"]
    first = max(usual - AROUND, 0) if low is None else max(low, usual - NUMBERS)
    last = usual + AROUND if high is None else min(high, usual + NUMBERS)
    values = tuple(map(str, range(first, last + 1)))
    return ShelfSetting(name, title, values, values, str(usual))


def _sets_for(game: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The sets of mods that are for the game at a path: of each the name and how its mods are named."""
    found = []
    for name in mod_sets.names():
        with suppress(click.ClickException):  # a set that is damaged says so where it is used
            one = mod_sets.read(name)
            if located(one.game)[0].resolve() == game.resolve():
                found.append((name, mod_sets.paths(name)))
    return found


def farewell(laid: LaidTable) -> None:
    """What is said and kept when people get up: a game that is over leaves its recording, unless it has
    written one."""
    laid.close()
    home = home_for(RECORDINGS) if laid.session.game.over is not None and laid.record is None else None
    if home is None:
        return
    name = f"{file_stem(laid.prepared.loaded)}-{time.strftime('%Y%m%d-%H%M%S')}.own.json"
    with suppress(OSError):
        laid.session.record(home / name)
        old = sorted(home.glob("*.own.json"), key=lambda path: path.stat().st_mtime)[:-KEPT]
        for path in old:
            path.unlink(missing_ok=True)


DESIGNERS = ("Satya Rajpurohit", "Jyotish Sonowal")
ARTISTS = (
    "Delapouite, Lorc, Skoll, sbed, Carl Olsen, Guard13007",
    "John Redman, Willdabeast, Viscious Speed, Lord Berandas",
    "Irongamer, HeavenlyDog, Cathelineau, Felbrigg, Faithtoken",
)
"""Of letters and icons, as viewer/assets/CREDITS.md has them."""


def _credits(speech: Wording, games: Sequence[ListedPackage]) -> list[str]:
    """Who made what: Tilewright, its letters and icons, and the art of each game."""
    from importlib.metadata import version

    from tilewright.dsl.packages.art import holders

    def say(key: str, *parts: str) -> str:
        return speech.say(f"engine/credits_{key}", *parts)

    fixed = [say("tilewright", version("tilewright")), say("letters"), *DESIGNERS, say("icons"), *ARTISTS]
    art = [say("art", one.title, held) for one in games for held in holders(one.root)]
    return [*fixed, say("others"), say("made_with"), *art]
